//! Draws marks over a picture that already has the size it is sent in, so that tags are sharp.
//!
//! Sizes are in points and grow with the picture, down to a least size in pixels that can still be
//! read. Masks come first: a tag on what is masked stays readable.

use super::Pixels;
use super::canvas::{Area, Color};
use super::glyphs;
use super::placing::{Busy, Wanted, places};
use crate::domain::geometry::Rect;
use crate::domain::mark::{MarkKind, Markup};

/// Height of a tag's digits, in points.
const TEXT_POINTS: f32 = 8.0;
/// Least height of a tag's digits, in pixels.
const TEXT_PIXELS: f32 = 8.0;
/// Room around a tag's text, in heights of its digits.
const PADDING: (f32, f32) = (0.38, 0.3);
/// Thickness of a frame and its corners' radius, in points.
const FRAME: (f32, f32) = (1.1, 4.0);
/// What is masked is one grey box.
const MASK: Color = [142, 142, 147];
const INK: Color = [255, 255, 255];

/// Dark enough that white digits stand out on them with a contrast of at least 4.5 to 1.
const fn color(kind: MarkKind) -> Color {
    match kind {
        MarkKind::Press => [0, 86, 206],
        MarkKind::Field => [0, 118, 68],
        MarkKind::State => [136, 44, 186],
        MarkKind::Row => [172, 78, 0],
        MarkKind::Text => [92, 92, 98],
    }
}

/// Draws everything that `markup` holds.
pub(super) fn draw(pixels: &mut Pixels, markup: &Markup) {
    let Some(scale) = scale(pixels, markup) else { return };
    let area = |rect: &Rect| Area {
        x: rect.x as f32 * scale.0,
        y: rect.y as f32 * scale.1,
        width: rect.width as f32 * scale.0,
        height: rect.height as f32 * scale.1,
    };
    let down = scale.1;
    for mask in &markup.masks {
        pixels.fill(area(mask), FRAME.1 * down, MASK);
    }
    let text = (TEXT_POINTS * down).max(TEXT_PIXELS);
    let tags: Vec<String> = markup.marks.iter().map(|mark| mark.reference.to_string()).collect();
    let wanted: Vec<Wanted> = markup
        .marks
        .iter()
        .zip(&tags)
        .map(|(mark, tag)| {
            let width = (2.0 * PADDING.0).mul_add(text, glyphs::width(tag) * text / glyphs::CAP);
            Wanted { frame: area(&mark.rect), width, height: (2.0 * PADDING.1).mul_add(text, text) }
        })
        .collect();
    let places = places(&wanted, &Busy::of(pixels));
    for mark in &markup.marks {
        let (thickness, radius) = ((FRAME.0 * down).max(1.0), FRAME.1 * down);
        // A light rim, so that a frame stands out on its own colour.
        pixels.outline(area(&mark.rect).grown(1.0), radius + 1.0, 1.0, INK);
        pixels.outline(area(&mark.rect), radius, thickness, color(mark.kind));
    }
    for ((mark, tag), place) in markup.marks.iter().zip(&tags).zip(places) {
        write(pixels, tag, place, text, color(mark.kind));
    }
}

/// Pixels per point across and down; `None` for a screen without a size.
fn scale(pixels: &Pixels, markup: &Markup) -> Option<(f32, f32)> {
    let across = f64::from(pixels.size.width) / markup.points.width;
    let down = f64::from(pixels.size.height) / markup.points.height;
    (across.is_finite() && down.is_finite() && across > 0.0 && down > 0.0)
        .then_some((across as f32, down as f32))
}

