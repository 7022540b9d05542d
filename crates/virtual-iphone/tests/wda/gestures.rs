//! Touching, typing, alerts and apps: what arrives in the world.

use serde_json::{Value, json};
use virtual_iphone::input::Wire as Way;

use crate::client::{FORM, Stage};

#[tokio::test]
async fn a_tap_lands_where_it_was_aimed_and_turns_the_switch() {
    let mut stage = Stage::new().await;
    let knobs = stage.post("/elements", &json!({"using": "class chain", "value": "**/XCUIElementTypeSwitch/XCUIElementTypeSwitch"})).await;
    let knob = knobs.value()[0]["ELEMENT"].as_str().unwrap().to_owned();
    let rect = stage.get(&format!("/element/{knob}/rect")).await.value();
    let middle = |a: &str, b: &str| rect[a].as_f64().unwrap() + rect[b].as_f64().unwrap() / 2.0;
    let at = json!({"x": middle("x", "width"), "y": middle("y", "height")});
    assert_eq!(stage.post("/wda/tap", &at).await.value(), Value::Null);
    stage.phone.advance(1000);
    assert_eq!(stage.held("form.subscribe"), "1");
    let tap = stage.journal("tap").pop().unwrap();
    assert_eq!((&tap["wire"], &tap["app"]), (&json!("wda"), &json!(FORM)));
    assert_eq!(tap["x"], at["x"]);
    assert_eq!(stage.post("/wda/tap", &json!({"x": 1})).await.error().1, "invalid argument");

    stage.post(&format!("/element/{knob}/click"), &json!({})).await;
    stage.phone.advance(1000);
    assert_eq!(stage.held("form.subscribe"), "0");
    stage.post(&format!("/wda/tap/{knob}"), &json!({"x": 30, "y": 14})).await;
    stage.phone.advance(1000);
    assert_eq!(stage.held("form.subscribe"), "1");
}

#[tokio::test]
async fn w3c_actions_are_played_as_touches() {
    let mut stage = Stage::new().await;
    let knobs = stage.post("/elements", &json!({"using": "class chain", "value": "**/XCUIElementTypeSwitch/XCUIElementTypeSwitch"})).await;
    let knob = knobs.value()[0].clone();
    let tap = json!({"actions": [{"type": "pointer", "id": "finger1", "parameters": {"pointerType": "touch"}, "actions": [
        {"type": "pointerMove", "duration": 0, "origin": knob},
        {"type": "pointerDown", "button": 0}, {"type": "pause", "duration": 80}, {"type": "pointerUp", "button": 0}
    ]}]});
    assert_eq!(stage.post("/actions", &tap).await.status, 200);
    stage.phone.advance(1000);
    assert_eq!(stage.held("form.subscribe"), "1");
    assert_eq!(
        stage.post("/actions", &json!({"actions": []})).await.error(),
        (500, "unknown error".into())
    );
    let path = format!("/session/{}/actions", stage.sid);
    assert_eq!(stage.wire.send("DELETE", &path, None).await.error().1, "unknown command");
}

#[tokio::test]
async fn text_goes_into_the_field_and_is_appended_and_cleared() {
    let mut stage = Stage::new().await;
    let nowhere = stage.post("/wda/keys", &json!({"value": ["x"]})).await;
    assert_eq!(nowhere.error(), (400, "invalid element state".into()));
    assert!(
        nowhere.value()["message"]
            .as_str()
            .unwrap()
            .contains("keyboard must be present to send keys")
    );
    assert_eq!(stage.get("/element/active").await.error().1, "no such element");

    let field = stage.element("form.name").await;
    stage.post(&format!("/element/{field}/value"), &json!({"value": "Ann"})).await;
    assert_eq!(stage.held("form.name"), "Ann");
    stage.post(&format!("/element/{field}/value"), &json!({"value": ["é", "!"]})).await;
    stage.post("/wda/keys", &json!({"value": ["a", "\u{8}", "b"]})).await;
    assert_eq!(stage.held("form.name"), "Anné!b");
    assert_eq!(stage.journal("tap").len(), 1);
    let active = stage.get("/element/active").await.value();
    assert_eq!(active["ELEMENT"], field.as_str());
    assert_eq!(stage.post("/wda/keys", &json!({"value": "b"})).await.status, 500);
    assert_eq!(stage.post(&format!("/element/{field}/clear"), &json!({})).await.status, 200);
    assert_eq!(stage.get(&format!("/element/{field}/attribute/value")).await.value(), "Name");
}

