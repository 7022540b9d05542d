//! Apps as data: what a person writes in a JSON file, and the apps that come with the phone.
//!
//! Schema: `docs/virtual-iphone-apps.md`.

use serde::{Deserialize, Serialize};

/// One application, as its file describes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AppSpec {
    pub bundle_id: String,
    pub name: String,
}

impl AppSpec {
    /// Reads an app from its JSON text.
    pub fn parse(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|e| e.to_string())
    }
}

/// The apps that every phone has.
pub fn builtin() -> Vec<AppSpec> {
    [
        ("com.apple.Preferences", "Settings"),
        ("com.apple.MobileAddressBook", "Contacts"),
        ("com.apple.mobilenotes", "Notes"),
        ("com.example.form", "Form"),
    ]
    .into_iter()
    .map(|(id, name)| AppSpec { bundle_id: id.into(), name: name.into() })
    .collect()
}
