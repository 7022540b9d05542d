//! Third stage: a row, a card, a control or an alert is one element with the texts it holds.
//!
//! A list row arrives as a cell, its label, a value at the right, an arrow and perhaps a switch. A
//! person counts one thing. Texts that the row already says go; others become its detail, and the
//! first one its label where it has none. A single control in the row takes the row's words and
//! keeps its own frame for the touch: *meaning* and *hit* differ then. A second control, or one
//! with a name of its own such as a Delete button, stays an element of its own.
//!
//! Two texts side by side in one line, such as a field's caption and "(required)", are one text.

use super::line::{ALERT, TEXT};
use super::piece::{Piece, owner_of, same};
use crate::domain::element::Place;
use crate::domain::geometry::Rect;
use crate::domain::role::Role;
use crate::domain::tree::UiTree;

/// Most texts that a row takes as its detail.
const MOST_DETAILS: usize = 6;
/// Widest gap between two texts of one line, in points.
const INLINE_GAP: f64 = 24.0;

/// Folds texts into their rows and rows into their controls.
pub(super) fn fold_rows(tree: &UiTree, pieces: &mut [Piece<'_>]) {
    for index in 0..pieces.len() {
        if !pieces[index].gone && !pieces[index].role.is_interactive() {
            fold_text(pieces, index);
        }
    }
    fold_nested_controls(pieces);
    fold_cells(pieces);
    caption(tree, pieces);
    join_inline(tree, pieces);
}

/// Gives a text or picture to the element it lies in.
fn fold_text(pieces: &mut [Piece<'_>], index: usize) {
    let Some(owner) = owner_of(pieces, index) else { return };
    if pieces[index].role.is_modal() || pieces[index].scrollable {
        return;
    }
    let Some(text) = pieces[index].text() else {
        // A picture known only by its file name adds nothing to what it lies in.
        pieces[index].gone = pieces[index].role == Role::Image && pieces[owner].is_row();
        return;
    };
    if pieces[owner].scrollable {
        return;
    }
    if pieces[owner].says(text) || pieces[owner].text().is_some_and(|t| same(t, text)) {
        pieces[index].gone = true;
    } else if pieces[owner].is_row() && takes(&pieces[owner], text) {
        let details = std::mem::take(&mut pieces[index].details);
        let owner = &mut pieces[owner];
        if owner.label.is_none() {
            owner.label = Some(text);
        } else {
            owner.details.push(text);
        }
        owner.details.extend(details);
        pieces[index].gone = true;
    }
}

/// Whether a row has room for one more text: as much as its line will show.
fn takes(owner: &Piece<'_>, text: &str) -> bool {
    if owner.label.is_none() || owner.details.is_empty() {
        return true;
    }
    let most = if owner.role.is_modal() { ALERT } else { TEXT };
    let held: usize = owner.details.iter().map(|d| d.chars().count() + 2).sum();
    owner.details.len() < MOST_DETAILS && held + text.chars().count() <= most
}

/// Merges a control into the control it lies in, where both are one.
fn fold_nested_controls(pieces: &mut [Piece<'_>]) {
    for index in 0..pieces.len() {
        if pieces[index].gone || !pieces[index].role.is_interactive() {
            continue;
        }
        let Some(owner) = owner_of(pieces, index) else { continue };
        let (piece, outer) = (&pieces[index], &pieces[owner]);
        if outer.role == Role::Cell || !outer.role.is_interactive() || outer.role == Role::Segmented
        {
            continue;
        }
        let one = match (outer.name(), piece.name()) {
            (Some(a), Some(b)) => same(a, b),
            (_, None) => piece.identifier.is_none() && !outer.role.is_text_input(),
            (None, Some(_)) => outer.identifier.is_none() && !outer.role.is_text_input(),
        };
        if one {
            merge_into_inner(pieces, owner, index);
        }
    }
}

/// Lets the inner of two nested pieces of one control stand for both.
fn merge_into_inner(pieces: &mut [Piece<'_>], outer: usize, inner: usize) {
    let details = std::mem::take(&mut pieces[outer].details);
    let whole = pieces[outer].clone();
    pieces[outer].gone = true;
    let piece = &mut pieces[inner];
    if piece.label.is_none() && whole.label.is_some() {
        piece.node = whole.node;
    }
    piece.label = piece.label.or(whole.label);
    if rank(whole.role) < rank(piece.role) {
        piece.role = whole.role;
    }
    if !piece.role.is_stateful() || piece.value.is_none() {
        piece.value = whole.value.or(piece.value);
    }
    let both_identified = piece.identifier.is_some() && piece.identifier != whole.identifier;
    piece.row_identifier = whole.row_identifier.or(whole.identifier.filter(|_| both_identified));
    piece.identifier = piece.identifier.or(whole.identifier);
    piece.placeholder = piece.placeholder.or(whole.placeholder);
    piece.selected |= whole.selected;
    piece.focused |= whole.focused;
    piece.enabled &= whole.enabled;
    piece.row = whole.row.or(whole.frame);
    let added: Vec<_> = details.into_iter().filter(|d| !piece.says(d)).collect();
    piece.details.extend(added);
}

/// How specific a role is; the more specific of two names a control.
pub(super) fn rank(role: Role) -> u8 {
    match role {
        Role::Switch | Role::Checkbox | Role::Radio => 0,
        Role::Slider | Role::Stepper => 1,
        Role::TextField | Role::SecureField | Role::SearchField => 2,
        Role::Picker | Role::PickerWheel | Role::DatePicker | Role::Segmented => 3,
        Role::Button | Role::Tab | Role::MenuItem | Role::Icon | Role::Key => 4,
        Role::Link => 5,
        Role::TextView => 6,
        Role::Cell => 7,
        Role::Text | Role::Heading => 8,
        Role::Image => 9,
        _ => 10,
    }
}

/// Folds each cell and what it holds into as few elements as a person would count.
fn fold_cells(pieces: &mut [Piece<'_>]) {
    let mut held: Vec<Vec<usize>> = Vec::new();
    let mut slot: Vec<Option<usize>> = vec![None; pieces.len()];
    for index in 0..pieces.len() {
        if pieces[index].gone {
            continue;
        }
        if pieces[index].role == Role::Cell {
            slot[index] = Some(held.len());
            held.push(Vec::new());
        }
        if pieces[index].role.is_interactive() || pieces[index].is_soft() {
            let cell = owner_of(pieces, index).and_then(|owner| slot[owner]);
            if let Some(cell) = cell {
                held[cell].push(index);
            }
        }
    }
    for (index, slot) in slot.iter().enumerate() {
        if let Some(cell) = slot {
            fold_cell(pieces, index, &held[*cell]);
        }
    }
}

fn fold_cell(pieces: &mut [Piece<'_>], cell: usize, held: &[usize]) {
    tidy_value(&mut pieces[cell]);
    match held {
        [] => {}
        [only] if is_one_row(&pieces[cell], &pieces[*only]) => {
            let name = pieces[cell].label;
            let own = pieces[*only].name();
            merge_into_inner(pieces, cell, *only);
            if let Some(name) = name.filter(|n| own.is_some_and(|o| !same(o, n)))
                && !pieces[*only].says(name)
            {
                pieces[*only].details.insert(0, name);
            }
        }
        _ => pieces[cell].gone = pieces[cell].is_nameless(),
    }
}

/// Whether a row and the single control in it are one thing to a person.
fn is_one_row(cell: &Piece<'_>, control: &Piece<'_>) -> bool {
    let (Some(name), Some(own)) = (cell.label, control.name()) else {
        return cell.label.is_none() || control.role.is_stateful() || fills(cell, control);
    };
    same(name, own) || (control.role.is_settable() && !control.is_soft())
}

/// Whether the control covers most of its row.
fn fills(cell: &Piece<'_>, control: &Piece<'_>) -> bool {
    let (Some(row), Some(frame)) = (cell.frame, control.frame) else { return false };
    frame.intersection(&row).is_some_and(|part| part.area() >= 0.6 * row.area())
}

/// The state of a switch that a cell repeats is not content of the cell.
fn tidy_value(cell: &mut Piece<'_>) {
    if cell.value.is_some_and(|v| matches!(v, "0" | "1") && !cell.details.contains(&v)) {
        cell.selected |= cell.value == Some("1");
        cell.value = None;
    }
}

/// Gives a control without a label the only text of the container it lies in.
///
/// React Native's switch row and a form's caption above its field are containers of this kind.
fn caption(tree: &UiTree, pieces: &mut [Piece<'_>]) {
    let left: Vec<usize> = (0..pieces.len()).filter(|&i| !pieces[i].gone).collect();
    for at in 0..left.len() {
        let control = &pieces[left[at]];
        if control.label.is_some() || !takes_caption(control.role) {
            continue;
        }
        let Some(text) = sole_text(tree, pieces, &left, at) else { continue };
        let (label, frame, node) = (pieces[text].text(), pieces[text].frame, pieces[text].node);
        pieces[text].gone = true;
        let control = &mut pieces[left[at]];
        (control.label, control.node) = (label, node);
        control.row = Some(union(control.row.or(control.frame), frame));
    }
}

const fn takes_caption(role: Role) -> bool {
    role.is_stateful() && !matches!(role, Role::Progress | Role::PageIndicator | Role::PickerWheel)
}

/// The one text that shares a small container with the control at `left[at]` and nothing else.
fn sole_text(tree: &UiTree, pieces: &[Piece<'_>], left: &[usize], at: usize) -> Option<usize> {
    let control = &pieces[left[at]];
    let mut container = tree.parent(control.node)?;
    for _ in 0..3 {
        let node = tree.node(container);
        let small = node.frame.is_some_and(|f| f.height <= CAPTIONED);
        if !small || !matches!(node.role, Role::Other | Role::Group | Role::Cell) {
            return None;
        }
        let inside = |i: &&usize| tree.is_within(pieces[**i].node, container);
        let others: Vec<usize> = left[at.saturating_sub(3)..left.len().min(at + 4)]
            .iter()
            .filter(inside)
            .copied()
            .filter(|&i| i != left[at])
            .collect();
        match others[..] {
            [] => container = tree.parent(container)?,
            [only] if is_caption(&pieces[only], control) => return Some(only),
            _ => return None,
        }
    }
    None
}

/// Tallest container of a caption and its control, in points.
const CAPTIONED: f64 = 120.0;

fn is_caption(text: &Piece<'_>, control: &Piece<'_>) -> bool {
    let (Some(a), Some(b)) = (text.frame, control.frame) else { return false };
    text.is_text()
        && text.identifier.is_none()
        && text.place == control.place
        && (a.x <= b.x + 1.0 || a.y <= b.y)
        && a.y <= b.bottom()
}

/// Joins texts that follow one another in one line of one container.
fn join_inline(tree: &UiTree, pieces: &mut [Piece<'_>]) {
    let mut last: Option<usize> = None;
    for index in 0..pieces.len() {
        if pieces[index].gone {
            continue;
        }
        let joins = last.filter(|&at| follows(tree, &pieces[at], &pieces[index]));
        let Some(at) = joins else {
            last = pieces[index].is_text().then_some(index);
            continue;
        };
        if let Some(text) = pieces[index].text() {
            pieces[at].details.push(text);
        }
        pieces[at].row = Some(union(pieces[at].row.or(pieces[at].frame), pieces[index].frame));
        pieces[index].gone = true;
    }
}

fn follows(tree: &UiTree, first: &Piece<'_>, second: &Piece<'_>) -> bool {
    let (Some(a), Some(b)) = (first.row.or(first.frame), second.frame) else { return false };
    let level = (a.y.max(b.y) - a.bottom().min(b.bottom())) < -0.6 * a.height.min(b.height);
    second.is_text()
        && first.details.len() < 3
        && first.place == second.place
        && first.place == Place::Screen
        && first.identifier.is_none()
        && second.identifier.is_none()
        && tree.parent(first.node) == tree.parent(second.node)
        && level
        && (-4.0..=INLINE_GAP).contains(&(b.x - a.right()))
}

fn union(a: Option<Rect>, b: Option<Rect>) -> Rect {
    match (a, b) {
        (Some(a), Some(b)) => {
            let (x, y) = (a.x.min(b.x), a.y.min(b.y));
            Rect::new(x, y, a.right().max(b.right()) - x, a.bottom().max(b.bottom()) - y)
        }
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => Rect::default(),
    }
}

#[cfg(test)]
mod tests {
    use crate::domain::perception::testing::{lines, seen};
    use crate::domain::role::Role;

    #[test]
    fn a_row_with_a_switch_is_the_switch_with_the_words_of_the_row() {
        let p = seen(
            "cell \"Bold Text\" =0 [0,348,390,45]\n\
            \x20 text \"Bold Text\" [20,360,124,21]\n\
            \x20 text \"Makes text heavier\" [20,380,124,12]\n\
            \x20 switch \"Bold Text\" =0 [319,355,51,31]",
        );

        assert_eq!(lines(&p), ["e1 switch \"Bold Text\" =0 \"Makes text heavier\" @(345,371)"]);
        let element = &p.elements[0];
        assert!(element.row.is_some_and(|row| row.width == 390.0));
        assert_eq!(element.meaning, element.hit);
    }

    #[test]
    fn a_nameless_switch_takes_meaning_from_its_row_and_the_touch_itself() {
        let p = seen(
            "cell [0,348,390,45]\n  text \"Wi-Fi\" [20,360,60,21]\n  switch =1 [319,355,51,31]",
        );

        assert_eq!(lines(&p), ["e1 switch \"Wi-Fi\" =1 @(345,371)"]);
        assert_ne!(p.elements[0].meaning, p.elements[0].hit);
    }

    #[test]
    fn the_value_at_the_end_of_a_row_is_said() {
        let p = seen(
            "cell \"Keyboards\" =3 [0,126,390,44]\n  text \"Keyboards\" [20,138,81,21]\n  text \"3\" [340,138,11,21]\n\
             cell [0,170,390,44]\n  text \"One-Handed\" [20,182,176,21]\n  text \"Off\" [326,182,25,21]",
        );

        assert_eq!(
            lines(&p),
            ["e1 cell \"Keyboards\" \"3\" @(195,148)", "e2 cell \"One-Handed\" \"Off\" @(195,192)"]
        );
    }

    #[test]
    fn a_second_control_in_a_row_is_an_element_of_its_own_in_the_context_of_the_row() {
        let p = seen(
            "cell [0,189,390,45]\n  text \"Office\" [20,189,300,45]\n  button \"More Info\" [350,200,24,24]",
        );

        assert_eq!(
            lines(&p),
            ["e1 cell \"Office\" @(195,212)", "e2 button \"More Info\" @(362,212)"]
        );
        assert_eq!(p.elements[1].context, ["Office"]);
    }

    #[test]
    fn a_row_and_its_control_keep_both_identifiers() {
        let p = seen("cell #row_1 [0,100,390,45]\n  button \"Open\" #open_1 [20,105,100,35]");

        assert_eq!(lines(&p), ["e1 button \"Open\" row=row_1 @(70,123)"]);
    }

    #[test]
    fn nested_pieces_of_one_control_are_one() {
        let p = seen(
            "link \"Privacy…\" [20,524,350,33]\n  textview \"Privacy…\" [20,532,178,17]\n    link \"Privacy…\" [20,532,178,17]\n\
             switch \"Dark\" =1 [0,600,390,44]\n  switch =1 [320,606,51,31]",
        );

        assert_eq!(
            lines(&p),
            ["e1 link \"Privacy…\" @(109,541)", "e2 switch \"Dark\" =1 @(346,622)"]
        );
    }

    #[test]
    fn a_button_in_a_field_stays_beside_it() {
        let p = seen("securefield \"Password\" [16,196,343,44]\n  button \"Show\" [323,208,20,20]");

        assert_eq!(p.elements.len(), 2);
        assert_eq!((p.elements[0].role, p.elements[1].role), (Role::SecureField, Role::Button));
    }

    #[test]
    fn two_texts_in_one_line_are_one_text() {
        let p = seen("text \"E-mail\" [16,88,83,12]\ntext \"(required)\" [104,88,37,12]");

        assert_eq!(lines(&p), ["e1 text \"E-mail\" \"(required)\" @(58,94)"]);
    }

    #[test]
    fn a_lone_caption_names_the_control_it_shares_a_container_with() {
        let p = seen(
            "other [0,100,390,50]\n  text \"Notifications\" [16,115,200,20]\n  switch =0 [320,110,51,31]\n\
             other [0,200,390,80]\n  text \"E-mail\" [16,205,200,16]\n  textfield ?you@example.com [16,230,343,44]",
        );

        assert_eq!(
            lines(&p),
            [
                "e1 switch \"Notifications\" =0 @(346,126)",
                "e2 textfield \"E-mail\" hint=\"you@example.com\" @(188,252)",
            ]
        );
    }

    #[test]
    fn a_card_with_more_texts_than_its_line_holds_lists_the_rest() {
        let long = "x".repeat(90);
        let drawing = format!(
            "cell [0,100,390,200]\n  text \"Title\" [0,100,90,20]\n  text \"a{long}\" [0,130,300,20]\n  text \"b{long}\" [0,160,300,20]"
        );
        let p = seen(&drawing);

        assert_eq!(p.elements.len(), 2);
        assert!(lines(&p)[1].starts_with("e2 text \"bxx"));
    }
}
