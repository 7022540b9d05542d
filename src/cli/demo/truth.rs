//! What really is: the virtual phone's own world and journal, which no tool sees.

use serde_json::{Value, json};
use virtual_iphone::VirtualIphone;
use virtual_iphone::input::Wire;

/// Apps that may be in front when the demonstration begins.
const START_APPS: [&str; 4] = [
    "com.apple.springboard",
    "com.apple.mobilenotes",
    "com.example.form",
    "com.apple.MobileAddressBook",
];

/// The truth about one phone.
pub(super) struct Truth<'a> {
    phone: &'a VirtualIphone,
}

impl<'a> Truth<'a> {
    pub(super) fn of(phone: &'a VirtualIphone) -> Self {
        Self { phone }
    }

    /// Brings the phone into the start state that belongs to the seed.
    pub(super) fn shuffle(&self, seed: u64) {
        let app = START_APPS[(seed % START_APPS.len() as u64) as usize];
        if app != START_APPS[0] {
            // An app that is not there leaves the home screen in front, which is a start as well.
            let _ = self.phone.with_world(|world| world.launch(Wire::Simctl, app, false));
        }
    }

    /// Schedules a fault.
    pub(super) fn inject(&self, fault: &Value) -> anyhow::Result<()> {
        self.phone.inject(fault).map_err(anyhow::Error::msg)
    }

    /// A value that an app holds.
    pub(super) fn value(&self, app: &str, name: &str) -> Value {
        self.phone.world()["values"][app][name].clone()
    }

    pub(super) fn foreground(&self) -> String {
        self.phone.world()["foreground"].as_str().unwrap_or_default().to_owned()
    }

    /// Title and message of the open alert.
    pub(super) fn alert(&self) -> Option<String> {
        let world = self.phone.world();
        let texts = world["alert"]["texts"].as_array()?;
        let texts: Vec<&str> = texts.iter().filter_map(Value::as_str).collect();
        Some(texts.join(" "))
    }

    /// Whether a view of this label is on the screen.
    pub(super) fn shows(&self, label: &str) -> bool {
        let world = self.phone.world();
        let views = world["views"].as_array().map(Vec::as_slice).unwrap_or_default();
        views.iter().any(|view| view["label"] == json!(label) && view["on_screen"] == json!(true))
    }

    /// Inputs that were applied so far.
    pub(super) fn inputs(&self) -> Vec<Value> {
        self.phone.journal().as_array().cloned().unwrap_or_default()
    }
}
