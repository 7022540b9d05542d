//! The vendored fonts: which face draws a character, how wide it is, and its outline as coverage.
//!
//! Outlines are read lazily from the font's own bytes, one glyph at a time. Expanding whole fonts
//! up front would cost more memory than everything else in the process together.
//! Coverage is exact area, so that text is smooth at any size. What the files contain and how they
//! were made: docs/virtual-iphone-fonts.md.

use std::sync::LazyLock;

use ab_glyph_rasterizer::{Point, Rasterizer, point};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

const FILES: [&[u8]; 4] = [
    include_bytes!("../../assets/fonts/inter-regular.ttf"),
    include_bytes!("../../assets/fonts/inter-semibold.ttf"),
    include_bytes!("../../assets/fonts/inter-bold.ttf"),
    include_bytes!("../../assets/fonts/noto-sans-jp.ttf"),
];
const JAPANESE: usize = 3;
/// From this size on bold is drawn bold, below it semibold, as iOS sets headlines and large titles.
const LARGE_TITLE_POINTS: f32 = 28.0;

/// How a text is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Style {
    /// Size in points, as the scene has it.
    pub(super) points: f32,
    /// Size in pixels, as it is drawn.
    pub(super) pixels: f32,
    pub(super) bold: bool,
}

/// What stands for one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    /// Takes room and shows nothing.
    Blank,
    /// A character that no face has, as a hollow box.
    Missing {
        wide: bool,
    },
    Glyph {
        face: u8,
        index: u16,
        emboldened: bool,
    },
}

/// The rectangle of coverage of one drawn glyph, relative to its origin on the baseline.
#[derive(Debug, Default)]
pub(super) struct Coverage {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) width: usize,
    pub(super) bytes: Vec<u8>,
}

/// All faces.
pub(super) struct Fonts {
    faces: Vec<Option<Face<'static>>>,
}

static FONTS: LazyLock<Fonts> = LazyLock::new(Fonts::new);

impl Fonts {
    /// The fonts, read once for the whole process.
    pub(super) fn shared() -> &'static Self {
        &FONTS
    }

    fn new() -> Self {
        Self { faces: FILES.iter().map(|bytes| Face::parse(bytes, 0).ok()).collect() }
    }

    /// What draws a character, and its advance in pixels.
    pub(super) fn shape(&self, character: char, style: Style) -> (Shape, f32) {
        if takes_no_room(character) {
            return (Shape::Blank, 0.0);
        }
        let latin = match (style.bold, style.points >= LARGE_TITLE_POINTS) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        };
        let character = stand_in(character);
        for face in [latin, JAPANESE] {
            if let Some((index, advance)) = self.glyph(face, character) {
                let emboldened = style.bold && face == JAPANESE;
                let shape = Shape::Glyph { face: face as u8, index, emboldened };
                return (shape, advance * style.pixels);
            }
        }
        if character.is_whitespace() {
            return (Shape::Blank, style.pixels * 0.28);
        }
        let wide = is_wide(character);
        (Shape::Missing { wide }, style.pixels * box_width(wide))
    }

    fn glyph(&self, face: usize, character: char) -> Option<(u16, f32)> {
        let face = self.faces.get(face)?.as_ref()?;
        let index = face.glyph_index(character)?;
        let advance = f32::from(face.glyph_hor_advance(index)?);
        Some((index.0, advance / f32::from(face.units_per_em())))
    }

    /// Draws a shape with its origin `shift` (0 to 1) pixels right of a pixel's left edge.
    pub(super) fn rasterize(&self, shape: Shape, pixels: f32, shift: f32) -> Coverage {
        match shape {
            Shape::Blank => Coverage::default(),
            Shape::Missing { wide } => missing_box(pixels, shift, box_width(wide)),
            Shape::Glyph { face, index, emboldened } => {
                let face = self.faces.get(usize::from(face)).and_then(Option::as_ref);
                face.map_or_else(Coverage::default, |face| {
                    let extra = if emboldened { pixels / 28.0 } else { 0.0 };
                    outline(face, GlyphId(index), pixels, shift, extra)
                })
            }
        }
    }
}

/// Draws an outline once, or twice side by side when it is emboldened: the Japanese face has only
/// one weight, and a second one would not fit the size limit.
fn outline(face: &Face<'_>, glyph: GlyphId, pixels: f32, shift: f32, extra: f32) -> Coverage {
    let scale = pixels / f32::from(face.units_per_em());
    let Some(bounds) = face.glyph_bounding_box(glyph) else { return Coverage::default() };
    let left = (f32::from(bounds.x_min) * scale + shift).floor();
    let right = (f32::from(bounds.x_max) * scale + shift + extra).ceil();
    let top = (-f32::from(bounds.y_max) * scale).floor();
    let bottom = (-f32::from(bounds.y_min) * scale).ceil();
    // One more column: the rasterizer writes its last difference beyond the right edge.
    let (width, height) = ((right - left) as usize + 1, (bottom - top) as usize + 1);
    let mut pen = Pen::new(width, height, scale, point(shift - left, -top));
    face.outline_glyph(glyph, &mut pen);
    if extra > 0.0 {
        pen.offset.x += extra;
        face.outline_glyph(glyph, &mut pen);
    }
    pen.coverage(left, top)
}

