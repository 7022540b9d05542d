//! What makes an element that element, and finding it again on a later reading.
//!
//! An identity is as small as the screen allows: an identifier or a label that is unique needs
//! nothing else; twins are told apart by the containers and the row they lie in, then by the text
//! beside them, and only last by their order, which counts only while their number is the same.
//! Within one reading texts are compared as they are; across readings they are folded.
//!
//! Invariant: among several that fit equally well none is chosen ([`Refound::Several`]).

use super::fingerprint::Hash;
use super::text::{fold, is_blank};
use crate::domain::element::{Element, Identity, Strength};
use crate::domain::observation::{Modal, Perception};
use crate::domain::role::Role;

/// What became of an identity on a later reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refound {
    /// All that makes it up is as it was. Where it lies on the screen plays no part: a row that
    /// moved is the same row.
    Same(usize),
    /// Something about it changed (its label, its surroundings), yet one element alone answers to
    /// what this strength says.
    Moved(usize, Strength),
    /// Several elements fit equally well.
    Several(Vec<usize>),
    Gone,
}

/// The identity of the element at `index`, as told apart from everything else on that screen.
///
/// For many elements of one perception see [`Names`].
pub fn identity_of(p: &Perception, index: usize) -> Identity {
    Names::of(p).identity(index)
}

/// The names of a screen's elements, hashed once, so that telling one apart costs little.
#[derive(Debug)]
pub(super) struct Names<'p> {
    p: &'p Perception,
    /// Hash of role and identifier; 0 without one.
    identifiers: Vec<u64>,
    /// Hash of role, identifier, label and alert.
    full: Vec<u64>,
}

impl<'p> Names<'p> {
    pub(super) fn of(p: &'p Perception) -> Self {
        let mut this = Self {
            p,
            identifiers: Vec::with_capacity(p.elements.len()),
            full: Vec::with_capacity(p.elements.len()),
        };
        for element in &p.elements {
            let own = Hash::new().number(element.role as u64).text(element.identifier.as_deref());
            this.identifiers.push(element.identifier.as_ref().map_or(0, |_| own.value()));
            this.full.push(own.text(label(element)).text(alert_of(p, element)).value());
        }
        this
    }

    /// Hash of role, identifier, label and alert of the element at `index`.
    pub(super) fn name(&self, index: usize) -> u64 {
        self.full[index]
    }

    pub(super) fn identity(&self, index: usize) -> Identity {
        let Some(element) = self.p.elements.get(index) else { return nobody(self.p) };
        let identity = |context, ordinal, twins, strength| Identity {
            app: self.p.app.clone(),
            identifier: element.identifier.clone(),
            role: element.role,
            label: label(element).map(str::to_owned),
            alert: alert_of(self.p, element).map(str::to_owned),
            context,
            ordinal,
            twins,
            strength,
        };
        if element.identifier.is_some() && is_sole(&self.identifiers, index) {
            return identity(Vec::new(), 0, 1, Strength::Identifier);
        }
        let named = element.identifier.is_some() || label(element).is_some();
        if named && is_sole(&self.full, index) {
            return identity(Vec::new(), 0, 1, Strength::Label);
        }
        let (own, twins) = self.surroundings(index);
        if named && twins.len() == 1 && !own.is_empty() {
            return identity(own, 0, 1, Strength::Context);
        }
        let ordinal = twins.iter().position(|&i| i == index).unwrap_or(0);
        identity(own, ordinal as u32, twins.len() as u32, Strength::Position)
    }

    /// The context of an element and all that are like it in name and context, itself included.
    fn surroundings(&self, index: usize) -> (Vec<String>, Vec<usize>) {
        let name = self.full[index];
        let like: Vec<usize> = (0..self.full.len()).filter(|&i| self.full[i] == name).collect();
        let near = like.len() <= MOST_TWINS;
        let own = context(self.p, index, near);
        let twins = like.into_iter().filter(|&i| i == index || context(self.p, i, near) == own);
        let twins = twins.collect();
        (own, twins)
    }
}

fn is_sole(hashes: &[u64], index: usize) -> bool {
    hashes.iter().filter(|&&hash| hash == hashes[index]).count() == 1
}

/// Most elements of one name that are told apart by the text beside them.
const MOST_TWINS: usize = 40;

/// Finds the element that an identity names on a later reading.
pub fn find_again(p: &Perception, identity: &Identity) -> Refound {
    if let Some(id) = identity.identifier.as_deref() {
        let named = indices(p, |e| {
            e.role == identity.role
                && e.identifier.as_deref() == Some(id)
                && alert_of(p, e) == identity.alert.as_deref()
        });
        if !named.is_empty() {
            return choose(p, identity, named, Strength::Identifier);
        }
        // Its identifier is gone: another element with its label is another element, unless the
        // identifier alone went missing.
        let bare = indices(p, |e| e.identifier.is_none() && fits(p, e, identity));
        return choose(p, identity, bare, Strength::Label);
    }
    let like = indices(p, |e| fits(p, e, identity));
    choose(p, identity, like, Strength::Label)
}

