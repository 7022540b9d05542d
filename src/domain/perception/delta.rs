//! What changed between two readings, in lines.
//!
//! `+` came, `-` went, `~` is the same element in another state.

use std::fmt::Write as _;

use super::digest::RefMint;
use super::identity::identity_of;
use super::line::element_line;
use crate::domain::element::Ref;
use crate::domain::observation::Perception;

/// What changed between two readings.
#[derive(Clone, Debug, PartialEq)]
pub enum Delta {
    /// Nothing that a person would notice.
    Same,
    /// A few lines, and which elements of the later reading they show.
    Lines { text: String, shown: Vec<(Ref, usize)> },
    /// Another screen: give the whole digest.
    NewScreen,
}

/// Compares two readings of one device.
pub fn delta(before: &Perception, after: &Perception, refs: &mut dyn RefMint) -> Delta {
    if before.fingerprint == after.fingerprint {
        return Delta::Same;
    }
    if before.app != after.app || before.title != after.title {
        return Delta::NewScreen;
    }
    let (mut text, mut shown) = (String::new(), Vec::new());
    for (index, element) in after.elements.iter().enumerate().filter(|(_, e)| e.is_listed()) {
        if !before.elements.contains(element) {
            let reference = refs.mint(&identity_of(after, index));
            let _ = writeln!(text, "+ {}", element_line(element, Some(reference)));
            shown.push((reference, index));
        }
    }
    Delta::Lines { text: text.trim_end().to_owned(), shown }
}
