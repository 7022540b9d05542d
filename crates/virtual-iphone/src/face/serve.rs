//! One request through the runner: queue, fault, session, cost, handler, envelope.
//!
//! Requests run strictly one at a time. A request that was read is carried out even when its client
//! has gone, as on the real runner. A tree is taken in the middle of its cost and an input lands
//! after a small part of it, so the world moves within requests too. Facts: `docs/wires/wda.md`.

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http_body_util::{BodyExt, Limited};
use hyper::body::Incoming;
use hyper::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use hyper::{Request, Response};
use serde_json::{Map, Value, json};
use tokio::sync::oneshot;

use crate::fault::{Scheduled, WireFault};
use crate::ledger::{Profile, Work};
use crate::machine::Machine;
use crate::scene::Scene;

use super::call::{Answer, Call};
use super::fail::{Name, WireError};
use super::reply::{Closed, Reply, Sent};
use super::routes::{self, Matched};
use super::runner::{Distortion, scramble};
use super::{gestures, handlers, pretty};

/// Bodies beyond this are refused.
const BODY_LIMIT: usize = 1 << 30;
/// A touch that lasts longer than this costs its own duration besides the base.
const SHORT_TOUCH_US: u64 = 300_000;

const HEADERS: [(&str, &str); 3] = [
    ("server", "WebDriverAgent/1.0"),
    ("access-control-allow-origin", "*"),
    ("access-control-allow-headers", "Content-Type, X-Requested-With"),
];

/// One request, read.
#[derive(Debug)]
pub(crate) struct Asked {
    method: String,
    path: String,
    query: BTreeMap<String, String>,
    body: Map<String, Value>,
}

/// Answers a request of a connection.
pub(crate) async fn respond(
    machine: Arc<Machine>,
    request: Request<Incoming>,
) -> Result<Response<Sent>, Closed> {
    let Some(asked) = read(&machine, request).await else {
        return Ok(Reply::text(413, "Payload Too Large").response(&HEADERS));
    };
    let (sender, receiver) = oneshot::channel();
    tokio::spawn(run(machine, asked, sender));
    let reply = receiver.await.unwrap_or(None).ok_or(Closed)?;
    Ok(reply.response(&HEADERS))
}

async fn read(machine: &Machine, request: Request<Incoming>) -> Option<Asked> {
    let (head, body) = request.into_parts();
    // Since 16.7 only a declared length makes a body; older builds understood chunks.
    let is_chunked = head.headers.contains_key(TRANSFER_ENCODING);
    let ignores_body =
        machine.is_strict() && is_chunked && !head.headers.contains_key(CONTENT_LENGTH);
    let bytes = Limited::new(body, BODY_LIMIT).collect().await.ok()?.to_bytes();
    let parsed = if ignores_body { None } else { serde_json::from_slice(&bytes).ok() };
    Some(Asked {
        method: head.method.as_str().to_owned(),
        path: decoded(head.uri.path()),
        query: query(head.uri.query().unwrap_or_default()),
        // What is no JSON object counts as an empty one.
        body: match parsed {
            Some(Value::Object(map)) => map,
            _ => Map::new(),
        },
    })
}

async fn run(machine: Arc<Machine>, asked: Asked, mut sender: oneshot::Sender<Option<Reply>>) {
    let reply = {
        let _turn = machine.queue.lock().await;
        process(&machine, &asked, &mut sender).await.map(|mut reply| {
            reply.now_ms = machine.now_ms();
            reply
        })
    };
    // A client that has gone gets no reply; what it asked for has happened.
    let _ = sender.send(reply);
}

/// None closes the connection without a reply.
async fn process(
    machine: &Machine,
    asked: &Asked,
    sender: &mut oneshot::Sender<Option<Reply>>,
) -> Option<Reply> {
    let matched = routes::find(&asked.method, &asked.path, machine.is_strict());
    let is_source = matched.as_ref().is_some_and(Matched::is_source);
    let fault = machine.fault_for(&asked.method, &asked.path, is_source);
    let mut distortion = None;
    match fault.as_ref().map(|fault| &fault.fault) {
        Some(WireFault::DropBefore) => return None,
        Some(WireFault::Hang) => {
            let mut changes = machine.fault_changes();
            tokio::select! {
                () = sender.closed() => {}
                _ = changes.changed() => {}
            }
            return None;
        }
        Some(WireFault::Slow { ms }) => machine.pass(ms.saturating_mul(1000)).await,
        Some(WireFault::Error { error, message }) => {
            let name = Name::parse(error).unwrap_or(Name::Unknown);
            return Some(failed(machine, &WireError::new(name, message.clone())));
        }
        Some(WireFault::SessionLost) => machine.with_runner(|runner, _| runner.session = None),
        Some(WireFault::SessionStolen) => {
            machine.with_runner(|runner, _| runner.open(None, true));
        }
        Some(WireFault::RootOnlySource) => distortion = Some(Distortion::RootOnly),
        Some(WireFault::AnySource) => distortion = Some(Distortion::Unreadable),
        Some(WireFault::WrongAppSource) => distortion = Some(Distortion::WrongApp),
        _ => {}
    }
    if is_source {
        let stall_ms = machine.with_world(|world| world.read_stall_ms());
        machine.pass(stall_ms.saturating_mul(1000)).await;
    }
    let reply = match matched {
        Some(matched) => routed(machine, asked, &matched, distortion).await,
        None => unrouted(machine, asked).await,
    };
    spoiled(reply, fault.as_ref())
}

