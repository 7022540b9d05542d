//! Random bytes and randomly damaged dumps: always a tree or an error, never a panic.

use ios_mcp::domain::tree::{ParseError, TreeParser, UiTree};
use ios_mcp::infrastructure::dump::AnyDump;
use ios_mcp::infrastructure::idb::describe::IdbDescribe;
use ios_mcp::infrastructure::wda::source::WdaSource;
use proptest::prelude::*;

use crate::fixtures;

/// What holds of any outcome: a tree is sound, an offset lies in the input.
fn check(bytes: &[u8], outcome: Result<UiTree, ParseError>) {
    match outcome {
        Ok(tree) => check_tree(&tree),
        Err(ParseError::Malformed { offset, .. }) => assert!(offset <= bytes.len()),
        Err(_) => {}
    }
}

fn check_tree(tree: &UiTree) {
    assert!(!tree.is_empty());
    for id in tree.ids() {
        let node = tree.node(id);
        assert!(node.end as usize <= tree.len() && node.end > id.0);
        assert!(tree.parent(id).is_none_or(|parent| parent < id && tree.is_within(id, parent)));
        assert!(node.frame.is_none_or(|frame| {
            [frame.x, frame.y, frame.width, frame.height].iter().all(|part| part.abs() <= 1e6)
        }));
        let _texts = (tree.label(id), tree.value(id), tree.identifier(id), tree.placeholder(id));
    }
}

fn read_all_ways(bytes: &[u8]) {
    check(bytes, AnyDump.parse(bytes));
    check(bytes, WdaSource.parse(bytes));
    check(bytes, IdbDescribe.parse(bytes));
}

#[derive(Clone, Debug)]
enum Damage {
    Replace(prop::sample::Index, u8),
    Insert(prop::sample::Index, Vec<u8>),
    Remove(prop::sample::Index, usize),
    Swap(prop::sample::Index, prop::sample::Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<prop::sample::Index>;
    let token = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        "\"",
        ",",
        ":",
        "\\",
        "\\ud83d",
        "NaN",
        "-Infinity",
        "null",
        "<",
        ">",
        "/>",
        "&",
        "&#",
        "]]>",
        "<!--",
        "<![CDATA[",
        "<!DOCTYPE",
        "<?",
        "\u{feff}",
        "children",
        "1e999",
    ]);
    prop_oneof![
        (at(), any::<u8>()).prop_map(|(at, byte)| Damage::Replace(at, byte)),
        (at(), prop::collection::vec(any::<u8>(), 1..8))
            .prop_map(|(at, some)| Damage::Insert(at, some)),
        (at(), token).prop_map(|(at, token)| Damage::Insert(at, token.as_bytes().to_vec())),
        (at(), 1..200_usize).prop_map(|(at, length)| Damage::Remove(at, length)),
        (at(), at()).prop_map(|(one, other)| Damage::Swap(one, other)),
    ]
}

fn damaged(mut bytes: Vec<u8>, all: &[Damage]) -> Vec<u8> {
    for damage in all {
        if bytes.is_empty() {
            break;
        }
        let length = bytes.len();
        match damage {
            Damage::Replace(at, byte) => bytes[at.index(length)] = *byte,
            Damage::Insert(at, some) => {
                let at = at.index(length);
                bytes.splice(at..at, some.iter().copied());
            }
            Damage::Remove(at, count) => {
                let at = at.index(length);
                bytes.drain(at..(at + count).min(length));
            }
            Damage::Swap(one, other) => bytes.swap(one.index(length), other.index(length)),
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_a_tree_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        read_all_ways(&bytes);
    }

    #[test]
    fn any_text_that_starts_like_a_dump_is_a_tree_or_an_error(
        start in prop::sample::select(vec!["<", "{", "[", "{\"value\":", "<XCUIElementTypeOther ", "[{"]),
        rest in "[\\[\\]{}\",:\\\\ <>/=&;a-zX0-9.+\\-]{0,300}",
    ) {
        read_all_ways(format!("{start}{rest}").as_bytes());
    }

    #[test]
    fn a_damaged_dump_is_a_tree_or_an_error(
        which in any::<prop::sample::Index>(),
        damages in prop::collection::vec(damage(), 1..6),
    ) {
        let all = fixtures::all();
        let (_, bytes) = &all[which.index(all.len())];
        read_all_ways(&damaged(bytes.clone(), &damages));
    }
}
