//! Applications: launching, ending, asking, and links.
//!
//! Source: `docs/wires/wda.md`, "Device and apps".

use serde_json::{Value, json};

use crate::face::call::{Answer, Call, nothing};
use crate::face::fail::{Name, WireError};
use crate::face::runner::FOREGROUND;
use crate::input::Wire;
use crate::world::Refused;

pub(crate) fn launch(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let app = call.required("bundleId")?;
    call.world.launch(Wire::Wda, &app, false).map_err(|refused| not_started(&app, &refused))?;
    expect(call, &app, true);
    nothing()
}

pub(crate) fn launch_unattached(call: &mut Call<'_>) -> Result<Answer, WireError> {
    launch(call)
}

pub(crate) fn activate(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let app = call.required("bundleId")?;
    call.world.activate(Wire::Wda, &app).map_err(|refused| not_started(&app, &refused))?;
    expect(call, &app, true);
    nothing()
}

pub(crate) fn terminate(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let app = call.required("bundleId")?;
    let was_running = call.world.terminate(Wire::Wda, &app);
    expect(call, &app, false);
    Ok(Answer::Value(was_running.into()))
}

/// The session's app is missed only while it was left running.
fn expect(call: &mut Call<'_>, app: &str, is_expected: bool) {
    if let Some(session) = &mut call.runner.session
        && session.bundle_id.as_deref() == Some(app)
    {
        session.is_app_expected = is_expected;
    }
}

fn not_started(app: &str, refused: &Refused) -> WireError {
    match refused {
        Refused::NotInstalled(_) => {
            WireError::argument(format!("App with bundle id '{app}' is not installed"))
        }
        other => WireError::new(Name::SessionNotCreated, format!("Cannot launch {app}: {other}")),
    }
}

pub(crate) fn state(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let app = call.required("bundleId")?;
    let found = call.world.apps().into_iter().find(|known| known.bundle_id == app);
    Ok(Answer::Value(found.map_or(0, |known| known.state).into()))
}

pub(crate) fn list(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let apps = call.world.apps();
    let shown = apps.iter().filter(|app| app.state == FOREGROUND);
    let list = shown.map(|app| json!({ "pid": app.pid, "bundleId": app.bundle_id }));
    Ok(Answer::Value(Value::Array(list.collect())))
}

pub(crate) fn active(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let bundle_id = call.runner.active(call.world)?;
    let app = call.world.apps().into_iter().find(|app| app.bundle_id == bundle_id);
    let pid = app.and_then(|app| app.pid).or_else(|| call.world.tree(&bundle_id).map(|t| t.pid));
    Ok(Answer::Value(json!({
        "processArguments": { "env": {}, "args": [] },
        "name": "",
        "pid": pid,
        "bundleId": bundle_id,
    })))
}

/// Taking a permission back ends the app, as iOS does it.
pub(crate) fn reset_authorisation(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let missing = || WireError::argument("The 'resource' argument must be a number");
    call.number("resource").ok_or_else(missing)?;
    let app = call.runner.active(call.world)?;
    call.world.terminate(Wire::Wda, &app);
    expect(call, &app, false);
    nothing()
}

pub(crate) fn open_url(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let url = call.required("url")?;
    let outcome = call.world.open_url(Wire::Wda, &url);
    outcome.map_err(|refused| WireError::unknown(format!("Failed to open {url}: {refused}")))?;
    nothing()
}
