//! Paints a frame in horizontal bands.
//!
//! A whole frame of a phone is twelve megabytes; a band fits the processor's cache, and nothing ever
//! needs more than one of them (plus one per open opacity group). Whoever wants the frame gets it
//! band by band, top to bottom.

use tiny_skia::{FillRule, LineCap, LineJoin, Mask, Paint, Path, Pixmap, Stroke, Transform};

use super::fonts::Fonts;
use super::glyphs::{Glyphs, Placed};
use super::pixels::{Pixel, PixelRect, blend, blend_premultiplied};
use super::plan::{Kind, Op, Plan};
use super::shapes::Rounded;
use crate::scene::Color;

/// Rows of a band.
pub(super) const ROWS: u32 = 96;
const PIXEL_BYTES: usize = 4;
/// What the screen shows where a scene draws nothing.
const NOTHING: tiny_skia::Color = tiny_skia::Color::BLACK;

/// Paints frames, keeping its buffers and glyphs between them.
#[derive(Default)]
pub(super) struct Painter {
    glyphs: Glyphs,
    layers: Vec<Layer>,
}

/// The pixels of a band, and the mask for outlines that a clip cuts.
struct Layer {
    pixmap: Pixmap,
    mask: Mask,
    masked: PixelRect,
}

impl Layer {
    fn new(width: u32) -> Option<Self> {
        let (pixmap, mask) = (Pixmap::new(width, ROWS)?, Mask::new(width, ROWS)?);
        Some(Self { pixmap, mask, masked: PixelRect::EMPTY })
    }
}

impl Painter {
    /// Paints a plan and hands out its rows as opaque RGBA, a band at a time.
    pub(super) fn paint(&mut self, plan: &Plan, fonts: &Fonts, mut each: impl FnMut(&[u8])) {
        for top in (0..plan.height).step_by(ROWS as usize) {
            self.paint_band(plan, fonts, top, &mut each);
        }
    }

    /// Paints the band that begins at row `top` and hands out its rows.
    pub(super) fn paint_band(
        &mut self,
        plan: &Plan,
        fonts: &Fonts,
        top: u32,
        take: impl FnOnce(&[u8]),
    ) {
        let rows = ROWS.min(plan.height.saturating_sub(top));
        let Some(mut layer) = self.layer(plan.width) else { return };
        layer.pixmap.fill(NOTHING);
        let area = PixelRect::new(0, top as i32, plan.width as i32, (top + rows) as i32);
        self.paint_ops(&plan.ops, fonts, &area, &mut layer);
        let bytes = plan.width as usize * rows as usize * PIXEL_BYTES;
        take(&layer.pixmap.data()[..bytes]);
        self.layers.push(layer);
    }

    /// A layer of the right width, used before or new; its pixels are whatever they were.
    fn layer(&mut self, width: u32) -> Option<Layer> {
        self.layers.retain(|layer| layer.pixmap.width() == width);
        let mut layer = self.layers.pop().or_else(|| Layer::new(width))?;
        layer.masked = PixelRect::EMPTY;
        Some(layer)
    }

    fn paint_ops(&mut self, ops: &[Op], fonts: &Fonts, area: &PixelRect, layer: &mut Layer) {
        for op in ops {
            let visible = op.bounds.intersection(area);
            if !visible.is_empty() {
                self.paint_op(op, fonts, area, &visible, layer);
            }
        }
    }

    fn paint_op(
        &mut self,
        op: &Op,
        fonts: &Fonts,
        area: &PixelRect,
        visible: &PixelRect,
        layer: &mut Layer,
    ) {
        let mut canvas = Canvas { layer, area, visible };
        match &op.kind {
            Kind::Solid(color) => canvas.solid(*color),
            Kind::Area { path, color, straight } => {
                if straight.intersection(visible) == *visible {
                    canvas.solid(*color);
                } else {
                    canvas.outline(op, path, *color, None);
                }
            }
            Kind::Line { path, color, width } => canvas.outline(op, path, *color, Some(*width)),
            Kind::Shadow { shape, blur, color } => canvas.shadow(shape, *blur, *color),
            Kind::Glyphs { placed, color } => {
                for glyph in placed {
                    canvas.glyph(&mut self.glyphs, fonts, glyph, *color);
                }
            }
            Kind::Group { opacity, ops } => {
                let Some(mut group) = self.layer(layer.pixmap.width()) else { return };
                group.pixmap.fill(tiny_skia::Color::TRANSPARENT);
                self.paint_ops(ops, fonts, area, &mut group);
                Canvas { layer, area, visible }.group(&group, *opacity);
                self.layers.push(group);
            }
        }
    }
}

