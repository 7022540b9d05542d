//! Tools that touch the screen: tap, type_text, set_value, scroll, press_button.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::application::ui_service::UiService;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::step::{Step, Target, UiStep};
use crate::mcp::tool::{Contract, ToolDefinition, ToolKind};
use crate::mcp::tools::input::{
    ButtonName, StepInput, Way, acting, counted, expecting, needed_target, position, seconds,
    some_text, target,
};
use crate::mcp::tools::words::{Setting, Words};

/// Most taps in quick succession.
const MOST_TAPS: u64 = 2;
/// Longest hold, in seconds.
const LONGEST_HOLD: f64 = 30.0;

/// tap, type_text, set_value, scroll and press_button.
pub(super) fn tools(ui: &Arc<UiService>) -> Vec<ToolDefinition> {
    vec![tap(ui), type_text(ui), set_value(ui), scroll(ui), press_button(ui)]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Tap {
    /// Ref from the last screen, e.g. "e7".
    #[serde(default, rename = "ref")]
    reference: Option<Words>,
    /// Visible text or identifier, when there is no ref.
    #[serde(default)]
    target: Option<Words>,
    /// Only a target of this role, e.g. button.
    #[serde(default)]
    role: Option<Words>,
    /// With y: a position in points, where nothing has a name.
    #[serde(default)]
    x: Option<f64>,
    /// See x.
    #[serde(default)]
    y: Option<f64>,
    /// 2 taps twice in quick succession.
    #[serde(default)]
    count: Option<u64>,
    /// Press that long instead of tapping.
    #[serde(default)]
    hold_seconds: Option<f64>,
    /// UDID or name; optional when only one is booted.
    #[serde(default)]
    device: Option<Words>,
    /// Text that must be on screen afterwards; "!text" must not.
    #[serde(default)]
    expect: Option<Words>,
}

impl StepInput for Tap {
    fn device(&self) -> Option<&str> {
        self.device.as_deref()
    }

    fn step(self) -> Result<Step, DeviceError> {
        let target = self.place()?;
        let count = counted("count", self.count.unwrap_or(1), MOST_TAPS)? as u8;
        let what = match self.hold_seconds {
            None => UiStep::Tap { target, count },
            Some(_) if self.count.is_some() => {
                let message =
                    "count and hold_seconds are both given; one touch is held or repeated";
                return Err(DeviceError::new(ErrorCode::InvalidArgument, message));
            }
            Some(long) => {
                let seconds = seconds("hold_seconds", long, LONGEST_HOLD)?.as_secs_f64();
                UiStep::Hold { target, seconds }
            }
        };
        expecting(what, self.expect.as_deref())
    }
}

impl Tap {
    fn place(&self) -> Result<Target, DeviceError> {
        let (reference, text) = (self.reference.as_deref(), self.target.as_deref());
        match (self.x, self.y) {
            (None, None) => needed_target("tap", reference, text, self.role.as_deref()),
            (Some(x), Some(y)) if reference.is_none() && text.is_none() && self.role.is_none() => {
                position(x, y).map(Target::Point)
            }
            (Some(_), Some(_)) => Err(DeviceError::new(
                ErrorCode::InvalidArgument,
                "a position and an element are both given; one of them is tapped",
            )),
            _ => Err(DeviceError::new(ErrorCode::InvalidArgument, "x and y belong together")),
        }
    }
}

fn tap(ui: &Arc<UiService>) -> ToolDefinition {
    let contract = Contract {
        name: "tap",
        title: "Tap",
        description: "Tap one element, by ref or by text. Answers with a verdict (changed, no_effect, \
                      contradicted, unknown) and with what changed; never repeat a tap unread. A text \
                      that several elements have is refused with their refs. For switches and \
                      sliders prefer set_value.",
        kind: ToolKind::Changes,
    };
    acting::<Tap>(contract, ui)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TypeText {
    /// What to type, without line breaks; submit presses return.
    text: String,
    /// Ref of the field, e.g. "e7".
    #[serde(default, rename = "ref")]
    reference: Option<Words>,
    /// Label, placeholder or identifier of the field.
    #[serde(default)]
    target: Option<Words>,
    /// Replace what is there instead of appending.
    #[serde(default)]
    clear: bool,
    /// Press return afterwards.
    #[serde(default)]
    submit: bool,
    /// UDID or name; optional when only one is booted.
    #[serde(default)]
    device: Option<Words>,
    /// Text that must be on screen afterwards; "!text" must not.
    #[serde(default)]
    expect: Option<Words>,
}

impl StepInput for TypeText {
    fn device(&self) -> Option<&str> {
        self.device.as_deref()
    }

    fn step(self) -> Result<Step, DeviceError> {
        let target = target(self.reference.as_deref(), self.target.as_deref(), None)?;
        if self.text.is_empty() && !self.clear {
            return Err(DeviceError::invalid("text", "is empty", "")
                .with_hint("clear true with an empty text empties the field"));
        }
        let (text, clear, submit) = (self.text, self.clear, self.submit);
        expecting(UiStep::TypeText { text, target, clear, submit }, self.expect.as_deref())
    }
}

fn type_text(ui: &Arc<UiService>) -> ToolDefinition {
    let contract = Contract {
        name: "type_text",
        title: "Type text",
        description: "Type into a field, or into the focused one when no field is named, then read \
                      the field back: the verdict says whether it shows what was asked.",
        kind: ToolKind::Changes,
    };
    acting::<TypeText>(contract, ui)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SetValue {
    /// Ref of the control, e.g. "e7".
    #[serde(default, rename = "ref")]
    reference: Option<Words>,
    /// Label or identifier of the control.
    #[serde(default)]
    target: Option<Words>,
    /// on or off; "40%"; a stepper's number or "+1"; an option's text; "2026-12-24" or "07:30" for a picker.
    value: Setting,
    /// UDID or name; optional when only one is booted.
    #[serde(default)]
    device: Option<Words>,
    /// Text that must be on screen afterwards; "!text" must not.
    #[serde(default)]
    expect: Option<Words>,
}

impl StepInput for SetValue {
    fn device(&self) -> Option<&str> {
        self.device.as_deref()
    }

    fn step(self) -> Result<Step, DeviceError> {
        let (reference, text) = (self.reference.as_deref(), self.target.as_deref());
        let target = needed_target("set_value", reference, text, None)?;
        let value = some_text("value", &self.value)?;
        expecting(UiStep::SetValue { target, value }, self.expect.as_deref())
    }
}

fn set_value(ui: &Arc<UiService>) -> ToolDefinition {
    let contract = Contract {
        name: "set_value",
        title: "Set value",
        description: "Bring a switch, slider, stepper, picker wheel, date picker, segmented control or \
                      pop-up button to a value and read it back. Touches nothing when it is there \
                      already. Prefer it to tap: it cannot toggle the wrong way.",
        kind: ToolKind::ChangesIdempotently,
    };
    acting::<SetValue>(contract, ui)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Scroll {
    /// The way to look: down shows what lies below.
    direction: Way,
    /// Keep scrolling until this text is visible.
    #[serde(default)]
    until: Option<Words>,
    /// Ref of the list or of something in it, e.g. "e7".
    #[serde(default, rename = "ref")]
    reference: Option<Words>,
    /// Text in the list to scroll; the screen's main list otherwise.
    #[serde(default)]
    target: Option<Words>,
    /// UDID or name; optional when only one is booted.
    #[serde(default)]
    device: Option<Words>,
    /// Text that must be on screen afterwards; "!text" must not.
    #[serde(default)]
    expect: Option<Words>,
}

impl StepInput for Scroll {
    fn device(&self) -> Option<&str> {
        self.device.as_deref()
    }

    fn step(self) -> Result<Step, DeviceError> {
        let area = target(self.reference.as_deref(), self.target.as_deref(), None)?;
        let until = self.until.map(|text| some_text("until", &text)).transpose()?;
        let direction = self.direction.into();
        expecting(UiStep::Scroll { direction, until, area }, self.expect.as_deref())
    }
}

fn scroll(ui: &Arc<UiService>) -> ToolDefinition {
    let contract = Contract {
        name: "scroll",
        title: "Scroll",
        description: "Scroll by a page, or until a text is visible: one call finds a row of a long \
                      list. Says when the end is reached.",
        kind: ToolKind::Changes,
    };
    acting::<Scroll>(contract, ui)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PressButton {
    /// The button.
    button: ButtonName,
    /// UDID or name; optional when only one is booted.
    #[serde(default)]
    device: Option<Words>,
    /// Text that must be on screen afterwards; "!text" must not.
    #[serde(default)]
    expect: Option<Words>,
}

impl StepInput for PressButton {
    fn device(&self) -> Option<&str> {
        self.device.as_deref()
    }

    fn step(self) -> Result<Step, DeviceError> {
        expecting(UiStep::PressButton { button: self.button.into() }, self.expect.as_deref())
    }
}

fn press_button(ui: &Arc<UiService>) -> ToolDefinition {
    let contract = Contract {
        name: "press_button",
        title: "Press button",
        description: "Press a button of the device. home leaves the app; nothing can show what a \
                      volume button did.",
        kind: ToolKind::Changes,
    };
    acting::<PressButton>(contract, ui)
}
