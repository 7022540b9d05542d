//! Alerts and action sheets: one window with a dimmed ground, texts and buttons.
//!
//! The nesting follows a capture of iOS 26: `docs/wires/world.md`, "Alerts".

use crate::apps::{AlertStyle, ButtonSpec};
use crate::geometry::Rect;
use crate::world::process::{Alert, id};
use crate::world::view::{Act, Paint, TextStyle, View};

use super::style;

/// Length of an alert's appearance.
pub(crate) const APPEAR_MS: u64 = 250;
const WIDTH: f64 = 320.0;
const BUTTON: f64 = 48.0;

/// The window of an alert.
pub(crate) fn window(alert: &Alert, bounds: Rect) -> View {
    let part = |part: u32, kind, frame| View::new(id(alert.serial, 0, part), kind, frame);
    let texts = texts(alert, WIDTH - 60.0);
    let head = texts.iter().map(|(_, height, _)| height + 6.0).sum::<f64>() + 34.0;
    let side_by_side = alert.spec.buttons.len() == 2 && alert.spec.style == AlertStyle::Alert;
    let rows = if side_by_side { 1 } else { alert.spec.buttons.len() };
    let foot = rows as f64 * (BUTTON + 8.0) + 16.0;
    let height = head + foot;
    let x = (bounds.width - WIDTH) / 2.0;
    let (kind, y) = match alert.spec.style {
        AlertStyle::Alert => ("Alert", ((bounds.height - height) / 2.0).round()),
        AlertStyle::Sheet => ("Sheet", bounds.height - height - 40.0),
    };
    let frame = Rect::new(x, y, WIDTH, height);
    let top = Rect { height: head, ..frame };
    let bottom = Rect { y: y + head, height: foot, ..frame };
    let mut at = y + 22.0;
    let mut lines = Vec::new();
    for (i, (text, height, look)) in texts.into_iter().enumerate() {
        let line = Rect::new(x + 30.0, at, WIDTH - 60.0, height);
        at += height + 6.0;
        lines.push(
            part(16 + i as u32, "StaticText", line)
                .named(None, &text)
                .traits(&["StaticText"])
                .painted(Paint::Text(look)),
        );
    }
    let buttons = buttons(alert, bottom, side_by_side);
    let upper = part(6, "ScrollView", top).with(vec![part(7, "Other", top).with(lines)]);
    let lower = part(8, "ScrollView", bottom).with(vec![part(9, "Other", bottom).with(buttons)]);
    let inner = part(5, "Other", frame).with(vec![upper, lower]);
    let dialog = part(3, kind, frame)
        .named(None, &alert.spec.title)
        .opaque()
        .painted(Paint::Fill(style::GROUPED, 30.0))
        .with(vec![part(4, "Other", frame).with(vec![inner])]);
    let dim = part(2, "Other", bounds).opaque().painted(Paint::Fill(style::DIM, 0.0));
    part(0, "Window", bounds).with(vec![part(1, "Other", bounds).with(vec![dim, dialog])])
}

/// Title and message with their heights and looks.
fn texts(alert: &Alert, width: f64) -> Vec<(String, f64, TextStyle)> {
    let lines = |text: &str, size: f64| style::lines_of(text, size, width);
    let mut found = Vec::with_capacity(2);
    if !alert.spec.title.is_empty() {
        let height = lines(&alert.spec.title, 17.7) * 21.0;
        let look = TextStyle { bold: true, wrap: true, ..style::BODY };
        found.push((alert.spec.title.clone(), height, look));
    }
    if let Some(message) = &alert.spec.message {
        let look = TextStyle { size: 15.0, wrap: true, ..style::BODY };
        found.push((message.clone(), lines(message, 15.0) * 19.0, look));
    }
    found
}

fn buttons(alert: &Alert, area: Rect, side_by_side: bool) -> Vec<View> {
    let count = alert.spec.buttons.len() as f64;
    let place = |i: f64| {
        if side_by_side {
            let width = (area.width - 40.0) / count;
            Rect::new(area.x + 16.0 + i * (width + 8.0), area.y, width, BUTTON)
        } else {
            Rect::new(area.x + 16.0, area.y + i * (BUTTON + 8.0), area.width - 32.0, BUTTON)
        }
    };
    let button = |(i, spec): (usize, &ButtonSpec)| {
        let frame = place(i as f64);
        let look = if spec.destructive { style::DANGER } else { style::ACTION };
        let face = View::new(id(alert.serial, 1, 64 + i as u32), "StaticText", frame)
            .named(None, &spec.label)
            .silent()
            .painted(Paint::Text(look));
        View::new(id(alert.serial, 1, i as u32), "Button", frame)
            .named(None, &spec.label)
            .traits(&["Button"])
            .takes(Act::AlertButton(i))
            .painted(Paint::Fill(style::FIELD, BUTTON / 2.0))
            .with(vec![face])
    };
    alert.spec.buttons.iter().enumerate().map(button).collect()
}
