//! What arrives in the phone's world when a road's hands are used.

use ios_mcp::domain::app::BundleId;
use ios_mcp::domain::error::ErrorCode;
use ios_mcp::domain::geometry::Point;
use ios_mcp::domain::step::{Delivery, Gesture, HardwareButton, Input, Key};
use serde_json::json;

use crate::stage::{FORM, Stage};

#[track_caller]
fn refused(delivery: Delivery) -> ErrorCode {
    match delivery {
        Delivery::Refused(error) => {
            assert!(error.hint().is_some(), "{error}");
            error.code()
        }
        other => panic!("not refused: {other:?}"),
    }
}

#[tokio::test]
async fn a_tap_lands_where_it_was_aimed() {
    let stage = Stage::new().await;
    let at = stage.middle("form.name");
    stage.tap(at).await;
    let taps = stage.journal("tap");
    assert_eq!(taps.len(), 1);
    assert_eq!((taps[0]["x"].as_f64(), taps[0]["y"].as_f64()), (Some(at.x), Some(at.y)));
    assert_eq!(taps[0]["view"]["identifier"], "form.name");
}

#[tokio::test]
async fn double_taps_holds_and_drags_are_what_they_were_asked_to_be() {
    let stage = Stage::new().await;
    let at = Point::new(200.0, 150.0);
    stage.delivered(Input::Gesture(Gesture::Tap { at, count: 2 })).await;
    stage.rest().await;
    stage.delivered(Input::Gesture(Gesture::Hold { at, seconds: 1.0 })).await;
    stage.rest().await;
    let before = stage.middle("form.guests").y;
    let (from, to) = (Point::new(200.0, 640.0), Point::new(200.0, 480.0));
    let drag = Gesture::Drag { from, to, press_ms: 0, travel_ms: 600, rest_ms: 200 };
    stage.delivered(Input::Gesture(drag)).await;
    stage.rest().await;
    assert_eq!(stage.journal("double_tap").len(), 1, "{}", stage.phone.journal());
    assert_eq!(stage.journal("hold").len(), 1);
    assert_eq!(stage.journal("drag").len(), 1);
    let moved = before - stage.middle("form.guests").y;
    assert!((130.0..170.0).contains(&moved), "the list moved by {moved} pt");
}

#[tokio::test]
async fn text_arrives_whole_keys_edit_it_and_clear_empties_the_field() {
    let stage = Stage::new().await;
    stage.tap(stage.middle("form.name")).await;
    stage.delivered(Input::Text("👩‍👩‍👧 Ann é日".to_owned())).await;
    assert_eq!(stage.view("form.name")["value"], "👩‍👩‍👧 Ann é日");
    assert_eq!(stage.journal("keys").len(), 1);
    stage.delivered(Input::Key(Key::Backspace)).await;
    assert_eq!(stage.view("form.name")["value"], "👩‍👩‍👧 Ann é");
    stage.delivered(Input::Clear).await;
    let field = stage.road.fields.as_ref().unwrap().focused(stage.by(30.0)).await.unwrap().unwrap();
    assert_eq!(field.text, None);
}

#[tokio::test]
async fn text_without_a_keyboard_is_refused_and_clear_has_nothing_to_clear() {
    let stage = Stage::new().await;
    assert_eq!(refused(stage.send(Input::Text("x".to_owned())).await), ErrorCode::CommandFailed);
    assert_eq!(refused(stage.send(Input::Clear).await), ErrorCode::ElementNotFound);
    assert_eq!(stage.applied(), 0);
}

#[tokio::test]
async fn what_the_road_cannot_send_never_leaves() {
    let stage = Stage::new().await;
    for (input, code) in [
        (Input::Text("a\nb".to_owned()), ErrorCode::TextUnsupported),
        (Input::Link(String::new()), ErrorCode::InvalidArgument),
        (Input::AlertButton(String::new()), ErrorCode::InvalidArgument),
    ] {
        assert!(stage.road.hands.accepts(&input).is_err());
        match stage.send(input).await {
            Delivery::NotSent(error) => assert_eq!(error.code(), code),
            other => panic!("not unsent: {other:?}"),
        }
    }
    assert_eq!(stage.applied(), 0);
}

