//! First stage: which nodes of the tree may be elements at all, and where they are.
//!
//! Dropped by evidence, never by type name alone: containers that are not called anything, status
//! and scroll bars, disclosure arrows, pictures without a name, nodes that are not visible although
//! they lie on the screen. Kept: everything that a person or a developer named, and every control.
//!
//! What lies outside the window is kept as off-screen, what a modal or the keyboard covers as
//! behind, keys as keys: none of them is listed, each can be found again. Rows that are off-screen
//! report made-up frames for what they contain, so their contents share their place.
//!
//! Not here: folding rows and echoes (`rows.rs`), merging by geometry (`merge.rs`).

use super::keyboard::Keyboard;
use super::piece::Piece;
use super::status;
use super::survey::Survey;
use super::text::fold;
use crate::domain::element::Place;
use crate::domain::geometry::Rect;
use crate::domain::role::Role;
use crate::domain::tree::{NodeId, UiTree};

/// Smallest extent of a node that can be seen, in points.
const LEAST_EXTENT: f64 = 4.0;

/// What a node inherits from the nodes it lies in.
#[derive(Clone, Copy, Debug, Default)]
struct Inherited {
    end: u32,
    owner: Option<usize>,
    in_bar: bool,
    in_modal: bool,
    in_list: bool,
    /// Frame of the row it lies in, where that is outside the window.
    off_row: Option<Rect>,
}

/// The pieces of a tree, in document order.
pub(super) fn prune<'t>(
    tree: &'t UiTree,
    survey: &Survey,
    keyboard: Option<&Keyboard>,
) -> Vec<Piece<'t>> {
    let mut pieces: Vec<Piece<'t>> = Vec::new();
    let mut open: Vec<Inherited> = Vec::new();
    let mut next = 0;
    while let Some(node) = tree.nodes().get(next as usize) {
        let id = NodeId(next);
        while open.last().is_some_and(|above| above.end <= next) {
            open.pop();
        }
        if is_noise(tree, id, survey, keyboard) {
            next = node.end;
            continue;
        }
        let mut inherited = open.last().copied().unwrap_or_default();
        if let Some(piece) = piece_of(tree, id, survey, keyboard, &inherited) {
            if piece.place == Place::Offscreen && node.role.is_interactive() {
                inherited.off_row = inherited.off_row.or(piece.frame);
            }
            inherited.owner = Some(pieces.len());
            pieces.push(piece);
        }
        if node.end > next + 1 {
            open.push(passed_on(tree, id, survey, inherited));
        }
        next += 1;
    }
    pieces
}

/// What the contents of a node inherit.
fn passed_on(tree: &UiTree, id: NodeId, survey: &Survey, mut inherited: Inherited) -> Inherited {
    let node = tree.node(id);
    inherited.end = node.end;
    inherited.in_bar |= matches!(node.role, Role::Nav | Role::TabBar | Role::Toolbar);
    inherited.in_modal |= survey.modal == Some(id) || node.role.is_modal();
    match node.role {
        Role::Table | Role::Collection => inherited.in_list = true,
        Role::Cell => inherited.in_list = false,
        _ => {}
    }
    inherited
}

/// Sub-trees that nobody needs to read: status bars, scroll bars, a parked keyboard.
fn is_noise(tree: &UiTree, id: NodeId, survey: &Survey, keyboard: Option<&Keyboard>) -> bool {
    match tree.node(id).role {
        Role::StatusBar | Role::ScrollBar => true,
        Role::Keyboard => keyboard.is_none() || survey.keyboard != Some(id),
        Role::Other if is_scroll_bar(tree, id) => true,
        Role::Button | Role::Image if is_disclosure(tree, id) => true,
        Role::Other | Role::Text | Role::Image => status::owns(tree, survey.clock, id),
        _ => false,
    }
}

/// The pseudo elements that report a scroll position: a percentage beside scrolled content.
fn is_scroll_bar(tree: &UiTree, id: NodeId) -> bool {
    let Some(value) = tree.value(id) else { return false };
    let percentage =
        value.len() <= 8 && value.ends_with('%') && value.starts_with(|c: char| c.is_ascii_digit());
    if !percentage || tree.node(id).accessible {
        return false;
    }
    let beside = tree.parent(id).is_some_and(|up| tree.node(up).role.is_scrollable());
    let thin = tree.node(id).frame.is_none_or(|f| f.width <= 40.0 || f.height <= 40.0);
    (beside && thin) || tree.label(id).is_some_and(|l| l.contains("scroll bar"))
}

