//! What a step says when the phone, the wire or the app works against it.

use ios_mcp::domain::effect::{Unknown, Verdict};
use ios_mcp::domain::element::Ref;
use ios_mcp::domain::error::ErrorCode;
use ios_mcp::domain::step::{Target, UiStep};
use serde_json::json;
use virtual_iphone::Profile;

use crate::stage::{FORM, SETTINGS, Stage, scroll_to, set, tap, type_into};

#[tokio::test]
async fn a_lost_acknowledgement_is_unknown_and_the_input_is_not_sent_again() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    let before = stage.journal().len();
    stage.inject(&json!({"kind": "ack_lost", "route": "actions", "times": 1}));
    let acted = stage.run(set("Subscribe", "on")).await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::Unknown(Unknown::AckLost), "{}", acted.headline());
    assert_eq!(stage.journal().len(), before + 1);
}

#[tokio::test]
async fn a_lost_session_is_healed_for_reads_and_the_step_goes_on() {
    let stage = Stage::showing(Profile::Instant, SETTINGS).await;
    stage.inject(&json!({"kind": "session_lost", "times": 1}));
    let acted = stage.run(tap("General")).await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::Changed, "{}", acted.headline());
}

#[tokio::test]
async fn a_dead_switch_is_told_as_it_is() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    stage.inject(&json!({"kind": "dead_control", "control": "form.subscribe"}));
    let acted = stage.run(set("Subscribe", "on")).await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::NoEffect, "{}", acted.headline());
}

#[tokio::test]
async fn a_switch_that_flips_back_is_no_success() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    stage.inject(&json!({"kind": "optimistic_switch", "ms": 300}));
    let acted = stage.run(set("Subscribe", "on")).await.unwrap();
    let shown = stage.value_of("form.subscribe");
    assert_ne!(acted.effect.verdict, Verdict::Changed, "{} {shown}", acted.headline());
}

#[tokio::test]
async fn a_layout_that_shifts_after_the_proof_never_yields_a_false_claim() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    stage.inject(&json!({"kind": "layout_shift", "points": 52.0}));
    let acted = stage.run(set("Subscribe", "on")).await.unwrap();
    let is_on = stage.value_of("form.subscribe") == "1";
    assert_eq!(acted.effect.verdict == Verdict::Changed, is_on, "{}", acted.headline());
}

#[tokio::test]
async fn a_dropped_character_is_contradicted_with_what_the_field_shows() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    stage.inject(&json!({"kind": "drop_character", "nth": 3}));
    let acted = stage.run(type_into("Name", "Katherine", false)).await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::Contradicted, "{}", acted.headline());
}

#[tokio::test]
async fn a_late_effect_is_told_with_the_next_result() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    stage.inject(&json!({"kind": "late_effect", "ms": 4000}));
    let acted = stage.run(tap("Submit")).await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::NoEffect, "{}", acted.headline());
    stage.phone.advance(4000);
    let screen = stage.observe().await;
    assert!(screen.late.unwrap().starts_with("late effect of tap"), "{}", screen.text);
}

#[tokio::test]
async fn a_refused_connection_is_an_error_and_nothing_is_touched() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    let before = stage.journal().len();
    stage.inject(&json!({"kind": "connection_refused"}));
    let error = stage.run(tap("Submit")).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::DeviceGone);
    stage.inject(&json!({"kind": "clear"}));
    assert_eq!(stage.journal().len(), before);
    let acted = stage.run(set("Subscribe", "on")).await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::Changed, "{}", acted.headline());
}

#[tokio::test]
async fn a_tree_that_could_not_be_read_is_never_an_empty_screen() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    stage.inject(&json!({"kind": "any_source", "times": 9}));
    let error = stage.run(tap("Ignored")).await;
    let told = match error {
        Ok(acted) => acted.headline(),
        Err(error) => error.code().word().to_owned(),
    };
    assert!(
        told.contains("unreadable") || told.contains("UNREADABLE") || told.contains("unknown"),
        "{told}"
    );
    let screen = stage.observe().await;
    assert!(screen.text.contains("note:"), "{}", screen.text);
}

#[tokio::test]
async fn a_touch_that_a_shifting_layout_led_astray_is_never_claimed() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    stage.inject(&json!({"kind": "layout_shift", "points": 52.0}));
    let acted = stage.run(tap("Ignored")).await.unwrap();
    let journal = stage.journal();
    let touched = journal.last().unwrap();
    assert_eq!(touched["view"]["label"], "Submit", "the shift led it astray");
    assert!(matches!(acted.effect.verdict, Verdict::Unknown(_)), "{}", acted.headline());
}

#[tokio::test]
async fn a_link_that_only_raises_a_question_is_contradicted() {
    let stage = Stage::showing(Profile::Instant, SETTINGS).await;
    let acted = stage.run(UiStep::OpenUrl { url: "https://example.com".into() }).await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::Contradicted, "{}", acted.headline());
}

