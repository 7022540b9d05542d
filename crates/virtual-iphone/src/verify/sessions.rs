//! Sessions and their settings.

use std::io;

use serde_json::{Value, json};

use super::client::Wire;
use super::report::{Report, Tag::Sourced};
use super::transport::keys;

/// Settings that every current build tells.
const SETTINGS: [&str; 22] = [
    "acceptAlertButtonSelector",
    "activeAppDetectionPoint",
    "animationCoolOffTimeout",
    "boundElementsByIndex",
    "defaultActiveApplication",
    "defaultAlertAction",
    "dismissAlertButtonSelector",
    "elementResponseAttributes",
    "keyboardAutocorrection",
    "keyboardPrediction",
    "mjpegFixOrientation",
    "mjpegScalingFactor",
    "mjpegServerFramerate",
    "mjpegServerScreenshotQuality",
    "reduceMotion",
    "respectSystemAlerts",
    "screenshotOrientation",
    "screenshotQuality",
    "shouldUseCompactResponses",
    "snapshotMaxDepth",
    "useFirstMatch",
    "waitForIdleTimeout",
];

pub(super) async fn probe(wire: &mut Wire, report: &mut Report) -> io::Result<()> {
    let reply = wire.post("/session", json!({})).await?;
    report.is(
        "session.no_capabilities",
        Sourced,
        json!([500, "session not created"]),
        reply.error(),
    );
    let first = wire.post("/session", json!({"capabilities": {"firstMatch": [{}]}})).await?;
    report.is(
        "session.value.keys",
        Sourced,
        json!(["capabilities", "sessionId"]),
        keys(&first.value()),
    );
    let id = first.json()["sessionId"].clone();
    report.is("session.id.twice", Sourced, id.clone(), first.value()["sessionId"].clone());
    let text = id.as_str().unwrap_or_default();
    let is_uuid = text.len() == 36 && text == text.to_uppercase() && text.matches('-').count() == 4;
    report.holds("session.id.upper_uuid", Sourced, is_uuid, id.clone());
    let capabilities = keys(&first.value()["capabilities"]);
    for (probe, name) in [("session.device", "device"), ("session.sdkVersion", "sdkVersion")] {
        let has = capabilities.as_array().is_some_and(|list| list.contains(&json!(name)));
        report.holds(probe, Sourced, has, capabilities.clone());
    }
    settings(wire, report, text).await?;
    let second = wire.post("/session", json!({"capabilities": {"alwaysMatch": {}}})).await?;
    let reply = wire.get(&format!("/session/{text}")).await?;
    report.is("session.replaced", Sourced, json!([404, "invalid session id"]), reply.error());
    report.is(
        "session.replaced.message",
        Sourced,
        json!("Session does not exist"),
        json!(reply.message()),
    );
    let leaked = wire.get("/status").await?.json()["sessionId"].take();
    report.is("session.id.in_status", Sourced, second.json()["sessionId"].take(), leaked.clone());
    let path = format!("/session/{}", leaked.as_str().unwrap_or_default());
    let reread = wire.get(&format!("{path}/appium/settings")).await?.value();
    report.is("settings.rate_survives", Sourced, json!(7), reread["mjpegServerFramerate"].clone());
    report.is("settings.depth_resets", Sourced, json!(50), reread["snapshotMaxDepth"].clone());
    let back = json!({"settings": {"mjpegServerFramerate": 10}});
    wire.post(&format!("{path}/appium/settings"), back).await?;
    wire.send("DELETE", &path, None).await?;
    let ended = wire.get("/status").await?.json()["sessionId"].take();
    report.is("session.none_after_delete", Sourced, Value::Null, ended);
    Ok(())
}

async fn settings(wire: &Wire, report: &mut Report, id: &str) -> io::Result<()> {
    let path = format!("/session/{id}/appium/settings");
    let all = wire.get(&path).await?.value();
    let missing: Vec<&str> = SETTINGS.into_iter().filter(|key| all.get(key).is_none()).collect();
    report.is("settings.missing", Sourced, json!([]), json!(missing));
    for (probe, key, value) in [
        ("settings.depth", "snapshotMaxDepth", json!(50)),
        ("settings.compact", "shouldUseCompactResponses", json!(true)),
        ("settings.attributes", "elementResponseAttributes", json!("type,label")),
        ("settings.quality", "mjpegServerScreenshotQuality", json!(25)),
        ("settings.app", "defaultActiveApplication", json!("auto")),
    ] {
        report.is(probe, Sourced, value, all[key].clone());
    }
    let change = json!({"settings": {"noSuchSetting": 1, "snapshotMaxDepth": 40, "mjpegServerFramerate": 7}});
    let changed = wire.post(&path, change).await?.value();
    report.is(
        "settings.echo",
        Sourced,
        json!([40, 7]),
        json!([changed["snapshotMaxDepth"], changed["mjpegServerFramerate"]]),
    );
    report.is("settings.unknown_ignored", Sourced, Value::Null, changed["noSuchSetting"].clone());
    let bad = wire.post(&path, json!({"settings": {"screenshotOrientation": "sideways"}})).await?;
    report.is("settings.bad_value", Sourced, json!([400, "invalid argument"]), bad.error());
    let none = wire.post(&path, json!({})).await?;
    report.is("settings.absent", Sourced, json!([400, "invalid argument"]), none.error());
    Ok(())
}
