//! The grammar of results, line by line.

use std::time::Duration;

use super::*;
use crate::application::report::SequenceFailure;
use crate::domain::effect::{Attribution, Effect, Tier, Touched, Unknown, Witness};
use crate::domain::step::{Expectation, HardwareButton, Step, UiStep};

fn acted(verdict: Verdict, reason: &str) -> Acted {
    Acted {
        verb: "tap",
        target: Some("e4 button \"Delete Room\"".to_owned()),
        detail: None,
        tier: Some(Tier::Ref),
        effect: Effect {
            verdict,
            reason: reason.to_owned(),
            witness: Witness::TreeOfScreen,
            attribution: Attribution::OfScreen,
            touched: Touched::Yes,
            watched: Duration::from_millis(1200),
        },
        change: Change::Nothing,
        late: None,
        notes: Vec::new(),
        hint: None,
        from_cache: false,
    }
}

#[test]
fn a_step_reads_late_effect_then_verdict_then_change_then_hint() {
    let mut outcome = acted(Verdict::Changed, "an alert opened");
    outcome.late = Some("late effect of tap e2: the switch moved".to_owned());
    outcome.change = Change::Delta("+ e17 alert \"Delete this room?\" @(201,400)\n".to_owned());
    outcome.notes = vec!["scrolled into view".to_owned()];
    outcome.hint = Some("answer the alert".to_owned());
    let reply = Reply::acted(&outcome);
    assert_eq!(
        reply.text,
        "late effect of tap e2: the switch moved\n\
         changed: tap e4 button \"Delete Room\" (ref; an alert opened)\n\
         + e17 alert \"Delete this room?\" @(201,400)\n\
         note: scrolled into view\n\
         hint: answer the alert"
    );
    assert_eq!((reply.standing, reply.failure), (Standing::Fine, None));
}

#[test]
fn no_effect_leads_the_text_without_being_an_error() {
    let reply = Reply::acted(&acted(Verdict::NoEffect, "watched 1.2 s, tree and frames equal"));
    assert!(reply.text.starts_with("no_effect: tap e4"), "{}", reply.text);
    assert_eq!((reply.standing, reply.failure), (Standing::Stopped, None));
}

#[test]
fn contradicted_and_unknown_are_errors_with_data_and_not_observable_is_none() {
    let failing = [
        (Verdict::Contradicted, ErrorCode::Contradicted),
        (Verdict::Unknown(Unknown::AckLost), ErrorCode::UnknownOutcome),
    ];
    for (verdict, code) in failing {
        let reply = Reply::acted(&acted(verdict, "x"));
        assert!(reply.text.starts_with(verdict.word()), "{}", reply.text);
        assert_eq!(reply.standing, Standing::Failed);
        assert_eq!(reply.failure.map(|failure| failure.code), Some(code));
    }
    let volume = Reply::acted(&acted(Verdict::Unknown(Unknown::NotObservable), "x"));
    assert_eq!((volume.standing, volume.failure), (Standing::Fine, None));
}

#[test]
fn an_error_is_code_hint_and_at_most_ten_candidates() {
    let candidate = |n: u32| Candidate {
        handle: Some(format!("e{n}")),
        summary: format!("button \"Delete\" in cell \"Invoice {n}\""),
    };
    let error = DeviceError::new(ErrorCode::ElementAmbiguous, "12 elements match \"Del\nete\"")
        .with_hint("repeat the call with one candidate's ref")
        .with_candidates((1..=12).map(candidate).collect());
    let reply = Reply::error(&error);
    let lines: Vec<&str> = reply.text.lines().collect();
    assert_eq!(lines[0], "ELEMENT_AMBIGUOUS: 12 elements match \"Del ete\"");
    assert_eq!(lines[1], "hint: repeat the call with one candidate's ref");
    assert_eq!(lines[2], "candidates:");
    assert_eq!(lines[3], "  e1 button \"Delete\" in cell \"Invoice 1\"");
    assert_eq!(lines.last(), Some(&"  … and 2 more"));
    assert_eq!(lines.len(), 14);
    let data = serde_json::to_value(reply.failure).unwrap();
    assert_eq!(data["code"], "ELEMENT_AMBIGUOUS");
    assert_eq!(data["retry"], "after_observe");
    assert_eq!(data["candidates"][0]["ref"], "e1");
    assert_eq!(reply.structured, None);
}

