//! Pixels: snapping rectangles of points to the grid, and blending premultiplied bytes.
//!
//! Edges are rounded to whole pixels, as UIKit aligns layers, so that separators and cards are crisp.
//! Numbers come from a world that may be told anything: NaN and infinities vanish or are clamped here,
//! and nothing behind this file has to think of them again.

use crate::geometry::Rect;
use crate::scene::Color;

/// Far outside of any screen, and small enough for exact `f32` arithmetic.
const FAR: f64 = 16_384.0;

/// A rectangle of whole pixels; the right and bottom edges are outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PixelRect {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) right: i32,
    pub(super) bottom: i32,
}

impl PixelRect {
    pub(super) const EMPTY: Self = Self { left: 0, top: 0, right: 0, bottom: 0 };

    pub(super) const fn new(left: i32, top: i32, right: i32, bottom: i32) -> Self {
        Self { left, top, right, bottom }
    }

    /// The nearest whole pixels; at least one pixel wide and high, so that hairlines stay visible.
    /// None for rectangles without an area.
    pub(super) fn snap(rect: &Rect, scale: f64) -> Option<Self> {
        let valid =
            rect.width > 0.0 && rect.height > 0.0 && rect.x.is_finite() && rect.y.is_finite();
        if !valid {
            return None;
        }
        let left = snap_edge(rect.x * scale);
        let top = snap_edge(rect.y * scale);
        let right = snap_edge((rect.x + rect.width) * scale).max(left + 1);
        let bottom = snap_edge((rect.y + rect.height) * scale).max(top + 1);
        Some(Self { left, top, right, bottom })
    }

    /// Every pixel that a shape between these edges can touch.
    pub(super) fn around(left: f32, top: f32, right: f32, bottom: f32) -> Self {
        let outward = |edge: f32, round: fn(f64) -> f64| {
            let edge = if edge.is_nan() { 0.0 } else { f64::from(edge) };
            round(edge).clamp(-FAR, FAR) as i32
        };
        Self {
            left: outward(left, f64::floor),
            top: outward(top, f64::floor),
            right: outward(right, f64::ceil),
            bottom: outward(bottom, f64::ceil),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.right <= self.left || self.bottom <= self.top
    }

    pub(super) fn width(&self) -> i32 {
        self.right - self.left
    }

    pub(super) fn height(&self) -> i32 {
        self.bottom - self.top
    }

    /// The shared pixels; empty when there are none.
    pub(super) fn intersection(&self, other: &Self) -> Self {
        Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    /// The smallest rectangle around both; an empty one counts for nothing.
    pub(super) fn union(&self, other: &Self) -> Self {
        if self.is_empty() {
            return *other;
        }
        if other.is_empty() {
            return *self;
        }
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    pub(super) fn contains(&self, other: &Self) -> bool {
        self.left <= other.left
            && self.top <= other.top
            && self.right >= other.right
            && self.bottom >= other.bottom
    }
}

fn snap_edge(edge: f64) -> i32 {
    // A ULP of difference in a sum must not move an edge by a pixel: halves lean one way.
    (edge + 1e-6).round().clamp(-FAR, FAR) as i32
}

/// A length in pixels that is safe to compute with: finite and within the far limits.
pub(super) fn length(points: f64, scale: f64) -> f32 {
    let pixels = points * scale;
    if pixels.is_nan() { 0.0 } else { pixels.clamp(-FAR, FAR) as f32 }
}

/// A fraction forced into 0 to 1; NaN counts as 0.
pub(super) fn fraction(value: f64) -> f32 {
    if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) as f32 }
}

/// One pixel: red, green, blue, alpha, premultiplied.
pub(super) type Pixel = [u8; 4];

/// `value / 255`, rounded, for products of two bytes.
const fn divide_255(value: u16) -> u16 {
    // Wide enough: 255 * 255 + 128 and its carry fit 16 bits.
    let value = value + 128;
    (value + (value >> 8)) >> 8
}

/// Draws a colour with a coverage of 0 to 255 over a pixel.
pub(super) fn blend(pixel: &mut Pixel, color: Color, coverage: u8) {
    let alpha = divide_255(u16::from(color.3) * u16::from(coverage));
    if alpha == 255 {
        *pixel = [color.0, color.1, color.2, 255];
        return;
    }
    let source = [color.0, color.1, color.2, 255].map(|byte| divide_255(u16::from(byte) * alpha));
    *pixel = over(*pixel, source, alpha);
}

/// Draws a premultiplied pixel, faded by `opacity`, over another.
pub(super) fn blend_premultiplied(pixel: &mut Pixel, source: Pixel, opacity: u8) {
    let source = source.map(|byte| divide_255(u16::from(byte) * u16::from(opacity)));
    *pixel = over(*pixel, source, source[3]);
}

fn over(below: Pixel, source: [u16; 4], alpha: u16) -> Pixel {
    let keep = 255 - alpha;
    let sum = |index: usize| (source[index] + divide_255(u16::from(below[index]) * keep)).min(255);
    [sum(0) as u8, sum(1) as u8, sum(2) as u8, sum(3) as u8]
}

/// A colour between two others.
pub(super) fn mix(from: Color, to: Color, share: f32) -> Color {
    let channel = |a: u8, b: u8| {
        let (a, b) = (f32::from(a), f32::from(b));
        (a + (b - a) * share).round().clamp(0.0, 255.0) as u8
    };
    Color(
        channel(from.0, to.0),
        channel(from.1, to.1),
        channel(from.2, to.2),
        channel(from.3, to.3),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hairlines_keep_one_pixel() {
        let rect = Rect::new(0.0, 10.1, 100.0, 0.1);
        let snapped = PixelRect::snap(&rect, 3.0).unwrap();
        assert_eq!(snapped.height(), 1);
    }

    #[test]
    fn rectangles_without_area_vanish() {
        assert!(PixelRect::snap(&Rect::new(0.0, 0.0, -5.0, 10.0), 3.0).is_none());
        assert!(PixelRect::snap(&Rect::new(f64::NAN, 0.0, 5.0, 10.0), 3.0).is_none());
        let endless = PixelRect::snap(&Rect::new(-1e300, 0.0, f64::INFINITY, 10.0), 3.0).unwrap();
        assert!(endless.width() <= 2 * FAR as i32);
    }

    #[test]
    fn opaque_colour_replaces_and_clear_colour_keeps() {
        let mut pixel = [10, 20, 30, 255];
        blend(&mut pixel, Color(1, 2, 3, 255), 0);
        assert_eq!(pixel, [10, 20, 30, 255]);
        blend(&mut pixel, Color(1, 2, 3, 255), 255);
        assert_eq!(pixel, [1, 2, 3, 255]);
    }

    #[test]
    fn opaque_pixels_stay_opaque() {
        for alpha in 0..=255 {
            let mut pixel = [255, 255, 255, 255];
            blend(&mut pixel, Color(255, 255, 255, alpha), 200);
            assert_eq!(pixel, [255; 4], "alpha {alpha}");
        }
    }
}
