//! W3C actions: pointer and key sources become touches and typed text.
//!
//! Only `touch` pointers and keys are taken; each source has its own time line, as WDA's
//! synthesiser builds one path per finger. Every validation error is an unknown error with a
//! description. Source: `docs/wires/wda.md`, "W3C actions".

use serde_json::{Map, Value};

use crate::geometry::Point;
use crate::input::{TouchEvent, TouchPhase};

use super::fail::WireError;
use super::gestures::Fingers;

mod keys;

/// Longest time line that is accepted: an hour.
const MAX_MS: f64 = 3_600_000.0;

/// What a list of actions comes to.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Plan {
    pub(crate) events: Vec<TouchEvent>,
    /// Typed text, one run per group of keys.
    pub(crate) texts: Vec<String>,
}

/// Where element origins are, as the caller knows them.
pub(crate) trait Origins {
    /// The hit point (no offset given) or centre (offset given) of an element.
    fn origin(&mut self, element: &str, is_offset: bool) -> Result<Point, WireError>;
}

/// Reads a W3C body.
///
/// # Errors
/// Unknown error for everything that WDA's validation refuses; what `origins` says of elements.
pub(crate) fn plan(
    body: &Map<String, Value>,
    origins: &mut dyn Origins,
) -> Result<Plan, WireError> {
    let sources = body.get("actions").and_then(Value::as_array).filter(|list| !list.is_empty());
    let sources = sources.ok_or_else(|| refusal("Mandatory 'actions' must be a non-empty list"))?;
    let mut seen: Vec<&str> = Vec::new();
    let mut fingers = Fingers::default();
    let mut plan = Plan::default();
    let mut finger = 0;
    let mut used = false;
    for source in sources {
        let id = source.get("id").and_then(Value::as_str).filter(|id| !id.is_empty());
        let id = id.ok_or_else(|| refusal("Every action source must have a non-empty 'id'"))?;
        if seen.contains(&id) {
            return Err(refusal(format!("Action source ids must be unique: '{id}'")));
        }
        seen.push(id);
        let kind = source.get("type").and_then(Value::as_str).unwrap_or_default();
        if !matches!(kind, "pointer" | "key") {
            return Err(refusal(format!(
                "Only pointer and key actions are supported, not '{kind}'"
            )));
        }
        let items = source.get("actions").and_then(Value::as_array);
        let Some(items) = items.filter(|items| !items.is_empty()) else { continue };
        used = true;
        if kind == "key" {
            plan.texts.extend(keys::texts(items)?);
        } else {
            require_touch(source)?;
            pointer(items, finger, &mut fingers, origins)?;
            finger += 1;
        }
    }
    if !used {
        return Err(refusal("The list of actions is empty"));
    }
    plan.events = fingers.events();
    Ok(plan)
}

fn require_touch(source: &Value) -> Result<(), WireError> {
    let kind = source.pointer("/parameters/pointerType").and_then(Value::as_str);
    if kind == Some("touch") {
        return Ok(());
    }
    let kind = kind.unwrap_or("mouse");
    Err(refusal(format!("Only pointer type 'touch' is supported. '{kind}' is given instead")))
}

/// One finger on its own time line.
struct Track<'a> {
    now: u64,
    at: Option<Point>,
    down: bool,
    finger: u32,
    fingers: &'a mut Fingers,
}

fn pointer(
    items: &[Value],
    finger: u32,
    fingers: &mut Fingers,
    origins: &mut dyn Origins,
) -> Result<(), WireError> {
    let mut track = Track { now: 0, at: None, down: false, finger, fingers };
    for (index, item) in items.iter().enumerate() {
        // A cancel drops the item before it.
        let dropped = items.get(index + 1).is_some_and(|next| kind(next) == "pointerCancel");
        if dropped && kind(item) != "pointerCancel" {
            continue;
        }
        match kind(item) {
            "pointerMove" => track.move_to(item, origins)?,
            "pointerDown" => track.press()?,
            "pointerUp" => track.lift()?,
            "pause" => track.now += duration(item)?,
            "pointerCancel" => {}
            other => return Err(refusal(format!("Unsupported pointer action '{other}'"))),
        }
    }
    // A finger that was never lifted is lifted when the path ends.
    if track.down {
        track.lift()?;
    }
    Ok(())
}

impl Track<'_> {
    fn move_to(&mut self, item: &Value, origins: &mut dyn Origins) -> Result<(), WireError> {
        let goal = self.goal(item, origins)?;
        let span = duration(item)?;
        if let Some(from) = self.at.filter(|_| self.down) {
            self.fingers.glide(self.finger, (self.now, from), (self.now + span, goal));
        }
        self.now += span;
        self.at = Some(goal);
        Ok(())
    }

    fn goal(&self, item: &Value, origins: &mut dyn Origins) -> Result<Point, WireError> {
        let x = coordinate(item, "x")?;
        let y = coordinate(item, "y")?;
        let offset = Point { x: x.unwrap_or(0.0), y: y.unwrap_or(0.0) };
        let base = match item.get("origin") {
            None | Some(Value::Null) => Point::default(),
            Some(Value::String(name)) if name == "viewport" => Point::default(),
            Some(Value::String(name)) if name == "pointer" => {
                self.at.ok_or_else(|| refusal("A relative move needs a place to start from"))?
            }
            Some(element) => {
                let id = element_id(element)
                    .ok_or_else(|| refusal("The origin of a pointerMove is not supported"))?;
                let given = x.is_some() || y.is_some();
                let base = origins.origin(&id, given)?;
                return Ok(Point { x: base.x + offset.x, y: base.y + offset.y });
            }
        };
        if x.is_none() || y.is_none() {
            return Err(refusal("'x' and 'y' are mandatory in a pointerMove"));
        }
        Ok(Point { x: base.x + offset.x, y: base.y + offset.y })
    }

    fn press(&mut self) -> Result<(), WireError> {
        let at = self.at.ok_or_else(|| refusal("A pointerDown must follow a pointerMove"))?;
        if !self.down {
            self.fingers.at(self.now, self.finger, TouchPhase::Down, at);
        }
        self.down = true;
        Ok(())
    }

    fn lift(&mut self) -> Result<(), WireError> {
        let at = self.at.filter(|_| self.down);
        let at = at.ok_or_else(|| refusal("A pointerUp must follow a pointerDown"))?;
        self.fingers.at(self.now, self.finger, TouchPhase::Up, at);
        self.down = false;
        Ok(())
    }
}

