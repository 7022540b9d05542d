//! From a raw tree to what a person would say is on the screen, and to the few hundred tokens that
//! a model reads.
//!
//! [`perceive`] judges a tree once: prune, fold rows and echoes, merge what coincides, collapse
//! repeats. [`digest`], [`delta`], [`find`], [`identity_of`] and [`find_again`] work on the result.
//! Everything here is pure: no clock, no I/O, no state beyond the arguments.
//!
//! Invariant: nothing that a person could act on vanishes silently. It is listed, or counted in a
//! line that says how to reach it.

mod assemble;
mod change;
mod delta;
mod digest;
mod filter;
mod find;
mod fingerprint;
mod frame_lines;
mod identity;
mod keyboard;
mod line;
mod matching;
mod merge;
mod piece;
mod prune;
mod repeats;
mod rows;
mod score;
mod status;
mod survey;
#[cfg(test)]
pub(crate) mod testing;
mod text;
mod title;
mod verdict;
mod wrap;

use std::collections::HashMap;

use super::element::Element;
use super::geometry::{Rect, Size};
use super::observation::{Modal, Perception, Viewport};
use super::role::Role;
use super::tree::{NodeId, UiTree};

pub use self::delta::{Delta, delta};
pub use self::digest::{
    Counter, DEFAULT_BUDGET, Digest, DigestOptions, LEAST_BUDGET, RefMint, digest,
};
pub use self::find::{Field, Found, Match, find};
pub use self::identity::{Refound, find_again, identity_of};
pub use self::line::{element_line, element_words};
pub use self::text::{fold, plain, tokens};

/// What is known about a reading besides its tree.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadContext<'a> {
    /// Bundle id of the app in front, where the road could tell.
    pub foreground: Option<&'a str>,
    /// The window in points, where the road could tell; else the tree's own largest window.
    pub screen: Option<Size>,
    /// The reading before this one, so that a jitter of a point leaves the fingerprint as it was.
    pub previous: Option<&'a Perception>,
    /// What earlier readings called the apps, by bundle id: a tree names its app, but seldom by that.
    pub names: Option<&'a HashMap<String, String>>,
}

/// Judges a raw tree.
pub fn perceive(tree: &UiTree, context: &ReadContext<'_>) -> Perception {
    let survey = survey::survey(tree, context.screen);
    let keyboard = keyboard::keyboard(tree, &survey);
    let mut pieces = prune::prune(tree, &survey, keyboard.as_ref());
    wrap::collapse_wrappers(tree, &survey, &mut pieces);
    rows::fold_rows(tree, &mut pieces);
    merge::merge_coincident(&mut pieces);
    let order = assemble::reading_order(&pieces);
    repeats::collapse_repeats(&mut pieces, &order);
    let bars = bars(tree, &survey);
    let kept = order.into_iter().filter(|&i| !pieces[i].gone);
    let mut elements: Vec<Element> =
        kept.map(|i| assemble::element(&pieces, i, &survey, &bars)).collect();
    assemble::mark_common_identifiers(&mut elements);
    let app = application(tree);
    let (completeness, notes) = verdict::verdict(tree, &survey, &elements, app.as_deref(), context);
    let mut perception = Perception {
        title: title::title(tree, &survey, &elements),
        app,
        completeness,
        modal: survey.modal.map(|id| modal(tree, id)),
        viewport: Viewport {
            size: survey.screen.map_or(Size::default(), |s| Size::new(s.width, s.height)),
            keyboard: keyboard.as_ref().map(|k| keyboard::described(tree, k)),
        },
        notes,
        elements,
        fingerprint: 0,
        marks: Vec::new(),
    };
    fingerprint::stamp(&mut perception, context.previous);
    perception
}

/// Bundle id of the application, else its name.
fn application(tree: &UiTree) -> Option<String> {
    let named = || {
        let root = tree.ids().next().filter(|&r| tree.node(r).role == Role::Application)?;
        [tree.label(root), tree.identifier(root)].into_iter().flatten().find(|t| !text::is_blank(t))
    };
    tree.bundle_id.as_deref().or_else(named).map(str::to_owned)
}

/// Bars that lie across the screen over scrolled content.
fn bars(tree: &UiTree, survey: &survey::Survey) -> Vec<Rect> {
    let Some(screen) = survey.screen else { return Vec::new() };
    tree.nodes()
        .iter()
        .filter(|n| matches!(n.role, Role::Nav | Role::TabBar | Role::Toolbar) && n.visible)
        .filter_map(|n| n.frame)
        .filter(|f| f.width >= 0.9 * screen.width && f.height <= 0.25 * screen.height)
        .take(8)
        .collect()
}

/// What covers the screen.
fn modal(tree: &UiTree, id: NodeId) -> Modal {
    let texts = |role: Role| {
        tree.descendants(id)
            .filter(move |&d| tree.node(d).role == role)
            .filter_map(|d| tree.label(d).filter(|l| !text::is_blank(l)))
    };
    let title = tree.label(id).filter(|l| !text::is_blank(l)).or_else(|| texts(Role::Text).next());
    Modal {
        role: tree.node(id).role,
        title: title.map(str::to_owned),
        buttons: texts(Role::Button).map(str::to_owned).collect(),
        by_system: tree.bundle_id.as_deref() == Some("com.apple.springboard"),
    }
}
