//! Both life cycles, and what is a protocol error, line by line as a client would write them.

use std::sync::Arc;

use ios_mcp::mcp::server::McpServer;
use ios_mcp::mcp::tools::{Toolbox, ToolboxOptions};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};

use crate::harness::{Harness, container, toolbox};

/// A client that writes and reads bare lines.
pub(crate) struct Wire {
    write: WriteHalf<DuplexStream>,
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
}

impl Wire {
    fn open() -> Self {
        Self::to(toolbox(&container(), ToolboxOptions::default()))
    }

    pub(crate) fn to(toolbox: Toolbox) -> Self {
        let (ours, theirs) = tokio::io::duplex(1024 * 1024);
        let server = McpServer::new(Arc::new(toolbox)).unwrap();
        let (read, write) = tokio::io::split(theirs);
        tokio::spawn(server.serve(read, write));
        let (read, write) = tokio::io::split(ours);
        Self { write, lines: BufReader::new(read).lines() }
    }

    pub(crate) async fn send(&mut self, line: &str) {
        self.write.write_all(line.as_bytes()).await.unwrap();
        self.write.write_all(b"\n").await.unwrap();
    }

    pub(crate) async fn receive(&mut self) -> Value {
        let line = self.lines.next_line().await.unwrap().expect("the server is there");
        serde_json::from_str(&line).unwrap()
    }

    pub(crate) async fn ask(&mut self, message: &Value) -> Value {
        self.send(&message.to_string()).await;
        self.receive().await
    }

    pub(crate) async fn initialize(&mut self) -> Value {
        self.ask(&initialize()).await
    }
}

fn initialize() -> Value {
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "wire", "version": "1"}}})
}

fn stateless(id: u32, method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "wire", "version": "1"}});
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

#[tokio::test]
async fn initialize_tells_who_serves_and_how_to_work() {
    let mut wire = Wire::open();
    let answer = wire.initialize().await;
    assert_eq!(answer["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(answer["result"]["serverInfo"]["name"], "ios-mcp");
    assert_eq!(answer["result"]["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
    assert!(answer["result"]["capabilities"]["tools"].is_object());
    assert!(answer["result"]["instructions"].as_str().is_some_and(|text| text.len() < 700));
}

#[tokio::test]
async fn a_stateless_client_discovers_lists_and_calls_without_initialize() {
    let mut wire = Wire::open();
    let found = wire.ask(&stateless(1, "server/discover", json!({}))).await;
    let versions = found["result"]["supportedVersions"].as_array().unwrap();
    assert!(versions.contains(&json!("2026-07-28")), "{found}");
    let list = wire.ask(&stateless(2, "tools/list", json!({}))).await;
    assert!(list["result"]["tools"].as_array().is_some_and(|tools| tools.len() >= 14));
    let call = json!({"name": "list_devices", "arguments": {}});
    let answer = wire.ask(&stateless(3, "tools/call", call)).await;
    assert_eq!(answer["result"]["resultType"], "complete");
    assert_eq!(answer["result"]["structuredContent"]["devices"], json!([]));
}

#[tokio::test]
async fn malformed_lines_and_batches_are_answered_and_the_server_stays() {
    let mut wire = Wire::open();
    for (line, code) in [("nonsense", -32700), ("[]", -32600), ("{\"id\":1}", -32600)] {
        wire.send(line).await;
        assert_eq!(wire.receive().await["error"]["code"], code, "{line}");
    }
    wire.initialize().await;
    for (line, code) in [("{\"jsonrpc\":", -32700), ("[{}]", -32600)] {
        wire.send(line).await;
        assert_eq!(wire.receive().await["error"]["code"], code, "{line}");
    }
    let pong = wire.ask(&json!({"jsonrpc": "2.0", "id": 9, "method": "ping"})).await;
    assert_eq!(pong["result"], json!({}));
}

#[tokio::test]
async fn a_client_that_begins_with_something_else_may_still_open() {
    let mut wire = Wire::open();
    wire.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    wire.send(r#"{"jsonrpc":"2.0","id":5,"result":{}}"#).await;
    let early = wire.ask(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})).await;
    assert!(early["error"].is_object(), "{early}");
    assert_eq!(wire.initialize().await["result"]["serverInfo"]["name"], "ios-mcp");
}

#[tokio::test]
async fn an_unknown_tool_and_an_unknown_method_are_protocol_errors() {
    let mut wire = Wire::open();
    wire.initialize().await;
    let call = |params: Value| json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params});
    let unknown = wire.ask(&call(json!({"name": "teleport"}))).await;
    assert_eq!(unknown["error"]["code"], -32602);
    assert!(unknown["error"]["message"].as_str().unwrap().contains("teleport"));
    let shapeless = wire.ask(&call(json!({"name": "tap", "arguments": [1]}))).await;
    assert_eq!(shapeless["error"]["code"], -32602);
    let method = wire.ask(&json!({"jsonrpc": "2.0", "id": 3, "method": "resources/list"})).await;
    assert_eq!(method["error"]["code"], -32601, "{method}");
}

#[tokio::test]
async fn absent_and_null_arguments_are_no_arguments() {
    let harness = Harness::without_devices().await;
    assert!(!harness.call("list_devices", Value::Null).await.is_error());
    let mut wire = Wire::open();
    wire.initialize().await;
    let params = json!({"name": "list_devices", "arguments": null});
    let call = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params});
    assert_eq!(wire.ask(&call).await["result"]["isError"], false);
}

#[tokio::test]
async fn serving_ends_when_the_client_is_gone() {
    let harness = Harness::without_devices().await;
    assert!(!harness.client().is_closed());
    let (ours, theirs) = tokio::io::duplex(1024);
    let server =
        McpServer::new(Arc::new(toolbox(&container(), ToolboxOptions::default()))).unwrap();
    let (read, write) = tokio::io::split(theirs);
    let serving = tokio::spawn(server.serve(read, write));
    drop(ours);
    serving.await.unwrap().unwrap();
}
