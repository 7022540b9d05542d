//! From an app's screens and values to views: what stands where at one instant.
//!
//! Layout is a pure function of the process and the time; it keeps nothing. Rows that are off the
//! screen do not exist, as in a real table. Frames follow an iPhone of 402×874 points:
//! `docs/wires/world.md`, "Frames".

pub(crate) mod alert;
mod canvas;
mod chat;
pub(crate) mod chrome;
pub(crate) mod home;
pub(crate) mod keyboard;
pub(crate) mod menu;
pub(crate) mod plan;
pub(crate) mod rows;
pub(crate) mod style;

use crate::apps::CanvasSpec;
use crate::geometry::Rect;

use super::process::{App, Process, Screen};
use super::view::{Act, Edit, Paint, View};
use plan::Plan;

/// Height of a navigation bar without a large title.
const BAR: f64 = 54.0;
/// What a large title adds.
const LARGE: f64 = 52.0;
/// Height of a tab bar, home indicator included.
const TAB_BAR: f64 = 83.0;
/// Height of the strip under the home indicator.
const HOME_STRIP: f64 = 34.0;

/// Item numbers of the parts that every screen has.
pub(crate) mod item {
    pub(crate) const FRAME: u32 = 0;
    pub(crate) const SEARCH: u32 = 1;
    pub(crate) const BANNER: u32 = 2;
    pub(crate) const BAR: u32 = 3;
    pub(crate) const EDITOR: u32 = 4;
    pub(crate) const INDEX: u32 = 5;
    pub(crate) const FIRST_ROW: u32 = 16;
    pub(crate) const FIRST_SLOT: u32 = 1024;
    pub(crate) const FIRST_FOUND: u32 = 2048;
    pub(crate) const FIRST_PLACED: u32 = 3072;
}

/// One process at one instant, and the screen it has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site<'a> {
    pub(crate) bounds: Rect,
    pub(crate) now: u64,
    /// Something on the screen counts seconds.
    pub(crate) ticker: bool,
    /// Something on the screen turns forever.
    pub(crate) spinner: bool,
    pub(crate) app: &'a App,
    pub(crate) process: &'a Process,
}

impl Site<'_> {
    pub(crate) fn is_landscape(&self) -> bool {
        self.bounds.width > self.bounds.height
    }

    /// Top of the navigation bar.
    pub(crate) fn safe_top(&self) -> f64 {
        if self.is_landscape() { 20.0 } else { 62.0 }
    }

    /// Whether a screen has no bar.
    fn is_bare(&self, screen: &Screen) -> bool {
        self.app.spec_of(screen).canvas.as_ref().is_some_and(|canvas| canvas.bare)
    }

    /// Where the content begins while it is not scrolled.
    pub(crate) fn content_top(&self, screen: &Screen) -> f64 {
        if self.is_bare(screen) {
            return 0.0;
        }
        let large = if self.app.spec_of(screen).large_title { LARGE } else { 0.0 };
        self.safe_top() + BAR + large
    }

    /// How much of the bottom is covered by bars or by the keyboard.
    pub(crate) fn bottom_inset(&self) -> f64 {
        let bar = if self.app.spec.tabs.is_empty() { HOME_STRIP } else { TAB_BAR };
        if self.process.keyboard.focus.is_some() {
            bar.max(self.bounds.height - keyboard::frame(self.bounds).y)
        } else {
            bar
        }
    }

    pub(crate) fn viewport(&self, screen: &Screen) -> f64 {
        (self.bounds.height - self.content_top(screen) - self.bottom_inset()).max(0.0)
    }

    /// The largest offset at which the content rests.
    pub(crate) fn max_offset(&self, screen: &Screen) -> f64 {
        let spec = self.app.spec_of(screen);
        if spec.editor.is_some() || spec.chat.is_some() {
            return 0.0;
        }
        if let Some(canvas) = &spec.canvas {
            let turned = self.is_landscape() && !canvas.landscape.is_empty();
            let height = if turned { 0.0 } else { canvas.height };
            let covered = self.process.keyboard.focus.map_or(0.0, |_| self.bottom_inset());
            return (height.max(self.bounds.height * f64::from(u8::from(covered > 0.0))) + covered
                - self.bounds.height)
                .max(0.0);
        }
        (Plan::new(self, screen, None).height - self.viewport(screen)).max(0.0)
    }

    pub(crate) fn offset(&self, screen: &Screen) -> f64 {
        if screen.scroll.is_still_at_top() {
            return 0.0;
        }
        screen.scroll.offset(self.now, self.max_offset(screen))
    }
}

