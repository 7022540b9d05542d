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
const LABEL: usize = 80;
/// Longest running text: footers and paragraphs say their point within it.
pub(super) const TEXT: usize = 160;
/// Longest text of an alert or sheet: a person reads it whole before answering.
pub(super) const ALERT: usize = 200;
/// Longest label or text where there is little room.
const SHORT: usize = 60;
/// Longest state value.
const STATE: usize = 60;
/// Longest identifier.
const IDENTIFIER: usize = 40;

/// How much room texts get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    Full,
    Short,
}

/// The element's line, with its touch point.
pub fn element_line(element: &Element, reference: Option<Ref>) -> String {
    with_ref(reference, &body(element, Length::Full))
}

/// The element's line without coordinates, for verdicts and questions.
pub fn element_words(element: &Element, reference: Option<Ref>) -> String {
    with_ref(reference, &words(element, Length::Full))
}

fn with_ref(reference: Option<Ref>, rest: &str) -> String {
    reference.map_or_else(|| rest.to_owned(), |reference| format!("{reference} {rest}"))
}

/// The line without its ref.
pub(super) fn body(element: &Element, length: Length) -> String {
    let mut line = words(element, length);
    if let Some(at) = element.touch {
        let _ = write!(line, " @({},{})", at.x.round() as i64, at.y.round() as i64);
    }
    line
}

fn words(element: &Element, length: Length) -> String {
    let mut line = String::with_capacity(64);
    line.push_str(element.role.word());
    push_texts(&mut line, element, length);
    if length == Length::Full || heading_text(element).is_none() {
        push_identifier(&mut line, element);
    }
    push_flags(&mut line, element);
    line
}

fn push_texts(line: &mut String, element: &Element, length: Length) {
    let label = heading_text(element);
    let most = content_limit(element, length);
    if let Some(label) = label {
        let _ = write!(line, " \"{}\"", plain(label, label_limit(element, length)));
    }
    if let Some(state) = state(element) {
        let state = plain(state, if element.role == Role::TextView { most } else { STATE });
        let _ =
            if is_bare(&state) { write!(line, " ={state}") } else { write!(line, " =\"{state}\"") };
    }
    for content in [content(element, label), element.detail.as_deref()].into_iter().flatten() {
        let _ = write!(line, " \"{}\"", plain(content, most));
    }
    if let Some(hint) = hint(element, label) {
        let _ = write!(line, " hint=\"{}\"", plain(hint, STATE));
    }
}

/// Whether a state needs no quotes: one word or number.
fn is_bare(state: &str) -> bool {
    state.chars().all(|c| c.is_alphanumeric() || matches!(c, '%' | '.' | ':' | '-' | '+'))
}

/// The placeholder of a field that is empty and called something else.
fn hint<'a>(element: &'a Element, label: Option<&str>) -> Option<&'a str> {
    let hint = element.placeholder.as_deref().filter(|h| !is_blank(h))?;
    let typed = element.typed().is_some_and(|t| !is_blank(t));
    (!typed && label != Some(hint)).then_some(hint)
}

/// What stands first in quotes: the label, else what stands in for it.
fn heading_text(element: &Element) -> Option<&str> {
    let content = if element.role.is_stateful() { None } else { element.value.as_deref() };
    element.label.as_deref().or(content).or(element.placeholder.as_deref()).filter(|t| !is_blank(t))
}

const fn label_limit(element: &Element, length: Length) -> usize {
    match (element.role, length) {
        (Role::Alert | Role::Sheet, _) => ALERT,
        _ if element.in_modal && !element.actionable => ALERT,
        (_, Length::Short) => SHORT,
        _ if element.actionable => LABEL,
        _ => TEXT,
    }
}

const fn content_limit(element: &Element, length: Length) -> usize {
    match (element.role, length) {
        (Role::Alert | Role::Sheet, _) => ALERT,
        (_, Length::Short) => SHORT,
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
    let common = element.identifier_is_common && heading_text(element).is_some();
    if let Some(id) =
        element.identifier.as_deref().filter(|id| !common && adds_something(id, element))
    {
        push_named(line, "id", id);
    }
    if let Some(id) = element.row_identifier.as_deref().filter(|id| adds_something(id, element)) {
        push_named(line, "row", id);
    }
}

fn push_named(line: &mut String, key: &str, id: &str) {
    let shown = plain(id, IDENTIFIER);
    let bare = !shown.is_empty() && !shown.contains([' ', '"', '\\', '@']);
    let _ = if bare { write!(line, " {key}={shown}") } else { write!(line, " {key}=\"{shown}\"") };
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
    !(id.is_empty() || id.starts_with(&label) || label.starts_with(&id))
}

fn letters(text: &str) -> String {
    fold(text).chars().filter(|c| c.is_alphanumeric()).collect()
}

fn push_flags(line: &mut String, element: &Element) {
    let told = element.role.is_stateful() && state(element).is_some();
    let flags = [
        (!element.enabled, " disabled"),
        (element.selected && !told, " selected"),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::geometry::Point;
    use crate::domain::tree::NodeId;

    fn element(role: Role, label: &str) -> Element {
        let touch = Some(Point::new(41.6, 84.0));
        Element { label: Some(label.to_owned()), touch, ..Element::new(role, NodeId(0)) }
    }

    #[test]
    fn parts_that_say_nothing_are_left_out() {
        let back =
            Element { identifier: Some("BackButton".to_owned()), ..element(Role::Button, "Home") };
        let same =
            Element { identifier: Some("homeBtn".to_owned()), ..element(Role::Button, "Home") };

        assert_eq!(element_line(&back, Some(Ref(1))), "e1 button \"Home\" id=BackButton @(42,84)");
        assert_eq!(element_line(&same, None), "button \"Home\" @(42,84)");
        assert_eq!(element_words(&back, Some(Ref(7))), "e7 button \"Home\" id=BackButton");
    }

    #[test]
    fn an_empty_field_is_not_its_placeholder() {
        let field = |value: &str| Element {
            value: Some(value.to_owned()),
            placeholder: Some("Search".to_owned()),
            ..element(Role::SearchField, "Find")
        };

        assert_eq!(element_words(&field("Search"), None), "searchfield \"Find\" hint=\"Search\"");
        assert_eq!(element_words(&field("shoes"), None), "searchfield \"Find\" =shoes");
    }

    #[test]
    fn a_state_of_several_words_is_quoted_and_cannot_be_taken_for_more() {
        let slider =
            Element { value: Some("1 \" @(9,9)".to_owned()), ..element(Role::Slider, "S") };

        assert_eq!(element_line(&slider, None), "slider \"S\" =\"1 \\\" @(9,9)\" @(42,84)");
    }
}
