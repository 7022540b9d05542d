//! Outlines of rounded rectangles and capsules, and the soft shadows under knobs.
//!
//! Corners are a little flatter at their ends than circle arcs, as iOS's continuous corners are;
//! where there is no room for that (capsules, circles) they are arcs.

use tiny_skia::{Path, PathBuilder};

use super::pixels::PixelRect;

/// How far along the edge a continuous corner begins, in radii.
const CORNER_REACH: f32 = 1.22;

/// A rectangle in pixels with rounded corners, not snapped to the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rounded {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) right: f32,
    pub(super) bottom: f32,
    pub(super) radius: f32,
}

impl Rounded {
    pub(super) fn new(rect: &PixelRect, radius: f32) -> Self {
        Self {
            left: rect.left as f32,
            top: rect.top as f32,
            right: rect.right as f32,
            bottom: rect.bottom as f32,
            radius: radius.clamp(0.0, rect.width().min(rect.height()) as f32 / 2.0),
        }
    }

    /// A capsule or a circle around a centre.
    pub(super) fn capsule(center: (f32, f32), width: f32, height: f32) -> Self {
        let (half_width, half_height) = (width / 2.0, height / 2.0);
        Self {
            left: center.0 - half_width,
            top: center.1 - half_height,
            right: center.0 + half_width,
            bottom: center.1 + half_height,
            radius: half_width.min(half_height),
        }
    }

    /// The same with every edge moved inwards.
    pub(super) fn inset(&self, by: f32) -> Self {
        Self {
            left: self.left + by,
            top: self.top + by,
            right: self.right - by,
            bottom: self.bottom - by,
            radius: (self.radius - by).max(0.0),
        }
    }

    pub(super) fn moved(&self, dx: f32, dy: f32) -> Self {
        Self {
            left: self.left + dx,
            right: self.right + dx,
            top: self.top + dy,
            bottom: self.bottom + dy,
            ..*self
        }
    }

    pub(super) fn bounds(&self, margin: f32) -> PixelRect {
        PixelRect::around(
            self.left - margin,
            self.top - margin,
            self.right + margin,
            self.bottom + margin,
        )
    }

    /// How far from an edge the outline is curved, in pixels.
    pub(super) fn reach(&self) -> f32 {
        let room = (self.right - self.left).min(self.bottom - self.top) / 2.0;
        (self.radius * CORNER_REACH).min(room)
    }

    pub(super) fn path(&self) -> Option<Path> {
        if self.right <= self.left || self.bottom <= self.top {
            return None;
        }
        let (left, top, right, bottom) = (self.left, self.top, self.right, self.bottom);
        let reach = self.reach();
        // A cubic from edge to edge passes through the arc's middle with this handle.
        let pull = reach - (4.0 * reach - 2.343_146 * self.radius) / 3.0;
        let mut path = PathBuilder::new();
        path.move_to(left + reach, top);
        path.line_to(right - reach, top);
        path.cubic_to(right - pull, top, right, top + pull, right, top + reach);
        path.line_to(right, bottom - reach);
        path.cubic_to(right, bottom - pull, right - pull, bottom, right - reach, bottom);
        path.line_to(left + reach, bottom);
        path.cubic_to(left + pull, bottom, left, bottom - pull, left, bottom - reach);
        path.line_to(left, top + reach);
        path.cubic_to(left, top + pull, left + pull, top, left + reach, top);
        path.close();
        path.finish()
    }

    /// Shadow strength (0 to 1) at a point, for a shadow that fades over `blur` pixels both ways.
    pub(super) fn shadow_at(&self, x: f32, y: f32, blur: f32) -> f32 {
        let (half_width, half_height) =
            ((self.right - self.left) / 2.0, (self.bottom - self.top) / 2.0);
        let across = (x - self.left - half_width).abs() - half_width + self.radius;
        let down = (y - self.top - half_height).abs() - half_height + self.radius;
        let outside = across.max(0.0).hypot(down.max(0.0));
        let distance = outside + across.max(down).min(0.0) - self.radius;
        let share = (0.5 - distance / (2.0 * blur)).clamp(0.0, 1.0);
        share * share * (3.0 - 2.0 * share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_without_room_are_arcs() {
        let circle = Rounded::capsule((50.0, 50.0), 40.0, 40.0);
        assert_eq!(circle.reach(), 20.0);
        let card = Rounded::new(&PixelRect::new(0, 0, 300, 300), 30.0);
        assert!(card.reach() > 30.0);
    }

    #[test]
    fn shadows_fade_outwards() {
        let knob = Rounded::capsule((50.0, 50.0), 40.0, 40.0);
        let at = |x: f32| knob.shadow_at(x, 50.0, 8.0);
        assert_eq!(at(50.0), 1.0);
        assert!(at(68.0) > at(72.0));
        assert_eq!(at(80.0), 0.0);
    }
}
