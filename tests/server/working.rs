//! Work on a virtual iPhone: what a call answers agrees with what the phone itself holds.

use std::time::Duration;

use ios_mcp::application::context::CallContext;
use ios_mcp::application::report::ObserveOptions;
use ios_mcp::application::session::IosSession;
use ios_mcp::domain::error::ErrorCode;
use ios_mcp::mcp::tools::ToolboxOptions;
use rmcp::model::{CallToolRequest, CallToolRequestParams, ClientRequest};
use rmcp::service::PeerRequestOptions;
use serde_json::{Value, json};

use crate::harness::OnPhones;

const SETTINGS: &str = "com.apple.Preferences";
const FORM: &str = "com.example.form";

#[tokio::test]
async fn the_virtual_phone_is_listed_as_text_and_as_data() {
    let phones = OnPhones::of(2).await;
    let outcome = phones.server.call("list_devices", json!({})).await;
    assert_eq!(outcome.first_line(), "2 devices");
    let content = outcome.0.structured_content.clone().unwrap();
    assert_eq!(content["devices"][0]["kind"], "virtual");
    assert_eq!(content["devices"][1]["name"], "Virtual iPhone 2");
    assert_eq!(content["devices"][0]["state"], "booted");
    let narrowed = phones.server.call("list_devices", json!({"device": "iphone 2"})).await;
    assert_eq!(narrowed.first_line(), "1 device");
}

#[tokio::test]
async fn with_two_phones_a_call_that_names_none_is_refused_with_both() {
    let phones = OnPhones::of(2).await;
    let outcome = phones.server.call("observe_screen", json!({})).await;
    assert_eq!(outcome.code(), "DEVICE_AMBIGUOUS");
    assert_eq!(outcome.failure().unwrap()["candidates"].as_array().unwrap().len(), 2);
    let named = phones.server.call("observe_screen", json!({"device": "Virtual iPhone 2"})).await;
    assert!(named.first_line().starts_with("screen: "), "{}", named.text());
}

#[tokio::test]
async fn a_booted_device_is_booted_already() {
    let phones = OnPhones::of(1).await;
    let outcome = phones.server.call("boot_device", json!({})).await;
    assert!(outcome.first_line().starts_with("already: boot_device Virtual iPhone "));
    assert!(!outcome.is_error());
}

#[tokio::test]
async fn a_sequence_reaches_and_sets_a_switch_and_the_next_call_finds_it_set() {
    let phones = OnPhones::showing(SETTINGS).await;
    let steps = json!([
        {"tool": "tap", "target": "Accessibility"},
        {"tool": "tap", "target": "Display & Text Size"},
        {"tool": "set_value", "target": "Bold Text", "value": "on"},
    ]);
    let outcome = phones.server.call("run_sequence", json!({"steps": steps})).await;
    assert_eq!(outcome.first_line(), "changed: run_sequence 3 of 3 steps", "{}", outcome.text());
    assert_eq!(phones.value(SETTINGS, "bold_text").await, json!(true));

    let inputs = phones.inputs().await;
    let arguments = json!({"target": "Bold Text", "value": true});
    let outcome = phones.server.call("set_value", arguments).await;
    assert!(outcome.first_line().starts_with("already: set_value"), "{}", outcome.text());
    assert_eq!(phones.inputs().await, inputs);
}

#[tokio::test]
async fn a_sequence_stops_where_it_fails_and_says_so_as_text_and_as_data() {
    let phones = OnPhones::showing(SETTINGS).await;
    let steps = json!([
        {"tool": "tap", "target": "General"},
        {"tool": "tap", "target": "No such row"},
        {"tool": "tap", "target": "About"},
    ]);
    let outcome = phones.server.call("run_sequence", json!({"steps": steps})).await;
    let stopped = "ELEMENT_NOT_FOUND: run_sequence stopped at step 2 of 3";
    assert!(outcome.first_line().starts_with(stopped), "{}", outcome.text());
    assert!(outcome.is_error());
    assert_eq!(outcome.code(), "ELEMENT_NOT_FOUND");
    assert!(outcome.text().contains("\n1. changed: tap"), "{}", outcome.text());
}

#[tokio::test]
async fn two_equal_labels_are_refused_without_touching_the_screen() {
    let phones = OnPhones::showing(FORM).await;
    let inputs = phones.inputs().await;
    let outcome = phones.server.call("tap", json!({"target": "Delete"})).await;
    assert_eq!(outcome.code(), "ELEMENT_AMBIGUOUS");
    assert_eq!(outcome.failure().unwrap()["candidates"].as_array().unwrap().len(), 2);
    assert_eq!(phones.inputs().await, inputs);
}

