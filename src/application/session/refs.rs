//! Refs: minted once per identity in a device's room, numbered upward, never re-pointed.
//!
//! An element that is still the same keeps its number although its identity may be told
//! differently later (a twin appeared, its label changed): [`RefBook::follow`] carries the refs of
//! one reading over to the next. Only refs that were shown to a caller may be used by it.

use std::collections::{HashMap, HashSet};

use crate::domain::element::{Identity, Ref};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::observation::Perception;
use crate::domain::perception::{RefMint, Refound, find_again, identity_of};
use crate::domain::ports::Caller;

/// The refs of one room.
#[derive(Debug, Default)]
pub(super) struct RefBook {
    by_identity: HashMap<Identity, Ref>,
    identities: HashMap<Ref, Identity>,
    shown: HashMap<Caller, HashSet<Ref>>,
    /// Refs that the last reading held: the ones that may be carried over.
    current: Vec<Ref>,
    last: u32,
}

impl RefMint for RefBook {
    fn mint(&mut self, identity: &Identity) -> Ref {
        if let Some(known) = self.by_identity.get(identity) {
            return *known;
        }
        self.last += 1;
        let fresh = Ref(self.last);
        self.by_identity.insert(identity.clone(), fresh);
        self.identities.insert(fresh, identity.clone());
        self.current.push(fresh);
        fresh
    }

    fn known(&self, identity: &Identity) -> Option<Ref> {
        self.by_identity.get(identity).copied()
    }

    fn renew(&mut self, reference: Ref, now: &Identity) {
        if *self.by_identity.entry(now.clone()).or_insert(reference) == reference {
            self.identities.insert(reference, now.clone());
        }
    }
}

impl RefBook {
    /// Carries refs over to a new reading, so that what is still the same keeps its number.
    pub(super) fn follow(&mut self, screen: &Perception) {
        let mut carried = Vec::new();
        for reference in std::mem::take(&mut self.current) {
            let Some(known) = self.identities.get(&reference) else { continue };
            match find_again(screen, known) {
                Refound::Same(_) => carried.push(reference),
                Refound::Moved(index, _)
                    if screen.elements[index].identifier == known.identifier =>
                {
                    let now = identity_of(screen, index);
                    if *self.by_identity.entry(now.clone()).or_insert(reference) == reference {
                        self.identities.insert(reference, now);
                        carried.push(reference);
                    }
                }
                Refound::Moved(..) | Refound::Several(_) | Refound::Gone => {}
            }
        }
        self.current = carried;
    }

    /// Records that a caller has seen these refs.
    pub(super) fn show(&mut self, caller: &Caller, refs: impl IntoIterator<Item = Ref>) {
        self.shown.entry(caller.clone()).or_default().extend(refs);
    }

    /// The identity behind a ref that this caller was shown.
    ///
    /// # Errors
    /// `REF_UNKNOWN` for a ref that was never issued to this caller.
    pub(super) fn identity(
        &self,
        caller: &Caller,
        reference: Ref,
    ) -> Result<Identity, DeviceError> {
        let known = self.shown.get(caller).is_some_and(|shown| shown.contains(&reference));
        match self.identities.get(&reference) {
            Some(identity) if known => Ok(identity.clone()),
            _ => Err(DeviceError::new(
                ErrorCode::RefUnknown,
                format!("{reference} was never shown to you"),
            )
            .with_hint("observe_screen lists the refs of this screen")),
        }
    }

    /// The ref of an element of `screen`, if it has one already.
    pub(super) fn existing(&self, screen: &Perception, index: usize) -> Option<Ref> {
        self.by_identity.get(&identity_of(screen, index)).copied()
    }
}
