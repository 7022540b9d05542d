//! The device around the app: screen, rotation, apps, alerts, pasteboard, and refused inputs.

use std::io;

use serde_json::{Value, json};

use super::APP;
use super::client::Wire;
use super::report::{
    Report,
    Tag::{Assumed, Sourced},
};
use super::transport::keys;

pub(super) async fn probe(wire: &mut Wire, report: &mut Report) -> io::Result<()> {
    screen(wire, report).await?;
    alerts(wire, report).await?;
    inputs(wire, report).await?;
    apps(wire, report).await?;
    pasteboard(wire, report).await?;
    rotation(wire, report).await
}

async fn screen(wire: &Wire, report: &mut Report) -> io::Result<()> {
    let screen = wire.read("/wda/screen").await?.value();
    report.is(
        "screen.keys",
        Sourced,
        json!(["scale", "screenSize", "statusBarSize"]),
        keys(&screen),
    );
    let window = wire.read("/window/size").await?.value();
    report.is("window.is_screen", Sourced, screen["screenSize"].clone(), window);
    let rect = wire.read("/window/rect").await?.value();
    report.is("window.rect.keys", Sourced, json!(["height", "width", "x", "y"]), keys(&rect));
    let bare = wire.get("/window/rect").await?;
    report.is("window.rect.needs_session", Sourced, json!([404, "unknown command"]), bare.error());
    report.is("locked", Sourced, json!(false), wire.read("/wda/locked").await?.value());
    let battery = wire.read("/wda/batteryInfo").await?.value();
    report.is("battery.keys", Sourced, json!(["level", "state"]), keys(&battery));
    let info = wire.read("/wda/device/info").await?.value();
    let names = [
        "currentLocale",
        "timeZone",
        "name",
        "model",
        "uuid",
        "userInterfaceIdiom",
        "userInterfaceStyle",
        "isSimulator",
    ];
    let missing: Vec<&str> = names.into_iter().filter(|name| info.get(name).is_none()).collect();
    report.is("device_info.missing", Sourced, json!([]), json!(missing));
    Ok(())
}

async fn alerts(wire: &Wire, report: &mut Report) -> io::Result<()> {
    let none = json!([404, "no such alert"]);
    report.is("alert.text", Sourced, none.clone(), wire.read("/alert/text").await?.error());
    report.is(
        "alert.buttons",
        Sourced,
        none.clone(),
        wire.read("/wda/alert/buttons").await?.error(),
    );
    report.is(
        "alert.accept",
        Sourced,
        none.clone(),
        wire.act("/alert/accept", json!({})).await?.error(),
    );
    report.is("alert.dismiss", Sourced, none, wire.act("/alert/dismiss", json!({})).await?.error());
    Ok(())
}

/// Inputs that are refused before anything is touched.
async fn inputs(wire: &Wire, report: &mut Report) -> io::Result<()> {
    let argument = json!([400, "invalid argument"]);
    let unknown = json!([500, "unknown error"]);
    let mouse = json!({"actions": [{"type": "pointer", "id": "m", "actions": [
        {"type": "pointerMove", "x": 1, "y": 1}, {"type": "pointerDown"}, {"type": "pointerUp"}]}]});
    let wheel = json!({"actions": [{"type": "wheel", "id": "w", "actions": [{"type": "pause"}]}]});
    let half_key = json!({"actions": [{"type": "key", "id": "k", "actions": [{"type": "keyDown", "value": "a"}]}]});
    for (probe, path, body, expected) in [
        ("tap.half_a_point", "/wda/tap", json!({"x": 1}), argument.clone()),
        ("swipe.no_direction", "/wda/swipe", json!({}), argument.clone()),
        ("scroll.nothing", "/wda/scroll", json!({}), argument.clone()),
        ("taps.no_count", "/wda/tapWithNumberOfTaps", json!({}), argument.clone()),
        ("actions.empty", "/actions", json!({"actions": []}), unknown.clone()),
        ("actions.mouse", "/actions", mouse, unknown.clone()),
        ("actions.wheel", "/actions", wheel, unknown.clone()),
        ("actions.unbalanced_key", "/actions", half_key, unknown.clone()),
        ("keys.text", "/wda/keys", json!({"value": "a"}), unknown.clone()),
        (
            "keys.no_keyboard",
            "/wda/keys",
            json!({"value": ["a"]}),
            json!([400, "invalid element state"]),
        ),
        ("button.unknown", "/wda/pressButton", json!({"name": "nosuch"}), unknown.clone()),
        ("rotation.crooked", "/rotation", json!({"x": 0, "y": 0, "z": 45}), argument.clone()),
        ("homescreen.in_session", "/wda/homescreen", json!({}), json!([404, "unknown command"])),
    ] {
        let reply = wire.act(path, body).await?;
        report.is(probe, Sourced, expected, reply.error());
    }
    let path = format!("/session/{}/actions", wire.session);
    let delete = wire.send("DELETE", &path, None).await?;
    report.is("actions.delete", Sourced, json!([404, "unknown command"]), delete.error());
    let hidden = wire.act("/wda/keyboard/dismiss", json!({})).await?;
    report.is("keyboard.dismissed_already", Sourced, json!(200), json!(hidden.status));
    Ok(())
}

