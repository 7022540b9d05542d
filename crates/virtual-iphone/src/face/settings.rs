//! The session's settings: echoed as they were set, some of them obeyed.
//!
//! Unknown keys are ignored, null is ignored except for the alert keys, a bad value is an invalid
//! argument. Session-scoped ones reset with every session. Source: `docs/wires/wda.md`, "Settings".

use serde_json::{Map, Value, json};

use super::fail::WireError;

/// Keys that survive a new session.
const LASTING: [&str; 5] = [
    "mjpegServerScreenshotQuality",
    "mjpegServerFramerate",
    "mjpegScalingFactor",
    "mjpegFixOrientation",
    "shouldUseSingletonTestManager",
];

/// Keys that null clears.
const CLEARABLE: [&str; 4] = [
    "defaultAlertAction",
    "acceptAlertButtonSelector",
    "dismissAlertButtonSelector",
    "autoClickAlertSelector",
];

/// Frames a second at most.
const TOP_RATE: usize = 60;

/// How frames of the stream are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StreamStyle {
    /// From 1 to 100.
    pub(crate) quality: u8,
    /// The part of the pixels along each side.
    pub(crate) factor: f64,
    /// Whether frames are turned to the interface's orientation.
    pub(crate) fixes_orientation: bool,
}

/// All settings of the active session.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Settings {
    values: Map<String, Value>,
}

impl Default for Settings {
    fn default() -> Self {
        let values = match defaults() {
            Value::Object(map) => map,
            _ => Map::new(),
        };
        Self { values }
    }
}

fn defaults() -> Value {
    json!({
        "shouldUseCompactResponses": true,
        "elementResponseAttributes": "type,label",
        "mjpegServerScreenshotQuality": 25,
        "mjpegServerFramerate": 10,
        "mjpegScalingFactor": 100,
        "mjpegFixOrientation": false,
        "screenshotQuality": 3,
        "keyboardAutocorrection": 0,
        "keyboardPrediction": 0,
        "snapshotMaxDepth": 50,
        "snapshotMaxChildren": 2_147_483_647,
        "useFirstMatch": false,
        "boundElementsByIndex": false,
        "reduceMotion": false,
        "defaultActiveApplication": "auto",
        "activeAppDetectionPoint": "80.40,80.40",
        "defaultAlertAction": "",
        "acceptAlertButtonSelector": "",
        "dismissAlertButtonSelector": "",
        "autoClickAlertSelector": "",
        "screenshotOrientation": "auto",
        "waitForIdleTimeout": 10.0,
        "animationCoolOffTimeout": 2.0,
        "maxTypingFrequency": 60,
        "respectSystemAlerts": false,
        "useClearTextShortcut": true,
        "limitXPathContextScope": true,
        "includeHittableInPageSource": false,
        "includeNativeFrameInPageSource": false,
        "includeNativeAccessibilityElementInPageSource": false,
        "includeMinMaxValueInPageSource": false,
        "includeCustomActionsInPageSource": false,
        "enforceCustomSnapshots": false,
        "shouldUseSingletonTestManager": true,
    })
}

impl Settings {
    /// A new session's settings: defaults but for the keys that outlive a session.
    #[must_use]
    pub(crate) fn renewed(&self) -> Self {
        let mut fresh = Self::default();
        for key in LASTING {
            if let Some(value) = self.values.get(key) {
                fresh.values.insert(key.to_owned(), value.clone());
            }
        }
        fresh
    }

    /// Applies a settings object, known keys only.
    ///
    /// # Errors
    /// An invalid argument for a value that the setting cannot take.
    pub(crate) fn apply(&mut self, changes: &Map<String, Value>) -> Result<(), WireError> {
        for (key, value) in changes {
            if !self.values.contains_key(key) {
                continue;
            }
            if value.is_null() {
                if CLEARABLE.contains(&key.as_str()) {
                    self.values.insert(key.clone(), "".into());
                }
                continue;
            }
            let taken = self.checked(key, value)?;
            self.values.insert(key.clone(), taken);
        }
        Ok(())
    }

