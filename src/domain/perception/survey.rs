//! What a tree says about the screen as a whole, found in one pass before anything is judged.
//!
//! The window (the largest application or window frame), the modal that covers everything else,
//! and whether visibility can be believed: under an alert of iOS 26 every node, the alert's own
//! included, is reported as not visible, and so is an app that something else covers.
//!
//! A tree without an application or window is a part of a screen, possibly in coordinates of its
//! container: it has no window here, and nothing of it is off-screen.

use super::status::is_clock;
use super::text::is_blank;
use crate::domain::geometry::{Point, Rect, Size};
use crate::domain::role::Role;
use crate::domain::tree::{NodeId, UiTree};

/// Facts about a tree as a whole.
#[derive(Clone, Debug, Default)]
pub(super) struct Survey {
    pub(super) screen: Option<Rect>,
    /// The alert or sheet that hides what lies outside it.
    pub(super) modal: Option<NodeId>,
    /// Nodes are named, and not one of them is reported as visible.
    pub(super) all_covered: bool,
    /// Some node is marked as an accessibility element, so the mark tells something.
    pub(super) marks_access: bool,
    /// Nodes whose attributes could not be read.
    pub(super) unread: usize,
    /// The software keyboard's node, where the back end has one.
    pub(super) keyboard: Option<NodeId>,
    /// Buttons named by one or two characters: a keyboard without a node of its own.
    pub(super) short_buttons: Vec<NodeId>,
    /// The clock of a status bar that is loose among the app's elements.
    pub(super) clock: Option<NodeId>,
    /// Navigation bars in document order.
    pub(super) navs: Vec<NodeId>,
}

impl Survey {
    /// The part of a frame that lies in the window.
    pub(super) fn visible_part(&self, frame: Rect) -> Option<Rect> {
        match self.screen {
            Some(screen) => frame.intersection(&screen),
            None => Some(frame),
        }
    }

    /// Whether enough of a frame lies in the window to be seen and touched.
    pub(super) fn is_on_screen(&self, frame: Rect) -> bool {
        let Some(screen) = self.screen else { return true };
        if frame.is_empty() {
            return screen.grown(0.5).contains(Point::new(frame.x, frame.y));
        }
        frame.intersection(&screen).is_some_and(|part| {
            part.width >= LEAST_VISIBLE.min(frame.width / 2.0)
                && part.height >= LEAST_VISIBLE.min(frame.height / 2.0)
        })
    }
}

/// Points of a frame that must lie in the window, or half of it where it is smaller.
const LEAST_VISIBLE: f64 = 8.0;

/// Most alerts and sheets that are considered, from the topmost.
const MOST_MODALS: usize = 8;

/// Surveys a tree. `window` serves only where the tree has an application but no usable frame.
pub(super) fn survey(tree: &UiTree, window: Option<Size>) -> Survey {
    let mut survey = Survey::default();
    let (mut windowed, mut seen, mut named) = (false, false, false);
    let mut modals: Vec<NodeId> = Vec::new();
    for id in tree.ids() {
        let node = tree.node(id);
        survey.marks_access |= node.accessible;
        match node.role {
            Role::Application | Role::Window => {
                windowed = true;
                widen(&mut survey.screen, node.frame);
                continue;
            }
            Role::Unread => survey.unread += 1,
            Role::Alert | Role::Sheet => modals.push(id),
            Role::Keyboard => survey.keyboard = Some(id),
            Role::Nav => survey.navs.push(id),
            Role::Text if node.depth <= 1 && is_clock(tree, id) => survey.clock = Some(id),
            Role::Button if is_short(tree.label(id)) => survey.short_buttons.push(id),
            _ => {}
        }
        if !(seen && named) && is_named(tree, id) {
            named = true;
            seen |= node.visible && !in_status_bar(tree, id);
        }
    }
    if windowed && survey.screen.is_none() {
        survey.screen = window.map(Rect::of_size);
    }
    survey.modal = modals.into_iter().rev().take(MOST_MODALS).find(|&id| covers(tree, &survey, id));
    survey.all_covered = named && !seen && survey.modal.is_none();
    survey
}

fn widen(screen: &mut Option<Rect>, frame: Option<Rect>) {
    let Some(frame) = frame.filter(|f| !f.is_empty()) else { return };
    let Some(known) = screen.as_mut() else {
        *screen = Some(frame);
        return;
    };
    if is_turned(known, &frame) {
        // The application still reports the orientation it started in: believe neither alone.
        let side = known.width.max(known.height);
        *known = Rect::new(0.0, 0.0, side, side);
    } else if frame.area() > known.area() {
        *known = frame;
    }
}

/// The same window, turned by a quarter.
fn is_turned(a: &Rect, b: &Rect) -> bool {
    (a.width - a.height).abs() > 1.0
        && (a.width - b.height).abs() <= 1.0
        && (a.height - b.width).abs() <= 1.0
}

fn is_named(tree: &UiTree, id: NodeId) -> bool {
    [tree.label(id), tree.identifier(id), tree.value(id)]
        .into_iter()
        .flatten()
        .any(|text| !is_blank(text))
}

fn is_short(label: Option<&str>) -> bool {
    label.is_some_and(|l| l.len() <= 12 && !is_blank(l) && l.chars().count() <= 2)
}

fn in_status_bar(tree: &UiTree, id: NodeId) -> bool {
    tree.node(id).role == Role::StatusBar
        || tree.ancestors(id).take(8).any(|up| tree.node(up).role == Role::StatusBar)
}

/// Whether a modal is what the person sees: reported as visible, or nothing outside it is.
fn covers(tree: &UiTree, survey: &Survey, id: NodeId) -> bool {
    let node = tree.node(id);
    if node.frame.is_some_and(|frame| !survey.is_on_screen(frame)) {
        return false;
    }
    node.visible
        || !tree.ids().any(|other| {
            !tree.is_within(other, id)
                && tree.node(other).visible
                && !matches!(tree.node(other).role, Role::Application | Role::Window)
                && is_named(tree, other)
                && !in_status_bar(tree, other)
        })
}
