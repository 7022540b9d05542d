//! Controls that choose: segments, wheels, menus, boxes; and those that only show, bars and spinners.
//!
//! What accessibility tells of each, and what it does not: `docs/wires/world.md`, "Pickers".

use std::sync::Arc;

use serde_json::Value;

use crate::apps::{Control, Effects};
use crate::geometry::Rect;
use crate::world::view::{Act, Edit, MenuEntry, Paint, TextStyle, View};
use crate::world::wheel::{ROW, Wheel};

use super::super::{NO_ROW, style};
use super::{Row, part};

/// Rows of a wheel that are drawn above and below the middle.
const AROUND: i64 = 2;

/// Milliseconds of one turn of a spinner.
pub(crate) const SPIN_MS: u64 = 1_000;

impl Row<'_> {
    pub(super) fn picker(&self, control: &Control, title: &str, inner: Rect) -> View {
        match control {
            Control::Segmented { bind, options, effects } => {
                self.segmented(bind, options, effects, title, inner)
            }
            Control::Picker { columns } => {
                let wheels = columns.iter().map(Wheel::plain).collect();
                self.wheels("Picker", wheels, inner)
            }
            Control::Date { bind, mode } => {
                let bind = self.scope.expand(bind);
                let wheels = self.wheels("Picker", Wheel::of_date(&bind, *mode), inner);
                View::new(self.id(part::OUTER), "DatePicker", inner)
                    .with(vec![View { identifier: None, ..wheels }])
            }
            Control::Menu { bind, options } => self.menu_button(bind, options, title, inner),
            Control::Checkbox { bind } => self.checkbox(bind, title, inner),
            Control::Search { bind, placeholder } => self.search_inside(bind, placeholder, inner),
            Control::Progress { bind } => self.progress(bind, title, inner),
            _ => self.spinner(title, inner),
        }
    }

    fn part(&self, part: u32, kind: &'static str, frame: Rect) -> View {
        View::new(self.id(part), kind, frame)
    }

    /// Text that is drawn and not told.
    fn face(&self, part: u32, frame: Rect, text: &str, look: TextStyle) -> View {
        self.part(part, "StaticText", frame).named(None, text).silent().painted(Paint::Text(look))
    }

    fn segmented(
        &self,
        bind: &str,
        options: &[String],
        effects: &Effects,
        title: &str,
        inner: Rect,
    ) -> View {
        let bind = self.scope.expand(bind);
        let now = self.scope.text(&bind);
        let indent = if title.is_empty() { 0.0 } else { style::width_of(title, 17.0) + 16.0 };
        let y = inner.y + (inner.height - 32.0) / 2.0;
        let frame = Rect::new(inner.x + indent, y, inner.width - indent, 32.0);
        let width = frame.width / options.len().max(1) as f64;
        let segment = |(i, option): (usize, &String)| {
            let at = Rect { x: frame.x + width * i as f64, width, ..frame };
            let chosen = *option == now;
            let look = TextStyle { size: 14.0, bold: chosen, ..style::TITLE };
            let face = self.face(part::WHEELS + 32 + i as u32, at, option, look);
            let ground = Rect::new(at.x + 2.0, at.y + 2.0, at.width - 4.0, at.height - 4.0);
            let mut ground = self.part(part::WHEELS + 64 + i as u32, "Other", ground).silent();
            if chosen {
                ground.paint = Paint::Fill(style::WHITE, 14.0);
            }
            let act = Act::Choose {
                bind: bind.clone(),
                text: option.clone(),
                effects: effects.clone(),
                row: NO_ROW.clone(),
            };
            let traits: &[&'static str] =
                if chosen { &["Button", "Selected"] } else { &["Button"] };
            let mut button = self
                .part(part::WHEELS + i as u32, "Button", at)
                .named(None, option)
                .traits(traits)
                .takes(act);
            button.selected = chosen;
            button.with(vec![ground, face])
        };
        self.part(part::CONTROL, "SegmentedControl", frame)
            .painted(Paint::Fill(style::FIELD, 16.0))
            .with(options.iter().enumerate().map(segment).collect())
    }

    fn wheels(&self, kind: &'static str, wheels: Vec<Wheel>, inner: Rect) -> View {
        let width = inner.width / wheels.len().max(1) as f64;
        let band = Rect::new(inner.x, inner.center().y - ROW / 2.0, inner.width, ROW);
        let band = self.part(part::PLUS, "Other", band).silent();
        let mut views = vec![band.painted(Paint::Fill(style::FIELD, 8.0))];
        for (i, wheel) in wheels.into_iter().enumerate() {
            let frame = Rect { x: inner.x + width * i as f64, width, ..inner };
            views.push(self.wheel(part::WHEELS + 8 * i as u32, wheel, frame));
        }
        let mut view = self.part(part::CONTROL, kind, inner).with(views);
        view.clip = Some(inner);
        view
    }

    fn wheel(&self, first: u32, wheel: Wheel, frame: Rect) -> View {
        let values = &self.site.app.values;
        let index = wheel.index(values);
        let middle = frame.center().y;
        let mut faces = Vec::with_capacity(5);
        for by in -AROUND..=AROUND {
            let Some(at) = wheel.at(index, by) else { continue };
            let y = middle - ROW / 2.0 + by as f64 * (ROW - 2.0);
            let color = match by.abs() {
                0 => style::BLACK,
                1 => style::GREY,
                _ => style::FAINT,
            };
            let size = 21.0 - by.abs() as f64 * 2.5;
            let look = TextStyle { size, color, ..style::ACTION };
            let place = Rect::new(frame.x, y, frame.width, ROW);
            let part = first + 1 + u32::try_from(by + AROUND).unwrap_or(0);
            faces.push(self.face(part, place, &wheel.options[at], look));
        }
        let mut view = self.part(first, "PickerWheel", frame).traits(&["Adjustable"]).with(faces);
        view.value = Some(wheel.shown(values));
        view.takes(Act::Wheel(wheel))
    }

    /// A button whose menu sets a value.
    fn menu_button(&self, bind: &str, options: &[String], title: &str, inner: Rect) -> View {
        let bind = self.scope.expand(bind);
        let now = self.scope.text(&bind);
        let entry = |option: &String| MenuEntry {
            label: option.clone(),
            destructive: false,
            chosen: *option == now,
            act: Act::Choose {
                bind: bind.clone(),
                text: option.clone(),
                effects: Effects::default(),
                row: NO_ROW.clone(),
            },
        };
        let entries = Arc::new(options.iter().map(entry).collect());
        let width = style::width_of(&now, 17.0) + 44.0;
        let frame = Rect::new(
            inner.x + inner.width - width + 12.0,
            inner.y + 4.0,
            width,
            inner.height - 8.0,
        );
        let text = Rect { x: frame.x + 12.0, width: frame.width - 40.0, ..frame };
        let text =
            self.face(part::MINUS, text, &now, TextStyle { color: style::GREY, ..style::BODY });
        let mark = Rect::new(frame.x + frame.width - 24.0, frame.center().y - 8.0, 10.0, 16.0);
        let mark = self
            .part(part::PLUS, "Image", mark)
            .silent()
            .painted(Paint::Symbol("chevron.up.chevron.down".to_owned(), style::GREY));
        let mut button = self
            .part(part::CONTROL, "Button", frame)
            .named(None, title)
            .traits(&["Button"])
            .takes(Act::OpenMenu(entries))
            .with(vec![text, mark]);
        button.value = Some(now);
        button
    }

    /// A drawn box: an `Other` that says what it is in its value.
    fn checkbox(&self, bind: &str, title: &str, inner: Rect) -> View {
        let bind = self.scope.expand(bind);
        let on = self.site.app.values.get(&bind).and_then(Value::as_bool) == Some(true);
        let y = inner.center().y - 12.0;
        let square = Rect::new(inner.x + inner.width - 24.0, y, 24.0, 24.0);
        let color = if on { style::BLUE } else { style::LINE };
        let mut shape =
            self.part(part::MINUS, "Other", square).silent().painted(Paint::Fill(color, 6.0));
        if on {
            let tick = Rect::new(square.x + 4.0, square.y + 4.0, 16.0, 16.0);
            let tick = self.part(part::PLUS, "Image", tick).silent();
            shape.children =
                vec![tick.painted(Paint::Symbol("checkmark".to_owned(), style::WHITE))];
        }
        let mut view = self
            .part(part::CONTROL, "Other", inner)
            .named(None, title)
            .takes(Act::Switch { bind, effects: Effects::default(), row: NO_ROW.clone() })
            .with(vec![shape]);
        view.accessible = true;
        view.value = Some(format!("checkbox, {}", if on { "checked" } else { "not checked" }));
        view
    }

    fn search_inside(&self, bind: &str, placeholder: &str, inner: Rect) -> View {
        let bind = self.scope.expand(bind);
        let frame = Rect { y: inner.y + 6.0, height: inner.height - 12.0, ..inner };
        let mut view = self
            .part(part::CONTROL, "SearchField", frame)
            .named(None, placeholder)
            .traits(&["SearchField"])
            .takes(Act::Focus)
            .painted(Paint::Fill(style::FIELD, 18.0));
        let glass = Rect::new(frame.x + 10.0, frame.center().y - 9.0, 18.0, 18.0);
        let glass = self
            .part(part::MINUS, "Image", glass)
            .named(Some("magnifyingglass"), "Search")
            .painted(Paint::Symbol("magnifyingglass".to_owned(), style::GREY));
        view.placeholder = Some(placeholder.to_owned());
        view.value = Some(self.scope.text(&bind));
        view.edit = Some(Edit { bind, return_key: "Search".to_owned(), ..Edit::default() });
        view.with(vec![glass])
    }

    fn progress(&self, bind: &str, title: &str, inner: Rect) -> View {
        let bind = self.scope.expand(bind);
        let share = self.site.app.values.get(&bind).and_then(Value::as_f64).unwrap_or(0.0);
        let share = share.clamp(0.0, 1.0);
        let indent = if title.is_empty() { 0.0 } else { 150.0 };
        let frame = Rect::new(inner.x + indent, inner.center().y - 2.0, inner.width - indent, 4.0);
        let done = Rect { width: frame.width * share, ..frame };
        let done =
            self.part(part::MINUS, "Other", done).silent().painted(Paint::Fill(style::BLUE, 2.0));
        let mut view = self
            .part(part::CONTROL, "ProgressIndicator", frame)
            .named(None, title)
            .traits(&["UpdatesFrequently"])
            .painted(Paint::Fill(style::LINE, 2.0))
            .with(vec![done]);
        view.value = Some(format!("{:.0}%", share * 100.0));
        view
    }

    fn spinner(&self, title: &str, inner: Rect) -> View {
        let x = inner.x + inner.width - 20.0;
        let frame = Rect::new(x, inner.center().y - 10.0, 20.0, 20.0);
        let turn = (self.site.now % SPIN_MS) as f64 / SPIN_MS as f64;
        let label = if title.is_empty() { "In progress" } else { title };
        let mut view = self
            .part(part::CONTROL, "ActivityIndicator", frame)
            .named(Some("In progress"), label)
            .traits(&["UpdatesFrequently"])
            .painted(Paint::Spinner(turn));
        view.value = Some("1".to_owned());
        view
    }
}
