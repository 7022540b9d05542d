//! Fifth stage: a long run of things that say nothing is told by its beginning and its length.
//!
//! More than [`RUN`] consecutive elements of one role, without any text or identifier and of one
//! size, keep the first three; the third says how many more there are. Anything with a name is
//! never folded away.

use super::piece::Piece;
use crate::domain::element::Place;

/// Longest run that is listed in full.
const RUN: usize = 3;
/// Most that two sizes may differ and be one, in points.
const SLACK: f64 = 2.0;

/// Collapses runs within `order`, the indices of the listed pieces in reading order.
pub(super) fn collapse_repeats(pieces: &mut [Piece<'_>], order: &[usize]) {
    let mut start = 0;
    while start < order.len() {
        let first = &pieces[order[start]];
        let run = order[start..].iter().take_while(|&&i| is_like(first, &pieces[i])).count();
        if run > RUN {
            pieces[order[start + RUN - 1]].repeats = (run - RUN) as u32;
            for &index in &order[start + RUN..start + run] {
                pieces[index].gone = true;
            }
        }
        start += run.max(1);
    }
}

fn is_like(a: &Piece<'_>, b: &Piece<'_>) -> bool {
    let silent = |p: &Piece<'_>| {
        p.is_nameless() && p.value.is_none() && p.details.is_empty() && p.place == Place::Screen
    };
    let alike = match (a.frame, b.frame) {
        (Some(a), Some(b)) => {
            (a.width - b.width).abs() <= SLACK && (a.height - b.height).abs() <= SLACK
        }
        (a, b) => a.is_none() && b.is_none(),
    };
    silent(a) && silent(b) && a.role == b.role && a.enabled == b.enabled && alike
}

#[cfg(test)]
mod tests {
    use crate::domain::perception::testing::{drawn, lines, seen};

    #[test]
    fn a_long_run_of_silent_cells_is_told_by_its_beginning() {
        let drawing: String = drawn(12, |i| format!("cell [0,{},390,44]", 100 + 44 * i));

        assert_eq!(
            lines(&seen(&drawing)),
            ["e1 cell @(195,122)", "e2 cell @(195,166)", "e3 cell (+9 more like this) @(195,210)"]
        );
    }

    #[test]
    fn named_cells_are_never_folded_away() {
        let drawing: String = drawn(12, |i| format!("cell \"c{i}\" [0,{},390,44]", 100 + 44 * i));

        assert_eq!(seen(&drawing).elements.len(), 12);
    }
}
