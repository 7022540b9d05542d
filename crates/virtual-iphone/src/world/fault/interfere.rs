//! What happens to the world between a reading and a touch, and between any two requests.

use serde_json::Value;

use super::super::World;
use super::super::time::Due;
use super::super::view::{Act, Hit};
use super::Misbehaviour;
use crate::apps::{AlertSpec, AlertStyle, ButtonSpec};
use crate::geometry::Point;

impl World {
    /// Takes every fault of the world away.
    pub fn clear_faults(&mut self) {
        self.faults.clear();
        self.changed();
    }

    /// The adversary's turn: something may move between two requests.
    pub fn between_requests(&mut self) {
        let Some((rng, rate)) = &mut self.faults.adversary else { return };
        if rng.below(1_000) as f64 >= *rate * 1_000.0 {
            return;
        }
        match rng.below(7) {
            0 => self.show_banner(None, "Ada".to_owned(), "Are you there?".to_owned(), 3_000),
            1 => self.shift_layout(44.0),
            2 => self.scroll_by(120.0),
            3 => self.scroll_by(-120.0),
            4 => {
                if let Some(app) = self.front {
                    self.drop_focus(app);
                }
            }
            5 if self.system_alerts.is_empty() => {
                let buttons = ["Later".to_owned(), "Install".to_owned()];
                self.ask("Software Update".to_owned(), None, &buttons, None);
            }
            _ => {
                let to = self.now_ms + 700;
                self.advance_to(to);
            }
        }
    }

    /// How long the next tree still takes.
    pub fn read_stall_ms(&self) -> u64 {
        self.stalled_until.saturating_sub(self.now_ms)
    }

    /// An app was left: reading may stall.
    pub(in super::super) fn left_app(&mut self) {
        let stall = self.faults.has(|what| match what {
            Misbehaviour::BackgroundStall { ms } => Some(*ms),
            _ => None,
        });
        if let Some(ms) = stall {
            self.stalled_until = self.now_ms + ms;
        }
    }

    /// Faults that happen between the last reading and the touch; where the touch lands.
    pub(in super::super) fn before_touch(&mut self, at: Point) -> Point {
        let shift = self.faults.take(|what| match what {
            Misbehaviour::LayoutShift { points } => Some(*points),
            _ => None,
        });
        if let Some(points) = shift {
            self.shift_layout(points);
        }
        let jump = self.faults.take(|what| match what {
            Misbehaviour::ScrollJump { points } => Some(*points),
            _ => None,
        });
        if let Some(points) = jump {
            self.scroll_by(points);
        }
        self.interrupt();
        self.leave_unasked();
        self.keep_the_past();
        let beside = self.faults.take(|what| match what {
            Misbehaviour::TouchOffset { dx, dy } => Some((*dx, *dy)),
            _ => None,
        });
        let (dx, dy) = beside.unwrap_or_default();
        Point { x: at.x + dx, y: at.y + dy }
    }

    /// Alerts, banners and new rows.
    fn interrupt(&mut self) {
        let asked = self.faults.take(|what| match what {
            Misbehaviour::PermissionAlert { title, message, buttons } => {
                Some((title.clone(), message.clone(), buttons.clone()))
            }
            _ => None,
        });
        if let Some((title, message, buttons)) = asked {
            self.ask(title, message, &buttons, None);
        }
        let banner = self.faults.take(|what| match what {
            Misbehaviour::Banner { title, text, ms } => Some((title.clone(), text.clone(), *ms)),
            _ => None,
        });
        if let Some((title, text, ms)) = banner {
            self.show_banner(None, title, text, ms);
        }
        let row = self.faults.take(|what| match what {
            Misbehaviour::RowInserted { text } => Some(text.clone()),
            _ => None,
        });
        if let Some(text) = row {
            self.insert_row(text);
        }
    }

