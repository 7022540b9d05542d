//! Runners that somebody else started, as devices.

use std::time::Duration;

use ios_mcp::domain::device::{DeviceKind, DeviceState};
use ios_mcp::domain::error::ErrorCode;
use ios_mcp::domain::ports::{DeviceGateway, UiAutomationGateway};
use ios_mcp::domain::time::Deadline;
use ios_mcp::infrastructure::clock::SessionClock;
use ios_mcp::infrastructure::wda::{KnownRunner, RunnerDeviceGateway};
use tokio::net::TcpListener;

use crate::stage::{Stage, device, gateway};
use crate::stub::{Act, Stub};

/// An address where nothing listens.
async fn nowhere() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

#[tokio::test]
async fn a_runner_that_does_not_answer_is_listed_with_what_was_seen() {
    let stage = Stage::new().await;
    let dead = nowhere().await;
    let runners = [stage.phone.wda_url(), dead].map(|url| KnownRunner::external(&url).unwrap());
    let devices = RunnerDeviceGateway::new(runners.to_vec(), stage.clock.clone()).unwrap();
    let list = devices.list().await.unwrap();
    assert_eq!(list.len(), 2);
    assert!(list[0].is_booted() && list[0].udid.as_str().starts_with("wda:127.0.0.1:"));
    assert_eq!((list[0].kind, list[0].name.as_str()), (DeviceKind::Runner, stage.phone.name()));
    assert!(list[0].os.as_ref().unwrap().starts_with("iOS "));
    match &list[1].state {
        DeviceState::Other(seen) => assert!(seen.starts_with("no answer"), "{seen}"),
        other => panic!("{other:?}"),
    }
    devices.boot(&list[0].udid).await.unwrap();
    let error = devices.boot(&list[1].udid).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::DeviceNotReady);
}

#[tokio::test]
async fn a_runner_without_a_name_is_called_by_its_address() {
    let stub = Stub::new(|_| None).await;
    let runner = KnownRunner::external(&stub.url).unwrap();
    let devices = RunnerDeviceGateway::new(vec![runner], SessionClock::real()).unwrap();
    let list = devices.list().await.unwrap();
    assert_eq!(format!("http://{}", list[0].name), stub.url);
    assert_eq!(list[0].os.as_deref(), Some("iOS 26.1"));
}

#[tokio::test]
async fn attaching_to_nobody_says_that_this_way_cannot_be_used() {
    let clock = SessionClock::real();
    let by = Deadline(clock.now().after(Duration::from_secs(5)));
    let error =
        gateway(&nowhere().await, &clock).attach(&device("wda:x:1"), by).await.err().unwrap();
    assert_eq!(error.code(), ErrorCode::BackendUnavailable);
    assert!(error.hint().is_some());
}

#[tokio::test]
async fn a_status_that_fails_once_is_asked_for_again_and_a_known_device_needs_none() {
    let asked = std::sync::atomic::AtomicU32::new(0);
    let stub = Stub::new(move |seen| {
        let is_first = seen.line == "GET /status"
            && asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 0;
        is_first.then(|| Act::error(500, "unknown error"))
    })
    .await;
    let runner = KnownRunner::external(&stub.url).unwrap();
    let devices = RunnerDeviceGateway::new(vec![runner.clone()], SessionClock::real()).unwrap();
    let known = devices.known();
    assert_eq!((known.len(), &known[0].udid), (1, &runner.udid));
    assert!(stub.seen().is_empty(), "knowing a device asks nobody");
    assert!(devices.list().await.unwrap()[0].is_booted());
    assert_eq!(stub.seen_of("/status").len(), 2);
}
