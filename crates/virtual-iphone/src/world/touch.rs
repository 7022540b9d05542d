//! Touches: from a finger's events to taps, pans and drags, as UIKit's recognisers take them.
//!
//! A touch is routed once, when the finger comes down, to the topmost view there. Slop turns it into
//! a pan; a touch on content that coasts only stops it; touches during transitions are swallowed.

mod side;

use serde_json::json;

use crate::geometry::Point;
use crate::input::{JournalView, TouchEvent, TouchPhase, Wire};

use super::fault::Misbehaviour;
use super::scroll::SLOP;
use super::view::{Act, Hit};
use super::{Logged, World};

/// From here a still touch is a hold.
const HOLD_MS: u64 = 500;
/// Two taps closer than this are one double tap.
const DOUBLE_MS: u64 = 350;
/// A finger that rested this long before it lifts gives no momentum.
const RESTED_MS: u64 = 60;
/// Moves in this last stretch decide the velocity.
const WINDOW_MS: u64 = 100;
/// How far outside its view a control still counts the finger as inside.
const SLACK: f64 = 50.0;

/// What a finger on the screen is doing.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    Waiting,
    /// It stopped content that was coasting: it can pan, but not tap.
    Stopped,
    Pan,
    Slide,
    Index,
    /// Sideways over a row that has actions; how far the row was moved before.
    Row {
        from: f64,
    },
    /// Up and down over a wheel; the row that was in the middle.
    Wheel {
        from: usize,
    },
    /// From the left edge: back.
    Edge,
    /// From the bottom edge: home.
    Bottom,
    Ignored,
}

/// One finger from down to up.
#[derive(Debug)]
struct Contact {
    at_ms: u64,
    start: Point,
    app: String,
    hit: Option<Hit>,
    mode: Mode,
    /// Recent positions with their times.
    trail: Vec<(u64, Point)>,
    farthest: f64,
}

impl World {
    /// Plays a gesture; the world advances through the gesture's own duration.
    pub fn touch(&mut self, wire: Wire, events: &[TouchEvent]) {
        let start = self.now_ms;
        let mut events: Vec<TouchEvent> = events.to_vec();
        events.sort_by_key(|event| event.at_ms);
        let Some(first) = events.iter().find(|e| e.phase == TouchPhase::Down).copied() else {
            return;
        };
        if events.iter().any(|event| event.finger != first.finger) {
            self.two_fingers(wire, start, first, &events);
            return;
        }
        let mut contact: Option<Contact> = None;
        for event in events {
            self.advance_to(start + event.at_ms);
            match event.phase {
                TouchPhase::Down => contact = Some(self.finger_down(event.at)),
                TouchPhase::Move => {
                    if let Some(contact) = &mut contact {
                        self.finger_moved(contact, event.at);
                    }
                }
                TouchPhase::Up => {
                    if let Some(mut contact) = contact.take() {
                        if contact.trail.last().is_some_and(|(_, last)| *last != event.at) {
                            self.finger_moved(&mut contact, event.at);
                        }
                        self.finger_up(wire, contact, event.at);
                    }
                }
                TouchPhase::Cancel => {
                    if let Some(contact) = contact.take() {
                        self.let_go(&contact, 0.0);
                    }
                }
            }
        }
        if let Some(contact) = contact {
            self.let_go(&contact, 0.0);
        }
    }

    /// Two fingers: noted, and felt by nothing that the built-in apps have.
    fn two_fingers(&mut self, wire: Wire, start: u64, first: TouchEvent, events: &[TouchEvent]) {
        self.advance_to(start + first.at_ms);
        let contact = self.finger_down(first.at);
        let end = events.iter().map(|event| event.at_ms).max().unwrap_or(0);
        self.advance_to(start + end);
        self.let_go(&contact, 0.0);
        self.note(wire, "pinch", &contact, first.at);
    }

