//! A number that stays the same while a person would notice nothing.
//!
//! Taken of the app, the title, the keyboard and of each listed element's role, names, state and
//! place. Places have hysteresis: as long as everything says what it said and lies within
//! [`SLACK`] of where it was when the previous print was taken, the previous print stands, however
//! often the screen jitters. A row that moves further changes it.
//!
//! Marks are sorted by what they say, so a jitter that swaps two neighbours changes nothing.

use crate::domain::element::Element;
use crate::domain::geometry::Point;
use crate::domain::observation::{Mark, Perception};

/// Farthest that an element may have moved without being noticed, in points.
pub(super) const SLACK: f64 = 4.0;

/// FNV-1a, 64 bit: small, and the same on every machine and in every build.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hash(u64);

impl Hash {
    pub(super) const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(super) fn text(mut self, text: Option<&str>) -> Self {
        for byte in text.unwrap_or("\u{1}").bytes() {
            self = self.byte(byte);
        }
        self.byte(0xff)
    }

    pub(super) fn number(mut self, number: u64) -> Self {
        for byte in number.to_le_bytes() {
            self = self.byte(byte);
        }
        self
    }

    const fn byte(self, byte: u8) -> Self {
        Self((self.0 ^ byte as u64).wrapping_mul(0x0100_0000_01b3))
    }

    pub(super) const fn value(self) -> u64 {
        self.0
    }
}

/// What each listed element says and where it is, sorted.
pub(super) fn marks(elements: &[Element]) -> Vec<Mark> {
    let mut marks: Vec<Mark> = elements
        .iter()
        .filter(|e| e.is_listed())
        .map(|e| Mark { key: key(e), at: e.frame.map(|f| f.center()).unwrap_or_default() })
        .collect();
    marks.sort_by(|a, b| {
        a.key.cmp(&b.key).then(a.at.y.total_cmp(&b.at.y)).then(a.at.x.total_cmp(&b.at.x))
    });
    marks
}

fn key(e: &Element) -> u64 {
    let flags = u64::from(e.enabled) | u64::from(e.selected) << 1 | u64::from(e.focused) << 2;
    Hash::new()
        .number(e.role as u64)
        .text(e.label.as_deref())
        .text(e.identifier.as_deref())
        .text(e.value.as_deref())
        .text(e.detail.as_deref())
        .number(flags | u64::from(e.repeats) << 8)
        .value()
}

/// Sets fingerprint and marks of a reading, by those of the one before where they still hold.
pub(super) fn stamp(p: &mut Perception, previous: Option<&Perception>) {
    p.marks = marks(&p.elements);
    if let Some(previous) = previous.filter(|before| is_as_before(before, p)) {
        p.fingerprint = previous.fingerprint;
        p.marks.clone_from(&previous.marks);
        return;
    }
    let mut hash = about(p);
    for mark in &p.marks {
        let (x, y) = ((mark.at.x / SLACK).round() as i64, (mark.at.y / SLACK).round() as i64);
        hash = hash.number(mark.key).number(x as u64).number(y as u64);
    }
    p.fingerprint = hash.value();
}

/// What a fingerprint says of the screen as a whole.
fn about(p: &Perception) -> Hash {
    let keyboard = p.viewport.keyboard.as_ref();
    Hash::new()
        .text(p.app.as_deref())
        .text(p.title.as_deref())
        .number(p.completeness as u64)
        .number(u64::from(keyboard.is_some()))
        .text(keyboard.and_then(|k| k.return_label.as_deref()))
}

fn is_as_before(before: &Perception, now: &Perception) -> bool {
    about(before).value() == about(now).value()
        && before.marks.len() == now.marks.len()
        && before.marks.iter().zip(&now.marks).all(|(a, b)| a.key == b.key && is_near(a.at, b.at))
}

fn is_near(a: Point, b: Point) -> bool {
    (a.x - b.x).abs() < SLACK && (a.y - b.y).abs() < SLACK
}

#[cfg(test)]
mod tests {
    use crate::domain::observation::Perception;
    use crate::domain::perception::testing::{screen, seen};
    use crate::domain::perception::{ReadContext, perceive};

    fn after(drawing: &str, previous: &Perception) -> Perception {
        let context = ReadContext { previous: Some(previous), ..ReadContext::default() };
        perceive(&screen(drawing), &context)
    }

    fn row(y: f64) -> String {
        format!("button \"A\" [20,{y},100,44]\nbutton \"B\" [150,{y},100,44]")
    }

    #[test]
    fn a_jitter_of_a_point_changes_nothing_however_often_and_a_moved_row_does() {
        let first = seen(&row(100.0));
        let mut last = first.clone();
        for y in [101.0, 99.0, 100.6, 101.9, 98.4] {
            last = after(&row(y), &last);
            assert_eq!(last.fingerprint, first.fingerprint, "{y}");
        }

        assert_ne!(after(&row(110.0), &last).fingerprint, first.fingerprint);
    }

    #[test]
    fn a_slow_drift_is_noticed_once_it_is_a_move() {
        let first = seen(&row(100.0));
        let mut last = first.clone();
        for step in 1..=6 {
            last = after(&row(100.0 + f64::from(step)), &last);
        }

        assert_ne!(last.fingerprint, first.fingerprint);
    }

    #[test]
    fn a_jitter_that_swaps_two_neighbours_changes_nothing() {
        let first = seen("button \"A\" [20,100,100,44]\nbutton \"B\" [150,100.5,100,44]");
        let second = after("button \"A\" [20,100.5,100,44]\nbutton \"B\" [150,100,100,44]", &first);

        assert_eq!(second.fingerprint, first.fingerprint);
    }

    #[test]
    fn state_text_title_and_keyboard_change_it() {
        let plain = seen("switch \"S\" =0 [20,100,51,31]");
        for other in [
            "switch \"S\" =1 [20,100,51,31]",
            "switch \"T\" =0 [20,100,51,31]",
            "switch \"S\" =0 [20,100,51,31] disabled",
            "switch \"S\" =0 [20,100,51,31]\nnav #Title [0,47,390,44]",
            "switch \"S\" =0 [20,100,51,31]\nkeyboard [0,553,390,291]\n  key \"q\" [0,560,39,54]",
        ] {
            assert_ne!(seen(other).fingerprint, plain.fingerprint, "{other}");
        }
    }
}
