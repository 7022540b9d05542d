//! What became of an element that is in both of two readings.

use super::fingerprint::SLACK;
use super::text::plain;
use crate::domain::element::Element;
use crate::domain::observation::Perception;

/// Longest quotation of what was.
const WAS: usize = 40;

/// One element in another state or place.
#[derive(Clone, Debug)]
pub(super) struct Change {
    /// Its index in the later reading.
    pub(super) after: usize,
    /// What it was before, in words; empty when it only moved.
    pub(super) was: Vec<String>,
    /// How far it moved, in points.
    pub(super) moved: Option<(f64, f64)>,
    from: String,
}

impl Change {
    /// What stands after `was`.
    pub(super) fn told(&self) -> String {
        if self.was.is_empty() { self.from.clone() } else { self.was.join(", ") }
    }
}

/// The changes among matched elements that are listed in both readings.
pub(super) fn changes(
    before: &Perception,
    after: &Perception,
    both: &[(usize, usize)],
) -> Vec<Change> {
    both.iter()
        .filter_map(|&(b, a)| {
            let (old, new) = (&before.elements[b], &after.elements[a]);
            (old.is_listed() && new.is_listed()).then(|| change(a, old, new)).flatten()
        })
        .collect()
}

fn change(after: usize, old: &Element, new: &Element) -> Option<Change> {
    let was = was(old, new);
    let moved = shift(old, new);
    let from = old.touch.map_or_else(
        || "without a place".to_owned(),
        |at| format!("@({},{})", at.x.round() as i64, at.y.round() as i64),
    );
    (!was.is_empty() || moved.is_some()).then_some(Change { after, was, moved, from })
}

/// Each part that differs, as it was.
fn was(old: &Element, new: &Element) -> Vec<String> {
    let mut was = Vec::new();
    if old.label != new.label {
        was.push(quoted(old.label.as_deref()));
    }
    if old.value != new.value {
        was.push(old.value.as_deref().map_or_else(|| "empty".to_owned(), value));
    }
    if old.detail != new.detail {
        was.push(quoted(old.detail.as_deref()));
    }
    let flags = [
        (old.enabled, new.enabled, "enabled", "disabled"),
        (old.selected, new.selected, "selected", "not selected"),
        (old.focused, new.focused, "focused", "not focused"),
    ];
    // The state of a switch is its value; that it is selected says the same again.
    let told = old.value != new.value && new.role.is_stateful();
    for (then, now, yes, no) in flags {
        if then != now && !(told && yes == "selected") {
            was.push(if then { yes } else { no }.to_owned());
        }
    }
    was
}

fn quoted(text: Option<&str>) -> String {
    text.map_or_else(|| "without text".to_owned(), |t| format!("\"{}\"", plain(t, WAS)))
}

/// A value as it stands in an element's line.
fn value(text: &str) -> String {
    let bare =
        text.chars().all(|c| c.is_alphanumeric() || matches!(c, '%' | '.' | ':' | '-' | '+'));
    if bare { plain(text, WAS) } else { format!("\"{}\"", plain(text, WAS)) }
}

/// How far an element moved, where a person would notice.
fn shift(old: &Element, new: &Element) -> Option<(f64, f64)> {
    let (from, to) = (old.frame?.center(), new.frame?.center());
    let by = (to.x - from.x, to.y - from.y);
    (by.0.abs() >= SLACK || by.1.abs() >= SLACK).then_some(by)
}
