//! What `tools/list` gives: one snapshot a tool, and the rules that hold over all of them.

use ios_mcp::mcp::tools::{ToolboxOptions, Toolset};
use serde_json::{Value, json};

use crate::harness::{Harness, container, toolbox, toolset};

/// Most characters of the core list as published, in compact JSON. Source: DESIGN of the surface,
/// a tenth of the context that a list of forty tools takes.
const LARGEST_LIST: usize = 12_500;
const LONGEST_DESCRIPTION: usize = 400;

fn published() -> Vec<Value> {
    toolbox(&container(), ToolboxOptions::default())
        .published()
        .into_iter()
        .map(Value::Object)
        .collect()
}

fn core() -> Vec<Value> {
    let tools = toolset(&container(), Toolset::Core).published();
    tools.into_iter().map(Value::Object).collect()
}

fn name(tool: &Value) -> &str {
    tool["name"].as_str().unwrap()
}

#[test]
fn each_tool_is_published_as_its_snapshot_says() {
    for tool in published() {
        let text = serde_json::to_string_pretty(&tool).unwrap();
        insta::assert_snapshot!(format!("tool__{}", name(&tool)), text);
    }
}

#[test]
fn the_core_list_stays_within_its_size() {
    let list = json!({"tools": core()}).to_string();
    let size = list.chars().count();
    assert!(size <= LARGEST_LIST, "{size} characters");
}

#[test]
fn the_core_tools_are_the_fourteen_that_were_promised() {
    let published = core();
    let mut names: Vec<&str> = published.iter().map(name).collect();
    names.sort_unstable();
    let promised = [
        "boot_device",
        "find_elements",
        "launch_app",
        "list_devices",
        "observe_screen",
        "open_url",
        "press_button",
        "run_sequence",
        "scroll",
        "set_value",
        "take_screenshot",
        "tap",
        "type_text",
        "wait_for",
    ];
    assert_eq!(names, promised);
}

#[test]
fn names_descriptions_and_hints_keep_the_rules() {
    for tool in published() {
        let name = name(&tool);
        assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{name}");
        let description = tool["description"].as_str().unwrap();
        assert!(description.chars().count() <= LONGEST_DESCRIPTION, "{name}: too long");
        assert!(!description.contains("  "), "{name}: a doubled space");
        let read_only = tool["annotations"]["readOnlyHint"] == json!(true);
        let looks = ["list_", "observe_", "find_", "take_", "wait_"];
        assert_eq!(read_only, looks.iter().any(|prefix| name.starts_with(prefix)), "{name}");
        for hint in ["readOnlyHint", "idempotentHint"] {
            assert_ne!(tool["annotations"][hint], json!(false), "{name}: {hint} is the default");
        }
        for hint in ["destructiveHint", "openWorldHint"] {
            assert_ne!(tool["annotations"][hint], json!(true), "{name}: {hint} is the default");
        }
    }
}

#[test]
fn every_parameter_is_described_and_has_one_plain_type() {
    for tool in published() {
        let name = name(&tool);
        let schema = &tool["inputSchema"];
        assert_eq!(schema["type"], "object", "{name}");
        for (parameter, schema) in schema["properties"].as_object().unwrap() {
            assert!(schema["description"].is_string(), "{name}.{parameter} is not described");
            assert!(schema["type"].is_string(), "{name}.{parameter} has no single type");
        }
    }
}

#[test]
fn every_tool_takes_a_device_and_every_changing_one_an_expectation() {
    for tool in published() {
        let properties = tool["inputSchema"]["properties"].as_object().unwrap();
        assert!(properties.contains_key("device"), "{}", name(&tool));
        let read_only = tool["annotations"]["readOnlyHint"] == json!(true);
        // A flow is written beside the device, which stays as it is.
        let changes = !read_only && name(&tool) != "save_flow";
        assert_eq!(properties.contains_key("expect"), changes, "{}", name(&tool));
    }
}

/// Keywords that make some large client drop the tool, or all of them.
const REFUSED_SOMEWHERE: [&str; 12] = [
    "$ref",
    "$schema",
    "$defs",
    "anyOf",
    "oneOf",
    "allOf",
    "not",
    "additionalProperties",
    "format",
    "exclusiveMinimum",
    "const",
    "title",
];

#[test]
fn schemas_use_only_what_every_large_client_accepts() {
    for tool in published() {
        for schema in ["inputSchema", "outputSchema"] {
            if let Some(schema) = tool.get(schema) {
                check_schema(name(&tool), schema);
            }
        }
    }
}

fn check_schema(place: &str, schema: &Value) {
    let schema = schema.as_object().unwrap_or_else(|| panic!("{place} is no schema"));
    for keyword in REFUSED_SOMEWHERE {
        assert!(!schema.contains_key(keyword), "{place} uses {keyword}");
    }
    assert!(schema["type"].is_string(), "{place} has no single type");
    if schema["type"] == "array" {
        check_schema(&format!("{place}[]"), &schema["items"]);
    }
    if schema["type"] == "object" {
        for (name, schema) in schema["properties"].as_object().unwrap() {
            check_schema(&format!("{place}.{name}"), schema);
        }
    }
}

#[test]
fn step_parameters_carry_no_descriptions_of_their_own() {
    let published = published();
    let sequence = published.iter().find(|tool| name(tool) == "run_sequence").unwrap();
    let step = &sequence["inputSchema"]["properties"]["steps"]["items"];
    assert_eq!(step["required"], json!(["tool"]));
    for (parameter, schema) in step["properties"].as_object().unwrap() {
        assert!(schema.get("description").is_none(), "{parameter}");
    }
}

#[test]
fn only_tools_with_structured_answers_have_an_output_schema() {
    let published = published();
    let with_output: Vec<&str> =
        published.iter().filter(|tool| tool.get("outputSchema").is_some()).map(name).collect();
    assert_eq!(with_output, ["list_devices", "wait_for"]);
}

#[tokio::test]
async fn a_client_receives_the_list_exactly_as_it_is_published() {
    let harness = Harness::without_devices().await;
    let received: Vec<Value> =
        harness.tools().await.into_iter().map(|tool| serde_json::to_value(tool).unwrap()).collect();
    assert_eq!(received, published());
}

#[test]
fn the_idempotency_key_is_published_only_when_asked_and_only_on_changing_tools() {
    let options = ToolboxOptions { idempotency_argument: true, ..ToolboxOptions::default() };
    for tool in toolbox(&container(), options).published() {
        let read_only = tool.get("annotations").is_some_and(|a| a["readOnlyHint"] == json!(true));
        let properties = tool["inputSchema"]["properties"].as_object().unwrap();
        assert_eq!(properties.contains_key("idempotency_key"), !read_only, "{}", tool["name"]);
    }
    for tool in published() {
        assert!(tool["inputSchema"]["properties"].get("idempotency_key").is_none());
    }
}
