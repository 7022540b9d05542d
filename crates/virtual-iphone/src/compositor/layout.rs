//! Sets text into a rectangle: lines, ellipsis, alignment, letter spacing.
//!
//! Follows UILabel where it shows: vertically centred, as many lines as fit, the last one cut with
//! an ellipsis. The Latin face is a little wider than the phone's own, so a text that is too long by
//! a hair is set tighter before it is cut. Facts: docs/wires/ios-look.md, "Text".

use unicode_normalization::UnicodeNormalization;

use super::fonts::{Fonts, Shape, Style};
use super::glyphs::Placed;
use crate::scene::Align;

/// Line height and ascent of the phone's own font, as shares of its size.
const LINE_HEIGHT: f32 = 1.193;
const ASCENT: f32 = 0.952;
/// How much closer letters may move before a text is cut, as a share of the size.
const TIGHTENING: f32 = 0.03;
/// Letter spacing by size in points: small text is set wider, large text tighter.
const SPACING: [(f32, f32); 6] =
    [(9.0, 0.016), (11.0, 0.005), (13.0, -0.003), (17.0, -0.013), (22.0, -0.018), (34.0, -0.022)];
/// No screen shows more; a longer text is cut here before it costs anything.
const MOST_CHARACTERS: usize = 20_000;

/// Where a text goes, in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) align: Align,
    pub(super) wrap: bool,
}

/// One character on its way to a place.
#[derive(Clone, Copy, Debug)]
struct Sign {
    shape: Shape,
    advance: f32,
    space: bool,
    /// A line may end behind it.
    breaks: bool,
    /// A line may not begin with it.
    clings: bool,
}

/// A line of signs and the spacing between them.
struct Line {
    signs: Vec<Sign>,
    spacing: f32,
}

impl Line {
    fn width(&self) -> f32 {
        let gaps = self.signs.len().saturating_sub(1) as f32;
        self.signs.iter().map(|sign| sign.advance).sum::<f32>() + gaps * self.spacing
    }

    fn trim(&mut self) {
        while self.signs.last().is_some_and(|sign| sign.space) {
            self.signs.pop();
        }
    }
}

/// The glyphs of a text, placed.
pub(super) fn lay_out(fonts: &Fonts, text: &str, style: Style, frame: &Frame) -> Vec<Placed> {
    let spacing = spacing(style);
    let line_height = style.pixels * LINE_HEIGHT;
    let room = (frame.height / line_height + 0.15).floor().clamp(1.0, 1000.0) as usize;
    let room = if frame.wrap { room } else { 1 };
    let mut lines = break_lines(fonts, text, style, spacing, frame, room);
    // Labels made to fit a word are often a fraction of a point too narrow for another font.
    let slack = 0.6 * style.pixels / style.points.max(1.0);
    for line in &mut lines {
        shorten(fonts, style, line, frame.width + slack);
    }
    let height = lines.len() as f32 * line_height;
    let top = frame.top + (frame.height - height) / 2.0;
    let mut placed = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let baseline = top + number as f32 * line_height + style.pixels * ASCENT;
        place(line, frame, style, baseline.round() as i32, &mut placed);
    }
    placed
}

fn place(line: &Line, frame: &Frame, style: Style, baseline: i32, placed: &mut Vec<Placed>) {
    let free = frame.width - line.width();
    let mut x = match frame.align {
        Align::Left => frame.left,
        Align::Center => frame.left + free / 2.0,
        Align::Right => frame.left + free,
    };
    for sign in &line.signs {
        if sign.shape != Shape::Blank {
            placed.push(Placed { shape: sign.shape, pixels: style.pixels, x, y: baseline });
        }
        x += sign.advance + line.spacing;
    }
}

/// The width in pixels of a text set on one line, however long.
pub(super) fn width(fonts: &Fonts, text: &str, style: Style) -> f32 {
    let characters = text.nfc().take(MOST_CHARACTERS);
    let signs = characters.map(|character| sign(fonts, character, style)).collect();
    Line { signs, spacing: spacing(style) }.width()
}