fn missing_box(pixels: f32, shift: f32, box_width: f32) -> Coverage {
    let line = (pixels / 18.0).round().max(1.0);
    let width = (pixels * (box_width - 0.12)).round().max(3.0);
    let height = (pixels * 0.72).round().max(3.0);
    let left = (pixels * 0.06 + shift).round();
    let mut pen = Pen::new(width as usize + 1, height as usize + 1, 1.0, point(0.0, height));
    pen.rectangle(0.0, 0.0, width, height);
    // The inner outline runs the other way round, which makes it a hole.
    pen.rectangle(width - line, line, line, height - line);
    pen.coverage(left, -height)
}

/// Feeds a font's outline, y up, to the rasterizer, y down.
struct Pen {
    rasterizer: Rasterizer,
    scale: f32,
    offset: Point,
    start: Point,
    at: Point,
}

impl Pen {
    fn new(width: usize, height: usize, scale: f32, offset: Point) -> Self {
        let origin = point(0.0, 0.0);
        let rasterizer = Rasterizer::new(width, height);
        Self { rasterizer, scale, offset, start: origin, at: origin }
    }

    fn place(&self, x: f32, y: f32) -> Point {
        point(x * self.scale + self.offset.x, self.offset.y - y * self.scale)
    }

    fn rectangle(&mut self, left: f32, bottom: f32, right: f32, top: f32) {
        self.move_to(left, bottom);
        self.line_to(left, top);
        self.line_to(right, top);
        self.line_to(right, bottom);
        self.close();
    }

    fn coverage(&self, left: f32, top: f32) -> Coverage {
        let (width, height) = self.rasterizer.dimensions();
        let mut bytes = vec![0; width * height];
        self.rasterizer.for_each_pixel(|index, share| {
            if let Some(byte) = bytes.get_mut(index) {
                *byte = (share.clamp(0.0, 1.0) * 255.0).round() as u8;
            }
        });
        Coverage { left: left as i32, top: top as i32, width, bytes }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = self.place(x, y);
        self.start = self.at;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.place(x, y);
        self.rasterizer.draw_line(self.at, to);
        self.at = to;
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (control, to) = (self.place(x1, y1), self.place(x, y));
        self.rasterizer.draw_quad(self.at, control, to);
        self.at = to;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (first, second, to) = (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.rasterizer.draw_cubic(self.at, first, second, to);
        self.at = to;
    }

    fn close(&mut self) {
        self.rasterizer.draw_line(self.at, self.start);
        self.at = self.start;
    }
}

/// Characters that only modify their neighbours: joiners, variation selectors, combining marks,
/// direction marks, skin tones, controls.
fn takes_no_room(character: char) -> bool {
    matches!(character,
        '\u{0}'..='\u{8}' | '\u{a}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}'
        | '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0000}'..='\u{e01ef}')
}

/// Characters that look the same as one the faces have.
fn stand_in(character: char) -> char {
    match character {
        '\u{9}' | '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' => ' ',
        '\u{2010}' | '\u{2011}' => '-',
        '\u{2215}' => '\u{2044}',
        other => other,
    }
}

/// Whether a character without a glyph is set on a full square: East Asian scripts and emoji.
fn is_wide(character: char) -> bool {
    matches!(u32::from(character),
        0x1100..=0x115f | 0x2600..=0x27bf | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f | 0xff00..=0xff60 | 0x1f000..=0x1faff | 0x20000..=0x3ffff)
}

fn box_width(wide: bool) -> f32 {
    if wide { 1.0 } else { 0.62 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: Style = Style { points: 17.0, pixels: 51.0, bold: false };

    #[test]
    fn every_file_parses() {
        let fonts = Fonts::shared();
        assert!(fonts.faces.iter().all(Option::is_some));
    }

    #[test]
    fn files_stay_within_their_limit() {
        let total: usize = FILES.iter().map(|bytes| bytes.len()).sum();
        assert!(total <= 500_000, "{total} bytes");
    }

    #[test]
    fn german_and_japanese_have_glyphs() {
        let fonts = Fonts::shared();
        for character in
            "ÄÖÜäöüß€„“–…•↑↓←→ アイウエオあいうえお設定機内検索連絡先完了、。「」".chars()
        {
            let (shape, advance) = fonts.shape(character, BODY);
            assert!(matches!(shape, Shape::Glyph { .. }), "{character} is {shape:?}");
            assert!(advance > 0.0);
        }
    }

    #[test]
    fn other_characters_are_hollow_boxes() {
        let fonts = Fonts::shared();
        let (shape, advance) = fonts.shape('🦀', BODY);
        assert_eq!(shape, Shape::Missing { wide: true });
        assert_eq!(advance, BODY.pixels);
        let coverage = fonts.rasterize(shape, BODY.pixels, 0.0);
        let height = coverage.bytes.len() / coverage.width;
        let middle = coverage.bytes[height / 2 * coverage.width + coverage.width / 2];
        assert_eq!((coverage.bytes[0], middle), (255, 0));
    }

    #[test]
    fn bold_is_darker() {
        let fonts = Fonts::shared();
        let ink = |character: char, bold: bool| -> u32 {
            let (shape, _) = fonts.shape(character, Style { bold, ..BODY });
            fonts.rasterize(shape, BODY.pixels, 0.0).bytes.iter().map(|b| u32::from(*b)).sum()
        };
        for character in ['m', '設'] {
            assert!(ink(character, true) > ink(character, false) * 21 / 20, "{character}");
        }
    }

    #[test]
    fn joiners_take_no_room() {
        let fonts = Fonts::shared();
        assert_eq!(fonts.shape('\u{200d}', BODY), (Shape::Blank, 0.0));
    }
}