#[tokio::test]
async fn an_alert_is_seen_and_answered_by_name() {
    let stage = Stage::new().await;
    let alerts = stage.road.alerts.clone().unwrap();
    assert_eq!(alerts.showing(stage.by(30.0)).await.unwrap(), None);
    let yes = || Input::AlertButton("Yes".to_owned());
    assert_eq!(refused(stage.send(yes()).await), ErrorCode::ElementNotFound);

    stage.inject(
        &json!({ "kind": "permission_alert", "title": "May I?", "buttons": ["No", "Yes"] }),
    );
    stage.tap(Point::new(5.0, 300.0)).await;
    let alert = alerts.showing(stage.by(30.0)).await.unwrap().unwrap();
    assert!(alert.text.starts_with("May I?"));
    assert_eq!(alert.buttons, ["No", "Yes"]);
    refused(stage.send(Input::AlertButton("Maybe".to_owned())).await);
    stage.delivered(yes()).await;
    stage.rest().await;
    assert_eq!(alerts.showing(stage.by(30.0)).await.unwrap(), None);
    assert_eq!(stage.journal("alert").pop().unwrap()["text"], "Yes");
}

#[tokio::test]
async fn home_lock_and_volume_are_pressed() {
    let stage = Stage::new().await;
    stage.delivered(Input::Button(HardwareButton::Home)).await;
    stage.rest().await;
    assert_eq!(stage.phone.world()["foreground"], BundleId::SPRINGBOARD);
    stage.delivered(Input::Button(HardwareButton::VolumeUp)).await;
    stage.delivered(Input::Button(HardwareButton::Lock)).await;
    assert_eq!(stage.phone.world()["locked"], true);
    assert_eq!(stage.journal("button").len(), 3);
}

#[tokio::test]
async fn home_falls_back_to_the_button_where_the_route_is_missing() {
    let stage = Stage::new().await;
    let unknown = json!({
        "kind": "error", "route": "homescreen", "error": "unknown command", "message": "Unhandled",
    });
    stage.inject(&unknown);
    stage.delivered(Input::Button(HardwareButton::Home)).await;
    stage.rest().await;
    assert_eq!(stage.phone.world()["foreground"], BundleId::SPRINGBOARD);
    assert_eq!(stage.journal("button").len(), 1);
}

#[tokio::test]
async fn an_app_is_launched_anew_and_one_that_is_not_installed_is_said() {
    let stage = Stage::new().await;
    let launch = |app: &str, fresh| Input::Launch {
        app: BundleId::parse(app).unwrap(),
        fresh,
        arguments: Vec::new(),
    };
    let before = stage.road.reader.foreground(stage.by(30.0)).await.unwrap();
    stage.delivered(launch(FORM, true)).await;
    stage.rest().await;
    let after = stage.road.reader.foreground(stage.by(30.0)).await.unwrap();
    assert_eq!(after.bundle_id, FORM);
    assert_ne!(after.process_id, before.process_id);
    let missing = launch("com.example.missing", false);
    assert_eq!(refused(stage.send(missing).await), ErrorCode::AppNotFound);
}

#[tokio::test]
async fn a_fresh_launch_that_only_ended_the_app_is_uncertain() {
    let stage = Stage::new().await;
    let fault = json!({
        "kind": "error", "route": "apps/launch", "error": "session not created", "message": "no",
    });
    stage.inject(&fault);
    let app = BundleId::parse(FORM).unwrap();
    match stage.send(Input::Launch { app, fresh: true, arguments: Vec::new() }).await {
        Delivery::Uncertain(error) => assert!(error.message().contains("was ended"), "{error}"),
        other => panic!("not uncertain: {other:?}"),
    }
}

#[tokio::test]
async fn a_link_is_opened_once() {
    let stage = Stage::new().await;
    stage.delivered(Input::Link("form://x".to_owned())).await;
    assert_eq!(stage.journal("open_url").len(), 1);
}