#[tokio::test]
async fn what_a_caller_expects_does_not_excuse_a_touch_that_was_led_astray() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    stage.inject(&json!({"kind": "layout_shift", "points": 52.0}));
    let acted = stage.expecting(tap("Ignored"), "Sent for").await.unwrap();
    let journal = stage.journal();
    assert_eq!(journal.last().unwrap()["view"]["label"], "Submit", "the shift led it astray");
    assert!(matches!(acted.effect.verdict, Verdict::Unknown(_)), "{}", acted.headline());
}

#[tokio::test]
async fn a_system_alert_can_be_expected_by_one_of_its_buttons() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    stage.run(scroll_to("Locate Me")).await.unwrap();
    let acted = stage.expecting(tap("Locate Me"), "Allow Once").await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::Changed, "{}", acted.headline());
    let next = stage.run(tap("Allow Once")).await.unwrap();
    assert_eq!(next.effect.verdict, Verdict::Changed, "{}", next.headline());
    assert!(stage.phone.world()["alert"].is_null());
}

#[tokio::test]
async fn a_scroll_sends_no_drag_onto_an_alert() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    stage.inject(&json!({"kind": "permission_alert"}));
    let before = stage.journal().len();
    let error = stage.run(scroll_to("Never there")).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::ElementCovered, "{}", error.message());
    assert!(!error.candidates().is_empty());
    assert_eq!(stage.journal().len(), before);

    stage.run(tap("Don't Allow")).await.unwrap();
    let reference = stage.run(tap("Delete")).await.unwrap_err().candidates()[0].handle.clone();
    let target = Target::Ref(Ref::parse(&reference.unwrap()).unwrap());
    stage.run(UiStep::Tap { target, count: 1 }).await.unwrap();
    let before = stage.journal().len();
    let error = stage.run(scroll_to("Never there")).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::ElementCovered, "{}", error.message());
    assert_eq!(stage.journal().len(), before);
}

#[tokio::test]
async fn what_an_alert_covers_is_neither_shown_nor_gone() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    let reference = stage.run(tap("Delete")).await.unwrap_err().candidates()[0].handle.clone();
    let target = Target::Ref(Ref::parse(&reference.unwrap()).unwrap());
    let opened = stage.expecting(UiStep::Tap { target, count: 1 }, "!Submit").await.unwrap();
    assert_eq!(opened.effect.verdict, Verdict::Contradicted, "{}", opened.headline());
    for gone in [true, false] {
        let timeout = std::time::Duration::from_secs(1);
        let text = "Submit".to_owned();
        let waited = stage.wait(UiStep::WaitFor { text, gone, timeout }).await;
        assert!(!waited.met, "gone: {gone}");
    }
}

#[tokio::test]
async fn a_search_of_what_could_not_be_read_is_no_empty_search() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    for kind in ["root_only_source", "any_source", "wrong_app_source"] {
        stage.inject(&json!({"kind": kind, "times": 2}));
        let found = stage.session.find("Submit", 5, &stage.context).await;
        assert_eq!(found.unwrap_err().code(), ErrorCode::ScreenUnreadable, "{kind}");
    }
    stage.inject(&json!({"kind": "permission_alert"}));
    let found = stage.session.find("Submit", 5, &stage.context).await.unwrap();
    assert!(found.text.contains("alert of the system in front"), "{}", found.text);
}

#[tokio::test]
async fn a_switch_that_flips_back_later_is_told_with_the_next_result() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    stage.inject(&json!({"kind": "optimistic_switch", "ms": 3000}));
    let acted = stage.run(set("Subscribe", "on")).await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::Changed, "{}", acted.headline());
    stage.phone.advance(3000);
    let screen = stage.observe().await;
    let late = screen.late.unwrap();
    assert!(late.starts_with("set_value") && late.contains("did not last"), "{late}");
    assert_eq!(stage.value_of("form.subscribe"), "0");
}

#[tokio::test]
async fn a_failure_after_the_focusing_tap_says_that_something_was_applied() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    stage.inject(&json!({"kind": "session_lost", "route": "keys", "times": 1}));
    let told = match stage.run(type_into("Name", "Ada", false)).await {
        Ok(acted) => acted.headline(),
        Err(error) => error.message().to_owned(),
    };
    assert_eq!(stage.journal().last().unwrap()["kind"], "tap");
    assert!(told.contains("had sent before was applied"), "{told}");
}

#[tokio::test]
async fn refs_on_a_picture_of_a_screen_that_never_rests_are_told_as_doubtful() {
    let stage = Stage::showing(Profile::Simulator, FORM).await;
    stage.inject(&json!({"kind": "spinner"}));
    let report = stage.session.screenshot_with_refs(&stage.context).await.unwrap();
    let tagged = report.tagged.unwrap();
    assert!(!tagged.markup.marks.is_empty());
    assert_eq!(tagged.notes, ["the screen moved meanwhile, refs may be off"]);
}
