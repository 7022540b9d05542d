//! A file read as a flow, strictly: whatever is not understood is refused with its place.
//!
//! Not here: the size of a file, which is judged before it is read.

use std::time::Duration;

use serde_json::Value;

use super::file::{COMMON, FORMAT, FlowFile, StepFile, TargetFile, fields_of};
use crate::domain::app::BundleId;
use crate::domain::element::{Identity, Strength};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::flow::{Flow, FlowStep, Kept, Known, MAX_STEPS, Recorded, SecretName};
use crate::domain::role::Role;
use crate::domain::step::{
    AlertAnswer, Direction, ElementQuery, Expectation, HardwareButton, Key, Step, SwipePath,
    Target, UiStep,
};

/// Longest text of a file, in characters.
const LONGEST: usize = 10_000;
/// Longest press and longest wait, in seconds, as the tools take them.
const LONGEST_HOLD: f64 = 30.0;
/// Longest press before a drag moves, in seconds.
const LONGEST_PRESS: f64 = 10.0;
const LONGEST_WAIT: f64 = 120.0;
const MOST_SCALE: f64 = 10.0;

/// The flow that a file holds.
pub(super) fn flow(bytes: &[u8]) -> Result<Flow, DeviceError> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let file: FlowFile = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let place = error.path().to_string();
        invalid(format!("the flow is not understood at {place}: {}", error.inner()))
    })?;
    reader
        .end()
        .map_err(|error| invalid(format!("the flow does not end where it should: {error}")))?;
    if file.format != FORMAT {
        let message = format!("the flow has format {}; format {FORMAT} is read", file.format);
        return Err(invalid(message));
    }
    if file.steps.len() > MAX_STEPS {
        return Err(invalid(format!(
            "the flow has {} steps; {MAX_STEPS} are taken",
            file.steps.len()
        )));
    }
    check_text("device", file.device.as_deref().unwrap_or_default())?;
    let read = |(index, step): (usize, StepFile)| {
        step_of(step).map_err(|error| {
            let message = format!("steps[{index}]: {}", error.message());
            match error.hint() {
                Some(hint) => invalid(message).with_hint(hint.to_owned()),
                None => invalid(message),
            }
        })
    };
    let steps = file.steps.into_iter().enumerate().map(read).collect::<Result<_, _>>()?;
    Ok(Flow { device: file.device, steps })
}

fn invalid(message: impl Into<String>) -> DeviceError {
    DeviceError::new(ErrorCode::InvalidArgument, message)
}

fn check_text(field: &str, text: &str) -> Result<(), DeviceError> {
    if text.chars().count() > LONGEST {
        return Err(invalid(format!("{field} has more than {LONGEST} characters")));
    }
    match text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t')) {
        Some(c) => Err(invalid(format!("{field} holds the control character U+{:04X}", c as u32))),
        None => Ok(()),
    }
}