/// One tag: a light rim, so that it stands out on its own colour, the box, the text.
fn write(pixels: &mut Pixels, tag: &str, place: Area, text: f32, color: Color) {
    let radius = place.height * 0.3;
    let rim = (text * 0.09).max(1.0);
    pixels.fill(place.grown(rim), radius + rim, INK);
    pixels.fill(place, radius, color);
    let unit = text / glyphs::CAP;
    let x = place.x + (place.width - glyphs::width(tag) * unit) / 2.0;
    let y = place.y + (place.height - text) / 2.0;
    let strokes = glyphs::strokes(tag, x, y, unit);
    pixels.strokes(&strokes, glyphs::WEIGHT * unit, INK, place);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::element::Ref;
    use crate::domain::geometry::{PixelSize, Size};
    use crate::domain::mark::Mark;

    const WHITE: Color = [255; 3];

    fn drawn(scale: u32, markup: &Markup) -> Pixels {
        let (width, height) = (200 * scale, 400 * scale);
        let rgb = WHITE.repeat((width * height) as usize);
        let mut pixels = Pixels { size: PixelSize { width, height }, rgb };
        draw(&mut pixels, markup);
        pixels
    }

    fn at(pixels: &Pixels, x: u32, y: u32) -> Color {
        let index = ((y * pixels.size.width + x) * 3) as usize;
        [pixels.rgb[index], pixels.rgb[index + 1], pixels.rgb[index + 2]]
    }

    fn markup(marks: Vec<Mark>, masks: Vec<Rect>) -> Markup {
        Markup { points: Size::new(200.0, 400.0), marks, masks }
    }

    fn count(pixels: &Pixels, color: Color) -> usize {
        pixels.rgb.chunks_exact(3).filter(|pixel| *pixel == color).count()
    }

    #[test]
    fn a_frame_is_drawn_where_it_is_and_its_inside_and_its_outside_stay_as_they_were() {
        let rect = Rect::new(40.0, 100.0, 120.0, 52.0);
        let kinds =
            [MarkKind::Press, MarkKind::Field, MarkKind::State, MarkKind::Row, MarkKind::Text];
        for (scale, kind) in
            [(1, kinds[0]), (2, kinds[1]), (3, kinds[2]), (2, kinds[3]), (1, kinds[4])]
        {
            let pixels =
                drawn(scale, &markup(vec![Mark { reference: Ref(17), rect, kind }], vec![]));
            let edges = [(100, 151), (159, 130), (100, 100), (40, 130)];
            let lit = edges.iter().filter(|(x, y)| {
                let nearest = |d: u32| at(&pixels, x * scale + d, y * scale + d) == color(kind);
                (0..scale).any(nearest)
            });
            assert!(lit.count() >= 3, "{scale}: a tag may lie on one of them");
            assert_eq!(at(&pixels, 120 * scale, 126 * scale), WHITE);
            assert_eq!(at(&pixels, 100 * scale, 200 * scale), WHITE);
            assert!(count(&pixels, color(kind)) > 60, "the tag's box");
        }
    }

    #[test]
    fn a_tag_grows_with_the_picture_and_never_below_what_can_be_read() {
        let rect = Rect::new(40.0, 100.0, 120.0, 52.0);
        let mark = Mark { reference: Ref(888), rect, kind: MarkKind::Press };
        let ink = |scale| {
            let bare = Mark { reference: Ref(0), ..mark.clone() };
            let all = count(&drawn(scale, &markup(vec![mark.clone()], vec![])), color(mark.kind));
            let less = count(&drawn(scale, &markup(vec![bare], vec![])), color(mark.kind));
            all.abs_diff(less)
        };
        assert!(ink(3) > 3 * ink(1), "{} {}", ink(3), ink(1));
        assert!(ink(1) > 20, "{}", ink(1));
    }

    #[test]
    fn what_is_masked_cannot_be_seen() {
        let mask = Rect::new(40.0, 100.0, 120.0, 52.0);
        let pixels = drawn(2, &markup(vec![], vec![mask]));
        for (x, y) in [(90, 210), (200, 250), (300, 290)] {
            assert_eq!(at(&pixels, x, y), MASK);
        }
        assert_eq!(at(&pixels, 200, 320), WHITE);
    }

    #[test]
    fn a_screen_without_a_size_leaves_the_picture_alone() {
        let mark = Mark { reference: Ref(1), rect: Rect::default(), kind: MarkKind::Text };
        let pixels = drawn(1, &Markup { marks: vec![mark], ..Markup::default() });
        assert_eq!(count(&pixels, WHITE), 200 * 400);
    }
}
