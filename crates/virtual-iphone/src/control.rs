//! The control port: what tests and people see of the phone's truth, and how they move it.
//!
//! Reads never take the runner's queue, so the truth can be read while a request hangs.
//! The calls and their shapes are listed in `docs/wires/control.md`.

use std::sync::Arc;

use http_body_util::{BodyExt, Collected, Limited};
use hyper::body::Incoming;
use hyper::{Request, Response};
use serde_json::{Value, json};

use crate::face::{Closed, Reply, Sent};
use crate::input::Wire;
use crate::machine::Machine;

const BODY_LIMIT: usize = 16 << 20;

/// Answers one request of the control port.
pub(crate) async fn respond(
    machine: Arc<Machine>,
    request: Request<Incoming>,
) -> Result<Response<Sent>, Closed> {
    let (head, body) = request.into_parts();
    let bytes = Limited::new(body, BODY_LIMIT).collect().await.map(Collected::to_bytes);
    let path = head.uri.path().trim_end_matches('/').to_owned();
    let outcome = match bytes {
        Ok(bytes) => act(&machine, head.method.as_str(), &path, &bytes),
        Err(_) => Err((413, "the body is too long".to_owned())),
    };
    let (status, value) = match outcome {
        Ok(value) => (200, value),
        Err((status, message)) => (status, json!({ "error": message })),
    };
    let mut reply = Reply::json(status, value.to_string().into_bytes());
    reply.now_ms = machine.now_ms();
    Ok(reply.response(&[]))
}

type Outcome = Result<Value, (u16, String)>;

fn act(machine: &Machine, method: &str, path: &str, body: &[u8]) -> Outcome {
    let clock = || json!({ "now_ms": machine.now_ms() });
    match (method, path) {
        ("GET", "/virtual/journal") => Ok(machine.journal()),
        ("GET", "/virtual/ledger") => Ok(machine.ledger()),
        ("GET", "/virtual/world") => Ok(machine.snapshot()),
        ("GET", "/virtual/clock") => Ok(clock()),
        ("POST", "/virtual/clock") => advance(machine, &object(body)?),
        ("POST", "/virtual/launch") => launch(machine, &object(body)?),
        ("POST", "/virtual/fault") => {
            machine.inject(&object(body)?).map(|()| json!({})).map_err(bad)
        }
        ("POST", "/virtual/reset") => {
            machine.reset();
            Ok(json!({}))
        }
        _ => Err((404, format!("there is no {method} {path}"))),
    }
}

fn advance(machine: &Machine, body: &Value) -> Outcome {
    let ms = body.get("advance_ms").and_then(Value::as_f64).filter(|ms| *ms >= 0.0);
    let ms = ms.ok_or_else(|| bad("advance_ms must be a number of milliseconds, 0 or more"))?;
    Ok(json!({ "now_ms": machine.advance(ms.round() as u64) }))
}

/// Journalled as a launch from outside, which is how a host would start an app.
fn launch(machine: &Machine, body: &Value) -> Outcome {
    let app = body.get("app").and_then(Value::as_str);
    let app = app.ok_or_else(|| bad("app must be a bundle id"))?;
    let outcome = machine.with_world(|world| world.launch(Wire::Simctl, app, false));
    outcome.map(|()| json!({})).map_err(|refused| bad(refused.to_string()))
}

fn object(body: &[u8]) -> Outcome {
    if body.iter().all(u8::is_ascii_whitespace) {
        return Ok(json!({}));
    }
    let value: Value = serde_json::from_slice(body).map_err(|e| bad(format!("bad JSON: {e}")))?;
    if value.is_object() { Ok(value) } else { Err(bad("the body must be a JSON object")) }
}

fn bad(message: impl Into<String>) -> (u16, String) {
    (400, message.into())
}
