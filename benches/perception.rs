//! What perception costs: from a tree to elements, and from elements to the digest's text.
//!
//! `list` is a table of which one screen is visible, `dense` has every row on the screen: the worst
//! that one window can hold. Run with `cargo bench --bench perception`.

use divan::{Bencher, black_box};
use ios_mcp::domain::geometry::Rect;
use ios_mcp::domain::perception::{Counter, DigestOptions, ReadContext, delta, digest, perceive};
use ios_mcp::domain::role::Role;
use ios_mcp::domain::tree::{RawNode, TreeBuilder, UiTree};

fn main() {
    divan::main();
}

const SIZES: [usize; 3] = [60, 4_000, 16_000];

/// A table of rows of four nodes each.
fn table(nodes: usize, dense: bool) -> UiTree {
    let mut builder = TreeBuilder::default();
    let window = Some(Rect::new(0.0, 0.0, 390.0, 844.0));
    for role in [Role::Application, Role::Window, Role::Table] {
        builder.open(&RawNode { frame: window, ..RawNode::new(role) });
    }
    for row in 0..nodes / 4 {
        let y = if dense { (row * 7 % 800) as f64 } else { 100.0 + 44.0 * row as f64 };
        add_row(&mut builder, row, y);
    }
    builder.finish()
}

fn add_row(builder: &mut TreeBuilder, row: usize, y: f64) {
    let name = format!("Contact {row:05}");
    let visible = y < 844.0;
    let node = |role, label, rect| RawNode {
        label,
        visible,
        accessible: true,
        frame: Some(rect),
        ..RawNode::new(role)
    };
    builder.open(&node(Role::Cell, Some(name.as_str()), Rect::new(0.0, y, 390.0, 44.0)));
    let parts = [
        node(Role::Text, Some(name.as_str()), Rect::new(16.0, y + 10.0, 200.0, 21.0)),
        node(Role::Image, None, Rect::new(350.0, y, 20.0, 20.0)),
        node(Role::Other, None, Rect::new(0.0, y, 390.0, 1.0)),
    ];
    for part in parts {
        builder.open(&part);
        builder.close();
    }
    builder.close();
}

fn read_and_tell(tree: &UiTree) -> usize {
    let perception = perceive(tree, &ReadContext::default());
    digest(&perception, &mut Counter::default(), &DigestOptions::default()).characters
}

#[divan::bench(args = SIZES)]
fn list(bencher: Bencher<'_, '_>, nodes: usize) {
    let tree = table(nodes, false);
    bencher.bench(|| read_and_tell(black_box(&tree)));
}

#[divan::bench(args = SIZES)]
fn dense(bencher: Bencher<'_, '_>, nodes: usize) {
    let tree = table(nodes, true);
    bencher.bench(|| read_and_tell(black_box(&tree)));
}

#[divan::bench(args = SIZES)]
fn perceive_list(bencher: Bencher<'_, '_>, nodes: usize) {
    let tree = table(nodes, false);
    bencher.bench(|| perceive(black_box(&tree), &ReadContext::default()));
}

#[divan::bench(args = SIZES)]
fn perceive_dense(bencher: Bencher<'_, '_>, nodes: usize) {
    let tree = table(nodes, true);
    bencher.bench(|| perceive(black_box(&tree), &ReadContext::default()));
}

#[divan::bench(args = SIZES)]
fn delta_dense(bencher: Bencher<'_, '_>, nodes: usize) {
    let before = perceive(&table(nodes, true), &ReadContext::default());
    let after = perceive(&table(nodes - 8, true), &ReadContext::default());
    bencher.bench(|| delta(black_box(&before), &after, &mut Counter::default()));
}
