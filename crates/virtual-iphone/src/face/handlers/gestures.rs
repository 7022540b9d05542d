//! Touches: taps, holds, drags, swipes, pinches and W3C actions.
//!
//! Coordinates are relative to the element or the application; both absent means the middle of what
//! can be seen of it. Everything ends in `World::touch`, which routes it by hit-testing. Source:
//! `docs/wires/wda.md`, "Gestures".

use serde_json::Value;

use crate::face::call::{Answer, Call, nothing};
use crate::face::fail::{Name, WireError};
use crate::face::flat::Flat;
use crate::face::runner::{Found, Runner, screen_size};
use crate::face::w3c::{self, Origins};
use crate::face::{attributes, gestures, predicate};
use crate::geometry::{Point, Rect};
use crate::input::{TouchEvent, TouchPhase, Wire};
use crate::world::World;

/// Two touches closer in time and place than this are one gesture.
const ONE_GESTURE_MS: u64 = 400;
const ONE_GESTURE_POINTS: f64 = 40.0;

/// What a gesture is aimed at: an element, or the whole application.
fn target(call: &mut Call<'_>) -> Result<Rect, WireError> {
    if call.element_id().is_some() {
        return Ok(call.element()?.node().frame);
    }
    let size = screen_size(call.world);
    Ok(Rect::new(0.0, 0.0, size.width, size.height))
}

/// The point that `x` and `y` name in the target, or the middle of its visible part.
fn point(call: &mut Call<'_>) -> Result<Point, WireError> {
    let frame = target(call)?;
    match (call.number("x"), call.number("y")) {
        (Some(x), Some(y)) => Ok(Point { x: frame.x + x, y: frame.y + y }),
        (None, None) => Ok(visible_middle(call.world, &frame)),
        _ => Err(WireError::argument("Both x and y coordinates must be provided")),
    }
}

/// The middle of what of a frame lies on the screen; of the frame itself when nothing does.
pub(super) fn visible_middle(world: &World, frame: &Rect) -> Point {
    let size = screen_size(world);
    let screen = Rect::new(0.0, 0.0, size.width, size.height);
    frame.intersection(&screen).unwrap_or(*frame).center()
}

fn play(call: &mut Call<'_>, events: &[TouchEvent]) -> Result<Answer, WireError> {
    call.world.touch(Wire::Wda, events);
    nothing()
}

pub(crate) fn tap(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let at = point(call)?;
    play(call, &gestures::taps(at, 1, 1))
}

pub(crate) fn double_tap(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let at = point(call)?;
    play(call, &gestures::taps(at, 2, 1))
}

pub(crate) fn two_finger_tap(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let at = point(call)?;
    play(call, &gestures::taps(at, 1, 2))
}

pub(crate) fn counted_taps(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let count = |name: &str| call.number(name).filter(|n| (1.0..=10.0).contains(n));
    let (Some(taps), Some(fingers)) = (count("numberOfTaps"), count("numberOfTouches")) else {
        return Err(WireError::argument("'numberOfTaps' and 'numberOfTouches' must be provided"));
    };
    let at = point(call)?;
    play(call, &gestures::taps(at, taps as u64, fingers as u32))
}

pub(crate) fn touch_and_hold(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let seconds = call.number("duration").unwrap_or(0.0).max(0.0);
    let at = point(call)?;
    play(call, &gestures::hold(at, seconds))
}

/// XCTest's tap on an element: it scrolls into view first when it is not on the screen.
pub(crate) fn click(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let found = brought_into_view(call)?;
    let at = visible_middle(call.world, &found.node().frame);
    play(call, &gestures::taps(at, 1, 1))
}

/// The element in the path, scrolled onto the screen if it lies outside.
pub(super) fn brought_into_view(call: &mut Call<'_>) -> Result<Found, WireError> {
    let found = call.element()?;
    let size = screen_size(call.world);
    let screen = Rect::new(0.0, 0.0, size.width, size.height);
    if screen.contains(found.node().frame.center()) {
        return Ok(found);
    }
    // A view that no scroll view holds stays where it is, and the touch lands there.
    if call.world.scroll_to_visible(found.handle.view()).is_err() {
        return Ok(found);
    }
    call.element()
}

pub(crate) fn drag(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let frame = target(call)?;
    let (from, to) = ends(call, &frame);
    let press = call.number("duration").unwrap_or(0.0);
    play(call, &gestures::drag(from, to, press))
}