    /// The app goes away under the finger, or the phone turns.
    fn leave_unasked(&mut self) {
        let is = |wanted: &Misbehaviour| {
            let wanted = std::mem::discriminant(wanted);
            move |what: &Misbehaviour| (std::mem::discriminant(what) == wanted).then_some(())
        };
        if self.faults.take(is(&Misbehaviour::AppCrash)).is_some()
            && let Some(app) = self.front
        {
            self.end_process(app);
        }
        if self.faults.take(is(&Misbehaviour::Lock)).is_some() {
            self.set_locked(true);
        }
        if self.faults.take(is(&Misbehaviour::Rotation)).is_some() {
            let turned = if self.orientation == "PORTRAIT" { "LANDSCAPE" } else { "PORTRAIT" };
            // What does not turn stays as it is.
            let _ = self.set_orientation(turned);
        }
        let other = self.faults.take(|what| match what {
            Misbehaviour::AppSwitch { app } => Some(app.clone()),
            _ => None,
        });
        if let Some(other) = other {
            self.open_app(&other);
            self.transition = None;
        }
    }

    /// Keeps the tree or the picture that readers go on to get.
    fn keep_the_past(&mut self) {
        let stale = self.faults.take(|what| match what {
            Misbehaviour::StaleTree { ms } => Some(*ms),
            _ => None,
        });
        if let Some(ms) = stale {
            let front = self.frontmost().to_owned();
            self.stale_tree = self.tree(&front).map(|tree| (self.now_ms + ms, tree));
        }
        let frozen = self.faults.take(|what| match what {
            Misbehaviour::FrozenPicture { ms } => Some(*ms),
            _ => None,
        });
        if let Some(ms) = frozen {
            self.frozen_scene = Some((self.now_ms + ms, self.scene()));
        }
    }

    pub(in super::super) fn shift_layout(&mut self, points: f64) {
        let top = self.front.and_then(|app| self.process_mut(app)).and_then(|p| p.top_mut());
        if let Some(screen) = top {
            screen.banner += points;
            self.changed();
        }
    }

    fn scroll_by(&mut self, points: f64) {
        let now = self.now_ms;
        let place = self.front_site().and_then(|site| {
            let top = site.process.top()?;
            Some((site.offset(top), site.max_offset(top)))
        });
        let Some((offset, max)) = place else { return };
        let top = self.front.and_then(|app| self.process_mut(app)).and_then(|p| p.top_mut());
        if let Some(screen) = top {
            screen.scroll.jump((offset + points).clamp(0.0, max), max);
            screen.scroll.settle(now, max);
            self.changed();
        }
    }

    /// Puts a row in front of the list on the screen, if its rows are a value.
    fn insert_row(&mut self, text: String) {
        let Some(app) = self.front else { return };
        let spec = self.apps[app].spec.clone();
        let name = self.front_process().and_then(|p| p.top()).map(|top| top.name.clone());
        let screen = name.and_then(|name| spec.screens.get(&name));
        let list = screen.and_then(|screen| screen.list.as_ref());
        let Some(crate::apps::RowSource::State(list)) = list.map(|list| &list.rows) else { return };
        if let Some(Value::Array(rows)) = self.apps[app].values.get_mut(list) {
            rows.insert(0, Value::String(text));
            self.changed();
        }
    }

    /// What comes of an act instead of its effect; true when it is not to happen.
    pub(in super::super) fn diverted(
        &mut self,
        owner: &str,
        hit: &Hit,
        act: &Act,
        at: Point,
    ) -> bool {
        let Some(app) = self.app_index(owner) else { return false };
        let title = self.faults.take(|what| match what {
            Misbehaviour::SurpriseSheet { title } => Some(title.clone()),
            _ => None,
        });
        if let Some(title) = title {
            self.raise_sheet(app, title);
            return true;
        }
        let lost = self.faults.take(|what| match what {
            Misbehaviour::LostUpdate { ms } => Some(*ms),
            _ => None,
        });
        if let Some(ms) = lost {
            let values = self.apps[app].values.clone();
            self.schedule(ms, Due::Restore { app, values });
        }
        let twice =
            self.faults.take(|what| matches!(what, Misbehaviour::DoubleTouch).then_some(()));
        if twice.is_some() {
            self.perform(owner, act.clone(), hit.id, at);
        }
        false
    }

    fn raise_sheet(&mut self, app: usize, title: String) {
        let button = |label: &str| ButtonSpec {
            label: label.to_owned(),
            destructive: false,
            effects: Vec::new().into(),
        };
        let spec = AlertSpec {
            title,
            message: None,
            style: AlertStyle::Sheet,
            buttons: vec![button("Rate Now"), button("Not Now")],
        };
        self.raise(app, &spec, &Vec::new());
    }
}
