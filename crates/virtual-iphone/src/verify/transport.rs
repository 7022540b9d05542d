//! Envelope, headers, matching of paths, and errors that need no session.

use std::io;

use serde_json::{Value, json};

use super::client::Wire;
use super::report::{
    Report,
    Tag::{Assumed, Sourced},
};

/// The names of an object's members, sorted.
pub(super) fn keys(value: &Value) -> Value {
    let mut names: Vec<&String> =
        value.as_object().into_iter().flat_map(|map| map.keys()).collect();
    names.sort();
    json!(names)
}

pub(super) async fn probe(wire: &mut Wire, report: &mut Report) -> io::Result<()> {
    status(wire, report).await?;
    paths(wire, report).await
}

async fn status(wire: &Wire, report: &mut Report) -> io::Result<()> {
    let reply = wire.get("/status").await?;
    report.is("status.http", Sourced, json!(200), json!(reply.status));
    report.is("envelope.keys", Sourced, json!(["sessionId", "value"]), keys(&reply.json()));
    let value = reply.value();
    report.is("status.ready", Sourced, json!(true), value["ready"].clone());
    report.is("status.state", Sourced, json!("success"), value["state"].clone());
    report.one_of(
        "status.os.name",
        Sourced,
        &[json!("iOS"), json!("iPadOS")],
        value["os"]["name"].clone(),
    );
    for (probe, name) in [
        ("status.build", "build"),
        ("status.message", "message"),
        ("status.ios", "ios"),
        ("status.device", "device"),
    ] {
        report.holds(probe, Sourced, value.get(name).is_some(), keys(&value));
    }
    let os = ["name", "sdkVersion", "testmanagerdVersion", "version"];
    report.is("status.os.keys", Sourced, json!(os), keys(&value["os"]));
    let kind = "application/json;charset=UTF-8";
    report.is("header.content-type", Sourced, json!(kind), reply.header("content-type"));
    report.is("header.server", Sourced, json!("WebDriverAgent/1.0"), reply.header("server"));
    report.is("header.origin", Sourced, json!("*"), reply.header("access-control-allow-origin"));
    report.is("header.transfer-encoding", Sourced, Value::Null, reply.header("transfer-encoding"));
    let has_gap = reply.body.contains("\" : ") && reply.body.contains("\n  \"");
    report.holds(
        "json.pretty",
        Sourced,
        has_gap,
        json!(reply.body.chars().take(60).collect::<String>()),
    );
    let alive = wire.get("/health").await?;
    report.holds("health.alive", Sourced, alive.body.contains("I-AM-ALIVE"), json!(alive.body));
    Ok(())
}

async fn paths(wire: &Wire, report: &mut Report) -> io::Result<()> {
    let unknown = json!([404, "unknown command"]);
    let reply = wire.get("/no/such/path").await?;
    report.is("path.unknown", Sourced, unknown.clone(), reply.error());
    let names = reply.message().starts_with("Unhandled endpoint");
    report.holds("path.unknown.message", Sourced, names, json!(reply.message()));
    report.is(
        "path.unknown.keys",
        Sourced,
        json!(["error", "message", "traceback"]),
        keys(&reply.value()),
    );
    let reply = wire.post("/status", json!({})).await?;
    report.is("path.wrong_verb", Sourced, unknown.clone(), reply.error());
    report.is("path.sessions", Sourced, unknown.clone(), wire.get("/sessions").await?.error());
    report.is("path.case", Sourced, json!(200), json!(wire.get("/STATUS").await?.status));
    let options = wire.send("OPTIONS", "/status", None).await?;
    report.is("path.options", Sourced, json!(200), json!(options.status));
    let patch = wire.send("PATCH", "/status", None).await?;
    report.is("path.patch", Sourced, json!(404), json!(patch.status));
    let slash = wire.get("/status/").await?.status;
    report.one_of("path.trailing_slash", Assumed, &[json!(200), json!(404)], json!(slash));
    let reply = wire.post("/session", json!("no object")).await?;
    report.is(
        "body.no_object_is_empty",
        Sourced,
        json!([500, "session not created"]),
        reply.error(),
    );
    Ok(())
}