#[tokio::test]
async fn a_drag_takes_its_time_and_scrolls_the_list() {
    let mut stage = Stage::new().await;
    let frame = |stage: &Stage| {
        stage.phone.world()["views"]
            .as_array()
            .unwrap()
            .iter()
            .find(|v| v["identifier"] == "form.guests")
            .unwrap()["frame"]["y"]
            .as_f64()
            .unwrap()
    };
    let (before, start) = (frame(&stage), stage.phone.now_ms());
    stage
        .post(
            "/wda/dragfromtoforduration",
            &json!({"fromX": 200, "fromY": 640, "toX": 200, "toY": 480, "duration": 0}),
        )
        .await;
    let took = stage.phone.now_ms() - start;
    assert!((1000..1300).contains(&took), "{took}");
    assert!(frame(&stage) < before - 100.0);
    stage.post("/wda/swipe", &json!({"direction": "down"})).await;
    stage.phone.advance(3000);
    assert!((frame(&stage) - before).abs() < 2.0);
    let kinds: Vec<Value> =
        stage.phone.journal().as_array().unwrap().iter().map(|e| e["kind"].clone()).collect();
    assert_eq!(kinds[kinds.len() - 2..], ["drag", "swipe"], "{kinds:?}");
    assert_eq!(stage.post("/wda/scroll", &json!({})).await.error().1, "invalid argument");
}

#[tokio::test]
async fn alerts_are_read_and_answered_by_name() {
    let mut stage = Stage::new().await;
    assert_eq!(stage.get("/alert/text").await.error(), (404, "no such alert".into()));
    let fault = json!({"kind": "permission_alert", "title": "May I?", "buttons": ["No", "Yes"]});
    stage.phone.inject(&fault).unwrap();
    stage.post("/wda/tap", &json!({"x": 5, "y": 300})).await;
    stage.phone.advance(2000);
    assert!(stage.get("/alert/text").await.value().as_str().unwrap().starts_with("May I?"));
    assert_eq!(stage.get("/wda/alert/buttons").await.value(), json!(["No", "Yes"]));
    assert_eq!(
        stage.post("/alert/accept", &json!({"name": "Maybe"})).await.error(),
        (400, "invalid element state".into())
    );
    assert_eq!(stage.post("/alert/accept", &json!({"name": "Yes"})).await.status, 200);
    stage.phone.advance(2000);
    assert_eq!(stage.journal("alert").pop().unwrap()["text"], "Yes");
    assert!(stage.phone.world()["alert"].is_null());
}

#[tokio::test]
async fn a_bound_session_stays_with_its_app_and_follows_the_front_without_it() {
    let mut stage = Stage::new().await;
    assert_eq!(stage.get("/wda/activeAppInfo").await.value()["bundleId"], FORM);
    stage.wire.post("/wda/homescreen", &json!({})).await;
    stage.phone.advance(2000);
    assert_eq!(stage.phone.world()["foreground"], "com.apple.springboard");
    assert_eq!(stage.get("/wda/activeAppInfo").await.value()["bundleId"], "com.apple.springboard");
    stage.post("/wda/apps/activate", &json!({"bundleId": FORM})).await;
    stage.phone.advance(2000);
    assert_eq!(stage.get("/wda/activeAppInfo").await.value()["bundleId"], FORM);
    assert_eq!(stage.post("/wda/pressButton", &json!({"name": "HOME"})).await.status, 200);
    assert_eq!(
        stage.post("/wda/pressButton", &json!({"name": "power"})).await.error().1,
        "unknown error"
    );
    assert_eq!(stage.journal("button").len(), 2);
    stage.phone.with_world(|world| world.set_pasteboard("x"));
    assert_eq!(stage.post("/wda/getPasteboard", &json!({})).await.value(), "eA==");
    stage.phone.with_world(|world| world.press_button(Way::Simctl, "lock")).unwrap();
    assert_eq!(stage.wire.get("/wda/locked").await.value(), true);
}
