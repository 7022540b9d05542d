//! Fourth stage: pieces that lie on one another and are called alike are one thing.
//!
//! React Native, SwiftUI and idb report one control as siblings that share a place. Two pieces are
//! one when they have the same text and either contains the other's centre, or when one of them
//! has no name and each contains the other's centre. The more specific role wins and keeps its own
//! frame. Two controls with different names stay two, however they overlap.
//!
//! Invariant: comparisons are bounded per piece, so a thousand pieces in one spot cost a thousand.

use std::collections::HashMap;

use super::piece::Piece;
use super::rows::rank;
use crate::domain::element::Place;
use crate::domain::geometry::Rect;
use crate::domain::role::Role;

/// Most earlier pieces that one piece is compared with.
const LOOK: usize = 12;
/// Side of a square of the grid, in points.
const CELL: f64 = 48.0;

/// Merges what coincides.
pub(super) fn merge_coincident(pieces: &mut [Piece<'_>]) {
    merge_namesakes(pieces);
    merge_nameless(pieces);
}

fn is_compared(piece: &Piece<'_>) -> bool {
    !piece.gone && piece.place == Place::Screen && !piece.role.is_modal() && !piece.scrollable
}

/// Same text, and one contains the other's centre.
fn merge_namesakes(pieces: &mut [Piece<'_>]) {
    let mut by_text: HashMap<&str, Vec<usize>> = HashMap::new();
    for index in 0..pieces.len() {
        if !is_compared(&pieces[index]) {
            continue;
        }
        let (Some(text), Some(frame)) = (pieces[index].text(), pieces[index].frame) else {
            continue;
        };
        let earlier = by_text.entry(text).or_default();
        let twin = earlier.iter().rev().take(LOOK).copied().find(|&other| {
            !pieces[other].gone && pieces[other].frame.is_some_and(|f| overlap(f, frame))
        });
        if let Some(twin) = twin {
            settle(pieces, twin, index);
        }
        if !pieces[index].gone {
            earlier.push(index);
        }
    }
}

fn overlap(a: Rect, b: Rect) -> bool {
    a.grown(0.5).contains(b.center()) || b.grown(0.5).contains(a.center())
}

/// Lets the more specific of two pieces stand for both.
fn settle(pieces: &mut [Piece<'_>], first: usize, second: usize) {
    let (a, b) = (&pieces[first], &pieces[second]);
    let second_wins = rank(b.role) < rank(a.role)
        || (rank(b.role) == rank(a.role) && b.identifier.is_some() && a.identifier.is_none());
    let (winner, loser) = if second_wins { (second, first) } else { (first, second) };
    if pieces[loser].role.is_stateful() && pieces[winner].role.is_stateful() {
        // Two controls of one name and place: the smaller is the one that takes the touch.
        if area(&pieces[loser]) < area(&pieces[winner]) {
            pieces[winner].hit = pieces[loser].node;
            pieces[winner].row = pieces[winner].frame;
            pieces[winner].frame = pieces[loser].frame;
        }
    } else if area(&pieces[loser]) > area(&pieces[winner]) {
        pieces[winner].row = pieces[winner].row.or(pieces[loser].frame);
    }
    let details = std::mem::take(&mut pieces[loser].details);
    let (identifier, value) = (pieces[loser].identifier, pieces[loser].value);
    pieces[loser].gone = true;
    let winner = &mut pieces[winner];
    winner.identifier = winner.identifier.or(identifier);
    winner.value = winner.value.or(value.filter(|_| !winner.role.is_stateful()));
    let added: Vec<_> = details.into_iter().filter(|d| !winner.says(d)).collect();
    winner.details.extend(added);
}

fn area(piece: &Piece<'_>) -> f64 {
    piece.frame.map_or(f64::MAX, |f| f.area())
}

/// A piece without a name on one that has a name, each containing the other's centre.
fn merge_nameless(pieces: &mut [Piece<'_>]) {
    if !pieces.iter().any(|p| is_compared(p) && p.is_nameless()) {
        return;
    }
    let mut grid: HashMap<(i32, i32), Vec<usize>> = HashMap::new();
    for (index, piece) in pieces.iter().enumerate() {
        if is_compared(piece)
            && !piece.is_nameless()
            && piece.role.is_interactive()
            && let Some(frame) = piece.frame
        {
            grid.entry(square(frame)).or_default().push(index);
        }
    }
    for index in 0..pieces.len() {
        let piece = &pieces[index];
        if !is_compared(piece) || !piece.is_nameless() || is_compound(piece.role) {
            continue;
        }
        let Some(frame) = pieces[index].frame else { continue };
        if let Some(named) = nearby(&grid, frame).find(|&n| mutual(pieces[n].frame, frame)) {
            take_role(pieces, named, index);
        }
    }
}

/// A control that is made of controls: one of them in its middle is not it.
const fn is_compound(role: Role) -> bool {
    matches!(role, Role::Segmented | Role::Stepper | Role::Picker | Role::DatePicker)
}

fn square(frame: Rect) -> (i32, i32) {
    let center = frame.center();
    ((center.x / CELL).floor() as i32, (center.y / CELL).floor() as i32)
}

fn nearby(grid: &HashMap<(i32, i32), Vec<usize>>, frame: Rect) -> impl Iterator<Item = usize> + '_ {
    let (x, y) = square(frame);
    let around = (-1..=1).flat_map(move |dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
    around.filter_map(|at| grid.get(&at)).flat_map(|found| found.iter().take(LOOK).copied())
}

fn mutual(a: Option<Rect>, b: Rect) -> bool {
    a.is_some_and(|a| a.contains(b.center()) && b.contains(a.center()))
}

fn take_role(pieces: &mut [Piece<'_>], named: usize, nameless: usize) {
    let (role, node, value) = (pieces[nameless].role, pieces[nameless].hit, pieces[nameless].value);
    pieces[nameless].gone = true;
    let named = &mut pieces[named];
    if rank(role) < rank(named.role) && role != Role::Button {
        (named.role, named.hit, named.value) = (role, node, value.or(named.value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::perception::testing::{drawn, lines, seen};

    #[test]
    fn siblings_of_one_name_in_one_place_are_the_more_specific_of_the_two() {
        let p = seen(
            "text \"Dark mode\" [20,300,320,44]\n\
             switch \"Dark mode\" =0 [300,306,51,31]\n\
             button \"Send\" [20,400,100,44]\n\
             image \"Send\" [30,405,80,34]",
        );

        assert_eq!(
            lines(&p),
            ["e1 switch \"Dark mode\" =0 @(326,322)", "e2 button \"Send\" @(70,422)"]
        );
    }

    #[test]
    fn controls_with_different_names_stay_two_however_they_overlap() {
        let p = seen("textfield \"Mail\" [16,108,343,44]\nimage \"Logo\" [100,115,103,30]");

        assert_eq!(p.elements.len(), 2);
    }

    #[test]
    fn a_nameless_control_on_a_named_one_gives_it_its_role() {
        let p = seen(
            "other [0,100,390,44]\n  button \"Wi-Fi\" [20,100,350,44]\nswitch =1 [30,102,330,40]",
        );

        assert_eq!(lines(&p), ["e1 switch \"Wi-Fi\" =1 @(195,122)"]);
    }

    #[test]
    fn a_nameless_compound_control_is_not_the_part_in_its_middle() {
        let p = seen(
            "segmented [36,520,330,32]\n  button \"Light\" [36,520,110,32]\n  button \"Dark\" [146,520,110,32]\n  button \"Auto\" [256,520,110,32]",
        );

        assert_eq!(p.elements.iter().filter(|e| e.role == Role::Button).count(), 3);
        assert_eq!(p.elements.len(), 4);
    }

    #[test]
    fn equal_names_in_different_places_stay_apart() {
        let p = seen("button \"Delete\" [300,100,80,44]\nbutton \"Delete\" [300,144,80,44]");

        assert_eq!(p.elements.len(), 2);
    }

    #[test]
    fn a_thousand_pieces_in_one_spot_are_no_burden() {
        let drawing: String =
            drawn(1_000, |i| format!("button \"b{i}\" [10,10,44,44]\nbutton [10,10,44,44]\n"));

        assert_eq!(seen(&drawing).elements.len(), 1_000);
    }
}