    fn finger_down(&mut self, at: Point) -> Contact {
        let at = self.before_touch(at);
        let swallowed = self.transition.is_some()
            || self
                .faults
                .take(|w| matches!(w, Misbehaviour::SwallowTouch).then_some(()))
                .is_some();
        let found = if swallowed { None } else { self.hit(at) };
        let (app, hit) = match found {
            Some((app, hit)) => (app, Some(self.cover(hit))),
            None => (self.frontmost().to_owned(), None),
        };
        let mut contact = Contact {
            at_ms: self.now_ms,
            start: at,
            app,
            hit,
            mode: if swallowed { Mode::Ignored } else { Mode::Waiting },
            trail: vec![(self.now_ms, at)],
            farthest: 0.0,
        };
        if !swallowed {
            contact.mode = self.first_mode(&contact);
        }
        contact
    }

    /// What takes the touch instead of a control that something invisible covers.
    fn cover(&self, hit: Hit) -> Hit {
        let names = [hit.identifier.clone(), hit.label.clone()];
        let covered = self.faults.has(|what| match what {
            Misbehaviour::CoveredControl { control } => {
                names.iter().flatten().any(|name| name == control).then_some(())
            }
            _ => None,
        });
        if covered.is_none() {
            return hit;
        }
        Hit {
            id: 0,
            role: "other",
            label: None,
            identifier: None,
            act: None,
            hold: None,
            swipe: None,
            ..hit
        }
    }

    fn first_mode(&mut self, contact: &Contact) -> Mode {
        let Some(hit) = contact.hit.clone() else { return Mode::Ignored };
        if self.closes_row(&hit) {
            return Mode::Ignored;
        }
        if hit.scrolls && self.stop_coasting() {
            return Mode::Stopped;
        }
        match &hit.act {
            Some(Act::Index(_)) => {
                self.fire(&contact.app, &hit, contact.start);
                Mode::Index
            }
            Some(Act::Slider { bind })
                if self.is_on_thumb(&contact.app, bind, &hit, contact.start) =>
            {
                Mode::Slide
            }
            _ => Mode::Waiting,
        }
    }

    /// Whether a coasting screen was stopped by this touch.
    fn stop_coasting(&mut self) -> bool {
        let Some(max) = self.front_max() else { return false };
        let now = self.now_ms;
        let top = self.front.and_then(|app| self.process_mut(app)).and_then(|p| p.top_mut());
        match top {
            Some(screen) if screen.scroll.is_coasting(now, max) => {
                screen.scroll.grab(now, max);
                self.changed();
                true
            }
            _ => false,
        }
    }

    /// A slider follows only a finger that began on its thumb.
    fn is_on_thumb(&self, owner: &str, bind: &str, hit: &Hit, at: Point) -> bool {
        let app = self.app_index(owner);
        let value = app.and_then(|app| self.apps[app].values.get(bind)?.as_f64()).unwrap_or(0.0);
        let thumb = hit.region.x + 14.0 + (hit.region.width - 28.0) * value;
        (at.x - thumb).abs() <= 24.0
    }

    fn finger_moved(&mut self, contact: &mut Contact, at: Point) {
        let last = contact.trail.last().map_or(contact.start, |(_, p)| *p);
        contact.trail.push((self.now_ms, at));
        let (dx, dy) = (at.x - contact.start.x, at.y - contact.start.y);
        contact.farthest = contact.farthest.max(dx.hypot(dy));
        if matches!(contact.mode, Mode::Waiting | Mode::Stopped) && contact.farthest > SLOP {
            contact.mode = self.decide(contact, dx, dy);
            if contact.mode == Mode::Pan {
                self.grab();
                // The slop is spent: the content follows only what lies beyond it.
                self.drag_content(dy.signum() * (dy.abs() - SLOP).max(0.0));
                return;
            }
        }
        match contact.mode {
            Mode::Pan => self.drag_content(at.y - last.y),
            Mode::Slide => self.slide(contact, at),
            Mode::Row { from } => self.move_row(contact, from + at.x - contact.start.x),
            Mode::Wheel { from } => self.turn_wheel(contact, from, at.y - contact.start.y),
            Mode::Index => {
                if let Some(hit) = contact.hit.clone() {
                    self.fire(&contact.app, &hit, at);
                }
            }
            _ => {}
        }
    }

