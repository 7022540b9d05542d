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

/// What every node is judged against.
#[derive(Clone, Copy)]
struct Ground<'t, 's> {
    tree: &'t UiTree,
    survey: &'s Survey,
    keyboard: Option<&'s Keyboard>,
}

/// The pieces of a tree, in document order.
pub(super) fn prune<'t>(
    tree: &'t UiTree,
    survey: &Survey,
    keyboard: Option<&Keyboard>,
) -> Vec<Piece<'t>> {
    let ground = Ground { tree, survey, keyboard };
    let mut pieces: Vec<Piece<'t>> = Vec::new();
    let mut open: Vec<Inherited> = Vec::new();
    let mut specks = 0;
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
        if let Some(piece) = piece_of(&ground, id, &inherited, &mut specks) {
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
    if ![tree.label(id), tree.identifier(id)].into_iter().flatten().any(names_arrow) {
        return false;
    }
    let within = |up: NodeId| matches!(tree.node(up).role, Role::Cell | Role::Button | Role::Link);
    let small = tree.node(id).frame.is_none_or(|f| f.width <= 30.0 && f.height <= 30.0);
    small && tree.ancestors(id).take(6).any(within)
}

/// Whether a name is one that arrows have.
fn names_arrow(name: &str) -> bool {
    if name.len() > 24 || !name.starts_with(['c', 'C', 'd', 'D']) {
        return false;
    }
    let folded = fold(name);
    matches!(folded.as_str(), "chevron" | "disclosure" | "disclosureindicator")
        || matches!(
            folded.strip_prefix("chevron."),
            Some("left" | "right" | "up" | "down" | "forward" | "backward")
        )
}

