//! What a step says when the phone, the wire or the app works against it.

use ios_mcp::domain::effect::{Unknown, Verdict};
use ios_mcp::domain::error::ErrorCode;
use ios_mcp::domain::step::UiStep;
use serde_json::json;
use virtual_iphone::Profile;

use crate::stage::{FORM, SETTINGS, Stage, set, tap, type_into};

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
