//! Status, sessions and settings.
//!
//! A new session replaces the old one. Without a bundle id it moves nothing: not the foreground app,
//! not the focus, not the keyboard. Source: `docs/wires/wda.md`, "Sessions".

use serde_json::{Map, Value, json};

use crate::face::call::{Answer, Call};
use crate::face::fail::{Name, WireError};
use crate::face::runner::{Session, session_value};
use crate::face::settings::truth;
use crate::input::Wire;
use crate::world::World;

/// Capabilities of the W3C standard: these never carry a vendor's prefix.
const STANDARD: [&str; 8] = [
    "browserName",
    "browserVersion",
    "platformName",
    "acceptInsecureCerts",
    "pageLoadStrategy",
    "proxy",
    "timeouts",
    "unhandledPromptBehavior",
];

const ALIVE: &str =
    "<!DOCTYPE html><html><title>Health Check</title><body><p>I-AM-ALIVE</p></body></html>";
const CALIBRATION: &str = "<!DOCTYPE html><html><title>Calibration</title><body></body></html>";

pub(crate) fn status(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let os = &call.world.device().os;
    Ok(Answer::Value(json!({
        "message": "WebDriverAgent is ready to accept commands",
        "state": "success",
        "os": {
            "testmanagerdVersion": 65535,
            "name": "iOS",
            "sdkVersion": os,
            "version": os,
        },
        "ios": { "ip": "127.0.0.1" },
        "ready": true,
        "build": {
            "time": "Aug 22 2026 19:40:11",
            "productBundleIdentifier": "com.facebook.WebDriverAgentRunner",
            "version": "16.7.0",
        },
        "device": "iphone",
    })))
}

pub(crate) fn health(_: &mut Call<'_>) -> Result<Answer, WireError> {
    Ok(Answer::Page { text: ALIVE, content_type: "text/html" })
}

pub(crate) fn calibrate(_: &mut Call<'_>) -> Result<Answer, WireError> {
    Ok(Answer::Page { text: CALIBRATION, content_type: "text/html" })
}

pub(crate) fn shutdown(_: &mut Call<'_>) -> Result<Answer, WireError> {
    Ok(Answer::Shutdown)
}

pub(crate) fn nothing(_: &mut Call<'_>) -> Result<Answer, WireError> {
    crate::face::call::nothing()
}

pub(crate) fn create(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let capabilities = requested(call.body)?;
    if let Some(old) = call.runner.session.take() {
        end(&old, call.world);
    }
    let bundle_id = capabilities.get("bundleId").and_then(Value::as_str).map(str::to_owned);
    let flag = |name: &str| capabilities.get(name).and_then(truth).unwrap_or(true);
    let url = capabilities.get("initialUrl").and_then(Value::as_str);
    if let Some(app) = &bundle_id {
        start_app(call.world, app, url, flag("forceAppLaunch"))?;
    } else if let Some(url) = url {
        call.world.open_url(Wire::Wda, url).map_err(|e| not_created(e.to_string()))?;
    }
    let id = call.runner.open(bundle_id, flag("shouldTerminateApp"));
    // Known settings can be given as capabilities; what is bad among them is not worth a session.
    let _ = call.runner.settings.apply(&capabilities);
    Ok(Answer::Value(session_value(&id, call.world)))
}

fn start_app(
    world: &mut World,
    app: &str,
    url: Option<&str>,
    is_forced: bool,
) -> Result<(), WireError> {
    let outcome = if let Some(url) = url {
        world.terminate(Wire::Wda, app);
        world.open_url(Wire::Wda, url)
    } else {
        let is_running = world.apps().iter().any(|a| a.bundle_id == app && a.state > 1);
        if is_forced || !is_running {
            world.launch(Wire::Wda, app, true)
        } else {
            world.activate(Wire::Wda, app)
        }
    };
    outcome.map_err(|refused| not_created(format!("Cannot launch {app} application: {refused}")))
}

fn end(session: &Session, world: &mut World) {
    if let Some(app) = session.bundle_id.as_deref().filter(|_| session.terminates_app) {
        world.terminate(Wire::Wda, app);
    }
}

/// The capabilities of the first item that does not clash with `alwaysMatch`.
fn requested(body: &Map<String, Value>) -> Result<Map<String, Value>, WireError> {
    let Some(Value::Object(asked)) = body.get("capabilities") else {
        return Err(not_created("'capabilities' is mandatory to create a new session"));
    };
    let empty = Map::new();
    let always = asked.get("alwaysMatch").and_then(Value::as_object).unwrap_or(&empty);
    let always = unprefixed(always)?;
    let first = match asked.get("firstMatch") {
        Some(Value::Array(items)) if !items.is_empty() => items.clone(),
        _ => vec![json!({})],
    };
    for item in &first {
        let item = unprefixed(item.as_object().unwrap_or(&empty))?;
        if !item.keys().any(|key| always.contains_key(key)) {
            let mut merged = always.clone();
            merged.extend(item);
            return Ok(merged);
        }
    }
    Err(not_created("Could not match the requested capabilities"))
}

fn unprefixed(capabilities: &Map<String, Value>) -> Result<Map<String, Value>, WireError> {
    let mut plain = Map::new();
    for (key, value) in capabilities {
        let name = key.strip_prefix("appium:").unwrap_or(key);
        if name != key && STANDARD.contains(&name) {
            return Err(not_created(format!(
                "{name} is a standard capability and must not be prefixed"
            )));
        }
        plain.insert(name.to_owned(), value.clone());
    }
    Ok(plain)
}

fn not_created(message: impl Into<String>) -> WireError {
    WireError::new(Name::SessionNotCreated, message)
}

pub(crate) fn describe(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let id = call.runner.session.as_ref().map(|session| session.id.clone()).unwrap_or_default();
    Ok(Answer::Value(session_value(&id, call.world)))
}

pub(crate) fn delete(call: &mut Call<'_>) -> Result<Answer, WireError> {
    if let Some(old) = call.runner.session.take() {
        end(&old, call.world);
    }
    crate::face::call::nothing()
}

pub(crate) fn settings(call: &mut Call<'_>) -> Result<Answer, WireError> {
    Ok(Answer::Value(call.runner.settings.echo()))
}

pub(crate) fn change_settings(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let changes = call.body.get("settings").and_then(Value::as_object);
    let changes = changes.ok_or_else(|| WireError::argument("'settings' argument is mandatory"))?;
    call.runner.settings.apply(changes)?;
    Ok(Answer::Value(call.runner.settings.echo()))
}
