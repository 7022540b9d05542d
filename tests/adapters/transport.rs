//! What becomes of reads and inputs when the connection does not hold.

use std::time::Duration;

use ios_mcp::domain::error::{ErrorCode, Retry};
use ios_mcp::domain::geometry::Point;
use ios_mcp::domain::ports::{Turn, UiAutomationGateway, UiRoad};
use ios_mcp::domain::step::{Delivery, Gesture, Input};
use ios_mcp::domain::time::Deadline;
use ios_mcp::infrastructure::clock::SessionClock;
use serde_json::json;

use crate::stage::{Stage, device, gateway};
use crate::stub::{Act, Stub};

struct Attached {
    clock: SessionClock,
    road: UiRoad,
}

impl Attached {
    async fn to(stub: &Stub) -> Self {
        let clock = SessionClock::real();
        let by = Deadline(clock.now().after(Duration::from_secs(10)));
        let road = gateway(&stub.url, &clock).attach(&device("wda:stub:1"), by).await.unwrap();
        Self { clock, road }
    }

    fn by(&self, milliseconds: u64) -> Deadline {
        Deadline(self.clock.now().after(Duration::from_millis(milliseconds)))
    }

    async fn tap(&self, by: Deadline) -> Delivery {
        let at = Point::new(10.0, 20.0);
        let tap = Input::Gesture(Gesture::Tap { at, count: 1 });
        self.road.hands.send(&Turn::for_testing(), &tap, by).await
    }
}

#[track_caller]
fn is_uncertain(delivery: &Delivery) {
    match delivery {
        Delivery::Uncertain(error) => assert_eq!(error.code(), ErrorCode::UnknownOutcome),
        other => panic!("not uncertain: {other:?}"),
    }
}

#[tokio::test]
async fn an_input_whose_connection_dies_is_sent_once_and_uncertain() {
    let stub = Stub::new(|request| request.line.ends_with("/actions").then_some(Act::Close)).await;
    let attached = Attached::to(&stub).await;
    is_uncertain(&attached.tap(attached.by(5_000)).await);
    assert_eq!(stub.seen_of("/actions").len(), 1, "{:?}", stub.seen());
}

