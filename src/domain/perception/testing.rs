//! Trees for tests, written as they nest.
//!
//! One node a line, two spaces per level: `cell "General" #general [0,143,390,44] hidden`. In order
//! after the role: `"label"`, `=value` or `="value"`, `?placeholder`, `#identifier`, `[x,y,w,h]`,
//! then any of `hidden`, `disabled`, `selected`, `focused`, `accessible`.

use super::{Counter, DigestOptions, ReadContext, digest, perceive};
use crate::domain::geometry::Rect;
use crate::domain::observation::Perception;
use crate::domain::role::Role;
use crate::domain::tree::{RawNode, TreeBuilder, UiTree};

/// The tree that a drawing describes.
pub(super) fn tree(drawing: &str) -> UiTree {
    let mut builder = TreeBuilder::default();
    for line in drawing.lines().filter(|l| !l.trim().is_empty()) {
        let depth = (line.len() - line.trim_start().len()) / 2;
        while builder.depth() > depth {
            builder.close();
        }
        add(&mut builder, line.trim());
    }
    builder.finish()
}

/// The screen that a drawing describes, on a window of 390 by 844 points.
pub(super) fn screen(drawing: &str) -> UiTree {
    let inner = drawing.replace('\n', "\n    ");
    tree(&format!("application [0,0,390,844]\n  window [0,0,390,844]\n    {inner}"))
}

/// `count` lines of a drawing, each made from its number.
pub(super) fn drawn(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect::<Vec<_>>().join("\n") + "\n"
}

/// What is perceived of a screen, without any context.
pub(crate) fn seen(drawing: &str) -> Perception {
    perceive(&screen(drawing), &ReadContext::default())
}

/// The lines of a perception's digest after its header.
pub(super) fn lines(p: &Perception) -> Vec<String> {
    let text = digest(p, &mut Counter::default(), &DigestOptions::default()).text;
    text.lines().skip(1).map(str::to_owned).collect()
}

fn add(builder: &mut TreeBuilder, line: &str) {
    let (word, mut rest) = line.split_once(' ').unwrap_or((line, ""));
    let mut node = RawNode::new(Role::parse(word).unwrap_or_else(|| panic!("no role {word}")));
    while !rest.is_empty() {
        rest = rest.trim_start();
        rest = match rest.as_bytes()[0] {
            b'"' => text(&rest[1..], '"', &mut node.label),
            b'=' if rest[1..].starts_with('"') => text(&rest[2..], '"', &mut node.value),
            b'=' => text(&rest[1..], ' ', &mut node.value),
            b'?' => text(&rest[1..], ' ', &mut node.placeholder),
            b'#' => text(&rest[1..], ' ', &mut node.identifier),
            b'[' => frame(&rest[1..], &mut node.frame),
            _ => flag(rest, &mut node),
        };
    }
    builder.open(&node);
}

fn text<'a>(rest: &'a str, end: char, into: &mut Option<&'a str>) -> &'a str {
    let (text, rest) = rest.split_once(end).unwrap_or((rest, ""));
    *into = Some(text);
    rest
}

fn frame<'a>(rest: &'a str, into: &mut Option<Rect>) -> &'a str {
    let (numbers, rest) = rest.split_once(']').expect("a frame ends in ]");
    let n: Vec<f64> = numbers.split(',').map(|n| n.parse().expect("a number")).collect();
    *into = Some(Rect::new(n[0], n[1], n[2], n[3]));
    rest
}

fn flag<'a>(rest: &'a str, node: &mut RawNode<'_>) -> &'a str {
    let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    match word {
        "hidden" => node.visible = false,
        "disabled" => node.enabled = false,
        "selected" => node.selected = true,
        "focused" => node.focused = true,
        "accessible" => node.accessible = true,
        other => panic!("no flag {other}"),
    }
    rest
}
