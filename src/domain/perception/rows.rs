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
        let piece = &pieces[index];
        if piece.gone || !piece.role.is_interactive() {
            continue;
        }
        let Some(owner) = owner_of(pieces, index) else { continue };
        let outer = &pieces[owner];
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
        let piece = &pieces[index];
        if piece.gone {
            continue;
        }
        if piece.role == Role::Cell {
            slot[index] = Some(held.len());
            held.push(Vec::new());
        }
        if piece.role.is_interactive() || piece.is_soft() {
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