pub(crate) fn paced_drag(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let frame = target(call)?;
    let (from, to) = match call.text("toElement").map(str::to_owned) {
        Some(id) => {
            let goal = call.runner.element(call.world, &id)?.node().frame;
            (visible_middle(call.world, &frame), visible_middle(call.world, &goal))
        }
        None => ends(call, &frame),
    };
    let part = |name: &str| call.number(name).unwrap_or(0.0);
    let speed = call.number("velocity").filter(|v| *v > 0.0);
    let speed = speed.ok_or_else(|| WireError::argument("'velocity' must be a positive number"))?;
    let events = gestures::paced_drag(from, to, part("pressDuration"), speed, part("holdDuration"));
    play(call, &events)
}

fn ends(call: &Call<'_>, frame: &Rect) -> (Point, Point) {
    let part = |name: &str| call.number(name).unwrap_or(0.0);
    let from = Point { x: frame.x + part("fromX"), y: frame.y + part("fromY") };
    (from, Point { x: frame.x + part("toX"), y: frame.y + part("toY") })
}

pub(crate) fn swipe(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let frame = target(call)?;
    let direction = call.required("direction")?.to_ascii_lowercase();
    let events = gestures::swipe(&frame, &direction, call.number("velocity"));
    let events = events
        .ok_or_else(|| WireError::argument(format!("Unsupported swipe direction '{direction}'")))?;
    play(call, &events)
}

pub(crate) fn scroll(call: &mut Call<'_>) -> Result<Answer, WireError> {
    if let Some(direction) = call.text("direction").map(str::to_ascii_lowercase) {
        let frame = target(call)?;
        let distance = call.number("distance").unwrap_or(1.0);
        return play(call, &look(&frame, &direction, distance)?);
    }
    if let Some(name) = call.text("name").map(str::to_owned) {
        return scroll_to_child(call, |entry| attributes::name(entry.node) == Some(name.as_str()));
    }
    if let Some(text) = call.text("predicateString").map(str::to_owned) {
        let predicate = predicate::Predicate::parse(&text).map_err(WireError::unknown)?;
        return scroll_to_child(call, |entry| predicate.holds(entry).unwrap_or(false));
    }
    if call.body.get("toVisible").is_some() {
        return scroll_to(call);
    }
    Err(WireError::argument("Unsupported scroll type"))
}

/// The drag that shows what lies in a direction: the finger goes the opposite way.
fn look(frame: &Rect, direction: &str, distance: f64) -> Result<Vec<TouchEvent>, WireError> {
    let (dx, dy) = match direction {
        "down" => (0.0, -1.0),
        "up" => (0.0, 1.0),
        "right" => (-1.0, 0.0),
        "left" => (1.0, 0.0),
        other => {
            return Err(WireError::argument(format!("Unsupported scroll direction '{other}'")));
        }
    };
    // The finger stays inside the view: half of nine tenths to either side of the middle.
    let reach = distance.clamp(0.0, 1.0) * 0.45;
    let middle = frame.center();
    let (x, y) = (frame.width * reach * dx, frame.height * reach * dy);
    let from = Point { x: middle.x - x, y: middle.y - y };
    let to = Point { x: middle.x + x, y: middle.y + y };
    Ok(gestures::paced_drag(from, to, 0.0, 600.0, 0.12))
}

fn scroll_to_child(
    call: &mut Call<'_>,
    matches: impl Fn(&crate::face::flat::Entry<'_>) -> bool,
) -> Result<Answer, WireError> {
    let (tree, from) = if call.element_id().is_some() {
        let found = call.element()?;
        (found.tree, found.place)
    } else {
        (call.runner.tree(call.world)?, 0)
    };
    let flat = Flat::of(&tree.root);
    let hit = flat.below(from).find_map(|id| flat.get(id).filter(|entry| matches(entry)));
    let view = hit.map(|entry| entry.node.view).ok_or_else(|| {
        WireError::new(Name::ElementNotVisible, "Failed to find the element to scroll to")
    })?;
    call.world.scroll_to_visible(view).map_err(|e| WireError::state(e.to_string()))?;
    nothing()
}

pub(crate) fn scroll_to(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let found = call.element()?;
    let scrolled = call.world.scroll_to_visible(found.handle.view());
    scrolled.map_err(|e| WireError::state(format!("Failed to scroll to the element: {e}")))?;
    nothing()
}

pub(crate) fn pinch(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let frame = target(call)?;
    let missing = || WireError::argument("'scale' and 'velocity' must be provided");
    let scale = call.number("scale").filter(|s| *s > 0.0).ok_or_else(missing)?;
    let velocity = call.number("velocity").ok_or_else(missing)?;
    if (scale < 1.0) != (velocity < 0.0) && scale != 1.0 {
        return Err(WireError::argument("The velocity must be negative when scale is below 1"));
    }
    play(call, &gestures::pinch(&frame, scale, velocity))
}

pub(crate) fn rotate(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let frame = target(call)?;
    let missing = || WireError::argument("'rotation' and 'velocity' must be provided");
    let rotation = call.number("rotation").ok_or_else(missing)?;
    let velocity = call.number("velocity").ok_or_else(missing)?;
    play(call, &gestures::rotate(&frame, rotation, velocity))
}

/// Element origins of W3C moves, looked up while the actions are read.
struct Live<'a> {
    runner: &'a mut Runner,
    world: &'a World,
}

