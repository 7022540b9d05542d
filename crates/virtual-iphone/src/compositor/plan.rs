//! Turns a scene into drawing operations in pixels: clips resolved, opacity groups nested, text set.
//!
//! Done once per frame; the bands of the frame then draw from it. What cannot be seen is dropped
//! here, and nothing that reaches an operation is NaN or beyond the far limits of `pixels`.

use tiny_skia::Path;

use super::controls;
use super::fonts::{Fonts, Style};
use super::glyphs::Placed;
use super::layout::{self, Frame};
use super::pixels::{self, PixelRect};
use super::shapes::Rounded;
use super::symbols::Symbols;
use crate::geometry::Rect;
use crate::scene::{Color, Item, Scene};

/// No screen is longer than this on either side, in pixels.
const LONGEST_SIDE: f64 = 4096.0;
/// Groups nested deeper than this are drawn as if opaque: each level costs a layer.
const DEEPEST_GROUP: usize = 6;

/// One thing to draw.
pub(super) struct Op {
    /// The pixels it can change: inside the clip and the screen.
    pub(super) bounds: PixelRect,
    pub(super) clip: PixelRect,
    /// Whether the clip cuts anything off that lies on the screen.
    pub(super) cut: bool,
    pub(super) kind: Kind,
}

pub(super) enum Kind {
    /// All of the bounds.
    Solid(Color),
    /// A filled outline; the rows of `straight` are simply filled from edge to edge.
    Area {
        path: Path,
        color: Color,
        straight: PixelRect,
    },
    Line {
        path: Path,
        color: Color,
        width: f32,
    },
    Shadow {
        shape: Rounded,
        blur: f32,
        color: Color,
    },
    Glyphs {
        placed: Vec<Placed>,
        color: Color,
    },
    Group {
        opacity: u8,
        ops: Vec<Op>,
    },
}

/// A whole frame.
pub(super) struct Plan {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) ops: Vec<Op>,
}

impl Plan {
    pub(super) fn of(scene: &Scene, fonts: &Fonts, symbols: &Symbols) -> Self {
        Self::scaled(scene, 1.0, fonts, symbols)
    }

    /// The scene with a part of the pixels that it asks for, along each side.
    pub(super) fn scaled(scene: &Scene, factor: f64, fonts: &Fonts, symbols: &Symbols) -> Self {
        let scale = if scene.scale > 0.0 { scene.scale.clamp(0.25, 4.0) } else { 1.0 } * factor;
        let side = |points: f64| {
            let pixels = (points * scale).round();
            if pixels.is_nan() { 1 } else { pixels.clamp(1.0, LONGEST_SIDE) as u32 }
        };
        let (width, height) = (side(scene.size.width), side(scene.size.height));
        let screen = PixelRect::new(0, 0, width as i32, height as i32);
        let mut planner = Planner::new((fonts, symbols), scale, screen);
        for item in &scene.items {
            planner.item(item);
        }
        Self { width, height, ops: planner.finish() }
    }
}

/// Collects operations; the innermost open group is last.
pub(super) struct Planner<'a> {
    fonts: &'a Fonts,
    symbols: &'a Symbols,
    scale: f64,
    screen: PixelRect,
    clips: Vec<PixelRect>,
    groups: Vec<(f64, Vec<Op>)>,
}

impl<'a> Planner<'a> {
    fn new((fonts, symbols): (&'a Fonts, &'a Symbols), scale: f64, screen: PixelRect) -> Self {
        Self { fonts, symbols, scale, screen, clips: Vec::new(), groups: vec![(1.0, Vec::new())] }
    }

