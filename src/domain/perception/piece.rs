//! A node of the tree while it is being judged: borrowed texts, a place, and the piece it lies in.
//!
//! Stages mark pieces as gone instead of removing them, so that the chain of owners stays whole:
//! it later gives an element its context. Text is copied only for the survivors.

use super::text::{fold, is_blank};
use crate::domain::element::Place;
use crate::domain::geometry::Rect;
use crate::domain::role::Role;
use crate::domain::tree::{NodeId, UiTree};

/// A node that may become an element.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts about a node, each independent of the others"
)]
pub(super) struct Piece<'t> {
    /// The node that says what it is.
    pub(super) node: NodeId,
    /// The node that takes the touch.
    pub(super) hit: NodeId,
    pub(super) role: Role,
    pub(super) label: Option<&'t str>,
    pub(super) identifier: Option<&'t str>,
    pub(super) value: Option<&'t str>,
    pub(super) placeholder: Option<&'t str>,
    pub(super) details: Vec<&'t str>,
    /// The identifier of the row it was merged with, where it has one of its own.
    pub(super) row_identifier: Option<&'t str>,
    pub(super) frame: Option<Rect>,
    pub(super) row: Option<Rect>,
    pub(super) place: Place,
    /// Index of the nearest piece it lies in.
    pub(super) owner: Option<usize>,
    /// Short cut to the nearest piece above that may still be there; see [`owner_of`].
    above: Option<usize>,
    pub(super) enabled: bool,
    pub(super) selected: bool,
    pub(super) focused: bool,
    pub(super) accessible: bool,
    pub(super) in_modal: bool,
    pub(super) in_bar: bool,
    /// It lies in a table or collection outside any cell: a header or a footer.
    pub(super) in_list: bool,
    pub(super) scrollable: bool,
    /// Another piece stands for it, or it says nothing.
    pub(super) gone: bool,
    /// Its label only repeats what it contains; it names nothing.
    pub(super) echo: bool,
    pub(super) repeats: u32,
}

impl<'t> Piece<'t> {
    /// The piece of a node, on the screen and without an owner.
    pub(super) fn of(tree: &'t UiTree, id: NodeId) -> Self {
        let node = tree.node(id);
        let seen = |text: Option<&'t str>| text.filter(|t| !is_blank(t));
        let value = seen(tree.value(id));
        let drawn = value.filter(|_| node.role == Role::Other).and_then(drawn_state);
        Self {
            node: id,
            hit: id,
            role: drawn.map_or(node.role, |(role, _)| role),
            label: seen(tree.label(id)),
            identifier: seen(tree.identifier(id)),
            value: drawn.map_or(value, |(_, state)| Some(state)),
            placeholder: seen(tree.placeholder(id)),
            details: Vec::new(),
            row_identifier: None,
            frame: node.frame,
            row: None,
            place: Place::Screen,
            owner: None,
            above: None,
            enabled: node.enabled,
            selected: node.selected,
            focused: node.focused,
            accessible: node.accessible,
            in_modal: false,
            in_bar: false,
            in_list: false,
            scrollable: false,
            gone: false,
            echo: false,
            repeats: 0,
        }
    }

    /// Its label, or for running text and images its value.
    pub(super) fn text(&self) -> Option<&'t str> {
        match self.role {
            Role::Text | Role::Heading | Role::Image | Role::Link => self.label.or(self.value),
            _ => self.label,
        }
    }

    /// Label, running text or placeholder: what a person could call it.
    pub(super) fn name(&self) -> Option<&'t str> {
        self.text().or(self.placeholder)
    }

    /// It has no name of any kind.
    pub(super) fn is_nameless(&self) -> bool {
        self.name().is_none() && self.identifier.is_none()
    }

    /// A container or picture that is an element only by what it is called.
    pub(super) fn is_soft(&self) -> bool {
        matches!(self.role, Role::Other | Role::Group)
    }

    /// Running text.
    pub(super) fn is_text(&self) -> bool {
        matches!(self.role, Role::Text | Role::Heading)
    }

    /// Whether the texts that lie in it belong to it.
    pub(super) fn is_row(&self) -> bool {
        self.is_soft()
            || matches!(
                self.role,
                Role::Cell
                    | Role::Button
                    | Role::Link
                    | Role::MenuItem
                    | Role::Icon
                    | Role::Tab
                    | Role::Radio
                    | Role::Switch
                    | Role::Checkbox
                    | Role::Alert
                    | Role::Sheet
            )
    }

    /// Whether it already says this text, alone or as a part.
    pub(super) fn says(&self, text: &str) -> bool {
        let own = [self.label, self.value, self.placeholder];
        own.into_iter().flatten().chain(self.details.iter().copied()).any(|t| holds(t, text))
    }
}

/// What a drawn control says of itself in its value: React Native writes role and state there, as
/// iOS has no trait for either. Source: docs/wires/world.md, "Pickers".
fn drawn_state(value: &str) -> Option<(Role, &'static str)> {
    let (kind, state) = value.split_once(", ")?;
    let role = match kind {
        "checkbox" => Role::Checkbox,
        "radio button" => Role::Radio,
        "switch" => Role::Switch,
        _ => return None,
    };
    match state {
        "checked" | "on" => Some((role, "1")),
        "not checked" | "unchecked" | "off" => Some((role, "0")),
        _ => None,
    }
}

/// Whether `whole` contains `part` as a stretch of its own: not "1" in "12".
fn holds(whole: &str, part: &str) -> bool {
    if whole == part {
        return true;
    }
    if whole.len() < part.len() {
        return false;
    }
    whole.match_indices(part).any(|(at, _)| {
        let before = whole[..at].chars().next_back();
        let after = whole[at + part.len()..].chars().next();
        let within = |edge: Option<char>, side: Option<char>| {
            edge.is_some_and(char::is_alphanumeric) && side.is_some_and(char::is_alphanumeric)
        };
        !within(before, part.chars().next()) && !within(after, part.chars().next_back())
    })
}

/// Whether two texts are one name; equal bytes are the common case.
pub(super) fn same(a: &str, b: &str) -> bool {
    a == b || (a.len().abs_diff(b.len()) <= a.len().min(b.len()) / 2 + 8 && fold(a) == fold(b))
}

/// The nearest piece that is still there and contains the piece at `index`.
///
/// Pieces that are gone stay gone, so the way is shortened for the next one who asks.
pub(super) fn owner_of(pieces: &mut [Piece<'_>], index: usize) -> Option<usize> {
    let next = |pieces: &[Piece<'_>], at: usize| pieces[at].above.or(pieces[at].owner);
    let mut owner = next(pieces, index);
    while let Some(at) = owner.filter(|&at| pieces[at].gone) {
        owner = next(pieces, at);
    }
    let found = owner?;
    let mut at = index;
    while at != found {
        let Some(up) = next(pieces, at) else { break };
        pieces[at].above = Some(found);
        at = up;
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawn_control_tells_role_and_state_in_its_value() {
        assert_eq!(drawn_state("checkbox, checked"), Some((Role::Checkbox, "1")));
        assert_eq!(drawn_state("radio button, not checked"), Some((Role::Radio, "0")));
        assert_eq!([drawn_state("checkbox, mixed"), drawn_state("Milk, checked")], [None, None]);
    }

    #[test]
    fn a_text_is_held_only_as_a_stretch_of_its_own() {
        assert!(holds("General, 1 update", "General") && holds("3", "3"));
        assert!(!holds("12", "1") && !holds("Generally", "General"));
    }
}
