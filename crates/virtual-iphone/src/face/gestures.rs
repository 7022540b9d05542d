//! Fingers for the session's own gesture calls: taps, holds, drags, swipes, pinches, rotations.
//!
//! Each gives the events of one gesture, in milliseconds from its start. Speeds and durations:
//! `docs/wires/wda.md`, "Gestures".

use crate::geometry::{Point, Rect};
use crate::input::{TouchEvent, TouchPhase};

/// How long a finger of a tap stays down.
pub(crate) const TAP_MS: u64 = 50;
/// Between the taps of a double tap.
const BETWEEN_TAPS_MS: u64 = 80;
/// A finger reports its place about sixty times a second.
const FRAME_MS: u64 = 16;
/// How long a drag rests at its goal before the finger lifts: no momentum is left.
pub(crate) const REST_MS: u64 = 120;
/// Speed of a drag by `dragfromtoforduration`, points a second.
const DRAG_SPEED: f64 = 160.0;
/// Speed of a swipe without `velocity`, points a second.
const SWIPE_SPEED: f64 = 800.0;
/// A finger faster than this is not believable.
const TOP_SPEED: f64 = 10_000.0;

/// Builds the events of several fingers over time.
#[derive(Debug, Default)]
pub(crate) struct Fingers {
    events: Vec<TouchEvent>,
}

impl Fingers {
    pub(crate) fn at(&mut self, at_ms: u64, finger: u32, phase: TouchPhase, at: Point) {
        self.events.push(TouchEvent { at_ms, finger, phase, at });
    }

    /// Moves one finger in a straight line, reporting every frame; the start is not reported again.
    pub(crate) fn glide(&mut self, finger: u32, from: (u64, Point), to: (u64, Point)) {
        let span = to.0.saturating_sub(from.0);
        let frames = (span / FRAME_MS).max(1);
        for frame in 1..=frames {
            let share = frame as f64 / frames as f64;
            let at = Point {
                x: from.1.x + (to.1.x - from.1.x) * share,
                y: from.1.y + (to.1.y - from.1.y) * share,
            };
            let at_ms = from.0 + span * frame / frames;
            self.at(at_ms, finger, TouchPhase::Move, at);
        }
    }

    /// The events in order of time; events of one instant keep the order they were added in.
    pub(crate) fn events(mut self) -> Vec<TouchEvent> {
        self.events.sort_by_key(|event| event.at_ms);
        self.events
    }
}

/// `taps` taps with `fingers` fingers side by side.
pub(crate) fn taps(at: Point, taps: u64, fingers: u32) -> Vec<TouchEvent> {
    let mut hand = Fingers::default();
    for tap in 0..taps {
        let start = tap * (TAP_MS + BETWEEN_TAPS_MS);
        for finger in 0..fingers {
            let place = beside(at, finger);
            hand.at(start, finger, TouchPhase::Down, place);
            hand.at(start + TAP_MS, finger, TouchPhase::Up, place);
        }
    }
    hand.events()
}

/// A finger that rests for a while.
pub(crate) fn hold(at: Point, seconds: f64) -> Vec<TouchEvent> {
    let mut hand = Fingers::default();
    hand.at(0, 0, TouchPhase::Down, at);
    hand.at(milliseconds(seconds), 0, TouchPhase::Up, at);
    hand.events()
}

/// A drag: press, move at the fixed speed, rest, lift.
pub(crate) fn drag(from: Point, to: Point, press_seconds: f64) -> Vec<TouchEvent> {
    paced_drag(from, to, press_seconds, DRAG_SPEED, REST_MS as f64 / 1000.0)
}

/// A drag with everything chosen.
pub(crate) fn paced_drag(
    from: Point,
    to: Point,
    press_seconds: f64,
    speed: f64,
    rest_seconds: f64,
) -> Vec<TouchEvent> {
    let mut hand = Fingers::default();
    let start = milliseconds(press_seconds);
    let arrival = start + travel_ms(from, to, speed);
    hand.at(0, 0, TouchPhase::Down, from);
    hand.glide(0, (start, from), (arrival, to));
    let rest = milliseconds(rest_seconds);
    if rest > 0 {
        hand.at(arrival + rest, 0, TouchPhase::Move, to);
    }
    hand.at(arrival + rest, 0, TouchPhase::Up, to);
    hand.events()
}

/// A swipe over a frame: the finger goes in `direction` and lifts while moving.
pub(crate) fn swipe(frame: &Rect, direction: &str, speed: Option<f64>) -> Option<Vec<TouchEvent>> {
    let middle = frame.center();
    let (dx, dy) = match direction {
        "up" => (0.0, -0.35),
        "down" => (0.0, 0.35),
        "left" => (-0.35, 0.0),
        "right" => (0.35, 0.0),
        _ => return None,
    };
    let reach = Point { x: frame.width * dx, y: frame.height * dy };
    let from = Point { x: middle.x - reach.x, y: middle.y - reach.y };
    let to = Point { x: middle.x + reach.x, y: middle.y + reach.y };
    let speed = speed.filter(|s| *s > 0.0).unwrap_or(SWIPE_SPEED);
    Some(paced_drag(from, to, 0.0, speed, 0.0))
}

