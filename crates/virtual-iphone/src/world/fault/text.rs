//! Text on its way to a field: lost, doubled, swapped, corrected.

use super::{Faults, Misbehaviour};

/// What a keyboard corrects when a fault names nothing of its own.
const WORDS: [(&str, &str); 6] = [
    ("teh", "the"),
    ("Muller", "Miller"),
    ("Koln", "Kilns"),
    ("adn", "and"),
    ("wi", "we"),
    ("thier", "their"),
];

impl Faults {
    /// The characters that arrive of a text.
    pub(crate) fn arriving(&mut self, text: &str) -> Vec<char> {
        let mut arriving: Vec<char> = text.chars().collect();
        let lost = self.take(|what| match what {
            Misbehaviour::DropLeading { count } => Some(*count),
            _ => None,
        });
        if let Some(count) = lost {
            arriving.drain(..arriving.len().min(count as usize));
        }
        if self.take(|what| matches!(what, Misbehaviour::ReorderText).then_some(())).is_some() {
            for pair in arriving.chunks_mut(2) {
                pair.reverse();
            }
        }
        let nth = self.has(|what| match what {
            Misbehaviour::RepeatCharacter { nth } => Some(*nth as usize),
            _ => None,
        });
        match nth {
            Some(nth) => {
                let copies = |(i, c): (usize, &char)| {
                    let count = if (i + 1).is_multiple_of(nth) { 2 } else { 1 };
                    std::iter::repeat_n(*c, count)
                };
                arriving.iter().enumerate().flat_map(copies).collect()
            }
            None => arriving,
        }
    }

    /// A text after a word was finished, if the keyboard corrects it.
    pub(crate) fn corrected(&self, text: &str) -> Option<String> {
        let (from, to) = self.has(|what| match what {
            Misbehaviour::Autocorrect { from, to } => Some((from.clone(), to.clone())),
            _ => None,
        })?;
        let body = text.strip_suffix([' ', '\n', '.', ','])?;
        let end = &text[body.len()..];
        let start = body.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let word = &body[start..];
        let better = match (from, to) {
            (Some(from), Some(to)) => (word == from).then_some(to),
            _ => {
                WORDS.iter().find(|(wrong, _)| *wrong == word).map(|(_, right)| (*right).to_owned())
            }
        }?;
        Some(format!("{}{better}{end}", &body[..start]))
    }

    /// What every field makes of its text.
    pub(crate) fn format(&self) -> Option<String> {
        self.has(|what| match what {
            Misbehaviour::Reformat { format } => Some(format.clone()),
            _ => None,
        })
    }

    /// After how many characters the keyboard leaves its field, and whether to the next one.
    pub(crate) fn leaves_after(&mut self) -> Option<(usize, bool)> {
        self.take(|what| match what {
            Misbehaviour::FocusLost { nth } => Some((*nth as usize, false)),
            Misbehaviour::FocusJump { nth } => Some((*nth as usize, true)),
            _ => None,
        })
    }
}
