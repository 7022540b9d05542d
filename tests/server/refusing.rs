//! Calls that cannot work are answered with code, hint and candidates, as text and as data.

use ios_mcp::domain::error::{Candidate, DeviceError, ErrorCode};
use ios_mcp::mcp::tool::Reply;
use ios_mcp::mcp::tools::ToolboxOptions;
use serde_json::{Value, json};

use crate::harness::{Harness, container};

#[tokio::test]
async fn without_a_device_every_device_tool_names_the_virtual_one() {
    let harness = Harness::without_devices().await;
    let calls = [
        ("boot_device", json!({})),
        ("launch_app", json!({"bundle_id": "com.apple.Preferences"})),
        ("open_url", json!({"url": "https://example.com"})),
        ("observe_screen", json!({})),
        ("find_elements", json!({"text": "Save"})),
        ("tap", json!({"target": "Save"})),
        ("type_text", json!({"text": "hello"})),
        ("set_value", json!({"target": "Bold Text", "value": "on"})),
        ("scroll", json!({"direction": "down"})),
        ("press_button", json!({"button": "home"})),
        ("wait_for", json!({"text": "Save"})),
        ("run_sequence", json!({"steps": [{"tool": "tap", "target": "Save"}]})),
        ("take_screenshot", json!({})),
    ];
    for (tool, arguments) in calls {
        let outcome = harness.call(tool, arguments).await;
        assert!(outcome.is_error(), "{tool}");
        assert!(outcome.first_line().starts_with("DEVICE_NOT_FOUND: "), "{}", outcome.text());
        assert!(outcome.text().contains("--virtual"), "{}", outcome.text());
        assert_eq!(outcome.code(), "DEVICE_NOT_FOUND");
        assert!(outcome.0.structured_content.is_none(), "{tool}");
    }
}

#[tokio::test]
async fn an_empty_list_of_devices_is_no_error_and_says_how_to_get_one() {
    let harness = Harness::without_devices().await;
    let outcome = harness.call("list_devices", Value::Null).await;
    assert!(!outcome.is_error());
    assert_eq!(outcome.0.structured_content, Some(json!({"devices": [], "warnings": []})));
    assert!(outcome.text().contains("--virtual"), "{}", outcome.text());
}

#[tokio::test]
async fn a_list_that_is_narrowed_to_nothing_shows_what_there_is() {
    let phones = crate::harness::OnPhones::of(1).await;
    let outcome = phones.server.call("list_devices", json!({"device": "zz"})).await;
    assert!(outcome.first_line().starts_with("no device matches \"zz\""), "{}", outcome.text());
    assert!(outcome.text().contains(phones.phone().await.udid()), "{}", outcome.text());
    assert!(!outcome.text().contains("--virtual"), "{}", outcome.text());
    assert_eq!(outcome.0.structured_content.unwrap()["devices"], json!([]));
}

#[tokio::test]
async fn wrong_arguments_are_results_that_name_tool_place_and_what_is_allowed() {
    let harness = Harness::without_devices().await;
    let calls = [
        ("tap", json!({"targt": "Save"}), "tap has no parameter \"targt\""),
        ("tap", json!({}), "tap needs ref or target"),
        ("tap", json!({"ref": "Save"}), "ref \"Save\" is not a ref such as e7"),
        ("tap", json!({"target": "A", "count": 3}), "count \"3\" is not between 1 and 2"),
        ("type_text", json!({"ref": "e1"}), "type_text needs text"),
        ("scroll", json!({"direction": "sideways"}), "scroll: direction: unknown variant"),
        ("set_value", json!({"target": "A", "value": " "}), "value \" \" is empty"),
        ("launch_app", json!({"bundle_id": "--help"}), "bundle_id \"--help\" is not a bundle id"),
        ("open_url", json!({"url": "example.com"}), "url \"example.com\" is not a link"),
        ("observe_screen", json!({"region": [1, 2]}), "region is not four numbers"),
        ("observe_screen", json!({"budget": 0}), "budget \"0\" is not between"),
        ("find_elements", json!({"text": "a", "limit": 51}), "limit \"51\" is not between"),
        ("wait_for", json!({"text": "a", "timeout_seconds": -1}), "timeout_seconds \"-1\""),
        ("run_sequence", json!({"steps": []}), "steps has 0 steps"),
        (
            "run_sequence",
            json!({"steps": [{"tool": "observe_screen"}]}),
            "steps[0]: tool: unknown variant",
        ),
        ("take_screenshot", json!({"format": "gif"}), "format: unknown variant `gif`"),
        ("press_button", json!({"button": "home", "expect": "!"}), "expect \"!\" names no text"),
    ];
    for (tool, arguments, expected) in calls {
        let outcome = harness.call(tool, arguments).await;
        assert!(outcome.first_line().starts_with("INVALID_ARGUMENT: "), "{}", outcome.text());
        assert!(outcome.first_line().contains(expected), "{}", outcome.text());
        assert!(outcome.is_error());
        assert_eq!(outcome.failure().unwrap()["retry"], "never");
    }
}

#[tokio::test]
async fn the_servers_device_is_meant_where_a_call_names_none() {
    let options = ToolboxOptions { device: Some("iPhone 99".into()), ..ToolboxOptions::default() };
    let harness = Harness::of(&container(), options).await;
    let outcome = harness.call("observe_screen", json!({})).await;
    assert!(outcome.text().contains("no device matches \"iPhone 99\""), "{}", outcome.text());
    let outcome = harness.call("observe_screen", json!({"device": "other"})).await;
    assert!(outcome.text().contains("no device matches \"other\""), "{}", outcome.text());
}

#[tokio::test]
async fn an_unpublished_idempotency_key_is_an_unknown_parameter() {
    let harness = Harness::without_devices().await;
    let arguments = json!({"target": "Save", "idempotency_key": "k"});
    let outcome = harness.call("tap", arguments.clone()).await;
    assert!(outcome.first_line().contains("no parameter \"idempotency_key\""));

    let options = ToolboxOptions { idempotency_argument: true, ..ToolboxOptions::default() };
    let harness = Harness::of(&container(), options).await;
    let outcome = harness.call("tap", arguments).await;
    assert_eq!(outcome.code(), "DEVICE_NOT_FOUND");
}

#[test]
fn every_error_code_is_rendered_as_its_snapshot_says() {
    let candidate = |handle: Option<&str>, summary: &str| Candidate {
        handle: handle.map(str::to_owned),
        summary: summary.to_owned(),
    };
    let rendered = ErrorCode::ALL.map(|code| {
        let error = DeviceError::new(code, "what happened, as a fragment")
            .with_hint("what to do next")
            .with_candidates(vec![
                candidate(Some("e7"), "button \"Delete\" in cell \"Invoice 12\""),
                candidate(None, "button \"Deleted\", not shown yet"),
            ]);
        let reply = Reply::error(&error);
        format!("{}\n{}", reply.text, serde_json::to_string(&reply.failure).unwrap())
    });
    insta::assert_snapshot!("errors", rendered.join("\n\n"));
}