/// Letter spacing in pixels.
fn spacing(style: Style) -> f32 {
    let (first, last) = (SPACING[0], SPACING[SPACING.len() - 1]);
    let points = style.points.clamp(first.0, last.0);
    let share = SPACING.windows(2).find(|pair| points <= pair[1].0).map_or(last.1, |pair| {
        let along = (points - pair[0].0) / (pair[1].0 - pair[0].0);
        pair[0].1 + (pair[1].1 - pair[0].1) * along
    });
    share * style.pixels
}

fn sign(fonts: &Fonts, character: char, style: Style) -> Sign {
    let (shape, advance) = fonts.shape(character, style);
    let square = advance >= style.pixels * 0.95 && u32::from(character) >= 0x2e80;
    let space = character.is_whitespace() && character != '\u{a0}';
    Sign {
        shape,
        advance,
        space,
        breaks: space || square || matches!(character, '-' | '–' | '—' | '/' | '\u{200b}'),
        clings: matches!(
            character,
            '、' | '。'
                | '」'
                | '』'
                | '）'
                | '！'
                | '？'
                | '：'
                | '・'
                | 'ー'
                | 'っ'
                | 'ゃ'
                | 'ゅ'
                | 'ょ'
                | 'ッ'
                | 'ャ'
                | 'ュ'
                | 'ョ'
                | ')'
                | ','
                | '.'
                | '!'
                | '?'
                | ':'
                | ';'
                | '…'
                | '”'
                | '“'
        ),
    }
}

/// Breaks a text into at most `room` lines; what does not fit is left on the last one.
fn break_lines(
    fonts: &Fonts,
    text: &str,
    style: Style,
    spacing: f32,
    frame: &Frame,
    room: usize,
) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut signs: Vec<Sign> = Vec::new();
    // Composed, as the faces have whole letters only.
    for character in text.nfc().filter(|c| *c != '\r').take(MOST_CHARACTERS) {
        if character == '\n' && frame.wrap {
            wrap(&mut signs, spacing, frame.width, room, &mut lines);
            lines.push(Line { signs: std::mem::take(&mut signs), spacing });
        } else {
            let character = if character == '\n' { ' ' } else { character };
            signs.push(sign(fonts, character, style));
        }
    }
    if frame.wrap {
        wrap(&mut signs, spacing, frame.width, room, &mut lines);
    }
    lines.push(Line { signs, spacing });
    merge_surplus(lines, room)
}

/// Joins what lies beyond the last line that fits to that line, so that it is cut there.
fn merge_surplus(mut lines: Vec<Line>, room: usize) -> Vec<Line> {
    let surplus = lines.split_off(room.min(lines.len()));
    if let Some(last) = lines.last_mut() {
        last.signs.extend(surplus.into_iter().flat_map(|line| line.signs));
    }
    for line in &mut lines {
        line.trim();
    }
    lines
}

/// Moves full lines out of `signs` until the rest fits on one line.
fn wrap(signs: &mut Vec<Sign>, spacing: f32, width: f32, room: usize, lines: &mut Vec<Line>) {
    while lines.len() < room
        && let Some(end) = line_end(signs, spacing, width)
    {
        let rest = signs.split_off(end);
        lines.push(Line { signs: std::mem::replace(signs, rest), spacing });
    }
}

/// Where the first line ends, if everything does not fit on it.
fn line_end(signs: &[Sign], spacing: f32, width: f32) -> Option<usize> {
    let mut x = 0.0;
    let mut opportunity = None;
    for (index, sign) in signs.iter().enumerate() {
        let begins_line = index > 0 && !sign.space && !sign.clings;
        let before = index.checked_sub(1).and_then(|index| signs.get(index));
        if begins_line
            && before.is_some_and(|before| before.breaks || sign.breaks && sign.advance > 0.0)
        {
            opportunity = Some(index);
        }
        x += sign.advance;
        if x > width && !sign.space && index > 0 {
            return Some(opportunity.unwrap_or(index));
        }
        x += spacing;
    }
    None
}

