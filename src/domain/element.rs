//! One thing on the screen as a person would count it, and what makes it that thing.
//!
//! An element may stand for several nodes of the tree: the one that means it (label) and the one
//! that takes the touch (frame). Its [`Identity`] holds no back-end handle, so it survives a new
//! session, a new runner and another road.

use std::hash::{Hash, Hasher};

use serde::Serialize;

use super::geometry::{Point, Rect};
use super::role::Role;
use super::tree::NodeId;

/// Where an element lies, as a person with a finger sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// On the screen and free to be touched: what a digest lists.
    #[default]
    Screen,
    /// On the screen but under a modal or the keyboard.
    Behind,
    /// Outside the window: it has to be scrolled in first.
    Offscreen,
    /// A key of the software keyboard; a target only by its role.
    Keyboard,
}

/// One element of a perceived screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// The node that says what it is.
    pub meaning: NodeId,
    /// The node that takes the touch.
    pub hit: NodeId,
    pub role: Role,
    pub identifier: Option<String>,
    /// Many elements of the screen have this identifier: it tells a kind, not an element.
    pub identifier_is_common: bool,
    pub label: Option<String>,
    pub value: Option<String>,
    pub placeholder: Option<String>,
    /// The identifier of its row, where the row and the control in it are one element.
    pub row_identifier: Option<String>,
    /// Further texts of its row, card or alert, joined by `, `.
    pub detail: Option<String>,
    /// Names of the containers it lies in, nearest first; the row's text where it lies in a row.
    pub context: Vec<String>,
    /// Frame of the hit node in points; `None` when the back end gave none: no touch point.
    pub frame: Option<Rect>,
    /// Frame of the row or card that the element was merged from, where that is larger.
    pub row: Option<Rect>,
    /// Where a touch should land: the centre of the visible part of the frame, in points.
    pub touch: Option<Point>,
    pub place: Place,
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
    /// An enabled element of this role that says nothing and has no frame.
    pub const fn new(role: Role, node: NodeId) -> Self {
        Self {
            meaning: node,
            hit: node,
            role,
            identifier: None,
            identifier_is_common: false,
            label: None,
            value: None,
            placeholder: None,
            row_identifier: None,
            detail: None,
            context: Vec::new(),
            frame: None,
            row: None,
            touch: None,
            place: Place::Screen,
            enabled: true,
            selected: false,
            focused: false,
            actionable: role.is_interactive(),
            scrollable: false,
            in_modal: false,
            in_bar: false,
            repeats: 0,
        }
    }

    /// Whether a digest may list it.
    pub fn is_listed(&self) -> bool {
        self.place == Place::Screen
    }

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
///
/// Two identities are equal when they name the same element: context, ordinal and twins count only
/// where the label or the identifier alone was not enough to tell it apart.
#[derive(Clone, Debug)]
pub struct Identity {
    /// Bundle id of the app it was seen in, where known.
    pub app: Option<String>,
    pub identifier: Option<String>,
    pub role: Role,
    pub label: Option<String>,
    /// What the alert or sheet that it lies in says; the "Cancel" of another one is another button.
    pub alert: Option<String>,
    /// Named ancestors, nearest first, and the row's text where the element lies in a row.
    pub context: Vec<String>,
    /// Position among elements that are equal in all of the above, from 0.
    pub ordinal: u32,
    /// How many elements were equal in all of the above, itself included; 1 unless position decides.
    pub twins: u32,
    /// Whether all of the above but the ordinal was unique on the screen it was taken from.
    pub strength: Strength,
}

impl Identity {
    /// The parts that decide equality.
    #[expect(clippy::type_complexity, reason = "a private tuple, compared and hashed as a whole")]
    fn key(&self) -> (Strength, Role, [Option<&str>; 4], Option<(&[String], u32, u32)>) {
        let place = (self.strength < Strength::Label).then_some((
            self.context.as_slice(),
            self.ordinal,
            self.twins,
        ));
        let names = [&self.app, &self.identifier, &self.label, &self.alert];
        (self.strength, self.role, names.map(Option::as_deref), place)
    }
}

impl PartialEq for Identity {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Identity {}

impl Hash for Identity {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
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
