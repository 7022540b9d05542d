//! What the inputs of several tools have in common: targets, expectations, ways and numbers.

use std::sync::Arc;
use std::time::Duration;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::application::ui_service::UiService;
use crate::domain::element::Ref;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::geometry::Point;
use crate::domain::role::Role;
use crate::domain::step::{
    Direction, ElementQuery, Expectation, HardwareButton, Step, Target, UiStep,
};
use crate::mcp::tool::{Contract, Reply, ToolDefinition};

/// Arguments that make one step on one device.
pub(super) trait StepInput: DeserializeOwned + JsonSchema + Send + 'static {
    /// The device that the caller named.
    fn device(&self) -> Option<&str>;

    /// The step.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for values that are no step.
    fn step(self) -> Result<Step, DeviceError>;
}

/// A tool that runs one step and answers with its verdict.
pub(super) fn acting<I: StepInput>(contract: Contract, ui: &Arc<UiService>) -> ToolDefinition {
    let ui = Arc::clone(ui);
    ToolDefinition::new(contract, move |input: I, context| {
        let ui = Arc::clone(&ui);
        async move {
            let device = input.device().map(str::to_owned);
            let step = input.step()?;
            Ok(Reply::acted(&ui.run(device.as_deref(), &step, &context).await?))
        }
    })
}

// Which way to look; published as words, so it carries no doc comment that would be published too.
#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Way {
    Up,
    Down,
    Left,
    Right,
}

impl From<Way> for Direction {
    fn from(way: Way) -> Self {
        match way {
            Way::Up => Self::Up,
            Way::Down => Self::Down,
            Way::Left => Self::Left,
            Way::Right => Self::Right,
        }
    }
}

// A button of the device; published as words.
#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ButtonName {
    Home,
    Lock,
    VolumeUp,
    VolumeDown,
}

impl From<ButtonName> for HardwareButton {
    fn from(name: ButtonName) -> Self {
        match name {
            ButtonName::Home => Self::Home,
            ButtonName::Lock => Self::Lock,
            ButtonName::VolumeUp => Self::VolumeUp,
            ButtonName::VolumeDown => Self::VolumeDown,
        }
    }
}

/// The step `what` with what the caller expects of it.
pub(super) fn expecting(what: UiStep, expect: Option<&str>) -> Result<Step, DeviceError> {
    let expect = expect.map(Expectation::parse).transpose()?;
    Ok(Step { what, expect })
}

/// The element that `ref` or `target` names; `None` when neither is given.
pub(super) fn target(
    reference: Option<&str>,
    text: Option<&str>,
    role: Option<&str>,
) -> Result<Option<Target>, DeviceError> {
    match (reference, text) {
        (Some(_), Some(_)) => Err(DeviceError::new(
            ErrorCode::InvalidArgument,
            "ref and target are both given; one element is named by one of them",
        )),
        (Some(_), None) if role.is_some() => Err(DeviceError::new(
            ErrorCode::InvalidArgument,
            "role narrows target; a ref needs none",
        )),
        (Some(reference), None) => {
            Ref::parse(reference).map(Target::Ref).map(Some).ok_or_else(|| {
                DeviceError::invalid("ref", "is not a ref such as e7", reference)
                    .with_hint("pass visible text as target")
            })
        }
        (None, Some(text)) => {
            let role = role.map(parse_role).transpose()?;
            Ok(Some(Target::Match(ElementQuery { text: some_text("target", text)?, role })))
        }
        (None, None) if role.is_some() => {
            Err(DeviceError::new(ErrorCode::InvalidArgument, "role is given without a target"))
        }
        (None, None) => Ok(None),
    }
}

/// As [`target`], where one is needed.
pub(super) fn needed_target(
    tool: &str,
    reference: Option<&str>,
    text: Option<&str>,
    role: Option<&str>,
) -> Result<Target, DeviceError> {
    target(reference, text, role)?.ok_or_else(|| {
        DeviceError::new(ErrorCode::InvalidArgument, format!("{tool} needs ref or target"))
            .with_hint("observe_screen lists the refs; target takes visible text")
    })
}

