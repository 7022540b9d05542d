//! Typing and setting values.
//!
//! Typing goes to whatever holds the focus; a value call taps its element first when it does not, and
//! appends. Source: `docs/wires/wda.md`, "Elements".

use serde_json::Value;

use crate::face::call::{Answer, Call, nothing};
use crate::face::fail::WireError;
use crate::face::flat::Flat;
use crate::face::gestures as fingers;
use crate::face::{attributes, kinds};
use crate::geometry::Point;
use crate::input::Wire;

use super::gestures::{brought_into_view, visible_middle};

/// After the tap that focuses a field, the keyboard needs a moment.
const FOCUS_MS: u64 = 350;

/// XCTest's names of special keys, and what they type; the others are pressed by name.
const TYPED_KEYS: [(&str, &str); 5] = [
    ("XCUIKeyboardKeyDelete", "\u{8}"),
    ("XCUIKeyboardKeyReturn", "\n"),
    ("XCUIKeyboardKeyEnter", "\n"),
    ("XCUIKeyboardKeyTab", "\t"),
    ("XCUIKeyboardKeySpace", " "),
];

/// The text of a value that is a string or a list of strings.
fn joined(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(items) => {
            items.iter().map(joined).collect::<Option<Vec<_>>>().map(|v| v.concat())
        }
        _ => None,
    }
}

pub(crate) fn set_value(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let value = call.body.get("value").or_else(|| call.body.get("text")).and_then(joined);
    let text = value
        .ok_or_else(|| WireError::argument("Neither 'value' nor 'text' parameter is provided"))?;
    let found = call.element()?;
    if matches!(found.handle.kind(), "Slider" | "PickerWheel") {
        call.world.adjust(Wire::Wda, found.handle.view(), &text)?;
        return nothing();
    }
    focus(call)?;
    call.world.type_text(Wire::Wda, &text)?;
    nothing()
}

/// Taps the element in the path unless it has the focus already.
fn focus(call: &mut Call<'_>) -> Result<(), WireError> {
    let found = call.element()?;
    if call.world.focused() == Some(found.handle.view()) {
        return Ok(());
    }
    let found = brought_into_view(call)?;
    let at = visible_middle(call.world, &found.node().frame);
    call.world.touch(Wire::Wda, &fingers::taps(at, 1, 1));
    let after = call.world.now_ms() + FOCUS_MS;
    call.world.advance_to(after);
    Ok(())
}

pub(crate) fn clear(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let found = call.element()?;
    if kinds::takes_text(found.handle.kind()) && attributes::value(found.node()).is_none() {
        return nothing();
    }
    call.world.clear_text(Wire::Wda, found.handle.view())?;
    nothing()
}

pub(crate) fn keys(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let text = call.body.get("value").filter(|value| value.is_array()).and_then(joined);
    // A string is sent a message that only lists understand.
    let text = text.ok_or_else(|| {
        WireError::unknown(
            "-[NSString componentsJoinedByString:]: unrecognized selector: 'value' must be a list",
        )
    })?;
    call.world.type_text(Wire::Wda, &text)?;
    nothing()
}

pub(crate) fn keyboard_input(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let keys = call.body.get("keys").and_then(Value::as_array).filter(|keys| !keys.is_empty());
    let keys = keys
        .cloned()
        .ok_or_else(|| WireError::argument("The 'keys' argument must be a non-empty array"))?;
    if call.element_id().is_some() {
        focus(call)?;
    }
    for key in &keys {
        let name = key.as_str().or_else(|| key.get("key")?.as_str());
        let name =
            name.ok_or_else(|| WireError::argument("Every key must be a string or have a 'key'"))?;
        let typed = TYPED_KEYS.iter().find(|row| row.0 == name).map(|row| row.1);
        match typed {
            Some(text) => call.world.type_text(Wire::Wda, text)?,
            None if name.starts_with("XCUIKeyboardKey") => {
                let key = name.trim_start_matches("XCUIKeyboardKey").to_ascii_lowercase();
                call.world.press_key(Wire::Wda, &key)?;
            }
            None => call.world.type_text(Wire::Wda, name)?,
        }
    }
    nothing()
}

pub(crate) fn dismiss_keyboard(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let names: Vec<String> = call
        .body
        .get("keyNames")
        .and_then(Value::as_array)
        .map(|list| list.iter().filter_map(Value::as_str).map(str::to_owned).collect())
        .unwrap_or_default();
    if let Some(at) = key_named(call, &names)? {
        call.world.touch(Wire::Wda, &fingers::taps(at, 1, 1));
        return nothing();
    }
    let outcome = call.world.dismiss_keyboard();
    outcome
        .map_err(|e| WireError::state(format!("Did not know how to dismiss the keyboard: {e}")))?;
    nothing()
}

/// The middle of the first key of the keyboard that has one of the names.
fn key_named(call: &Call<'_>, names: &[String]) -> Result<Option<Point>, WireError> {
    if names.is_empty() {
        return Ok(None);
    }
    let tree = call.runner.tree(call.world)?;
    let flat = Flat::of(&tree.root);
    let keyboard = flat.iter().find(|(_, entry)| entry.node.kind == "Keyboard").map(|(id, _)| id);
    let Some(keyboard) = keyboard else { return Ok(None) };
    let is_named = |id: &usize| {
        let name = flat.get(*id).and_then(|entry| attributes::name(entry.node));
        name.is_some_and(|name| names.iter().any(|asked| asked.eq_ignore_ascii_case(name)))
    };
    let key = flat.below(keyboard).find(is_named).and_then(|id| flat.get(id));
    Ok(key.map(|entry| entry.node.frame.center()))
}

/// Turns a wheel by one row, as WDA does: a tap above or below its middle.
pub(crate) fn select_row(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let order = call.required("order")?.to_ascii_lowercase();
    let side = match order.as_str() {
        "next" => 1.0,
        "previous" => -1.0,
        other => return Err(WireError::argument(format!("'{other}' is not a supported order"))),
    };
    let offset = call.number("offset").unwrap_or(0.2);
    if offset <= 0.0 || offset > 0.5 {
        return Err(WireError::argument(format!(
            "'{offset}' is not a supported offset (0 < x <= 0.5)"
        )));
    }
    let found = call.element()?;
    if found.handle.kind() != "PickerWheel" {
        return Err(WireError::argument(
            "The element is expected to be a valid Picker Wheel control",
        ));
    }
    if let Some(value) = call.text("value").map(str::to_owned) {
        call.world.adjust(Wire::Wda, found.handle.view(), &value)?;
        return nothing();
    }
    let frame = found.node().frame;
    let middle = frame.center();
    let at = Point { x: middle.x, y: middle.y + frame.height * offset * side };
    call.world.touch(Wire::Wda, &fingers::taps(at, 1, 1));
    nothing()
}
