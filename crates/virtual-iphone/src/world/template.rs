//! Texts with holes: `{name}` is replaced by a value of the row, the screen or the app.
//!
//! A name may hold holes of its own (`{note.{item}}`) and end in a format: `:line1` and `:line2`
//! take a line, `:03` pads a number with zeros. What is put in is never expanded again.

use serde_json::{Map, Value};

/// Names and texts that a row or a screen brings along.
pub(crate) type Params = Vec<(String, String)>;

/// Where a template finds its values, nearest first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope<'a> {
    pub(crate) values: &'a Map<String, Value>,
    pub(crate) screen: &'a [(String, String)],
    pub(crate) row: &'a [(String, String)],
    /// The phone's clock, for `{now.clock}` and `{now.seconds}`.
    pub(crate) now: u64,
}

impl Scope<'_> {
    /// Replaces every hole of the text.
    pub(crate) fn expand(&self, text: &str) -> String {
        if text.contains('{') { self.fill(text) } else { text.to_owned() }
    }

    /// Whether a condition holds: `name`, `!name` or `name=text`; both sides are templates.
    pub(crate) fn holds(&self, condition: &str) -> bool {
        let condition = self.expand(condition);
        if let Some((name, text)) = condition.split_once('=') {
            return self.text(name) == text;
        }
        let (name, wanted) = match condition.strip_prefix('!') {
            Some(name) => (name, false),
            None => (condition.as_str(), true),
        };
        let text = self.text(name);
        !matches!(text.as_str(), "" | "Off" | "0" | "[]") == wanted
    }

    /// The text of a value; empty when there is none.
    pub(crate) fn text(&self, name: &str) -> String {
        match name {
            "now.clock" => return super::layout::home::clock(self.now / 60_000),
            "now.seconds" => return (self.now / 1_000).to_string(),
            _ => {}
        }
        let given = self.row.iter().chain(self.screen).find(|(key, _)| key == name);
        given.map_or_else(
            || self.values.get(name).map_or_else(String::new, text_of),
            |g| g.1.clone(),
        )
    }

    fn fill(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            out.push_str(&rest[..open]);
            let Some(close) = closing(&rest[open..]) else {
                out.push_str(&rest[open..]);
                return out;
            };
            out.push_str(&self.hole(&rest[open + 1..open + close]));
            rest = &rest[open + close + 1..];
        }
        out.push_str(rest);
        out
    }

    fn hole(&self, inner: &str) -> String {
        let inner = self.expand(inner);
        let (name, format) = inner.split_once(':').unwrap_or((&inner, ""));
        let text = self.text(name);
        match format {
            "line1" => text.lines().next().unwrap_or_default().to_owned(),
            "line2" => text.lines().nth(1).unwrap_or_default().to_owned(),
            _ => match format.parse::<usize>() {
                Ok(width) => format!("{text:0>width$}"),
                Err(_) => text,
            },
        }
    }
}

/// How a value reads in a label.
pub(crate) fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Bool(true) => "On".to_owned(),
        Value::Bool(false) => "Off".to_owned(),
        Value::Null => String::new(),
        Value::Number(number) => match number.as_f64() {
            Some(n) if n.fract() == 0.0 => format!("{n:.0}"),
            _ => number.to_string(),
        },
        other => other.to_string(),
    }
}

/// Index of the brace that closes the one at the start.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn holes_nest_and_are_not_expanded_twice() {
        let state = json!({"note.n1": "First {n}\nSecond", "on": true, "guests": 2.0});
        let row = vec![("item".to_owned(), "n1".to_owned()), ("n".to_owned(), "7".to_owned())];
        let empty = Map::new();
        let values = state.as_object().unwrap_or(&empty);
        let scope = Scope { values, screen: &[], row: &row, now: 61_000 };
        assert_eq!(scope.expand("{now.clock} {now.seconds}"), "9:42 61");
        assert!(scope.holds("on") && scope.holds("!nobody") && scope.holds("guests=2"));
        assert_eq!(scope.expand("{note.{item}:line1}"), "First {n}");
        assert_eq!(scope.expand("Contact {n:03}"), "Contact 007");
        assert_eq!(scope.expand("{on} for {guests}, {nobody}."), "On for 2, .");
        assert_eq!(scope.expand("an open { stays"), "an open { stays");
    }
}
