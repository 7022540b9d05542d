//! From views to the display list: each view paints itself, then its children over it.

use crate::geometry::Rect;
use crate::scene::{Align, Color, Item};

use super::layout::style;
use super::view::{Paint, TextStyle, View};

/// A list of items being painted, and where views land on it.
#[derive(Debug)]
pub(crate) struct Canvas {
    pub(crate) items: Vec<Item>,
    /// The view that shows a caret now.
    pub(crate) caret: Option<u64>,
}

impl Canvas {
    /// Paints a view moved by an offset.
    pub(crate) fn view(&mut self, view: &View, dx: f64, dy: f64) {
        if view.hidden {
            return;
        }
        let frame = view.frame.offset(dx, dy);
        self.own(view, frame);
        if view.children.is_empty() {
            return;
        }
        if let Some(clip) = view.clip {
            self.items.push(Item::Clip { rect: clip.offset(dx, dy) });
        }
        for child in &view.children {
            self.view(child, dx, dy);
        }
        if view.clip.is_some() {
            self.items.push(Item::EndClip);
        }
    }

    /// Paints with an opacity.
    pub(crate) fn faded(&mut self, opacity: f64, paint: impl FnOnce(&mut Self)) {
        if opacity >= 1.0 {
            return paint(self);
        }
        self.items.push(Item::Alpha { opacity: opacity.max(0.0) });
        paint(self);
        self.items.push(Item::EndAlpha);
    }

    fn own(&mut self, view: &View, rect: Rect) {
        match &view.paint {
            Paint::Fill(color, radius) => {
                self.items.push(Item::Fill { rect, color: *color, radius: *radius });
            }
            Paint::Symbol(name, color) => {
                self.items.push(Item::Symbol { rect, name: name.clone(), color: *color });
            }
            Paint::Switch(position) => {
                self.items.push(Item::Switch { rect, position: *position, enabled: view.enabled });
            }
            Paint::Slider(fraction) => {
                self.items.push(Item::Slider { rect, fraction: *fraction, enabled: view.enabled });
            }
            Paint::Text(look) if view.edit.is_none() => {
                let text = view.label.clone().unwrap_or_default();
                self.text(rect, text, *look, view.enabled);
            }
            Paint::Spinner(turn) => self.spinner(rect, *turn),
            // A text input paints its own text below.
            Paint::Nothing | Paint::Text(_) => {}
        }
        if view.edit.is_some() {
            self.field(view, rect);
        }
    }

    /// Eight spokes, the brightest at the turn.
    fn spinner(&mut self, rect: Rect, turn: f64) {
        let center = rect.center();
        let radius = rect.width * 0.36;
        for spoke in 0..8_u8 {
            let share = f64::from(spoke) / 8.0;
            let angle = share * std::f64::consts::TAU;
            let shade = 110.0 + 110.0 * (turn - share).rem_euclid(1.0);
            let grey = shade as u8;
            let dot = rect.width * 0.13;
            let at = Rect::new(
                center.x + radius * angle.sin() - dot,
                center.y - radius * angle.cos() - dot,
                dot * 2.0,
                dot * 2.0,
            );
            self.items.push(Item::Fill {
                rect: at,
                color: Color(grey, grey, grey, 255),
                radius: dot,
            });
        }
    }

    fn text(&mut self, rect: Rect, text: String, look: TextStyle, enabled: bool) {
        if text.is_empty() {
            return;
        }
        let color = if enabled { look.color } else { style::FAINT };
        let TextStyle { size, align, bold, wrap, .. } = look;
        self.items.push(Item::Text { rect, text, size, color, align, bold, wrap });
    }

    /// A text input: its text, or its placeholder in grey, and the caret after it.
    fn field(&mut self, view: &View, rect: Rect) {
        let edit = view.edit.clone().unwrap_or_default();
        let typed = view.value.clone().unwrap_or_default();
        let shown = if edit.secure { "\u{2022}".repeat(typed.chars().count()) } else { typed };
        let indent = if view.kind == "SearchField" { 36.0 } else { 0.0 };
        let indent = if edit.multiline && rect.x == 0.0 { 20.0 } else { indent };
        let boxed = indent == 0.0 && matches!(view.paint, Paint::Fill(..));
        let indent = if boxed { 12.0 } else { indent };
        let (mut area, mut line) = (rect.offset(indent, 0.0), 0.0);
        area.width -= indent * 2.0;
        let look = if edit.multiline { style::BODY_WRAPPED } else { style::BODY };
        if edit.multiline {
            // A text view begins at its top; the compositor centres, so the box fits the lines.
            let lines = shown.lines().count().max(1) + usize::from(shown.ends_with('\n'));
            area.y += 8.0;
            area.height = (lines as f64 * 22.0).min(rect.height);
            line = (lines - 1) as f64 * 22.0;
        }
        let end = style::width_of(shown.lines().last().unwrap_or_default(), look.size);
        if shown.is_empty() {
            let faint = TextStyle { color: style::FAINT, align: Align::Left, ..look };
            self.text(area, view.placeholder.clone().unwrap_or_default(), faint, true);
        } else {
            self.text(area, shown.clone(), look, view.enabled);
        }
        if self.caret == Some(view.id) {
            let end = if shown.ends_with('\n') { 0.0 } else { end.min(area.width) };
            let top =
                if edit.multiline { area.y + line } else { area.y + area.height / 2.0 - 11.0 };
            let rect = Rect::new(area.x + end + 1.0, top, 2.0, 22.0);
            self.items.push(Item::Fill { rect, color: style::BLUE, radius: 1.0 });
        }
    }
}
