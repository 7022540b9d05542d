//! Flows: steps that were done once, as values that can be done again without a model.
//!
//! A step of a flow names its target by what made it that element ([`Known`]), never by a place or a
//! ref; [`finding`] says which element of a later screen that is, [`agreement`] whether what came of
//! the step now is what came of it then. Secrets are names here, never texts. Not here: files
//! (`infrastructure::flow`), recording and replaying (`application`).

pub mod agreement;
pub mod finding;
pub mod naming;

use std::collections::BTreeSet;
use std::time::Duration;

pub use self::agreement::Kept;
use super::element::Identity;
use super::error::{DeviceError, ErrorCode};
use super::step::{Step, SwipePath, Target, UiStep};

/// Most steps of one flow, recorded or read.
pub const MAX_STEPS: usize = 1000;

/// An element of an earlier screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// Bundle id of the app that was in front.
    pub app: Option<String>,
    pub identity: Identity,
    /// The text it was asked for by, for people who read the flow.
    pub asked: Option<String>,
}

/// Steps in the order they were done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flow {
    /// The device it was recorded on, for people who read the flow.
    pub device: Option<String>,
    pub steps: Vec<FlowStep>,
}

/// One step, and what came of it when it was recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowStep {
    /// Its targets are texts or [`Known`] elements. The text to type is empty where it is a secret.
    pub step: Step,
    /// Name of the secret that is typed.
    pub secret: Option<SecretName>,
    pub kept: Kept,
    pub recorded: Option<Recorded>,
}

/// What was seen when a step was recorded; for people, never compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    /// Why the verdict was what it was.
    pub reason: Option<String>,
    /// App and title of the screen afterwards.
    pub screen: Option<String>,
    /// On the session's clock.
    pub took: Option<Duration>,
}

/// Name of a text that a flow does not hold: lower-case letters, digits and underscores.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SecretName(String);

impl SecretName {
    /// # Errors
    /// `INVALID_ARGUMENT` for what is no such name, or is longer than 60 characters.
    pub fn parse(text: &str) -> Result<Self, DeviceError> {
        let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if text.is_empty() || text.len() > 60 || !text.chars().all(fine) {
            return Err(DeviceError::invalid("secret", "is no name of a secret", text)
                .with_hint("names are lower-case letters, digits and underscores"));
        }
        Ok(Self(text.to_owned()))
    }

    /// The name that a field suggests: `Password` is `password`.
    pub fn of_field(name: &str) -> Self {
        let mut words = String::new();
        for c in name.chars().take(60) {
            match c.to_ascii_lowercase() {
                c if c.is_ascii_alphanumeric() => words.push(c),
                _ if words.is_empty() || words.ends_with('_') => {}
                _ => words.push('_'),
            }
        }
        let trimmed = words.trim_end_matches('_');
        Self(if trimmed.is_empty() { "secret".to_owned() } else { trimmed.to_owned() })
    }

    /// The same name with a number, for another secret of the same field.
    #[must_use]
    pub fn numbered(&self, number: usize) -> Self {
        Self(format!("{}_{number}", self.0))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for SecretName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Flow {
    /// Names of the secrets that it needs.
    pub fn secrets(&self) -> BTreeSet<SecretName> {
        self.steps.iter().filter_map(|step| step.secret.clone()).collect()
    }
}

impl FlowStep {
    /// The step with the text of its secret in place.
    ///
    /// # Errors
    /// `SECRET_NOT_FOUND` when `secret_of` knows none of that name.
    pub fn ready(
        &self,
        secret_of: &dyn Fn(&SecretName) -> Option<String>,
    ) -> Result<Step, DeviceError> {
        let mut step = self.step.clone();
        let Some(name) = &self.secret else { return Ok(step) };
        let known = secret_of(name).filter(|text| !text.is_empty());
        let text = known.ok_or_else(|| no_secret(name))?;
        if let UiStep::TypeText { text: typed, .. } = &mut step.what {
            *typed = text;
        }
        Ok(step)
    }
}

fn no_secret(name: &SecretName) -> DeviceError {
    DeviceError::new(ErrorCode::SecretNotFound, format!("the flow types the secret \"{name}\""))
}

/// The targets of a step, in the order they are named.
pub fn targets_mut(step: &mut UiStep) -> Vec<&mut Target> {
    match step {
        UiStep::Tap { target, .. }
        | UiStep::Hold { target, .. }
        | UiStep::SetValue { target, .. } => vec![target],
        UiStep::Swipe { path: SwipePath::Between { from, to } } | UiStep::Drag { from, to, .. } => {
            vec![from, to]
        }
        UiStep::TypeText { target, .. } | UiStep::Pinch { target, .. } => {
            target.iter_mut().collect()
        }
        UiStep::Scroll { area, .. } => area.iter_mut().collect(),
        UiStep::Swipe { path: SwipePath::Way(_) }
        | UiStep::PressKey { .. }
        | UiStep::AnswerAlert { .. }
        | UiStep::PressButton { .. }
        | UiStep::LaunchApp { .. }
        | UiStep::LaunchNamed { .. }
        | UiStep::OpenUrl { .. }
        | UiStep::WaitFor { .. } => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_named_after_its_field() {
        for (field, name) in [
            ("Password", "password"),
            ("  One-time code ", "one_time_code"),
            ("パスワード", "secret"),
            ("form.password", "form_password"),
        ] {
            let named = SecretName::of_field(field);
            assert_eq!(named.as_str(), name);
            assert_eq!(SecretName::parse(name).unwrap(), named);
        }
        for refused in ["", "Pass word", "a=b", "../x", &"a".repeat(61)] {
            assert!(SecretName::parse(refused).is_err(), "{refused}");
        }
    }

    #[test]
    fn a_step_is_ready_only_with_its_secret() {
        let what =
            UiStep::TypeText { text: String::new(), target: None, clear: false, submit: false };
        let step = FlowStep {
            step: Step { what, expect: None },
            secret: Some(SecretName::of_field("PIN")),
            kept: Kept::Changed,
            recorded: None,
        };
        let ready = step.ready(&|name| (name.as_str() == "pin").then(|| "1234".to_owned()));
        assert!(matches!(ready.unwrap().what, UiStep::TypeText { text, .. } if text == "1234"));
        for none in [None, Some(String::new())] {
            let refused = step.ready(&|_| none.clone()).unwrap_err();
            assert_eq!(refused.code(), ErrorCode::SecretNotFound);
        }
    }
}
