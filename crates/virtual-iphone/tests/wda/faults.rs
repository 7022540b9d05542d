//! What a client meets when the wire misbehaves, and what was applied all the same.

use serde_json::{Value, json};
use tokio::net::TcpStream;

use crate::client::{Stage, Wire};

async fn broken(fault: Value) -> (Stage, Result<crate::client::Raw, String>) {
    let mut stage = Stage::new().await;
    stage.phone.inject(&fault).unwrap();
    let outcome = stage.try_post("/wda/tap", &json!({"x": 200, "y": 300})).await;
    (stage, outcome)
}

#[tokio::test]
async fn a_dropped_request_applies_nothing_and_a_lost_acknowledgement_does() {
    let (stage, outcome) = broken(json!({"kind": "drop_before", "route": "/wda/tap"})).await;
    assert!(outcome.is_err());
    assert_eq!(stage.journal("tap").len(), 0);
    let (mut stage, outcome) = broken(json!({"kind": "ack_lost", "route": "POST /wda/tap"})).await;
    assert!(outcome.is_err());
    assert_eq!(stage.journal("tap").len(), 1);
    stage.wire = Wire::open(&stage.phone.wda_url()).await;
    assert_eq!(stage.post("/wda/tap", &json!({"x": 200, "y": 300})).await.status, 200);
}

#[tokio::test]
async fn a_reply_can_be_an_error_cut_or_garbage() {
    let (stage, outcome) =
        broken(json!({"kind": "error", "error": "timeout", "message": "too slow"})).await;
    assert_eq!(outcome.unwrap().error(), (408, "timeout".into()));
    assert_eq!(stage.journal("tap").len(), 0);
    let (_, outcome) = broken(json!({"kind": "truncated_body"})).await;
    assert!(outcome.is_err());
    let (stage, outcome) = broken(json!({"kind": "garbage_body"})).await;
    assert!(serde_json::from_slice::<Value>(&outcome.unwrap().body).is_err());
    assert_eq!(stage.journal("tap").len(), 1);
}

#[tokio::test]
async fn a_session_can_be_lost_or_stolen() {
    let (_, outcome) = broken(json!({"kind": "session_lost"})).await;
    let raw = outcome.unwrap();
    assert_eq!(raw.error(), (404, "invalid session id".into()));
    assert!(raw.json()["sessionId"].is_null());
    let (stage, outcome) = broken(json!({"kind": "session_stolen"})).await;
    let raw = outcome.unwrap();
    assert_eq!(raw.error().1, "invalid session id");
    assert_ne!(raw.json()["sessionId"], stage.sid.as_str());
    assert!(raw.json()["sessionId"].is_string());
}

#[tokio::test]
async fn a_tree_can_be_rootless_unreadable_or_of_another_app() {
    let mut stage = Stage::new().await;
    for kind in ["root_only_source", "any_source", "wrong_app_source"] {
        stage.phone.inject(&json!({"kind": kind})).unwrap();
    }
    let root = stage.get("/source?format=json").await.value();
    assert!(root["type"] == "Application" && root.get("children").is_none());
    let unread = stage.get("/source").await.value();
    assert!(unread.as_str().unwrap().contains("<XCUIElementTypeAny type=\"XCUIElementTypeAny\" enabled=\"false\" visible=\"false\" accessible=\"false\" x=\"-1\" y=\"-1\" width=\"0\" height=\"0\""));
    let wrong = stage.get("/source").await.value();
    assert!(wrong.as_str().unwrap().contains("bundleId=\"com.apple.springboard\""));
    assert!(stage.get("/source").await.value().as_str().unwrap().contains("form.name"));
}

#[tokio::test]
async fn a_slow_request_passes_time_and_a_hanging_one_ends_when_faults_are_cleared() {
    let mut stage = Stage::new().await;
    let start = stage.phone.now_ms();
    stage.phone.inject(&json!({"kind": "slow", "ms": 7000, "route": "/status"})).unwrap();
    stage.wire.get("/status").await;
    assert_eq!(stage.phone.now_ms() - start, 7000);

    stage.phone.inject(&json!({"kind": "hang", "route": "/status"})).unwrap();
    let mut control = Wire::open(&stage.phone.control_url()).await;
    {
        let hanging = stage.wire.try_send("GET", "/status", None);
        tokio::pin!(hanging);
        // The truth can be read while the runner hangs.
        tokio::select! {
            biased;
            _ = &mut hanging => panic!("it was answered"),
            raw = control.get("/virtual/world") => assert_eq!(raw.status, 200),
        }
        control.post("/virtual/fault", &json!({"kind": "clear"})).await;
        assert!(hanging.await.is_err());
    }
    stage.wire = Wire::open(&stage.phone.wda_url()).await;
    assert_eq!(stage.wire.get("/status").await.status, 200);
}

#[tokio::test]
async fn a_refused_connection_is_refused_until_cleared() {
    let mut stage = Stage::new().await;
    let address = stage.phone.wda_url().trim_start_matches("http://").to_owned();
    stage.phone.inject(&json!({"kind": "connection_refused"})).unwrap();
    // The open connection dies with the listener.
    assert!(stage.wire.try_send("GET", "/status", None).await.is_err());
    let refused = TcpStream::connect(&address).await.unwrap_err();
    assert_eq!(refused.kind(), std::io::ErrorKind::ConnectionRefused);
    stage.phone.inject(&json!({"kind": "clear"})).unwrap();
    let open = async {
        while TcpStream::connect(&address).await.is_err() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(10), open).await.unwrap();
    stage.wire = Wire::open(&stage.phone.wda_url()).await;
    assert_eq!(stage.wire.get("/status").await.status, 200);
}
