//! Colours and text styles of the built-in look.

use crate::compositor::text_width;
use crate::scene::{Align, Color};
use crate::world::view::TextStyle;

pub(crate) const WHITE: Color = Color(255, 255, 255, 255);
pub(crate) const BLACK: Color = Color(0, 0, 0, 255);
pub(crate) const GREY: Color = Color(138, 138, 142, 255);
pub(crate) const FAINT: Color = Color(196, 196, 199, 255);
pub(crate) const LINE: Color = Color(229, 229, 233, 255);
pub(crate) const GROUPED: Color = Color(242, 242, 247, 255);
pub(crate) const FIELD: Color = Color(227, 227, 233, 255);
pub(crate) const BLUE: Color = Color(0, 122, 255, 255);
pub(crate) const GREEN: Color = Color(52, 199, 89, 255);
pub(crate) const RED: Color = Color(255, 59, 48, 255);
pub(crate) const KEYS: Color = Color(209, 211, 217, 255);
pub(crate) const CARD: Color = Color(250, 250, 252, 255);
pub(crate) const DIM: Color = Color(0, 0, 0, 90);

pub(crate) const BODY: TextStyle = text(17.0, BLACK, Align::Left, false);
pub(crate) const BODY_WRAPPED: TextStyle = TextStyle { wrap: true, ..BODY };
pub(crate) const DETAIL: TextStyle = text(17.0, GREY, Align::Right, false);
pub(crate) const SECONDARY: TextStyle = text(13.0, GREY, Align::Left, false);
pub(crate) const CAPTION: TextStyle = TextStyle { wrap: true, ..SECONDARY };
pub(crate) const HEADER: TextStyle = text(15.0, GREY, Align::Left, true);
pub(crate) const TITLE: TextStyle = text(17.0, BLACK, Align::Center, true);
pub(crate) const LARGE_TITLE: TextStyle = text(34.0, BLACK, Align::Left, true);
pub(crate) const ACTION: TextStyle = text(17.0, BLUE, Align::Center, false);
pub(crate) const DANGER: TextStyle = text(17.0, RED, Align::Center, false);
pub(crate) const KEY: TextStyle = text(22.0, BLACK, Align::Center, false);
pub(crate) const ICON_LABEL: TextStyle = text(12.0, WHITE, Align::Center, false);

const fn text(size: f64, color: Color, align: Align, bold: bool) -> TextStyle {
    TextStyle { size, color, align, bold, wrap: false }
}

/// Width that a text takes on one line, as it will be drawn: a label is as wide as its words.
pub(crate) fn width_of(text: &str, size: f64) -> f64 {
    text_width(text, size, false).ceil()
}

/// The same for bold text.
pub(crate) fn bold_width_of(text: &str, size: f64) -> f64 {
    text_width(text, size, true).ceil()
}

/// Lines that a text takes in a width, broken between words and inside those that are too wide.
pub(crate) fn lines_of(text: &str, size: f64, width: f64) -> f64 {
    let space = text_width(" ", size, false);
    let (mut lines, mut at) = (1.0, 0.0);
    for word in text.split(' ') {
        let word = text_width(word, size, false);
        let joined = if at > 0.0 { at + space + word } else { word };
        if joined <= width {
            at = joined;
            continue;
        }
        lines += f64::from(u8::from(at > 0.0)) + (word / width).ceil() - 1.0;
        at = word % width;
    }
    lines
}

/// Reads `#RRGGBB` or `#RRGGBBAA`; anything else is grey.
pub(crate) fn color(hex: &str) -> Color {
    let digits = hex.trim_start_matches('#');
    let number = u32::from_str_radix(digits, 16).unwrap_or(0x8E_8E93);
    let (number, alpha) =
        if digits.len() == 8 { (number >> 8, number as u8) } else { (number, 255) };
    Color((number >> 16) as u8, (number >> 8) as u8, number as u8, alpha)
}
