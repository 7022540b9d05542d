//! Rows: a cell with its texts, icon, chevron and control.
//!
//! Not here: the controls themselves (`rows/controls.rs`, `rows/pickers.rs`).

mod controls;
mod pickers;

use std::sync::Arc;

use crate::apps::{ButtonSpec, Control, Effects, ListSpec, RowSpec, SearchSpec};
use crate::geometry::Rect;
use crate::world::process::Screen;
use crate::world::template::{Params, Scope};
use crate::world::view::{Act, Edit, MenuEntry, Paint, Swipe, View};

use super::plan::{Piece, Placed, Plan, applied};
use super::{NO_ROW, Site, item, style};

/// Length of a switch's slide.
pub(crate) const SWITCH_MS: u64 = 200;

/// Parts of a row, in its view ids.
mod part {
    pub(super) const CELL: u32 = 0;
    pub(super) const WRAP: u32 = 1;
    pub(super) const ICON: u32 = 2;
    pub(super) const TITLE: u32 = 3;
    pub(super) const DETAIL: u32 = 4;
    pub(super) const CHEVRON: u32 = 5;
    pub(super) const LINE: u32 = 6;
    pub(super) const OUTER: u32 = 7;
    pub(super) const CONTROL: u32 = 8;
    pub(super) const MINUS: u32 = 9;
    pub(super) const PLUS: u32 = 10;
    pub(super) const CARD: u32 = 11;
    pub(super) const FOOTER: u32 = 12;
    pub(super) const GROUND: u32 = 13;
    pub(super) const ACTIONS: u32 = 14;
    /// Parts of pickers: a wheel and its drawn neighbours have eight each.
    pub(super) const WHEELS: u32 = 128;
}

pub(crate) use pickers::SPIN_MS;

/// The wheel that turns above the content after a pull.
pub(crate) fn refresh_wheel(site: &Site<'_>, screen: &Screen) -> View {
    let y = site.content_top(screen) + 6.0;
    let frame = Rect::new(site.bounds.width / 2.0 - 10.0, y, 20.0, 20.0);
    let turn = (site.now % SPIN_MS) as f64 / SPIN_MS as f64;
    let mut view = View::new(screen.id(item::BANNER, 8), "ActivityIndicator", frame)
        .named(Some("In progress"), "In progress")
        .painted(Paint::Spinner(turn));
    view.value = Some("1".to_owned());
    view
}

/// Width of one button behind a row.
const ACTION_WIDTH: f64 = 78.0;

/// Width of a button at the end of a titled row.
fn button_width(label: &str) -> f64 {
    style::width_of(label, 17.0) + 28.0
}

/// Menu entries that run effects.
fn entries(buttons: &[ButtonSpec], row: &Params) -> Vec<MenuEntry> {
    let entry = |button: &ButtonSpec| MenuEntry {
        label: button.label.clone(),
        destructive: button.destructive,
        chosen: false,
        act: Act::Run { effects: button.effects.clone(), push: None, row: row.clone() },
    };
    buttons.iter().map(entry).collect()
}

/// One row being built.
struct Row<'a> {
    site: &'a Site<'a>,
    screen: &'a Screen,
    scope: Scope<'a>,
    item: u32,
    frame: Rect,
    last: bool,
}

/// Views of every planned piece; `shift` takes content coordinates to the screen.
pub(crate) fn views(site: &Site<'_>, screen: &Screen, plan: &Plan<'_>, shift: f64) -> Vec<View> {
    let width = site.bounds.width;
    let view = |placed: &Placed<'_>| {
        let frame = Rect::new(20.0, placed.y + shift, width - 40.0, placed.height);
        let row = Row {
            site,
            screen,
            scope: site.app.scope(screen, &NO_ROW),
            item: placed.item,
            frame,
            last: placed.last,
        };
        match &placed.piece {
            Piece::Banner => row.banner(),
            Piece::Search(spec) => row.search(spec),
            Piece::Card => View::new(row.id(part::CARD), "Other", frame)
                .silent()
                .painted(Paint::Fill(style::WHITE, 24.0)),
            Piece::Header(text) => row.header(text),
            Piece::Footer(text) => row.footer(text),
            Piece::Row(spec) => row.cell(spec),
            Piece::Found { row: spec, screen: target, place } => row.found(spec, target, place),
            Piece::Letter(letter) => row.header(&letter.to_string()),
            Piece::Entry { list, row: values, hidden } => {
                let scope = Scope { row: values, ..row.scope };
                let frame = Rect::new(0.0, frame.y, width, frame.height);
                Row { scope, frame, ..row }.entry(list, values, *hidden)
            }
        }
    };
    plan.pieces.iter().map(view).collect()
}

