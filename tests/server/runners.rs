//! Runners that were named by their address: known whether they answer or not.

use ios_mcp::container::{Config, Container};
use ios_mcp::mcp::tools::ToolboxOptions;
use serde_json::{Value, json};
use virtual_iphone::{Options, VirtualIphone};

use crate::harness::{Harness, Outcome};

const FORM: &str = "com.example.form";

/// A server that was given the address of a phone which somebody else started.
struct Connected {
    phone: VirtualIphone,
    server: Harness,
}

impl Connected {
    async fn new() -> Self {
        let phone = VirtualIphone::start(Options::default()).await.unwrap();
        let server = server(&[phone.wda_url()]).await;
        Self { phone, server }
    }

    /// With the form in front, and a session that is open.
    async fn showing_the_form() -> Self {
        let connected = Self::new().await;
        let outcome = connected.server.call("launch_app", json!({"bundle_id": FORM})).await;
        assert!(!outcome.is_error(), "{}", outcome.text());
        connected
    }

    fn inject(&self, fault: &Value) {
        self.phone.inject(fault).unwrap();
    }

    fn inputs(&self) -> usize {
        self.phone.journal().as_array().unwrap().len()
    }
}

async fn server(addresses: &[String]) -> Harness {
    let config = Config { runners: addresses.to_vec(), ..Config::default() };
    Harness::of(&Container::new(&config).unwrap(), ToolboxOptions::default()).await
}

/// An address where nothing listens.
async fn nowhere() -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

#[track_caller]
fn may_be_repeated(outcome: &Outcome, codes: &[&str]) {
    assert!(outcome.is_error(), "{}", outcome.text());
    assert!(codes.contains(&outcome.code()), "{}", outcome.text());
    assert_eq!(outcome.failure().unwrap()["retry"], "safe", "{}", outcome.text());
    assert!(outcome.text().contains("hint: "), "{}", outcome.text());
}

const NOT_THERE: [&str; 2] = ["DEVICE_NOT_READY", "BACKEND_UNAVAILABLE"];

#[tokio::test]
async fn a_failed_status_in_mid_session_costs_no_call() {
    let connected = Connected::showing_the_form().await;
    for fault in ["error", "garbage_body", "truncated_body", "drop_before"] {
        connected.inject(&json!({"kind": fault, "route": "GET status", "times": 0}));
        for device in [json!({}), json!({"device": udid(&connected.phone)})] {
            let outcome = connected.server.call("observe_screen", device).await;
            assert!(!outcome.is_error(), "{fault}: {}", outcome.text());
        }
        connected.inject(&json!({"kind": "clear"}));
    }
}

fn udid(phone: &VirtualIphone) -> String {
    phone.wda_url().replace("http://", "wda:")
}

#[tokio::test]
async fn one_failed_status_before_the_session_is_asked_again() {
    let connected = Connected::new().await;
    connected.inject(&json!({"kind": "error", "route": "GET status"}));
    let outcome = connected.server.call("observe_screen", json!({})).await;
    assert!(!outcome.is_error(), "{}", outcome.text());
}

#[tokio::test]
async fn a_runner_that_does_not_answer_is_known_listed_and_worth_another_call() {
    let address = nowhere().await;
    let server = server(std::slice::from_ref(&address)).await;
    may_be_repeated(&server.call("observe_screen", json!({})).await, &NOT_THERE);
    let udid = address.replace("http://", "wda:");
    let tap = json!({"target": "Save", "device": udid});
    may_be_repeated(&server.call("tap", tap).await, &NOT_THERE);
    may_be_repeated(&server.call("boot_device", json!({})).await, &NOT_THERE);

    let listed = server.call("list_devices", json!({})).await;
    assert!(listed.text().contains(&udid), "{}", listed.text());
    assert!(listed.text().contains("no answer"), "{}", listed.text());
    assert!(listed.text().contains("warning: "), "{}", listed.text());
    assert!(!listed.text().contains("--virtual"), "{}", listed.text());
}

#[tokio::test]
async fn a_runner_that_ends_in_mid_session_is_worth_another_call() {
    let connected = Connected::showing_the_form().await;
    connected.inject(&json!({"kind": "connection_refused"}));
    let outcome = connected.server.call("observe_screen", json!({})).await;
    may_be_repeated(&outcome, &["DEVICE_NOT_READY", "BACKEND_UNAVAILABLE", "DEVICE_GONE"]);
    connected.inject(&json!({"kind": "clear"}));
    let outcome = connected.server.call("observe_screen", json!({})).await;
    assert!(!outcome.is_error(), "{}", outcome.text());
}

/// A call without a device must not go to another phone because the one that was meant is silent.
#[tokio::test]
async fn a_silent_runner_is_never_swapped_for_one_that_answers() {
    let phone = VirtualIphone::start(Options::default()).await.unwrap();
    let server = server(&[nowhere().await, phone.wda_url()]).await;
    let outcome = server.call("press_button", json!({"button": "home"})).await;
    assert_eq!(outcome.code(), "DEVICE_AMBIGUOUS", "{}", outcome.text());
    assert_eq!(phone.journal().as_array().unwrap().len(), 0);
}

#[tokio::test]
async fn a_failed_reading_is_unreadable_whatever_the_runner_said() {
    let connected = Connected::showing_the_form().await;
    let faults = [
        json!({"kind": "error", "error": "unknown error"}),
        json!({"kind": "error", "error": "invalid argument"}),
        json!({"kind": "error", "error": "no such element"}),
        json!({"kind": "error", "error": "unknown command"}),
        json!({"kind": "truncated_body"}),
        json!({"kind": "garbage_body"}),
    ];
    let inputs = connected.inputs();
    for fault in faults {
        let mut fault = fault;
        fault["route"] = "source".into();
        fault["times"] = 0.into();
        connected.inject(&fault);
        let outcome = connected.server.call("observe_screen", json!({})).await;
        may_be_repeated(&outcome, &["SCREEN_UNREADABLE"]);
        assert!(!outcome.text().contains("hint: observe_screen"), "{fault}: {}", outcome.text());
        let outcome = connected.server.call("find_elements", json!({"text": "Submit"})).await;
        may_be_repeated(&outcome, &["SCREEN_UNREADABLE"]);
        connected.inject(&json!({"kind": "clear"}));
    }
    for route in ["screenshot", "window/size"] {
        connected.inject(&json!({"kind": "error", "route": route, "times": 0}));
        let outcome = connected.server.call("take_screenshot", json!({})).await;
        may_be_repeated(&outcome, &["SCREEN_UNREADABLE"]);
        connected.inject(&json!({"kind": "clear"}));
    }
    assert_eq!(connected.inputs(), inputs);
}

/// Alerts and the app in front are read beside the tree; where they cannot be, nothing is made up.
#[tokio::test]
async fn readings_beside_the_tree_fail_as_readings() {
    let connected = Connected::showing_the_form().await;
    for route in ["alert/text", "activeAppInfo"] {
        for kind in ["error", "garbage_body", "truncated_body"] {
            connected.inject(&json!({"kind": kind, "route": route, "times": 0}));
            let outcome = connected.server.call("observe_screen", json!({})).await;
            if outcome.is_error() {
                may_be_repeated(&outcome, &["SCREEN_UNREADABLE"]);
            }
            connected.inject(&json!({"kind": "clear"}));
        }
    }
}
