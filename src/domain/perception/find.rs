//! Looks for a text in the raw tree of a reading, shown by the digest or not.
//!
//! Issues no refs: what a digest dropped is not a target, only something to scroll to, to narrow a
//! query with, or to recognise. A node counts as shown when a listed element stands for it, or says
//! its text where it lies.

use std::collections::HashSet;
use std::fmt::Write as _;

use super::text::{fold, plain};
use crate::domain::element::{Element, Place};
use crate::domain::geometry::{Point, Rect};
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

impl Field {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Label => "label",
            Self::Value => "value",
            Self::Identifier => "id",
            Self::Placeholder => "placeholder",
        }
    }
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
    /// It lies under a modal or the keyboard.
    pub covered: bool,
    pub role: Role,
    pub label: Option<String>,
    pub value: Option<String>,
    pub identifier: Option<String>,
    pub placeholder: Option<String>,
    /// Centre in points, where it has a frame.
    pub center: Option<Point>,
}

/// The matches up to the limit, top to bottom, and how many there are.
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
            text.push(format!("… {more} more matches: narrow the text or raise limit"));
        }
        text.join("\n")
    }
}

impl Match {
    /// `shown button "Home" id=BackButton @(42,84)`; `hidden` where the digest dropped it.
    pub fn line(&self) -> String {
        let mut line = String::from(if self.shown { "shown " } else { "hidden " });
        line.push_str(self.role.word());
        let value = self.value.as_ref().filter(|v| self.label.as_ref() != Some(v));
        let texts = [
            (" ", self.label.as_ref()),
            (" =", value),
            (" id=", self.identifier.as_ref()),
            (" hint=", self.placeholder.as_ref()),
        ];
        for (before, text) in texts {
            if let Some(text) = text {
                let _ = write!(line, "{before}\"{}\"", plain(text, 60));
            }
        }
        if self.field != Field::Label {
            let _ = write!(line, " (in {})", self.field.word());
        }
        let flags = [(self.offscreen, " offscreen"), (self.covered, " covered")];
        for (_, word) in flags.into_iter().filter(|(set, _)| *set) {
            line.push_str(word);
        }
        if let Some(at) = self.center {
            let _ = write!(line, " @({},{})", at.x.round() as i64, at.y.round() as i64);
        }
        line
    }
}

/// Finds a text in label, value, identifier or placeholder of any node, folded.
///
/// `shown` holds the indices of the elements that the digest of the same reading shows. Nodes that
/// say the same in the same place count once.
pub fn find(tree: &UiTree, p: &Perception, shown: &[usize], text: &str, limit: usize) -> Found {
    let wanted = fold(text);
    if wanted.is_empty() {
        return Found::default();
    }
    let mut seen = HashSet::new();
    let mut hits: Vec<(NodeId, Field)> = tree
        .ids()
        .filter(|&id| !matches!(tree.node(id).role, Role::Application | Role::Window))
        .filter_map(|id| Some((id, matching(tree, id, &wanted)?)))
        .filter(|(id, _)| seen.insert(looks(tree, *id)))
        .collect();
    let place = |id: NodeId| tree.node(id).frame.map_or((f64::MAX, 0.0), |f| (f.y, f.x));
    hits.sort_by(|a, b| {
        let (a, b) = (place(a.0), place(b.0));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    let total = hits.len();
    let matches = hits.into_iter().take(limit);
    let matches = matches.map(|(id, field)| matched(tree, p, shown, id, field)).collect();
    Found { matches, total }
}

fn matching(tree: &UiTree, node: NodeId, wanted: &str) -> Option<Field> {
    let fields = [
        (Field::Label, tree.label(node)),
        (Field::Value, tree.value(node)),
        (Field::Identifier, tree.identifier(node)),
        (Field::Placeholder, tree.placeholder(node)),
    ];
    let holds = |text: &str| text.len() + 8 >= wanted.len() / 4 && fold(text).contains(wanted);
    let found = fields.into_iter().find(|(_, text)| text.is_some_and(holds));
    found.map(|(field, _)| field)
}

type Looks<'t> = (Role, Option<&'t str>, Option<&'t str>, Option<&'t str>, Option<[i64; 4]>);

/// What two nodes must share to be one match.
fn looks(tree: &UiTree, node: NodeId) -> Looks<'_> {
    let frame = tree.node(node).frame;
    let frame = frame.map(|f| [f.x as i64, f.y as i64, f.width as i64, f.height as i64]);
    (tree.node(node).role, tree.label(node), tree.value(node), tree.identifier(node), frame)
}

