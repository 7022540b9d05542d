//! `verify` against the phone itself: what is claimed of the wire is what is served.

use std::process::{Command, Output};

use serde_json::{Value, json};
use virtual_iphone::{Options, VirtualIphone};

use crate::client::instant;

#[expect(clippy::disallowed_methods, reason = "the program is what is tested")]
async fn verify(phone: &VirtualIphone, more: &[&str]) -> (Output, Vec<Value>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_virtual-iphone"));
    command.args(["verify", "--against", &phone.wda_url()]).args(more);
    let output = tokio::task::spawn_blocking(move || command.output()).await.unwrap().unwrap();
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (output, lines)
}

#[tokio::test]
async fn the_phone_differs_from_its_own_facts_in_nothing() {
    for strict in [false, true] {
        let phone = VirtualIphone::start(Options { strict, ..Options::default() }).await.unwrap();
        let (output, lines) = verify(&phone, &["--mjpeg", &phone.mjpeg_url()]).await;
        assert_eq!(lines, Vec::<Value>::new());
        assert!(output.status.success(), "{output:?}");
        let kinds: Vec<Value> = phone
            .journal()
            .as_array()
            .unwrap()
            .iter()
            .filter(|entry| entry["kind"] != "launch" && entry["kind"] != "terminate")
            .cloned()
            .collect();
        assert_eq!(kinds, Vec::<Value>::new(), "the probes press and type nothing");
    }
}

#[tokio::test]
async fn a_difference_is_a_line_of_data_and_a_failure() {
    let phone = VirtualIphone::start(instant()).await.unwrap();
    let fault = json!({"kind": "error", "route": "/wda/batteryInfo", "error": "unknown error"});
    phone.inject(&fault).unwrap();
    let (output, lines) = verify(&phone, &[]).await;
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        lines,
        [json!({
            "probe": "battery.keys",
            "expected": ["level", "state"],
            "got": ["error", "message", "traceback"],
            "tag": "sourced",
            "differs": true,
        })]
    );
}

#[tokio::test]
async fn times_are_told_and_never_differ() {
    let phone = VirtualIphone::start(Options::default()).await.unwrap();
    let (output, lines) = verify(&phone, &["--timings"]).await;
    assert!(output.status.success());
    let tree = lines.iter().find(|line| line["probe"] == "timing.source.json").unwrap();
    assert!(tree["got"].as_f64().unwrap() > 0.0 && tree["expected"]["usb"].as_f64().unwrap() > 0.2);
}

#[tokio::test]
async fn a_runner_that_is_not_there_is_a_failure_with_its_address() {
    let phone = VirtualIphone::start(instant()).await.unwrap();
    phone.inject(&json!({"kind": "connection_refused"})).unwrap();
    let (output, lines) = verify(&phone, &[]).await;
    assert_eq!((output.status.code(), lines.len()), (Some(1), 0));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains(&phone.wda_url()), "{said}");
}