/// Fits a line into a width: tighter if that is enough, else cut with an ellipsis.
fn shorten(fonts: &Fonts, style: Style, line: &mut Line, width: f32) {
    let surplus = line.width() - width;
    if surplus <= 0.0 {
        return;
    }
    let gaps = line.signs.len().saturating_sub(1).max(1) as f32;
    if surplus <= gaps * style.pixels * TIGHTENING {
        line.spacing -= surplus / gaps;
        return;
    }
    let ellipsis = sign(fonts, '…', style);
    let mut used = ellipsis.advance;
    let mut kept = 0;
    for sign in &line.signs {
        used += sign.advance + line.spacing;
        if used > width {
            break;
        }
        kept += 1;
    }
    line.signs.truncate(kept);
    line.trim();
    line.signs.push(ellipsis);
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: Style = Style { points: 17.0, pixels: 51.0, bold: false };

    fn frame(width: f32, height: f32, wrap: bool) -> Frame {
        Frame { left: 0.0, top: 0.0, width, height, align: Align::Left, wrap }
    }

    fn baselines(text: &str, frame: &Frame) -> Vec<i32> {
        let mut rows: Vec<i32> =
            lay_out(Fonts::shared(), text, BODY, frame).iter().map(|glyph| glyph.y).collect();
        rows.dedup();
        rows
    }

    #[test]
    fn long_text_ends_in_an_ellipsis_inside_its_width() {
        let fonts = Fonts::shared();
        let placed =
            lay_out(fonts, "Display, Text Size and more", BODY, &frame(300.0, 60.0, false));
        let (dots, advance) = fonts.shape('…', BODY);
        let last = placed.last().unwrap();
        assert_eq!(last.shape, dots);
        assert!(last.x + advance <= 303.0, "{}", last.x);
    }

    #[test]
    fn decomposed_letters_look_like_composed_ones() {
        let fonts = Fonts::shared();
        let shapes = |text: &str| -> Vec<Shape> {
            let placed = lay_out(fonts, text, BODY, &frame(300.0, 60.0, false));
            placed.iter().map(|glyph| glyph.shape).collect()
        };
        assert_eq!(shapes("Gro\u{308}ßer"), shapes("Größer"));
    }

    #[test]
    fn fitting_text_has_no_ellipsis() {
        let fonts = Fonts::shared();
        let placed = lay_out(fonts, "Wi-Fi", BODY, &frame(300.0, 60.0, false));
        assert_eq!(placed.len(), 5);
        assert_ne!(placed.last().unwrap().shape, fonts.shape('…', BODY).0);
    }

    #[test]
    fn wraps_at_spaces_and_new_lines() {
        assert_eq!(baselines("one two three four five", &frame(400.0, 400.0, true)).len(), 2);
        assert_eq!(baselines("one\ntwo\nthree", &frame(300.0, 400.0, true)).len(), 3);
        assert_eq!(baselines("one\ntwo\nthree", &frame(900.0, 400.0, false)).len(), 1);
    }

    #[test]
    fn japanese_wraps_between_characters_but_not_before_a_full_stop() {
        let fonts = Fonts::shared();
        let placed = lay_out(fonts, "設定画面。", BODY, &frame(4.2 * 51.0, 400.0, true));
        let first_row = placed[0].y;
        assert_eq!(placed.iter().filter(|glyph| glyph.y == first_row).count(), 3);
    }

    #[test]
    fn lines_beyond_the_room_are_cut() {
        let fonts = Fonts::shared();
        let text = "a long footnote that would need many lines to be shown in full";
        let placed = lay_out(fonts, text, BODY, &frame(400.0, 130.0, true));
        assert_eq!(baselines(text, &frame(400.0, 130.0, true)).len(), 2);
        assert_eq!(placed.last().unwrap().shape, fonts.shape('…', BODY).0);
    }

    #[test]
    fn right_aligned_text_ends_at_the_right_edge() {
        let fonts = Fonts::shared();
        let frame = Frame { align: Align::Right, ..frame(300.0, 60.0, false) };
        let placed = lay_out(fonts, "On", BODY, &frame);
        let (_, advance) = fonts.shape('n', BODY);
        assert!((placed[1].x + advance - 300.0).abs() < 1.0);
    }

    #[test]
    fn a_word_longer_than_the_line_is_broken() {
        assert!(
            baselines("Donaudampfschifffahrtsgesellschaft", &frame(200.0, 600.0, true)).len() > 3
        );
    }
}
