//! Placed elements as views: what a file says an element is, draws and does.

use crate::apps::{CanvasSpec, ElementSpec, TextSpec};
use crate::geometry::Rect;
use crate::scene::Align;
use crate::world::process::Screen;
use crate::world::types;
use crate::world::view::{Act, Edit, Paint, TextStyle, View};

use super::rows::SPIN_MS;
use super::{NO_ROW, Site, item, style};

/// The elements of a screen, in the current orientation.
fn elements<'a>(site: &Site<'_>, spec: &'a CanvasSpec) -> &'a [ElementSpec] {
    if site.is_landscape() && !spec.landscape.is_empty() { &spec.landscape } else { &spec.elements }
}

/// Everything placed on a screen; `offset` is how far its content is scrolled.
pub(crate) fn views(site: &Site<'_>, screen: &Screen, spec: &CanvasSpec, offset: f64) -> Vec<View> {
    let mut maker = Maker { site, screen, next: 0 };
    elements(site, spec)
        .iter()
        .filter_map(|element| maker.view(element, if element.pinned { 0.0 } else { -offset }))
        .collect()
}

struct Maker<'a> {
    site: &'a Site<'a>,
    screen: &'a Screen,
    next: u32,
}

impl Maker<'_> {
    /// Numbers run on whether an element exists or not, so that ids stay what they are.
    fn id(&mut self) -> u64 {
        let n = self.next;
        self.next += 1;
        self.screen.id(item::FIRST_PLACED + (n >> 8), n & 0xFF)
    }

    fn skip(&mut self, element: &ElementSpec) {
        self.next += 4;
        for child in &element.children {
            self.skip(child);
        }
    }

    fn view(&mut self, spec: &ElementSpec, dy: f64) -> Option<View> {
        let scope = self.site.app.scope(self.screen, &NO_ROW);
        if spec.when.as_ref().is_some_and(|condition| !scope.holds(condition)) {
            self.skip(spec);
            return None;
        }
        let [x, y, width, height] = spec.frame;
        let frame = Rect::new(x, y, width, height).offset(0.0, dy);
        let kind = types::kind(&spec.kind);
        let expanded = |text: &Option<String>| text.as_deref().map(|text| scope.expand(text));
        let mut view = View::new(self.id(), kind, frame);
        view.label = expanded(&spec.label);
        view.identifier = expanded(&spec.identifier);
        view.value = expanded(&spec.value);
        view.placeholder = expanded(&spec.placeholder);
        view.traits = spec.traits.iter().filter_map(|name| types::trait_named(name)).collect();
        view.enabled = !spec.disabled;
        view.hidden = spec.hidden;
        view.silent = spec.silent;
        view.selected = spec.selected.as_ref().is_some_and(|condition| scope.holds(condition));
        view.accessible = spec.accessible.unwrap_or_else(|| {
            types::is_control(kind)
                || (matches!(kind, "StaticText" | "Image") && view.label.is_some())
        });
        self.touch(spec, &mut view);
        view.children = self.faces(spec, &view, frame);
        if let Some(color) = &spec.color {
            view.paint = Paint::Fill(style::color(&scope.expand(color)), spec.radius);
        } else if kind == "Switch" {
            let on = matches!(view.value.as_deref(), Some("1" | "On"));
            view.paint = Paint::Switch(f64::from(u8::from(on)));
        } else if kind == "Slider" {
            let percent = view.value.as_deref().and_then(|v| v.trim_end_matches('%').parse().ok());
            view.paint = Paint::Slider(percent.unwrap_or(0.0_f64) / 100.0);
        } else if kind == "ActivityIndicator" {
            view.paint = Paint::Spinner((self.site.now % SPIN_MS) as f64 / SPIN_MS as f64);
        }
        for child in &spec.children {
            view.children.extend(self.view(child, dy));
        }
        Some(view)
    }

    fn touch(&self, spec: &ElementSpec, view: &mut View) {
        let scope = self.site.app.scope(self.screen, &NO_ROW);
        let kind = view.kind;
        if let Some(bind) = spec.bind.as_ref().filter(|_| types::takes_text(kind)) {
            let bind = scope.expand(bind);
            view.value = Some(scope.text(&bind));
            view.edit = Some(Edit {
                bind,
                secure: kind == "SecureTextField",
                multiline: kind == "TextView",
                return_key: "return".to_owned(),
                ..Edit::default()
            });
            view.hit = Some(view.frame);
            view.act = Some(Act::Focus);
            return;
        }
        if let Some(bind) = spec.bind.as_ref().filter(|_| kind == "Slider") {
            let bind = scope.expand(bind);
            let share = self.site.app.values.get(&bind).and_then(serde_json::Value::as_f64);
            view.value = Some(format!("{:.0}%", share.unwrap_or(0.0) * 100.0));
            view.hit = Some(view.frame);
            view.act = Some(Act::Slider { bind });
            return;
        }
        if !spec.effects.is_empty() || spec.push.is_some() {
            view.hit = Some(view.frame);
            view.act = Some(Act::Run {
                effects: spec.effects.clone(),
                push: spec.push.clone(),
                row: NO_ROW.clone(),
            });
        } else if spec.opaque || (types::is_control(kind) && !spec.silent) {
            view.hit = Some(view.frame);
        }
    }

    /// What is drawn on an element: its symbol and its text.
    fn faces(&mut self, spec: &ElementSpec, view: &View, frame: Rect) -> Vec<View> {
        let mut faces = Vec::new();
        let (symbol, text) = (self.id(), self.id());
        // One number is kept for parts to come.
        self.next += 1;
        let scope = self.site.app.scope(self.screen, &NO_ROW);
        let ink = |color: &str| style::color(&scope.expand(color));
        let drawn = spec.text.clone().or_else(|| usual(view.kind));
        if let Some(name) = &spec.symbol {
            let side = (frame.width.min(frame.height) * 0.6).min(28.0);
            let center = frame.center();
            let at = Rect::new(center.x - side / 2.0, center.y - side / 2.0, side, side);
            let color = ink(drawn.as_ref().map_or("#007AFF", |text| &text.color));
            let name = scope.expand(name);
            faces.push(View::new(symbol, "Image", at).silent().painted(Paint::Symbol(name, color)));
        }
        let Some(look) = drawn.filter(|_| view.edit.is_none()) else { return faces };
        let words = match &look.of {
            Some(text) => scope.expand(text),
            None if spec.symbol.is_none() => view.label.clone().unwrap_or_default(),
            None => return faces,
        };
        let mut color = ink(&look.color);
        if !view.enabled {
            color = style::FAINT;
        }
        let align = if look.center { Align::Center } else { Align::Left };
        let wrap = frame.height > look.size * 2.2;
        let style = TextStyle { size: look.size, color, align, bold: look.bold, wrap };
        let face = View::new(text, "StaticText", frame).named(None, &words).silent();
        faces.push(face.painted(Paint::Text(style)));
        faces
    }
}

/// How a type is written where the file does not say.
fn usual(kind: &str) -> Option<TextSpec> {
    let text = |color: &str, center| TextSpec {
        of: None,
        size: 17.0,
        bold: false,
        color: color.to_owned(),
        center,
    };
    match kind {
        "StaticText" => Some(text("#000000", false)),
        "Button" => Some(text("#007AFF", true)),
        "Link" => Some(text("#0A58CA", false)),
        _ => None,
    }
}
