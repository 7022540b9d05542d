//! Tools of the toolset `gestures`: swipe, drag, pinch, press_key, answer_alert.
//!
//! A place is a ref (`e7`), a position in points (`120,300`), or visible text.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::application::ui_service::UiService;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::step::{AlertAnswer, Key, Step, SwipePath, UiStep};
use crate::mcp::tool::{Contract, ToolDefinition, ToolKind};
use crate::mcp::tools::input::{
    StepInput, Way, acting, expecting, place, seconds, some_text, target,
};
use crate::mcp::tools::words::Words;

/// Longest press before a drag moves, in seconds.
const LONGEST_PRESS: f64 = 10.0;
/// How long a drag presses before it moves: lists lift a row after half a second.
const USUAL_PRESS: f64 = 0.6;
/// Largest factor of a pinch, and one divided by the smallest.
const MOST_SCALE: f64 = 10.0;

pub(super) fn tools(ui: &Arc<UiService>) -> Vec<ToolDefinition> {
    vec![swipe(ui), drag(ui), pinch(ui), press_key(ui), answer_alert(ui)]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Swipe {
    /// The way the finger moves, through the middle of the screen.
    #[serde(default)]
    direction: Option<Way>,
    /// Where the finger starts: a ref, "x,y" in points, or visible text.
    #[serde(default)]
    from: Option<Words>,
    /// Where it ends.
    #[serde(default)]
    to: Option<Words>,
    /// UDID or name; optional when only one is booted.
    #[serde(default)]
    device: Option<Words>,
    /// Text that must be on screen afterwards; "!text" must not.
    #[serde(default)]
    expect: Option<Words>,
}

impl StepInput for Swipe {
    fn device(&self) -> Option<&str> {
        self.device.as_deref()
    }

    fn step(self) -> Result<Step, DeviceError> {
        let path = match (self.direction, self.from.as_deref(), self.to.as_deref()) {
            (Some(way), None, None) => SwipePath::Way(way.into()),
            (None, Some(from), Some(to)) => {
                SwipePath::Between { from: place("from", from)?, to: place("to", to)? }
            }
            _ => {
                let message = "swipe needs direction, or from and to";
                return Err(DeviceError::new(ErrorCode::InvalidArgument, message));
            }
        };
        expecting(UiStep::Swipe { path }, self.expect.as_deref())
    }
}

fn swipe(ui: &Arc<UiService>) -> ToolDefinition {
    let contract = Contract {
        name: "swipe",
        title: "Swipe",
        description: "Swipe fast, with momentum: pages, cards, a row's hidden actions, pull to \
                      refresh. To look through a list prefer scroll.",
        kind: ToolKind::Changes,
    };
    acting::<Swipe>(contract, ui)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Drag {
    /// What is carried: a ref, "x,y" in points, or visible text.
    from: Words,
    /// Where it is let go.
    to: Words,
    /// How long it is pressed before it moves; 0.6 when not given.
    #[serde(default)]
    hold_seconds: Option<f64>,
    /// UDID or name; optional when only one is booted.
    #[serde(default)]
    device: Option<Words>,
    /// Text that must be on screen afterwards; "!text" must not.
    #[serde(default)]
    expect: Option<Words>,
}

impl StepInput for Drag {
    fn device(&self) -> Option<&str> {
        self.device.as_deref()
    }

    fn step(self) -> Result<Step, DeviceError> {
        let (from, to) = (place("from", &self.from)?, place("to", &self.to)?);
        let press = self.hold_seconds.unwrap_or(USUAL_PRESS);
        let hold_seconds = seconds("hold_seconds", press, LONGEST_PRESS)?.as_secs_f64();
        expecting(UiStep::Drag { from, to, hold_seconds }, self.expect.as_deref())
    }
}

fn drag(ui: &Arc<UiService>) -> ToolDefinition {
    let contract = Contract {
        name: "drag",
        title: "Drag",
        description: "Press, carry slowly and let go at rest: reorder a row, move an item. The \
                      verdict says where it landed.",
        kind: ToolKind::Changes,
    };
    acting::<Drag>(contract, ui)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Pinch {
    /// Above 1 spreads the fingers (zoom in), below 1 closes them.
    scale: f64,
    /// Ref of what is pinched, e.g. "e7"; the middle of the screen otherwise.
    #[serde(default, rename = "ref")]
    reference: Option<Words>,
    /// Visible text or identifier, when there is no ref.
    #[serde(default)]
    target: Option<Words>,
    /// UDID or name; optional when only one is booted.
    #[serde(default)]
    device: Option<Words>,
    /// Text that must be on screen afterwards; "!text" must not.
    #[serde(default)]
    expect: Option<Words>,
}

impl StepInput for Pinch {
    fn device(&self) -> Option<&str> {
        self.device.as_deref()
    }

    fn step(self) -> Result<Step, DeviceError> {
        let target = target(self.reference.as_deref(), self.target.as_deref(), None)?;
        let scale = self.scale;
        let fits = (1.0 / MOST_SCALE..=MOST_SCALE).contains(&scale);
        if !fits || (scale - 1.0).abs() < 0.01 {
            let problem = format!("is not between {} and {MOST_SCALE}, or is 1", 1.0 / MOST_SCALE);
            return Err(DeviceError::invalid("scale", &problem, &scale.to_string()));
        }
        expecting(UiStep::Pinch { target, scale }, self.expect.as_deref())
    }
}

fn pinch(ui: &Arc<UiService>) -> ToolDefinition {
    let contract = Contract {
        name: "pinch",
        title: "Pinch",
        description: "Spread or close two fingers on a map, a photo or a page.",
        kind: ToolKind::Changes,
    };
    acting::<Pinch>(contract, ui)
}

// A key; published as words.
#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum KeyName {
    Return,
    Backspace,
    Tab,
    Space,
    Escape,
}

impl From<KeyName> for Key {
    fn from(name: KeyName) -> Self {
        match name {
            KeyName::Return => Self::Return,
            KeyName::Backspace => Self::Backspace,
            KeyName::Tab => Self::Tab,
            KeyName::Space => Self::Space,
            KeyName::Escape => Self::Escape,
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PressKey {
    /// The key.
    key: KeyName,
    /// UDID or name; optional when only one is booted.
    #[serde(default)]
    device: Option<Words>,
    /// Text that must be on screen afterwards; "!text" must not.
    #[serde(default)]
    expect: Option<Words>,
}

impl StepInput for PressKey {
    fn device(&self) -> Option<&str> {
        self.device.as_deref()
    }

    fn step(self) -> Result<Step, DeviceError> {
        expecting(UiStep::PressKey { key: self.key.into() }, self.expect.as_deref())
    }
}

fn press_key(ui: &Arc<UiService>) -> ToolDefinition {
    let contract = Contract {
        name: "press_key",
        title: "Press key",
        description: "Press one key of the keyboard in the focused field. Text goes through type_text.",
        kind: ToolKind::Changes,
    };
    acting::<PressKey>(contract, ui)
}

// Yes or no; published as words.
#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Answer {
    Accept,
    Dismiss,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AnswerAlert {
    /// Label of the button to press.
    #[serde(default)]
    button: Option<Words>,
    /// Instead of button, on an alert with at most two.
    #[serde(default)]
    action: Option<Answer>,
    /// UDID or name; optional when only one is booted.
    #[serde(default)]
    device: Option<Words>,
    /// Text that must be on screen afterwards; "!text" must not.
    #[serde(default)]
    expect: Option<Words>,
}

impl StepInput for AnswerAlert {
    fn device(&self) -> Option<&str> {
        self.device.as_deref()
    }

    fn step(self) -> Result<Step, DeviceError> {
        let answer = match (self.button, self.action) {
            (Some(button), None) => AlertAnswer::Button(some_text("button", &button)?),
            (None, Some(Answer::Accept)) => AlertAnswer::Accept,
            (None, Some(Answer::Dismiss)) => AlertAnswer::Dismiss,
            _ => {
                let message = "answer_alert needs button or action, and not both";
                return Err(DeviceError::new(ErrorCode::InvalidArgument, message));
            }
        };
        expecting(UiStep::AnswerAlert { answer }, self.expect.as_deref())
    }
}

fn answer_alert(ui: &Arc<UiService>) -> ToolDefinition {
    let contract = Contract {
        name: "answer_alert",
        title: "Answer alert",
        description: "Answer the alert in front, the app's or the system's, by a button's label. The \
                      verdict says whether that alert is gone, and lists the one that follows.",
        kind: ToolKind::Changes,
    };
    acting::<AnswerAlert>(contract, ui)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn step<I: StepInput>(arguments: serde_json::Value) -> Result<Step, String> {
        let input: I = serde_json::from_value(arguments).map_err(|error| error.to_string())?;
        input.step().map_err(|error| error.message().to_owned())
    }

    #[test]
    fn a_swipe_goes_one_way_or_from_one_place_to_another() {
        assert!(step::<Swipe>(json!({"direction": "up"})).is_ok());
        assert!(step::<Swipe>(json!({"from": "e3", "to": "10,20"})).is_ok());
        for refused in [
            json!({}),
            json!({"from": "e3"}),
            json!({"direction": "up", "from": "e3", "to": "e4"}),
            json!({"from": "", "to": "e4"}),
        ] {
            assert!(step::<Swipe>(refused.clone()).is_err(), "{refused}");
        }
    }

    #[test]
    fn a_pinch_changes_something_within_reason() {
        for scale in [0.5, 2.0, 10.0, 0.1] {
            assert!(step::<Pinch>(json!({"scale": scale})).is_ok(), "{scale}");
        }
        for scale in [0.0, -1.0, 1.0, 11.0, 0.01] {
            assert!(step::<Pinch>(json!({"scale": scale})).is_err(), "{scale}");
        }
    }

    #[test]
    fn an_alert_is_answered_by_one_of_two_ways() {
        assert!(step::<AnswerAlert>(json!({"button": "OK"})).is_ok());
        assert!(step::<AnswerAlert>(json!({"action": "dismiss"})).is_ok());
        assert!(step::<AnswerAlert>(json!({"button": "OK", "action": "accept"})).is_err());
        assert!(step::<AnswerAlert>(json!({})).is_err());
    }
}