/// Picks the one that is meant, or none.
fn choose(p: &Perception, identity: &Identity, found: Vec<usize>, tier: Strength) -> Refound {
    let names = Names::of(p);
    let now: Vec<_> = found.iter().take(MOST_TWINS).map(|&i| (i, names.identity(i))).collect();
    if let Some((same, _)) = now.iter().find(|(_, i)| i == identity) {
        return Refound::Same(*same);
    }
    if let [only] = found[..] {
        return sole(p, identity, only, tier);
    }
    let labelled: Vec<_> =
        found.iter().copied().filter(|&i| fits(p, &p.elements[i], identity)).collect();
    if let [only] = labelled[..]
        && tier == Strength::Identifier
    {
        return Refound::Moved(only, Strength::Label);
    }
    let pool = if labelled.is_empty() { &found } else { &labelled };
    let placed: Vec<_> = pool
        .iter()
        .copied()
        .filter(|&i| !identity.context.is_empty() && context(p, i, true) == identity.context)
        .collect();
    match placed[..] {
        [only] if identity.twins == 1 => Refound::Moved(only, Strength::Context),
        _ if found.is_empty() => Refound::Gone,
        _ => Refound::Several(found),
    }
}

/// Judges a single candidate: one of former twins is not known to be the one.
fn sole(p: &Perception, identity: &Identity, only: usize, tier: Strength) -> Refound {
    let surrounded = identity.context.is_empty() || context(p, only, true) == identity.context;
    match identity.strength {
        Strength::Identifier | Strength::Label => Refound::Moved(only, tier),
        Strength::Context if surrounded => Refound::Moved(only, Strength::Context),
        Strength::Position if identity.twins == 1 && surrounded => {
            Refound::Moved(only, Strength::Position)
        }
        Strength::Context => Refound::Gone,
        Strength::Position => Refound::Several(vec![only]),
    }
}

/// The text that names an element in its identity.
pub(super) fn label(element: &Element) -> Option<&str> {
    let content = if element.role.is_stateful() { None } else { element.value.as_deref() };
    element.label.as_deref().or(content).or(element.placeholder.as_deref()).filter(|t| !is_blank(t))
}

/// What the alert or sheet says that an element lies in.
pub(super) fn alert_of<'p>(p: &'p Perception, element: &Element) -> Option<&'p str> {
    let asks = |modal: &&Modal| matches!(modal.role, Role::Alert | Role::Sheet);
    let modal = p.modal.as_ref().filter(|_| element.in_modal).filter(asks)?;
    modal.title.as_deref().or(Some(""))
}

fn fits(p: &Perception, element: &Element, identity: &Identity) -> bool {
    element.role == identity.role
        && alert_of(p, element) == identity.alert.as_deref()
        && match (label(element), identity.label.as_deref()) {
            (None, None) => true,
            (Some(a), Some(b)) => a == b || fold(a) == fold(b),
            _ => false,
        }
}

fn indices(p: &Perception, keep: impl Fn(&Element) -> bool) -> Vec<usize> {
    (0..p.elements.len()).filter(|&i| keep(&p.elements[i])).collect()
}

/// The containers an element lies in and the text beside it.
fn context(p: &Perception, index: usize, near: bool) -> Vec<String> {
    let element = &p.elements[index];
    let mut context = element.context.clone();
    if let Some(text) = near.then(|| beside(p, index)).flatten() {
        context.insert(0, text.to_owned());
    }
    context
}

/// The nearest text to the left in the same row of pixels, else the nearest one above.
fn beside(p: &Perception, index: usize) -> Option<&str> {
    let element = &p.elements[index];
    let frame = element.frame?;
    let own = label(element);
    let middle = frame.center().y;
    let candidates = p.elements.iter().enumerate().filter(|(i, e)| {
        *i != index && e.role != Role::Key && label(e).is_some() && label(e) != own
    });
    candidates
        .filter_map(|(_, e)| {
            let other = e.frame?;
            let level = middle >= other.y && middle <= other.bottom() && other.x <= frame.x;
            let above = other.bottom() <= frame.y + 1.0;
            let distance =
                if level { frame.x - other.x } else { 10_000.0 + frame.y - other.bottom() };
            (level || above).then_some((distance, label(e)?))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, text)| text)
}

