//! Shapes with smooth edges on rows of red, green and blue: round boxes, their outlines, strokes.
//!
//! Every shape is a distance from its edge, so it is smooth at any size and needs no font. Lengths
//! are pixels, from the top left corner of the top left pixel. What lies outside is not drawn.

use super::Pixels;

pub(super) type Color = [u8; 3];

/// A box in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) width: f32,
    pub(super) height: f32,
}

impl Area {
    pub(super) fn grown(self, by: f32) -> Self {
        let (width, height) = (self.width + 2.0 * by, self.height + 2.0 * by);
        Self { x: self.x - by, y: self.y - by, width: width.max(0.0), height: height.max(0.0) }
    }

    /// Square pixels that two boxes share.
    pub(super) fn shared(self, other: Self) -> f32 {
        let width = (self.x + self.width).min(other.x + other.width) - self.x.max(other.x);
        let height = (self.y + self.height).min(other.y + other.height) - self.y.max(other.y);
        width.max(0.0) * height.max(0.0)
    }

    /// Distance of a point from the edge of this box with round corners; negative inside.
    fn distance(self, x: f32, y: f32, radius: f32) -> f32 {
        let (half_width, half_height) = (self.width / 2.0, self.height / 2.0);
        let radius = radius.min(half_width).min(half_height);
        let across = (x - self.x - half_width).abs() - half_width + radius;
        let down = (y - self.y - half_height).abs() - half_height + radius;
        across.max(0.0).hypot(down.max(0.0)) + across.max(down).min(0.0) - radius
    }
}

/// A straight stroke between two points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stroke {
    pub(super) from: (f32, f32),
    pub(super) to: (f32, f32),
}

impl Stroke {
    fn distance(self, x: f32, y: f32) -> f32 {
        let (dx, dy) = (self.to.0 - self.from.0, self.to.1 - self.from.1);
        let (px, py) = (x - self.from.0, y - self.from.1);
        let length = dx.mul_add(dx, dy * dy);
        let along =
            if length > 0.0 { (px.mul_add(dx, py * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
        (px - along * dx).hypot(py - along * dy)
    }
}

impl Pixels {
    /// Fills a box with round corners.
    pub(super) fn fill(&mut self, area: Area, radius: f32, color: Color) {
        self.paint(area.grown(1.0), color, |x, y| -area.distance(x, y, radius));
    }

    /// Draws the edge of a box with round corners, inwards.
    pub(super) fn outline(&mut self, area: Area, radius: f32, thickness: f32, color: Color) {
        let middle = area.grown(-thickness / 2.0);
        let inner = (radius - thickness / 2.0).max(0.0);
        let edge = |x: f32, y: f32| thickness / 2.0 - middle.distance(x, y, inner).abs();
        self.paint(area.grown(1.0), color, edge);
    }

    /// Draws strokes with round ends; where they meet they are one.
    pub(super) fn strokes(
        &mut self,
        strokes: &[Stroke],
        thickness: f32,
        color: Color,
        within: Area,
    ) {
        let nearest = |x: f32, y: f32| {
            let distances = strokes.iter().map(|stroke| stroke.distance(x, y));
            thickness / 2.0 - distances.fold(f32::INFINITY, f32::min)
        };
        self.paint(within, color, nearest);
    }

    /// Blends a colour over the pixels of `within` by how far inside the shape their middle lies.
    fn paint(&mut self, within: Area, color: Color, inside: impl Fn(f32, f32) -> f32) {
        let (width, height) = (self.size.width as usize, self.size.height as usize);
        let end = |at: f32, most: usize| (at.max(0.0).ceil() as usize).min(most);
        let columns = within.x.max(0.0) as usize..end(within.x + within.width, width);
        for y in within.y.max(0.0) as usize..end(within.y + within.height, height) {
            for x in columns.clone() {
                let cover = (inside(x as f32 + 0.5, y as f32 + 0.5) + 0.5).clamp(0.0, 1.0);
                if cover > 0.0 {
                    let at = (y * width + x) * 3;
                    for (under, over) in self.rgb[at..at + 3].iter_mut().zip(color) {
                        let (was, wanted) = (f32::from(*under), f32::from(over));
                        *under = (wanted - was).mul_add(cover, was).round() as u8;
                    }
                }
            }
        }
    }
}