#[tokio::test]
async fn a_touch_without_effect_is_no_error_and_leads_the_text() {
    let phones = OnPhones::showing(FORM).await;
    let outcome = phones.server.call("tap", json!({"target": "Ignored"})).await;
    assert!(outcome.first_line().starts_with("no_effect: tap"), "{}", outcome.text());
    assert!(!outcome.is_error());
}

#[tokio::test]
async fn typed_text_is_read_back() {
    let phones = OnPhones::showing(FORM).await;
    let arguments = json!({"target": "form.name", "text": "Ada"});
    let outcome = phones.server.call("type_text", arguments).await;
    assert!(outcome.first_line().starts_with("changed: type_text"), "{}", outcome.text());
    assert_eq!(phones.value(FORM, "name").await, json!("Ada"));
}

#[tokio::test]
async fn an_unknown_ref_is_told_from_a_stale_one() {
    let phones = OnPhones::showing(SETTINGS).await;
    let outcome = phones.server.call("tap", json!({"ref": "e999"})).await;
    assert_eq!(outcome.code(), "REF_UNKNOWN");
}

#[tokio::test]
async fn a_key_that_was_used_returns_the_first_outcome_instead_of_acting_again() {
    let options = ToolboxOptions { idempotency_argument: true, ..ToolboxOptions::default() };
    let phones = OnPhones::with(1, options).await;
    phones.server.call("launch_app", json!({"bundle_id": FORM})).await;
    let arguments = json!({"target": "Increment", "idempotency_key": "one"});
    let first = phones.server.call("tap", arguments.clone()).await;
    assert!(first.first_line().starts_with("changed: tap"), "{}", first.text());
    assert_eq!(phones.value(FORM, "guests").await.as_f64(), Some(3.0));
    let again = phones.server.call("tap", arguments).await;
    assert_eq!(again.first_line(), first.first_line());
    assert_eq!(phones.value(FORM, "guests").await.as_f64(), Some(3.0));
    let other = json!({"target": "Decrement", "idempotency_key": "one"});
    assert_eq!(phones.server.call("tap", other).await.code(), "KEY_REUSED");
}

#[tokio::test]
async fn a_key_in_the_requests_meta_counts_as_well() {
    let phones = OnPhones::showing(FORM).await;
    for _ in 0..2 {
        let mut request = CallToolRequestParams::new("tap")
            .with_arguments(json!({"target": "Increment"}).as_object().cloned().unwrap());
        let mut meta = rmcp::model::RequestMetaObject::new();
        meta.insert("ios-mcp/idempotencyKey".to_owned(), json!("two"));
        request.meta = Some(meta);
        phones.server.client().call_tool(request).await.unwrap();
    }
    assert_eq!(phones.value(FORM, "guests").await.as_f64(), Some(3.0));
}

#[tokio::test]
async fn a_wait_answers_met_or_not_met_as_data() {
    let phones = OnPhones::showing(FORM).await;
    let met = phones.server.call("wait_for", json!({"text": "Submit"})).await;
    assert!(met.first_line().starts_with("met: \"Submit\" is on screen"), "{}", met.text());
    assert_eq!(met.0.structured_content.as_ref().unwrap()["met"], true);
    let arguments = json!({"text": "Nothing of the kind", "timeout_seconds": 0.5});
    let missed = phones.server.call("wait_for", arguments).await;
    assert!(missed.first_line().starts_with("not_met: "), "{}", missed.text());
    assert!(!missed.is_error());
    assert_eq!(missed.0.structured_content.as_ref().unwrap()["met"], false);
}

#[tokio::test]
async fn a_screenshot_is_an_image_within_the_limits_of_the_tightest_client() {
    let phones = OnPhones::showing(SETTINGS).await;
    for (format, mime) in [("jpeg", "image/jpeg"), ("png", "image/png")] {
        let outcome = phones.server.call("take_screenshot", json!({"format": format})).await;
        assert!(outcome.text().contains("1206x2622 pixels"), "{}", outcome.text());
        assert!(outcome.text().contains("402x874 points"), "{}", outcome.text());
        let image = outcome.0.content[1].as_image().expect("an image block follows the text");
        assert_eq!(image.mime_type, mime);
        assert!(image.data.len() < 1_000_000);
        assert!(!outcome.text().contains(&image.data[..40]));
    }
}

