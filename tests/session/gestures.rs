//! Gestures, keys, positions and answers to alerts, judged against the phone's world.

use ios_mcp::domain::effect::{Tier, Verdict};
use ios_mcp::domain::error::ErrorCode;
use ios_mcp::domain::geometry::Point;
use ios_mcp::domain::step::{AlertAnswer, Direction, Key, SwipePath, Target, UiStep};
use serde_json::{Value, json};
use virtual_iphone::Profile;

use crate::stage::{FORM, SETTINGS, Stage, named, tap, type_into};

const CONTACTS: &str = "com.apple.MobileAddressBook";

/// Where the digest says that a finger would touch the element of this identifier.
async fn touch_of(stage: &Stage, identifier: &str) -> Point {
    let text = stage.observe().await.text;
    let line = text.lines().find(|line| line.contains(identifier)).unwrap().to_owned();
    let (_, place) = line.split_once("@(").unwrap();
    let (x, y) = place.trim_end_matches(')').split_once(',').unwrap();
    Point::new(x.parse().unwrap(), y.parse().unwrap())
}

fn last(stage: &Stage) -> Value {
    stage.journal().last().unwrap().clone()
}

fn at(x: f64, y: f64) -> UiStep {
    UiStep::Tap { target: Target::Point(Point::new(x, y)), count: 1 }
}

fn answer(answer: AlertAnswer) -> UiStep {
    UiStep::AnswerAlert { answer }
}

#[tokio::test]
async fn a_position_is_tapped_and_told_by_what_is_there() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    let spot = touch_of(&stage, "form.subscribe").await;
    let acted = stage.run(at(spot.x, spot.y)).await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::Changed, "{}", acted.headline());
    assert_eq!(acted.tier, Some(Tier::Point));
    assert!(acted.headline().contains("Subscribe"), "{}", acted.headline());
    assert_eq!(stage.value_of("form.subscribe"), "1");
}

#[tokio::test]
async fn a_position_off_the_screen_is_refused_and_one_on_nothing_has_no_effect() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    let before = stage.journal().len();
    let error = stage.run(at(9000.0, 20.0)).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidArgument);
    assert_eq!(stage.journal().len(), before);
    let spot = touch_of(&stage, "form.ignored").await;
    let nothing = stage.run(at(spot.x, spot.y)).await.unwrap();
    assert_eq!(nothing.effect.verdict, Verdict::NoEffect, "{}", nothing.headline());
    assert_eq!(stage.journal().len(), before + 1);
}

#[tokio::test]
async fn a_touch_that_is_held_is_one_hold() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    let held = stage.run(UiStep::Hold { target: named("Ignored"), seconds: 1.2 }).await.unwrap();
    assert_eq!(held.effect.verdict, Verdict::NoEffect, "{}", held.headline());
    assert_eq!(last(&stage)["kind"], "hold");
    assert_eq!(last(&stage)["view"]["label"], "Ignored");
}

#[tokio::test]
async fn a_swipe_moves_the_content_and_says_so_until_the_end() {
    let stage = Stage::showing(Profile::Instant, CONTACTS).await;
    let swipe = |way| UiStep::Swipe { path: SwipePath::Way(way) };
    let up = stage.run(swipe(Direction::Up)).await.unwrap();
    assert_eq!(up.effect.verdict, Verdict::Changed, "{}", up.headline());
    let first = stage.run(tap("Contact 001")).await;
    assert!(first.is_err(), "it was swept away");
    let aside = stage.run(swipe(Direction::Left)).await.unwrap();
    assert_eq!(aside.effect.verdict, Verdict::NoEffect, "{}", aside.headline());
}

#[tokio::test]
async fn a_swipe_between_places_starts_on_the_first_and_ends_on_the_second() {
    let stage = Stage::showing(Profile::Instant, CONTACTS).await;
    let path = SwipePath::Between { from: named("Contact 009"), to: named("Contact 002") };
    let acted = stage.run(UiStep::Swipe { path }).await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::Changed, "{}", acted.headline());
    assert_eq!(last(&stage)["view"]["label"], "Contact 009");
    let same = SwipePath::Between { from: named("Contact 030"), to: named("Contact 030") };
    let before = stage.journal().len();
    assert!(stage.run(UiStep::Swipe { path: same }).await.is_err());
    assert_eq!(stage.journal().len(), before);
}

