//! Refs: minted once per identity in a device's room, numbered upward, never re-pointed.
//!
//! An element that is still the same keeps its number although its identity may be told
//! differently later (a twin appeared, its label changed): [`RefBook::follow`] carries the refs of
//! one reading over to the next. On another screen nothing is carried that is called otherwise: the
//! back button that said "Settings" and says "General" now is another one, whatever its identifier.
//! Only refs that were shown to a caller may be used by it.

use std::collections::{HashMap, HashSet};

use crate::domain::element::{Identity, Ref};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::observation::Perception;
use crate::domain::perception::{RefMint, Refound, find_again, identity_of};
use crate::domain::ports::Caller;

/// Fewer refs than this say nothing about a screen by how many of them are gone.
const FEW: usize = 4;

/// The refs of one room.
#[derive(Debug, Default)]
pub(super) struct RefBook {
    by_identity: HashMap<Identity, Ref>,
    identities: HashMap<Ref, Identity>,
    shown: HashMap<Caller, HashSet<Ref>>,
    /// Refs that the last reading held: the ones that may be carried over.
    current: Vec<Ref>,
    /// What tells the last reading's screen from another: app, title, and what an alert asks.
    screen: Option<[Option<String>; 3]>,
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
    pub(super) fn follow(&mut self, seen: &Perception) {
        let current = std::mem::take(&mut self.current);
        let refound = |reference: Ref| Some((reference, self.refound(seen, reference)?));
        let found: Vec<(Ref, Refound)> = current.into_iter().filter_map(refound).collect();
        let elsewhere = self.has_moved_on(seen, &found);
        for (reference, refound) in found {
            match refound {
                Refound::Same(_) => self.current.push(reference),
                Refound::Moved(index, _) => self.carry(seen, reference, index, elsewhere),
                Refound::Several(_) | Refound::Gone => {}
            }
        }
    }

    fn refound(&self, seen: &Perception, reference: Ref) -> Option<Refound> {
        Some(find_again(seen, self.identities.get(&reference)?))
    }

    /// Carries one ref to the element at `index`, unless that is another one.
    fn carry(&mut self, seen: &Perception, reference: Ref, index: usize, elsewhere: bool) {
        let Some(known) = self.identities.get(&reference) else { return };
        let now = identity_of(seen, index);
        let other = now.identifier != known.identifier || (elsewhere && now.label != known.label);
        if !other && *self.by_identity.entry(now.clone()).or_insert(reference) == reference {
            self.identities.insert(reference, now);
            self.current.push(reference);
        }
    }

    /// Whether this is another screen than the last reading's: by what it is called, or because
    /// most of what had a ref is not on it.
    fn has_moved_on(&mut self, seen: &Perception, found: &[(Ref, Refound)]) -> bool {
        let asks = seen.modal.as_ref().and_then(|modal| modal.title.clone());
        let screen = [seen.app.clone(), seen.title.clone(), asks];
        let renamed = self.screen.as_ref().is_some_and(|last| *last != screen);
        self.screen = Some(screen);
        let gone = found.iter().filter(|(_, refound)| !matches!(refound, Refound::Same(_))).count();
        renamed || (found.len() >= FEW && gone * 2 > found.len())
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
