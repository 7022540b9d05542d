//! The raw accessibility tree of one application, as an arena in document order.
//!
//! Adapters build it straight from the bytes with a [`TreeBuilder`]; nothing is judged here. Text
//! lives in one buffer and nodes in one vector, so a tree of thousands of nodes costs two
//! allocations and frees without recursion. Node order is document (pre-)order: the sub-tree of a
//! node is the contiguous range up to its [`UiNode::end`].
//!
//! Broken parts are repaired by the parser (a frame that is no frame becomes `None`); a `UiTree`
//! never holds an infinite or NaN number.

use super::geometry::Rect;
use super::role::Role;

/// Index of a node in its tree's arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

impl NodeId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A stretch of the tree's text buffer; absent when `len` is `u32::MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    start: u32,
    len: u32,
}

impl Span {
    const ABSENT: Self = Self { start: 0, len: u32::MAX };
}

/// What a back end said of one element, in domain words. Texts are absent when null or empty.
#[derive(Clone, Copy, Debug)]
pub struct RawNode<'a> {
    pub role: Role,
    /// The developer's name for it; never WDA's `name` when that merely repeats the label.
    pub identifier: Option<&'a str>,
    pub label: Option<&'a str>,
    pub value: Option<&'a str>,
    pub placeholder: Option<&'a str>,
    /// `None` when missing, null, NaN or infinite: listed, but without a touch point.
    pub frame: Option<Rect>,
    pub enabled: bool,
    pub visible: bool,
    pub accessible: bool,
    pub selected: bool,
    pub focused: bool,
    /// The back end says it is a heading (trait `Header`, subrole).
    pub heading: bool,
}

impl RawNode<'_> {
    /// An enabled, visible node of this role that says nothing.
    pub const fn new(role: Role) -> Self {
        Self {
            role,
            identifier: None,
            label: None,
            value: None,
            placeholder: None,
            frame: None,
            enabled: true,
            visible: true,
            accessible: false,
            selected: false,
            focused: false,
            heading: false,
        }
    }
}

/// One element of the tree. Texts are read through [`UiTree`].
#[derive(Clone, Debug)]
pub struct UiNode {
    pub role: Role,
    pub frame: Option<Rect>,
    pub enabled: bool,
    pub visible: bool,
    pub accessible: bool,
    pub selected: bool,
    pub focused: bool,
    pub heading: bool,
    /// Levels below the root, which is 0.
    pub depth: u32,
    pub parent: Option<NodeId>,
    /// One past the last node of this sub-tree.
    pub end: u32,
    identifier: Span,
    label: Span,
    value: Span,
    placeholder: Span,
}

/// The raw accessibility tree of one application.
#[derive(Clone, Debug, Default)]
pub struct UiTree {
    text: String,
    nodes: Vec<UiNode>,
    /// Bundle id of the application that the back end says it read, where it says so.
    pub bundle_id: Option<String>,
    /// Process id of that application, where the back end says it.
    pub process_id: Option<u32>,
    /// What the parser had to repair, for the notes of a digest.
    pub repairs: Repairs,
}

/// What a parser mended on the way in, as counts of nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repairs {
    /// Frames that were missing, null, NaN or infinite.
    pub frames: u32,
    /// Texts with bytes that are no UTF-8 or unpaired surrogates.
    pub texts: u32,
}

impl UiTree {
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Every node in document order.
    pub fn nodes(&self) -> &[UiNode] {
        &self.nodes
    }

    /// Every node id in document order.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    pub fn node(&self, id: NodeId) -> &UiNode {
        &self.nodes[id.index()]
    }

    pub fn identifier(&self, id: NodeId) -> Option<&str> {
        self.read(self.node(id).identifier)
    }

    pub fn label(&self, id: NodeId) -> Option<&str> {
        self.read(self.node(id).label)
    }

    pub fn value(&self, id: NodeId) -> Option<&str> {
        self.read(self.node(id).value)
    }

    pub fn placeholder(&self, id: NodeId) -> Option<&str> {
        self.read(self.node(id).placeholder)
    }

    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// Ancestors from the parent up to the root.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(id), |&up| self.parent(up))
    }

    /// The nodes below `id`, in document order, without itself.
    pub fn descendants(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<> {
        (id.0 + 1..self.node(id).end).map(NodeId)
    }

    /// The direct children of `id` in order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.node(id).end;
        let first = (id.0 + 1 < end).then_some(NodeId(id.0 + 1));
        std::iter::successors(first, move |&child| {
            let next = self.node(child).end;
            (next < end).then_some(NodeId(next))
        })
    }

    /// Whether `inner` lies in the sub-tree of `outer` (itself included).
    pub fn is_within(&self, inner: NodeId, outer: NodeId) -> bool {
        inner.0 >= outer.0 && inner.0 < self.node(outer).end
    }

    /// Corrects a role that could be told only from the whole tree.
    pub fn set_role(&mut self, id: NodeId, role: Role) {
        if let Some(node) = self.nodes.get_mut(id.index()) {
            node.role = role;
        }
    }

    fn read(&self, span: Span) -> Option<&str> {
        if span.len == u32::MAX {
            return None;
        }
        self.text.get(span.start as usize..(span.start + span.len) as usize)
    }
}

