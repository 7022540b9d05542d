//! The dumps under `tests/fixtures/dumps`, and ways to look into a tree.

use std::path::{Path, PathBuf};

use ios_mcp::domain::tree::{NodeId, TreeParser, UiTree};
use ios_mcp::infrastructure::dump::AnyDump;

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/dumps")
}

pub(crate) fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Every fixture with its name.
pub(crate) fn all() -> Vec<(String, Vec<u8>)> {
    let mut all: Vec<_> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, std::fs::read(entry.path()).unwrap())
        })
        .collect();
    all.sort();
    all
}

#[track_caller]
pub(crate) fn tree(name: &str) -> UiTree {
    AnyDump.parse(&bytes(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The first node whose label or identifier is `name`.
#[track_caller]
pub(crate) fn named(tree: &UiTree, name: &str) -> NodeId {
    tree.ids()
        .find(|&id| tree.label(id) == Some(name) || tree.identifier(id) == Some(name))
        .unwrap_or_else(|| panic!("no node named {name:?}"))
}

/// One line per node with all that a tree says, for comparing trees.
pub(crate) fn lines(tree: &UiTree) -> Vec<String> {
    tree.ids()
        .map(|id| {
            let node = tree.node(id);
            format!(
                "{}{} {:?} {:?} {:?} {:?} {:?} enabled={} visible={} accessible={} selected={} heading={}",
                "  ".repeat(node.depth as usize),
                node.role.word(),
                tree.identifier(id),
                tree.label(id),
                tree.value(id),
                tree.placeholder(id),
                node.frame.map(|f| (f.x, f.y, f.width, f.height)),
                node.enabled,
                node.visible,
                node.accessible,
                node.selected,
                node.heading,
            )
        })
        .collect()
}