/// What a fault does to a finished reply.
fn spoiled(mut reply: Reply, fault: Option<&Scheduled>) -> Option<Reply> {
    match fault.map(|fault| (&fault.fault, fault.seed)) {
        Some((WireFault::AckLost, _)) => return None,
        Some((WireFault::TruncatedBody, _)) => reply.is_cut = true,
        Some((WireFault::GarbageBody, seed)) => {
            let noise = (0..64_u64).map(|at| scramble(seed ^ at).to_le_bytes()[0]);
            reply.body = b"\x7b\xff\xfe".iter().copied().chain(noise).collect();
        }
        _ => {}
    }
    Some(reply)
}

async fn unrouted(machine: &Machine, asked: &Asked) -> Reply {
    pay(machine, Work::Unknown, 1.0).await;
    match asked.method.as_str() {
        "OPTIONS" => envelope(machine, 200, &Value::Null),
        "GET" | "POST" | "PUT" | "DELETE" => {
            let path = &asked.path;
            let wildcard = path.trim_start_matches('/');
            let message = format!(
                "Unhandled endpoint: {path} with parameters {{\n    wildcards =     (\n        \"{wildcard}\"\n    );\n}}"
            );
            failed(machine, &WireError::new(Name::UnknownCommand, message))
        }
        _ => Reply::text(404, "Not Found"),
    }
}

/// Pays a share of a cheap request's cost at once.
async fn pay(machine: &Machine, work: Work, share: f64) {
    let us = micros(machine.cost(work, 0, 0));
    machine.pass((us as f64 * share) as u64).await;
    machine.count(work, us);
}

async fn routed(
    machine: &Machine,
    asked: &Asked,
    matched: &Matched,
    distortion: Option<Distortion>,
) -> Reply {
    if let Some(id) = &matched.session {
        let is_ours = machine.with_runner(|runner, _| {
            runner.session.as_ref().is_some_and(|session| session.id == *id)
        });
        if !is_ours {
            pay(machine, Work::Unknown, 1.0).await;
            let error = WireError::new(Name::InvalidSessionId, "Session does not exist");
            return failed(machine, &error);
        }
    }
    let work = work(machine, asked, matched);
    let cost = micros(price(machine, work, asked));
    let lead = (cost as f64 * work.lead_share()) as u64;
    machine.pass(lead).await;
    let done = machine.with_runner(|runner, world| {
        let before = world.now_ms();
        let mut call = Call {
            runner,
            world,
            parameters: &matched.parameters,
            query: &asked.query,
            body: &asked.body,
            distortion,
        };
        let outcome = (matched.route.handler)(&mut call);
        let own_us = (world.now_ms() - before) * 1000;
        let picture = match &outcome {
            Ok(Answer::Picture { .. }) => Some((world.scene(), world.revision())),
            _ => None,
        };
        Done { outcome, own_us, picture }
    });
    machine.catch_up().await;
    machine.pass(remainder(work, cost, lead, done.own_us)).await;
    machine.count(work, if machine.profile() == Profile::Instant { 0 } else { cost + done.own_us });
    concluded(machine, done).await
}

/// A handler's outcome, how long the world went through it, and the picture it asked for.
struct Done {
    outcome: Result<Answer, WireError>,
    own_us: u64,
    picture: Option<(Scene, u64)>,
}

async fn concluded(machine: &Machine, done: Done) -> Reply {
    match done.outcome {
        Ok(Answer::Value(value)) => envelope(machine, 200, &value),
        Ok(Answer::Page { text, content_type }) => Reply { content_type, ..Reply::text(200, text) },
        Ok(Answer::Shutdown) => {
            machine.stop();
            Reply::text(200, "Shutting down")
        }
        Ok(Answer::Picture { part }) => {
            let png = match done.picture {
                Some((scene, revision)) => machine.screen.png(scene, revision, part).await,
                None => None,
            };
            match png {
                Some(png) => envelope(machine, 200, &STANDARD.encode(png.as_slice()).into()),
                None => failed(
                    machine,
                    &WireError::new(Name::UnableToCapture, "Cannot take a screenshot of that part"),
                ),
            }
        }
        Err(error) => failed(machine, &error),
    }
}

/// What is left of the cost after the effect. A drag pays its own duration besides; a short touch
/// is part of its price.
fn remainder(work: Work, cost: u64, lead: u64, own_us: u64) -> u64 {
    let rest = cost - lead.min(cost);
    let is_long = work == Work::Drag || (work == Work::Tap && own_us > SHORT_TOUCH_US);
    if !is_long {
        return rest.saturating_sub(own_us);
    }
    // The rest at a drag's goal is the time the base price stands for.
    rest.saturating_sub(gestures::REST_MS * 1000)
}

