//! What became of an input, judged from what came back: the one place where that is decided.
//!
//! `Refused` and `NotSent` promise that nothing was applied, so they are said only where WDA's
//! errors prove it; whatever is left is `Uncertain`. WDA looks the app, the element or the alert up
//! before it touches, so errors about those are refusals; `unknown error` may come from the middle of
//! a gesture or a text. Source: docs/wires/wda.md, "Refusals".

use super::error::{WdaError, WireError};
use super::wire::Reply;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::step::Delivery;

/// Whether an error answer to a route can leave half of it done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doing {
    /// One event of the system (a launch, a link): an error that is no time-out says that it did
    /// not happen.
    AtOnce,
    /// One act on something that is looked up first (an alert's button, a wheel): an error may come
    /// after it unless it says that there was nothing to act on.
    OnceFound,
    /// A sequence (a gesture, a text): an error may come from its middle.
    InParts,
}

/// The fate of an input from the outcome of its request.
pub(super) fn delivery(outcome: Result<Reply, WdaError>, doing: Doing) -> Delivery {
    match outcome {
        Ok(_) => Delivery::Delivered,
        Err(error) => undelivered(error, doing),
    }
}

fn undelivered(error: WdaError, doing: Doing) -> Delivery {
    match fate(&error, doing) {
        Fate::NotSent => Delivery::NotSent(error.into()),
        Fate::Refused => Delivery::Refused(error.into()),
        Fate::Uncertain => uncertain(error),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    NotSent,
    Refused,
    Uncertain,
}

fn fate(error: &WdaError, doing: Doing) -> Fate {
    match error {
        WdaError::Unreachable { .. } | WdaError::TooLate { .. } | WdaError::Unprepared(_) => {
            Fate::NotSent
        }
        // Only an answer of `invalid session id` is examined for another client, and what is no WDA
        // and turns a request away did not touch a device.
        WdaError::Taken { .. } | WdaError::Malformed { status: 400..=499, .. } => Fate::Refused,
        WdaError::Lost { .. }
        | WdaError::Broken { .. }
        | WdaError::Timeout { .. }
        | WdaError::TooLarge { .. }
        | WdaError::Malformed { .. } => Fate::Uncertain,
        WdaError::Answered { error: name, .. } => {
            if refuses(*name, error, doing) {
                Fate::Refused
            } else {
                Fate::Uncertain
            }
        }
    }
}

fn refuses(name: WireError, error: &WdaError, doing: Doing) -> bool {
    match name {
        WireError::InvalidSession
        | WireError::UnknownCommand
        | WireError::UnknownMethod
        | WireError::InvalidArgument
        | WireError::InvalidSelector
        | WireError::InvalidCoordinates
        | WireError::NoSuchElement
        | WireError::StaleElement
        | WireError::NotVisible
        | WireError::NoSuchAlert
        | WireError::UnexpectedAlert
        | WireError::Unsupported => true,
        WireError::Timeout => false,
        WireError::InvalidState if doing == Doing::OnceFound => true,
        WireError::InvalidState
        | WireError::SessionNotCreated
        | WireError::UnableToCapture
        | WireError::Unknown => {
            (doing == Doing::AtOnce && !error.says("imed out"))
                || error.says("keyboard must be present")
                || error.says("possibly crashed")
        }
    }
}

fn uncertain(error: WdaError) -> Delivery {
    let message = format!("{error}; it may have been applied");
    Delivery::Uncertain(unknown(message).with_source(error))
}

/// An input of two requests whose first was applied and whose second was not.
pub(super) fn half_done(what_happened: &str, delivery: Delivery) -> Delivery {
    match delivery {
        Delivery::NotSent(error) | Delivery::Refused(error) => {
            let message = format!("{what_happened}: {}", error.message());
            Delivery::Uncertain(unknown(message).with_source(error))
        }
        settled => settled,
    }
}

fn unknown(message: String) -> DeviceError {
    DeviceError::new(ErrorCode::UnknownOutcome, message)
        .with_hint("observe_screen shows what happened; do not repeat it blindly")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn answer(error: WireError, message: &str) -> WdaError {
        WdaError::Answered { route: "keys", error, message: message.to_owned(), active: None }
    }

    #[track_caller]
    fn check(error: WdaError, doing: Doing, expected: Fate) {
        let shown = error.to_string();
        let met = match delivery(Err(error), doing) {
            Delivery::Delivered => panic!("{shown} was called delivered"),
            Delivery::NotSent(_) => Fate::NotSent,
            Delivery::Refused(_) => Fate::Refused,
            Delivery::Uncertain(error) => {
                assert_eq!(error.code(), ErrorCode::UnknownOutcome);
                Fate::Uncertain
            }
        };
        assert_eq!(met, expected, "{shown}");
    }

    #[test]
    fn what_never_left_is_not_sent() {
        let gone = || WdaError::Unreachable { base: "http://a:1".to_owned(), source: None };
        check(gone(), Doing::InParts, Fate::NotSent);
        check(gone().unprepared(), Doing::InParts, Fate::NotSent);
        check(WdaError::TooLate { route: "keys" }, Doing::InParts, Fate::NotSent);
        let lost = answer(WireError::NoSuchElement, "").unprepared();
        check(lost, Doing::InParts, Fate::NotSent);
    }

    #[test]
    fn a_missing_acknowledgement_is_uncertain() {
        let after = Duration::from_secs(1);
        check(WdaError::Timeout { route: "keys", after }, Doing::AtOnce, Fate::Uncertain);
        check(WdaError::TooLarge { route: "keys", limit: 1 }, Doing::AtOnce, Fate::Uncertain);
        for (status, expected) in
            [(200, Fate::Uncertain), (404, Fate::Refused), (502, Fate::Uncertain)]
        {
            let detail = "no JSON".to_owned();
            check(WdaError::Malformed { route: "keys", status, detail }, Doing::InParts, expected);
        }
    }

    #[test]
    fn an_error_answer_refuses_only_where_nothing_can_have_been_applied() {
        for error in [
            WireError::InvalidSession,
            WireError::UnknownCommand,
            WireError::InvalidArgument,
            WireError::NoSuchElement,
            WireError::StaleElement,
            WireError::NoSuchAlert,
            WireError::Unsupported,
        ] {
            check(answer(error, ""), Doing::InParts, Fate::Refused);
        }
        for error in [WireError::InvalidState, WireError::Unknown, WireError::SessionNotCreated] {
            check(answer(error, "failed"), Doing::InParts, Fate::Uncertain);
            check(answer(error, "failed"), Doing::AtOnce, Fate::Refused);
        }
        check(answer(WireError::InvalidState, "no button"), Doing::OnceFound, Fate::Refused);
        check(answer(WireError::Unknown, "failed"), Doing::OnceFound, Fate::Uncertain);
        check(answer(WireError::Unknown, "Timed out"), Doing::AtOnce, Fate::Uncertain);
        let no_keyboard = "The on-screen keyboard must be present to send keys";
        check(answer(WireError::InvalidState, no_keyboard), Doing::InParts, Fate::Refused);
        check(answer(WireError::Timeout, ""), Doing::AtOnce, Fate::Uncertain);
        check(WdaError::Taken { by: "A".to_owned() }, Doing::InParts, Fate::Refused);
    }

    #[test]
    fn half_of_an_input_is_never_called_refused() {
        let refused = delivery(Err(answer(WireError::InvalidArgument, "no")), Doing::AtOnce);
        let Delivery::Uncertain(error) = half_done("the app was ended", refused) else {
            panic!("not uncertain")
        };
        assert!(error.message().starts_with("the app was ended: "));
        assert!(half_done("x", Delivery::Delivered).is_delivered());
    }
}
