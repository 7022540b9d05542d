//! What really is: the virtual phone's own world, journal and ledger, which no tool sees.

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

    /// Which app is in front, in a few words.
    pub(super) fn in_front(&self) -> String {
        let app = self.foreground();
        format!("{} is in front", app.rsplit('.').next().unwrap_or(&app))
    }

    /// Title of the open alert.
    pub(super) fn alert(&self) -> Option<String> {
        let world = self.phone.world();
        world["alert"]["texts"].as_array()?.first()?.as_str().map(str::to_owned)
    }

    /// Whether a view of this label is on the screen.
    pub(super) fn shows(&self, label: &str) -> bool {
        let world = self.phone.world();
        let views = world["views"].as_array().map(Vec::as_slice).unwrap_or_default();
        views.iter().any(|view| view["label"] == json!(label) && view["on_screen"] == json!(true))
    }

    /// How many inputs were applied so far.
    pub(super) fn inputs(&self) -> usize {
        self.phone.journal().as_array().map_or(0, Vec::len)
    }

    /// What the last input met: its kind, and the label it touched or the text it carried.
    pub(super) fn last_input(&self) -> String {
        let journal = self.phone.journal();
        let last = journal.as_array().and_then(|inputs| inputs.last()).cloned().unwrap_or_default();
        let kind = last["kind"].as_str().unwrap_or("nothing");
        let met = last["view"]["label"].as_str().or(last["text"].as_str()).unwrap_or("nothing");
        format!("{kind} on \"{met}\"")
    }

    /// Whole trees that were read, and seconds on the phone's clock.
    pub(super) fn spent(&self) -> (u64, f64) {
        let ledger = self.phone.ledger();
        let trees = ledger["requests"]["tree"].as_u64().unwrap_or(0);
        (trees, self.phone.now_ms() as f64 / 1000.0)
    }
}
