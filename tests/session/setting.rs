//! Every control is brought to a value, and the world is asked whether it is there.

use ios_mcp::domain::effect::Verdict;
use ios_mcp::domain::error::ErrorCode;
use ios_mcp::domain::step::{Direction, UiStep};
use serde_json::{Value, json};
use virtual_iphone::{Options, Profile};

use crate::stage::{FORM, Stage, scroll_to, set, tap};

const ALARM: &str = "com.example.alarm";

async fn more_controls(stage: &Stage) {
    stage.run(scroll_to("More Controls")).await.unwrap();
    stage.run(tap("More Controls")).await.unwrap();
}

async fn showing_more() -> Stage {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    more_controls(&stage).await;
    stage
}

fn state(stage: &Stage, app: &str, name: &str) -> Value {
    stage.phone.world()["values"][app][name].clone()
}

#[track_caller]
fn is(stage: &Stage, app: &str, name: &str, expected: &str) {
    assert_eq!(state(stage, app, name), json!(expected));
}

/// Runs `set_value` and demands this verdict.
async fn brought(stage: &Stage, target: &str, value: &str, verdict: Verdict) -> String {
    let acted = stage.run(set(target, value)).await.unwrap();
    assert_eq!(acted.effect.verdict, verdict, "{}", acted.headline());
    acted.headline()
}

#[tokio::test]
async fn a_wheel_is_turned_to_an_option_in_one_input() {
    let stage = showing_more().await;
    let before = stage.journal().len();
    let line = brought(&stage, "more.size", "huge", Verdict::Changed).await;
    assert!(line.contains("=Huge"), "{line}");
    is(&stage, FORM, "size", "Huge");
    brought(&stage, "more.size", "Huge", Verdict::Already).await;
    let inputs: Vec<Value> = stage.journal().split_off(before);
    assert!(inputs.iter().all(|input| input["kind"] != "text"), "{inputs:?}");
}

#[tokio::test]
async fn an_option_that_a_wheel_does_not_have_is_told_with_those_it_has() {
    let stage = showing_more().await;
    let error = stage.run(set("more.size", "Tiny")).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::ElementNotFound, "{}", error.message());
    let rows: Vec<&str> = error.candidates().iter().map(|c| c.summary.as_str()).collect();
    assert_eq!(rows, ["\"Medium\"", "\"Large\"", "\"Huge\"", "\"Small\""]);
    is(&stage, FORM, "size", "Medium");
}

#[tokio::test]
async fn a_date_is_spread_over_the_wheels_of_its_picker() {
    let stage = showing_more().await;
    let line = brought(&stage, "more.born", "2024-02-29", Verdict::Changed).await;
    assert!(line.contains("February"), "{line}");
    is(&stage, FORM, "born", "2024-02-29");
    brought(&stage, "more.born", "2024-02-29", Verdict::Already).await;
    // One wheel of several is named by what it shows.
    brought(&stage, "29", "1", Verdict::Changed).await;
    is(&stage, FORM, "born", "2024-02-01");
}

#[tokio::test]
async fn a_time_is_set_over_hour_minute_and_half() {
    let stage = Stage::showing(Profile::Instant, ALARM).await;
    brought(&stage, "alarm.time", "19:01", Verdict::Changed).await;
    is(&stage, ALARM, "time", "19:01");
    brought(&stage, "7 o'clock", "11", Verdict::Changed).await;
    is(&stage, ALARM, "time", "23:01");
    let refused = stage.run(set("alarm.time", "25:00")).await.unwrap_err();
    assert_eq!(refused.code(), ErrorCode::ElementNotFound);
    is(&stage, ALARM, "time", "23:01");
}

#[tokio::test]
async fn wheels_that_the_runner_cannot_set_are_turned_row_by_row() {
    let stage = showing_more().await;
    stage.inject(&json!({
        "kind": "error", "error": "invalid element state", "route": "/value", "times": 0,
    }));
    let line = brought(&stage, "more.size", "Small", Verdict::Changed).await;
    assert!(line.contains("=Small"), "{line}");
    is(&stage, FORM, "size", "Small");
    let taps = stage.journal().iter().filter(|input| input["kind"] == "tap").count();
    assert!(taps >= 3, "{taps}");
}

#[tokio::test]
async fn a_segment_is_chosen_by_the_control_or_by_any_segment() {
    let stage = showing_more().await;
    brought(&stage, "Plan", "Pro", Verdict::Changed).await;
    is(&stage, FORM, "plan", "Pro");
    brought(&stage, "Free", "basic", Verdict::Changed).await;
    is(&stage, FORM, "plan", "Basic");
    let touched = stage.journal().len();
    brought(&stage, "Plan", "Basic", Verdict::Already).await;
    let error = stage.run(set("Plan", "Gold")).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::ElementNotFound);
    assert_eq!(error.candidates().len(), 3, "{error:?}");
    assert_eq!(stage.journal().len(), touched, "nothing was touched");
}

