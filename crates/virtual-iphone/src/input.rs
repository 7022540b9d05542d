//! Inputs as the hardware delivers them, and the journal of what was applied.

use serde::Serialize;

use crate::geometry::Point;

/// What a finger does at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TouchPhase {
    Down,
    Move,
    Up,
    Cancel,
}

/// One finger's event; `at_ms` is relative to the start of the gesture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TouchEvent {
    pub at_ms: u64,
    pub finger: u32,
    pub phase: TouchPhase,
    pub at: Point,
}

/// The wire an input came in by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Wire {
    Wda,
    Idb,
    Simctl,
    Ios,
}

/// The view that an input landed on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JournalView {
    pub id: u64,
    pub role: String,
    pub label: Option<String>,
    pub identifier: Option<String>,
}

/// One input that was applied to the world. Order is order of application.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JournalEntry {
    pub seq: u64,
    pub at_ms: u64,
    pub wire: Wire,
    /// `tap`, `double_tap`, `hold`, `drag`, `swipe`, `pinch`, `keys`, `key`, `button`, `alert`,
    /// `launch`, `activate`, `terminate`, `open_url`, …
    pub kind: &'static str,
    /// Bundle id of the app that owned the touched view (or was acted on).
    pub app: String,
    pub view: Option<JournalView>,
    pub x: Option<f64>,
    pub y: Option<f64>,
    pub text: Option<String>,
}