/// A place: a ref, a position in points (`x,y`), or visible text.
pub(super) fn place(parameter: &str, text: &str) -> Result<Target, DeviceError> {
    if let Some(reference) = Ref::parse(text) {
        return Ok(Target::Ref(reference));
    }
    if let Some((x, y)) = text.split_once(',')
        && let (Ok(x), Ok(y)) = (x.trim().parse(), y.trim().parse())
    {
        return position(x, y).map(Target::Point);
    }
    let text = some_text(parameter, text)?;
    Ok(Target::Match(ElementQuery { text, role: None }))
}

/// A position on the screen, in points.
pub(super) fn position(x: f64, y: f64) -> Result<Point, DeviceError> {
    let at = Point::new(x, y);
    if !at.is_finite() || x < 0.0 || y < 0.0 {
        let given = format!("{x},{y}");
        return Err(DeviceError::invalid("position", "is not on a screen", &given)
            .with_hint("positions are points from the upper left corner"));
    }
    Ok(at)
}

fn parse_role(word: &str) -> Result<Role, DeviceError> {
    Role::parse(word).ok_or_else(|| {
        let known: Vec<&str> =
            Role::ALL.into_iter().filter(|role| role.is_interactive()).map(Role::word).collect();
        DeviceError::invalid("role", "is not a role", word)
            .with_hint(format!("roles are those of the digest: {}, text, …", known.join(", ")))
    })
}

/// A text to look for without the key that screens write before identifiers, as in `id=backBtn`.
pub(super) fn without_key(text: &str) -> &str {
    let text = text.trim();
    let rest = text.strip_prefix("id=").or_else(|| text.strip_prefix("row="));
    rest.map(|rest| rest.trim_matches('"')).filter(|rest| !rest.is_empty()).unwrap_or(text)
}

/// Text with something in it.
pub(super) fn some_text(parameter: &str, text: &str) -> Result<String, DeviceError> {
    if text.trim().is_empty() {
        return Err(DeviceError::invalid(parameter, "is empty", text));
    }
    Ok(text.to_owned())
}

/// A stretch of time up to `most` seconds.
pub(super) fn seconds(parameter: &str, value: f64, most: f64) -> Result<Duration, DeviceError> {
    let refused = || {
        let problem = format!("is not between 0 and {most} seconds");
        DeviceError::invalid(parameter, &problem, &value.to_string())
    };
    if !(0.0..=most).contains(&value) {
        return Err(refused());
    }
    Duration::try_from_secs_f64(value).map_err(|_| refused())
}

/// A number from 1 to `most`.
pub(super) fn counted(parameter: &str, value: u64, most: u64) -> Result<usize, DeviceError> {
    between(parameter, value, 1, most)
}

/// A number from `least` to `most`.
pub(super) fn between(
    parameter: &str,
    value: u64,
    least: u64,
    most: u64,
) -> Result<usize, DeviceError> {
    if !(least..=most).contains(&value) {
        let problem = format!("is not between {least} and {most}");
        return Err(DeviceError::invalid(parameter, &problem, &value.to_string()));
    }
    Ok(value as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_is_named_by_a_ref_or_by_text_and_not_by_both() {
        assert_eq!(target(Some("e7"), None, None).unwrap(), Some(Target::Ref(Ref(7))));
        let by_text = target(None, Some("Save"), Some("button")).unwrap();
        let query = ElementQuery { text: "Save".into(), role: Some(Role::Button) };
        assert_eq!(by_text, Some(Target::Match(query)));
        assert_eq!(target(None, None, None).unwrap(), None);
        for refused in [
            target(Some("e7"), Some("Save"), None),
            target(Some("Save"), None, None),
            target(None, Some(" "), None),
            target(None, Some("Save"), Some("thing")),
            target(None, None, Some("button")),
        ] {
            assert_eq!(refused.map_err(|e| e.code()), Err(ErrorCode::InvalidArgument));
        }
    }

    #[test]
    fn numbers_outside_their_range_are_refused_with_the_range() {
        assert_eq!(seconds("t", 2.5, 120.0).unwrap(), Duration::from_millis(2500));
        for value in [-1.0, 120.5, f64::NAN, f64::INFINITY] {
            let error = seconds("t", value, 120.0).unwrap_err();
            assert!(error.message().ends_with("is not between 0 and 120 seconds"));
        }
        assert_eq!(counted("limit", 50, 50).unwrap(), 50);
        assert!(counted("limit", 0, 50).is_err());
    }
}
