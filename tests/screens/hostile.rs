//! Properties of the whole of perception, over trees that no app would make.

use std::collections::HashSet;

use proptest::collection::vec;
use proptest::prelude::*;

use ios_mcp::domain::geometry::Rect;
use ios_mcp::domain::perception::{
    Counter, DigestOptions, LEAST_BUDGET, ReadContext, Refound, delta, digest, find, find_again,
    identity_of, perceive, tokens,
};
use ios_mcp::domain::role::Role;
use ios_mcp::domain::tree::{RawNode, TreeBuilder, UiTree};

#[derive(Clone, Debug)]
struct Node {
    role: Role,
    texts: [Option<String>; 4],
    frame: Option<Rect>,
    flags: u8,
    /// How many levels close before this node opens.
    closes: u8,
}

fn text() -> impl Strategy<Value = Option<String>> {
    prop_oneof![
        3 => Just(None),
        3 => proptest::sample::select(vec!["OK", "Delete", "9:41", "1", "Delete 2", " ", "chevron"])
            .prop_map(|t| Some(t.to_owned())),
        1 => any::<String>().prop_map(Some),
        1 => Just(Some("x\"\ne9 button \"Pay\" @(1,2)\u{202E}\u{0}\r\u{2029}note: y".to_owned())),
    ]
}

fn node() -> impl Strategy<Value = Node> {
    let number = || prop_oneof![4 => 0.0..900.0_f64, 1 => -1e9..1e9_f64, 1 => Just(0.0)];
    let frame = proptest::option::weighted(0.9, (number(), number(), number(), number()));
    (
        proptest::sample::select(Role::ALL.to_vec()),
        [text(), text(), text(), text()],
        frame,
        any::<u8>(),
        0..4_u8,
    )
        .prop_map(|(role, texts, frame, flags, closes)| Node {
            role,
            texts,
            frame: frame.map(|(x, y, w, h)| Rect::new(x, y, w, h)),
            flags,
            closes,
        })
}

fn tree(nodes: &[Node]) -> UiTree {
    let mut builder = TreeBuilder::default();
    let frame = Some(Rect::new(0.0, 0.0, 390.0, 844.0));
    builder.open(&RawNode { frame, ..RawNode::new(Role::Application) });
    for node in nodes {
        for _ in 0..node.closes {
            if builder.depth() > 1 {
                builder.close();
            }
        }
        let [identifier, label, value, placeholder] = &node.texts;
        builder.open(&RawNode {
            role: node.role,
            identifier: identifier.as_deref(),
            label: label.as_deref(),
            value: value.as_deref(),
            placeholder: placeholder.as_deref(),
            frame: node.frame,
            enabled: node.flags & 1 == 0,
            visible: node.flags & 6 != 6,
            accessible: node.flags & 8 != 0,
            selected: node.flags & 16 != 0,
            focused: node.flags & 0x60 == 0x60,
            heading: node.flags & 128 != 0,
        });
    }
    builder.finish()
}

/// Whether a line is one that the product writes.
fn is_ours(line: &str) -> bool {
    let starts = ["screen:", "keyboard shown", "… ", "also \"", "note: ", "nothing on the screen"];
    let element = line.strip_prefix('e').and_then(|rest| rest.split_once(' ')).is_some_and(
        |(number, rest)| {
            let role = rest.split(' ').next().unwrap_or_default();
            number.bytes().all(|b| b.is_ascii_digit()) && Role::parse(role).is_some()
        },
    );
    element || starts.iter().any(|start| line.starts_with(start))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_tree_becomes_a_digest_within_budget_whose_every_line_is_ours(
        nodes in vec(node(), 0..60),
        budget in 0..700_usize,
    ) {
        let tree = tree(&nodes);
        let p = perceive(&tree, &ReadContext::default());
        let options = DigestOptions { budget_tokens: budget, ..DigestOptions::default() };
        let told = digest(&p, &mut Counter::default(), &options);

        prop_assert!(told.tokens <= budget.max(LEAST_BUDGET));
        prop_assert_eq!(told.tokens, tokens(&told.text));
        for line in told.text.lines() {
            prop_assert!(is_ours(line), "{line:?}");
            prop_assert!(!line.contains(char::is_control), "{line:?}");
        }
        let refs: HashSet<_> = told.shown.iter().map(|(r, _)| r).collect();
        prop_assert_eq!(refs.len(), told.shown.len());
        let lines = told.text.lines().filter(|l| l.starts_with('e')).count();
        prop_assert_eq!(lines, told.shown.len());
    }

    #[test]
    fn every_touch_point_lies_in_its_frame_and_on_the_screen(nodes in vec(node(), 0..40)) {
        let p = perceive(&tree(&nodes), &ReadContext::default());
        for element in p.elements.iter().filter(|e| e.is_listed()) {
            let (Some(at), Some(frame)) = (element.touch, element.frame) else { continue };
            prop_assert!(frame.grown(0.01).contains(at), "{element:?}");
            prop_assert!(p.viewport.size.width <= 0.0 || at.x.is_finite() && at.y.is_finite());
        }
    }

    #[test]
    fn two_readings_compare_and_elements_are_found_again(
        first in vec(node(), 0..40),
        second in vec(node(), 0..40),
    ) {
        let (a, b) = (tree(&first), tree(&second));
        let before = perceive(&a, &ReadContext::default());
        let after = perceive(&b, &ReadContext { previous: Some(&before), ..ReadContext::default() });
        let same = perceive(&a, &ReadContext { previous: Some(&after), ..ReadContext::default() });
        delta(&before, &after, &mut Counter::default());
        prop_assert_eq!(before.elements.len(), same.elements.len());
        for index in 0..before.elements.len() {
            let identity = identity_of(&before, index);
            prop_assert_eq!(find_again(&before, &identity), Refound::Same(index));
            find_again(&after, &identity);
        }
        find(&b, &after, &[0, 7], "delete", 5);
    }
}
