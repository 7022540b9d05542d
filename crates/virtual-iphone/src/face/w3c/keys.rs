//! Key sources: balanced presses become text, special codes become what WDA makes of them.

use serde_json::Value;

use super::{WireError, kind, refusal};

/// The text of each group; a pause ends a group.
pub(super) fn texts(items: &[Value]) -> Result<Vec<String>, WireError> {
    let mut groups = Vec::new();
    let mut text = String::new();
    let mut held: Vec<&str> = Vec::new();
    for item in items {
        match kind(item) {
            "keyDown" => held.push(key(item)?),
            "keyUp" => {
                let value = key(item)?;
                let place = held.iter().rposition(|down| *down == value);
                let place = place.ok_or_else(|| {
                    refusal(format!("The key '{value}' was released without having been pressed"))
                })?;
                held.remove(place);
                text.push_str(&typed(value));
            }
            "pause" => finish(&mut text, &held, &mut groups)?,
            other => return Err(refusal(format!("Unsupported key action '{other}'"))),
        }
    }
    finish(&mut text, &held, &mut groups)?;
    Ok(groups)
}

fn finish(text: &mut String, held: &[&str], groups: &mut Vec<String>) -> Result<(), WireError> {
    if let Some(key) = held.first() {
        return Err(refusal(format!("The key '{key}' was pressed but not released")));
    }
    if !text.is_empty() {
        groups.push(std::mem::take(text));
    }
    Ok(())
}

fn key(item: &Value) -> Result<&str, WireError> {
    let value = item.get("value").and_then(Value::as_str).filter(|value| !value.is_empty());
    value.ok_or_else(|| refusal("A key action must have a non-empty 'value'"))
}

fn typed(value: &str) -> String {
    let Some(code) = value.chars().next().map(u32::from) else { return String::new() };
    let plain = |c: char| c.to_string();
    match code {
        0xE003 | 0xE017 => plain('\u{8}'),
        0xE004 => plain('\t'),
        0xE006 | 0xE007 => plain('\n'),
        0xE00C => plain('\u{1B}'),
        0xE00D => plain(' '),
        0xE018 => plain(';'),
        0xE019 => plain('='),
        0xE01A..=0xE023 => (code - 0xE01A).to_string(),
        0xE024..=0xE029 => {
            "*+,-./".chars().nth((code - 0xE024) as usize).map(plain).unwrap_or_default()
        }
        // No arrows and no modifiers: the rest of the block types nothing.
        0xE000..=0xE05D => String::new(),
        _ => value.to_owned(),
    }
}
