//! The device around the apps: buttons, screen, orientation, pasteboard, battery, location.
//!
//! Source: `docs/wires/wda.md`, "Device and apps".

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::face::call::{Answer, Call, nothing};
use crate::face::fail::{Name, WireError};
use crate::face::gestures::milliseconds;
use crate::face::runner::screen_size;
use crate::geometry::Size;
use crate::input::Wire;

const BUTTONS: [&str; 3] = ["home", "volumeup", "volumedown"];
/// The consumer page of HID usages, and the buttons on it.
const CONSUMER_PAGE: f64 = 12.0;
const USAGES: [(f64, &str); 4] =
    [(64.0, "home"), (233.0, "volumeup"), (234.0, "volumedown"), (48.0, "lock")];
const USAGE_SNAPSHOT: f64 = 101.0;

pub(crate) fn homescreen(call: &mut Call<'_>) -> Result<Answer, WireError> {
    press(call, "home")
}

fn press(call: &mut Call<'_>, button: &str) -> Result<Answer, WireError> {
    call.world.press_button(Wire::Wda, button).map_err(|e| WireError::unknown(e.to_string()))?;
    nothing()
}

pub(crate) fn deactivate(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let app = call.runner.active(call.world)?;
    let seconds = call.number("duration").unwrap_or(3.0);
    press(call, "home")?;
    let until = call.world.now_ms() + milliseconds(seconds);
    call.world.advance_to(until);
    call.world.activate(Wire::Wda, &app)?;
    nothing()
}

pub(crate) fn lock(call: &mut Call<'_>) -> Result<Answer, WireError> {
    if call.world.locked() {
        return nothing();
    }
    press(call, "lock")
}

pub(crate) fn unlock(call: &mut Call<'_>) -> Result<Answer, WireError> {
    if call.world.locked() {
        call.world.set_locked(false);
    }
    nothing()
}

pub(crate) fn locked(call: &mut Call<'_>) -> Result<Answer, WireError> {
    Ok(Answer::Value(call.world.locked().into()))
}

pub(crate) fn screen(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let size = screen_size(call.world);
    Ok(Answer::Value(json!({
        "screenSize": dimensions(size),
        "statusBarSize": dimensions(Size { width: size.width, height: 54.0 }),
        "scale": call.world.device().scale as i64,
    })))
}

fn dimensions(size: Size) -> Value {
    json!({ "width": size.width.round() as i64, "height": size.height.round() as i64 })
}

/// The size of the active application, which fills a phone's screen.
fn window(call: &Call<'_>) -> Result<Size, WireError> {
    call.runner.active(call.world)?;
    Ok(screen_size(call.world))
}

pub(crate) fn window_size(call: &mut Call<'_>) -> Result<Answer, WireError> {
    Ok(Answer::Value(dimensions(window(call)?)))
}

pub(crate) fn window_rect(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let size = window(call)?;
    let (width, height) = (size.width.round() as i64, size.height.round() as i64);
    Ok(Answer::Value(json!({ "x": 0, "y": 0, "width": width, "height": height })))
}

/// Only the axis is told, never which way round.
pub(crate) fn orientation(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let is_landscape = call.world.orientation().contains("LANDSCAPE");
    Ok(Answer::Value(if is_landscape { "LANDSCAPE" } else { "PORTRAIT" }.into()))
}

pub(crate) fn set_orientation(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let asked = call.required("orientation")?;
    turn(call, &asked)
}

fn turn(call: &mut Call<'_>, orientation: &str) -> Result<Answer, WireError> {
    let outcome = call.world.set_orientation(orientation);
    outcome.map_err(|e| WireError::unknown(format!("Unable To Rotate Device: {e}")))?;
    nothing()
}

const ROTATIONS: [(i64, &str, &str); 4] = [
    (0, "PORTRAIT", "UIDeviceOrientationPortrait"),
    (270, "LANDSCAPE", "UIDeviceOrientationLandscapeLeft"),
    (90, "UIA_DEVICE_ORIENTATION_LANDSCAPERIGHT", "UIDeviceOrientationLandscapeRight"),
    (180, "UIA_DEVICE_ORIENTATION_PORTRAIT_UPSIDEDOWN", "UIDeviceOrientationPortraitUpsideDown"),
];

fn present_rotation(call: &Call<'_>) -> (i64, &'static str) {
    let now = call.world.orientation();
    let row = ROTATIONS.iter().find(|row| row.1 == now).unwrap_or(&ROTATIONS[0]);
    (row.0, row.2)
}

pub(crate) fn rotation(call: &mut Call<'_>) -> Result<Answer, WireError> {
    Ok(Answer::Value(json!({ "x": 0, "y": 0, "z": present_rotation(call).0 })))
}

pub(crate) fn set_rotation(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let bad =
        || WireError::argument("Rotation is not supported: x and y must be 0, z a quarter turn");
    let part = |name: &str| call.number(name);
    let (Some(x), Some(y), Some(z)) = (part("x"), part("y"), part("z")) else { return Err(bad()) };
    if x != 0.0 || y != 0.0 {
        return Err(bad());
    }
    let row = ROTATIONS.iter().find(|row| row.0 as f64 == z).ok_or_else(bad)?;
    turn(call, row.1)
}