/// One screen with its navigation bar, as a layer that transitions can move.
pub(crate) fn screen_layer(site: &Site<'_>, screen: &Screen, below: Option<&Screen>) -> View {
    let offset = site.offset(screen);
    let spec = site.app.spec_of(screen);
    let container = match (&spec.editor, &spec.canvas, &spec.chat) {
        (Some(_), ..) => editor(site, screen),
        (_, Some(placed), _) => placed_content(site, screen, placed, offset),
        (.., Some(chat)) => chat::view(site, screen, chat),
        _ => content(site, screen, offset),
    };
    let wrap = View::new(screen.id(item::FRAME, 1), "Other", site.bounds).with(vec![
        View::new(screen.id(item::FRAME, 2), "Other", site.bounds).with(vec![container]),
    ]);
    let ground = spec.canvas.as_ref().map_or(style::GROUPED, |canvas| style::color(&canvas.color));
    let mut layers = vec![wrap];
    if !site.is_bare(screen) {
        layers.push(chrome::navigation_bar(site, screen, below, offset));
    }
    View::new(screen.id(item::FRAME, 0), "Other", site.bounds)
        .painted(Paint::Fill(ground, 0.0))
        .with(layers)
}

/// The elements that a file places.
fn placed_content(site: &Site<'_>, screen: &Screen, spec: &CanvasSpec, offset: f64) -> View {
    let kind = if spec.bare { "Other" } else { "ScrollView" };
    let mut view = View::new(screen.id(item::FRAME, 3), kind, site.bounds).opaque();
    let top = if spec.bare { 0.0 } else { site.safe_top() + BAR };
    view.clip = Some(Rect::new(0.0, top, site.bounds.width, site.bounds.height - top));
    view.scrolls = true;
    view.with(canvas::views(site, screen, spec, offset))
}

/// The scrolling content of a screen.
fn content(site: &Site<'_>, screen: &Screen, offset: f64) -> View {
    let top = site.content_top(screen);
    // What is under a collapsed large title and under the keyboard exists too.
    let window = (offset - (top - site.safe_top() - BAR), offset + site.bounds.height - top);
    let plan = Plan::new(site, screen, Some(window));
    let is_list = site.app.spec_of(screen).list.is_some();
    let kind = if is_list { "Table" } else { "CollectionView" };
    let mut view = View::new(screen.id(item::FRAME, 3), kind, site.bounds).opaque();
    let bar = chrome::bar_height(site, screen, offset);
    let clip_top = site.safe_top() + bar;
    let bottom = if site.app.spec.tabs.is_empty() { 0.0 } else { TAB_BAR };
    view.clip =
        Some(Rect::new(0.0, clip_top, site.bounds.width, site.bounds.height - clip_top - bottom));
    view.scrolls = true;
    view.children = rows::views(site, screen, &plan, top - offset);
    if site.now < site.process.refreshing {
        view.children.push(rows::refresh_wheel(site, screen));
    }
    view.children.extend(scroll_bars(site, screen, plan.height, offset));
    if !plan.letters.is_empty() {
        view.children.push(rows::index(site, screen, &plan));
    }
    view
}

/// The scroll bars, as accessibility tells them: wide strips with the position as value.
fn scroll_bars(site: &Site<'_>, screen: &Screen, height: f64, offset: f64) -> [View; 2] {
    let viewport = site.viewport(screen).max(1.0);
    let pages = (height / viewport).ceil().max(1.0);
    let max = (height - viewport).max(0.0);
    let percent = if max > 0.0 { (offset / max * 100.0).clamp(0.0, 100.0) } else { 0.0 };
    let top = site.content_top(screen);
    let unit = if pages > 1.0 { "pages" } else { "page" };
    let bar = |part: u32, frame: Rect, label: &str, percent: f64| {
        let mut bar = View::new(screen.id(item::FRAME, part), "Other", frame)
            .named(None, label)
            .traits(&["Adjustable"]);
        bar.accessible = false;
        bar.value = Some(format!("{percent:.0}%"));
        let thumb = Rect::new(frame.x + frame.width - 3.0, frame.y, 3.0, 36.0);
        let mut thumb = View::new(screen.id(item::FRAME, part + 1), "Other", thumb);
        thumb.hidden = true;
        bar.with(vec![thumb])
    };
    let side = Rect::new(site.bounds.width - 33.0, top, 30.0, viewport);
    let foot = Rect::new(0.0, top + viewport - 30.0, site.bounds.width, 30.0);
    [
        bar(4, side, &format!("Vertical scroll bar, {pages:.0} {unit}"), percent),
        bar(6, foot, "Horizontal scroll bar, 1 page", 0.0),
    ]
}

/// A text view that fills the screen down to the keyboard.
fn editor(site: &Site<'_>, screen: &Screen) -> View {
    let top = site.content_top(screen);
    let frame = Rect::new(0.0, top, site.bounds.width, site.viewport(screen));
    let mut view =
        View::new(screen.id(item::EDITOR, 0), "TextView", frame).traits(&[]).takes(Act::Focus);
    if let Some(spec) = &site.app.spec_of(screen).editor {
        view.identifier.clone_from(&spec.identifier);
        let scope = site.app.scope(screen, &NO_ROW);
        let bind = scope.expand(&spec.bind);
        let typed = scope.text(&bind);
        view.placeholder.clone_from(&spec.placeholder);
        view.value = Some(typed);
        view.edit = Some(Edit {
            bind,
            multiline: true,
            return_key: "return".to_owned(),
            ..Edit::default()
        });
        view.paint = Paint::Text(style::BODY_WRAPPED);
    }
    view
}

/// No row: the scope of texts that belong to a whole screen.
pub(crate) static NO_ROW: super::template::Params = Vec::new();
