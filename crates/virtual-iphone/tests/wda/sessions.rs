//! Sessions, settings and the shape of every reply.

use serde_json::json;
use virtual_iphone::{Options, VirtualIphone};

use crate::client::{FORM, Stage, Wire, instant};

#[tokio::test]
async fn every_reply_has_the_envelope_the_headers_and_the_clock() {
    let phone = VirtualIphone::start(instant()).await.unwrap();
    let mut wire = Wire::open(&phone.wda_url()).await;
    for (method, path, status) in [
        ("GET", "/status", 200),
        ("GET", "/STATUS/", 200),
        ("GET", "/nowhere", 404),
        ("OPTIONS", "/x", 200),
    ] {
        let raw = wire.send(method, path, None).await;
        assert_eq!(raw.status, status, "{method} {path}");
        assert_eq!(raw.header("server").unwrap(), "WebDriverAgent/1.0");
        assert_eq!(raw.header("content-type").unwrap(), "application/json;charset=UTF-8");
        assert_eq!(raw.header("x-virtual-now-ms").unwrap(), "0");
        assert!(raw.header("transfer-encoding").is_none());
        assert!(raw.json().get("value").is_some() && raw.json()["sessionId"].is_null());
    }
    assert_eq!(wire.get("/status").await.value()["ready"], true);
    assert_eq!(wire.get("/nowhere").await.error(), (404, "unknown command".into()));
    assert!(
        wire.get("/nowhere").await.value()["message"]
            .as_str()
            .unwrap()
            .starts_with("Unhandled endpoint: /nowhere")
    );
    assert_eq!(wire.send("PATCH", "/status", None).await.body, b"Not Found");
}

#[tokio::test]
async fn a_new_session_replaces_the_old_one_and_moves_nothing() {
    let mut stage = Stage::new().await;
    let other = json!({"capabilities": {"alwaysMatch": {"bundleId": FORM, "shouldTerminateApp": false, "forceAppLaunch": false}}});
    stage.wire.post("/session", &other).await;
    let old = stage.get("/source").await;
    assert_eq!(old.error(), (404, "invalid session id".into()));
    assert_eq!(old.value()["message"], "Session does not exist");

    stage.phone.advance(3000);
    stage.sid = stage.wire.get("/status").await.json()["sessionId"].as_str().unwrap().to_owned();
    let field = stage.element("form.name").await;
    stage.post(&format!("/element/{field}/click"), &json!({})).await;
    stage.phone.advance(1000);
    let before = stage.phone.with_world(|world| world.focused());
    assert!(before.is_some());
    for _ in 0..3 {
        let bare = stage
            .wire
            .post("/session", &json!({"capabilities": {"alwaysMatch": {"platformName": "iOS"}}}))
            .await;
        assert_eq!(bare.value()["sessionId"], bare.json()["sessionId"]);
        assert!(bare.value()["capabilities"].is_object());
        stage.sid = bare.json()["sessionId"].as_str().unwrap().to_owned();
        let world = stage.phone.world();
        assert_eq!(world["foreground"], FORM);
        assert!(!world["keyboard"].is_null());
        assert_eq!(stage.phone.with_world(|world| world.focused()), before);
        let path = format!("/session/{}/", stage.sid);
        assert_eq!(stage.wire.send("DELETE", &path, None).await.json()["sessionId"], json!(null));
    }
}

#[tokio::test]
async fn capabilities_are_merged_and_bad_ones_make_no_session() {
    let mut stage = Stage::new().await;
    for capabilities in [
        json!({}),
        json!({"capabilities": 1}),
        json!({"capabilities": {"alwaysMatch": {"appium:platformName": "iOS"}}}),
        json!({"capabilities": {"alwaysMatch": {"a": 1}, "firstMatch": [{"a": 2}]}}),
    ] {
        let raw = stage.wire.post("/session", &capabilities).await;
        assert_eq!(raw.error(), (500, "session not created".into()), "{capabilities}");
    }
    let missing =
        json!({"capabilities": {"firstMatch": [{"appium:bundleId": "com.example.absent"}]}});
    assert_eq!(stage.wire.post("/session", &missing).await.error().1, "session not created");
}

#[tokio::test]
async fn settings_are_echoed_and_reset_with_every_session() {
    let mut stage = Stage::new().await;
    let changed = stage
        .post("/appium/settings", &json!({"settings": {"snapshotMaxDepth": 7, "nonsense": 1}}))
        .await;
    assert_eq!(changed.value()["snapshotMaxDepth"], 7);
    assert!(changed.value().get("nonsense").is_none());
    let again = stage.wire.post("/session", &json!({"capabilities": {}})).await;
    stage.sid = again.json()["sessionId"].as_str().unwrap().to_owned();
    assert_eq!(stage.get("/appium/settings").await.value()["snapshotMaxDepth"], 50);
}

#[tokio::test]
async fn an_app_that_died_is_reported_until_it_is_launched_again() {
    let mut stage = Stage::new().await;
    stage.phone.with_world(|world| world.terminate(virtual_iphone::input::Wire::Simctl, FORM));
    let raw = stage.get("/source").await;
    assert_eq!(raw.error(), (400, "invalid element state".into()));
    assert!(raw.value()["message"].as_str().unwrap().contains("possibly crashed"));
    stage.post("/wda/apps/launch", &json!({"bundleId": FORM})).await;
    stage.phone.advance(3000);
    assert_eq!(stage.get("/source").await.status, 200);
    let ended = stage.post("/wda/apps/terminate", &json!({"bundleId": FORM})).await;
    assert_eq!(ended.value(), true);
    assert_eq!(stage.post("/wda/apps/state", &json!({"bundleId": FORM})).await.value(), 1);
    assert_eq!(stage.post("/wda/apps/state", &json!({"bundleId": "x.y"})).await.value(), 0);
    assert_eq!(stage.get("/source").await.status, 200);
}

#[tokio::test]
async fn a_strict_phone_knows_no_trailing_slash() {
    let options = Options { strict: true, ..instant() };
    let phone = VirtualIphone::start(options).await.unwrap();
    let mut wire = Wire::open(&phone.wda_url()).await;
    assert_eq!(wire.get("/source/?format=json").await.error().1, "unknown command");
    assert_eq!(wire.get("/source?format=json").await.status, 200);
}

#[tokio::test]
async fn shutdown_ends_the_phone_and_closes_its_sockets() {
    let phone = VirtualIphone::start(instant()).await.unwrap();
    let url = phone.wda_url();
    let mut wire = Wire::open(&url).await;
    assert_eq!(wire.get("/wda/shutdown").await.body, b"Shutting down");
    phone.stopped().await;
    phone.shutdown().await;
    let address = url.trim_start_matches("http://");
    assert!(tokio::net::TcpStream::connect(address).await.is_err());
}
