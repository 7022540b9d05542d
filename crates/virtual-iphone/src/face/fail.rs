//! Errors as WDA puts them on the wire: a W3C name, its HTTP status and the text clients match.
//!
//! Source: `docs/wires/wda.md`, "Errors". The texts "Session does not exist", "possibly crashed",
//! "keyboard must be present to send keys" and "unable to find an element" are matched by clients.

use serde_json::{Value, json};

use crate::world::Refused;

/// A W3C error name with the status it travels under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    InvalidSessionId,
    NoSuchElement,
    StaleElement,
    NoSuchAlert,
    UnknownCommand,
    InvalidArgument,
    InvalidSelector,
    InvalidElementState,
    ElementNotVisible,
    InvalidCoordinates,
    Timeout,
    UnknownMethod,
    SessionNotCreated,
    UnableToCapture,
    Unsupported,
    UnexpectedAlert,
    Unknown,
}

const NAMES: [(Name, &str, u16); 17] = [
    (Name::InvalidSessionId, "invalid session id", 404),
    (Name::NoSuchElement, "no such element", 404),
    (Name::StaleElement, "stale element reference", 404),
    (Name::NoSuchAlert, "no such alert", 404),
    (Name::UnknownCommand, "unknown command", 404),
    (Name::InvalidArgument, "invalid argument", 400),
    (Name::InvalidSelector, "invalid selector", 400),
    (Name::InvalidElementState, "invalid element state", 400),
    (Name::ElementNotVisible, "element not visible", 400),
    (Name::InvalidCoordinates, "invalid coordinates", 400),
    (Name::Timeout, "timeout", 408),
    (Name::UnknownMethod, "unknown method", 405),
    (Name::SessionNotCreated, "session not created", 500),
    (Name::UnableToCapture, "unable to capture screen", 500),
    (Name::Unsupported, "unsupported operation", 500),
    (Name::UnexpectedAlert, "unexpected alert open", 500),
    (Name::Unknown, "unknown error", 500),
];

impl Name {
    fn row(self) -> (&'static str, u16) {
        let found = NAMES.iter().find(|row| row.0 == self);
        found.map_or(("unknown error", 500), |row| (row.1, row.2))
    }

    /// The name that a text spells, if WDA has it.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        NAMES.iter().find(|row| row.1 == text).map(|row| row.0)
    }
}

/// One failed request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WireError {
    name: Name,
    message: String,
}

impl WireError {
    pub(crate) fn new(name: Name, message: impl Into<String>) -> Self {
        Self { name, message: message.into() }
    }

    pub(crate) fn argument(message: impl Into<String>) -> Self {
        Self::new(Name::InvalidArgument, message)
    }

    pub(crate) fn selector(message: impl Into<String>) -> Self {
        Self::new(Name::InvalidSelector, message)
    }

    pub(crate) fn state(message: impl Into<String>) -> Self {
        Self::new(Name::InvalidElementState, message)
    }

    pub(crate) fn unknown(message: impl Into<String>) -> Self {
        Self::new(Name::Unknown, message)
    }

    pub(crate) fn status(&self) -> u16 {
        self.name.row().1
    }

    /// The `value` of the envelope.
    pub(crate) fn value(&self) -> Value {
        json!({ "error": self.name.row().0, "message": self.message, "traceback": "" })
    }
}

impl From<Refused> for WireError {
    fn from(refused: Refused) -> Self {
        let message = refused.to_string();
        match refused {
            Refused::NoKeyboard => Self::state(
                "Error: The on-screen keyboard must be present to send keys. Focus a text input first",
            ),
            Refused::NoSuchView => Self::new(Name::StaleElement, message),
            Refused::NotEditable | Refused::NoSuchButton(_) => Self::state(message),
            Refused::NotInstalled(_) => Self::argument(message),
            Refused::NoAlert => Self::new(Name::NoSuchAlert, message),
            Refused::Locked => Self::unknown(message),
            Refused::Unsupported(_) => Self::new(Name::Unsupported, message),
        }
    }
}
