//! Hostile calls: each gets a coded error, the phone's journal stays as it was, and the server goes on.

use serde_json::{Value, json};

use crate::harness::OnPhones;

const FORM: &str = "com.example.form";

fn calls() -> Vec<(&'static str, Value, &'static str)> {
    let long = "x".repeat(200_000);
    vec![
        ("tap", json!({"target": "Submit", "device": "No such phone"}), "DEVICE_NOT_FOUND"),
        ("tap", json!({"target": "Submit", "device": "--udid"}), "DEVICE_NOT_FOUND"),
        ("tap", json!({"ref": "e999999"}), "REF_UNKNOWN"),
        ("tap", json!({"ref": "e99999999999999999999"}), "INVALID_ARGUMENT"),
        ("tap", json!({"ref": "-1"}), "INVALID_ARGUMENT"),
        ("tap", json!({}), "INVALID_ARGUMENT"),
        ("tap", json!({"target": ""}), "INVALID_ARGUMENT"),
        ("tap", json!({"target": " \u{200b}\u{202e} "}), "INVALID_ARGUMENT"),
        ("tap", json!({"target": "Delete"}), "ELEMENT_AMBIGUOUS"),
        ("tap", json!({"target": long}), "ELEMENT_NOT_FOUND"),
        ("tap", json!({"target": "Submit", "count": -3}), "INVALID_ARGUMENT"),
        ("tap", json!({"target": "Submit", "count": 1e300}), "INVALID_ARGUMENT"),
        ("tap", json!({"target": "Submit", "role": "wizard"}), "INVALID_ARGUMENT"),
        ("tap", json!({"target": "Submit", "expect": " "}), "INVALID_ARGUMENT"),
        ("tap", json!({"target": "Submit", "x": 10, "y": -10}), "INVALID_ARGUMENT"),
        ("type_text", json!({"text": "", "target": "Name"}), "INVALID_ARGUMENT"),
        ("type_text", json!({"text": "a\u{0}b", "target": "Name"}), "TEXT_UNSUPPORTED"),
        ("type_text", json!({"text": "a\u{1b}[2Jb", "target": "Name"}), "TEXT_UNSUPPORTED"),
        ("set_value", json!({"target": "Subscribe", "value": "perhaps"}), "INVALID_ARGUMENT"),
        ("set_value", json!({"target": "Volume", "value": "140%"}), "INVALID_ARGUMENT"),
        ("set_value", json!({"target": "Volume", "value": "NaN"}), "INVALID_ARGUMENT"),
        ("scroll", json!({"direction": "sideways"}), "INVALID_ARGUMENT"),
        ("scroll", json!({"direction": "down", "until": ""}), "INVALID_ARGUMENT"),
        ("press_button", json!({"button": "eject"}), "INVALID_ARGUMENT"),
        ("launch_app", json!({"bundle_id": "-com.example"}), "INVALID_ARGUMENT"),
        ("launch_app", json!({"bundle_id": "com example; rm"}), "INVALID_ARGUMENT"),
        ("launch_app", json!({"bundle_id": "com.example.missing"}), "APP_NOT_FOUND"),
        ("open_url", json!({"url": "no scheme"}), "INVALID_ARGUMENT"),
        ("open_url", json!({"url": "javascript:alert(1)"}), "REFUSED"),
        ("wait_for", json!({"text": ""}), "INVALID_ARGUMENT"),
        ("wait_for", json!({"text": "x", "timeout_seconds": -1}), "INVALID_ARGUMENT"),
        ("find_elements", json!({"text": ""}), "INVALID_ARGUMENT"),
        ("observe_screen", json!({"region": [0, 0, -5, "x"]}), "INVALID_ARGUMENT"),
        ("run_sequence", json!({"steps": []}), "INVALID_ARGUMENT"),
        ("run_sequence", json!({"steps": [{"tool": "format_disk"}]}), "INVALID_ARGUMENT"),
        ("take_screenshot", json!({"format": "bmp"}), "INVALID_ARGUMENT"),
    ]
}

#[tokio::test]
async fn hostile_calls_get_coded_errors_and_touch_nothing() {
    let phones = OnPhones::showing(FORM).await;
    phones.server.call("observe_screen", json!({})).await;
    let inputs = phones.inputs().await;
    for (tool, arguments, code) in calls() {
        let shown: String = arguments.to_string().chars().take(120).collect();
        let outcome = phones.server.call(tool, arguments).await;
        assert!(outcome.is_error(), "{tool} {shown}: {}", outcome.text());
        assert_eq!(outcome.code(), code, "{tool} {shown}: {}", outcome.text());
        assert_eq!(phones.inputs().await, inputs, "{tool} {shown} touched the phone");
    }
    let screen = phones.server.call("observe_screen", json!({})).await;
    assert!(screen.first_line().starts_with("screen: "), "{}", screen.text());
}