/// The id in an element object, or in a bare string.
pub(crate) fn element_id(value: &Value) -> Option<String> {
    let keys = ["element-6066-11e4-a52e-4f735466cecf", "ELEMENT"];
    let id = value.as_str().or_else(|| keys.iter().find_map(|key| value.get(key)?.as_str()));
    id.map(str::to_owned)
}

fn kind(item: &Value) -> &str {
    item.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn duration(item: &Value) -> Result<u64, WireError> {
    match item.get("duration") {
        None | Some(Value::Null) => Ok(0),
        Some(value) => value
            .as_f64()
            .filter(|ms| (0.0..=MAX_MS).contains(ms))
            .map(|ms| ms.round() as u64)
            .ok_or_else(|| refusal("A duration must be a positive number of milliseconds")),
    }
}

fn coordinate(item: &Value, name: &str) -> Result<Option<f64>, WireError> {
    match item.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => value
            .as_f64()
            .map(Some)
            .ok_or_else(|| refusal(format!("'{name}' of a pointerMove must be a number"))),
    }
}

fn refusal(message: impl Into<String>) -> WireError {
    WireError::unknown(message)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Origins, Plan, WireError, plan};
    use crate::geometry::Point;
    use crate::input::TouchPhase;

    struct Centre;
    impl Origins for Centre {
        fn origin(&mut self, _: &str, _: bool) -> Result<Point, WireError> {
            Ok(Point { x: 100.0, y: 200.0 })
        }
    }

    fn planned(actions: &Value) -> Result<Plan, WireError> {
        plan(json!({ "actions": actions }).as_object().unwrap(), &mut Centre)
    }

    fn touch(items: &Value) -> Value {
        json!([{"type": "pointer", "id": "f", "parameters": {"pointerType": "touch"}, "actions": items}])
    }

    #[test]
    fn a_tap_is_down_and_up_at_one_place() {
        let events = planned(&touch(&json!([
            {"type": "pointerMove", "duration": 0, "x": 344.5, "y": 10},
            {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": 100},
            {"type": "pointerUp", "button": 0}
        ])))
        .unwrap()
        .events;
        assert_eq!(events.len(), 2);
        assert_eq!(events[0].at, Point { x: 344.5, y: 10.0 });
        assert_eq!((events[1].at_ms, events[1].phase), (100, TouchPhase::Up));
    }

    #[test]
    fn an_element_origin_offsets_from_its_centre() {
        let events = planned(&touch(&json!([
            {"type": "pointerMove", "origin": {"ELEMENT": "e"}, "x": 5, "y": -5},
            {"type": "pointerDown"}, {"type": "pointerUp"}
        ])))
        .unwrap()
        .events;
        assert_eq!(events[0].at, Point { x: 105.0, y: 195.0 });
    }

    #[test]
    fn a_move_with_a_finger_down_glides() {
        let events = planned(&touch(&json!([
            {"type": "pointerMove", "x": 0, "y": 0}, {"type": "pointerDown"},
            {"type": "pointerMove", "duration": 160, "origin": "pointer", "x": 0, "y": 100},
            {"type": "pointerUp"}
        ])))
        .unwrap()
        .events;
        assert_eq!(events.len(), 12);
        assert_eq!(events[5].at, Point { x: 0.0, y: 50.0 });
    }

    #[test]
    fn what_wda_refuses_is_an_unknown_error() {
        let up_first = touch(&json!([{"type": "pointerUp"}]));
        let mouse = json!([{"type": "pointer", "id": "m", "actions": [{"type": "pause"}]}]);
        let none = json!([{"type": "none", "id": "n", "actions": [{"type": "pause"}]}]);
        for actions in [up_first, mouse, none, json!([]), touch(&json!([]))] {
            assert_eq!(planned(&actions).unwrap_err().status(), 500, "{actions}");
        }
    }

    #[test]
    fn keys_are_typed_in_groups() {
        let plan = planned(&json!([{"type": "key", "id": "k", "actions": [
            {"type": "keyDown", "value": "H"}, {"type": "keyUp", "value": "H"},
            {"type": "keyDown", "value": "i"}, {"type": "keyUp", "value": "i"},
            {"type": "pause", "duration": 100},
            {"type": "keyDown", "value": "\u{e006}"}, {"type": "keyUp", "value": "\u{e006}"}
        ]}]))
        .unwrap();
        assert_eq!(plan.texts, ["Hi", "\n"]);
    }
}
