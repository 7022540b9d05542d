//! The classic controls of a row: switch, slider, stepper, fields.
//!
//! The row of a switch is the trap that real rows are: accessibility tells a switch that spans the
//! row, and the toggle that takes the touch sits at its trailing edge, two points beyond it.
//! `docs/wires/world.md`, "Rows and switches".

use crate::apps::{Control, Effects};
use crate::geometry::Rect;
use crate::world::view::{Act, Edit, Paint, View};

use super::super::{NO_ROW, style};
use super::{Row, SWITCH_MS, part};

impl Row<'_> {
    pub(super) fn switch(
        &self,
        bind: &str,
        effects: &Effects,
        name: (Option<&str>, &str),
        inner: Rect,
    ) -> View {
        let (identifier, title) = name;
        let bind = self.scope.expand(bind);
        let on = self.site.app.values.get(&bind).and_then(serde_json::Value::as_bool) == Some(true);
        let value = Some(if on { "1" } else { "0" }.to_owned());
        let frame = Rect::new(
            inner.x + inner.width - 61.0,
            inner.y + (inner.height - 28.0) / 2.0,
            63.0,
            28.0,
        );
        let knob = self.site.process.knob(&bind, on, self.site.now, SWITCH_MS);
        let act = Act::Switch { bind, effects: effects.clone(), row: NO_ROW.clone() };
        let mut toggle = View::new(self.id(part::CONTROL), "Switch", frame)
            .named(identifier, title)
            .takes(act)
            .painted(Paint::Switch(knob));
        toggle.unidentified = true;
        toggle.value.clone_from(&value);
        let mut outer = View::new(self.id(part::OUTER), "Switch", inner)
            .named(None, title)
            .traits(&["Button", "ToggleButton"])
            .with(vec![toggle]);
        outer.value = value;
        outer
    }

    pub(super) fn slider(&self, bind: &str, title: &str, inner: Rect) -> View {
        let bind = self.scope.expand(bind);
        let fraction = self.site.app.values.get(&bind).and_then(serde_json::Value::as_f64);
        let fraction = fraction.unwrap_or(0.0).clamp(0.0, 1.0);
        let indent = if title.is_empty() { 0.0 } else { 120.0 };
        let y = inner.y + (inner.height - 32.0) / 2.0;
        let frame = Rect::new(inner.x + indent, y, inner.width - indent, 32.0);
        let mut view = View::new(self.id(part::CONTROL), "Slider", frame)
            .named(None, title)
            .traits(&["Adjustable"])
            .takes(Act::Slider { bind })
            .painted(Paint::Slider(fraction));
        view.value = Some(format!("{:.0}%", fraction * 100.0));
        view.min_max = Some((0.0, 1.0));
        view
    }

    pub(super) fn stepper(
        &self,
        bind: &str,
        range: (f64, f64, f64),
        title: &str,
        inner: Rect,
    ) -> View {
        let bind = self.scope.expand(bind);
        let (min, max, step) = range;
        let now =
            self.site.app.values.get(&bind).and_then(serde_json::Value::as_f64).unwrap_or(0.0);
        let frame = Rect::new(
            inner.x + inner.width - 94.0,
            inner.y + (inner.height - 32.0) / 2.0,
            94.0,
            32.0,
        );
        let half = |part: u32, label: &str, sign: &str, by: f64, at: f64| {
            let frame = Rect { x: frame.x + at, width: 47.0, ..frame };
            let mut button = View::new(self.id(part), "Button", frame)
                .named(Some(label), label)
                .traits(&["Button"])
                .takes(Act::Step { bind: bind.clone(), by, min, max });
            button.enabled = (min..=max).contains(&(now + by));
            let text = View::new(self.id(part + 32), "StaticText", frame).named(None, sign);
            button.children = vec![text.silent().painted(Paint::Text(style::KEY))];
            button
        };
        let mut view = View::new(self.id(part::CONTROL), "Stepper", frame)
            .named(None, title)
            .painted(Paint::Fill(style::FIELD, 8.0))
            .with(vec![
                half(part::MINUS, "Decrement", "−", -step, 0.0),
                half(part::PLUS, "Increment", "+", step, 47.0),
            ]);
        view.min_max = Some((min, max));
        view
    }

    pub(super) fn field(&self, control: &Control, inner: Rect) -> View {
        let Control::Field { bind, placeholder, secure, return_key, submit, format } = control
        else {
            return View::new(self.id(part::CONTROL), "Other", inner);
        };
        let bind = self.scope.expand(bind);
        let kind = if *secure { "SecureTextField" } else { "TextField" };
        let mut view = View::new(self.id(part::CONTROL), kind, inner)
            .named(None, "")
            .traits(&[])
            .takes(Act::Focus)
            .painted(Paint::Text(style::BODY));
        view.placeholder.clone_from(placeholder);
        view.value = Some(self.scope.text(&bind));
        view.edit = Some(Edit {
            bind,
            secure: *secure,
            multiline: false,
            return_key: return_key.clone(),
            submit: submit.clone(),
            format: format.clone(),
            applied: None,
        });
        view
    }

    pub(super) fn text_view(&self, bind: &str, placeholder: Option<&str>, inner: Rect) -> View {
        let bind = self.scope.expand(bind);
        let frame = Rect { y: inner.y + 8.0, height: inner.height - 16.0, ..inner };
        let mut view = View::new(self.id(part::CONTROL), "TextView", frame)
            .traits(&[])
            .takes(Act::Focus)
            .painted(Paint::Text(style::BODY_WRAPPED));
        view.placeholder = placeholder.map(str::to_owned);
        view.value = Some(self.scope.text(&bind));
        view.edit = Some(Edit {
            bind,
            multiline: true,
            return_key: "return".to_owned(),
            ..Edit::default()
        });
        view
    }
}