#[tokio::test]
async fn a_dead_idle_connection_never_sends_an_input_twice() {
    let reply = json!({ "value": { "width": 402, "height": 874 }, "sessionId": "S1" }).to_string();
    let stub = Stub::new(move |request| {
        request.line.ends_with("/window/size").then(|| Act::ReplyAndClose(reply.clone()))
    })
    .await;
    let attached = Attached::to(&stub).await;
    for round in 1..=20 {
        attached.road.reader.screen_size(attached.by(5_000)).await.unwrap();
        let before = stub.seen_of("/actions").len();
        let delivery = attached.tap(attached.by(5_000)).await;
        let arrived = stub.seen_of("/actions").len() - before;
        match delivery {
            Delivery::Delivered => assert_eq!(arrived, 1, "round {round}"),
            Delivery::Uncertain(_) => assert!(arrived <= 1, "round {round}"),
            other => panic!("round {round}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn a_read_on_a_dead_connection_is_repeated_once() {
    let stub =
        Stub::new(|request| request.line.ends_with("/activeAppInfo").then_some(Act::Close)).await;
    let attached = Attached::to(&stub).await;
    let error = attached.road.reader.foreground(attached.by(5_000)).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::ScreenUnreadable);
    assert_eq!(stub.seen_of("/activeAppInfo").len(), 2);
}

#[tokio::test]
async fn a_runner_that_is_gone_was_sent_nothing() {
    let settings = json!({ "value": null, "sessionId": "S1" }).to_string();
    let mut stub = Stub::new(move |request| {
        request.line.ends_with("/settings").then(|| Act::ReplyAndClose(settings.clone()))
    })
    .await;
    let attached = Attached::to(&stub).await;
    // The connection that served the settings is closed, and the port with it.
    stub.stop().await;
    attached.road.reader.screen_size(attached.by(5_000)).await.unwrap_err();
    match attached.tap(attached.by(5_000)).await {
        Delivery::NotSent(error) => {
            assert_eq!(error.code(), ErrorCode::DeviceGone);
            assert!(error.hint().is_some());
        }
        other => panic!("not unsent: {other:?}"),
    }
    assert!(stub.seen_of("/actions").is_empty());
}

#[tokio::test]
async fn a_hanging_runner_costs_no_more_than_the_deadline() {
    let stub = Stub::new(|request| {
        let hangs = request.line.ends_with("/actions") || request.line.contains("/source");
        hangs.then_some(Act::Hang)
    })
    .await;
    let attached = Attached::to(&stub).await;
    let begun = attached.clock.now();
    is_uncertain(&attached.tap(attached.by(150)).await);
    let error = attached.road.reader.read(attached.by(150)).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Timeout);
    assert!(error.message().contains("the tree"), "{}", error.message());
    assert!(attached.clock.now().since(begun) < Duration::from_secs(5));
}

#[tokio::test]
async fn nothing_is_sent_after_the_deadline() {
    let stub = Stub::new(|_| None).await;
    let attached = Attached::to(&stub).await;
    let passed = Deadline(attached.clock.now());
    match attached.tap(passed).await {
        Delivery::NotSent(error) => assert_eq!(error.code(), ErrorCode::Timeout),
        other => panic!("not unsent: {other:?}"),
    }
    assert!(stub.seen_of("/actions").is_empty());
}

#[tokio::test]
async fn a_tap_is_one_request_under_the_session() {
    let stub = Stub::new(|_| None).await;
    let attached = Attached::to(&stub).await;
    assert!(attached.tap(attached.by(5_000)).await.is_delivered());
    let lines: Vec<String> = stub.seen().into_iter().map(|seen| seen.line).collect();
    assert_eq!(
        lines,
        [
            "GET /status",
            "POST /session",
            "POST /session/S1/appium/settings",
            "POST /session/S1/actions"
        ]
    );
    let asked = &stub.seen_of("POST /session")[0].body["capabilities"];
    assert_eq!(asked["firstMatch"], json!([{}]));
    assert!(asked["alwaysMatch"].get("bundleId").is_none());
    assert_eq!(asked["alwaysMatch"]["shouldTerminateApp"], false);
}

#[tokio::test]
async fn errors_and_nonsense_are_told_apart() {
    for (act, uncertain) in [
        (Act::error(500, "unknown error"), true),
        (Act::error(400, "invalid argument"), false),
        (Act::Reply(200, "<html>".to_owned()), true),
        (Act::Reply(200, json!({ "value": "no", "status": 12 }).to_string()), true),
        (Act::Reply(200, json!({ "value": "no", "status": 7 }).to_string()), false),
        (Act::Reply(404, "Not Found".to_owned()), false),
    ] {
        let told = act.clone();
        let stub =
            Stub::new(move |seen| seen.line.ends_with("/actions").then(|| told.clone())).await;
        let attached = Attached::to(&stub).await;
        let delivery = attached.tap(attached.by(5_000)).await;
        assert_eq!(matches!(delivery, Delivery::Uncertain(_)), uncertain, "{act:?}: {delivery:?}");
        assert!(uncertain || matches!(delivery, Delivery::Refused(_)), "{act:?}: {delivery:?}");
        assert_eq!(stub.seen_of("/actions").len(), 1);
    }
}

#[tokio::test]
async fn the_phone_applies_an_input_once_whose_acknowledgement_is_lost() {
    let stage = Stage::new().await;
    stage.inject(&json!({ "kind": "ack_lost", "route": "POST actions" }));
    let at = stage.middle("form.name");
    is_uncertain(&stage.send(Input::Gesture(Gesture::Tap { at, count: 1 })).await);
    assert_eq!(stage.journal("tap").len(), 1, "{:?}", stage.phone.journal());
}

#[tokio::test]
async fn the_phone_applies_nothing_of_a_request_that_was_dropped() {
    let stage = Stage::new().await;
    stage.inject(&json!({ "kind": "drop_before", "route": "POST actions" }));
    let at = stage.middle("form.name");
    is_uncertain(&stage.send(Input::Gesture(Gesture::Tap { at, count: 1 })).await);
    assert_eq!(stage.applied(), 0, "{:?}", stage.phone.journal());
}

#[tokio::test]
async fn a_reply_without_end_is_not_read_to_its_end() {
    let endless = format!("{{\"value\": \"{}\"}}", "x".repeat(65 * 1024 * 1024));
    let stub = Stub::new(move |request| {
        request.line.contains("/source").then(|| Act::Reply(200, endless.clone()))
    })
    .await;
    let attached = Attached::to(&stub).await;
    let error = attached.road.reader.read(attached.by(20_000)).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::ScreenUnreadable);
    assert!(error.message().contains("67108864 bytes"), "{}", error.message());
}

