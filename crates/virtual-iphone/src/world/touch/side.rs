//! Fingers over rows with actions, over wheels, and pulls beyond the top.
//!
//! Thresholds are assumed: `docs/wires/world.md`, "Rows with actions", "Pickers", "Scrolling".

use std::sync::Arc;

use super::super::World;
use super::super::time::Due;
use super::super::view::{Act, Hit, Swipe};
use super::super::wheel::{ROW, Wheel};
use super::{Contact, Mode};
use crate::apps::Effects;
use crate::geometry::Point;

/// A swipe over this share of a row presses its first action.
const FULL_SHARE: f64 = 0.6;
/// A pull beyond the top by this much refreshes.
const PULL: f64 = 64.0;
/// How long a refresh shows its wheel.
const REFRESH_MS: u64 = 1_200;

impl World {
    /// How far a row was moved aside before this finger.
    pub(super) fn over_row(&self, hit: &Hit) -> Mode {
        let open = self.front_process().and_then(|process| process.opened);
        let from = match (&hit.swipe, open) {
            (Some(swipe), Some((cell, dx))) if swipe.cell == cell => dx,
            _ => 0.0,
        };
        Mode::Row { from }
    }

    /// A touch elsewhere closes a row that stands open, and does nothing else.
    pub(super) fn closes_row(&mut self, hit: &Hit) -> bool {
        let Some(app) = self.front else { return false };
        let own = hit.swipe.as_ref().map(|swipe| swipe.cell);
        let Some(process) = self.process_mut(app) else { return false };
        match process.opened {
            Some((cell, _)) if own != Some(cell) => {
                process.opened = None;
                self.changed();
                true
            }
            _ => false,
        }
    }

    pub(super) fn move_row(&mut self, contact: &Contact, dx: f64) {
        let Some(swipe) = contact.hit.as_ref().and_then(|hit| hit.swipe.clone()) else { return };
        let Some(process) = self.front.and_then(|app| self.process_mut(app)) else { return };
        process.opened = (dx < 0.0).then_some((swipe.cell, dx));
        self.changed();
    }

    /// The finger leaves a row: all the way presses, half the way opens, less closes.
    pub(super) fn leave_row(&mut self, contact: &Contact, dx: f64) {
        let Some(hit) = contact.hit.clone() else { return };
        let Some(swipe) = hit.swipe.clone() else { return };
        let width = self.bounds().width;
        let Some(app) = self.front else { return };
        let opens = -dx > swipe.width / 2.0;
        if let Some(process) = self.process_mut(app) {
            process.opened = opens.then_some((swipe.cell, -swipe.width));
        }
        if -dx > width * FULL_SHARE {
            self.press_first(app, &swipe);
        }
        self.changed();
    }

    fn press_first(&mut self, app: usize, swipe: &Arc<Swipe>) {
        if let Some(process) = self.process_mut(app) {
            process.opened = None;
        }
        if let Some(action) = swipe.actions.first() {
            self.run(app, &action.effects, &swipe.row);
        }
    }

    pub(super) fn turn_wheel(&mut self, contact: &Contact, from: usize, dy: f64) {
        let Some(Hit { act: Some(Act::Wheel(wheel)), .. }) = contact.hit.clone() else { return };
        let Some(app) = self.app_index(&contact.app) else { return };
        let by = (-dy / ROW).round() as i64;
        self.set_wheel(app, &wheel, wheel.turned(from, by));
    }

    pub(in super::super) fn set_wheel(&mut self, app: usize, wheel: &Wheel, index: usize) {
        let value = wheel.set(&self.apps[app].values, index);
        self.apps[app].values.insert(wheel.bind.clone(), value);
        self.changed();
    }

    /// A tap on a wheel brings the row under the finger to the middle.
    pub(in super::super) fn tap_wheel(&mut self, app: usize, view: u64, wheel: &Wheel, at: Point) {
        let Some((_, view)) = self.view(view) else { return };
        let by = ((at.y - view.frame.center().y) / ROW).round() as i64;
        let index = wheel.index(&self.apps[app].values);
        if let Some(to) = wheel.at(index, by) {
            self.set_wheel(app, wheel, to);
        }
    }

    /// A pull that was long enough runs what the screen has for it.
    pub(super) fn maybe_refresh(&mut self, pulled: Option<f64>) {
        let Some(app) = self.front.filter(|_| pulled.is_some_and(|by| by > PULL)) else { return };
        let until = self.now_ms + REFRESH_MS;
        let spec = self.apps[app].spec.clone();
        let Some(process) = self.process_mut(app) else { return };
        let Some(name) = process.top().map(|screen| screen.name.clone()) else { return };
        let effects = spec.screens.get(&name).map(|screen| screen.refresh.clone());
        let Some(effects) = effects.filter(|effects: &Effects| !effects.is_empty()) else { return };
        process.refreshing = until;
        self.schedule(REFRESH_MS, Due::Effects { app, effects, row: Vec::new() });
    }
}
