//! The one rendering of an element, used by digests, deltas, candidates and verdicts.
//!
//! Grammar: `e1 role "label" =state "content" id=x disabled selected focused scrollable
//! (+3 more like this) @(x,y)`, single spaces, parts that say nothing left out. The point is the
//! touch point in whole points.
//!
//! Invariant: one line, whatever the app wrote; everything quoted comes from the screen.

use std::fmt::Write as _;

use super::text::{fold, is_blank, plain};
use crate::domain::element::{Element, Ref};
use crate::domain::role::Role;

/// Longest label of a control, in characters.
const LABEL: usize = 60;
/// Longest running text: footers and paragraphs say their point within it.
const TEXT: usize = 120;
/// Longest text of an alert or sheet: a person reads it whole before answering.
const ALERT: usize = 200;
/// Longest state value.
const STATE: usize = 60;
/// Longest identifier.
const IDENTIFIER: usize = 40;

/// The element's line, with its touch point.
pub fn element_line(element: &Element, reference: Option<Ref>) -> String {
    let mut line = element_words(element, reference);
    if let Some(at) = element.touch {
        let _ = write!(line, " @({},{})", at.x.round() as i64, at.y.round() as i64);
    }
    line
}

/// The element's line without coordinates, for verdicts and questions.
pub fn element_words(element: &Element, reference: Option<Ref>) -> String {
    let mut line = String::with_capacity(64);
    if let Some(reference) = reference {
        let _ = write!(line, "{reference} ");
    }
    line.push_str(element.role.word());
    push_texts(&mut line, element);
    push_identifier(&mut line, element);
    push_flags(&mut line, element);
    line
}

fn push_texts(line: &mut String, element: &Element) {
    let label = heading_text(element);
    if let Some(label) = label {
        let _ = write!(line, " \"{}\"", plain(label, label_limit(element)));
    }
    if let Some(state) = state(element) {
        let shown = plain(state, STATE);
        let bare =
            shown.chars().all(|c| c.is_alphanumeric() || matches!(c, '%' | '.' | ':' | '-' | '+'));
        let _ = if bare { write!(line, " ={shown}") } else { write!(line, " =\"{shown}\"") };
    }
    if let Some(content) = content(element, label) {
        let _ = write!(line, " \"{}\"", plain(content, content_limit(element)));
    }
    if let Some(detail) = element.detail.as_deref() {
        let _ = write!(line, " \"{}\"", plain(detail, content_limit(element)));
    }
}

/// What stands first in quotes: the label, else what stands in for it.
fn heading_text(element: &Element) -> Option<&str> {
    let content = if element.role.is_stateful() { None } else { element.value.as_deref() };
    element.label.as_deref().or(content).or(element.placeholder.as_deref()).filter(|t| !is_blank(t))
}

const fn label_limit(element: &Element) -> usize {
    match element.role {
        Role::Alert | Role::Sheet => ALERT,
        _ if element.in_modal && !element.actionable => ALERT,
        _ if element.actionable => LABEL,
        _ => TEXT,
    }
}

const fn content_limit(element: &Element) -> usize {
    match element.role {
        Role::Alert | Role::Sheet => ALERT,
        _ => TEXT,
    }
}

/// The value of a stateful role, where it is more than a placeholder.
fn state(element: &Element) -> Option<&str> {
    if !element.role.is_stateful() {
        return None;
    }
    element.typed().filter(|v| !is_blank(v)).filter(|v| element.label.as_deref() != Some(v))
}

/// The value of any other role, where it is content and not said yet.
fn content<'a>(element: &'a Element, label: Option<&str>) -> Option<&'a str> {
    if element.role.is_stateful() || element.label.is_none() {
        return None;
    }
    let value = element.value.as_deref().filter(|v| !is_blank(v))?;
    let told = [label, element.detail.as_deref()].into_iter().flatten();
    (!told.into_iter().any(|text| text.contains(value))).then_some(value)
}

fn push_identifier(line: &mut String, element: &Element) {
    let Some(id) = element.identifier.as_deref().filter(|id| adds_something(id, element)) else {
        return;
    };
    let shown = plain(id, IDENTIFIER);
    let bare = !shown.is_empty() && !shown.contains([' ', '"', '\\', '@']);
    let _ = if bare { write!(line, " id={shown}") } else { write!(line, " id=\"{shown}\"") };
}

/// Whether the identifier tells more than the label: `backBtn` on "Back" does not.
fn adds_something(identifier: &str, element: &Element) -> bool {
    if is_blank(identifier) {
        return false;
    }
    let Some(label) = heading_text(element) else { return true };
    if !element.actionable {
        return false;
    }
    let (id, label) = (letters(identifier), letters(label));
    !(label.is_empty() || id.is_empty()) && !id.starts_with(&label) && !label.starts_with(&id)
}

fn letters(text: &str) -> String {
    fold(text).chars().filter(|c| c.is_alphanumeric()).collect()
}

fn push_flags(line: &mut String, element: &Element) {
    let flags = [
        (!element.enabled, " disabled"),
        (element.selected, " selected"),
        (element.focused, " focused"),
        (element.scrollable, " scrollable"),
    ];
    for (_, word) in flags.into_iter().filter(|(set, _)| *set) {
        line.push_str(word);
    }
    if element.repeats > 0 {
        let _ = write!(line, " (+{} more like this)", element.repeats);
    }
}
