//! Grows the tree of a dump: elements in, with what had to be repaired counted.
//!
//! Shared by all formats, so that roots, repairs and scroll bars are treated alike. Knows no field
//! names.

use super::draft::Draft;
use super::scroll_bars;
use crate::domain::role::Role;
use crate::domain::tree::{NodeId, RawNode, TreeBuilder, UiTree};

/// A tree under construction.
#[derive(Debug)]
pub(crate) struct Grower {
    builder: TreeBuilder,
    /// Elements that call themselves scroll bars; their place decides.
    scroll_bars: Vec<NodeId>,
    has_root: bool,
}

impl Grower {
    /// One with room for a dump of `bytes` bytes with about `bytes_per_node` for each element.
    pub(crate) fn for_dump(bytes: usize, bytes_per_node: usize) -> Self {
        let builder = TreeBuilder::with_capacity(bytes / bytes_per_node + 16, bytes / 12 + 64);
        Self { builder, scroll_bars: Vec::new(), has_root: false }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.builder.is_empty()
    }

    /// How many elements are open.
    pub(crate) fn depth(&self) -> usize {
        self.builder.depth()
    }

    /// Opens an element of which nothing is known yet.
    pub(crate) fn open_blank(&mut self) -> NodeId {
        self.builder.open(&RawNode::new(Role::Other))
    }

    /// Opens an element of which everything is known.
    pub(crate) fn open(&mut self, draft: &Draft<'_>, raw: &RawNode<'_>) {
        let id = self.builder.open(raw);
        self.note(id, draft, raw);
    }

    /// Completes an element, whether it was opened blank or not at all, and closes it.
    ///
    /// The application stays open as the first root: what follows it belongs to it.
    pub(crate) fn settle(&mut self, draft: &Draft<'_>, raw: &RawNode<'_>, is_root: bool) {
        match draft.node {
            Some(id) => {
                self.builder.rewrite(id, raw);
                self.note(id, draft, raw);
            }
            None => self.open(draft, raw),
        }
        let stays = is_root && !self.has_root && raw.role == Role::Application;
        self.has_root |= is_root;
        if !stays {
            self.builder.close();
        }
    }

    /// Closes the element opened last.
    pub(crate) fn close(&mut self) {
        self.builder.close();
    }

    /// The finished tree.
    pub(crate) fn finish(self) -> UiTree {
        let mut tree = self.builder.finish();
        for id in self.scroll_bars {
            if scroll_bars::hugs_an_edge(&tree, id) {
                tree.set_role(id, Role::ScrollBar);
            }
        }
        tree
    }

    fn note(&mut self, id: NodeId, draft: &Draft<'_>, raw: &RawNode<'_>) {
        if raw.role == Role::Other && scroll_bars::is_named_like_one(draft) {
            self.scroll_bars.push(id);
        }
        let tree = self.builder.tree_mut();
        tree.repairs.frames += u32::from(raw.frame.is_none());
        tree.repairs.texts += u32::from(draft.repaired);
        if tree.process_id.is_none() && raw.role == Role::Application {
            tree.process_id = draft.process_id;
            tree.bundle_id = draft.bundle_id.as_deref().map(str::to_owned);
        }
    }
}