#[tokio::test]
async fn a_pop_up_button_is_opened_and_the_choice_is_read_back() {
    let stage = showing_more().await;
    let line = brought(&stage, "Color", "Red", Verdict::Changed).await;
    assert!(line.contains("Red"), "{line}");
    is(&stage, FORM, "color", "Red");
    let touched = stage.journal().len();
    brought(&stage, "Color", "red", Verdict::Already).await;
    assert_eq!(stage.journal().len(), touched, "nothing was touched");
    let error = stage.run(set("Color", "Mauve")).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::ElementNotFound);
    let offered: Vec<bool> = error.candidates().iter().map(|c| c.handle.is_some()).collect();
    assert_eq!(offered, [true; 3], "{error:?}");
    is(&stage, FORM, "color", "Red");
}

#[tokio::test]
async fn a_stepper_is_pressed_until_its_number_is_there_or_stands_still() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    let before = stage.journal().len();
    brought(&stage, "form.guests", "5", Verdict::Changed).await;
    assert_eq!(state(&stage, FORM, "guests").as_f64(), Some(5.0));
    assert_eq!(stage.journal().len() - before, 3, "one press per step");
    brought(&stage, "form.guests", "4", Verdict::Changed).await;
    assert_eq!(state(&stage, FORM, "guests").as_f64(), Some(4.0));
    brought(&stage, "form.guests", "+2", Verdict::Changed).await;
    brought(&stage, "form.guests", "-1", Verdict::Changed).await;
    assert_eq!(state(&stage, FORM, "guests").as_f64(), Some(5.0));
    let line = brought(&stage, "form.guests", "12", Verdict::Contradicted).await;
    assert!(line.contains("10"), "{line}");
    assert_eq!(state(&stage, FORM, "guests").as_f64(), Some(10.0));
}

#[tokio::test]
async fn a_drawn_checkbox_is_checked_and_left_alone_when_it_is() {
    let stage = showing_more().await;
    brought(&stage, "Accept the terms", "on", Verdict::Changed).await;
    assert_eq!(state(&stage, FORM, "terms"), json!(true));
    brought(&stage, "Accept the terms", "on", Verdict::Already).await;
    brought(&stage, "Accept the terms", "off", Verdict::Changed).await;
    assert_eq!(state(&stage, FORM, "terms"), json!(false));
}

#[tokio::test]
async fn what_has_no_value_is_refused_with_what_has_one() {
    let stage = showing_more().await;
    let touched = stage.journal().len();
    let error = stage.run(set("Size", "Huge")).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidArgument, "{}", error.message());
    assert!(error.candidates().iter().any(|c| c.summary.contains("more.size")), "{error:?}");
    let field = stage.run(set("Search options", "x")).await.unwrap_err();
    assert!(field.hint().unwrap().contains("type_text"));
    let disabled = stage.run(set("Locked", "on")).await.unwrap_err();
    assert_eq!(disabled.code(), ErrorCode::ElementDisabled);
    assert_eq!(stage.journal().len(), touched, "nothing was touched");
}

#[tokio::test]
async fn an_acknowledgement_that_is_lost_sends_no_wheel_twice() {
    let stage = showing_more().await;
    stage.inject(&json!({"kind": "ack_lost", "route": "/value"}));
    let before = stage.journal().len();
    let acted = stage.run(set("more.size", "Huge")).await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::Changed, "{}", acted.headline());
    assert_eq!(stage.journal().len() - before, 1);
    is(&stage, FORM, "size", "Huge");
}

#[tokio::test]
async fn controls_are_set_where_the_screen_is_streamed_and_slow() {
    let options = Options { profile: Profile::Simulator, seed: 3, ..Options::default() };
    let stage = Stage::with(options).await;
    let app = ios_mcp::domain::app::BundleId::parse(FORM).unwrap();
    stage.run(UiStep::LaunchApp { app, fresh: false, arguments: Vec::new() }).await.unwrap();
    more_controls(&stage).await;
    brought(&stage, "more.size", "Large", Verdict::Changed).await;
    brought(&stage, "Color", "Green", Verdict::Changed).await;
    brought(&stage, "Plan", "Free", Verdict::Changed).await;
    let up = UiStep::Scroll { direction: Direction::Down, until: Some("Born".into()), area: None };
    stage.run(up).await.unwrap();
    brought(&stage, "more.born", "2001-12-31", Verdict::Changed).await;
    is(&stage, FORM, "born", "2001-12-31");
    is(&stage, FORM, "plan", "Free");
}
