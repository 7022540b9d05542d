//! Controls, effects and alerts of an app file.
//!
//! An effect is a value, so that it can be delayed, dropped or replayed by the world.

use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

/// What stands at the right of a row, or instead of its title.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Control {
    Switch {
        bind: String,
        #[serde(default)]
        effects: Effects,
    },
    /// A value from 0 to 1.
    Slider { bind: String },
    Stepper {
        bind: String,
        #[serde(default)]
        min: f64,
        #[serde(default = "hundred")]
        max: f64,
        #[serde(default = "one")]
        step: f64,
    },
    Field {
        bind: String,
        #[serde(default)]
        placeholder: Option<String>,
        #[serde(default)]
        secure: bool,
        /// Label of the return key: `return`, `Go`, `Search`, `Next`, `Done`, …
        #[serde(default = "return_label")]
        return_key: String,
        /// What the return key does besides putting the keyboard away.
        #[serde(default)]
        submit: Effects,
        /// What the app makes of what is typed: `phone`, `words`, `upper` or a length as a number.
        #[serde(default)]
        format: Option<String>,
    },
    TextView {
        bind: String,
        #[serde(default)]
        placeholder: Option<String>,
        #[serde(default = "text_height")]
        height: f64,
    },
    Button {
        label: String,
        #[serde(default)]
        identifier: Option<String>,
        #[serde(default)]
        destructive: bool,
        #[serde(default)]
        effects: Effects,
    },
    /// Buttons side by side, one of them selected; the value is its text.
    Segmented {
        bind: String,
        options: Vec<String>,
        #[serde(default)]
        effects: Effects,
    },
    /// Wheels side by side.
    Picker { columns: Vec<WheelSpec> },
    /// Wheels over one value: `2026-05-14`, or `17:36` as a time.
    Date {
        bind: String,
        #[serde(default)]
        mode: DateMode,
    },
    /// A button that opens a menu of values.
    Menu { bind: String, options: Vec<String> },
    /// A drawn box with a tick, as apps outside UIKit make them.
    Checkbox { bind: String },
    /// A search field inside the content.
    Search { bind: String, placeholder: String },
    /// A bar that is filled from 0 to 1.
    Progress { bind: String },
    /// A wheel that turns forever.
    Spinner,
}

/// One wheel of a picker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WheelSpec {
    /// Value that holds the chosen text.
    pub bind: String,
    pub options: Vec<String>,
    /// Whether the first follows the last.
    #[serde(default)]
    pub wraps: bool,
}

/// What a date picker's wheels are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DateMode {
    #[default]
    Date,
    Time,
}

/// One consequence of a press.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// Sets a value; texts are templates.
    Set {
        name: String,
        value: Value,
    },
    Toggle {
        name: String,
    },
    /// An alert of the app.
    Alert(AlertSpec),
    /// An alert of the system on behalf of the app; `name` receives the pressed button's label.
    Permission {
        title: String,
        #[serde(default)]
        message: Option<String>,
        buttons: Vec<String>,
        #[serde(default)]
        name: Option<String>,
        /// Asked once for each service: later the first answer holds without a question.
        #[serde(default)]
        service: Option<String>,
    },
    Push {
        screen: String,
        #[serde(default)]
        with: Map<String, Value>,
    },
    Pop,
    /// Puts a new entry in front of a list value and opens a screen with it as `{item}`.
    Create {
        list: String,
        #[serde(default)]
        push: Option<String>,
    },
    /// Takes an entry out of a list value.
    Remove {
        list: String,
        item: String,
    },
    /// Puts a text at the end of a list value.
    Append {
        list: String,
        value: String,
    },
    /// Sets a value to the next of a ring of texts.
    Cycle {
        name: String,
        values: Vec<String>,
    },
    /// A notification of the system on behalf of the app.
    Banner {
        title: String,
        text: String,
    },
    /// The app's process ends, as in a crash.
    Quit,
    DismissKeyboard,
    /// Runs effects later.
    After {
        ms: u64,
        effects: Effects,
    },
    Nothing,
}

/// An alert with its buttons.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlertSpec {
    pub title: String,
    #[serde(default)]
    pub message: Option<String>,
    #[serde(default)]
    pub style: AlertStyle,
    pub buttons: Vec<ButtonSpec>,
}

/// How an alert is presented.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AlertStyle {
    #[default]
    Alert,
    Sheet,
}

/// One button of an alert.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ButtonSpec {
    pub label: String,
    #[serde(default)]
    pub destructive: bool,
    #[serde(default)]
    pub effects: Effects,
}

/// A shared list of effects; cloning is free.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Effects(Arc<Vec<Effect>>);

impl Deref for Effects {
    type Target = [Effect];

    fn deref(&self) -> &[Effect] {
        &self.0
    }
}

impl From<Vec<Effect>> for Effects {
    fn from(effects: Vec<Effect>) -> Self {
        Self(Arc::new(effects))
    }
}

impl Serialize for Effects {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_slice().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Effects {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::<Effect>::deserialize(deserializer).map(Self::from)
    }
}

fn hundred() -> f64 {
    100.0
}

fn one() -> f64 {
    1.0
}

fn text_height() -> f64 {
    120.0
}

fn return_label() -> String {
    "return".to_owned()
}
