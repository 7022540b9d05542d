//! The lines around the elements: the header, the keyboard, what lies elsewhere, the notes.

use std::fmt::Write as _;

use super::filter::Filter;
use super::text::plain;
use crate::domain::element::Place;
use crate::domain::observation::{KeyboardShown, Perception};

/// Longest name of an app in the header.
const APP: usize = 60;
/// Longest title in the header.
pub(super) const TITLE: usize = 60;
/// Longest note.
const NOTE: usize = 220;

/// `screen: app / "Title" fp=xxxxxxxx`.
pub(super) fn header(p: &Perception) -> String {
    let mut line = String::from("screen:");
    if let Some(app) = p.app.as_deref() {
        let _ = write!(line, " {}", plain(app, APP));
    }
    if let Some(title) = p.title.as_deref().filter(|t| p.app.as_deref() != Some(t)) {
        let _ = write!(line, " / \"{}\"", plain(title, TITLE));
    }
    let _ = write!(line, " fp={:08x}", p.fingerprint >> 32);
    line
}

/// What a digest says after its elements.
pub(super) fn tail(p: &Perception, filter: &Filter<'_>, is_empty: bool) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(keyboard) = &p.viewport.keyboard {
        lines.push(keyboard_line(keyboard));
    }
    if filter.is_narrow() && is_empty {
        lines.push("nothing on the screen matches: use find_elements, or scroll".to_owned());
    }
    lines.extend(elsewhere(p));
    let behind = p.elements.iter().filter(|e| e.place == Place::Behind).count();
    if behind > 0 {
        lines.push(format!("note: behind it: {behind} elements"));
    }
    lines.extend(p.notes.iter().map(|note| format!("note: {}", cut(note))));
    lines
}

/// Notes are the product's own sentences; texts in them were made plain where they were quoted.
fn cut(note: &str) -> String {
    note.chars().take(NOTE).collect()
}

/// `keyboard shown, return key "Send"`.
pub(super) fn keyboard_line(keyboard: &KeyboardShown) -> String {
    match keyboard.return_label.as_deref() {
        Some(label) => format!("keyboard shown, return key \"{}\"", plain(label, 30)),
        None => "keyboard shown".to_owned(),
    }
}

/// How many elements lie outside the window, and which way.
fn elsewhere(p: &Perception) -> Option<String> {
    let size = p.viewport.size;
    let mut counts = [(0_usize, "below"), (0, "above"), (0, "beside")];
    for element in p.elements.iter().filter(|e| e.place == Place::Offscreen) {
        let Some(frame) = element.row.or(element.frame) else { continue };
        let at = match frame.center() {
            center if center.y >= size.height => 0,
            center if center.y < 0.0 => 1,
            _ => 2,
        };
        counts[at].0 += 1;
    }
    let said: Vec<String> =
        counts.iter().filter(|(n, _)| *n > 0).map(|(n, way)| format!("{n} {way}")).collect();
    (!said.is_empty()).then(|| format!("… off-screen: {}", said.join(", ")))
}