    fn finish(mut self) -> Vec<Op> {
        while self.groups.len() > 1 {
            self.end_group();
        }
        self.groups.pop().map(|(_, ops)| ops).unwrap_or_default()
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Fill { rect, color, radius } => self.fill(rect, *color, *radius),
            Item::Stroke { rect, color, radius, width } => {
                self.stroke(rect, *color, *radius, *width);
            }
            Item::Text { rect, text, size, color, align, bold, wrap } => {
                let frame = Frame { align: *align, wrap: *wrap, ..self.frame(rect) };
                self.text(text, *size, *bold, *color, &frame);
            }
            Item::Switch { rect, position, enabled } => {
                self.faded(*enabled, |planner| controls::switch(planner, rect, *position));
            }
            Item::Slider { rect, fraction, enabled } => {
                self.faded(*enabled, |planner| controls::slider(planner, rect, *fraction));
            }
            Item::Symbol { rect, name, color } => self.symbol(rect, name, *color),
            Item::Clip { rect } => self.begin_clip(rect),
            Item::EndClip => {
                self.clips.pop();
            }
            Item::Alpha { opacity } => self.begin_group(*opacity),
            Item::EndAlpha => self.end_group(),
        }
    }

    pub(super) fn scale(&self) -> f64 {
        self.scale
    }

    fn clip(&self) -> PixelRect {
        self.clips.last().copied().unwrap_or(self.screen)
    }

    fn begin_clip(&mut self, rect: &Rect) {
        let inner = PixelRect::snap(rect, self.scale).unwrap_or(PixelRect::EMPTY);
        self.clips.push(self.clip().intersection(&inner));
    }

    fn begin_group(&mut self, opacity: f64) {
        let opacity = if opacity.is_nan() { 1.0 } else { opacity.clamp(0.0, 1.0) };
        self.groups.push((opacity, Vec::new()));
    }

    fn end_group(&mut self) {
        if self.groups.len() < 2 {
            return;
        }
        let Some((opacity, ops)) = self.groups.pop() else { return };
        let opacity = if self.groups.len() > DEEPEST_GROUP { 1.0 } else { opacity };
        let opacity = (opacity * 255.0).round() as u8;
        let Some((_, outer)) = self.groups.last_mut() else { return };
        match opacity {
            0 => {}
            255 => outer.extend(ops),
            _ => {
                let bounds =
                    ops.iter().fold(PixelRect::EMPTY, |bounds, op| bounds.union(&op.bounds));
                if !bounds.is_empty() {
                    let kind = Kind::Group { opacity, ops };
                    outer.push(Op { bounds, clip: bounds, cut: false, kind });
                }
            }
        }
    }

    fn faded(&mut self, enabled: bool, draw: impl FnOnce(&mut Self)) {
        self.begin_group(if enabled { 1.0 } else { 0.5 });
        draw(self);
        self.end_group();
    }

    fn push(&mut self, extent: &PixelRect, kind: Kind) {
        let clip = self.clip();
        let visible = extent.intersection(&self.screen);
        let bounds = visible.intersection(&clip);
        if bounds.is_empty() {
            return;
        }
        if let Some((_, ops)) = self.groups.last_mut() {
            ops.push(Op { bounds, clip, cut: !clip.contains(&visible), kind });
        }
    }

    fn fill(&mut self, rect: &Rect, color: Color, radius: f64) {
        let Some(snapped) = PixelRect::snap(rect, self.scale) else { return };
        let radius = pixels::length(radius, self.scale);
        if radius >= 0.5 {
            self.area(&Rounded::new(&snapped, radius), color);
        } else if color.3 > 0 {
            self.push(&snapped, Kind::Solid(color));
        }
    }

    /// Fills a rounded rectangle.
    pub(super) fn area(&mut self, shape: &Rounded, color: Color) {
        if color.3 == 0 {
            return;
        }
        let Some(path) = shape.path() else { return };
        let extent = shape.bounds(0.0);
        let reach = shape.reach().ceil() as i32;
        let on_grid = [shape.left, shape.top, shape.right, shape.bottom]
            .iter()
            .all(|edge| edge.fract() == 0.0);
        let straight = PixelRect {
            top: extent.top + reach,
            bottom: extent.bottom - reach,
            ..if on_grid { extent } else { PixelRect::EMPTY }
        };
        self.push(&extent, Kind::Area { path, color, straight });
    }

    fn stroke(&mut self, rect: &Rect, color: Color, radius: f64, width: f64) {
        let Some(snapped) = PixelRect::snap(rect, self.scale) else { return };
        let width = pixels::length(width, self.scale).max(0.0);
        if width == 0.0 || color.3 == 0 {
            return;
        }
        let width = width.max(1.0);
        // The outline lies inside the rectangle, as a layer's border does.
        let outer = Rounded::new(&snapped, pixels::length(radius, self.scale));
        match outer.inset(width / 2.0).path() {
            Some(path) => self.push(&snapped, Kind::Line { path, color, width }),
            None => self.area(&outer, color),
        }
    }

    pub(super) fn shadow(&mut self, shape: Rounded, blur: f32, color: Color) {
        self.push(&shape.bounds(blur), Kind::Shadow { shape, blur: blur.max(0.5), color });
    }

    fn frame(&self, rect: &Rect) -> Frame {
        Frame {
            left: pixels::length(rect.x, self.scale),
            top: pixels::length(rect.y, self.scale),
            width: pixels::length(rect.width, self.scale),
            height: pixels::length(rect.height, self.scale),
            align: crate::scene::Align::Left,
            wrap: false,
        }
    }

    fn text(&mut self, text: &str, size: f64, bold: bool, color: Color, frame: &Frame) {
        let outside = size.is_nan() || size <= 0.0 || frame.width <= 0.0 || frame.height <= 0.0;
        if outside || color.3 == 0 {
            return;
        }
        let points = size.clamp(1.0, 150.0) as f32;
        let style = Style { points, pixels: points * self.scale as f32, bold };
        let placed = layout::lay_out(self.fonts, text, style, frame);
        // Accents and emboldened strokes reach a little beyond their line and their advance.
        let reach = style.pixels;
        let extent = placed.iter().fold(PixelRect::EMPTY, |extent, glyph| {
            let baseline = glyph.y as f32;
            let (top, bottom) = (baseline - reach * 1.3, baseline + reach * 0.6);
            extent.union(&PixelRect::around(glyph.x - reach, top, glyph.x + reach * 1.5, bottom))
        });
        self.push(&extent, Kind::Glyphs { placed, color });
    }

    fn symbol(&mut self, rect: &Rect, name: &str, color: Color) {
        let frame = self.frame(rect);
        if color.3 == 0 || PixelRect::snap(rect, self.scale).is_none() {
            return;
        }
        let (at, size) = ((frame.left, frame.top), (frame.width, frame.height));
        for part in self.symbols.place(name, at, size) {
            let margin = part.line.unwrap_or(0.0);
            let bounds = part.path.bounds();
            let extent = PixelRect::around(
                bounds.left() - margin,
                bounds.top() - margin,
                bounds.right() + margin,
                bounds.bottom() + margin,
            );
            let kind = match part.line {
                Some(width) => Kind::Line { path: part.path, color, width },
                None => Kind::Area { path: part.path, color, straight: PixelRect::EMPTY },
            };
            self.push(&extent, kind);
        }
    }
}
