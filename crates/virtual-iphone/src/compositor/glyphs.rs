//! Keeps drawn glyphs between frames.
//!
//! A phone shows the same few hundred glyphs again and again; drawing them anew would be most of a
//! frame's cost. The store empties itself when it exceeds its limit, which changes no pixel.

use std::collections::HashMap;

use super::fonts::{Coverage, Fonts, Shape};

/// Enough for several screens of text, and small beside a frame.
const LIMIT_BYTES: usize = 3 * 1024 * 1024;
/// Positions of a glyph between two pixels that are told apart.
const STEPS: f32 = 4.0;

/// One glyph at its place: origin on the baseline, in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub(super) shape: Shape,
    pub(super) pixels: f32,
    pub(super) x: f32,
    pub(super) y: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    shape: Shape,
    pixel_bits: u32,
    step: u8,
}

/// The glyphs drawn so far.
#[derive(Default)]
pub(super) struct Glyphs {
    drawn: HashMap<Key, Coverage>,
    bytes: usize,
}

impl Glyphs {
    /// The coverage of a glyph and the column of its origin.
    pub(super) fn get(&mut self, fonts: &Fonts, glyph: &Placed) -> (&Coverage, i32) {
        let quarters = (glyph.x * STEPS).round();
        let column = (quarters / STEPS).floor();
        let step = quarters - column * STEPS;
        let key = Key { shape: glyph.shape, pixel_bits: glyph.pixels.to_bits(), step: step as u8 };
        if self.bytes > LIMIT_BYTES && !self.drawn.contains_key(&key) {
            self.drawn.clear();
            self.bytes = 0;
        }
        let bytes = &mut self.bytes;
        let coverage = self.drawn.entry(key).or_insert_with(|| {
            let coverage = fonts.rasterize(glyph.shape, glyph.pixels, step / STEPS);
            *bytes += coverage.bytes.len() + size_of::<(Key, Coverage)>();
            coverage
        });
        (coverage, column as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::super::fonts::Style;
    use super::*;

    #[test]
    fn emptied_store_draws_the_same() {
        let fonts = Fonts::shared();
        let mut glyphs = Glyphs::default();
        let (shape, _) = fonts.shape('g', Style { points: 17.0, pixels: 51.0, bold: false });
        let placed = Placed { shape, pixels: 51.0, x: 10.3, y: 0 };
        let before = glyphs.get(fonts, &placed).0.bytes.clone();
        for size in 0..400 {
            let other = Placed { pixels: 300.0 + size as f32, ..placed };
            glyphs.get(fonts, &other);
        }
        assert!(glyphs.bytes <= LIMIT_BYTES + 700 * 700);
        assert_eq!(glyphs.get(fonts, &placed).0.bytes, before);
    }

    #[test]
    fn positions_left_of_zero_round_down() {
        let fonts = Fonts::shared();
        let placed = Placed { shape: Shape::Missing { wide: false }, pixels: 20.0, x: -0.4, y: 0 };
        assert_eq!(Glyphs::default().get(fonts, &placed).1, -1);
    }
}
