//! The status bar where the back end has no node for it.
//!
//! idb lists the clock, signal and battery as loose elements beside the app's own. They are told by
//! the clock: a short text with a time in it, at the very top, directly under the application; what
//! lies beside it in the same strip and cannot be pressed belongs to it. The time is told in a note
//! and plays no part in the fingerprint, as it changes by itself.

use crate::domain::role::Role;
use crate::domain::tree::{NodeId, UiTree};

/// Lowest edge of the strip, in points: the tallest status bar of a phone and a little.
const STRIP: f64 = 64.0;
/// Longest text of a clock, in bytes.
const CLOCK: usize = 16;

/// Whether a node can be the clock.
pub(super) fn is_clock(tree: &UiTree, id: NodeId) -> bool {
    is_in_strip(tree, id)
        && tree.node(id).role == Role::Text
        && tree.label(id).is_some_and(|label| label.len() <= CLOCK && tells_time(label))
}

/// Whether a node is part of the strip that the clock lies in.
pub(super) fn owns(tree: &UiTree, clock: Option<NodeId>, id: NodeId) -> bool {
    clock.is_some_and(|clock| tree.parent(id) == tree.parent(clock)) && is_in_strip(tree, id)
}

fn is_in_strip(tree: &UiTree, id: NodeId) -> bool {
    let node = tree.node(id);
    node.depth <= 1
        && node.end == id.0 + 1
        && node.frame.is_some_and(|f| f.y >= 0.0 && f.bottom() <= STRIP && f.height <= 44.0)
}

/// One or two digits, a colon or point, two digits.
fn tells_time(label: &str) -> bool {
    let bytes = label.as_bytes();
    (1..bytes.len().saturating_sub(2)).any(|at| {
        matches!(bytes[at], b':' | b'.')
            && bytes[at - 1].is_ascii_digit()
            && bytes[at + 1..at + 3].iter().all(u8::is_ascii_digit)
            && !bytes.get(at + 3).is_some_and(u8::is_ascii_digit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_in_several_ways_of_writing_are_clocks_and_prices_are_not() {
        for time in ["15:14", "9:41", "9:41 AM", "午後3:05"] {
            assert!(tells_time(time), "{time}");
        }
        for other in ["1514", "v1.204", "a:bc", ""] {
            assert!(!tells_time(other), "{other}");
        }
    }
}
