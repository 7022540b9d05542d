//! The command line as scripts use it: exit codes, and what goes where.

use std::process::Output;

use serde_json::Value;

use crate::binary::{Server, run};

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[track_caller]
fn ends(arguments: &[&str], code: i32) -> Output {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{}", stderr(&output));
    output
}

#[test]
fn the_tool_list_is_printed_exactly_as_a_client_receives_it() {
    let printed: Value = serde_json::from_str(&stdout(&ends(&["tools", "--json"], 0))).unwrap();
    let mut server = Server::start(&["serve"], &[]);
    let list = server.ask(&serde_json::json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "x", "version": "1"}}}));
    assert!(list["result"].is_object());
    let list = server.ask(&serde_json::json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}));
    assert_eq!(list["result"], printed);
    assert!(server.id() > 0);
}

#[test]
fn a_failed_call_exits_1_with_code_and_hint_on_standard_error() {
    let output = ends(&["call", "observe_screen"], 1);
    assert!(stdout(&output).is_empty());
    assert!(stderr(&output).starts_with("DEVICE_NOT_FOUND: "), "{}", stderr(&output));
    assert!(stderr(&output).contains("hint: ") && stderr(&output).contains("--virtual"));
}

#[test]
fn what_was_asked_for_wrongly_exits_2() {
    ends(&["call", "teleport"], 2);
    ends(&["call", "tap", "{"], 2);
    ends(&["call", "tap", "[]"], 2);
    ends(&["nonsense"], 2);
    ends(&["serve", "--no-such-option"], 2);
    let output = ends(&["tools", "--toolsets", "gestures"], 2);
    assert!(stderr(&output).contains("there are core"), "{}", stderr(&output));
}

#[test]
fn help_and_version_exit_0() {
    ends(&["--help"], 0);
    assert!(stdout(&ends(&["--version"], 0)).starts_with("ios-mcp "));
}

#[test]
fn devices_can_be_listed_for_people_and_for_programs() {
    let listed = stdout(&ends(&["devices"], 0));
    assert!(listed.starts_with("0 devices"), "{listed}");
    let listed: Value = serde_json::from_str(&stdout(&ends(&["devices", "--json"], 0))).unwrap();
    assert_eq!(listed["devices"], serde_json::json!([]));
}
