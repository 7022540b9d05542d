//! Draws a scene into pixels: what a screenshot of the phone shows.
//!
//! Path of a frame: `plan` resolves the scene into operations, `band` paints them strip by strip,
//! and the strips go straight into the PNG encoder, so that no whole frame is ever in memory unless
//! somebody asks for one. Equal scenes give equal bytes, whatever was drawn before: callers compare
//! screenshots for exact equality.
//!
//! Not here: what is where. The scene says it, in points.

mod band;
mod controls;
mod fonts;
mod glyphs;
mod jpeg;
mod layout;
mod pixels;
mod plan;
mod shapes;
mod symbols;
#[cfg(test)]
mod tests;

use std::io::Write;

use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, SrgbRenderingIntent};

use self::band::Painter;
use self::fonts::{Fonts, Style};
use self::plan::Plan;
use self::symbols::Symbols;
use crate::scene::Scene;

/// The width in points of a text on one line, as every compositor sets it: where a caret stands, how
/// wide a bubble is. Zero for a size that is none.
pub fn text_width(text: &str, size: f64, bold: bool) -> f64 {
    let points = pixels::length(size, 1.0).clamp(0.0, 150.0);
    let style = Style { points, pixels: points, bold };
    f64::from(layout::width(Fonts::shared(), text, style)).max(0.0)
}

/// Draws scenes, keeping fonts, buffers and drawn glyphs between frames.
pub struct Compositor {
    fonts: &'static Fonts,
    symbols: Symbols,
    painter: Painter,
    jpeg: jpeg::Jpeg,
}

impl Default for Compositor {
    fn default() -> Self {
        Self::new()
    }
}

impl Compositor {
    /// A compositor with the built-in fonts and nothing drawn yet.
    pub fn new() -> Self {
        Self {
            fonts: Fonts::shared(),
            symbols: Symbols::new(),
            painter: Painter::default(),
            jpeg: jpeg::Jpeg::default(),
        }
    }

    /// The scene as a PNG file: 8-bit RGB, sRGB, as many pixels as the scene's size and scale say.
    pub fn png(&mut self, scene: &Scene) -> Vec<u8> {
        let plan = Plan::of(scene, self.fonts, &self.symbols);
        // Writing to memory fails only for images without pixels, which no plan is.
        self.encode(&plan).unwrap_or_default()
    }

    /// The scene as a JPEG file of a quality from 1 to 100, drawn at `factor` (0 to 1) of its pixels.
    pub fn jpeg(&mut self, scene: &Scene, quality: u8, factor: f64) -> Vec<u8> {
        let factor = if factor.is_nan() { 1.0 } else { factor.clamp(0.01, 1.0) };
        let plan = Plan::scaled(scene, factor, self.fonts, &self.symbols);
        // As with PNG: no plan is without pixels, and memory takes every byte.
        self.jpeg.encode(&plan, self.fonts, &mut self.painter, quality).unwrap_or_default()
    }

    /// The same with the picture turned by a quarter within the frame, as a panel shows an interface
    /// that lies on its side.
    pub fn jpeg_turned(
        &mut self,
        scene: &Scene,
        quality: u8,
        factor: f64,
        is_clockwise: bool,
    ) -> Vec<u8> {
        let factor = if factor.is_nan() { 1.0 } else { factor.clamp(0.01, 1.0) };
        let plan = Plan::scaled(scene, factor, self.fonts, &self.symbols);
        let mut pixels = Vec::with_capacity(plan.width as usize * plan.height as usize * 4);
        self.painter.paint(&plan, self.fonts, |band| pixels.extend_from_slice(band));
        let size = (plan.width as usize, plan.height as usize);
        jpeg::encode_turned(&pixels, size, is_clockwise, quality).unwrap_or_default()
    }

    /// The scene as width, height and opaque RGBA pixels, rows from top to bottom.
    pub fn rgba(&mut self, scene: &Scene) -> (u32, u32, Vec<u8>) {
        let plan = Plan::of(scene, self.fonts, &self.symbols);
        let mut pixels = Vec::with_capacity(plan.width as usize * plan.height as usize * 4);
        self.painter.paint(&plan, self.fonts, |band| pixels.extend_from_slice(band));
        (plan.width, plan.height, pixels)
    }

    fn encode(&mut self, plan: &Plan) -> Result<Vec<u8>, EncodingError> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, plan.width, plan.height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::Fast);
        encoder.set_source_srgb(SrgbRenderingIntent::Perceptual);
        let mut writer = encoder.write_header()?;
        let mut stream = writer.stream_writer()?;
        let mut rgb = Vec::new();
        let mut outcome = Ok(());
        self.painter.paint(plan, self.fonts, |band| {
            rgb.resize(band.len() / 4 * 3, 0);
            for (to, from) in rgb.chunks_exact_mut(3).zip(band.chunks_exact(4)) {
                to.copy_from_slice(&from[..3]);
            }
            if outcome.is_ok() {
                outcome = stream.write_all(&rgb);
            }
        });
        outcome?;
        stream.finish()?;
        writer.finish()?;
        Ok(file)
    }
}
