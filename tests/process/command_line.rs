//! The command line as scripts use it: exit codes, and what goes where.

use std::process::Output;

use serde_json::Value;

use crate::binary::{Server, program, run};

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
    server.initialize();
    let list = server.ask(&serde_json::json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}));
    assert_eq!(list["result"], printed);
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
    let output = ends(&["tools", "--toolsets", "nonsense"], 2);
    assert!(stderr(&output).contains("there are core"), "{}", stderr(&output));
}

#[test]
fn a_dump_is_not_searched_for_nothing_and_not_digested_into_nothing() {
    let dump =
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/dumps/wda-lamp-xml-in-json.json");
    for text in ["", "  ", "\u{200b}"] {
        let output = ends(&["find", dump, text], 2);
        assert!(stderr(&output).starts_with("INVALID_ARGUMENT: "), "{}", stderr(&output));
    }
    ends(&["find", dump, "Home", "--limit", "0"], 2);
    ends(&["digest", dump, "--query", " "], 2);
    for budget in ["0", "1", "59", "-1", "1e400", "NaN"] {
        ends(&["digest", dump, "--budget", budget], 2);
    }
    let output = ends(&["digest", dump, "--budget", "60"], 0);
    assert!(stdout(&output).trim_end().chars().count() <= 240, "{}", stdout(&output));
}

#[test]
fn what_cannot_be_written_says_where() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a file");
    std::fs::write(&file, "x").unwrap();
    let below = file.join("x");
    let below = below.to_str().unwrap();
    for path in ["/nonexistent/x", below, folder.path().to_str().unwrap()] {
        let output = ends(&["call", "take_screenshot", "{}", "--virtual", "--save", path], 1);
        let expected = format!("PATH_NOT_FOUND: {path}: ");
        assert!(stderr(&output).starts_with(&expected), "{}", stderr(&output));
    }
    for path in ["/dev/null/x", below, file.to_str().unwrap()] {
        let output = ends(&["demo", "--output", path], 1);
        let expected = format!("PATH_NOT_FOUND: {path}: ");
        assert!(stderr(&output).starts_with(&expected), "{}", stderr(&output));
    }
}

#[test]
fn credentials_in_an_address_are_never_printed() {
    let addresses =
        ["http://anna:hunter2@127.0.0.1:8100", "anna:hunter2@a", "http://anna:x,hunter2@a:1"];
    for address in addresses {
        for arguments in [
            &["serve", "--wda", address][..],
            &["devices", "--wda", address],
            &["call", "tap", r#"{"target": "A"}"#, "--wda", address],
        ] {
            let output = ends(arguments, 2);
            let shown = format!("{}{}", stdout(&output), stderr(&output));
            assert!(shown.contains("INVALID_ARGUMENT") && !shown.contains("hunter2"), "{shown}");
        }
    }
    let mut help = program(&["serve", "--help"]);
    let output = help.env("IOS_MCP_WDA", addresses[0]).output().unwrap();
    assert!(!stdout(&output).contains("hunter2"), "{}", stdout(&output));
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

/// Nothing listens at port 1.
#[test]
fn a_runner_that_is_silent_and_named_twice_is_one_device_with_its_state() {
    let twice = "http://127.0.0.1:1,http://127.0.0.1:1/";
    let listed = stdout(&ends(&["devices", "--json", "--wda", twice], 0));
    let listed: Value = serde_json::from_str(&listed).unwrap();
    let devices = listed["devices"].as_array().unwrap();
    assert_eq!(devices.len(), 1, "{listed}");
    assert_eq!(devices[0]["udid"], "wda:127.0.0.1:1");
    assert!(devices[0]["state"].as_str().is_some_and(|s| s.starts_with("no answer")), "{listed}");
    assert_eq!(listed["warnings"].as_array().unwrap().len(), 1, "{listed}");
    let output = ends(&["call", "observe_screen", "--wda", twice], 1);
    assert!(stderr(&output).starts_with("BACKEND_UNAVAILABLE: "), "{}", stderr(&output));
}

#[test]
fn a_verdict_goes_to_standard_output_and_decides_the_exit_code() {
    let launch = r#"{"bundle_id": "com.example.form"}"#;
    let output = ends(&["call", "launch_app", launch, "--virtual"], 0);
    assert!(stdout(&output).starts_with("changed: launch_app"), "{}", stdout(&output));
    let steps = r#"{"steps": [{"tool": "launch_app", "bundle_id": "com.example.form"},
        {"tool": "tap", "target": "Ignored"}]}"#;
    let output = ends(&["call", "run_sequence", steps, "--virtual"], 1);
    assert!(stdout(&output).starts_with("no_effect: "), "{}", stdout(&output));
    let missing = r#"{"target": "No such thing"}"#;
    let output = ends(&["call", "tap", missing, "--virtual"], 1);
    assert!(stderr(&output).starts_with("ELEMENT_NOT_FOUND: "), "{}", stderr(&output));
}

#[test]
fn a_picture_is_kept_where_it_is_asked_to_be() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("screen.png");
    let arguments = r#"{"format": "png"}"#;
    let path = file.to_str().unwrap();
    ends(&["call", "take_screenshot", arguments, "--virtual", "--save", path], 0);
    assert!(std::fs::read(file).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn the_virtual_iphone_alone_says_where_it_listens_and_ends_with_its_input() {
    let arguments = ["virtual-iphone", "--stay-with-stdin", "--seed", "3"];
    let phone = Server::start(&arguments, &[]);
    let line = phone.receive();
    assert!(line["wda"].as_str().is_some_and(|url| url.starts_with("http://127.0.0.1:")), "{line}");
    let (status, _, _) = phone.close();
    assert!(status.success());
    ends(&["virtual-iphone", "--no-such-option"], 2);
}
