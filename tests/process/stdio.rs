//! `ios-mcp serve` over its standard streams.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};

use crate::binary::{Server, left_in_group, program};

fn opening() -> Value {
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "pipes", "version": "1"}}})
}

fn call(id: u32, tool: &str, arguments: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call",
        "params": {"name": tool, "arguments": arguments}})
}

#[test]
fn standard_output_is_protocol_only_however_much_is_logged() {
    let mut server = Server::start(&["serve", "--virtual"], &[("RUST_LOG", "trace")]);
    assert_eq!(server.initialize()["result"]["serverInfo"]["name"], "ios-mcp");
    server.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    server.send("this is no message");
    assert_eq!(server.receive()["error"]["code"], -32700);
    let answer = server.ask(&call(2, "observe_screen", &json!({})));
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    let (status, _, rest) = server.close();
    assert!(status.success());
    for line in rest {
        assert!(
            serde_json::from_str::<Value>(&line).is_ok_and(|v| v["jsonrpc"] == "2.0"),
            "{line}"
        );
    }
}

#[test]
fn it_exits_within_a_second_of_its_clients_end() {
    let mut server = Server::start(&["serve"], &[]);
    server.initialize();
    let (status, took, _) = server.close();
    assert!(status.success());
    assert!(took < Duration::from_secs(1), "{took:?}");

    let before_the_first_message = Server::start(&["serve"], &[]);
    let (status, took, _) = before_the_first_message.close();
    assert!(status.success());
    assert!(took < Duration::from_secs(1), "{took:?}");
}

/// The end of the client reaches a call that would go on for a minute.
#[test]
fn a_running_call_does_not_hold_up_the_exit_and_nothing_is_left_behind() {
    let mut server = Server::start(&["serve", "--virtual"], &[]);
    server.initialize();
    let arguments = json!({"text": "Nothing of the kind", "timeout_seconds": 60});
    server.send(&call(1, "wait_for", &arguments).to_string());
    let listed = server.ask(&call(2, "list_devices", &json!({})));
    assert_eq!(listed["id"], 2, "the wait is still running");
    let leader = server.id();
    let (status, took, _) = server.close();
    assert!(status.success());
    assert!(took < Duration::from_secs(1), "{took:?}");
    assert_eq!(left_in_group(leader), Vec::<String>::new());
}

/// A client that is killed reads no answers any more; that is an end like any other.
#[test]
fn a_client_that_is_killed_leaves_no_error_in_the_log() {
    let mut child = program(&["serve"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{}", opening()).unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    answers.read_line(&mut String::new()).unwrap();
    drop(answers);
    for id in 1..20 {
        // The server may have ended at the first answer that nobody reads.
        let _ = writeln!(stdin, "{}", call(id, "list_devices", &json!({})));
        let _ = writeln!(stdin, "no message");
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {log}", output.status);
    assert_eq!(log, "");
}

#[test]
fn requests_sent_just_before_the_end_are_still_answered() {
    let mut server = Server::start(&["serve"], &[]);
    server.send(&opening().to_string());
    server.send(&call(1, "list_devices", &json!({})).to_string());
    let (status, _, lines) = server.close();
    assert!(status.success());
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[1].contains("structuredContent"), "{}", lines[1]);
}

#[test]
fn malformed_lines_and_batches_are_answered_before_and_after_the_opening() {
    let mut server = Server::start(&["serve"], &[]);
    for opened in [false, true] {
        for (line, code) in [
            ("{", -32700),
            ("[]", -32600),
            ("3", -32600),
            (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, -32700),
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1e400}}"#, -32700),
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":NaN}}"#, -32700),
        ] {
            server.send(line);
            assert_eq!(server.receive()["error"]["code"], code, "{line}");
        }
        if !opened {
            server.initialize();
        }
    }
}

#[test]
fn a_stateless_call_of_2026_07_28_works_as_the_first_line() {
    let mut server = Server::start(&["serve"], &[]);
    let answer = server.ask(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "list_devices", "arguments": {}, "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {}}}}));
    assert_eq!(answer["result"]["resultType"], "complete", "{answer}");
}