#[tokio::test]
async fn a_cancelled_wait_ends_at_once_and_the_server_goes_on() {
    let phones = OnPhones::showing(FORM).await;
    let arguments = json!({"text": "Nothing of the kind", "timeout_seconds": 60});
    let request = CallToolRequestParams::new("wait_for")
        .with_arguments(arguments.as_object().cloned().unwrap());
    let request = ClientRequest::CallToolRequest(CallToolRequest::new(request));
    let client = phones.server.client();
    let options = PeerRequestOptions::no_options();
    let handle = client.send_cancellable_request(request, options).await.unwrap();
    handle.cancel(Some("changed my mind".to_owned())).await.unwrap();
    let answer = tokio::time::timeout(
        Duration::from_secs(10),
        phones.server.call("list_devices", Value::Null),
    );
    assert!(!answer.await.unwrap().is_error());
}

#[tokio::test]
async fn a_program_connects_to_a_runner_by_its_address() {
    let phones = OnPhones::showing(SETTINGS).await;
    let url = phones.phone().await.wda_url();
    let session = IosSession::connect(&url).await.unwrap();
    let me = CallContext::of("a program");
    let screen = session.observe(&ObserveOptions::default(), &me).await.unwrap();
    assert!(screen.text.contains("Airplane Mode"), "{}", screen.text);

    let nobody = IosSession::connect("http://127.0.0.1:9").await.err().unwrap();
    assert_eq!(nobody.code(), ErrorCode::DeviceNotReady);
    let nonsense = IosSession::connect("not an address").await.err().unwrap();
    assert_eq!(nonsense.code(), ErrorCode::InvalidArgument);
}

#[tokio::test]
async fn an_identifier_is_taken_as_the_screen_writes_it_and_as_people_do() {
    let phones = OnPhones::showing(SETTINGS).await;
    let screen = phones.server.call("observe_screen", json!({})).await;
    assert!(screen.text().contains("id=com.apple.settings.wifi"), "{}", screen.text());
    let published = phones.server.tools().await;
    let described =
        |name: &str| published.iter().find(|t| t.name == name).unwrap().description.clone();
    assert!(described("observe_screen").unwrap().contains("id=identifier"));
    for target in
        ["com.apple.settings.wifi", "id=com.apple.settings.wifi", "#com.apple.settings.wifi"]
    {
        let outcome = phones.server.call("tap", json!({"target": target})).await;
        assert!(outcome.first_line().starts_with("changed: tap"), "{target}: {}", outcome.text());
        let outcome =
            phones.server.call("launch_app", json!({"bundle_id": SETTINGS, "fresh": true}));
        assert!(!outcome.await.is_error());
    }
    let outcome =
        phones.server.call("find_elements", json!({"text": "id=com.apple.settings.wifi"})).await;
    assert!(outcome.text().contains("Wi-Fi"), "{}", outcome.text());
}

#[tokio::test]
async fn a_value_for_a_control_may_be_a_truth_or_a_number() {
    let phones = OnPhones::showing(SETTINGS).await;
    let arguments = json!({"target": "Airplane Mode", "value": true});
    let outcome = phones.server.call("set_value", arguments).await;
    assert!(outcome.first_line().starts_with("changed: set_value"), "{}", outcome.text());
    let steps = json!([{"tool": "set_value", "target": "Airplane Mode", "value": 0}]);
    let outcome = phones.server.call("run_sequence", json!({"steps": steps})).await;
    assert!(!outcome.is_error(), "{}", outcome.text());
}

#[tokio::test]
async fn an_app_is_launched_by_its_name_and_what_no_app_is_called_is_told_with_its_like() {
    let phones = OnPhones::of(1).await;
    let outcome = phones.server.call("launch_app", json!({"name": "form"})).await;
    let line = outcome.first_line();
    assert!(line.starts_with("changed: launch_app \"Form\" com.example.form"), "{line}");
    assert_eq!(phones.phone().await.world()["foreground"], "com.example.form");
    let again = phones.server.call("launch_app", json!({"name": "Form"})).await;
    assert!(again.first_line().starts_with("already: launch_app"), "{}", again.text());

    let missing = phones.server.call("launch_app", json!({"name": "Forn"})).await;
    assert!(missing.first_line().starts_with("APP_NOT_FOUND"), "{}", missing.text());
    assert!(missing.text().contains("com.example.form"), "{}", missing.text());
    for bad in [json!({}), json!({"name": "Form", "bundle_id": "com.example.form"})] {
        let refused = phones.server.call("launch_app", bad).await;
        assert!(refused.first_line().starts_with("INVALID_ARGUMENT"), "{}", refused.text());
    }
    let steps = json!([{"tool": "launch_app", "name": "Notes"}]);
    phones.server.call("run_sequence", json!({"steps": steps})).await;
    assert_eq!(phones.phone().await.world()["foreground"], "com.apple.mobilenotes");
}
