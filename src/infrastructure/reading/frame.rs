//! Frames of a dump: four numbers, or none.
//!
//! A frame that cannot be touched is `None`: with a member missing, null, no number, infinite, or
//! farther out than any screen. Sizes of zero and below stay, they are facts about an element.
//! Formats: docs/wires/wda-source.md "Frames", docs/wires/idb-describe.md "Frames".

use crate::domain::geometry::Rect;

/// Farthest coordinate that is believed, in points.
const FARTHEST: f64 = 1e6;

/// x, y, width, height as far as they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Corners {
    pub(crate) x: Option<f64>,
    pub(crate) y: Option<f64>,
    pub(crate) width: Option<f64>,
    pub(crate) height: Option<f64>,
}

impl Corners {
    /// The rectangle, if all four are ordinary numbers.
    pub(crate) fn rect(&self) -> Option<Rect> {
        let believed = |part: Option<f64>| part.filter(|value| value.abs() <= FARTHEST);
        Some(Rect {
            x: believed(self.x)?,
            y: believed(self.y)?,
            width: believed(self.width)?,
            height: believed(self.height)?,
        })
    }
}

/// The rectangle in `{{x, y}, {w, h}}`.
pub(crate) fn rect_of_text(text: &[u8]) -> Option<Rect> {
    let text = std::str::from_utf8(text).ok()?;
    let inner = text.trim().strip_prefix("{{")?.strip_suffix("}}")?;
    let (origin, size) = inner.split_once('}')?;
    let (x, y) = origin.split_once(',')?;
    let (width, height) = size.trim_start_matches([',', ' ', '{']).split_once(',')?;
    let part = |text: &str| number(text.trim().as_bytes());
    Corners { x: part(x), y: part(y), width: part(width), height: part(height) }.rect()
}

/// The number in `digits`; also what `str::parse` takes for one, infinities included.
pub(crate) fn number(digits: &[u8]) -> Option<f64> {
    /// Whole numbers of so many digits are exact in an `f64`.
    const EXACT: usize = 15;
    let (negative, bare) = match digits.split_first()? {
        (b'-', rest) => (true, rest),
        _ => (false, digits),
    };
    if (1..=EXACT).contains(&bare.len()) && bare.iter().all(u8::is_ascii_digit) {
        let whole = bare.iter().fold(0_u64, |sum, digit| sum * 10 + u64::from(digit - b'0'));
        return Some(if negative { -(whole as f64) } else { whole as f64 });
    }
    std::str::from_utf8(digits).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_in_text_are_read() {
        assert_eq!(
            rect_of_text(b"{{-20.5, 264}, {362, 44.333333333333336}}"),
            Some(Rect::new(-20.5, 264.0, 362.0, 44.333_333_333_333_336))
        );
    }

    #[test]
    fn frames_that_are_none_are_refused() {
        for text in ["", "{{inf, 0}, {1, 1}}", "{{0, 0}}", "{{nan, 0}, {1, 1}}", "{{,}, {,}}"] {
            assert_eq!(rect_of_text(text.as_bytes()), None, "{text}");
        }
        let far = Corners { x: Some(1e9), y: Some(0.0), width: Some(1.0), height: Some(1.0) };
        assert_eq!((far.rect(), Corners::default().rect()), (None, None));
    }

    #[test]
    fn numbers_are_read_as_written() {
        assert_eq!(number(b"-35.98201"), Some(-35.98201));
        assert_eq!(
            (number(b"402"), number(b"-7"), number(b"1e2")),
            (Some(402.0), Some(-7.0), Some(100.0))
        );
        assert_eq!((number(b""), number(b"-"), number(b"1.2.3")), (None, None, None));
    }
}
