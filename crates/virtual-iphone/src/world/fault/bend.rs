//! Trees as a runner may read them: torn, twinned, without labels, without area, too deep.
//!
//! Only what is told is bent; touches still go to the views.

use crate::ax::AxNode;

use super::{Faults, Misbehaviour};

/// What breaks encoders and terminals: controls, quotes, breaks, a change of direction.
const ODD: &str = "\u{3}\n\"\\<&>\u{202e}\u{fffe}\u{1f469}\u{200d}\u{1f467}";

impl Faults {
    /// The tree as the standing faults let it be read; `later` is the same tree a moment later.
    pub(crate) fn bend(&self, root: &mut AxNode, later: Option<&AxNode>) {
        if let Some(later) = later {
            let mut first_half = root.count() / 2;
            tear(root, later, &mut first_half);
        }
        for armed in &self.armed {
            match &armed.fault.what {
                Misbehaviour::HiddenTwin { control } => twin(root, control),
                Misbehaviour::LostLabels => each(root, &mut |node| {
                    if node.kind == "Button" {
                        node.label = None;
                    }
                }),
                Misbehaviour::OddCharacters => each(root, &mut |node| {
                    if let Some(label) = node.label.as_mut().filter(|label| !label.is_empty()) {
                        label.push_str(ODD);
                    }
                }),
                Misbehaviour::ZeroFrames => each(root, &mut |node| {
                    if node.kind == "StaticText" {
                        node.frame.width = 0.0;
                    }
                }),
                Misbehaviour::WrongVisibility => each(root, &mut |node| node.visible = false),
                Misbehaviour::OneY => one_y(root),
                Misbehaviour::DeepTree { depth } => deepen(root, *depth),
                _ => {}
            }
        }
    }

    /// How far apart the two halves of a tree are read.
    pub(crate) fn tear_ms(&self) -> Option<u64> {
        self.has(|what| match what {
            Misbehaviour::TornTree { ms } => Some(*ms),
            _ => None,
        })
    }
}

fn each(node: &mut AxNode, change: &mut impl FnMut(&mut AxNode)) {
    change(node);
    for child in &mut node.children {
        each(child, change);
    }
}

/// Elements beyond the first half are where, and as, they were read later.
fn tear(node: &mut AxNode, later: &AxNode, left: &mut usize) {
    if *left > 0 {
        *left -= 1;
    } else if let Some(found) = find(later, node.view) {
        node.frame = found.frame;
        node.value.clone_from(&found.value);
        node.visible = found.visible;
    }
    for child in &mut node.children {
        tear(child, later, left);
    }
}

fn find(node: &AxNode, view: u64) -> Option<&AxNode> {
    if node.view == view {
        return Some(node);
    }
    node.children.iter().find_map(|child| find(child, view))
}

fn twin(node: &mut AxNode, control: &str) {
    let fits = |child: &AxNode| {
        child.label.as_deref() == Some(control) || child.identifier.as_deref() == Some(control)
    };
    if let Some(at) = node.children.iter().position(fits) {
        let mut twin = node.children[at].clone();
        each(&mut twin, &mut |part| {
            part.view |= 1 << 63;
            part.visible = false;
            part.hittable = false;
        });
        node.children.insert(at, twin);
        return;
    }
    for child in &mut node.children {
        twin(child, control);
    }
}

/// Rows that a table told before it placed them: from the seventh on they share one y.
fn one_y(root: &mut AxNode) {
    let (mut rows, mut shared) = (0, 0.0);
    each(root, &mut |node| {
        if node.kind != "Cell" {
            return;
        }
        rows += 1;
        if rows == 7 {
            shared = node.frame.y;
        }
        if rows >= 7 {
            let dy = shared - node.frame.y;
            each(node, &mut |part| {
                part.frame = part.frame.offset(0.0, dy);
                part.visible = false;
            });
        }
    });
}

fn deepen(root: &mut AxNode, depth: u32) {
    for level in 0..depth {
        let wrap = AxNode {
            view: (1 << 62) | u64::from(level),
            kind: "Other",
            frame: root.frame,
            enabled: true,
            visible: true,
            children: std::mem::take(&mut root.children),
            ..AxNode::default()
        };
        root.children = vec![wrap];
    }
}
