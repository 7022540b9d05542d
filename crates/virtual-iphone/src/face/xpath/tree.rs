//! The tree as XPath sees it: a root, elements and their attributes, in document order.

use crate::face::attributes::{self, Datum};
use crate::face::flat::Flat;

use super::parser::Axis;

/// The attributes of the XML, in its order.
pub(super) const ATTRIBUTES: [&str; 17] = [
    "type",
    "value",
    "name",
    "label",
    "enabled",
    "visible",
    "accessible",
    "x",
    "y",
    "width",
    "height",
    "index",
    "hittable",
    "placeholderValue",
    "traits",
    "minValue",
    "maxValue",
];

/// A node; the derived order is document order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Node {
    /// 0 is the root, n is the element n - 1.
    place: usize,
    /// 0 is the element itself, n its attribute n - 1.
    attribute: usize,
}

impl Node {
    pub(super) const ROOT: Self = Self { place: 0, attribute: 0 };

    pub(super) fn of(element: usize) -> Self {
        Self { place: element + 1, attribute: 0 }
    }

    /// The element it is, if it is one.
    pub(super) fn element(self) -> Option<usize> {
        self.place.checked_sub(1).filter(|_| self.attribute == 0)
    }

    fn attribute_name(self) -> Option<&'static str> {
        self.attribute.checked_sub(1).and_then(|at| ATTRIBUTES.get(at)).copied()
    }
}

/// The name of an element or attribute.
pub(super) fn name(flat: &Flat<'_>, node: Node) -> String {
    if let Some(name) = node.attribute_name() {
        return name.to_owned();
    }
    node.element()
        .and_then(|id| flat.get(id))
        .map_or_else(String::new, |entry| attributes::full_type(entry.node))
}

/// The string value: an attribute's text; elements hold no text.
pub(super) fn text(flat: &Flat<'_>, node: Node) -> String {
    let Some(name) = node.attribute_name() else { return String::new() };
    node.place.checked_sub(1).and_then(|id| attribute(flat, id, name)).unwrap_or_default()
}

/// One attribute as the XML writes it.
fn attribute(flat: &Flat<'_>, id: usize, name: &str) -> Option<String> {
    let entry = flat.get(id)?;
    let frame = attributes::Whole::of(&entry.node.frame);
    let datum = match name {
        "x" => return Some(frame.x.to_string()),
        "y" => return Some(frame.y.to_string()),
        "width" => return Some(frame.width.to_string()),
        "height" => return Some(frame.height.to_string()),
        other => attributes::read(entry, other)?,
    };
    match datum {
        Datum::Text(text) => Some(text),
        Datum::Flag(flag) => Some(flag.to_string()),
        Datum::Number(number) => Some(number.to_string()),
        Datum::Frame(frame) => Some(frame.text()),
        Datum::Absent => None,
    }
}

/// The nodes on an axis, nearest first.
pub(super) fn along(flat: &Flat<'_>, node: Node, axis: Axis) -> Vec<Node> {
    let children = || match node.element() {
        Some(id) => flat.children(id).map(Node::of).collect(),
        None if node == Node::ROOT => vec![Node::of(0)],
        None => Vec::new(),
    };
    let below = || match node.element() {
        Some(id) => flat.below(id).map(Node::of).collect(),
        None if node == Node::ROOT => (0..flat.len()).map(Node::of).collect(),
        None => Vec::new(),
    };
    match axis {
        Axis::Itself => vec![node],
        Axis::Child => children(),
        Axis::Descendant => below(),
        Axis::DescendantOrSelf => std::iter::once(node).chain(below()).collect(),
        Axis::Parent => parent(flat, node).into_iter().collect(),
        Axis::Ancestor => ancestors(flat, node),
        Axis::AncestorOrSelf => std::iter::once(node).chain(ancestors(flat, node)).collect(),
        Axis::FollowingSibling => siblings(flat, node, true),
        Axis::PrecedingSibling => siblings(flat, node, false),
        Axis::Following => node
            .element()
            .and_then(|id| flat.get(id))
            .map_or_else(Vec::new, |e| (e.end..flat.len()).map(Node::of).collect()),
        Axis::Preceding => preceding(flat, node),
        Axis::Attribute => attribute_nodes(flat, node),
    }
}

fn parent(flat: &Flat<'_>, node: Node) -> Option<Node> {
    if node.attribute > 0 {
        return Some(Node { attribute: 0, ..node });
    }
    let entry = flat.get(node.element()?)?;
    Some(entry.parent.map_or(Node::ROOT, Node::of))
}

fn ancestors(flat: &Flat<'_>, node: Node) -> Vec<Node> {
    std::iter::successors(parent(flat, node), |above| parent(flat, *above)).collect()
}

fn siblings(flat: &Flat<'_>, node: Node, after: bool) -> Vec<Node> {
    let above = node.element().and_then(|id| flat.get(id)).and_then(|entry| entry.parent);
    let Some(above) = above else { return Vec::new() };
    let all = flat.children(above).map(Node::of);
    if after {
        all.filter(|sibling| *sibling > node).collect()
    } else {
        let mut before: Vec<Node> = all.filter(|sibling| *sibling < node).collect();
        before.reverse();
        before
    }
}

fn preceding(flat: &Flat<'_>, node: Node) -> Vec<Node> {
    let Some(id) = node.element() else { return Vec::new() };
    let is_before = |at: &usize| flat.get(*at).is_some_and(|entry| entry.end <= id);
    (0..id).rev().filter(is_before).map(Node::of).collect()
}

fn attribute_nodes(flat: &Flat<'_>, node: Node) -> Vec<Node> {
    let Some(id) = node.element() else { return Vec::new() };
    let present = |at: &usize| attribute(flat, id, ATTRIBUTES[*at]).is_some();
    (0..ATTRIBUTES.len())
        .filter(present)
        .map(|at| Node { place: node.place, attribute: at + 1 })
        .collect()
}

/// The single attribute of that name: far cheaper than listing all of them.
pub(super) fn attribute_node(flat: &Flat<'_>, node: Node, name: &str) -> Option<Node> {
    let id = node.element()?;
    let at = ATTRIBUTES.iter().position(|known| *known == name)?;
    attribute(flat, id, name).map(|_| Node { place: node.place, attribute: at + 1 })
}
