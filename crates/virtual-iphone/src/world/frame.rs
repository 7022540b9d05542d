//! The picture: the display list of the whole screen, transitions and fades included.

use crate::geometry::{Rect, Size};
use crate::scene::{Color, Item, Scene};

use super::World;
use super::layout::{self, Site, alert, home, keyboard, style};
use super::paint::Canvas;
use super::process::Process;
use super::time::{CARET_MS, Move};

impl World {
    /// The screen at this instant.
    pub fn scene(&self) -> Scene {
        if let Some((_, kept)) = self.frozen_scene.as_ref().filter(|(end, _)| self.now_ms < *end) {
            return kept.clone();
        }
        let bounds = self.bounds();
        let caret = self.setup.caret && (self.now_ms / CARET_MS).is_multiple_of(2);
        let mut canvas =
            Canvas { items: Vec::with_capacity(256), caret: self.focused().filter(|_| caret) };
        if !self.locked {
            self.paint_front(&mut canvas, bounds);
        }
        let board = self.board();
        let mut windows = home::windows(&board);
        if !self.locked && self.front.is_none() {
            // The home screen was painted with its transition.
            windows.remove(0);
        }
        let alert_at = board.alert.map(|_| windows.len() - 1);
        for (i, window) in windows.iter().enumerate() {
            let since = board.alert.filter(|_| alert_at == Some(i)).map(|alert| alert.since);
            canvas.faded(self.fade(since), |canvas| canvas.view(window, 0.0, 0.0));
        }
        self.home_bar(&mut canvas, bounds);
        let size = Size { width: bounds.width, height: bounds.height };
        Scene { size, scale: self.setup.device.scale, items: canvas.items }
    }

    /// The app in front or the home screen, and the change from one to the other.
    fn paint_front(&self, canvas: &mut Canvas, bounds: Rect) {
        let now = self.now_ms;
        let change = self.transition.as_ref().map(|t| (&t.kind, t.progress(now)));
        let app = |canvas: &mut Canvas, app: Option<usize>, opacity: f64| {
            if let Some(site) = app.and_then(|app| self.site(app)) {
                canvas.faded(opacity, |canvas| self.paint_app(canvas, &site));
            }
        };
        match (self.front, change) {
            (Some(front), Some((Move::Open { icon }, t))) => {
                self.paint_home(canvas);
                let shade = zoom(*icon, bounds, t);
                canvas.items.push(Item::Fill {
                    rect: shade,
                    color: style::GROUPED,
                    radius: 40.0 * (1.0 - t),
                });
                app(canvas, Some(front), t);
            }
            (None, Some((Move::Close { icon, app: leaving }, t))) => {
                self.paint_home(canvas);
                let shade = zoom(*icon, bounds, 1.0 - t);
                canvas.faded(1.0 - t, |canvas| {
                    canvas.items.push(Item::Fill {
                        rect: shade,
                        color: style::GROUPED,
                        radius: 40.0 * t,
                    });
                });
                app(canvas, Some(*leaving), 1.0 - 2.0 * t);
            }
            (None, _) => self.paint_home(canvas),
            (front, _) => app(canvas, front, 1.0),
        }
    }

    fn paint_home(&self, canvas: &mut Canvas) {
        let board = home::Board { at_home: true, ..self.board() };
        canvas.view(&home::home_window(&board), 0.0, 0.0);
    }

    fn paint_app(&self, canvas: &mut Canvas, site: &Site<'_>) {
        let windows = layout::chrome::windows(site);
        let width = site.bounds.width;
        let moving = self.transition.as_ref().map(|t| (&t.kind, t.progress(self.now_ms)));
        let mut windows = windows.iter();
        if let Some(main) = windows.next() {
            match moving {
                Some((Move::Push { from }, t)) => {
                    canvas.view(
                        &layout::screen_layer(site, from, below(site.process)),
                        -width * 0.3 * t,
                        0.0,
                    );
                    canvas.view(main, width * (1.0 - t), 0.0);
                }
                Some((Move::Pop { from }, t)) => {
                    canvas.view(main, -width * 0.3 * (1.0 - t), 0.0);
                    canvas.view(
                        &layout::screen_layer(site, from, site.process.top()),
                        width * t,
                        0.0,
                    );
                }
                _ => canvas.view(main, 0.0, 0.0),
            }
        }
        self.paint_keyboard(canvas, site);
        if let Some(open) = &site.process.menu {
            canvas.view(&layout::menu::window(open, site.bounds), 0.0, 0.0);
        }
        if let Some(open) = site.process.alerts.last() {
            let window = alert::window(open, site.bounds);
            canvas.faded(self.fade(Some(open.since)), |canvas| canvas.view(&window, 0.0, 0.0));
        }
    }

    /// The keyboard, which slides in and out; when it goes it is only a picture.
    fn paint_keyboard(&self, canvas: &mut Canvas, site: &Site<'_>) {
        let state = site.process.keyboard;
        let t = self.now_ms.saturating_sub(state.since) as f64 / keyboard::SLIDE_MS as f64;
        let up = match (state.focus, state.leaving) {
            (Some(_), _) => t.min(1.0),
            (None, true) if t < 1.0 => 1.0 - t,
            _ => return,
        };
        let down = keyboard::frame(site.bounds).height * (1.0 - up);
        canvas.view(&keyboard::window(site), 0.0, down);
    }

    fn fade(&self, since: Option<u64>) -> f64 {
        since.map_or(1.0, |since| {
            (self.now_ms.saturating_sub(since) as f64 / alert::APPEAR_MS as f64).min(1.0)
        })
    }

    /// Black, or white over a dark ground.
    fn ink(&self) -> Color {
        if self.is_dark() { style::WHITE } else { style::BLACK }
    }

    /// Whether what is in front has a dark ground.
    pub(super) fn is_dark(&self) -> bool {
        let dark = |site: Site<'_>| {
            let canvas = site.app.spec_of(site.process.top()?).canvas.as_ref()?;
            let Color(red, green, blue, _) = style::color(&canvas.color);
            Some(u32::from(red) + u32::from(green) + u32::from(blue) < 300)
        };
        self.front_site().and_then(dark).unwrap_or(false)
    }

    /// The strip that hints at the way home.
    fn home_bar(&self, canvas: &mut Canvas, bounds: Rect) {
        if self.front.is_some() && !self.locked {
            let rect = Rect::new(bounds.width / 2.0 - 69.0, bounds.height - 13.0, 138.0, 5.0);
            canvas.items.push(Item::Fill { rect, color: self.ink(), radius: 2.5 });
        }
    }
}

/// The screen that lay under the one that is leaving to the left.
fn below(process: &Process) -> Option<&super::process::Screen> {
    let stack = process.stack();
    stack.len().checked_sub(3).and_then(|at| stack.get(at))
}

/// A rectangle on its way from the icon to the whole screen.
fn zoom(icon: Rect, bounds: Rect, t: f64) -> Rect {
    let between = |from: f64, to: f64| from + (to - from) * t;
    Rect::new(
        between(icon.x, bounds.x),
        between(icon.y, bounds.y),
        between(icon.width, bounds.width),
        between(icon.height, bounds.height),
    )
}
