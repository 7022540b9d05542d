//! XPath's core function library, and the few of version 2.0 that new builds of WDA know.

use regex::Regex;

use super::evaluate::{Context, Engine, Value, flag};
use super::tree;

/// Calls a function by name.
pub(super) fn call(
    engine: &Engine<'_, '_>,
    name: &str,
    arguments: &[Value],
    context: Context,
) -> Result<Value, String> {
    let (least, most) = arity(name).ok_or_else(|| format!("there is no function {name}()"))?;
    if arguments.len() < least || arguments.len() > most {
        return Err(format!("{name}() was called with {} arguments", arguments.len()));
    }
    // Without arguments, the text functions speak of the context node.
    let own = [Value::Nodes(vec![context.node])];
    let defaults = matches!(
        name,
        "string" | "string-length" | "normalize-space" | "number" | "name" | "local-name"
    );
    let list = if arguments.is_empty() && defaults { own.as_slice() } else { arguments };
    let text = |at: usize| list.get(at).map(|v| engine.text(v)).unwrap_or_default();
    Ok(match name {
        "position" => Value::Number(context.position as f64),
        "last" => Value::Number(context.size as f64),
        "true" => Value::Flag(true),
        "false" => Value::Flag(false),
        "not" => Value::Flag(!list.first().is_some_and(flag)),
        "boolean" => Value::Flag(list.first().is_some_and(flag)),
        "contains" => Value::Flag(text(0).contains(&text(1))),
        "starts-with" => Value::Flag(text(0).starts_with(&text(1))),
        "ends-with" => Value::Flag(text(0).ends_with(&text(1))),
        "matches" => Value::Flag(pattern(&text(1))?.is_match(&text(0))),
        "count" | "sum" => over_nodes(engine, name, list)?,
        "name" | "local-name" => match list.first() {
            Some(Value::Nodes(nodes)) => Value::Text(
                nodes.first().map(|node| tree::name(engine.flat(), *node)).unwrap_or_default(),
            ),
            _ => return Err(format!("{name}() takes nodes")),
        },
        "number" | "floor" | "ceiling" | "round" | "string-length" => {
            Value::Number(numeric(engine, name, list))
        }
        _ => Value::Text(textual(name, &text, list.len(), |at| engine.number(&list[at]))),
    })
}

fn arity(name: &str) -> Option<(usize, usize)> {
    Some(match name {
        "position" | "last" | "true" | "false" => (0, 0),
        "string" | "string-length" | "normalize-space" | "number" | "name" | "local-name" => (0, 1),
        "not" | "boolean" | "count" | "sum" | "floor" | "ceiling" | "round" | "lower-case"
        | "upper-case" => (1, 1),
        "contains" | "starts-with" | "ends-with" | "matches" | "substring-before"
        | "substring-after" => (2, 2),
        "substring" => (2, 3),
        "translate" => (3, 3),
        "concat" => (2, usize::MAX),
        _ => return None,
    })
}

fn over_nodes(engine: &Engine<'_, '_>, name: &str, list: &[Value]) -> Result<Value, String> {
    let Some(Value::Nodes(nodes)) = list.first() else {
        return Err(format!("{name}() takes nodes"));
    };
    if name == "count" {
        return Ok(Value::Number(nodes.len() as f64));
    }
    let number = |node| engine.number(&Value::Text(tree::text(engine.flat(), node)));
    Ok(Value::Number(nodes.iter().map(|node| number(*node)).sum()))
}

fn numeric(engine: &Engine<'_, '_>, name: &str, list: &[Value]) -> f64 {
    let Some(value) = list.first() else { return f64::NAN };
    match name {
        "floor" => engine.number(value).floor(),
        "ceiling" => engine.number(value).ceil(),
        // XPath rounds halves toward positive infinity.
        "round" => (engine.number(value) + 0.5).floor(),
        "string-length" => engine.text(value).chars().count() as f64,
        _ => engine.number(value),
    }
}

fn textual(
    name: &str,
    text: &dyn Fn(usize) -> String,
    count: usize,
    number: impl Fn(usize) -> f64,
) -> String {
    match name {
        "lower-case" => text(0).to_lowercase(),
        "upper-case" => text(0).to_uppercase(),
        "concat" => (0..count).map(text).collect(),
        "normalize-space" => text(0).split_whitespace().collect::<Vec<_>>().join(" "),
        "substring-before" => {
            text(0).split_once(&text(1)).map(|parts| parts.0.to_owned()).unwrap_or_default()
        }
        "substring-after" => {
            text(0).split_once(&text(1)).map(|parts| parts.1.to_owned()).unwrap_or_default()
        }
        "substring" => {
            let start = (number(1) + 0.5).floor();
            let end = if count > 2 { start + (number(2) + 0.5).floor() } else { f64::INFINITY };
            let inside = |at: usize| (at + 1) as f64 >= start && ((at + 1) as f64) < end;
            text(0).chars().enumerate().filter(|(at, _)| inside(*at)).map(|(_, c)| c).collect()
        }
        "translate" => translated(&text(0), &text(1), &text(2)),
        _ => text(0),
    }
}

fn translated(text: &str, from: &str, to: &str) -> String {
    let targets: Vec<char> = to.chars().collect();
    text.chars()
        .filter_map(|c| match from.chars().position(|f| f == c) {
            Some(at) => targets.get(at).copied(),
            None => Some(c),
        })
        .collect()
}

fn pattern(text: &str) -> Result<Regex, String> {
    Regex::new(text).map_err(|e| format!("'{text}' is no pattern: {e}"))
}