/// The answer is told as what it was, never as a lost acknowledgement.
#[tokio::test]
async fn an_error_that_was_answered_to_an_input_is_told_with_its_name_and_words() {
    for (status, name, refused) in [
        (400, "invalid argument", true),
        (404, "no such element", true),
        (404, "unknown command", true),
        (404, "invalid session id", true),
        (405, "unknown method", true),
        (500, "unknown error", false),
        (408, "timeout", false),
    ] {
        let stub = Stub::new(move |seen| {
            seen.line.ends_with("/actions").then(|| Act::error(status, name))
        })
        .await;
        let attached = Attached::to(&stub).await;
        let delivery = attached.tap(attached.by(5_000)).await;
        let error = match (delivery, refused) {
            (Delivery::Refused(error), true) | (Delivery::Uncertain(error), false) => error,
            (other, _) => panic!("{name}: {other:?}"),
        };
        assert!(!error.message().contains("closed the connection"), "{}", error.message());
        if name != "invalid session id" {
            assert!(error.message().contains("told so"), "{}", error.message());
        }
        if !refused {
            let message = error.message();
            assert!(message.contains("the runner answered gesture with"), "{message}");
            assert!(message.contains(name) && message.contains("may have been"), "{message}");
        }
        assert_eq!(stub.seen_of("/actions").len(), 1, "{name}");
    }
}

#[tokio::test]
async fn readings_that_fail_are_unreadable_and_worth_another_try() {
    let replies = [
        Act::error(500, "unknown error"),
        Act::error(400, "invalid argument"),
        Act::error(404, "no such element"),
        Act::Reply(200, "{\"value\": ".to_owned()),
        Act::Reply(200, "<html>".to_owned()),
        Act::value(&json!({ "no": "field" })),
        Act::Close,
    ];
    for act in replies {
        let told = act.clone();
        let stub = Stub::new(move |seen| {
            let opening = ["/status", "/session", "/settings"];
            let opens = opening.iter().any(|route| seen.line.ends_with(route));
            (!opens).then(|| told.clone())
        })
        .await;
        let attached = Attached::to(&stub).await;
        let (road, by) = (&attached.road, attached.by(5_000));
        let size = ios_mcp::domain::geometry::Size::new(402.0, 874.0);
        let errors = [
            road.reader.read(by).await.err(),
            road.reader.foreground(by).await.err(),
            road.reader.screen_size(by).await.err(),
            road.screens.screenshot(by).await.err(),
            road.screens.frame(size, by).await.err(),
        ];
        for error in errors {
            let error = error.unwrap_or_else(|| panic!("{act:?} was read"));
            assert_eq!(error.code(), ErrorCode::ScreenUnreadable, "{act:?}: {}", error.message());
            assert_eq!(error.retry(), Retry::Safe);
            assert!(error.hint().is_some_and(|hint| !hint.contains("observe_screen")));
        }
        let alert = road.alerts.as_ref().unwrap().showing(by).await;
        assert!(alert.is_err_and(|e| e.code() == ErrorCode::ScreenUnreadable), "{act:?}");
    }
}