/// The node as a piece, if it can be an element.
fn piece_of<'t>(
    ground: &Ground<'t, '_>,
    id: NodeId,
    inherited: &Inherited,
    specks: &mut usize,
) -> Option<Piece<'t>> {
    let tree = ground.tree;
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
    piece.place = place_of(ground, id, &piece, inherited, specks)?;
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
    ground: &Ground<'_, '_>,
    id: NodeId,
    piece: &Piece<'_>,
    inherited: &Inherited,
    specks: &mut usize,
) -> Option<Place> {
    let Ground { tree, survey, keyboard } = *ground;
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
    if is_speck(frame) && !piece.role.is_modal() && !(visible && is_only_text(tree, id, specks)) {
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
fn is_only_text(tree: &UiTree, id: NodeId, specks: &mut usize) -> bool {
    if tree.node(id).role != Role::Text || *specks >= MOST_SPECKS {
        return false;
    }
    *specks += 1;
    let Some(text) = tree.label(id).filter(|t| t.chars().any(char::is_alphanumeric)) else {
        return false;
    };
    tree.ids().filter(|&other| tree.label(other) == Some(text)).take(2).count() == 1
}

/// Most texts without area that are looked up in the whole tree.
const MOST_SPECKS: usize = 32;

fn is_speck(frame: Rect) -> bool {
    frame.width < LEAST_EXTENT || frame.height < LEAST_EXTENT
}

/// Whether the centre of the visible part lies under the keyboard.
fn lies_under(frame: Rect, keyboard: Rect, survey: &Survey) -> bool {
    survey
        .visible_part(frame)
        .is_some_and(|part| keyboard.contains(part.center()) && part.y >= keyboard.y - 8.0)
}

#[cfg(test)]
mod tests {
    use crate::domain::element::Place;
    use crate::domain::perception::testing::{lines, seen};

    #[test]
    fn nodes_are_kept_by_what_they_are_called_and_not_by_their_type() {
        let p = seen(
            "other \"Pay now\" [20,100,350,48] accessible\n\
             other #cart_button [20,160,48,48]\n\
             image #avatar [20,220,48,48]\n\
             icon \"Maps\" [20,280,60,80]\n\
             button [20,380,44,44]\n\
             other [20,440,300,80]\n\
             image [20,540,30,30]",
        );

        assert_eq!(
            lines(&p),
            [
                "e1 other \"Pay now\" @(195,124)",
                "e2 other id=cart_button @(44,184)",
                "e3 image id=avatar @(44,244)",
                "e4 icon \"Maps\" @(50,320)",
                "e5 button @(42,402)",
            ]
        );
        assert!(p.elements.iter().all(|e| e.actionable));
    }

    #[test]
    fn status_bars_scroll_bars_and_disclosure_arrows_are_no_elements() {
        let p = seen(
            "statusbar [0,0,390,47]\n  other \"9:41\" [20,10,50,20]\n\
             scroll [0,100,390,600]\n  other \"Vertical scroll bar, 2 pages\" =0% [357,100,30,600]\n\
             cell \"General\" [0,100,390,44]\n  button \"chevron\" [358,110,12,15]\n  image \"Forward\" #chevron.forward [340,110,12,15]",
        );

        assert_eq!(lines(&p), ["e1 cell \"General\" @(195,122)"]);
    }

    #[test]
    fn what_lies_outside_the_window_is_counted_and_can_be_found_again() {
        let p = seen(
            "cell \"First\" [0,100,390,44]\n\
             cell \"Below\" [0,900,390,44] hidden\n  switch \"Below\" =1 [0,91,51,31] hidden\n\
             cell \"Above\" [0,-60,390,44] hidden\n\
             icon \"Next page\" [400,100,60,60]",
        );

        let places: Vec<Place> = p.elements.iter().map(|e| e.place).collect();
        assert_eq!(places[0], Place::Screen);
        assert!(places[1..].iter().all(|place| *place == Place::Offscreen));
        assert_eq!(
            lines(&p),
            ["e1 cell \"First\" @(195,122)", "… off-screen: 1 below, 1 above, 1 beside"]
        );
    }

    #[test]
    fn a_row_that_is_barely_visible_is_off_screen_and_one_that_is_half_visible_is_touched_there() {
        let p = seen("cell \"Half\" [0,824,390,60]\ncell \"Barely\" [0,840,390,60]");

        assert_eq!(lines(&p)[0], "e1 cell \"Half\" @(195,834)");
        assert_eq!(p.elements[1].place, Place::Offscreen);
    }

    #[test]
    fn a_text_without_area_is_said_only_where_no_other_node_says_it() {
        let p = seen(
            "text \"Total 12 EUR\" [20,100,0,0]\n\
             text \"Pay\" [20,100,0,0]\n\
             button \"Pay\" [20,200,100,44]",
        );

        assert_eq!(lines(&p), ["e1 text \"Total 12 EUR\"", "e2 button \"Pay\" @(70,222)"]);
    }

    #[test]
    fn a_part_of_a_screen_in_coordinates_of_its_container_is_not_pruned_away() {
        let tree = crate::domain::perception::testing::tree(
            "other [8,530,398,133]\n  table [0,0,398,133]\n    cell [0,0,398,45]\n      text \"Photo\" [15,11,87,22]",
        );
        let context = crate::domain::perception::ReadContext {
            screen: Some(crate::domain::geometry::Size::new(390.0, 500.0)),
            ..Default::default()
        };
        let p = crate::domain::perception::perceive(&tree, &context);

        assert_eq!(lines(&p), ["e1 cell \"Photo\" @(199,23)"]);
    }

    #[test]
    fn a_node_without_a_frame_is_listed_without_a_touch_point() {
        assert_eq!(lines(&seen("button \"Odd\"")), ["e1 button \"Odd\""]);
    }

    #[test]
    fn an_app_that_reports_everything_as_covered_is_listed_with_a_warning() {
        let said = lines(&seen("button \"Buy\" [20,100,100,44] hidden"));

        assert_eq!(said[0], "e1 button \"Buy\" @(70,122)");
        assert!(said[1].starts_with("note: everything here is reported as covered"), "{said:?}");
    }
}