async fn apps(wire: &Wire, report: &mut Report) -> io::Result<()> {
    let active = wire.read("/wda/activeAppInfo").await?.value();
    report.is("app.active", Sourced, json!(APP), active["bundleId"].clone());
    report.is(
        "app.active.keys",
        Sourced,
        json!(["bundleId", "name", "pid", "processArguments"]),
        keys(&active),
    );
    for (probe, app, expected) in [("app.state.front", APP, 4), ("app.state.absent", "x.y.z", 0)] {
        let state = wire.act("/wda/apps/state", json!({ "bundleId": app })).await?.value();
        report.is(probe, Sourced, json!(expected), state);
    }
    let list = wire.read("/wda/apps/list").await?.value();
    let has = list.as_array().is_some_and(|apps| apps.iter().any(|app| app["bundleId"] == APP));
    report.holds("app.list", Sourced, has, list);
    let none = wire.act("/wda/apps/terminate", json!({"bundleId": "x.y.z"})).await?.value();
    report.is("app.terminate.not_running", Sourced, json!(false), none);
    let nameless = wire.act("/wda/apps/activate", json!({})).await?;
    report.is("app.activate.nameless", Sourced, json!([400, "invalid argument"]), nameless.error());
    Ok(())
}

async fn pasteboard(wire: &Wire, report: &mut Report) -> io::Result<()> {
    let set = wire
        .act("/wda/setPasteboard", json!({"content": "dmVyaWZ5", "contentType": "plaintext"}))
        .await?;
    report.is("pasteboard.set", Sourced, json!([200, null]), json!([set.status, set.value()]));
    let got = wire.act("/wda/getPasteboard", json!({"contentType": "plaintext"})).await?.value();
    // On a device the runner must be in front to read it.
    report.one_of("pasteboard.get", Assumed, &[json!("dmVyaWZ5"), json!("")], got);
    let odd =
        wire.act("/wda/setPasteboard", json!({"content": "eA==", "contentType": "sound"})).await?;
    report.is("pasteboard.type", Sourced, json!(400), json!(odd.status));
    Ok(())
}

async fn rotation(wire: &Wire, report: &mut Report) -> io::Result<()> {
    report.is(
        "orientation.first",
        Assumed,
        json!("PORTRAIT"),
        wire.read("/orientation").await?.value(),
    );
    let zero = json!({"x": 0, "y": 0, "z": 0});
    report.is("rotation.first", Sourced, zero.clone(), wire.read("/rotation").await?.value());
    let upright = wire.read("/window/size").await?.value();
    let turned = wire.act("/orientation", json!({"orientation": "LANDSCAPE"})).await?;
    report.is("orientation.turn", Sourced, json!(200), json!(turned.status));
    wire.rested().await?;
    report.is(
        "orientation.turned",
        Sourced,
        json!("LANDSCAPE"),
        wire.read("/orientation").await?.value(),
    );
    let left = json!({"x": 0, "y": 0, "z": 270});
    report.is("rotation.turned", Sourced, left, wire.read("/rotation").await?.value());
    let wide = json!({"width": upright["height"], "height": upright["width"]});
    report.is("window.turned", Sourced, wide, wire.read("/window/size").await?.value());
    let back = wire.act("/rotation", zero).await?;
    report.is(
        "rotation.back",
        Sourced,
        json!([200, Value::Null]),
        json!([back.status, back.value()]),
    );
    wire.rested().await?;
    report.is("window.upright", Sourced, upright, wire.read("/window/size").await?.value());
    Ok(())
}