fn waited(met: bool) -> Waited {
    Waited {
        met,
        text: "Saved".to_owned(),
        gone: false,
        watched: Duration::from_millis(2340),
        looks: 1,
        change: Change::Nothing,
    }
}

#[test]
fn a_wait_that_was_not_met_is_data_and_no_error() {
    let reply = Reply::waited(&waited(false));
    assert_eq!(reply.text, "not_met: \"Saved\" is not on screen (watched 2.3 s, 1 look)");
    assert_eq!(reply.standing, Standing::Stopped);
    let content = reply.structured.unwrap();
    assert_eq!(content["met"], false);
    assert_eq!(content["watched_seconds"], 2.3);
}

fn press_home() -> Step {
    Step {
        what: UiStep::PressButton { button: HardwareButton::Home },
        expect: Some(Expectation { text: "x".to_owned(), absent: false }),
    }
}

#[test]
fn a_sequence_leads_with_what_stopped_it() {
    let first = StepOutcome::Acted(Box::new(acted(Verdict::Changed, "an alert opened")));
    let error = DeviceError::new(ErrorCode::ElementNotFound, "no element matches \"Save\"")
        .with_hint("scroll until it is visible");
    let failed = StepOutcome::Failed(press_home(), SequenceFailure(error));
    let report =
        SequenceReport { done: vec![first.clone(), failed], asked: 3, change: Change::Nothing };
    let reply = Reply::sequence(&report);
    assert_eq!(
        reply.text,
        "ELEMENT_NOT_FOUND: run_sequence stopped at step 2 of 3, press_button: \
         no element matches \"Save\"\n\
         1. changed: tap e4 button \"Delete Room\" (ref; an alert opened)\n\
         2. ELEMENT_NOT_FOUND: press_button: no element matches \"Save\"\n\
         hint: scroll until it is visible"
    );
    assert_eq!(reply.standing, Standing::Failed);

    let missed = StepOutcome::Waited(waited(false));
    let report = SequenceReport { done: vec![first, missed], asked: 3, change: Change::Nothing };
    let reply = Reply::sequence(&report);
    assert!(reply.text.starts_with("not_met: run_sequence stopped at step 2 of 3\n"));
    assert_eq!((reply.standing, reply.failure), (Standing::Stopped, None));
}

#[test]
fn a_run_whose_first_steps_were_done_is_never_called_safe_to_repeat() {
    let failed = || {
        let error = DeviceError::new(ErrorCode::ScreenUnreadable, "the screen could not be read");
        StepOutcome::Failed(press_home(), SequenceFailure(error))
    };
    let retry = |done: Vec<StepOutcome>| {
        let report = SequenceReport { done, asked: 3, change: Change::Nothing };
        Reply::sequence(&report).failure.unwrap().retry
    };
    let first = StepOutcome::Acted(Box::new(acted(Verdict::Changed, "an alert opened")));
    assert_eq!(retry(vec![failed()]), Retry::Safe);
    assert_eq!(retry(vec![first, failed()]), Retry::AfterObserve);
}

#[test]
fn a_list_without_devices_says_how_to_get_one() {
    let reply = Reply::devices(&DeviceList::default());
    assert!(reply.text.starts_with("0 devices\nhint: ios-mcp serve --virtual"), "{}", reply.text);
    assert_eq!(reply.structured, Some(serde_json::json!({"devices": [], "warnings": []})));
}

#[test]
fn no_text_grows_without_bound() {
    let reply = Reply::note("x".repeat(MOST_CHARACTERS + 5));
    assert!(reply.text.ends_with("… cut: the result was longer than this"));
}