fn nobody(p: &Perception) -> Identity {
    Identity {
        app: p.app.clone(),
        identifier: None,
        role: Role::Other,
        label: None,
        alert: None,
        context: Vec::new(),
        ordinal: u32::MAX,
        twins: 0,
        strength: Strength::Position,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::perception::testing::{drawn, seen};

    fn named(p: &Perception, label: &str) -> usize {
        p.elements.iter().position(|e| e.label.as_deref() == Some(label)).unwrap()
    }

    #[test]
    fn a_row_that_moved_is_the_same_row() {
        let before = seen("cell \"Ann\" [0,100,390,44]\ncell \"Bob\" [0,144,390,44]");
        let after = seen(
            "cell \"New\" [0,100,390,44]\ncell \"Ann\" [0,144,390,44]\ncell \"Bob\" [0,188,390,44]",
        );

        let identity = identity_of(&before, named(&before, "Bob"));

        assert_eq!(identity.strength, Strength::Label);
        assert_eq!(find_again(&after, &identity), Refound::Same(named(&after, "Bob")));
    }

    #[test]
    fn twins_are_told_apart_by_their_row_and_never_guessed() {
        let rows = |names: &[&str]| {
            let row = |(i, name): (usize, &&str)| {
                let y = 100 + 44 * i;
                format!("cell \"{name}\" [0,{y},390,44]\n  button \"Delete\" [300,{y},80,44]\n")
            };
            seen(&names.iter().enumerate().map(row).collect::<String>())
        };
        let before = rows(&["Ann", "Bob", "Cid"]);
        let of_bob = before
            .elements
            .iter()
            .rposition(|e| e.context.first().is_some_and(|c| c == "Bob"))
            .unwrap();
        let identity = identity_of(&before, of_bob);
        assert_eq!(identity.strength, Strength::Context);

        let after = rows(&["Bob", "Cid"]);
        let Refound::Same(found) = find_again(&after, &identity) else { panic!("not found") };
        assert_eq!(after.elements[found].context, ["Bob"]);

        assert_eq!(
            find_again(&rows(&["Ann", "Cid"]), &identity),
            Refound::Several(
                rows(&["Ann", "Cid"])
                    .elements
                    .iter()
                    .enumerate()
                    .filter(|(_, e)| e.label.as_deref() == Some("Delete"))
                    .map(|(i, _)| i)
                    .collect()
            )
        );
        assert_eq!(find_again(&rows(&["Ann"]), &identity), Refound::Gone);
    }

    #[test]
    fn flat_twins_are_told_apart_by_the_text_beside_them() {
        let p = seen(
            "text \"Ann\" [20,100,100,44]\nbutton \"Call\" [300,100,60,44]\n\
             text \"Bob\" [20,150,100,44]\nbutton \"Call\" [300,150,60,44]",
        );
        let calls: Vec<_> =
            (0..4).filter(|&i| p.elements[i].label.as_deref() == Some("Call")).collect();

        let identities: Vec<_> = calls.iter().map(|&i| identity_of(&p, i)).collect();

        assert_eq!(identities[0].context, ["Ann"]);
        assert_eq!(identities[1].strength, Strength::Context);
        assert_ne!(identities[0], identities[1]);
    }

    #[test]
    fn twins_without_any_context_count_only_while_their_number_is_the_same() {
        let cells = |n: usize| seen(&drawn(n, |i| format!("cell [0,{},390,44]", 100 + 50 * i)));
        let identity = identity_of(&cells(3), 1);

        assert_eq!(identity.strength, Strength::Position);
        assert_eq!(find_again(&cells(3), &identity), Refound::Same(1));
        assert_eq!(find_again(&cells(2), &identity), Refound::Several(vec![0, 1]));
        assert!(matches!(find_again(&cells(1), &identity), Refound::Several(_)));
    }

    #[test]
    fn an_identifier_outlives_a_change_of_label_and_the_change_is_said() {
        let before = seen("button \"Follow\" #follow [20,100,100,44]");
        let after = seen("button \"Following\" #follow [20,100,100,44]");
        let identity = identity_of(&before, 0);

        assert_eq!(find_again(&before, &identity), Refound::Same(0));
        assert_eq!(find_again(&after, &identity), Refound::Moved(0, Strength::Identifier));
    }

    #[test]
    fn another_identifier_with_the_same_label_is_another_element() {
        let identity = identity_of(&seen("button \"OK\" #ok_a [20,100,100,44]"), 0);

        assert_eq!(
            find_again(&seen("button \"OK\" #ok_b [20,100,100,44]"), &identity),
            Refound::Gone
        );
    }

    #[test]
    fn a_button_of_another_alert_is_another_button() {
        let ask = |what: &str| {
            seen(&format!("alert \"{what}\" [60,350,280,150]\n  button \"Cancel\" [60,450,140,50]"))
        };
        let (first, second) = (ask("Delete Ann?"), ask("Sign out?"));
        let identity = identity_of(&first, named(&first, "Cancel"));
        assert_eq!(find_again(&second, &identity), Refound::Gone);
        assert_ne!(identity_of(&second, named(&second, "Cancel")), identity);
        assert_eq!(find_again(&first, &identity), Refound::Same(named(&first, "Cancel")));
    }

    #[test]
    fn a_new_twin_makes_a_label_ambiguous() {
        let identity = identity_of(&seen("button \"Delete\" [20,100,100,44]"), 0);
        let after = seen("button \"Delete\" [20,100,100,44]\nbutton \"Delete\" [20,200,100,44]");

        assert_eq!(find_again(&after, &identity), Refound::Several(vec![0, 1]));
    }
}