/// Every text in a value, with the field it stands in.
fn check_texts(field: &str, value: &Value) -> Result<(), DeviceError> {
    match value {
        Value::String(text) => check_text(field, text),
        Value::Array(items) => items.iter().try_for_each(|item| check_texts(field, item)),
        Value::Object(fields) => fields
            .iter()
            .try_for_each(|(name, value)| check_texts(&format!("{field}.{name}"), value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

/// Refuses what the step's verb does not take, and texts that are none.
fn check_fields(file: &StepFile) -> Result<(), DeviceError> {
    let own = fields_of(&file.verb)
        .ok_or_else(|| DeviceError::invalid("verb", "is no verb", &file.verb))?;
    let Ok(Value::Object(given)) = serde_json::to_value(file) else {
        return Err(invalid("the step is no object"));
    };
    for (name, value) in &given {
        if !own.contains(&name.as_str()) && !COMMON.contains(&name.as_str()) {
            return Err(invalid(format!("{} takes no {name}", file.verb))
                .with_hint(format!("it takes {}", own.join(", "))));
        }
        check_texts(name, value)?;
    }
    Ok(())
}

fn step_of(mut file: StepFile) -> Result<FlowStep, DeviceError> {
    check_fields(&file)?;
    let secret = file.secret.take().map(|name| SecretName::parse(&name)).transpose()?;
    if secret.is_some() && file.text.is_some() {
        return Err(invalid("text and secret are both given; one of them is typed"));
    }
    if secret.is_some() {
        file.text = Some(String::new());
    }
    let waits = file.verb == "wait_for";
    let kept = match file.verdict.take() {
        None if waits => Kept::Met,
        None => Kept::default(),
        Some(word) => {
            Kept::parse(&word).filter(|kept| (*kept == Kept::Met) == waits).ok_or_else(|| {
                DeviceError::invalid("verdict", "is none that a step can hold", &word)
            })?
        }
    };
    let expect = file.expect.take().map(|text| Expectation::parse(&text)).transpose()?;
    if waits && expect.is_some() {
        return Err(invalid("wait_for takes no expect: it waits for its text"));
    }
    let took =
        file.seconds.map(|took| seconds("seconds", took, f64::from(u32::MAX))).transpose()?;
    let recorded = Recorded { reason: file.reason.take(), screen: file.screen.take(), took };
    let empty = file.clear == Some(true) || secret.is_some();
    let what = what(file)?;
    if matches!(&what, UiStep::TypeText { text, .. } if text.is_empty() && !empty) {
        return Err(invalid("text is empty").with_hint("clear true empties the field"));
    }
    let recorded = (recorded != Recorded::default()).then_some(recorded);
    Ok(FlowStep { step: Step { what, expect }, secret, kept, recorded })
}

fn what(file: StepFile) -> Result<UiStep, DeviceError> {
    match file.verb.as_str() {
        "tap" | "hold" | "swipe" | "drag" | "pinch" => gesture(file),
        _ => deed(file),
    }
}

fn gesture(file: StepFile) -> Result<UiStep, DeviceError> {
    Ok(match file.verb.as_str() {
        "tap" => {
            let count = file.count.unwrap_or(1);
            if !(1..=2).contains(&count) {
                return Err(DeviceError::invalid("count", "is not 1 or 2", &count.to_string()));
            }
            UiStep::Tap { target: needed("target", file.target)?, count }
        }
        "hold" => {
            let press = needed_value("hold_seconds", file.hold_seconds)?;
            let seconds = seconds("hold_seconds", press, LONGEST_HOLD)?.as_secs_f64();
            UiStep::Hold { target: needed("target", file.target)?, seconds }
        }
        "swipe" => UiStep::Swipe { path: path(file)? },
        "drag" => {
            let press = needed_value("hold_seconds", file.hold_seconds)?;
            let hold_seconds = seconds("hold_seconds", press, LONGEST_PRESS)?.as_secs_f64();
            let (from, to) = (needed("from", file.from)?, needed("to", file.to)?);
            UiStep::Drag { from, to, hold_seconds }
        }
        _ => {
            let scale = needed_value("scale", file.scale)?;
            if !(1.0 / MOST_SCALE..=MOST_SCALE).contains(&scale) || scale == 1.0 {
                return Err(DeviceError::invalid("scale", "is no scale", &scale.to_string()));
            }
            UiStep::Pinch { target: optional(file.target)?, scale }
        }
    })
}

fn optional(target: Option<TargetFile>) -> Result<Option<Target>, DeviceError> {
    target.map(target_of).transpose()
}

fn deed(file: StepFile) -> Result<UiStep, DeviceError> {
    Ok(match file.verb.as_str() {
        "press_key" => UiStep::PressKey { key: word("key", file.key, &Key::ALL, Key::word)? },
        "answer_alert" => UiStep::AnswerAlert { answer: answer(file)? },
        "type_text" => UiStep::TypeText {
            text: needed_value("text", file.text)?,
            target: optional(file.target)?,
            clear: file.clear.unwrap_or(false),
            submit: file.submit.unwrap_or(false),
        },
        "set_value" => UiStep::SetValue {
            target: needed("target", file.target)?,
            value: some_text("value", file.value)?,
        },
        "scroll" => UiStep::Scroll {
            direction: way(file.direction)?,
            until: file.until.map(|text| some_text("until", Some(text))).transpose()?,
            area: optional(file.target)?,
        },
        "press_button" => {
            let all = HardwareButton::ALL;
            UiStep::PressButton { button: word("button", file.button, &all, HardwareButton::word)? }
        }
        "launch_app" if file.name.is_some() => {
            if file.bundle_id.is_some() {
                return Err(DeviceError::new(
                    ErrorCode::InvalidArgument,
                    "a launch names its app by bundle_id or by name, not by both",
                ));
            }
            UiStep::LaunchNamed {
                name: some_text("name", file.name)?,
                fresh: file.fresh.unwrap_or(false),
                arguments: file.arguments.unwrap_or_default(),
            }
        }
        "launch_app" => UiStep::LaunchApp {
            app: BundleId::parse(&needed_value("bundle_id", file.bundle_id)?)?,
            fresh: file.fresh.unwrap_or(false),
            arguments: file.arguments.unwrap_or_default(),
        },
        "open_url" => UiStep::OpenUrl { url: some_text("url", file.url)? },
        _ => UiStep::WaitFor {
            text: some_text("text", file.text)?,
            gone: file.gone.unwrap_or(false),
            timeout: seconds(
                "timeout_seconds",
                file.timeout_seconds.unwrap_or(10.0),
                LONGEST_WAIT,
            )?,
        },
    })
}

fn path(file: StepFile) -> Result<SwipePath, DeviceError> {
    match (file.direction, file.from, file.to) {
        (direction @ Some(_), None, None) => Ok(SwipePath::Way(way(direction)?)),
        (None, Some(from), Some(to)) => {
            Ok(SwipePath::Between { from: target_of(from)?, to: target_of(to)? })
        }
        _ => Err(invalid("swipe needs direction, or from and to")),
    }
}

fn answer(file: StepFile) -> Result<AlertAnswer, DeviceError> {
    match (file.button, file.action.as_deref()) {
        (Some(label), None) => Ok(AlertAnswer::Button(some_text("button", Some(label))?)),
        (None, Some("accept")) => Ok(AlertAnswer::Accept),
        (None, Some("dismiss")) => Ok(AlertAnswer::Dismiss),
        _ => Err(invalid("answer_alert needs button, or action accept or dismiss")),
    }
}

fn way(given: Option<String>) -> Result<Direction, DeviceError> {
    let all = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
    word("direction", given, &all, Direction::word)
}

fn word<T: Copy>(
    field: &str,
    given: Option<String>,
    all: &[T],
    word_of: fn(T) -> &'static str,
) -> Result<T, DeviceError> {
    let given = needed_value(field, given)?;
    all.iter().copied().find(|known| word_of(*known) == given).ok_or_else(|| {
        let words: Vec<&str> = all.iter().map(|known| word_of(*known)).collect();
        DeviceError::invalid(field, "is none of those that there are", &given)
            .with_hint(format!("there are {}", words.join(", ")))
    })
}

fn needed_value<T>(field: &str, given: Option<T>) -> Result<T, DeviceError> {
    given.ok_or_else(|| invalid(format!("{field} is missing")))
}

fn needed(field: &str, given: Option<TargetFile>) -> Result<Target, DeviceError> {
    target_of(needed_value(field, given)?)
}

fn some_text(field: &str, given: Option<String>) -> Result<String, DeviceError> {
    let text = needed_value(field, given)?;
    if text.trim().is_empty() {
        Err(DeviceError::invalid(field, "is empty", &text))
    } else {
        Ok(text)
    }
}

fn seconds(field: &str, value: f64, most: f64) -> Result<Duration, DeviceError> {
    let fits = (0.0..=most).contains(&value).then(|| Duration::try_from_secs_f64(value).ok());
    fits.flatten().ok_or_else(|| {
        let problem = format!("is not between 0 and {most} seconds");
        DeviceError::invalid(field, &problem, &value.to_string())
    })
}

fn target_of(file: TargetFile) -> Result<Target, DeviceError> {
    let role = file.role.as_deref().map(|word| {
        Role::parse(word).ok_or_else(|| DeviceError::invalid("role", "is no role", word))
    });
    let role = role.transpose()?;
    if let Some(text) = file.text {
        let alone = file.identifier.is_none() && file.label.is_none() && file.by.is_none();
        if !alone {
            return Err(invalid("a target has a text, or an identifier and a label, not both"));
        }
        let text = some_text("target.text", Some(text))?;
        return Ok(Target::Match(ElementQuery { text, role }));
    }
    let role =
        role.ok_or_else(|| invalid("a target needs a text, or a role with identifier or label"))?;
    let strength = strength(&file)?;
    let identity = Identity {
        app: None,
        identifier: file.identifier,
        role,
        label: file.label,
        alert: file.alert,
        context: file.context,
        ordinal: file.ordinal.unwrap_or(0),
        twins: file.twins.unwrap_or(1),
        strength,
    };
    Ok(Target::Known(Box::new(Known { app: file.app, identity, asked: file.asked })))
}

/// What tells the element apart; where the file does not say, the strongest that it names.
fn strength(file: &TargetFile) -> Result<Strength, DeviceError> {
    match file.by.as_deref() {
        Some("identifier") => Ok(Strength::Identifier),
        Some("label") => Ok(Strength::Label),
        Some("context") => Ok(Strength::Context),
        Some("position") => Ok(Strength::Position),
        Some(other) => {
            Err(DeviceError::invalid("target.by", "is no way to tell elements apart", other))
        }
        None if file.identifier.is_some() => Ok(Strength::Identifier),
        None if file.label.is_some() => Ok(Strength::Label),
        None => Err(invalid("a target needs a text, an identifier or a label")),
    }
}
