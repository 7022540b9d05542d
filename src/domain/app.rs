//! Applications and their identifiers.

mod naming;

use serde::Serialize;

pub use self::naming::app_named;

use super::error::DeviceError;

/// A reverse-DNS application identifier.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct BundleId(String);

impl BundleId {
    /// SpringBoard: the home screen and the owner of system alerts.
    pub const SPRINGBOARD: &'static str = "com.apple.springboard";

    /// Accepts Apple's alphabet (letters, digits, `-`, `.`, and `_`, which tools let pass), at most
    /// 155 characters, beginning with a letter or a digit.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for anything else: bundle ids reach command lines.
    pub fn parse(text: &str) -> Result<Self, DeviceError> {
        let fine = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
        let begins = text.starts_with(|c: char| c.is_ascii_alphanumeric());
        if !begins || text.len() > 155 || !text.chars().all(fine) {
            return Err(DeviceError::invalid(
                "bundle_id",
                "is not a bundle id such as com.apple.Preferences",
                text,
            ));
        }
        Ok(Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for BundleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// An app that a device has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstalledApp {
    pub id: BundleId,
    /// The name under its icon, in the device's language.
    pub name: String,
}

/// The application in front of the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForegroundApp {
    pub bundle_id: String,
    pub process_id: Option<u32>,
}
