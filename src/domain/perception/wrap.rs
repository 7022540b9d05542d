//! Second stage: containers that are called something but only wrap other elements.
//!
//! React Native gives a container the joined labels of what it holds, and a `testID` to whole
//! screens; idb names groups. Such a container dissolves when what it holds is listed itself: it
//! stays behind as the context of its contents. It remains an element when it is a leaf, when it
//! is itself what assistive technology focuses, or when it is a card: an identifier around texts.
//!
//! Scrolling containers dissolve too unless several lie side by side or they are called something.

use super::piece::Piece;
use super::survey::Survey;
use crate::domain::element::Place;
use crate::domain::geometry::Rect;
use crate::domain::role::Role;
use crate::domain::tree::{NodeId, UiTree};

/// Share of the screen above which a container is no card.
const CARD: f64 = 0.4;
/// Share of the screen above which a row is a page.
const PAGE: f64 = 0.5;
/// Nodes looked at for one echo; deeper contents are taken on trust.
const LOOK: usize = 192;

/// What a piece contains.
#[derive(Clone, Copy, Debug, Default)]
struct Contents {
    controls: u32,
    texts: u32,
    accessible: bool,
}

/// Dissolves wrappers.
pub(super) fn collapse_wrappers(tree: &UiTree, survey: &Survey, pieces: &mut [Piece<'_>]) {
    let contents = contents(pieces);
    let mut allowance = 16 * tree.len() + 4 * LOOK;
    for index in 0..pieces.len() {
        let piece = &pieces[index];
        if piece.role.is_scrollable()
            || (piece.role == Role::Picker && piece.is_nameless() && contents[index].controls > 0)
        {
            pieces[index].gone = true;
        } else if piece.is_soft() {
            let held = contents[index];
            let said = held.controls + held.texts > 0 && is_echo(tree, piece, &mut allowance);
            let gone = is_wrapper(survey, piece, held, said);
            (pieces[index].echo, pieces[index].gone) = (said, gone);
        } else if is_page(survey, piece) {
            pieces[index].gone = contents[index].controls + contents[index].texts > 0;
        }
    }
    keep_side_by_side(tree, pieces);
}

/// Counts what each piece contains, from the last to the first.
fn contents(pieces: &[Piece<'_>]) -> Vec<Contents> {
    let mut contents = vec![Contents::default(); pieces.len()];
    for index in (0..pieces.len()).rev() {
        let piece = &pieces[index];
        let Some(owner) = piece.owner else { continue };
        let own = contents[index];
        let held = &mut contents[owner];
        held.controls += own.controls + u32::from(piece.role.is_interactive() && piece.enabled);
        held.texts += own.texts + u32::from(piece.text().is_some());
        held.accessible |= own.accessible || piece.accessible;
    }
    contents
}

fn is_wrapper(survey: &Survey, piece: &Piece<'_>, held: Contents, said: bool) -> bool {
    let focusable = piece.accessible && !held.accessible;
    if held.controls > 0 {
        // A name of its own on a container that is not what one touches is context.
        return !focusable || piece.label.is_none();
    }
    if piece.label.is_some() {
        return said && !focusable;
    }
    held.texts > 0 && !focusable && share(survey, piece.frame) > CARD
}

/// A nameless cell that fills the screen is a page, not a row.
fn is_page(survey: &Survey, piece: &Piece<'_>) -> bool {
    piece.role == Role::Cell && piece.is_nameless() && share(survey, piece.frame) > PAGE
}

fn share(survey: &Survey, frame: Option<Rect>) -> f64 {
    let whole = survey.screen.map_or(0.0, |s| s.area());
    if whole <= 0.0 { 0.0 } else { frame.map_or(0.0, |f| f.area()) / whole }
}

/// Whether a label is nothing but the labels of what the container holds, in order.
fn is_echo(tree: &UiTree, piece: &Piece<'_>, allowance: &mut usize) -> bool {
    let Some(label) = piece.label else { return true };
    let mut rest = label;
    for id in tree.descendants(piece.node).take(LOOK) {
        *allowance = allowance.saturating_sub(1);
        if *allowance == 0 {
            return true;
        }
        let Some(part) = tree.label(id).or_else(|| tree.value(id)) else { continue };
        if let Some(tail) = rest.strip_prefix(part.trim()) {
            rest = tail.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            if rest.is_empty() {
                return true;
            }
        }
    }
    false
}

/// Brings back scrolling containers that lie beside one another: which one to scroll is a choice.
/// Of nested ones the outermost counts.
fn keep_side_by_side(tree: &UiTree, pieces: &mut [Piece<'_>]) {
    let mut areas: Vec<(usize, Rect, NodeId)> = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        let Some(frame) = piece.frame.filter(|f| f.width >= 80.0 && f.height >= 40.0) else {
            continue;
        };
        let nested = areas.iter().any(|area| tree.is_within(piece.node, area.2));
        let counts = piece.role.is_scrollable() && !piece.in_modal && piece.place == Place::Screen;
        if counts && !nested && areas.len() < MOST_AREAS {
            areas.push((index, frame, piece.node));
        }
    }
    for &(index, frame, _) in &areas {
        let apart = areas.iter().any(|(other, rect, _)| {
            let shared = frame.intersection(rect).map_or(0.0, |part| part.area());
            *other != index && shared < 0.1 * frame.area()
        });
        if apart || pieces[index].label.is_some() {
            pieces[index].gone = false;
            pieces[index].scrollable = true;
        }
    }
}

/// Most scrolling containers that are compared.
const MOST_AREAS: usize = 12;

#[cfg(test)]
mod tests {
    use crate::domain::perception::testing::{lines, seen};

    #[test]
    fn a_container_that_repeats_its_contents_dissolves() {
        let p = seen(
            "other \"Inbox 3 new Vertical scroll bar, 1 page\" [0,100,390,700]\n\
            \x20 other \"Inbox 3 new\" [0,100,390,80]\n\
            \x20   text \"Inbox\" [20,110,200,19]\n\
            \x20   text \"3 new\" [20,150,200,19]\n\
            \x20 other \"Vertical scroll bar, 1 page\" =0% [350,100,30,600]",
        );

        assert_eq!(lines(&p), ["e1 text \"Inbox\" @(120,120)", "e2 text \"3 new\" @(120,160)"]);
    }

    #[test]
    fn a_test_id_around_controls_is_context_and_one_around_texts_is_a_card() {
        let p = seen(
            "other #home-screen [0,0,390,844]\n\
            \x20 other #card_1 [20,100,350,90]\n\
            \x20   text \"Red shoes\" [30,110,200,19]\n\
            \x20   text \"59 EUR\" [30,150,200,19]\n\
            \x20 button \"Buy\" [20,300,350,44]",
        );

        assert_eq!(
            lines(&p),
            [
                "e1 other \"Red shoes\" \"59 EUR\" id=card_1 @(195,145)",
                "e2 button \"Buy\" @(195,322)",
            ]
        );
        assert_eq!(p.elements[1].context, ["home-screen"]);
    }

    #[test]
    fn a_touchable_that_speaks_for_its_contents_is_one_control() {
        let p = seen(
            "other \"Profile, 2 new\" [20,100,350,60] accessible\n\
            \x20 text \"Profile\" [30,110,100,19]\n\
            \x20 text \"2 new\" [30,135,100,19]",
        );

        assert_eq!(lines(&p), ["e1 other \"Profile, 2 new\" @(195,130)"]);
        assert!(p.elements[0].actionable);
    }

    #[test]
    fn one_scrolling_container_is_no_element_and_two_side_by_side_are() {
        let one = seen("table [0,100,390,744]\n  cell \"A\" [0,100,390,44]");
        let two = seen(
            "table [0,100,195,744]\n  cell \"A\" [0,100,195,44]\n\
             table [195,100,195,744]\n  cell \"B\" [195,100,195,44]",
        );

        assert_eq!(lines(&one), ["e1 cell \"A\" @(195,122)"]);
        let scrollable = lines(&two).iter().filter(|l| l.contains("table scrollable")).count();
        assert_eq!(scrollable, 2, "{:?}", lines(&two));
    }

    #[test]
    fn a_chain_of_five_thousand_echoes_is_no_burden() {
        let mut drawing = String::new();
        for level in 0..4_990 {
            drawing.push_str(&" ".repeat(2 * level));
            drawing.push_str("other \"deep\" [0,0,390,844]\n");
        }
        let p = seen(&drawing);

        assert_eq!(p.elements.len(), 1);
    }
}