#[tokio::test]
async fn what_is_dragged_and_stays_is_not_claimed() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    let (from, to) = (named("Ignored"), named("Submit"));
    let acted = stage.run(UiStep::Drag { from, to, hold_seconds: 0.6 }).await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::Contradicted, "{}", acted.headline());
    assert_eq!(last(&stage)["view"]["label"], "Ignored", "{}", acted.headline());
}

#[tokio::test]
async fn an_alert_is_answered_by_its_button_whoever_owns_it() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    let none = stage.run(answer(AlertAnswer::Accept)).await.unwrap_err();
    assert_eq!(none.code(), ErrorCode::ElementNotFound);

    stage.inject(&json!({"kind": "permission_alert", "buttons": ["Later", "Never", "Now"]}));
    let unclear = stage.run(answer(AlertAnswer::Accept)).await.unwrap_err();
    assert_eq!(unclear.code(), ErrorCode::ElementAmbiguous);
    assert_eq!(unclear.candidates().len(), 3);
    let wrong = stage.run(answer(AlertAnswer::Button("Maybe".into()))).await.unwrap_err();
    assert_eq!(wrong.code(), ErrorCode::ElementNotFound);
    assert!(!stage.phone.world()["alert"].is_null(), "nothing was answered");
    let answered = stage.run(answer(AlertAnswer::Button("later".into()))).await.unwrap();
    assert_eq!(answered.effect.verdict, Verdict::Changed, "{}", answered.headline());
    assert!(stage.phone.world()["alert"].is_null());
}

#[tokio::test]
async fn yes_and_no_go_to_the_buttons_that_say_so() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    let open = async || {
        let error = stage.run(tap("Delete")).await.unwrap_err();
        let reference = error.candidates()[0].handle.clone().unwrap();
        let target = Target::Ref(ios_mcp::domain::element::Ref::parse(&reference).unwrap());
        stage.run(UiStep::Tap { target, count: 1 }).await.unwrap();
    };
    open().await;
    let no = stage.run(answer(AlertAnswer::Dismiss)).await.unwrap();
    assert_eq!(no.effect.verdict, Verdict::Changed, "{}", no.headline());
    assert_eq!(last(&stage)["text"], "Cancel");
    open().await;
    stage.run(answer(AlertAnswer::Accept)).await.unwrap();
    assert_eq!(last(&stage)["text"], "Delete");
}

#[tokio::test]
async fn a_key_is_judged_by_what_the_field_shows() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    stage.run(type_into("Name", "Ada", true)).await.unwrap();
    let key = |key| UiStep::PressKey { key };
    let back = stage.run(key(Key::Backspace)).await.unwrap();
    assert_eq!(back.effect.verdict, Verdict::Changed, "{}", back.headline());
    assert!(back.effect.reason.contains("\"Ad\""), "{}", back.headline());
    assert_eq!(stage.value_of("form.name"), "Ad");
}

#[tokio::test]
async fn a_key_without_a_field_touches_nothing_and_says_so() {
    let stage = Stage::showing(Profile::Instant, SETTINGS).await;
    let pressed = stage.run(UiStep::PressKey { key: Key::Space }).await;
    let told = match pressed {
        Ok(acted) => acted.headline(),
        Err(error) => error.message().to_owned(),
    };
    assert!(!told.starts_with("changed"), "{told}");
}

#[tokio::test]
async fn a_pinch_on_what_does_not_zoom_has_no_effect() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    let acted = stage.run(UiStep::Pinch { target: None, scale: 2.0 }).await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::NoEffect, "{}", acted.headline());
    assert_eq!(last(&stage)["kind"], "pinch");
}

#[tokio::test]
async fn no_is_the_button_that_says_no_wherever_it_stands() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    let ask = |buttons: [&str; 2]| {
        stage.inject(&json!({"kind": "permission_alert", "buttons": buttons}));
    };
    ask(["Allow", "Don’t Allow"]);
    stage.run(answer(AlertAnswer::Dismiss)).await.unwrap();
    assert_eq!(last(&stage)["text"], "Don’t Allow");
    ask(["Don’t Allow", "OK"]);
    stage.run(answer(AlertAnswer::Accept)).await.unwrap();
    assert_eq!(last(&stage)["text"], "OK");
    ask(["Blue", "Red"]);
    let before = stage.journal().len();
    let unclear = stage.run(answer(AlertAnswer::Accept)).await.unwrap_err();
    assert_eq!(unclear.code(), ErrorCode::ElementAmbiguous);
    assert_eq!(stage.journal().len(), before);
}