/// A layer, the part of the frame that it stands for, and the part of that to be changed.
struct Canvas<'a> {
    layer: &'a mut Layer,
    area: &'a PixelRect,
    visible: &'a PixelRect,
}

impl Canvas<'_> {
    /// The pixels in the columns `left..right` of a row of the frame.
    fn row(&mut self, row: i32, left: i32, right: i32) -> &mut [Pixel] {
        let width = self.layer.pixmap.width() as usize;
        let start = (row - self.area.top).max(0) as usize * width;
        let columns = start + left.max(0) as usize..start + right.max(0) as usize;
        let (pixels, _) = self.layer.pixmap.data_mut().as_chunks_mut();
        pixels.get_mut(columns).unwrap_or_default()
    }

    fn solid(&mut self, color: Color) {
        let PixelRect { left, top, right, bottom } = *self.visible;
        for row in top..bottom {
            let pixels = self.row(row, left, right);
            if color.3 == 255 {
                pixels.fill([color.0, color.1, color.2, 255]);
            } else {
                for pixel in pixels {
                    blend(pixel, color, 255);
                }
            }
        }
    }

    fn outline(&mut self, op: &Op, path: &Path, color: Color, line: Option<f32>) {
        if op.cut {
            self.prepare_mask(&op.clip);
        }
        let mut paint = Paint::default();
        paint.set_color_rgba8(color.0, color.1, color.2, color.3);
        let to_band = Transform::from_translate(0.0, -self.area.top as f32);
        let Layer { pixmap, mask, .. } = &mut *self.layer;
        let mask = op.cut.then_some(&*mask);
        match line {
            None => pixmap.fill_path(path, &paint, FillRule::Winding, to_band, mask),
            Some(width) => {
                let stroke = Stroke {
                    width,
                    line_cap: LineCap::Round,
                    line_join: LineJoin::Round,
                    ..Stroke::default()
                };
                pixmap.stroke_path(path, &paint, &stroke, to_band, mask);
            }
        }
    }

    /// Makes the mask let through the clip's part of this band.
    fn prepare_mask(&mut self, clip: &PixelRect) {
        let inside = clip.intersection(self.area);
        if self.layer.masked == inside {
            return;
        }
        self.layer.masked = inside;
        let width = self.layer.mask.width() as usize;
        self.layer.mask.clear();
        let rows = self.layer.mask.data_mut().chunks_exact_mut(width);
        let first = (inside.top - self.area.top).max(0) as usize;
        for row in rows.skip(first).take(inside.height().max(0) as usize) {
            let columns = inside.left.max(0) as usize..inside.right.max(0) as usize;
            row.get_mut(columns).unwrap_or_default().fill(255);
        }
    }

    fn shadow(&mut self, shape: &Rounded, blur: f32, color: Color) {
        let PixelRect { left, top, right, bottom } = *self.visible;
        for row in top..bottom {
            let y = row as f32 + 0.5;
            for (column, pixel) in (left..right).zip(self.row(row, left, right)) {
                let strength = shape.shadow_at(column as f32 + 0.5, y, blur);
                blend(pixel, color, (strength * 255.0).round() as u8);
            }
        }
    }

    fn glyph(&mut self, glyphs: &mut Glyphs, fonts: &Fonts, glyph: &Placed, color: Color) {
        let reach = (glyph.pixels * 2.0) as i32;
        if glyph.y + reach < self.visible.top || glyph.y - reach > self.visible.bottom {
            return;
        }
        let (coverage, column) = glyphs.get(fonts, glyph);
        if coverage.width == 0 {
            return;
        }
        let PixelRect { left, top, right, bottom } = *self.visible;
        let from = column + coverage.left;
        let (first, last) = (from.max(left), (from + coverage.width as i32).min(right));
        if first >= last {
            return;
        }
        let rows = coverage.bytes.chunks_exact(coverage.width);
        for (row, shares) in (glyph.y + coverage.top..).zip(rows) {
            if row < top || row >= bottom {
                continue;
            }
            let shares = &shares[(first - from) as usize..(last - from) as usize];
            for (pixel, share) in self.row(row, first, last).iter_mut().zip(shares) {
                if *share > 0 {
                    blend(pixel, color, *share);
                }
            }
        }
    }

    fn group(&mut self, group: &Layer, opacity: u8) {
        let PixelRect { left, top, right, bottom } = *self.visible;
        let width = group.pixmap.width() as usize;
        for row in top..bottom {
            let start = (row - self.area.top).max(0) as usize * width + left.max(0) as usize;
            let (source, _) = group.pixmap.data().as_chunks();
            let source = source.get(start..).unwrap_or_default();
            for (pixel, source) in self.row(row, left, right).iter_mut().zip(source) {
                if source[3] > 0 {
                    blend_premultiplied(pixel, *source, opacity);
                }
            }
        }
    }
}
