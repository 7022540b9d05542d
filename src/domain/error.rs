//! The one error of the product: a code, a message, a hint and candidates.
//!
//! Adapters keep private errors and translate them here at their own boundary. Messages are
//! lower-case fragments that state facts; hints say what to do next and name the tool.

mod catalog;

use std::borrow::Cow;
use std::sync::Arc;

use serde::Serialize;

/// Stable identifier of a kind of failure; never reused, never renamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ErrorCode {
    InvalidArgument,
    DeviceNotFound,
    DeviceAmbiguous,
    DeviceNotReady,
    DeviceBusy,
    DeviceTaken,
    DeviceGone,
    Preparing,
    NotOnThisDevice,
    AppNotFound,
    AppNotAllowed,
    ElementNotFound,
    ElementAmbiguous,
    ElementDisabled,
    ElementCovered,
    RefUnknown,
    RefStale,
    ScreenMoving,
    ScreenUnreadable,
    TextUnsupported,
    Contradicted,
    UnknownOutcome,
    Timeout,
    NeverObserved,
    Cancelled,
    KeyReused,
    ApprovalRequired,
    ApprovalStale,
    Refused,
    Halted,
    NotRecording,
    SecretNotFound,
    BackendUnavailable,
    CommandFailed,
    PathNotFound,
    Unexpected,
}

impl ErrorCode {
    /// The code as it stands on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::InvalidArgument => "INVALID_ARGUMENT",
            Self::DeviceNotFound => "DEVICE_NOT_FOUND",
            Self::DeviceAmbiguous => "DEVICE_AMBIGUOUS",
            Self::DeviceNotReady => "DEVICE_NOT_READY",
            Self::DeviceBusy => "DEVICE_BUSY",
            Self::DeviceTaken => "DEVICE_TAKEN",
            Self::DeviceGone => "DEVICE_GONE",
            Self::Preparing => "PREPARING",
            Self::NotOnThisDevice => "NOT_ON_THIS_DEVICE",
            Self::AppNotFound => "APP_NOT_FOUND",
            Self::AppNotAllowed => "APP_NOT_ALLOWED",
            Self::ElementNotFound => "ELEMENT_NOT_FOUND",
            Self::ElementAmbiguous => "ELEMENT_AMBIGUOUS",
            Self::ElementDisabled => "ELEMENT_DISABLED",
            Self::ElementCovered => "ELEMENT_COVERED",
            Self::RefUnknown => "REF_UNKNOWN",
            Self::RefStale => "REF_STALE",
            Self::ScreenMoving => "SCREEN_MOVING",
            Self::ScreenUnreadable => "SCREEN_UNREADABLE",
            Self::TextUnsupported => "TEXT_UNSUPPORTED",
            Self::Contradicted => "CONTRADICTED",
            Self::UnknownOutcome => "UNKNOWN_OUTCOME",
            Self::Timeout => "TIMEOUT",
            Self::NeverObserved => "NEVER_OBSERVED",
            Self::Cancelled => "CANCELLED",
            Self::KeyReused => "KEY_REUSED",
            Self::ApprovalRequired => "APPROVAL_REQUIRED",
            Self::ApprovalStale => "APPROVAL_STALE",
            Self::Refused => "REFUSED",
            Self::Halted => "HALTED",
            Self::NotRecording => "NOT_RECORDING",
            Self::SecretNotFound => "SECRET_NOT_FOUND",
            Self::BackendUnavailable => "BACKEND_UNAVAILABLE",
            Self::CommandFailed => "COMMAND_FAILED",
            Self::PathNotFound => "PATH_NOT_FOUND",
            Self::Unexpected => "UNEXPECTED",
        }
    }
}

/// Something that the caller could have meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Candidate {
    /// Its ref, udid or exact name: what to pass instead; absent where it was never shown.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
    /// One line that tells it from the others.
    pub summary: String,
}

/// Whether the identical call may succeed later, and whether the device may have been touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Retry {
    /// The call itself must change.
    Never,
    /// Nothing was touched; look first.
    AfterObserve,
    /// Nothing was touched; the same call may work.
    Safe,
    /// Something may have been touched; look, never repeat blindly.
    UnknownOutcome,
}

/// An underlying failure, kept for logs; a model never sees it.
pub type Source = Arc<dyn std::error::Error + Send + Sync>;

/// Any failure that a caller of the product meets.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct DeviceError {
    code: ErrorCode,
    message: String,
    hint: Option<Cow<'static, str>>,
    candidates: Vec<Candidate>,
    #[source]
    source: Option<Source>,
}

impl DeviceError {
    /// An error of this code that states `message`.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: None, candidates: Vec::new(), source: None }
    }

    /// `INVALID_ARGUMENT` for one parameter, quoting at most 60 characters of what was given.
    pub fn invalid(parameter: &str, problem: &str, given: &str) -> Self {
        let quoted: String = given.chars().take(60).flat_map(char::escape_debug).collect();
        Self::new(ErrorCode::InvalidArgument, format!("{parameter} \"{quoted}\" {problem}"))
    }

    /// The same error with a further fact.
    #[must_use]
    pub fn and(mut self, fact: &str) -> Self {
        self.message = format!("{}; {fact}", self.message);
        self
    }

    /// The same error with what to do next.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<Cow<'static, str>>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same error with what the caller could have meant.
    #[must_use]
    pub fn with_candidates(mut self, candidates: Vec<Candidate>) -> Self {
        self.candidates = candidates;
        self
    }

    /// The same error with its cause, for logs.
    #[must_use]
    pub fn with_source(mut self, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        self.source = Some(Arc::new(source));
        self
    }

    pub const fn code(&self) -> ErrorCode {
        self.code
    }

    pub fn message(&self) -> &str {
        &self.message
    }

    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// What repeating the call would risk.
    pub const fn retry(&self) -> Retry {
        match self.code {
            ErrorCode::UnknownOutcome | ErrorCode::Contradicted => Retry::UnknownOutcome,
            ErrorCode::ElementNotFound
            | ErrorCode::ElementAmbiguous
            | ErrorCode::ElementDisabled
            | ErrorCode::ElementCovered
            | ErrorCode::RefStale
            | ErrorCode::RefUnknown
            | ErrorCode::ApprovalStale => Retry::AfterObserve,
            ErrorCode::DeviceNotReady
            | ErrorCode::DeviceBusy
            | ErrorCode::Preparing
            | ErrorCode::ScreenMoving
            | ErrorCode::ScreenUnreadable
            | ErrorCode::Timeout
            | ErrorCode::NeverObserved
            | ErrorCode::Cancelled
            | ErrorCode::DeviceGone
            | ErrorCode::BackendUnavailable => Retry::Safe,
            ErrorCode::InvalidArgument
            | ErrorCode::DeviceNotFound
            | ErrorCode::DeviceAmbiguous
            | ErrorCode::DeviceTaken
            | ErrorCode::NotOnThisDevice
            | ErrorCode::AppNotFound
            | ErrorCode::AppNotAllowed
            | ErrorCode::TextUnsupported
            | ErrorCode::KeyReused
            | ErrorCode::ApprovalRequired
            | ErrorCode::Refused
            | ErrorCode::Halted
            | ErrorCode::NotRecording
            | ErrorCode::SecretNotFound
            | ErrorCode::CommandFailed
            | ErrorCode::PathNotFound
            | ErrorCode::Unexpected => Retry::Never,
        }
    }
}
