//! What the server does around any call: progress, cancellation, a tool that panics, keys.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ios_mcp::application::context::CallContext;
use ios_mcp::mcp::tool::{Contract, Reply, ToolDefinition, ToolKind};
use ios_mcp::mcp::tools::{Toolbox, ToolboxOptions};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::protocol::Wire;

#[derive(Deserialize, JsonSchema)]
struct Nothing {}

fn contract(name: &'static str) -> Contract {
    Contract { name, title: name, description: name, kind: ToolKind::Changes }
}

/// A server of one tool that does `work`.
fn serving<F, Fut>(work: F) -> Wire
where
    F: Fn(CallContext) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Reply> + Send + 'static,
{
    let tool = ToolDefinition::new(contract("work"), move |_input: Nothing, context| {
        let work = work(context);
        async move { Ok(work.await) }
    });
    Wire::to(Toolbox::new(vec![tool], ToolboxOptions::default()))
}

fn call(id: u32, meta: &serde_json::Value) -> serde_json::Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call",
        "params": {"name": "work", "arguments": {}, "_meta": meta}})
}

#[tokio::test]
async fn a_long_call_says_how_far_it_is_to_a_client_that_wants_to_know() {
    let mut wire = serving(|context| async move {
        context.progress.report("half way").await;
        Reply::note("done")
    });
    wire.initialize().await;
    let said = wire.ask(&call(1, &json!({"progressToken": "t"}))).await;
    assert_eq!(said["method"], "notifications/progress");
    assert_eq!(said["params"]["progressToken"], "t");
    assert_eq!(said["params"]["message"], "half way");
    assert_eq!(wire.receive().await["result"]["content"][0]["text"], "done");
    let silent = wire.ask(&call(2, &json!({}))).await;
    assert_eq!(silent["id"], 2, "{silent}");
}

#[tokio::test]
async fn a_cancelled_call_knows_it_and_is_not_answered() {
    let knew = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&knew);
    let mut wire = serving(move |context| {
        let told = Arc::clone(&told);
        async move {
            context.cancel.cancelled().await;
            told.store(true, Ordering::SeqCst);
            Reply::note("ended")
        }
    });
    wire.initialize().await;
    wire.send(&call(1, &json!({})).to_string()).await;
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": {"requestId": 1, "reason": "enough"}});
    wire.send(&cancel.to_string()).await;
    let pong = wire.ask(&json!({"jsonrpc": "2.0", "id": 2, "method": "ping"})).await;
    assert_eq!(pong["id"], 2, "{pong}");
    while !knew.load(Ordering::SeqCst) {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_tool_that_panics_is_answered_and_the_server_goes_on() {
    let mut wire = serving(|_context| async move { panic!("a fault of a tool") });
    wire.initialize().await;
    let answer = wire.ask(&call(1, &json!({}))).await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("UNEXPECTED: "), "{text}");
    assert!(!text.contains("a fault of a tool"));
    let pong = wire.ask(&json!({"jsonrpc": "2.0", "id": 2, "method": "ping"})).await;
    assert_eq!(pong["id"], 2);
}

#[tokio::test]
async fn the_key_of_a_request_reaches_its_call_and_one_that_is_no_text_is_refused() {
    let mut wire = serving(|context| async move { Reply::note(format!("{:?}", context.key)) });
    wire.initialize().await;
    let answer = wire.ask(&call(1, &json!({"ios-mcp/idempotencyKey": "k1"}))).await;
    assert_eq!(answer["result"]["content"][0]["text"], "Some(\"k1\")");
    let answer = wire.ask(&call(2, &json!({"ios-mcp/idempotencyKey": 7}))).await;
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("INVALID_ARGUMENT: ios-mcp/idempotencyKey \"7\""), "{text}");
}