/// The work of a request, where its body or the settings decide.
fn work(machine: &Machine, asked: &Asked, matched: &Matched) -> Work {
    let route = matched.route;
    if route.work == Work::Find {
        return find_work(machine, asked, matched);
    }
    // Starting an app costs what a launch does, whichever call does it.
    if route.work == Work::Session && asked.method == "POST" && names_app(&asked.body) {
        return Work::Launch;
    }
    let is_actions = asked.path.to_ascii_lowercase().ends_with("/actions");
    if !is_actions {
        return route.work;
    }
    let body = Value::Object(asked.body.clone());
    if handlers::gestures::is_moving(&body) {
        return Work::Drag;
    }
    let sources = asked.body.get("actions").and_then(Value::as_array);
    let has_pointer = sources.into_iter().flatten().any(|source| source["type"] == "pointer");
    if has_pointer { Work::Tap } else { Work::Keys }
}

fn names_app(body: &Map<String, Value>) -> bool {
    let holds = |item: &Value| {
        ["bundleId", "appium:bundleId"].into_iter().any(|key| item.get(key).is_some())
    };
    let Some(asked) = body.get("capabilities") else { return false };
    let first = asked.get("firstMatch").and_then(Value::as_array);
    asked.get("alwaysMatch").is_some_and(holds) || first.into_iter().flatten().any(holds)
}

fn find_work(machine: &Machine, asked: &Asked, matched: &Matched) -> Work {
    let is_single = asked.path.to_ascii_lowercase().trim_end_matches('/').ends_with("/element");
    let is_first = machine.with_runner(|runner, _| runner.settings.flag("useFirstMatch"));
    let using = asked.body.get("using").and_then(Value::as_str).unwrap_or_default();
    match using {
        _ if !is_single || !is_first => matched.route.work,
        "accessibility id" | "id" | "name" => Work::Locate,
        "predicate string" | "class chain" | "class name" => Work::LocatePredicate,
        _ => Work::Find,
    }
}

fn price(machine: &Machine, work: Work, asked: &Asked) -> f64 {
    if machine.profile() == Profile::Instant {
        return 0.0;
    }
    let nodes = if work.reads_tree() {
        machine.with_runner(|runner, world| runner.tree(world).map_or(0, |tree| tree.root.count()))
    } else {
        0
    };
    let characters = if work == Work::Keys { characters(&asked.body) } else { 0 };
    machine.cost(work, nodes, characters)
}

/// How many characters a typing call brings.
fn characters(body: &Map<String, Value>) -> usize {
    fn length(value: &Value) -> usize {
        match value {
            Value::String(text) => text.chars().count(),
            Value::Array(items) => items.iter().map(length).sum(),
            _ => 0,
        }
    }
    let typed = ["value", "text", "keys"].into_iter().find_map(|key| body.get(key));
    if let Some(value) = typed {
        return length(value);
    }
    let presses = |source: &Value| {
        let items = source["actions"].as_array().into_iter().flatten();
        items.filter(|item| item["type"] == "keyDown").count()
    };
    body.get("actions").and_then(Value::as_array).into_iter().flatten().map(presses).sum()
}

fn envelope(machine: &Machine, status: u16, value: &Value) -> Reply {
    let id = machine.with_runner(|runner, _| runner.session_id());
    Reply::json(status, pretty::json(&json!({ "value": value, "sessionId": id })))
}

fn failed(machine: &Machine, error: &WireError) -> Reply {
    envelope(machine, error.status(), &error.value())
}

fn micros(seconds: f64) -> u64 {
    (seconds * 1_000_000.0).round().max(0.0) as u64
}

fn query(text: &str) -> BTreeMap<String, String> {
    let pairs = text.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decoded(name), decoded(&value.replace('+', " ")))
        })
        .collect()
}

/// Undoes percent escapes; what is no valid text stays as it is.
fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let digit =
            |offset: usize| bytes.get(at + offset).and_then(|b| char::from(*b).to_digit(16));
        if let (b'%', Some(high), Some(low)) = (byte, digit(1), digit(2)) {
            out.push((high * 16 + low) as u8);
            at += 3;
        } else {
            out.push(byte);
            at += 1;
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{decoded, query, remainder};
    use crate::ledger::Work;

    #[test]
    fn queries_are_decoded() {
        let pairs = query("format=json&excluded_attributes=visible%2Cframe&x");
        assert_eq!(pairs["excluded_attributes"], "visible,frame");
        assert_eq!(pairs["x"], "");
        assert_eq!(decoded("/a%zz%e4"), "/a%zz%e4");
    }

    #[test]
    fn a_short_touch_is_part_of_its_price_and_a_drag_is_not() {
        assert_eq!(remainder(Work::Tap, 250_000, 50_000, 50_000), 150_000);
        assert_eq!(remainder(Work::Drag, 250_000, 50_000, 2_120_000), 80_000);
        assert_eq!(remainder(Work::Tap, 250_000, 50_000, 1_000_000), 80_000);
    }
}