impl Origins for Live<'_> {
    fn origin(&mut self, element: &str, is_offset: bool) -> Result<Point, WireError> {
        let frame = self.runner.element(self.world, element)?.node().frame;
        Ok(if is_offset { frame.center() } else { visible_middle(self.world, &frame) })
    }
}

pub(crate) fn actions(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let mut origins = Live { runner: call.runner, world: call.world };
    let plan = w3c::plan(call.body, &mut origins)?;
    let start = call.world.now_ms();
    for gesture in gestures_in(&plan.events) {
        let lead = gesture.first().map_or(0, |event| event.at_ms);
        call.world.advance_to(start + lead);
        let own: Vec<TouchEvent> = gesture
            .iter()
            .map(|event| TouchEvent { at_ms: event.at_ms - lead, ..*event })
            .collect();
        call.world.touch(Wire::Wda, &own);
    }
    for text in plan.texts {
        call.world.type_text(Wire::Wda, &text)?;
    }
    nothing()
}

/// Splits a time line where no finger is down for so long, or so far away, that iOS sees two gestures.
fn gestures_in(events: &[TouchEvent]) -> Vec<&[TouchEvent]> {
    let mut parts = Vec::new();
    let (mut start, mut down, mut lifted) = (0, 0_i32, None::<TouchEvent>);
    for (at, event) in events.iter().enumerate() {
        if event.phase == TouchPhase::Down {
            let apart = lifted.filter(|_| down == 0).is_some_and(|last| {
                let distance = (event.at.x - last.at.x).hypot(event.at.y - last.at.y);
                event.at_ms - last.at_ms > ONE_GESTURE_MS || distance > ONE_GESTURE_POINTS
            });
            if apart {
                parts.push(&events[start..at]);
                start = at;
            }
            down += 1;
        }
        if matches!(event.phase, TouchPhase::Up | TouchPhase::Cancel) {
            down -= 1;
            lifted = Some(*event);
        }
    }
    if start < events.len() {
        parts.push(&events[start..]);
    }
    parts
}

/// Whether a value of a body is a pointer action that moves with time, which makes it a drag.
pub(crate) fn is_moving(body: &Value) -> bool {
    let moves = |item: &Value| {
        item.get("type").and_then(Value::as_str) == Some("pointerMove")
            && item.get("duration").and_then(Value::as_f64).is_some_and(|ms| ms > 0.0)
    };
    let sources = body.get("actions").and_then(Value::as_array);
    sources.into_iter().flatten().any(|source| {
        let items = source.get("actions").and_then(Value::as_array);
        items.into_iter().flatten().any(moves)
    })
}

#[cfg(test)]
mod tests {
    use super::{gestures_in, look};
    use crate::face::gestures::taps;
    use crate::geometry::{Point, Rect};
    use crate::input::TouchEvent;

    #[test]
    fn a_double_tap_is_one_gesture_and_taps_far_apart_are_two() {
        let at = Point { x: 10.0, y: 10.0 };
        assert_eq!(gestures_in(&taps(at, 2, 1)).len(), 1);
        let mut far = taps(at, 1, 1);
        let later = |e: &TouchEvent| TouchEvent {
            at_ms: e.at_ms + 100,
            at: Point { x: 200.0, y: 10.0 },
            ..*e
        };
        far.extend(taps(at, 1, 1).iter().map(later));
        assert_eq!(gestures_in(&far).len(), 2);
    }

    #[test]
    fn looking_down_moves_the_finger_up() {
        let events = look(&Rect::new(0.0, 0.0, 400.0, 800.0), "down", 1.0).unwrap();
        assert!(events[0].at.y > events.last().unwrap().at.y);
    }
}
