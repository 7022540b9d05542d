//! Switches and sliders as iOS draws them (docs/wires/ios-look.md).
//!
//! A switch of the newer, wide proportions gets a wide knob, one of the older proportions a round
//! one. Colours are the system's in light appearance.

use super::pixels::{self, PixelRect, mix};
use super::plan::Planner;
use super::shapes::Rounded;
use crate::geometry::Rect;
use crate::scene::Color;

const WHITE: Color = Color(255, 255, 255, 255);
const GREEN: Color = Color(52, 199, 89, 255);
const BLUE: Color = Color(0, 136, 255, 255);
/// The track of a switch that is off, and of a slider beyond its knob.
const TRACK: Color = Color(120, 120, 128, 46);
/// Widths over heights above this are the wide switch.
const WIDE_SWITCH: f32 = 2.0;
/// Largest knob of a slider and height of its track, in points.
const SLIDER_KNOB: f64 = 28.0;
const SLIDER_TRACK: f64 = 6.0;

pub(super) fn switch(planner: &mut Planner<'_>, rect: &Rect, position: f64) {
    let Some(track) = PixelRect::snap(rect, planner.scale()) else { return };
    let position = pixels::fraction(position);
    let (width, height) = (track.width() as f32, track.height() as f32);
    let track = Rounded::new(&track, height / 2.0);
    planner.area(&track, mix(TRACK, GREEN, position));
    let margin = (height * 0.07).round().max(1.0);
    let knob_height = height - 2.0 * margin;
    let knob_width = if width / height > WIDE_SWITCH {
        (width * 0.62).min(knob_height * 1.65)
    } else {
        knob_height
    };
    let travel = (width - 2.0 * margin - knob_width).max(0.0);
    let left = track.left + margin + travel * position;
    let center = (left + knob_width / 2.0, f32::midpoint(track.top, track.bottom));
    knob(planner, &Rounded::capsule(center, knob_width, knob_height));
}

pub(super) fn slider(planner: &mut Planner<'_>, rect: &Rect, fraction: f64) {
    let Some(frame) = PixelRect::snap(rect, planner.scale()) else { return };
    let fraction = pixels::fraction(fraction);
    let middle = ((frame.top + frame.bottom) as f32 / 2.0).floor();
    let half = (pixels::length(SLIDER_TRACK, planner.scale()) / 2.0).round() as i32;
    let size = pixels::length(SLIDER_KNOB, planner.scale())
        .min(frame.height() as f32)
        .min(frame.width() as f32);
    let center = frame.left as f32 + size / 2.0 + (frame.width() as f32 - size) * fraction;
    let (top, bottom) = (middle as i32 - half, middle as i32 + half);
    let track = PixelRect::new(frame.left, top, frame.right, bottom);
    planner.area(&Rounded::new(&track, half as f32), TRACK);
    let filled = PixelRect { right: center.round() as i32, ..track };
    planner.area(&Rounded::new(&filled, half as f32), BLUE);
    knob(planner, &Rounded::capsule((center, middle), size, size));
}

/// A white knob over a wide soft shadow and a narrow firm one.
fn knob(planner: &mut Planner<'_>, shape: &Rounded) {
    let unit = planner.scale() as f32;
    planner.shadow(shape.moved(0.0, 2.0 * unit), 5.0 * unit, Color(0, 0, 0, 40));
    planner.shadow(shape.moved(0.0, 0.5 * unit), 1.0 * unit, Color(0, 0, 0, 36));
    planner.area(shape, WHITE);
}
