//! WDA's one session: pushed settings, healing of what died, never of what was taken.

use ios_mcp::domain::error::ErrorCode;
use ios_mcp::domain::geometry::Point;
use ios_mcp::domain::step::{Delivery, Gesture, Input};
use serde_json::json;

use crate::stage::{Stage, instant};

const TAP: Input = Input::Gesture(Gesture::Tap { at: Point::new(200.0, 300.0), count: 1 });

#[tokio::test]
async fn settings_are_pushed_after_every_session() {
    let stage = Stage::new().await;
    for round in 0..2 {
        let settings = stage.stranger().settings().await;
        assert_eq!(settings["shouldUseCompactResponses"], false, "round {round}");
        assert_eq!(settings["snapshotMaxDepth"], 50);
        assert_eq!(settings["waitForIdleTimeout"].as_f64(), Some(0.0));
        assert!(settings["elementResponseAttributes"].as_str().unwrap().contains("rect"));
        stage.inject(&json!({ "kind": "session_lost", "route": "window/size" }));
        stage.road.reader.screen_size(stage.by(30.0)).await.unwrap();
    }
}

#[tokio::test]
async fn a_read_on_a_lost_session_is_repeated_and_counted() {
    let stage = Stage::new().await;
    stage.inject(&json!({ "kind": "session_lost", "route": "source" }));
    let reading = stage.road.reader.read(stage.by(30.0)).await.unwrap();
    assert!(reading.tree.len() > 10);
    let udid = ios_mcp::domain::device::Udid::parse(stage.phone.udid()).unwrap();
    assert_eq!(stage.gateway.recovered(&udid), 1);
}

#[tokio::test]
async fn an_input_on_a_lost_session_is_refused_and_works_when_the_caller_repeats_it() {
    let stage = Stage::new().await;
    stage.inject(&json!({ "kind": "session_lost", "route": "actions" }));
    match stage.send(TAP).await {
        Delivery::Refused(error) => assert_eq!(error.code(), ErrorCode::DeviceNotReady),
        other => panic!("not refused: {other:?}"),
    }
    assert_eq!(stage.applied(), 0);
    stage.delivered(TAP).await;
    assert_eq!(stage.applied(), 1);
}

#[tokio::test]
async fn a_session_that_another_client_took_is_not_taken_back() {
    let stage = Stage::new().await;
    let stranger = stage.stranger();
    let theirs = stranger.open().await;

    let error = stage.road.reader.read(stage.by(30.0)).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::DeviceTaken);
    match stage.send(TAP).await {
        Delivery::Refused(error) => assert_eq!(error.code(), ErrorCode::DeviceTaken),
        other => panic!("not refused: {other:?}"),
    }
    let home = Input::Button(ios_mcp::domain::step::HardwareButton::Home);
    match stage.send(home).await {
        Delivery::NotSent(error) => assert_eq!(error.code(), ErrorCode::DeviceTaken),
        other => panic!("not unsent: {other:?}"),
    }
    let again = stage.attach().await.err().unwrap();
    assert_eq!(again.code(), ErrorCode::DeviceTaken);
    assert_eq!(stranger.active().await, theirs.as_str());
    assert_eq!(stage.applied(), 0);
}

#[tokio::test]
async fn a_device_that_the_other_client_left_is_ours_again() {
    let stage = Stage::new().await;
    let stranger = stage.stranger();
    let theirs = stranger.open().await;
    stage.road.reader.screen_size(stage.by(30.0)).await.unwrap_err();
    stranger.close(&theirs).await;
    stage.road.reader.screen_size(stage.by(30.0)).await.unwrap();
}

#[tokio::test]
async fn a_session_found_at_the_first_attach_is_taken_over_and_said() {
    let phone = virtual_iphone::VirtualIphone::start(instant()).await.unwrap();
    let stranger = reqwest::Client::new();
    let asked = json!({ "capabilities": { "alwaysMatch": {} } }).to_string();
    stranger.post(format!("{}/session", phone.wda_url())).body(asked).send().await.unwrap();
    let clock =
        ios_mcp::infrastructure::clock::SessionClock::of_phone(&phone.control_url()).await.unwrap();
    let gateway = crate::stage::gateway(&phone.wda_url(), &clock);
    let by = ios_mcp::domain::time::Deadline(clock.now().after(std::time::Duration::from_secs(9)));
    let device = crate::stage::device(phone.udid());
    let road =
        ios_mcp::domain::ports::UiAutomationGateway::attach(&gateway, &device, by).await.unwrap();
    assert!(road.note.unwrap().contains("has been ended"));
    let again =
        ios_mcp::domain::ports::UiAutomationGateway::attach(&gateway, &device, by).await.unwrap();
    assert_eq!((again.note, again.id.epoch), (None, road.id.epoch + 1));
}

#[tokio::test]
async fn attaching_twice_keeps_the_session() {
    let stage = Stage::new().await;
    let stranger = stage.stranger();
    let before = stranger.active().await;
    let road = stage.attach().await.unwrap();
    assert_eq!(stranger.active().await, before);
    assert!(road.note.is_none());
    assert!(road.id.epoch > stage.road.id.epoch);
}

#[tokio::test]
async fn a_session_whose_creation_was_not_acknowledged_is_no_strangers() {
    let stage = Stage::new().await;
    stage.inject(&json!({ "kind": "session_lost", "route": "window/size" }));
    stage.inject(&json!({ "kind": "ack_lost", "route": "POST /session", "after": 0 }));
    stage.road.reader.screen_size(stage.by(30.0)).await.unwrap_err();
    stage.road.reader.screen_size(stage.by(30.0)).await.unwrap();
}