/// Two fingers on a line through the middle, moving apart (`scale` over 1) or together.
pub(crate) fn pinch(frame: &Rect, scale: f64, velocity: f64) -> Vec<TouchEvent> {
    let wide = (frame.width.min(frame.height) * 0.4).max(20.0);
    let (start, end) = if scale >= 1.0 { (wide / scale, wide) } else { (wide, wide * scale) };
    let seconds = ((scale - 1.0).abs() / velocity.abs().max(0.1)).clamp(0.1, 5.0);
    circling(frame.center(), (start, end), (0.0, 0.0), seconds)
}

/// Two fingers turning around the middle.
pub(crate) fn rotate(frame: &Rect, radians: f64, velocity: f64) -> Vec<TouchEvent> {
    let radius = (frame.width.min(frame.height) * 0.3).max(20.0);
    let seconds = (radians.abs() / velocity.abs().max(0.1)).clamp(0.1, 5.0);
    circling(frame.center(), (radius, radius), (0.0, radians), seconds)
}

fn circling(middle: Point, radius: (f64, f64), angle: (f64, f64), seconds: f64) -> Vec<TouchEvent> {
    let mut hand = Fingers::default();
    let total = milliseconds(seconds).max(FRAME_MS);
    let frames = (total / FRAME_MS).max(1);
    for frame in 0..=frames {
        let share = frame as f64 / frames as f64;
        let r = radius.0 + (radius.1 - radius.0) * share;
        let a = angle.0 + (angle.1 - angle.0) * share;
        for (finger, side) in [(0, 1.0), (1, -1.0)] {
            let at = Point { x: middle.x + side * r * a.cos(), y: middle.y + side * r * a.sin() };
            let phase = if frame == 0 { TouchPhase::Down } else { TouchPhase::Move };
            hand.at(total * frame / frames, finger, phase, at);
            if frame == frames {
                hand.at(total, finger, TouchPhase::Up, at);
            }
        }
    }
    hand.events()
}

fn beside(at: Point, finger: u32) -> Point {
    Point { x: at.x + 20.0 * f64::from(finger), y: at.y }
}

fn travel_ms(from: Point, to: Point, speed: f64) -> u64 {
    let distance = (to.x - from.x).hypot(to.y - from.y);
    milliseconds(distance / speed.clamp(1.0, TOP_SPEED)).max(1)
}

/// Seconds as whole milliseconds; what is not a sensible duration counts as none.
pub(crate) fn milliseconds(seconds: f64) -> u64 {
    if seconds.is_finite() && seconds > 0.0 {
        (seconds.min(3600.0) * 1000.0).round() as u64
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::{drag, paced_drag, pinch, swipe, taps};
    use crate::geometry::{Point, Rect};
    use crate::input::TouchPhase;

    const FROM: Point = Point { x: 200.0, y: 600.0 };
    const TO: Point = Point { x: 200.0, y: 280.0 };

    #[test]
    fn a_drag_presses_travels_at_160_points_a_second_and_rests() {
        let events = drag(FROM, TO, 0.5);
        let last = events.last().unwrap();
        assert_eq!(last.at_ms, 500 + 2000 + 120);
        assert_eq!((last.phase, last.at), (TouchPhase::Up, TO));
        let first_move = events.iter().find(|e| e.phase == TouchPhase::Move).unwrap();
        assert!(first_move.at_ms > 500 && first_move.at_ms < 530);
    }

    #[test]
    fn a_swipe_goes_the_way_the_finger_does_and_lifts_while_moving() {
        let frame = Rect::new(0.0, 0.0, 400.0, 800.0);
        let events = swipe(&frame, "up", None).unwrap();
        assert!(events[0].at.y > events.last().unwrap().at.y);
        assert_eq!(events.last().unwrap().at_ms, 700);
        assert!(swipe(&frame, "sideways", None).is_none());
    }

    #[test]
    fn a_pinch_has_two_fingers_and_ends_apart() {
        let events = pinch(&Rect::new(0.0, 0.0, 200.0, 200.0), 2.0, 1.0);
        let ups: Vec<_> = events.iter().filter(|e| e.phase == TouchPhase::Up).collect();
        assert_eq!(ups.len(), 2);
        assert_eq!((ups[0].at.x - ups[1].at.x).abs(), 160.0);
    }

    #[test]
    fn odd_numbers_do_not_panic() {
        let odd = Point { x: f64::NAN, y: f64::INFINITY };
        assert!(!paced_drag(odd, TO, f64::NAN, 0.0, -1.0).is_empty());
        assert_eq!(taps(TO, 2, 1).len(), 4);
    }
}