/// The A–Z index at the right edge.
pub(crate) fn index(site: &Site<'_>, screen: &Screen, plan: &Plan<'_>) -> View {
    let top = site.content_top(screen) + 12.0;
    let height = (site.viewport(screen) - 24.0).min(plan.letters.len() as f64 * 18.0);
    let frame = Rect::new(site.bounds.width - 24.0, top, 20.0, height);
    let step = height / plan.letters.len().max(1) as f64;
    let offsets = plan.letters.iter().map(|(_, y)| *y).collect();
    let letters = plan.letters.iter().enumerate().map(|(i, (letter, _))| {
        let at = Rect::new(frame.x, top + step * i as f64, frame.width, step);
        let style = crate::world::view::TextStyle { size: 11.0, ..style::ACTION };
        let view = View::new(screen.id(item::INDEX, 1 + i as u32), "StaticText", at);
        view.named(None, &letter.to_string()).silent().painted(Paint::Text(style))
    });
    let mut view = View::new(screen.id(item::INDEX, 0), "Other", frame)
        .named(Some("Section index"), "Section index")
        .traits(&["Adjustable"])
        .with(letters.collect())
        .takes(Act::Index(offsets));
    view.value = plan.letters.first().map(|(letter, _)| letter.to_string());
    view
}

impl Row<'_> {
    fn id(&self, part: u32) -> u64 {
        self.screen.id(self.item, part)
    }

    fn text(
        &self,
        part: u32,
        frame: Rect,
        text: &str,
        style: crate::world::view::TextStyle,
    ) -> View {
        View::new(self.id(part), "StaticText", frame)
            .named(None, text)
            .traits(&["StaticText"])
            .painted(Paint::Text(style))
    }

    fn banner(&self) -> View {
        let frame = Rect { height: self.frame.height - 8.0, ..self.frame };
        let text = Rect::new(frame.x + 16.0, frame.y, frame.width - 32.0, frame.height);
        View::new(self.id(part::CELL), "Other", frame)
            .painted(Paint::Fill(style::FIELD, 16.0))
            .with(vec![self.text(part::TITLE, text, "A new version is available", style::BODY)])
    }

    fn header(&self, text: &str) -> View {
        let text = self.scope.expand(text);
        let frame = Rect::new(36.0, self.frame.y, self.frame.width - 32.0, self.frame.height);
        let label = Rect { y: frame.y + frame.height - 24.0, height: 18.0, ..frame };
        let mut child = self.text(part::TITLE, label, &text, style::HEADER);
        child.traits.push("Header");
        View::new(self.id(part::CELL), "Other", frame).named(None, &text).with(vec![child])
    }

    fn footer(&self, text: &str) -> View {
        let frame =
            Rect::new(36.0, self.frame.y + 6.0, self.frame.width - 32.0, self.frame.height - 12.0);
        self.text(part::FOOTER, frame, &self.scope.expand(text), style::CAPTION)
    }

    fn search(&self, spec: &SearchSpec) -> View {
        let frame = Rect::new(16.0, self.frame.y + 4.0, self.site.bounds.width - 32.0, 40.0);
        let typed = self.scope.text(&spec.bind);
        let mut view = View::new(self.id(part::CONTROL), "SearchField", frame)
            .named(None, &spec.placeholder)
            .traits(&["SearchField"])
            .takes(Act::Focus)
            .painted(Paint::Fill(style::FIELD, 18.0));
        view.placeholder = Some(spec.placeholder.clone());
        view.edit = Some(Edit {
            bind: spec.bind.clone(),
            return_key: "Search".to_owned(),
            applied: Some((spec.after_ms, applied(&spec.bind))),
            ..Edit::default()
        });
        let glass = Rect::new(frame.x + 10.0, frame.y + 11.0, 18.0, 18.0);
        let glass = View::new(self.id(part::ICON), "Image", glass)
            .named(Some("magnifyingglass"), "Search")
            .painted(Paint::Symbol("magnifyingglass".to_owned(), style::GREY));
        view.children.push(glass);
        if !typed.is_empty() {
            let cross = Rect::new(frame.x + frame.width - 34.0, frame.y + 8.0, 24.0, 24.0);
            let cross = View::new(self.id(part::MINUS), "Button", cross)
                .named(None, "Clear text")
                .traits(&["Button"])
                .takes(Act::ClearField)
                .painted(Paint::Symbol("xmark.circle.fill".to_owned(), style::GREY));
            view.children.push(cross);
        }
        view.value = Some(typed);
        view
    }

    /// The cell of a section's row.
    fn cell(&self, spec: &RowSpec) -> View {
        let title = self.scope.expand(&spec.title);
        let mut cell = View::new(self.id(part::CELL), "Cell", self.frame).opaque();
        cell.enabled = spec.enabled;
        let plain = spec.control.is_none();
        if plain {
            cell = cell.named(spec.identifier.as_deref(), &title);
            cell.accessible = true;
            cell.value = spec.detail.as_deref().map(|detail| self.scope.expand(detail));
        }
        if spec.push.is_some() || !spec.effects.is_empty() {
            cell.act = Some(Act::Run {
                effects: spec.effects.clone(),
                push: spec.push.clone(),
                row: NO_ROW.clone(),
            });
            cell.traits = vec!["Button"];
        }
        let mut inside = self.texts(spec, &title);
        if !spec.menu.is_empty() {
            cell.hold = Some(Box::new(Act::OpenMenu(Arc::new(entries(&spec.menu, &NO_ROW)))));
        }
        if let Some(control) = &spec.control {
            self.control(spec, control, &title, &mut inside);
        }
        let wrap = View::new(self.id(part::WRAP), "Other", self.frame).with(inside);
        cell.children = vec![View::new(self.id(part::GROUND), "Other", self.frame), wrap];
        if !self.last {
            cell.children.push(self.line());
        }
        self.swiped(cell, &spec.actions, &NO_ROW)
    }

    /// A cell that a swipe can move aside, and the buttons that it uncovers.
    fn swiped(&self, mut cell: View, actions: &[ButtonSpec], row: &Params) -> View {
        if actions.is_empty() {
            return cell;
        }
        let swipe = Swipe {
            cell: cell.id,
            width: ACTION_WIDTH * actions.len() as f64,
            actions: actions.to_vec(),
            row: row.clone(),
        };
        cell.swipe = Some(Arc::new(swipe));
        let Some((_, dx)) = self.site.process.opened.filter(|(open, _)| *open == cell.id) else {
            return cell;
        };
        let right = self.frame.x + self.frame.width;
        let kept = std::mem::take(&mut cell.children);
        cell.children = kept.into_iter().map(|child| child.moved(dx, 0.0)).collect();
        let count = actions.len() as f64;
        let width = -dx / count;
        for (i, action) in actions.iter().enumerate() {
            let x = right + dx + width * i as f64;
            let frame = Rect { x, width, ..self.frame };
            let color = if action.destructive { style::RED } else { style::BLUE };
            let look = crate::world::view::TextStyle { color: style::WHITE, ..style::ACTION };
            let face = View::new(self.id(part::ACTIONS + 40 + i as u32), "StaticText", frame)
                .named(None, &action.label)
                .silent()
                .painted(Paint::Text(look));
            let act = Act::Run { effects: action.effects.clone(), push: None, row: row.clone() };
            cell.children.push(
                View::new(self.id(part::ACTIONS + i as u32), "Button", frame)
                    .named(None, &action.label)
                    .traits(&["Button"])
                    .takes(act)
                    .painted(Paint::Fill(color, 0.0))
                    .with(vec![face]),
            );
        }
        cell.clip = Some(self.frame);
        cell
    }

    fn button(&self, spec: &RowSpec, control: &Control, title: &str, inner: Rect) -> View {
        let Control::Button { label, identifier, destructive, effects } = control else {
            return View::new(self.id(part::CONTROL), "Other", inner);
        };
        let label = self.scope.expand(label);
        let frame = if title.is_empty() {
            self.frame
        } else {
            let width = button_width(&label);
            Rect::new(inner.x + inner.width - width, inner.y + 8.0, width, inner.height - 16.0)
        };
        let look = if *destructive { style::DANGER } else { style::ACTION };
        let mut button = View::new(self.id(part::CONTROL), "Button", frame)
            .named(identifier.as_deref(), &label)
            .traits(&["Button"])
            .takes(Act::run(effects));
        button.enabled = spec.enabled;
        if title.is_empty() {
            return button.painted(Paint::Text(look));
        }
        let mut face = View::new(self.id(part::CONTROL + 40), "StaticText", frame)
            .named(None, &label)
            .silent()
            .painted(Paint::Text(crate::world::view::TextStyle { size: 15.0, bold: true, ..look }));
        face.enabled = spec.enabled;
        button.painted(Paint::Fill(style::FIELD, frame.height / 2.0)).with(vec![face])
    }

    fn line(&self) -> View {
        let y = self.frame.y + self.frame.height - 1.0;
        View::new(self.id(part::LINE), "Other", Rect::new(36.0, y, self.frame.width - 16.0, 1.0))
            .painted(Paint::Fill(style::LINE, 0.0))
    }

    /// Icon, title, detail and chevron.
    fn texts(&self, spec: &RowSpec, title: &str) -> Vec<View> {
        let (y, h) = (self.frame.y, self.frame.height);
        let right = self.frame.x + self.frame.width - 16.0;
        let mut views = Vec::with_capacity(5);
        let mut x = self.frame.x + 16.0;
        if spec.symbol.is_some() || spec.color.is_some() {
            let frame = Rect::new(x, y + (h - 30.0) / 2.0, 30.0, 30.0);
            views.push(self.icon(spec, frame));
            x += 44.0;
        }
        let mut edge = right;
        if let Some(Control::Button { label, .. }) = &spec.control {
            edge -= button_width(&self.scope.expand(label)) + 10.0;
        }
        if spec.push.is_some() {
            edge -= 22.0;
            let frame = Rect::new(right - 10.0, y + (h - 14.0) / 2.0, 8.0, 14.0);
            let mut chevron = View::new(self.id(part::CHEVRON), "Image", frame)
                .traits(&["Image"])
                .painted(Paint::Symbol("chevron.forward".to_owned(), style::FAINT));
            chevron.identifier = Some("chevron.forward".to_owned());
            views.push(chevron);
        }
        if !title.is_empty() {
            let height = if spec.wrap { h - 20.0 } else { 22.0 };
            let width =
                if spec.wrap { edge - x } else { style::width_of(title, 17.0).min(edge - x) };
            let frame = Rect::new(x, y + (h - height) / 2.0, width, height);
            let style = if spec.wrap { style::BODY_WRAPPED } else { style::BODY };
            views.push(self.text(part::TITLE, frame, title, style));
        }
        if let Some(detail) = &spec.detail {
            let text = self.scope.expand(detail);
            let width = style::width_of(&text, 17.0);
            let frame = Rect::new(edge - width, y + (h - 22.0) / 2.0, width, 22.0);
            views.push(self.text(part::DETAIL, frame, &text, style::DETAIL));
        }
        views
    }

    fn icon(&self, spec: &RowSpec, frame: Rect) -> View {
        let color = style::color(spec.color.as_deref().unwrap_or("#8E8E93"));
        let mut icon = View::new(self.id(part::ICON), "Image", frame)
            .traits(&["Image"])
            .painted(Paint::Fill(color, 7.0));
        icon.accessible = false;
        icon.identifier.clone_from(&spec.symbol);
        if let Some(symbol) = spec.symbol.as_ref().or(spec.glyph.as_ref()) {
            let inner = Rect::new(frame.x + 6.0, frame.y + 6.0, 18.0, 18.0);
            let symbol = Paint::Symbol(symbol.clone(), style::WHITE);
            icon.children =
                vec![View::new(self.id(part::ICON + 32), "Image", inner).silent().painted(symbol)];
        }
        icon
    }

    fn control(&self, spec: &RowSpec, control: &Control, title: &str, inside: &mut Vec<View>) {
        let inner = Rect { x: self.frame.x + 16.0, width: self.frame.width - 32.0, ..self.frame };
        let mut view = match control {
            Control::Switch { bind, effects } => {
                let name = spec.identifier.as_deref();
                self.switch(bind, effects, (name, title), inner)
            }
            Control::Slider { bind } => self.slider(bind, title, inner),
            Control::Stepper { bind, min, max, step } => {
                self.stepper(bind, (*min, *max, *step), title, inner)
            }
            Control::Field { .. } => self.field(control, inner),
            Control::TextView { bind, placeholder, .. } => {
                self.text_view(bind, placeholder.as_deref(), inner)
            }
            Control::Button { .. } => {
                inside.push(self.button(spec, control, title, inner));
                return;
            }
            other => self.picker(other, title, inner),
        };
        if spec.identifier.is_some() {
            view.identifier.clone_from(&spec.identifier);
        }
        view.enabled = spec.enabled;
        inside.push(view);
    }

    /// A search result from another screen: it opens that screen.
    fn found(&self, spec: &RowSpec, target: &str, place: &str) -> View {
        let pushed = RowSpec {
            detail: Some(place.to_owned()),
            push: Some(target.to_owned()),
            control: None,
            effects: Effects::default(),
            ..spec.clone()
        };
        self.cell(&pushed)
    }

    /// A generated row of a long list.
    fn entry(&self, list: &ListSpec, values: &Params, hidden: bool) -> View {
        let title = self.scope.expand(&list.title);
        let detail = list.detail.as_deref().map(|detail| self.scope.expand(detail));
        let detail = detail.filter(|text| !text.is_empty());
        let mut cell = View::new(self.id(part::CELL), "Cell", self.frame)
            .named(None, &title)
            .painted(Paint::Fill(style::WHITE, 0.0));
        cell.accessible = true;
        cell.hidden = hidden;
        if list.push.is_some() || !list.effects.is_empty() {
            cell.traits = vec!["Button"];
        }
        cell = cell.takes(Act::Run {
            effects: list.effects.clone(),
            push: list.push.clone(),
            row: values.clone(),
        });
        let (x, y, width) = (self.frame.x + 20.0, self.frame.y, self.frame.width - 64.0);
        let top = if detail.is_some() { 6.0 } else { 15.0 };
        let text = Rect::new(x, y + top, style::width_of(&title, 17.0).min(width), 22.0);
        let mut inside = vec![self.text(part::TITLE, text, &title, style::BODY)];
        if let Some(detail) = &detail {
            let text = Rect::new(x, y + 29.0, style::width_of(detail, 13.0).min(width), 17.0);
            inside.push(self.text(part::DETAIL, text, detail, style::SECONDARY));
        }
        let wrap = View::new(self.id(part::WRAP), "Other", self.frame).with(inside);
        let mut line = self.line();
        line.frame = Rect { x, width: self.frame.width - x, ..line.frame };
        cell.children = vec![View::new(self.id(part::GROUND), "Other", self.frame), wrap, line];
        self.swiped(cell, &list.actions, values)
    }
}
