//! From the pieces that are left to elements in reading order, with text of their own.
//!
//! Reading order is top to bottom and left to right by the row that an element lies in; keys and
//! what is off-screen come last. The touch point is the centre of the visible part of the frame of
//! the node that takes the touch, clear of the bars that lie over scrolled content.

use std::collections::{HashMap, HashSet};

use super::piece::Piece;
use super::survey::Survey;
use crate::domain::element::{Element, Place};
use crate::domain::geometry::{Point, Rect};
use crate::domain::role::Role;

/// Most elements that an identifier may be shared by and still be worth telling.
const COMMON: u32 = 4;
/// Most containers that an element names as its context.
const CONTEXT: usize = 3;
/// Longest name of a container kept as context, in bytes.
const CONTEXT_BYTES: usize = 120;
/// Least extent of a part that a touch can aim at, in points.
const LEAST_PART: f64 = 8.0;

/// Indices of the pieces that are left, in reading order.
pub(super) fn reading_order(pieces: &[Piece<'_>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..pieces.len()).filter(|&i| !pieces[i].gone).collect();
    let key = |i: usize| {
        let piece = &pieces[i];
        let frame = piece.row.or(piece.frame).unwrap_or_default();
        let own = piece.frame.unwrap_or(frame);
        (piece.place as u8, frame.y, own.x)
    };
    order.sort_by(|&a, &b| {
        let (a, b) = (key(a), key(b));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.total_cmp(&b.2))
    });
    order
}

/// The element of a piece.
pub(super) fn element(
    pieces: &[Piece<'_>],
    index: usize,
    survey: &Survey,
    bars: &[Rect],
) -> Element {
    let piece = &pieces[index];
    let role = role_of(piece);
    let label = piece.label.or(if piece.is_text() { piece.value } else { None });
    let value = piece.value.filter(|v| Some(*v) != label && is_telling(role, v));
    Element {
        meaning: piece.node,
        hit: piece.hit,
        role,
        identifier: piece.identifier.map(str::to_owned),
        identifier_is_common: false,
        label: label.map(str::to_owned),
        value: value.map(str::to_owned),
        placeholder: piece.placeholder.map(str::to_owned),
        row_identifier: piece.row_identifier.map(str::to_owned),
        detail: (!piece.details.is_empty()).then(|| piece.details.join(", ")),
        context: context(pieces, index, label),
        frame: piece.frame,
        row: piece.row,
        touch: piece.frame.and_then(|frame| touch(piece, frame, survey, bars)),
        place: piece.place,
        enabled: piece.enabled,
        selected: piece.selected || is_chosen(piece),
        focused: piece.focused,
        actionable: role.is_interactive() || is_drawn_control(piece, role),
        scrollable: piece.scrollable,
        in_modal: piece.in_modal,
        in_bar: piece.in_bar,
        repeats: piece.repeats,
    }
}

/// Marks identifiers that more than [`COMMON`] elements share.
pub(super) fn mark_common_identifiers(elements: &mut [Element]) {
    let mut counts: HashMap<&str, u32> = HashMap::new();
    for identifier in elements.iter().filter_map(|e| e.identifier.as_deref()) {
        *counts.entry(identifier).or_default() += 1;
    }
    counts.retain(|_, count| *count > COMMON);
    let common: HashSet<String> = counts.into_keys().map(str::to_owned).collect();
    if common.is_empty() {
        return;
    }
    for element in elements {
        element.identifier_is_common =
            element.identifier.as_ref().is_some_and(|id| common.contains(id));
    }
}

/// A label that heads or closes a list is text, whatever the list made it of.
fn role_of(piece: &Piece<'_>) -> Role {
    let heading =
        piece.is_soft() && piece.in_list && piece.label.is_some() && piece.value.is_none();
    if heading { Role::Text } else { piece.role }
}

/// Named things of no role may be controls that an app drew; nobody can tell from outside.
fn is_drawn_control(piece: &Piece<'_>, role: Role) -> bool {
    match role {
        Role::Other | Role::Group => true,
        Role::Image => piece.label.is_none() || piece.accessible || piece.identifier.is_some(),
        _ => false,
    }
}

/// A value of 1 on something to press says that it is the chosen one.
fn is_chosen(piece: &Piece<'_>) -> bool {
    matches!(piece.role, Role::Button | Role::Tab | Role::Icon | Role::Cell)
        && piece.value == Some("1")
}

/// Whether a value is state, or content that a person would read.
fn is_telling(role: Role, value: &str) -> bool {
    role.is_stateful() || !matches!(role, Role::Button | Role::Tab) || !matches!(value, "0" | "1")
}

/// Names of the containers, nearest first, without echoes and the element's own name.
fn context(pieces: &[Piece<'_>], index: usize, label: Option<&str>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut owner = pieces[index].owner;
    for _ in 0..64 {
        let Some(at) = owner else { break };
        let piece = &pieces[at];
        owner = piece.owner;
        let text = if piece.echo { None } else { piece.label };
        let Some(name) = text.or(piece.identifier).filter(|n| n.len() <= CONTEXT_BYTES) else {
            continue;
        };
        if label != Some(name) && names.last().map(String::as_str) != Some(name) {
            names.push(name.to_owned());
        }
        if names.len() == CONTEXT {
            break;
        }
    }
    names
}

/// Where a touch lands.
fn touch(piece: &Piece<'_>, frame: Rect, survey: &Survey, bars: &[Rect]) -> Option<Point> {
    if frame.is_empty() {
        return None;
    }
    let visible = match piece.place {
        Place::Offscreen => frame,
        _ => survey.visible_part(frame)?,
    };
    if piece.in_bar || piece.in_modal || piece.place != Place::Screen {
        return Some(visible.center());
    }
    let clear = bars.iter().fold(visible, beyond);
    Some(clear.center())
}

/// The part of a frame that a bar across the screen leaves free, if one can still aim at it.
fn beyond(part: Rect, bar: &Rect) -> Rect {
    if part.intersection(bar).is_none() || bar.contains_rect(&part, 0.0) {
        return part;
    }
    let below = Rect::new(part.x, bar.bottom(), part.width, part.bottom() - bar.bottom());
    let above = Rect::new(part.x, part.y, part.width, bar.y - part.y);
    let best = if below.height >= above.height { below } else { above };
    if best.height >= LEAST_PART { best } else { part }
}
