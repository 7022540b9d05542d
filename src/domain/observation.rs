//! One reading of a device's screen with all that makes it evidence.

use serde::Serialize;

use super::element::Element;
use super::geometry::{Point, Rect, Size};
use super::role::Role;
use super::time::TimeSpan;
use super::tree::UiTree;

/// How much of the screen a reading tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Completeness {
    Whole,
    /// Only the application node came back although the screen is surely not empty.
    RootOnly,
    /// The tree is of an app that is not the one in front.
    WrongApp,
    /// The back end could not read the attributes (nodes `Any` at -1,-1).
    Unreadable,
    /// A drawn canvas or a game: windows and containers, nothing named.
    Treeless,
    /// The screen moved while the tree was read.
    Torn,
}

impl Completeness {
    /// Whether the reading may serve as a screen at all.
    pub const fn is_screen(self) -> bool {
        matches!(self, Self::Whole | Self::Torn)
    }
}

/// Something that covers the screen and demands an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modal {
    pub role: Role,
    /// Title or first text, as the back end gave it.
    pub title: Option<String>,
    /// Button labels verbatim, in tree order.
    pub buttons: Vec<String>,
    /// It belongs to the system (SpringBoard), not to the app in front.
    pub by_system: bool,
}

/// The software keyboard, when its rectangle meets the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyboardShown {
    pub frame: Rect,
    /// Label of its return key, for example `Send`.
    pub return_label: Option<String>,
}

/// The visible part of the screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Viewport {
    pub size: Size,
    pub keyboard: Option<KeyboardShown>,
}

/// A reading judged: what the tree says once iOS's echoes and containers are folded away.
#[derive(Clone, Debug)]
pub struct Perception {
    /// Every element of the screen in reading order (top to bottom, left to right), before any budget.
    pub elements: Vec<Element>,
    pub title: Option<String>,
    /// Name or bundle id of the application that was read, for the header.
    pub app: Option<String>,
    pub completeness: Completeness,
    pub modal: Option<Modal>,
    pub viewport: Viewport,
    /// Sentences about what the digest cannot show (canvas, web view, repairs).
    pub notes: Vec<String>,
    /// Fingerprint of structure, state and title with hysteresis; equal = nothing a person would notice.
    pub fingerprint: u64,
    /// What the fingerprint was taken of, for the hysteresis of the next reading.
    pub marks: Vec<Mark>,
}

/// One element's part in a fingerprint: what it says and where it was when the print was taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Hash of role, name, identifier and state.
    pub key: u64,
    /// Centre in points.
    pub at: Point,
}

/// An alert or sheet in front, whoever owns it, as the device tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlertSeen {
    pub text: String,
    /// Labels verbatim, in the back end's order.
    pub buttons: Vec<String>,
}

/// Number of a reading in its room, counted upward.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct ObservationId(pub u64);

/// One reading of a device's screen.
#[derive(Clone, Debug)]
pub struct Observation {
    pub id: ObservationId,
    /// From the request to the arrival of its answer, on the session's clock.
    pub span: TimeSpan,
    pub tree: UiTree,
    pub perception: Perception,
    /// Bundle id of the app in front, where the road could tell.
    pub foreground: Option<String>,
    /// An alert of the system that is in front and that the app's tree does not hold.
    pub system_alert: Option<AlertSeen>,
    /// Which attachment of which road read it.
    pub road: RoadId,
}

impl Observation {
    pub fn completeness(&self) -> Completeness {
        self.perception.completeness
    }
}

/// One attachment of a road; a heal makes a new epoch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct RoadId {
    pub name: &'static str,
    pub epoch: u64,
}
