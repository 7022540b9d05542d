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

/// Types that the schema does not say, and texts that hold what nobody sees.
fn odd_calls() -> Vec<(&'static str, Value, &'static str)> {
    vec![
        ("tap", json!({"target": "Submi\u{0}t"}), "INVALID_ARGUMENT"),
        ("tap", json!({"target": "Submit\n"}), "INVALID_ARGUMENT"),
        ("tap", json!({"target": "Submit", "role": "but\u{7f}ton"}), "INVALID_ARGUMENT"),
        ("tap", json!({"target": "Submit", "expect": "a\u{1b}b"}), "INVALID_ARGUMENT"),
        ("tap", json!({"target": "Submit", "device": "a\u{0}"}), "INVALID_ARGUMENT"),
        ("tap", json!({"target": 5}), "INVALID_ARGUMENT"),
        ("tap", json!({"target": true}), "INVALID_ARGUMENT"),
        ("tap", json!({"target": ["Submit"]}), "INVALID_ARGUMENT"),
        ("tap", json!({"target": "Submit", "device": 1}), "INVALID_ARGUMENT"),
        ("type_text", json!({"text": 5, "target": "Name"}), "INVALID_ARGUMENT"),
        ("type_text", json!({"text": "a", "target": "Na\u{8}me"}), "INVALID_ARGUMENT"),
        ("type_text", json!({"text": "a", "target": "Name", "clear": 1}), "INVALID_ARGUMENT"),
        ("set_value", json!({"target": "Subs\u{0}cribe", "value": "on"}), "INVALID_ARGUMENT"),
        ("set_value", json!({"target": "Subscribe", "value": "o\u{0}n"}), "INVALID_ARGUMENT"),
        ("set_value", json!({"target": "Subscribe", "value": ["on"]}), "INVALID_ARGUMENT"),
        ("scroll", json!({"direction": "down", "until": "a\u{0}"}), "INVALID_ARGUMENT"),
        ("launch_app", json!({"bundle_id": FORM, "arguments": [1]}), "INVALID_ARGUMENT"),
        ("launch_app", json!({"bundle_id": FORM, "arguments": ["a\u{0}b"]}), "INVALID_ARGUMENT"),
        ("run_sequence", json!({"steps": "[".repeat(50_000)}), "INVALID_ARGUMENT"),
        ("scroll", json!({"direction": ["down"]}), "INVALID_ARGUMENT"),
        ("launch_app", json!({"bundle_id": FORM, "arguments": "x"}), "INVALID_ARGUMENT"),
        ("wait_for", json!({"text": "a\u{0}b"}), "INVALID_ARGUMENT"),
        ("find_elements", json!({"text": "a\u{9f}b"}), "INVALID_ARGUMENT"),
        ("observe_screen", json!({"query": "a\tb"}), "INVALID_ARGUMENT"),
        ("observe_screen", json!({"budget": 1}), "INVALID_ARGUMENT"),
        ("run_sequence", json!({"steps": [["tap", null, "Submit"]]}), "INVALID_ARGUMENT"),
        ("run_sequence", json!({"steps": ["tap"]}), "INVALID_ARGUMENT"),
        ("run_sequence", json!({"steps": [5]}), "INVALID_ARGUMENT"),
        ("run_sequence", json!({"steps": {"tool": "tap", "target": "Submit"}}), "INVALID_ARGUMENT"),
        (
            "run_sequence",
            json!({"steps": [{"tool": "tap", "target": "Submit"}, {"tool": "tap", "target": "S\u{0}"}]}),
            "INVALID_ARGUMENT",
        ),
    ]
}

#[tokio::test]
async fn hostile_calls_get_coded_errors_and_touch_nothing() {
    let phones = OnPhones::showing(FORM).await;
    phones.server.call("observe_screen", json!({})).await;
    let inputs = phones.inputs().await;
    for (tool, arguments, code) in calls().into_iter().chain(odd_calls()) {
        let shown: String = arguments.to_string().chars().take(120).collect();
        let outcome = phones.server.call(tool, arguments).await;
        assert!(outcome.is_error(), "{tool} {shown}: {}", outcome.text());
        assert!(outcome.text().len() < 2_000, "{tool} {shown}: a long answer");
        assert!(outcome.failure().unwrap().to_string().len() < 4_000, "{tool} {shown}");
        assert_eq!(outcome.code(), code, "{tool} {shown}: {}", outcome.text());
        for of_ours in ["FlatStep", "StepTool", "struct ", "serde", "f64", "sequence,"] {
            assert!(!outcome.text().contains(of_ours), "{tool} {shown}: {}", outcome.text());
        }
        assert_eq!(phones.inputs().await, inputs, "{tool} {shown} touched the phone");
    }
    let screen = phones.server.call("observe_screen", json!({})).await;
    assert!(screen.first_line().starts_with("screen: "), "{}", screen.text());
}
