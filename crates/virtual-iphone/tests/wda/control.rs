//! The control port, the clock, the ledger, and one request at a time.

use serde_json::json;
use virtual_iphone::{ClockKind, Options, VirtualIphone};

use crate::client::{FORM, Stage, Wire, instant, simulator};

#[tokio::test]
async fn the_control_port_shows_and_moves_the_truth() {
    let phone = VirtualIphone::start(instant()).await.unwrap();
    let mut control = Wire::open(&phone.control_url()).await;
    assert_eq!(control.get("/virtual/clock").await.json(), json!({"now_ms": 0}));
    let moved = control.post("/virtual/clock", &json!({"advance_ms": 1500})).await;
    assert_eq!(moved.json(), json!({"now_ms": 1500}));
    assert_eq!(control.post("/virtual/launch", &json!({"app": FORM})).await.status, 200);
    assert_eq!(control.get("/virtual/world").await.json()["foreground"], FORM);
    assert_eq!(control.get("/virtual/journal").await.json()[0]["kind"], "launch");
    assert_eq!(control.post("/virtual/launch", &json!({"app": "x.y"})).await.status, 400);
    let unknown = control.post("/virtual/fault", &json!({"kind": "gremlins"})).await;
    assert_eq!(unknown.status, 400);
    let text = unknown.json()["error"].as_str().unwrap().to_owned();
    assert!(text.contains("ack_lost") && text.contains("late_effect"), "{text}");
    assert_eq!(control.post("/virtual/reset", &json!({})).await.status, 200);
    assert_eq!(control.get("/virtual/journal").await.json(), json!([]));
    assert_eq!(control.get("/virtual/clock").await.json(), json!({"now_ms": 0}));
    assert_eq!(control.get("/virtual/nothing").await.status, 404);
}

#[tokio::test]
async fn requests_cost_what_the_profile_says_and_the_clock_shows_it() {
    let mut stage = Stage::with(simulator()).await;
    let nodes = stage.phone.with_world(|world| world.tree(FORM).unwrap().root.count());
    let start = stage.phone.now_ms();
    let raw = stage.get("/source").await;
    let tree = 0.3 + 0.7 * nodes as f64 / 150.0;
    let took = (stage.phone.now_ms() - start) as f64 / 1000.0;
    assert!((took - tree).abs() < 0.002, "{took} instead of {tree}");
    assert_eq!(raw.header("x-virtual-now-ms").unwrap(), stage.phone.now_ms().to_string());

    stage.post("/appium/settings", &json!({"settings": {"useFirstMatch": true}})).await;
    let start = stage.phone.now_ms();
    stage.element("form.name").await;
    let took = (stage.phone.now_ms() - start) as f64 / 1000.0;
    assert!((took - (0.12 + 0.25 * tree)).abs() < 0.002, "{took}");

    let ledger = stage.phone.ledger();
    assert_eq!(ledger["requests"]["tree"], 1);
    assert_eq!(ledger["requests"]["locate"], 1);
    let seconds = ledger["device_seconds"]["simulator"].as_f64().unwrap();
    assert!((seconds - stage.phone.now_ms() as f64 / 1000.0).abs() < 0.002);
}

#[tokio::test]
async fn a_tap_lands_early_in_its_cost() {
    let mut stage = Stage::with(simulator()).await;
    let start = stage.phone.now_ms();
    stage.post("/wda/tap", &json!({"x": 200, "y": 300})).await;
    assert_eq!(stage.phone.now_ms() - start, 250);
    let at = stage.journal("tap").pop().unwrap()["at_ms"].as_u64().unwrap();
    assert!((start + 50..=start + 110).contains(&at), "{at} after {start}");
}

#[tokio::test(start_paused = true)]
async fn in_real_time_a_slow_phone_takes_its_time() {
    let options = Options { clock: ClockKind::Real, ..simulator() };
    let phone = VirtualIphone::start(options).await.unwrap();
    let mut wire = Wire::open(&phone.wda_url()).await;
    let start = tokio::time::Instant::now();
    wire.get("/status").await;
    assert!(start.elapsed() >= std::time::Duration::from_millis(30));
}

#[tokio::test]
async fn requests_run_one_at_a_time_and_in_order() {
    let mut stage = Stage::with(simulator()).await;
    let sid = stage.sid.clone();
    let mut wires = Vec::new();
    for _ in 0..5 {
        wires.push(Wire::open(&stage.phone.wda_url()).await);
    }
    let start = stage.phone.now_ms();
    let tasks: Vec<_> = wires
        .into_iter()
        .enumerate()
        .map(|(nth, mut wire)| {
            let path = format!("/session/{sid}/wda/tap");
            tokio::spawn(async move {
                wire.post(&path, &json!({"x": 20 + 80 * nth, "y": 300})).await.status
            })
        })
        .collect();
    for task in tasks {
        assert_eq!(task.await.unwrap(), 200);
    }
    assert_eq!(stage.phone.now_ms() - start, 5 * 250);
    let times: Vec<u64> =
        stage.journal("tap").iter().map(|e| e["at_ms"].as_u64().unwrap()).collect();
    assert_eq!(times.len(), 5);
    assert!(times.windows(2).all(|pair| pair[1] - pair[0] == 250), "{times:?}");
    stage.get("/source").await;
}
