//! The device around the apps: turning, locking, waiting, and what two fingers do.

use serde_json::{Value, json};

use crate::client::{FORM, Stage};

#[tokio::test]
async fn two_fingers_are_one_gesture_by_every_road() {
    let mut stage = Stage::new().await;
    let finger = |id: &str, from: u32, to: u32| {
        json!({"type": "pointer", "id": id, "parameters": {"pointerType": "touch"}, "actions": [
            {"type": "pointerMove", "duration": 0, "x": from, "y": 300},
            {"type": "pointerDown"},
            {"type": "pointerMove", "duration": 300, "x": to, "y": 300},
            {"type": "pointerUp"},
        ]})
    };
    let hand = json!({"actions": [finger("a", 180, 100), finger("b", 220, 300)]});
    assert_eq!(stage.post("/actions", &hand).await.value(), Value::Null);
    assert_eq!(stage.journal("pinch").len(), 1);
    let spread = json!({"scale": 2, "velocity": 1});
    assert_eq!(stage.post("/wda/pinch", &spread).await.status, 200);
    assert_eq!(stage.post("/wda/rotate", &json!({"rotation": 1, "velocity": 1})).await.status, 200);
    assert_eq!(stage.journal("pinch").len(), 3);
    assert_eq!(stage.journal("tap").len(), 0);
    let crossed = json!({"scale": 0.5, "velocity": 1});
    assert_eq!(stage.post("/wda/pinch", &crossed).await.error().1, "invalid argument");
    assert_eq!(stage.journal("pinch").len(), 3);
}

#[tokio::test]
async fn a_turned_phone_says_so_everywhere_and_turns_back() {
    let mut stage = Stage::new().await;
    for (turn, z, axis, full) in [
        ("LANDSCAPE", 270, "LANDSCAPE", "UIDeviceOrientationLandscapeLeft"),
        (
            "UIA_DEVICE_ORIENTATION_LANDSCAPERIGHT",
            90,
            "LANDSCAPE",
            "UIDeviceOrientationLandscapeRight",
        ),
        ("PORTRAIT", 0, "PORTRAIT", "UIDeviceOrientationPortrait"),
    ] {
        stage.post("/orientation", &json!({ "orientation": turn })).await;
        assert_eq!(stage.get("/orientation").await.value(), axis);
        assert_eq!(stage.get("/rotation").await.value()["z"], z);
        assert_eq!(stage.get("/wda/deviceOrientation").await.value(), full);
        let size = stage.get("/window/size").await.value();
        let is_wide = size["width"].as_i64() > size["height"].as_i64();
        assert_eq!(is_wide, axis == "LANDSCAPE");
    }
    let crooked = stage.post("/orientation", &json!({"orientation": "SIDEWAYS"})).await;
    assert_eq!(crooked.status, 500);
}

#[tokio::test]
async fn a_locked_phone_shows_its_lock_screen_and_launches_nothing() {
    let mut stage = Stage::new().await;
    assert_eq!(stage.get("/wda/locked").await.value(), false);
    stage.post("/wda/lock", &json!({})).await;
    assert_eq!(stage.get("/wda/locked").await.value(), true);
    assert_eq!(stage.phone.world()["locked"], true);
    stage.post("/wda/unlock", &json!({})).await;
    assert_eq!(stage.get("/wda/locked").await.value(), false);
}

#[tokio::test]
async fn the_pasteboard_travels_in_base64() {
    let mut stage = Stage::new().await;
    let set = json!({"content": "w6k=", "contentType": "plaintext"});
    assert_eq!(stage.post("/wda/setPasteboard", &set).await.status, 200);
    assert_eq!(stage.phone.with_world(|world| world.pasteboard().to_owned()), "é");
    assert_eq!(stage.post("/wda/getPasteboard", &json!({})).await.value(), "w6k=");
    let bad = json!({"content": "***"});
    assert_eq!(stage.post("/wda/setPasteboard", &bad).await.error().1, "invalid argument");
}

#[tokio::test]
async fn a_notification_that_never_comes_takes_its_time() {
    let mut stage = Stage::new().await;
    let start = stage.phone.now_ms();
    let asked = json!({"name": "com.example.done", "timeout": 2});
    assert_eq!(
        stage.post("/wda/expectNotification", &asked).await.error(),
        (408, "timeout".into())
    );
    assert_eq!(stage.phone.now_ms() - start, 2000);
    assert_eq!(stage.post("/wda/siri/activate", &json!({"text": "hi"})).await.value(), Value::Null);
}

#[tokio::test]
async fn taking_a_permission_back_ends_the_app() {
    let mut stage = Stage::new().await;
    assert_eq!(stage.post("/wda/resetAppAuth", &json!({"resource": 1})).await.status, 200);
    let state = stage.post("/wda/apps/state", &json!({"bundleId": FORM})).await.value();
    assert_eq!(state, 1);
    assert_eq!(stage.journal("terminate").len(), 1);
}