/// Builds a [`UiTree`] in document order: `open`, children, `close`.
#[derive(Debug, Default)]
pub struct TreeBuilder {
    tree: UiTree,
    open: Vec<NodeId>,
}

impl TreeBuilder {
    /// A builder with room for `nodes` nodes and `text` bytes of text.
    pub fn with_capacity(nodes: usize, text: usize) -> Self {
        let tree = UiTree {
            text: String::with_capacity(text),
            nodes: Vec::with_capacity(nodes),
            ..UiTree::default()
        };
        Self { tree, open: Vec::new() }
    }

    /// Whether no node was opened yet.
    pub fn is_empty(&self) -> bool {
        self.tree.is_empty()
    }

    /// How many nodes are open now; the next one opened has this depth.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Adds a node under the one that is open and opens it.
    pub fn open(&mut self, raw: &RawNode<'_>) -> NodeId {
        let id = NodeId(self.tree.nodes.len() as u32);
        let node = UiNode {
            role: raw.role,
            frame: raw.frame,
            enabled: raw.enabled,
            visible: raw.visible,
            accessible: raw.accessible,
            selected: raw.selected,
            focused: raw.focused,
            heading: raw.heading,
            depth: self.open.len() as u32,
            parent: self.open.last().copied(),
            end: id.0 + 1,
            identifier: self.store(raw.identifier),
            label: self.store(raw.label),
            value: self.store(raw.value),
            placeholder: self.store(raw.placeholder),
        };
        self.tree.nodes.push(node);
        self.open.push(id);
        id
    }

    /// Closes the node that was opened last; a surplus close does nothing.
    pub fn close(&mut self) {
        if let Some(id) = self.open.pop() {
            self.tree.nodes[id.index()].end = self.tree.nodes.len() as u32;
        }
    }

    /// Replaces what an open node said, for formats whose children come before its own fields.
    pub fn rewrite(&mut self, id: NodeId, raw: &RawNode<'_>) {
        let (identifier, label) = (self.store(raw.identifier), self.store(raw.label));
        let (value, placeholder) = (self.store(raw.value), self.store(raw.placeholder));
        let Some(node) = self.tree.nodes.get_mut(id.index()) else { return };
        node.role = raw.role;
        node.frame = raw.frame;
        node.enabled = raw.enabled;
        node.visible = raw.visible;
        node.accessible = raw.accessible;
        node.selected = raw.selected;
        node.focused = raw.focused;
        node.heading = raw.heading;
        (node.identifier, node.label, node.value, node.placeholder) =
            (identifier, label, value, placeholder);
    }

    /// The tree under construction, for its free-standing facts.
    pub fn tree_mut(&mut self) -> &mut UiTree {
        &mut self.tree
    }

    /// Closes what is still open and returns the tree.
    pub fn finish(mut self) -> UiTree {
        while !self.open.is_empty() {
            self.close();
        }
        self.tree
    }

    fn store(&mut self, text: Option<&str>) -> Span {
        let Some(text) = text.filter(|t| !t.is_empty()) else { return Span::ABSENT };
        let start = self.tree.text.len() as u32;
        self.tree.text.push_str(text);
        Span { start, len: text.len() as u32 }
    }
}

/// Why a dump could not be read as a tree at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    #[error("the dump is empty")]
    Empty,
    #[error("this is no dump of a known kind ({found})")]
    UnknownFormat { found: String },
    #[error("the dump ends or breaks off at byte {offset}: {detail}")]
    Malformed { offset: usize, detail: String },
    #[error("the tree is deeper than {limit} levels")]
    TooDeep { limit: usize },
    #[error("the dump has {bytes} bytes, more than {limit}")]
    TooLarge { bytes: usize, limit: usize },
}

/// Deepest tree that is read, in levels; deeper ones are an error, not a cut.
pub const MAX_DEPTH: usize = 5_000;
/// Largest dump that is read, in bytes.
pub const MAX_BYTES: usize = 64 * 1024 * 1024;

/// Reads one kind of dump into a tree. Pure; implemented by the adapters.
pub trait TreeParser: Send + Sync {
    /// The tree in `bytes`.
    ///
    /// # Errors
    /// Only for input that is truncated, over-deep, over-size or of no known kind; broken nodes are
    /// repaired and counted in [`UiTree::repairs`].
    fn parse(&self, bytes: &[u8]) -> Result<UiTree, ParseError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_descendants_and_ancestors_follow_document_order() {
        let mut builder = TreeBuilder::default();
        let root = builder.open(&RawNode::new(Role::Application));
        let left = builder.open(&RawNode { label: Some("left"), ..RawNode::new(Role::Cell) });
        let inner = builder.open(&RawNode::new(Role::Text));
        builder.close();
        builder.close();
        let right = builder.open(&RawNode { value: Some("7"), ..RawNode::new(Role::Cell) });
        let tree = builder.finish();

        assert_eq!(tree.children(root).collect::<Vec<_>>(), [left, right]);
        assert_eq!(tree.descendants(root).count(), 3);
        assert_eq!(tree.ancestors(inner).collect::<Vec<_>>(), [left, root]);
        assert!(tree.is_within(inner, left) && !tree.is_within(right, left));
        assert_eq!(
            (tree.label(left), tree.value(right), tree.label(right)),
            (Some("left"), Some("7"), None)
        );
    }
}
