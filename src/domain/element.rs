//! One thing on the screen as a person would count it, and what makes it that thing.
//!
//! An element may stand for several nodes of the tree: the one that means it (label) and the one
//! that takes the touch (frame). Its [`Identity`] holds no back-end handle, so it survives a new
//! session, a new runner and another road.

use serde::Serialize;

use super::geometry::Rect;
use super::role::Role;
use super::tree::NodeId;

/// One element of a perceived screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// The node that says what it is.
    pub meaning: NodeId,
    /// The node that takes the touch.
    pub hit: NodeId,
    pub role: Role,
    pub identifier: Option<String>,
    pub label: Option<String>,
    pub value: Option<String>,
    pub placeholder: Option<String>,
    /// Frame of the hit node in points; `None` when the back end gave none: no touch point.
    pub frame: Option<Rect>,
    /// Frame of the row or card that the element was merged from, where that is larger.
    pub row: Option<Rect>,
    pub enabled: bool,
    pub selected: bool,
    pub focused: bool,
    /// Whether acting on it makes sense (role, or a drawn control by its evidence).
    pub actionable: bool,
    pub scrollable: bool,
    /// It lies in an alert, sheet or other modal.
    pub in_modal: bool,
    /// It lies in a tab bar, tool bar or navigation bar.
    pub in_bar: bool,
    /// How many further elements like it were folded into this one.
    pub repeats: u32,
}

impl Element {
    /// The text a person would call it by: label, else value of content, else placeholder, else identifier.
    pub fn name(&self) -> Option<&str> {
        let content = if self.role.is_stateful() { None } else { self.value.as_deref() };
        self.label
            .as_deref()
            .or(content)
            .or(self.placeholder.as_deref())
            .or(self.identifier.as_deref())
    }

    /// The typed text of a text input: its value unless that only repeats the placeholder.
    pub fn typed(&self) -> Option<&str> {
        let value = self.value.as_deref()?;
        (self.placeholder.as_deref() != Some(value)).then_some(value)
    }
}

/// How surely an identity can be found again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// Only where it lies among its like tells it apart.
    Position,
    /// Its named ancestors or row tell it apart.
    Context,
    /// Label and role are unique on the screen.
    Label,
    /// Its identifier is unique on the screen.
    Identifier,
}

/// What makes an element that element, in words that outlive a reading.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    /// Bundle id of the app it was seen in, where known.
    pub app: Option<String>,
    pub identifier: Option<String>,
    pub role: Role,
    pub label: Option<String>,
    /// Named ancestors, nearest first, and the row's text where the element lies in a row.
    pub context: Vec<String>,
    /// Position among elements that are equal in all of the above, from 0.
    pub ordinal: u32,
    /// Whether all of the above but the ordinal was unique on the screen it was taken from.
    pub strength: Strength,
}

/// Handle of an element that was shown to a caller; minted once per identity in a device's room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ref(pub u32);

impl Ref {
    /// Parses `e17`; also accepts upper case and surrounding white space.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.trim().strip_prefix(['e', 'E'])?;
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        digits.parse().ok().map(Self)
    }
}

impl std::fmt::Display for Ref {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "e{}", self.0)
    }
}
