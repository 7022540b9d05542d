//! Frames as JPEG, for streams.
//!
//! A screen is mostly flat: units of one colour are written as a few bits without being transformed,
//! which is most of the speed. Bands are painted as they are needed, so that a stream costs no more
//! memory than a screenshot. Both sides of the colours are halved. Tables and headers are those of
//! `jpeg-encoder` for the same quality, and turned frames, which are rare, are wholly its work.

mod bits;
mod dct;
mod tables;

use jpeg_encoder::{ColorType, Encoder, EncodingError, SamplingFactor, rgb_to_ycbcr};

use super::band::Painter;
use super::fonts::Fonts;
use super::plan::Plan;

use bits::Bits;
use tables::Tables;

/// Pixels of a unit along each side: four blocks of brightness, one of each colour.
const UNIT: usize = 16;
const BLOCK: usize = 8;

/// Encodes frames, keeping the tables of the last quality.
#[derive(Default)]
pub(super) struct Jpeg {
    tables: Option<Tables>,
}

impl Jpeg {
    /// Encodes a plan with a quality from 1 to 100.
    pub(super) fn encode(
        &mut self,
        plan: &Plan,
        fonts: &Fonts,
        painter: &mut Painter,
        quality: u8,
    ) -> Result<Vec<u8>, EncodingError> {
        let known = self.tables.take().filter(|tables| tables.quality == quality);
        let tables = self.tables.insert(match known {
            Some(tables) => tables,
            None => Tables::of(quality)?,
        });
        let mut scan = Scan::new(tables, plan);
        let row_bytes = plan.width as usize * 4;
        painter.paint(plan, fonts, |band| {
            for rows in band.chunks(row_bytes * UNIT) {
                scan.units(rows, row_bytes);
            }
        });
        Ok(scan.finish())
    }
}

/// The entropy-coded part of a frame while it is written.
struct Scan<'a> {
    tables: &'a Tables,
    bits: Bits,
    width: usize,
    /// What the last unit ended with: brightness and both colours.
    last: [i32; 3],
}

impl<'a> Scan<'a> {
    fn new(tables: &'a Tables, plan: &Plan) -> Self {
        let bits = Bits::after(tables.header(plan.width, plan.height));
        Self { tables, bits, width: plan.width as usize, last: [0; 3] }
    }

    /// One line of units: up to sixteen rows of pixels.
    fn units(&mut self, rows: &[u8], row_bytes: usize) {
        for left in (0..self.width).step_by(UNIT) {
            let right = (left + UNIT).min(self.width);
            match flat(rows, row_bytes, left * 4..right * 4) {
                Some(color) => self.flat_unit(color),
                None => self.unit(rows, row_bytes, left),
            }
        }
    }

    fn flat_unit(&mut self, [red, green, blue, _]: [u8; 4]) {
        let (luma, cb, cr) = rgb_to_ycbcr(red, green, blue);
        let level = |value: u8, class: usize| self.tables.flat_level(value, class);
        let now = [level(luma, 0), level(cb, 1), level(cr, 1)];
        if now == self.last {
            let (code, length) = self.tables.same;
            self.bits.put(code, length);
            return;
        }
        for (place, count, class) in [(0, 4, 0), (1, 1, 1), (2, 1, 1)] {
            for _ in 0..count {
                self.step(place, class, now[place]);
                self.end_of_block(class);
            }
        }
    }

    fn unit(&mut self, rows: &[u8], row_bytes: usize, left: usize) {
        let mut luma = [[0.0; UNIT]; UNIT];
        let mut colors = [[[0.0; BLOCK]; BLOCK]; 2];
        let height = rows.len() / row_bytes;
        for y in 0..UNIT {
            let row = &rows[y.min(height - 1) * row_bytes..][..row_bytes];
            for x in 0..UNIT {
                let at = (left + x).min(self.width - 1) * 4;
                let (value, cb, cr) = rgb_to_ycbcr(row[at], row[at + 1], row[at + 2]);
                luma[y][x] = f32::from(value) - 128.0;
                colors[0][y / 2][x / 2] += (f32::from(cb) - 128.0) / 4.0;
                colors[1][y / 2][x / 2] += (f32::from(cr) - 128.0) / 4.0;
            }
        }
        for (top, side) in [(0, 0), (0, BLOCK), (BLOCK, 0), (BLOCK, BLOCK)] {
            let mut block = [[0.0; BLOCK]; BLOCK];
            for (to, from) in block.iter_mut().zip(&luma[top..top + BLOCK]) {
                to.copy_from_slice(&from[side..side + BLOCK]);
            }
            self.block(0, 0, block);
        }
        let [blue, red] = colors;
        self.block(1, 1, blue);
        self.block(2, 1, red);
    }

    fn block(&mut self, place: usize, class: usize, block: [[f32; BLOCK]; BLOCK]) {
        let levels = self.tables.levels(&dct::forward(block), class);
        self.step(place, class, levels[0]);
        let mut zeros = 0;
        for &level in &levels[1..] {
            if level == 0 {
                zeros += 1;
                continue;
            }
            while zeros > 15 {
                let (code, length) = self.tables.steps[class].of(0xF0);
                self.bits.put(code, length);
                zeros -= 16;
            }
            let size = bits::size(level);
            let (code, length) = self.tables.steps[class].of(zeros << 4 | size);
            self.bits.put(code << size | bits::tail(level, size), length + size);
            zeros = 0;
        }
        if zeros > 0 {
            self.end_of_block(class);
        }
    }

    /// The mean of a block, as its difference from the one before.
    fn step(&mut self, place: usize, class: usize, level: i32) {
        let difference = level - self.last[place];
        self.last[place] = level;
        let size = bits::size(difference);
        let (code, length) = self.tables.means[class].of(size);
        self.bits.put(code << size | bits::tail(difference, size), length + size);
    }

    fn end_of_block(&mut self, class: usize) {
        let (code, length) = self.tables.steps[class].of(0);
        self.bits.put(code, length);
    }

    fn finish(self) -> Vec<u8> {
        let mut file = self.bits.finish();
        file.extend_from_slice(&[0xFF, 0xD9]);
        file
    }
}

/// The colour of a part of the rows, when it is one.
fn flat(rows: &[u8], row_bytes: usize, part: std::ops::Range<usize>) -> Option<[u8; 4]> {
    let color: [u8; 4] = rows.get(part.start..part.start + 4)?.try_into().ok()?;
    let is_flat = rows.chunks_exact(row_bytes).all(|row| {
        let (pixels, _) = row[part.clone()].as_chunks::<4>();
        pixels.iter().all(|pixel| *pixel == color)
    });
    is_flat.then_some(color)
}

/// Encodes whole RGBA pixels turned by a quarter.
pub(super) fn encode_turned(
    rgba: &[u8],
    (width, height): (usize, usize),
    is_clockwise: bool,
    quality: u8,
) -> Result<Vec<u8>, EncodingError> {
    let mut turned = Vec::with_capacity(rgba.len());
    for row in 0..width {
        for column in 0..height {
            let (x, y) =
                if is_clockwise { (row, height - 1 - column) } else { (width - 1 - row, column) };
            let at = (y * width + x) * 4;
            turned.extend_from_slice(rgba.get(at..at + 4).unwrap_or(&[0; 4]));
        }
    }
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, quality.clamp(1, 100));
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    encoder.encode(&turned, height as u16, width as u16, ColorType::Rgba)?;
    Ok(file)
}
