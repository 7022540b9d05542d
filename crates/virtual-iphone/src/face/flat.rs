//! A tree laid out in document order, so that locators can walk it in every direction.
//!
//! `AxNode` owns its children and knows no parent. XPath, class chains and element handles need
//! parents, positions among siblings and "everything below", which are plain index arithmetic here.

use crate::ax::AxNode;

/// One node with its place in the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    pub(crate) node: &'a AxNode,
    pub(crate) parent: Option<usize>,
    /// Position among its siblings, from 0.
    pub(crate) index: usize,
    /// One past the last node below this one.
    pub(crate) end: usize,
    pub(crate) depth: usize,
}

/// All nodes of a tree in document order.
#[derive(Clone, Debug)]
pub(crate) struct Flat<'a> {
    entries: Vec<Entry<'a>>,
}

impl<'a> Flat<'a> {
    pub(crate) fn of(root: &'a AxNode) -> Self {
        let mut entries = Vec::new();
        push(&mut entries, root, None, 0, 0);
        Self { entries }
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn get(&self, id: usize) -> Option<&Entry<'a>> {
        self.entries.get(id)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &Entry<'a>)> {
        self.entries.iter().enumerate()
    }

    /// Everything below a node, itself excluded, in document order.
    pub(crate) fn below(&self, id: usize) -> std::ops::Range<usize> {
        self.get(id).map_or(0..0, |entry| id + 1..entry.end)
    }

    /// The direct children of a node.
    pub(crate) fn children(&self, id: usize) -> impl Iterator<Item = usize> + '_ {
        let range = self.below(id);
        let mut next = range.start;
        std::iter::from_fn(move || {
            let current = next;
            let entry = self.entries.get(current).filter(|_| current < range.end)?;
            next = entry.end;
            Some(current)
        })
    }
}

fn push<'a>(
    entries: &mut Vec<Entry<'a>>,
    node: &'a AxNode,
    parent: Option<usize>,
    index: usize,
    depth: usize,
) {
    let id = entries.len();
    entries.push(Entry { node, parent, index, end: id + 1, depth });
    for (position, child) in node.children.iter().enumerate() {
        push(entries, child, Some(id), position, depth + 1);
    }
    entries[id].end = entries.len();
}
