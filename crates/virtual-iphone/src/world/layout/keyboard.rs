//! The on-screen keyboard: an extra window whose keys are views like any others.
//!
//! Frames follow a capture of a 402×874 phone: `docs/wires/world.md`, "Keyboard".

use crate::geometry::Rect;
use crate::world::process::id;
use crate::world::view::{Act, KeyPress, Paint, View};

use super::{Site, style};

/// Length of the keyboard's slide.
pub(crate) const SLIDE_MS: u64 = 250;

const LETTERS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const DIGITS: [&str; 3] = ["1234567890", "-/:;()$&@\"", ".,?!'"];

/// Where the keyboard is while it is up.
pub(crate) fn frame(bounds: Rect) -> Rect {
    let height = if bounds.width > bounds.height { 4.0 * 38.0 + 48.0 } else { 291.0 };
    Rect::new(0.0, bounds.height - height, bounds.width, height)
}

/// The keyboard's window.
pub(crate) fn window(site: &Site<'_>) -> View {
    let part = |kind, item: u32, part: u32, frame| {
        View::new(id(site.process.serial, 8 + item, part), kind, frame)
    };
    let frame = frame(site.bounds);
    let (keys, foot) =
        keys(site, frame).into_iter().partition(|view| view.frame.y < foot_of(site, frame));
    let plane =
        part("Other", 0, 4, frame).with(vec![part("Other", 0, 5, frame).with(rows_of(site, keys))]);
    let strip = foot_of(site, frame);
    let strip = Rect::new(0.0, strip, frame.width, frame.y + frame.height - strip);
    let dock = part("Other", 0, 6, strip).with(vec![part("Other", 0, 7, strip).with(foot)]);
    let keyboard = part("Keyboard", 0, 3, frame)
        .opaque()
        .painted(Paint::Fill(style::KEYS, 0.0))
        .with(vec![plane, dock]);
    let tray =
        part("Other", 0, 8, frame).with(vec![part("Other", 0, 9, frame).with(vec![keyboard])]);
    let host = part("Other", 0, 2, frame).with(vec![tray]);
    let outer = part("Other", 0, 1, site.bounds).with(vec![host]);
    part("Window", 0, 0, site.bounds).with(vec![outer])
}

/// Top of the strip below the keys.
fn foot_of(site: &Site<'_>, frame: Rect) -> f64 {
    frame.y + 7.0 + 4.0 * key_height(site) + 4.0
}

fn key_height(site: &Site<'_>) -> f64 {
    if site.is_landscape() { 38.0 } else { 54.0 }
}

/// Groups keys by their row, as the keyboard's own views do.
fn rows_of(site: &Site<'_>, keys: Vec<View>) -> Vec<View> {
    let mut rows: Vec<View> = Vec::with_capacity(4);
    for key in keys {
        let at = rows.iter().position(|row| row.frame.y == key.frame.y);
        let at = at.unwrap_or_else(|| {
            let frame = Rect { x: 0.0, width: site.bounds.width, ..key.frame };
            let ident = id(site.process.serial, 21, rows.len() as u32);
            rows.push(View::new(ident, "Other", frame));
            rows.len() - 1
        });
        rows[at].children.push(key);
    }
    rows
}

fn keys(site: &Site<'_>, frame: Rect) -> Vec<View> {
    let state = site.process.keyboard;
    let rows = if state.digits { DIGITS } else { LETTERS };
    let unit = frame.width / 10.05;
    let high = key_height(site);
    let top = frame.y + 7.0;
    let mut views = Vec::with_capacity(44);
    for (r, row) in rows.iter().enumerate() {
        let count = row.chars().count();
        let left = (frame.width - unit * count as f64) / 2.0;
        for (k, letter) in row.chars().enumerate() {
            let letter = if state.shifted { letter.to_ascii_uppercase() } else { letter };
            let at = Rect::new(left + unit * k as f64, top + high * r as f64, unit, high);
            let ident = id(site.process.serial, 16 + r as u32, k as u32);
            views.push(key(ident, "Key", at, &letter.to_string(), KeyPress::Char(letter)));
        }
    }
    let third = top + 2.0 * high;
    let side = |x: f64| Rect::new(x, third, 52.0, high);
    let own = |part: u32| id(site.process.serial, 20, part);
    views.push(key(own(0), "Button", side(2.0), "shift", KeyPress::Shift));
    views.push(key(own(1), "Key", side(frame.width - 52.0), "delete", KeyPress::Delete));
    let last = top + 3.0 * high;
    let wide = |x: f64, width: f64| Rect::new(x, last, width, high);
    let plane = if state.digits { "letters" } else { "numbers" };
    let mut more = key(own(2), "Key", wide(2.0, 50.0), plane, KeyPress::Plane);
    more.identifier = Some("more".to_owned());
    views.push(more);
    let mut emoji = key(own(3), "Button", wide(52.0, 50.0), "Emoji", KeyPress::Inert);
    emoji.identifier = Some("emoji".to_owned());
    views.push(emoji);
    views.push(key(own(4), "Key", wide(102.0, frame.width - 202.0), "space", KeyPress::Char(' ')));
    views.push(return_key(site, own(5), wide(frame.width - 100.0, 100.0)));
    let foot = foot_of(site, frame);
    let corner = |x: f64| Rect::new(x, foot, 68.0, frame.y + frame.height - foot);
    views.push(key(own(6), "Button", corner(8.0), "Next keyboard", KeyPress::Inert));
    let mut dictate = key(own(7), "Button", corner(frame.width - 76.0), "Dictate", KeyPress::Inert);
    dictate.identifier = Some("dictation".to_owned());
    views.push(dictate);
    views
}

/// The return key carries the label that the field asks for.
fn return_key(site: &Site<'_>, ident: u64, frame: Rect) -> View {
    let name = site.process.return_label.as_str();
    let mut view = key(ident, "Button", frame, &name.to_lowercase(), KeyPress::Return);
    let mut identifier = name.to_owned();
    if let Some(first) = identifier.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    view.identifier = Some(identifier);
    view
}

fn key(ident: u64, kind: &'static str, frame: Rect, label: &str, press: KeyPress) -> View {
    let traits: &[&'static str] = if kind == "Key" { &["KeyboardKey"] } else { &["Button"] };
    let face = Rect::new(frame.x + 3.0, frame.y + 5.0, frame.width - 6.0, frame.height - 11.0);
    let shown = match label {
        "numbers" => "123",
        "letters" => "ABC",
        "Emoji" => ":)",
        other => other,
    };
    let symbol = match label {
        "shift" => Some("shift"),
        "delete" => Some("delete.left"),
        "Next keyboard" => Some("globe"),
        "Dictate" => Some("mic"),
        "Emoji" => Some("face.smiling"),
        _ => None,
    };
    let mark = if let Some(name) = symbol {
        let center = face.center();
        let at = Rect::new(center.x - 10.0, center.y - 10.0, 20.0, 20.0);
        View::new(ident | 0x80, "Image", at).painted(Paint::Symbol(name.to_owned(), style::BLACK))
    } else {
        let size = if shown.chars().count() > 1 { 16.0 } else { 22.0 };
        let look = crate::world::view::TextStyle { size, ..style::KEY };
        View::new(ident | 0x80, "StaticText", face).named(None, shown).painted(Paint::Text(look))
    };
    let ground = View::new(ident | 0x40, "Other", face).painted(Paint::Fill(style::WHITE, 6.0));
    View::new(ident, kind, frame)
        .named(Some(label), label)
        .traits(traits)
        .takes(Act::Key(press))
        .with(vec![ground.silent(), mark.silent()])
}
