//! Touches as W3C pointer actions.
//!
//! Every gesture is one request, so the device plays it with its own timing. WDA
//! refuses pointers that are not `touch`; times are milliseconds, coordinates are points in the
//! current orientation. Source: docs/wires/wda.md, "Gestures" and "Inputs".

use serde_json::{Value, json};

use super::settings::{LONGEST_GESTURE_MS, TAP_PAUSE_MS};
use crate::domain::geometry::Point;
use crate::domain::step::{Gesture, Unable};

/// Most taps in one gesture.
const MOST_TAPS: u8 = 3;

/// The body of `POST /actions` that plays `gesture`.
pub(super) fn actions(gesture: &Gesture) -> Value {
    let fingers: Vec<Value> = paths(gesture)
        .into_iter()
        .enumerate()
        .map(|(nth, path)| {
            json!({
                "type": "pointer",
                "id": format!("finger{}", nth + 1),
                "parameters": {"pointerType": "touch"},
                "actions": path,
            })
        })
        .collect();
    json!({ "actions": fingers })
}

/// One path per finger; all of them take the same time.
fn paths(gesture: &Gesture) -> Vec<Vec<Value>> {
    match gesture {
        Gesture::Pinch { center, from, to, travel_ms } => {
            let finger = |side: f64| {
                let at = |apart: f64| Point::new(center.x + side * apart / 2.0, center.y);
                let travel = moved(at(*to), u64::from(*travel_ms));
                vec![moved(at(*from), 0), down(), travel, up()]
            };
            vec![finger(-1.0), finger(1.0)]
        }
        one => vec![path(one)],
    }
}

fn path(gesture: &Gesture) -> Vec<Value> {
    match gesture {
        Gesture::Tap { at, count } => taps(*at, *count),
        Gesture::Hold { at, seconds } => {
            vec![moved(*at, 0), down(), pause(millis(*seconds)), up()]
        }
        Gesture::Drag { from, to, press_ms, travel_ms, rest_ms } => {
            let path = [
                Some(moved(*from, 0)),
                Some(down()),
                (*press_ms > 0).then(|| pause(u64::from(*press_ms))),
                Some(moved(*to, u64::from(*travel_ms))),
                (*rest_ms > 0).then(|| pause(u64::from(*rest_ms))),
                Some(up()),
            ];
            path.into_iter().flatten().collect()
        }
        Gesture::Pinch { .. } => Vec::new(),
    }
}

/// The body of `POST /actions` that presses a key by its W3C code.
pub(super) fn key(code: char) -> Value {
    let code = code.to_string();
    json!({"actions": [{
        "type": "key",
        "id": "keyboard",
        "actions": [{"type": "keyDown", "value": code}, {"type": "keyUp", "value": code}],
    }]})
}

/// Whether the gesture can be played: real coordinates, at least one tap, within a minute.
pub(super) fn accepts(gesture: &Gesture) -> Result<(), Unable> {
    let (points, lasts): (&[Point], u64) = match gesture {
        Gesture::Tap { at, count } => {
            if *count == 0 || *count > MOST_TAPS {
                return unable(format!("{count} taps cannot be sent as one gesture"));
            }
            (&[*at], 0)
        }
        Gesture::Hold { at, seconds } => {
            if !seconds.is_finite() || *seconds < 0.0 {
                return unable(format!("a hold cannot last {seconds} s"));
            }
            (&[*at], millis(*seconds))
        }
        Gesture::Drag { from, to, press_ms, travel_ms, rest_ms } => {
            let parts = [press_ms, travel_ms, rest_ms];
            (&[*from, *to], parts.into_iter().map(|&ms| u64::from(ms)).sum())
        }
        Gesture::Pinch { center, from, to, travel_ms } => {
            if ![*from, *to].iter().all(|apart| apart.is_finite() && *apart >= 1.0) {
                return unable("fingers of a pinch are at least a point apart".to_owned());
            }
            (&[*center], u64::from(*travel_ms))
        }
    };
    if !points.iter().all(|point| point.is_finite()) {
        return unable("a coordinate is not a number".to_owned());
    }
    if lasts > LONGEST_GESTURE_MS {
        return unable(format!("a gesture of {lasts} ms is longer than {LONGEST_GESTURE_MS} ms"));
    }
    Ok(())
}

fn unable(reason: String) -> Result<(), Unable> {
    Err(Unable { reason })
}

fn taps(at: Point, count: u8) -> Vec<Value> {
    let tap = [down(), pause(u64::from(TAP_PAUSE_MS)), up()];
    let mut path = vec![moved(at, 0)];
    for nth in 0..count {
        if nth > 0 {
            path.push(pause(u64::from(TAP_PAUSE_MS)));
        }
        path.extend(tap.iter().cloned());
    }
    path
}

fn moved(to: Point, duration: u64) -> Value {
    json!({"type": "pointerMove", "duration": duration, "x": to.x, "y": to.y})
}

fn down() -> Value {
    json!({"type": "pointerDown", "button": 0})
}

fn up() -> Value {
    json!({"type": "pointerUp", "button": 0})
}

fn pause(duration: u64) -> Value {
    json!({"type": "pause", "duration": duration})
}

fn millis(seconds: f64) -> u64 {
    (seconds * 1000.0).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(gesture: &Gesture) -> String {
        let body = actions(gesture);
        assert_eq!(body["actions"][0]["parameters"]["pointerType"], "touch");
        let items = body["actions"][0]["actions"].as_array().unwrap();
        let word = |item: &Value| match item["type"].as_str().unwrap() {
            "pointerMove" => format!("{},{}/{}", item["x"], item["y"], item["duration"]),
            "pause" => item["duration"].to_string(),
            other => other.trim_start_matches("pointer").to_lowercase(),
        };
        items.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    const AT: Point = Point::new(10.0, 20.5);

    #[test]
    fn taps_holds_and_drags_are_played_as_asked() {
        assert_eq!(path(&Gesture::Tap { at: AT, count: 1 }), "10.0,20.5/0 down 60 up");
        assert_eq!(
            path(&Gesture::Tap { at: AT, count: 2 }),
            "10.0,20.5/0 down 60 up 60 down 60 up"
        );
        assert_eq!(path(&Gesture::Hold { at: AT, seconds: 0.8 }), "10.0,20.5/0 down 800 up");
        let to = Point::new(10.0, 320.0);
        let drag =
            |press_ms, rest_ms| Gesture::Drag { from: AT, to, press_ms, travel_ms: 400, rest_ms };
        assert_eq!(path(&drag(0, 0)), "10.0,20.5/0 down 10.0,320.0/400 up");
        assert_eq!(path(&drag(500, 120)), "10.0,20.5/0 down 500 10.0,320.0/400 120 up");
    }

    #[test]
    fn what_cannot_be_played_is_refused_before_it_is_sent() {
        let nowhere = Point::new(f64::NAN, 0.0);
        let from = AT;
        for gesture in [
            Gesture::Tap { at: AT, count: 0 },
            Gesture::Tap { at: nowhere, count: 1 },
            Gesture::Hold { at: AT, seconds: f64::INFINITY },
            Gesture::Hold { at: AT, seconds: 61.0 },
            Gesture::Drag { from, to: nowhere, press_ms: 0, travel_ms: 1, rest_ms: 0 },
            Gesture::Drag { from, to: AT, press_ms: u32::MAX, travel_ms: u32::MAX, rest_ms: 1 },
        ] {
            assert!(accepts(&gesture).is_err(), "{gesture:?}");
        }
        assert!(accepts(&Gesture::Tap { at: AT, count: 2 }).is_ok());
    }
}