    /// What a finger that left the slop is doing.
    fn decide(&self, contact: &Contact, dx: f64, dy: f64) -> Mode {
        let bounds = self.bounds();
        let has_app = self.front.is_some() && !self.locked;
        if has_app && contact.start.y > bounds.height - 20.0 && dy < -dx.abs() {
            return Mode::Bottom;
        }
        let deep = self.front_process().is_some_and(|process| process.stack().len() > 1);
        if has_app && deep && contact.start.x < 20.0 && dx > dy.abs() {
            return Mode::Edge;
        }
        match &contact.hit {
            Some(Hit { act: Some(Act::Wheel(wheel)), .. }) => {
                let app = self.app_index(&contact.app);
                let from = app.map_or(0, |app| wheel.index(&self.apps[app].values));
                Mode::Wheel { from }
            }
            Some(hit) if hit.swipe.is_some() && dx.abs() > dy.abs() => self.over_row(hit),
            Some(hit) if hit.scrolls && dy.abs() >= dx.abs() => Mode::Pan,
            Some(hit) if hit.scrolls => Mode::Ignored,
            _ => contact.mode,
        }
    }

    fn grab(&mut self) {
        let (Some(max), now) = (self.front_max(), self.now_ms) else { return };
        if let Some(screen) =
            self.front.and_then(|app| self.process_mut(app)).and_then(|p| p.top_mut())
        {
            screen.scroll.grab(now, max);
        }
    }

    fn drag_content(&mut self, dy: f64) {
        let stuck = |what: &Misbehaviour| matches!(what, Misbehaviour::StuckScroll).then_some(());
        if self.faults.has(stuck).is_some() {
            return;
        }
        let Some(max) = self.front_max() else { return };
        if let Some(screen) =
            self.front.and_then(|app| self.process_mut(app)).and_then(|p| p.top_mut())
        {
            screen.scroll.drag(-dy, max);
            self.changed();
        }
    }

    fn slide(&mut self, contact: &Contact, at: Point) {
        let Some(Hit { act: Some(Act::Slider { bind }), region, .. }) = &contact.hit else {
            return;
        };
        let fraction = ((at.x - region.x - 14.0) / (region.width - 28.0).max(1.0)).clamp(0.0, 1.0);
        if let Some(app) = self.app_index(&contact.app) {
            self.apps[app]
                .values
                .insert(bind.clone(), json!((fraction * 1_000.0).round() / 1_000.0));
            self.changed();
        }
    }

    fn finger_up(&mut self, wire: Wire, contact: Contact, at: Point) {
        let velocity = self.release_velocity(&contact);
        let held = self.now_ms - contact.at_ms >= HOLD_MS;
        let moved = contact.farthest > SLOP;
        let kind = match (moved, held) {
            (true, _) if velocity.x.abs().max(velocity.y.abs()) > 0.3 => "swipe",
            (true, _) => "drag",
            (false, true) => "hold",
            (false, false) => "tap",
        };
        self.note(wire, kind, &contact, at);
        match contact.mode {
            Mode::Pan | Mode::Stopped => self.let_go(&contact, -velocity.y),
            Mode::Row { from } => self.leave_row(&contact, from + at.x - contact.start.x),
            Mode::Bottom => self.go_home(),
            Mode::Edge
                if at.x - contact.start.x > self.bounds().width / 3.0 || velocity.x > 0.3 =>
            {
                if let Some(app) = self.front {
                    self.pop(app);
                }
            }
            Mode::Waiting => self.lift_inside(contact, at, held),
            _ => {}
        }
    }

