//! Time: what becomes due as it is pushed forward, and what is still moving.
//!
//! Animations are formulas of time; only their ends and delayed effects are events. The picture's
//! revision changes while anything moves, when the caret blinks and when the clock's minute turns.

use crate::apps::Effects;
use crate::geometry::{Point, Rect};

use super::World;
use super::fault::Misbehaviour;
use super::layout::alert::APPEAR_MS;
use super::layout::keyboard::SLIDE_MS;
use super::layout::rows::SWITCH_MS;
use super::process::Screen;
use super::template::Params;
use super::view::Act;

/// Half a period of the caret.
pub(crate) const CARET_MS: u64 = 500;

/// Between two pictures of a spinner.
const SPOKE_MS: u64 = 125;

/// Something that will happen.
#[derive(Clone, Debug)]
pub(crate) struct Timer {
    pub(crate) due: u64,
    pub(crate) what: Due,
}

#[derive(Clone, Debug)]
pub(crate) enum Due {
    /// A touch's effect that comes late.
    Act {
        owner: String,
        act: Act,
        view: u64,
        at: Point,
    },
    Effects {
        app: usize,
        effects: Effects,
        row: Params,
    },
    /// A switch that goes back by itself.
    Flip {
        app: usize,
        bind: String,
        on: bool,
    },
    /// A fault that begins later.
    Fault(super::WorldFault),
    /// An app's values as they were.
    Restore {
        app: usize,
        values: serde_json::Map<String, serde_json::Value>,
    },
    /// A character that is on its way to the focused field.
    Type {
        app: usize,
        c: char,
    },
    BannerGone {
        serial: u64,
    },
    /// Search results catch up with what was typed.
    Apply {
        app: usize,
        bind: String,
        to: String,
    },
}

/// A change of screens that is still seen.
#[derive(Clone, Debug)]
pub(crate) struct Transition {
    pub(crate) kind: Move,
    pub(crate) start: u64,
    pub(crate) length: u64,
}

#[derive(Clone, Debug)]
pub(crate) enum Move {
    Push { from: Screen },
    Pop { from: Screen },
    Open { icon: Rect },
    Close { icon: Rect, app: usize },
}

impl Transition {
    /// How far it is, from 0 to 1, eased.
    pub(crate) fn progress(&self, now: u64) -> f64 {
        let t = (now.saturating_sub(self.start) as f64 / self.length.max(1) as f64).min(1.0);
        t * t * (3.0 - 2.0 * t)
    }

    pub(crate) fn is_over(&self, now: u64) -> bool {
        now >= self.start + self.length
    }
}

impl World {
    /// Pushes time forward: animations, momentum and delayed effects until then. Never backwards.
    pub fn advance_to(&mut self, ms: u64) {
        self.film_until(ms);
        self.step_to(ms);
    }

    pub(super) fn step_to(&mut self, ms: u64) {
        if ms <= self.now_ms {
            return;
        }
        let thaws = self.frozen_scene.as_ref().is_some_and(|(until, _)| ms >= *until);
        if thaws {
            self.frozen_scene = None;
            self.changed();
        }
        if self.is_animating() || self.phase(self.now_ms) != self.phase(ms) {
            self.changed();
        }
        while let Some(at) = self.next_timer(ms) {
            let timer = self.timers.remove(at);
            self.now_ms = self.now_ms.max(timer.due);
            self.tell_time();
            self.finish_motions();
            self.run_due(timer.what);
            self.changed();
        }
        self.now_ms = ms;
        self.tell_time();
        self.finish_motions();
    }

    /// Texts of apps that show the time read it here.
    fn tell_time(&mut self) {
        for app in &mut self.apps {
            app.now = self.now_ms;
        }
        self.faults.expire(self.now_ms);
    }

    pub(super) fn schedule(&mut self, after_ms: u64, what: Due) {
        self.timers.push(Timer { due: self.now_ms + after_ms, what });
    }

    /// Whether the picture changes by itself right now.
    pub(super) fn is_animating(&self) -> bool {
        let now = self.now_ms;
        let recent = |start: u64, length: u64| now <= start + length;
        if self.transition.is_some()
            || self.system_alerts.iter().any(|a| recent(a.since, APPEAR_MS))
        {
            return true;
        }
        self.front_process().is_some_and(|process| {
            process.alerts.iter().any(|alert| recent(alert.since, APPEAR_MS))
                || process.switches.iter().any(|switch| recent(switch.start, SWITCH_MS))
                || (recent(process.keyboard.since, SLIDE_MS)
                    && (process.keyboard.focus.is_some() || process.keyboard.leaving))
                || process.top().is_some_and(|screen| screen.scroll.is_moving())
        })
    }

    /// What changes by the clock alone: the caret and the minute.
    fn phase(&self, at: u64) -> (u64, u64, u64) {
        let blinks = self.setup.caret && self.focused().is_some();
        let app = self.front.and_then(|app| self.apps.get(app));
        let is = |wanted: Misbehaviour| {
            self.faults.has(|what| (*what == wanted).then_some(())).is_some()
        };
        let spins = app.is_some_and(|app| {
            is(Misbehaviour::Spinner)
                || app.spins
                || app.process.as_ref().is_some_and(|process| at < process.refreshing)
        });
        let ticks = match app {
            _ if spins => at / SPOKE_MS,
            Some(app) if app.ticks || is(Misbehaviour::Ticker) => at / 1_000,
            _ => 0,
        };
        (if blinks { at / CARET_MS } else { 0 }, at / 60_000, ticks)
    }

    /// The earliest timer that is due by then.
    fn next_timer(&self, until: u64) -> Option<usize> {
        let due = self.timers.iter().enumerate().filter(|(_, timer)| timer.due <= until);
        due.min_by_key(|(_, timer)| timer.due).map(|(at, _)| at)
    }

    fn finish_motions(&mut self) {
        let now = self.now_ms;
        if self.transition.as_ref().is_some_and(|transition| transition.is_over(now)) {
            self.transition = None;
            self.changed();
        }
        let Some(app) = self.front else { return };
        let moving = |site: super::Site<'_>| {
            let top = site.process.top()?;
            top.scroll.is_moving().then(|| site.max_offset(top))
        };
        let max = self.site(app).and_then(moving);
        let Some(process) = self.process_mut(app) else { return };
        process.switches.retain(|switch| now <= switch.start + SWITCH_MS);
        if let (Some(max), Some(screen)) = (max, process.top_mut()) {
            screen.scroll.settle(now, max);
        }
    }

    fn run_due(&mut self, what: Due) {
        match what {
            Due::Act { owner, act, view, at } => self.perform(&owner, act, view, at),
            Due::Effects { app, effects, row } => self.run(app, &effects, &row),
            Due::Flip { app, bind, on } => self.set_switch(app, &bind, on),
            // It was checked when it came in; what is wrong with it by now has no one to tell.
            Due::Fault(fault) => drop(self.inject(fault)),
            Due::Restore { app, values } => self.apps[app].values = values,
            Due::Type { app, c } => self.enter(app, c),
            Due::BannerGone { serial } => {
                self.banner = self.banner.take().filter(|banner| banner.serial != serial);
            }
            Due::Apply { app, bind, to } => {
                let Some(app) = self.apps.get_mut(app) else { return };
                let typed = app.values.get(&bind).cloned().unwrap_or_default();
                app.values.insert(to, typed);
            }
        }
    }
}