fn matched(tree: &UiTree, p: &Perception, shown: &[usize], node: NodeId, field: Field) -> Match {
    let of = |id: NodeId| p.elements.iter().find(|e| e.meaning == id || e.hit == id);
    let within = || tree.ancestors(node).take(8).find_map(of);
    // What lies in an off-screen row reports a made-up frame: the row knows better.
    let own = of(node).or_else(|| within().filter(|e| e.role.is_interactive()));
    let frame = tree.node(node).frame;
    let text = |text: Option<&str>| text.map(str::to_owned);
    Match {
        node,
        field,
        shown: is_shown(tree, p, shown, node),
        offscreen: own.map_or_else(|| is_outside(p, frame), |e| e.place == Place::Offscreen),
        covered: own.is_some_and(|e| e.place == Place::Behind),
        role: tree.node(node).role,
        label: text(tree.label(node)),
        value: text(tree.value(node)),
        identifier: text(tree.identifier(node)),
        placeholder: text(tree.placeholder(node)),
        center: frame.map(|f| f.center()),
    }
}

fn is_outside(p: &Perception, frame: Option<Rect>) -> bool {
    let screen = Rect::of_size(p.viewport.size);
    let Some(frame) = frame.filter(|_| !screen.is_empty()) else { return false };
    !frame.is_empty() && frame.intersection(&screen).is_none()
}

fn is_shown(tree: &UiTree, p: &Perception, shown: &[usize], node: NodeId) -> bool {
    let stands = |e: &Element| e.meaning == node || e.hit == node;
    let text = tree.label(node).or_else(|| tree.value(node));
    let frame = tree.node(node).frame;
    let says = |e: &Element| {
        text.is_some_and(|text| {
            [&e.label, &e.value, &e.detail, &e.placeholder]
                .into_iter()
                .flatten()
                .any(|own| own.contains(text))
                && overlaps(e, frame)
        })
    };
    let titled = text.is_some() && text == p.title.as_deref();
    titled || shown.iter().filter_map(|&i| p.elements.get(i)).any(|e| stands(e) || says(e))
}

/// Whether an element or its row lies where the node lies.
fn overlaps(element: &Element, frame: Option<Rect>) -> bool {
    let (Some(own), Some(frame)) = (element.row.or(element.frame), frame) else { return false };
    own.contains(frame.center()) || frame.contains(own.center())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::perception::testing::screen;
    use crate::domain::perception::{Counter, DigestOptions, ReadContext, digest, perceive};

    fn found(drawing: &str, text: &str) -> Vec<String> {
        let tree = screen(drawing);
        let p = perceive(&tree, &ReadContext::default());
        let shown = digest(&p, &mut Counter::default(), &DigestOptions::default()).shown;
        let shown: Vec<usize> = shown.into_iter().map(|(_, index)| index).collect();
        find(&tree, &p, &shown, text, 20).matches.iter().map(Match::line).collect()
    }

    #[test]
    fn matches_say_whether_the_digest_shows_them_and_where_they_are() {
        let drawing = "cell \"General\" [0,100,390,44]\n  text \"General\" [64,110,60,21]\n\
                       cell \"General info\" [0,900,390,44] hidden\n\
                       statusbar [0,0,390,47]\n  other \"general: 9:41\" [20,10,50,20]";

        let row = "cell \"Developer\" [0,916,390,45] hidden\n  text \"Developer\" #DEV [0,143,78,21] hidden";
        assert!(found(row, "developer").iter().all(|line| line.contains(" offscreen ")));
        assert_eq!(
            found(drawing, "GENERAL"),
            [
                "hidden other \"general: 9:41\" @(45,20)",
                "shown cell \"General\" @(195,122)",
                "shown text \"General\" @(94,121)",
                "hidden cell \"General info\" offscreen @(195,922)",
            ]
        );
    }

    #[test]
    fn quotes_dashes_and_invisible_marks_make_no_difference() {
        assert_eq!(found("text \"\u{202D}400\u{202C} “x”\" [0,100,90,20]", "400 \"x\"").len(), 1);
        assert!(found("text \"a\" [0,100,90,20]", "  ").is_empty());
    }

    #[test]
    fn equal_nodes_in_one_place_count_once_and_the_field_is_named() {
        let drawing = "text #note_1 [0,100,90,20]\ntext #note_1 [0,100,90,20]\ntextfield ?Find_note [0,200,90,20]";

        assert_eq!(
            found(drawing, "note"),
            [
                "hidden text id=\"note_1\" (in id) @(45,110)",
                "shown textfield hint=\"Find_note\" (in placeholder) @(45,210)"
            ]
        );
    }
}