pub(crate) fn device_orientation(call: &mut Call<'_>) -> Result<Answer, WireError> {
    Ok(Answer::Value(present_rotation(call).1.into()))
}

pub(crate) fn press_button(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let name = call.required("name")?;
    let lower = name.to_ascii_lowercase();
    if !BUTTONS.contains(&lower.as_str()) {
        return Err(WireError::unknown(format!(
            "The button '{name}' is unknown. The device under test only supports the following buttons: {}",
            BUTTONS.join(", ")
        )));
    }
    press(call, &lower)
}

pub(crate) fn hid_event(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let missing = || WireError::argument("'page', 'usage' and 'duration' must be provided");
    let page = call.number("page").ok_or_else(missing)?;
    let usage = call.number("usage").ok_or_else(missing)?;
    call.number("duration").ok_or_else(missing)?;
    if page == CONSUMER_PAGE && usage == USAGE_SNAPSHOT {
        return nothing();
    }
    let button = USAGES.iter().find(|row| page == CONSUMER_PAGE && row.0 == usage);
    let button = button.ok_or_else(|| {
        WireError::unknown(format!("The HID event page {page} usage {usage} did nothing"))
    })?;
    press(call, button.1)
}

pub(crate) fn set_pasteboard(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let content = call.required("content")?;
    let bad = || WireError::argument("Cannot decode the pasteboard content from base64");
    let bytes = STANDARD.decode(content.trim()).map_err(|_| bad())?;
    match call.text("contentType").unwrap_or("plaintext") {
        "plaintext" | "url" => {
            let text = String::from_utf8(bytes).map_err(|_| bad())?;
            call.world.set_pasteboard(&text);
        }
        // A picture is taken and not kept: nothing of the phone pastes pictures.
        "image" => {}
        other => return Err(WireError::argument(format!("Unsupported pasteboard type '{other}'"))),
    }
    nothing()
}

pub(crate) fn pasteboard(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let text = match call.text("contentType").unwrap_or("plaintext") {
        "plaintext" | "url" => call.world.pasteboard(),
        "image" => "",
        other => return Err(WireError::argument(format!("Unsupported pasteboard type '{other}'"))),
    };
    Ok(Answer::Value(STANDARD.encode(text).into()))
}

pub(crate) fn battery(_: &mut Call<'_>) -> Result<Answer, WireError> {
    Ok(Answer::Value(json!({ "level": 0.8, "state": 1 })))
}

pub(crate) fn device_info(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let device = call.world.device();
    Ok(Answer::Value(json!({
        "currentLocale": "en_US",
        "timeZone": "GMT",
        "name": device.name,
        "model": device.model,
        "uuid": device.udid,
        "userInterfaceIdiom": 0,
        "userInterfaceStyle": call.runner.appearance,
        "isSimulator": false,
        "thermalState": 0,
    })))
}

pub(crate) fn set_appearance(call: &mut Call<'_>) -> Result<Answer, WireError> {
    call.runner.appearance = match call.required("name")?.to_ascii_lowercase().as_str() {
        "light" => "light",
        "dark" => "dark",
        other => {
            return Err(WireError::argument(format!(
                "'{other}' is no appearance. Only 'light' and 'dark' are supported"
            )));
        }
    };
    nothing()
}

pub(crate) fn location(_: &mut Call<'_>) -> Result<Answer, WireError> {
    Ok(Answer::Value(json!({
        "authorizationStatus": 0, "latitude": 0, "longitude": 0, "altitude": 0,
    })))
}

pub(crate) fn simulated_location(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let place = call.runner.simulated_location;
    Ok(Answer::Value(json!({
        "latitude": place.map(|p| p.0), "longitude": place.map(|p| p.1),
    })))
}

pub(crate) fn set_simulated_location(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let (Some(latitude), Some(longitude)) = (call.number("latitude"), call.number("longitude"))
    else {
        return Err(WireError::argument("Both latitude and longitude must be provided"));
    };
    call.runner.simulated_location = Some((latitude, longitude));
    nothing()
}

pub(crate) fn clear_simulated_location(call: &mut Call<'_>) -> Result<Answer, WireError> {
    call.runner.simulated_location = None;
    nothing()
}

/// Reports success whatever became of the words; here nothing does.
pub(crate) fn siri(call: &mut Call<'_>) -> Result<Answer, WireError> {
    call.required("text")?;
    nothing()
}

/// Nothing of the phone posts notifications, so every wait for one ends with its time.
pub(crate) fn expect_notification(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let name = call.required("name")?;
    let kind = call.text("type").unwrap_or("plain");
    if !matches!(kind, "plain" | "darwin") {
        return Err(WireError::argument(format!("Unknown notification type '{kind}'")));
    }
    let seconds = call.number("timeout").unwrap_or(60.0);
    let until = call.world.now_ms() + milliseconds(seconds);
    call.world.advance_to(until);
    let message = format!("Did not receive any expected '{name}' notifications within {seconds}s");
    Err(WireError::new(Name::Timeout, message))
}
