//! Everything that can go wrong between us and a runner, and what it is called above.
//!
//! The private [`WdaError`] keeps what decides an input's fate: whether the request may have
//! arrived, and which WebDriver error came back. The translation into the product's error is here
//! and nowhere else; the fate of an input is judged in `delivery.rs`. Call stacks that WDA sends
//! as `traceback` are dropped. Source: docs/wires/wda.md, "Errors".

use std::time::Duration;

use crate::domain::error::{DeviceError, ErrorCode};

/// The routes that come before anything is read or touched.
const OPENING: [&str; 3] = ["status", "session", "settings"];
/// The route of a whole reading, as messages name it.
pub(super) const TREE: &str = "the tree";
/// Longest part of a runner's own message that is passed on, in characters.
const EXCERPT: usize = 200;

/// A failed request to a runner.
#[derive(Debug, thiserror::Error)]
pub(super) enum WdaError {
    /// No connection came about, so nothing was sent.
    #[error("nothing answers at {base}")]
    Unreachable { base: String, source: Option<reqwest::Error> },
    /// The deadline had passed before anything was sent.
    #[error("no time was left for {route}")]
    TooLate { route: &'static str },
    /// The connection ended after the request may have been written.
    #[error("the runner closed the connection before it answered {route}")]
    Lost { route: &'static str, source: reqwest::Error },
    /// The answer began and ended before it was whole.
    #[error("the runner's answer to {route} broke off")]
    Broken { route: &'static str, source: reqwest::Error },
    /// The request was sent and no whole answer came in time.
    #[error("the runner did not answer {route} within {:.1} s", .after.as_secs_f64())]
    Timeout { route: &'static str, after: Duration },
    /// WDA answered with an error.
    #[error("the runner answered {route} with {error}{}", told(.message))]
    Answered { route: &'static str, error: WireError, message: String, active: Option<String> },
    /// What answered is not WDA, or its reply lacks what the route promises.
    #[error("unexpected reply to {route}: {detail}")]
    Malformed { route: &'static str, status: u16, detail: String },
    /// The reply is larger than we read.
    #[error("the reply to {route} is larger than {limit} bytes")]
    TooLarge { route: &'static str, limit: usize },
    /// Another client's session is active on the runner.
    #[error("another client has opened session {by} on this runner")]
    Taken { by: String },
    /// What had to come before the request failed, so the request was not sent.
    #[error("{0}")]
    Unprepared(Box<WdaError>),
}

/// The WebDriver error names that WDA uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WireError {
    InvalidSession,
    NoSuchElement,
    StaleElement,
    NoSuchAlert,
    UnknownCommand,
    InvalidArgument,
    InvalidSelector,
    InvalidState,
    NotVisible,
    InvalidCoordinates,
    Timeout,
    UnknownMethod,
    SessionNotCreated,
    UnableToCapture,
    Unsupported,
    UnexpectedAlert,
    /// `unknown error`, and any name that we do not know.
    Unknown,
}

/// Name on the wire, and the `status` number that WDA of 2019 and before sent instead (0 = none).
const NAMES: [(WireError, &str, u64); 17] = [
    (WireError::InvalidSession, "invalid session id", 6),
    (WireError::NoSuchElement, "no such element", 7),
    (WireError::UnknownCommand, "unknown command", 9),
    (WireError::StaleElement, "stale element reference", 10),
    (WireError::NotVisible, "element not visible", 11),
    (WireError::InvalidState, "invalid element state", 12),
    (WireError::Unknown, "unknown error", 13),
    (WireError::UnexpectedAlert, "unexpected alert open", 26),
    (WireError::NoSuchAlert, "no such alert", 27),
    (WireError::InvalidSelector, "invalid selector", 32),
    (WireError::SessionNotCreated, "session not created", 33),
    (WireError::InvalidArgument, "invalid argument", 0),
    (WireError::InvalidCoordinates, "invalid coordinates", 0),
    (WireError::Timeout, "timeout", 0),
    (WireError::UnknownMethod, "unknown method", 0),
    (WireError::UnableToCapture, "unable to capture screen", 0),
    (WireError::Unsupported, "unsupported operation", 0),
];

impl WireError {
    pub(super) fn named(name: &str) -> Self {
        NAMES.iter().find(|row| row.1 == name).map_or(Self::Unknown, |row| row.0)
    }

    pub(super) fn numbered(status: u64) -> Self {
        NAMES.iter().find(|row| row.2 == status).map_or(Self::Unknown, |row| row.0)
    }

    pub(super) fn name(self) -> &'static str {
        NAMES.iter().find(|row| row.0 == self).map_or("unknown error", |row| row.1)
    }
}

impl std::fmt::Display for WireError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl WdaError {
    /// The WebDriver error, when WDA answered with one.
    pub(super) const fn answered(&self) -> Option<WireError> {
        match self {
            Self::Answered { error, .. } => Some(*error),
            _ => None,
        }
    }

    pub(super) fn is(&self, error: WireError) -> bool {
        self.answered() == Some(error)
    }

    /// Whether the runner's own words contain `text`.
    pub(super) fn says(&self, text: &str) -> bool {
        matches!(self, Self::Answered { message, .. } if message.contains(text))
    }

    /// Whether a whole read took too long, by our patience or by XCTest's.
    pub(super) fn is_slow_snapshot(&self) -> bool {
        matches!(self, Self::Timeout { .. })
            || ["Timed out snapshotting", "Error getting main window", "kAXError"]
                .iter()
                .any(|text| self.says(text))
    }

    /// Marks that the request this error stopped was never sent.
    pub(super) fn unprepared(self) -> Self {
        match self {
            Self::Unprepared(_) => self,
            other => Self::Unprepared(Box::new(other)),
        }
    }
}

/// The runner's message on one line, shortened.
pub(super) fn excerpt(message: &str) -> String {
    let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(EXCERPT) {
        Some((cut, _)) => format!("{}…", &line[..cut]),
        None => line,
    }
}

const RESTART: &str = "start WebDriverAgent on the device again, then repeat the call";
const REPEAT_OR_RESTART: &str =
    "repeat the call; where that does not help, start WebDriverAgent on the device again";
const WITHOUT_TREE: &str = "repeat the call; take_screenshot works without the tree";
const AGAIN: &str = "repeat the call; nothing was touched by this look";
/// What helps where an app is not there.
pub(super) const INSTALLED: &str = "pass the exact bundle id of an installed app; observe_screen on the home screen shows their names";
const LOOK: &str = "observe_screen shows what is there now";

impl From<WdaError> for DeviceError {
    fn from(error: WdaError) -> Self {
        let error = match error {
            WdaError::Unprepared(inner) => return inner.unread(),
            other => other,
        };
        let (code, hint) = meaning(&error);
        Self::new(code, sentence(&error)).with_hint(hint).with_source(error)
    }
}

impl WdaError {
    /// The error of a reading, or of what comes before an input: nothing was touched, and the same reading may work the next time.
    pub(super) fn unread(self) -> DeviceError {
        let unreadable = match &self {
            // A connection came about, twice: something is there and did not say it whole.
            Self::Lost { .. }
            | Self::Broken { .. }
            | Self::Malformed { .. }
            | Self::TooLarge { .. } => true,
            Self::Answered { error, message, .. } => !matches!(
                answered(*error, message).0,
                ErrorCode::DeviceNotReady | ErrorCode::Timeout | ErrorCode::ScreenUnreadable
            ),
            _ => false,
        };
        if !unreadable {
            return self.into();
        }
        if self.route().is_some_and(|route| OPENING.contains(&route)) {
            let error = DeviceError::new(ErrorCode::BackendUnavailable, self.to_string());
            return error.with_hint(RESTART).with_source(self);
        }
        let hint = match &self {
            Self::Answered { message, .. } if message.contains(CRASHED.0) => CRASHED.1,
            Self::Lost { .. } | Self::Broken { .. } => REPEAT_OR_RESTART,
            _ if self.route() == Some(TREE) => WITHOUT_TREE,
            _ => AGAIN,
        };
        let message = format!("the screen could not be read: {self}");
        DeviceError::new(ErrorCode::ScreenUnreadable, message).with_hint(hint).with_source(self)
    }

    fn route(&self) -> Option<&'static str> {
        match self {
            Self::Unreachable { .. } | Self::Taken { .. } => None,
            Self::Unprepared(inner) => inner.route(),
            Self::TooLate { route }
            | Self::Lost { route, .. }
            | Self::Broken { route, .. }
            | Self::Timeout { route, .. }
            | Self::Answered { route, .. }
            | Self::Malformed { route, .. }
            | Self::TooLarge { route, .. } => Some(route),
        }
    }
}

fn told(message: &str) -> String {
    if message.is_empty() { String::new() } else { format!(" ({message})") }
}

fn meaning(error: &WdaError) -> (ErrorCode, &'static str) {
    match error {
        WdaError::Unreachable { .. } | WdaError::Lost { .. } | WdaError::Broken { .. } => {
            (ErrorCode::DeviceGone, RESTART)
        }
        WdaError::TooLate { .. } | WdaError::Timeout { .. } => (
            ErrorCode::Timeout,
            "the runner serves one request at a time and may be busy; try again, or take_screenshot",
        ),
        WdaError::Malformed { .. } => (
            ErrorCode::BackendUnavailable,
            "check that the address is WebDriverAgent's (its port is 8100 by default)",
        ),
        WdaError::TooLarge { .. } => (ErrorCode::ScreenUnreadable, WITHOUT_TREE),
        WdaError::Taken { .. } | WdaError::Unprepared(_) => (
            ErrorCode::DeviceTaken,
            "close the other client; a restart of this server takes the device over again",
        ),
        WdaError::Answered { error, message, .. } => answered(*error, message),
    }
}

fn answered(error: WireError, message: &str) -> (ErrorCode, &'static str) {
    match error {
        WireError::InvalidSession => (ErrorCode::DeviceNotReady, "repeat the call"),
        WireError::NoSuchElement | WireError::StaleElement | WireError::NoSuchAlert => {
            (ErrorCode::ElementNotFound, LOOK)
        }
        WireError::UnableToCapture => {
            (ErrorCode::ScreenUnreadable, "unlock the device and keep its screen on")
        }
        WireError::Timeout => (ErrorCode::Timeout, LOOK),
        _ => spoken(message),
    }
}

/// What XCTest says of an app that is no longer there, and what helps.
const CRASHED: (&str, &str) = ("possibly crashed", "launch_app starts the app again");

const LOCKED: &str = "unlock the device and repeat the call";

/// Meanings that only the runner's words tell apart.
const SPOKEN: [(&str, ErrorCode, &str); 10] = [
    (CRASHED.0, ErrorCode::CommandFailed, CRASHED.1),
    (
        "keyboard must be present",
        ErrorCode::CommandFailed,
        "nothing has the keyboard: tap a text field first",
    ),
    ("not installed", ErrorCode::AppNotFound, INSTALLED),
    ("is unknown to", ErrorCode::AppNotFound, INSTALLED),
    ("could not be, unlocked", ErrorCode::DeviceNotReady, LOCKED),
    ("is locked", ErrorCode::DeviceNotReady, LOCKED),
    ("Timed out snapshotting", ErrorCode::ScreenUnreadable, WITHOUT_TREE),
    ("Error getting main window", ErrorCode::ScreenUnreadable, WITHOUT_TREE),
    ("kAXError", ErrorCode::ScreenUnreadable, WITHOUT_TREE),
    ("source of the current application", ErrorCode::ScreenUnreadable, WITHOUT_TREE),
];

fn spoken(message: &str) -> (ErrorCode, &'static str) {
    let known = SPOKEN.iter().find(|row| message.contains(row.0));
    known.map_or((ErrorCode::CommandFailed, LOOK), |row| (row.1, row.2))
}

fn sentence(error: &WdaError) -> String {
    match error {
        WdaError::Answered { error: WireError::InvalidSession, .. } => {
            "the runner's session had ended; nothing was applied".to_owned()
        }
        WdaError::Answered { error, message, .. } if message.is_empty() => {
            format!("the runner answered: {error}")
        }
        WdaError::Answered { message, .. } => format!("the runner answered: {message}"),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(error: WireError, message: &str) -> WdaError {
        WdaError::Answered { route: "tap", error, message: message.to_owned(), active: None }
    }

    #[track_caller]
    fn check(error: WdaError, code: ErrorCode) {
        let translated = DeviceError::from(error);
        assert_eq!(translated.code(), code, "{}", translated.message());
        assert!(translated.hint().is_some_and(|hint| !hint.is_empty()));
    }

    #[test]
    fn each_failure_has_its_code_and_a_hint() {
        let base = "http://127.0.0.1:8100".to_owned();
        check(WdaError::Unreachable { base, source: None }, ErrorCode::DeviceGone);
        check(WdaError::TooLate { route: "source" }, ErrorCode::Timeout);
        let after = Duration::from_secs(3);
        check(WdaError::Timeout { route: "source", after }, ErrorCode::Timeout);
        let detail = "no JSON".to_owned();
        check(
            WdaError::Malformed { route: "source", status: 200, detail },
            ErrorCode::BackendUnavailable,
        );
        check(WdaError::TooLarge { route: "source", limit: 1 }, ErrorCode::ScreenUnreadable);
        check(WdaError::Taken { by: "A".to_owned() }, ErrorCode::DeviceTaken);
        let taken = WdaError::Taken { by: "A".to_owned() };
        check(taken.unprepared(), ErrorCode::DeviceTaken);
    }

    #[test]
    fn webdriver_errors_are_told_apart_by_name_and_where_need_be_by_words() {
        check(answer(WireError::InvalidSession, ""), ErrorCode::DeviceNotReady);
        check(answer(WireError::NoSuchElement, "gone"), ErrorCode::ElementNotFound);
        check(answer(WireError::NoSuchAlert, ""), ErrorCode::ElementNotFound);
        check(answer(WireError::UnableToCapture, ""), ErrorCode::ScreenUnreadable);
        check(answer(WireError::Unknown, "Timed out snapshotting"), ErrorCode::ScreenUnreadable);
        check(answer(WireError::InvalidArgument, "app is not installed"), ErrorCode::AppNotFound);
        check(answer(WireError::InvalidState, "possibly crashed"), ErrorCode::CommandFailed);
        check(answer(WireError::Unknown, "anything else"), ErrorCode::CommandFailed);
    }

    #[test]
    fn names_and_old_status_numbers_mean_the_same() {
        for (error, name, status) in NAMES {
            assert_eq!(WireError::named(name), error);
            if status != 0 {
                assert_eq!(WireError::numbered(status), error);
            }
        }
        assert_eq!(WireError::named("never heard of"), WireError::Unknown);
    }

    #[test]
    fn a_long_message_is_cut_to_one_short_line() {
        let cut = excerpt(&format!("first\n  second {}", "ä".repeat(400)));
        assert!(cut.starts_with("first second ää"));
        assert_eq!(cut.chars().count(), EXCERPT + 1);
    }
}