/// An arrow at the end of a row: it says that the row opens something, which rows do anyway.
fn is_disclosure(tree: &UiTree, id: NodeId) -> bool {
    let Some(name) = tree.label(id).or_else(|| tree.identifier(id)) else { return false };
    if name.len() > 24 || !name.starts_with(['c', 'C', 'd', 'D']) {
        return false;
    }
    let folded = fold(name);
    let known = matches!(folded.as_str(), "chevron" | "disclosure" | "disclosureindicator")
        || matches!(
            folded.strip_prefix("chevron."),
            Some("left" | "right" | "up" | "down" | "forward" | "backward")
        );
    let small = tree.node(id).frame.is_none_or(|f| f.width <= 30.0 && f.height <= 30.0);
    let within = |up: NodeId| matches!(tree.node(up).role, Role::Cell | Role::Button | Role::Link);
    known && small && tree.ancestors(id).take(6).any(within)
}

/// The node as a piece, if it can be an element.
fn piece_of<'t>(
    tree: &'t UiTree,
    id: NodeId,
    survey: &Survey,
    keyboard: Option<&Keyboard>,
    inherited: &Inherited,
) -> Option<Piece<'t>> {
    let role = tree.node(id).role;
    if matches!(
        role,
        Role::Application
            | Role::Window
            | Role::Nav
            | Role::TabBar
            | Role::Toolbar
            | Role::Keyboard
            | Role::Unread
    ) {
        return None;
    }
    let mut piece = Piece::of(tree, id);
    if !is_worth_it(&piece) {
        return None;
    }
    piece.owner = inherited.owner;
    piece.frame = inherited.off_row.or(piece.frame);
    piece.in_bar = inherited.in_bar;
    piece.in_modal = inherited.in_modal || role.is_modal();
    piece.in_list = inherited.in_list && role != Role::Cell;
    piece.place = place_of(tree, id, &piece, survey, keyboard, inherited)?;
    if piece.place == Place::Keyboard {
        if !matches!(role, Role::Button | Role::Key) || piece.is_nameless() {
            return None;
        }
        piece.role = Role::Key;
        piece.owner = None;
    }
    Some(piece)
}

/// Whether the node says or is something.
fn is_worth_it(piece: &Piece<'_>) -> bool {
    match piece.role {
        role if role.is_interactive() => piece.enabled || !piece.is_nameless(),
        Role::Text | Role::Heading => piece.text().is_some(),
        Role::Progress | Role::PageIndicator | Role::Spinner => {
            piece.value.is_some() || !piece.is_nameless()
        }
        Role::Alert
        | Role::Sheet
        | Role::Scroll
        | Role::Table
        | Role::Collection
        | Role::WebView => true,
        _ => !piece.is_nameless(),
    }
}

/// Where the node is; nothing for one that cannot be seen.
fn place_of(
    tree: &UiTree,
    id: NodeId,
    piece: &Piece<'_>,
    survey: &Survey,
    keyboard: Option<&Keyboard>,
    inherited: &Inherited,
) -> Option<Place> {
    if inherited.off_row.is_some() {
        return Some(Place::Offscreen);
    }
    if keyboard.is_some_and(|k| k.owns(tree, id)) {
        return Some(Place::Keyboard);
    }
    let visible = tree.node(id).visible || survey.all_covered;
    let Some(frame) = piece.frame else { return visible.then_some(Place::Screen) };
    if !survey.is_on_screen(frame) {
        return Some(Place::Offscreen);
    }
    let within = survey.modal.is_some_and(|modal| tree.is_within(id, modal));
    let hidden = survey.modal.is_some() && !within;
    if !(visible || hidden || (within && is_alert_content(tree, piece, frame, survey))) {
        return None;
    }
    if is_speck(frame) && !piece.role.is_modal() && !(visible && is_only_text(tree, id)) {
        return None;
    }
    let covered = hidden || keyboard.is_some_and(|k| lies_under(frame, k.frame, survey));
    Some(if covered { Place::Behind } else { Place::Screen })
}

/// Contents of an alert that is reported as invisible with everything else.
fn is_alert_content(tree: &UiTree, piece: &Piece<'_>, frame: Rect, survey: &Survey) -> bool {
    let ground = survey.modal.and_then(|modal| tree.node(modal).frame);
    let inside = ground.is_none_or(|g| g.grown(2.0).contains(frame.center()));
    piece.role == Role::Button
        || (inside
            && (piece.role.is_modal() || piece.text().is_some() || piece.role.is_interactive()))
}

/// A text without area is said only where no other node says it.
fn is_only_text(tree: &UiTree, id: NodeId) -> bool {
    let Some(text) = tree.label(id).filter(|t| t.chars().any(char::is_alphanumeric)) else {
        return false;
    };
    tree.node(id).role == Role::Text
        && tree.ids().filter(|&other| tree.label(other) == Some(text)).take(2).count() == 1
}

fn is_speck(frame: Rect) -> bool {
    frame.width < LEAST_EXTENT || frame.height < LEAST_EXTENT
}

/// Whether the centre of the visible part lies under the keyboard.
fn lies_under(frame: Rect, keyboard: Rect, survey: &Survey) -> bool {
    survey
        .visible_part(frame)
        .is_some_and(|part| keyboard.contains(part.center()) && part.y >= keyboard.y - 8.0)
}