    /// A touch that stayed on its view fires the view's recogniser.
    fn lift_inside(&mut self, contact: Contact, at: Point, held: bool) {
        let Some(hit) = contact.hit else { return };
        if matches!(hit.act, Some(Act::Banner)) && contact.farthest > SLOP {
            // A banner that is flicked up goes; other ways it stays.
            self.banner = self.banner.take().filter(|_| at.y >= contact.start.y);
            self.changed();
            return;
        }
        let r = hit.region;
        let inside = at.x > r.x - SLACK
            && at.x < r.x + r.width + SLACK
            && at.y > r.y - SLACK
            && at.y < r.y + r.height + SLACK;
        if held
            && inside
            && let Some(hold) = hit.hold.clone()
        {
            self.perform(&contact.app, *hold, hit.id, at);
            return;
        }
        let focused = self.focused() == Some(hit.id);
        if held && focused && matches!(hit.act, Some(Act::Focus)) {
            self.perform(&contact.app, Self::edit_menu(), hit.id, at);
            return;
        }
        // A held icon means the home screen's edit menu, not the app.
        let opens = matches!(hit.act, Some(Act::Open(_)));
        if inside && !(held && opens) {
            self.fire(&contact.app, &hit, at);
        }
    }

    fn let_go(&mut self, contact: &Contact, velocity: f64) {
        if !matches!(contact.mode, Mode::Pan | Mode::Stopped) {
            return;
        }
        let (Some(max), now) = (self.front_max(), self.now_ms) else { return };
        let pulled =
            self.front_site().and_then(|site| Some(-site.process.top()?.scroll.offset(now, max)));
        if let Some(screen) =
            self.front.and_then(|app| self.process_mut(app)).and_then(|p| p.top_mut())
        {
            screen.scroll.release(velocity, now, max);
            self.changed();
        }
        self.maybe_refresh(pulled);
    }

    /// The finger's velocity as it lifts, in points per millisecond.
    fn release_velocity(&self, contact: &Contact) -> Point {
        let Some((last_at, last)) = contact.trail.last().copied() else { return Point::default() };
        if contact.trail.len() < 2 || self.now_ms.saturating_sub(last_at) > RESTED_MS {
            return Point::default();
        }
        let recent = contact.trail.iter().rev().skip(1);
        let mut from = contact.trail[contact.trail.len() - 2];
        for sample in recent.take_while(|(at, _)| last_at - at <= WINDOW_MS) {
            from = *sample;
        }
        let ms = last_at.saturating_sub(from.0).max(1) as f64;
        Point { x: (last.x - from.1.x) / ms, y: (last.y - from.1.y) / ms }
    }

    fn front_max(&self) -> Option<f64> {
        let site = self.front_site()?;
        Some(site.max_offset(site.process.top()?))
    }

    /// Journals a finger; the second of two quick taps makes one double tap of them.
    fn note(&mut self, wire: Wire, kind: &'static str, contact: &Contact, at: Point) {
        let view = contact.hit.as_ref().map(|hit| JournalView {
            id: hit.id,
            role: hit.role.to_owned(),
            label: hit.label.clone(),
            identifier: hit.identifier.clone(),
        });
        let previous = self.journal.last_mut().filter(|last| {
            let near = |a: Option<f64>, b: f64| a.is_some_and(|a| (a - b).abs() < 20.0);
            kind == "tap"
                && last.kind == "tap"
                && last.wire == wire
                && contact.at_ms - last.at_ms <= DOUBLE_MS
                && near(last.x, contact.start.x)
                && near(last.y, contact.start.y)
        });
        if let Some(previous) = previous {
            previous.kind = "double_tap";
            return;
        }
        let moved = matches!(kind, "drag" | "swipe");
        let text = moved.then(|| format!("{:.0},{:.0}", at.x, at.y));
        self.log(
            wire,
            kind,
            Logged {
                at_ms: Some(contact.at_ms),
                app: Some(contact.app.clone()),
                view,
                at: Some(contact.start),
                text,
            },
        );
    }
}
