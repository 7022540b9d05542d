//! What the world tells of itself: app states, the open alert, and why an input was refused.

use std::fmt;

/// One installed app and how it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppStatus {
    pub bundle_id: String,
    pub name: String,
    /// Absent while the app is not running.
    pub pid: Option<u32>,
    /// XCUIApplicationState: 1 not running, 2 suspended, 3 background, 4 foreground.
    pub state: u8,
}

/// The alert that is open, wherever it belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlertInfo {
    /// Bundle id of the app whose tree holds it.
    pub owner: String,
    /// `Alert` or `Sheet`.
    pub kind: &'static str,
    /// Title and message, outside the buttons.
    pub texts: Vec<String>,
    /// Button labels in tree order.
    pub buttons: Vec<String>,
}

/// What the status bar shows instead of the truth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatusBar {
    /// The time as text.
    pub time: Option<String>,
    /// Battery in percent.
    pub battery: Option<u8>,
    /// Wi-Fi bars, 0 to 3.
    pub wifi: Option<u8>,
}

/// Why the world did not take an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    NoKeyboard,
    NoSuchView,
    NotEditable,
    NotInstalled(String),
    NoAlert,
    NoSuchButton(String),
    Locked,
    Unsupported(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoKeyboard => f.write_str("no text input has the keyboard"),
            Self::NoSuchView => f.write_str("the view does not exist any more"),
            Self::NotEditable => f.write_str("the view takes no value"),
            Self::NotInstalled(id) => write!(f, "{id} is not installed"),
            Self::NoAlert => f.write_str("no alert is open"),
            Self::NoSuchButton(label) => write!(f, "the alert has no button {label:?}"),
            Self::Locked => f.write_str("the phone is locked"),
            Self::Unsupported(what) => write!(f, "unsupported: {what}"),
        }
    }
}

impl std::error::Error for Refused {}
