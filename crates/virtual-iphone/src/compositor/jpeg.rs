//! Frames as JPEG, for streams.
//!
//! The encoder asks for one row after the other; bands are painted as it reaches them, so that a
//! stream costs no more memory than a screenshot.

use std::cell::RefCell;

use jpeg_encoder::{ColorType, Encoder, EncodingError, ImageBuffer, JpegColorType, SamplingFactor};

use super::band::{Painter, ROWS};
use super::fonts::Fonts;
use super::plan::Plan;

/// Pixels of an encoded unit along each side, with both sides of the colours halved.
const UNIT: usize = 16;

/// A frame that is painted while it is read.
struct Frame<'a> {
    plan: &'a Plan,
    fonts: &'a Fonts,
    current: RefCell<Current<'a>>,
}

/// The band that was painted last.
struct Current<'a> {
    painter: &'a mut Painter,
    top: Option<u32>,
    rgba: Vec<u8>,
}

/// Encodes a plan with a quality from 1 to 100.
pub(super) fn encode(
    plan: &Plan,
    fonts: &Fonts,
    painter: &mut Painter,
    quality: u8,
) -> Result<Vec<u8>, EncodingError> {
    let mut file = Vec::new();
    let current = RefCell::new(Current { painter, top: None, rgba: Vec::new() });
    let mut encoder = Encoder::new(&mut file, quality.clamp(1, 100));
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    encoder.encode_image(Frame { plan, fonts, current })?;
    Ok(file)
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

impl ImageBuffer for Frame<'_> {
    fn get_jpeg_color_type(&self) -> JpegColorType {
        JpegColorType::Ycbcr
    }

    fn width(&self) -> u16 {
        self.plan.width as u16
    }

    fn height(&self) -> u16 {
        self.plan.height as u16
    }

    fn fill_buffers(&self, y: u16, buffers: &mut [Vec<u8>; 4]) {
        let Ok(mut current) = self.current.try_borrow_mut() else { return };
        let row = u32::from(y);
        let top = row - row % ROWS;
        current.show(self.plan, self.fonts, top);
        let row_bytes = self.plan.width as usize * 4;
        let start = (row - top) as usize * row_bytes;
        let pixels = current.rgba.get(start..start + row_bytes).unwrap_or_default();
        let width = self.plan.width as usize;
        // The encoder fills each row up to whole units and empties its buffers after each unit.
        let stride = width.next_multiple_of(UNIT);
        let is_repeated = row > top && current.rgba.get(start - row_bytes..start) == Some(pixels);
        let [luma, blue, red, _] = buffers;
        for (buffer, channel) in [(luma, 0), (blue, 1), (red, 2)] {
            let before = buffer.len();
            let above = before.checked_sub(stride).filter(|_| is_repeated);
            if let Some(above) = above {
                // Most rows of a screen are the row above: what that one gave is copied.
                buffer.extend_from_within(above..above + width);
            } else {
                convert(pixels, channel, buffer);
            }
        }
    }
}

/// One channel of a row of RGBA pixels.
fn convert(pixels: &[u8], channel: usize, buffer: &mut Vec<u8>) {
    let (pixels, _) = pixels.as_chunks::<4>();
    let values = |pixel: &[u8; 4]| jpeg_encoder::rgb_to_ycbcr(pixel[0], pixel[1], pixel[2]);
    match channel {
        0 => buffer.extend(pixels.iter().map(|pixel| values(pixel).0)),
        1 => buffer.extend(pixels.iter().map(|pixel| values(pixel).1)),
        _ => buffer.extend(pixels.iter().map(|pixel| values(pixel).2)),
    }
}

impl Current<'_> {
    fn show(&mut self, plan: &Plan, fonts: &Fonts, top: u32) {
        if self.top == Some(top) {
            return;
        }
        self.top = Some(top);
        self.rgba.clear();
        let rgba = &mut self.rgba;
        self.painter.paint_band(plan, fonts, top, |band| rgba.extend_from_slice(band));
    }
}
