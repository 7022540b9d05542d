//! The letter `e` and the digits as strokes: what a ref is written with.
//!
//! Drawn in a box of 6 by 10 units, base line at 9.2, as lines and arcs. Other characters have no
//! shape and take no room.

use super::canvas::Stroke;

/// Height of a digit, in units.
pub(super) const CAP: f32 = 8.4;
/// From one character to the next, in units.
pub(super) const ADVANCE: f32 = 7.2;
/// Thickness of a stroke, in units.
pub(super) const WEIGHT: f32 = 1.5;
/// Where digits begin below the top of their box, in units.
const TOP: f32 = 0.8;
/// Degrees of an arc that one straight stroke stands for.
const ARC_STEP: f32 = 15.0;

/// A part of a character.
enum Part {
    /// From a point to a point.
    Line(f32, f32, f32, f32),
    /// Middle, radii, and the degrees from and to; clockwise from the right.
    Arc(f32, f32, f32, f32, f32, f32),
}

use Part::{Arc, Line};

const fn parts(character: char) -> &'static [Part] {
    match character {
        '0' => &[Arc(3.0, 5.0, 2.4, 4.2, 0.0, 360.0)],
        '1' => &[Line(1.3, 2.5, 3.4, 0.8), Line(3.4, 0.8, 3.4, 9.2)],
        '2' => &[
            Arc(3.0, 3.2, 2.2, 2.4, 195.0, 400.0),
            Line(4.7, 4.7, 0.8, 9.2),
            Line(0.8, 9.2, 5.3, 9.2),
        ],
        '3' => &[Arc(2.9, 2.9, 2.1, 2.1, 200.0, 450.0), Arc(2.9, 7.1, 2.3, 2.1, 270.0, 520.0)],
        '4' => &[Line(4.3, 9.2, 4.3, 0.8), Line(4.3, 0.8, 0.6, 6.7), Line(0.6, 6.7, 5.6, 6.7)],
        '5' => &[
            Line(4.9, 0.8, 1.4, 0.8),
            Line(1.4, 0.8, 1.1, 4.8),
            Arc(2.9, 6.5, 2.3, 2.7, 220.0, 510.0),
        ],
        '6' => &[Arc(3.0, 6.6, 2.3, 2.6, 0.0, 360.0), Arc(5.0, 6.6, 4.3, 5.9, 180.0, 262.0)],
        '7' => &[Line(0.8, 0.8, 5.2, 0.8), Line(5.2, 0.8, 2.3, 9.2)],
        '8' => &[Arc(3.0, 2.9, 1.9, 2.1, 0.0, 360.0), Arc(3.0, 7.1, 2.3, 2.1, 0.0, 360.0)],
        '9' => &[Arc(3.0, 3.4, 2.3, 2.6, 0.0, 360.0), Arc(1.0, 3.4, 4.3, 5.9, 0.0, 82.0)],
        'e' => &[Line(0.9, 6.2, 5.1, 6.2), Arc(3.0, 6.2, 2.2, 3.0, 360.0, 45.0)],
        _ => &[],
    }
}

/// Width of a text, in units.
pub(super) fn width(text: &str) -> f32 {
    let shapes = text.chars().filter(|c| !parts(*c).is_empty()).count();
    (shapes as f32).mul_add(ADVANCE, -(ADVANCE - 6.0))
}

/// A text as strokes, the tops of its digits at `(x, y)`, a unit being `unit` pixels.
pub(super) fn strokes(text: &str, x: f32, y: f32, unit: f32) -> Vec<Stroke> {
    let shapes = text.chars().map(parts).filter(|parts| !parts.is_empty());
    let mut strokes = Vec::new();
    for (place, shape) in shapes.enumerate() {
        let left = (place as f32 * ADVANCE).mul_add(unit, x);
        let to_pixels = |(across, down): (f32, f32)| {
            (across.mul_add(unit, left), (down - TOP).mul_add(unit, y))
        };
        let straight = shape.iter().flat_map(lines);
        strokes
            .extend(straight.map(|(from, to)| Stroke { from: to_pixels(from), to: to_pixels(to) }));
    }
    strokes
}

type Segment = ((f32, f32), (f32, f32));

/// A part as straight segments, in units.
fn lines(part: &Part) -> Vec<Segment> {
    match *part {
        Line(x0, y0, x1, y1) => vec![((x0, y0), (x1, y1))],
        Arc(x, y, across, down, from, to) => {
            let steps = ((to - from).abs() / ARC_STEP).ceil().max(1.0);
            let at = |step: f32| {
                let angle = ((to - from) * (step / steps) + from).to_radians();
                (angle.cos().mul_add(across, x), angle.sin().mul_add(down, y))
            };
            (0..steps as u32).map(|step| (at(step as f32), at(step as f32 + 1.0))).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_of_a_ref_has_a_shape_of_its_own_within_its_box() {
        let all = "e0123456789";
        let drawn: Vec<_> = all.chars().map(|c| strokes(&c.to_string(), 0.0, 0.0, 1.0)).collect();
        for (index, shape) in drawn.iter().enumerate() {
            assert!(!shape.is_empty() && !drawn[..index].contains(shape), "{index}");
            let ends = shape.iter().flat_map(|stroke| [stroke.from, stroke.to]);
            for (x, y) in ends {
                assert!(
                    (0.0..=6.0).contains(&x) && (-0.1..=CAP + 0.1).contains(&y),
                    "{index}: {x} {y}"
                );
            }
        }
        assert!(strokes("x -", 0.0, 0.0, 1.0).is_empty());
    }
}
