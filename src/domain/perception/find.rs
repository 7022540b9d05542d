//! Looks for a text in the raw tree of a reading, shown by the digest or not.
//!
//! Issues no refs: what a digest dropped is not a target, only something to scroll to, to narrow a
//! query with, or to recognise.

use std::fmt::Write as _;

use super::text::{fold, plain};
use crate::domain::geometry::Point;
use crate::domain::observation::Perception;
use crate::domain::role::Role;
use crate::domain::tree::{NodeId, UiTree};

/// Which text of a node matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Label,
    Value,
    Identifier,
    Placeholder,
}

/// One node of the raw tree that contains the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    pub node: NodeId,
    pub field: Field,
    /// The digest shows it, by a line of its own or within one.
    pub shown: bool,
    /// It lies outside the window.
    pub offscreen: bool,
    pub role: Role,
    pub label: Option<String>,
    pub value: Option<String>,
    pub identifier: Option<String>,
    /// Centre in points, where it has a frame.
    pub center: Option<Point>,
}

/// The matches up to the limit, and how many there are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    pub matches: Vec<Match>,
    pub total: usize,
}

impl Found {
    /// One line per match and, where there are more, how many.
    pub fn text(&self) -> String {
        if self.matches.is_empty() {
            return "nothing in this reading contains that text".to_owned();
        }
        let mut text: Vec<String> = self.matches.iter().map(Match::line).collect();
        let more = self.total.saturating_sub(self.matches.len());
        if more > 0 {
            text.push(format!("… {more} more matches: narrow the text"));
        }
        text.join("\n")
    }
}

impl Match {
    /// `shown button "Home" id=BackButton @(42,84)`; `hidden` where the digest dropped it.
    pub fn line(&self) -> String {
        let mut line = String::from(if self.shown { "shown " } else { "hidden " });
        line.push_str(self.role.word());
        for (before, text) in [(" ", &self.label), (" =", &self.value), (" id=", &self.identifier)]
        {
            if let Some(text) = text {
                let _ = write!(line, "{before}\"{}\"", plain(text, 60));
            }
        }
        if self.offscreen {
            line.push_str(" offscreen");
        }
        if let Some(at) = self.center {
            let _ = write!(line, " @({},{})", at.x.round() as i64, at.y.round() as i64);
        }
        line
    }
}

/// Finds a text in label, value, identifier or placeholder of any node, folded.
///
/// `shown` holds the indices of the elements that the digest of the same reading shows.
pub fn find(tree: &UiTree, p: &Perception, shown: &[usize], text: &str, limit: usize) -> Found {
    let wanted = fold(text);
    let mut found = Found::default();
    for node in tree.ids().filter(|_| !wanted.is_empty()) {
        let Some(field) = matching(tree, node, &wanted) else { continue };
        found.total += 1;
        if found.matches.len() < limit {
            found.matches.push(matched(tree, p, shown, node, field));
        }
    }
    found
}

fn matching(tree: &UiTree, node: NodeId, wanted: &str) -> Option<Field> {
    [
        (Field::Label, tree.label(node)),
        (Field::Value, tree.value(node)),
        (Field::Identifier, tree.identifier(node)),
        (Field::Placeholder, tree.placeholder(node)),
    ]
    .into_iter()
    .find(|(_, text)| text.is_some_and(|t| fold(t).contains(wanted)))
    .map(|(field, _)| field)
}

fn matched(tree: &UiTree, p: &Perception, shown: &[usize], node: NodeId, field: Field) -> Match {
    let elements = shown.iter().filter_map(|&i| p.elements.get(i));
    Match {
        node,
        field,
        shown: elements.into_iter().any(|e| e.meaning == node || e.hit == node),
        offscreen: false,
        role: tree.node(node).role,
        label: tree.label(node).map(str::to_owned),
        value: tree.value(node).map(str::to_owned),
        identifier: tree.identifier(node).map(str::to_owned),
        center: tree.node(node).frame.map(|f| f.center()),
    }
}