    fn checked(&self, key: &str, value: &Value) -> Result<Value, WireError> {
        let bad =
            || WireError::argument(format!("The value '{value}' of '{key}' is not supported"));
        match key {
            "keyboardAutocorrection" | "keyboardPrediction" => {
                truth(value).map(|on| Value::from(i32::from(on))).ok_or_else(bad)
            }
            "screenshotOrientation" => {
                let known =
                    ["auto", "portrait", "portraitUpsideDown", "landscapeRight", "landscapeLeft"];
                let asked = value.as_str().filter(|text| known.contains(text));
                asked.map(Value::from).ok_or_else(bad)
            }
            "activeAppDetectionPoint" => {
                let parts: Vec<&str> = value.as_str().unwrap_or_default().split(',').collect();
                let is_point =
                    parts.len() == 2 && parts.iter().all(|p| p.trim().parse::<f64>().is_ok());
                if is_point { Ok(value.clone()) } else { Err(bad()) }
            }
            _ => match self.values.get(key) {
                Some(Value::Bool(_)) => truth(value).map(Value::Bool).ok_or_else(bad),
                Some(Value::Number(_)) => number(value).ok_or_else(bad),
                _ => value.as_str().map(Value::from).ok_or_else(bad),
            },
        }
    }

    /// Everything, as the settings route echoes it.
    pub(crate) fn echo(&self) -> Value {
        Value::Object(self.values.clone())
    }

    /// How frames of the stream are drawn.
    pub(crate) fn stream_style(&self) -> StreamStyle {
        let percent = self.values.get("mjpegScalingFactor").and_then(Value::as_f64);
        StreamStyle {
            quality: self.whole("mjpegServerScreenshotQuality").clamp(1, 100) as u8,
            factor: percent.unwrap_or(100.0).clamp(1.0, 100.0) / 100.0,
            fixes_orientation: self.flag("mjpegFixOrientation"),
        }
    }

    /// Between two frames of the stream; a rate of 0 or beyond 60 means 60.
    pub(crate) fn frame_interval_ms(&self) -> u64 {
        let rate = match self.whole("mjpegServerFramerate") {
            rate @ 1..=TOP_RATE => rate,
            _ => TOP_RATE,
        };
        1000 / rate as u64
    }

    pub(crate) fn flag(&self, key: &str) -> bool {
        self.values.get(key).and_then(Value::as_bool).unwrap_or(false)
    }

    pub(crate) fn text(&self, key: &str) -> &str {
        self.values.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    pub(crate) fn whole(&self, key: &str) -> usize {
        let value = self.values.get(key).and_then(Value::as_f64).unwrap_or(0.0);
        value.max(0.0) as usize
    }
}

/// A boolean as Objective-C's `boolValue` reads JSON.
pub(crate) fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::Number(n) => n.as_f64().map(|n| n != 0.0),
        Value::String(text) => {
            Some(matches!(text.chars().next(), Some('1'..='9' | 't' | 'T' | 'y' | 'Y')))
        }
        _ => None,
    }
}

fn number(value: &Value) -> Option<Value> {
    match value {
        Value::Number(_) => Some(value.clone()),
        Value::String(text) => {
            let number = text.trim().parse::<f64>().ok().filter(|n| n.is_finite())?;
            serde_json::Number::from_f64(number).map(Value::Number)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Settings;

    fn applied(changes: &Value) -> Settings {
        let mut settings = Settings::default();
        settings.apply(changes.as_object().unwrap()).unwrap();
        settings
    }

    #[test]
    fn unknown_keys_and_nulls_are_ignored() {
        let changes = json!({"customSnapshotTimeout": 5.0, "snapshotMaxDepth": null});
        assert_eq!(applied(&changes), Settings::default());
    }

    #[test]
    fn a_new_session_keeps_only_the_stream_settings() {
        let old = applied(&json!({"snapshotMaxDepth": 10, "mjpegServerFramerate": 30}));
        let renewed = old.renewed().echo();
        assert_eq!(renewed["snapshotMaxDepth"], 50);
        assert_eq!(renewed["mjpegServerFramerate"], 30);
    }

    #[test]
    fn autocorrection_goes_in_as_a_boolean_and_comes_out_as_a_number() {
        assert_eq!(
            applied(&json!({"keyboardAutocorrection": true})).echo()["keyboardAutocorrection"],
            1
        );
    }

    #[test]
    fn a_bad_value_is_an_invalid_argument() {
        let mut settings = Settings::default();
        let changes = json!({"screenshotOrientation": "sideways"});
        let error = settings.apply(changes.as_object().unwrap()).unwrap_err();
        assert_eq!(error.status(), 400);
    }
}
