//! Devices: what can be named, listed and driven.

use serde::{Serialize, Serializer};

use super::error::DeviceError;

/// Identity of a simulator, a phone or a runner (`wda:HOST:PORT`) in every call.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Udid(String);

impl Udid {
    /// Accepts letters, digits and `.:_-[]`, at most 80, not beginning with a dash.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for anything else: udids reach command lines.
    pub fn parse(text: &str) -> Result<Self, DeviceError> {
        let fine = |c: char| c.is_ascii_alphanumeric() || ".:_-[]".contains(c);
        if text.is_empty() || text.len() > 80 || text.starts_with('-') || !text.chars().all(fine) {
            return Err(DeviceError::invalid("udid", "is not a device identifier", text));
        }
        Ok(Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Udid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Which family a device belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DeviceKind {
    Simulator,
    Phone,
    /// A WebDriverAgent that somebody else started; connect only.
    Runner,
    /// A built-in virtual iPhone.
    Virtual,
}

impl DeviceKind {
    pub const fn word(self) -> &'static str {
        match self {
            Self::Simulator => "simulator",
            Self::Phone => "phone",
            Self::Runner => "runner",
            Self::Virtual => "virtual",
        }
    }
}

/// Whether a device can be driven now; as data it is its word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeviceState {
    Booted,
    Shutdown,
    /// In between, or answering not at all; the text says what was seen.
    Other(String),
}

impl DeviceState {
    pub fn word(&self) -> &str {
        match self {
            Self::Booted => "booted",
            Self::Shutdown => "shutdown",
            Self::Other(text) => text,
        }
    }
}

impl Serialize for DeviceState {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// One device as its family lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Device {
    pub udid: Udid,
    pub name: String,
    pub kind: DeviceKind,
    pub state: DeviceState,
    /// System and version, for example `iOS 26.1`; absent where unknown.
    pub os: Option<String>,
}

impl Device {
    pub fn is_booted(&self) -> bool {
        self.state == DeviceState::Booted
    }
}

/// Every device that could be listed, and what could not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DeviceList {
    pub devices: Vec<Device>,
    /// One line per family that could not be asked, with its remedy; never "no devices".
    pub warnings: Vec<String>,
}
