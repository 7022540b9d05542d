//! Input that is too deep, too large or cut short.

use ios_mcp::domain::tree::{MAX_BYTES, MAX_DEPTH, ParseError, TreeParser, UiTree};
use ios_mcp::infrastructure::dump::AnyDump;

use crate::fixtures;

/// Reads on a thread with the smallest stack that a runtime gives its workers.
fn read_on_a_small_stack(bytes: Vec<u8>) -> Result<UiTree, ParseError> {
    let thread = std::thread::Builder::new().stack_size(2 * 1024 * 1024);
    thread.spawn(move || AnyDump.parse(&bytes)).unwrap().join().unwrap()
}

fn nested(levels: usize, open: &str, close: &str) -> Vec<u8> {
    (open.repeat(levels) + &close.repeat(levels)).into_bytes()
}

/// A chain of elements so many levels deep, in each format.
fn chains(levels: usize) -> [(&'static str, Vec<u8>); 4] {
    let xml = "<XCUIElementTypeOther x=\"0\" y=\"0\" width=\"1\" height=\"1\">";
    [
        ("xml", nested(levels, xml, "</XCUIElementTypeOther>")),
        ("wda", nested(levels, r#"{"type":"Other","isEnabled":"1","children":["#, "]}")),
        (
            "wda, own fields last",
            nested(levels, r#"{"children":["#, r#"],"type":"Other","rect":{}}"#),
        ),
        ("idb", nested(levels, r#"{"AXLabel":null,"type":"Group","children":["#, "]}")),
    ]
}

#[test]
fn the_deepest_tree_that_is_promised_is_read() {
    for levels in [4_000, MAX_DEPTH] {
        for (kind, bytes) in chains(levels) {
            let tree =
                read_on_a_small_stack(bytes).unwrap_or_else(|error| panic!("{kind}: {error}"));
            assert_eq!(tree.len(), levels, "{kind}");
            assert_eq!(tree.nodes()[levels - 1].depth as usize, levels - 1, "{kind}");
        }
    }
}

#[test]
fn deeper_trees_are_refused_and_nothing_overflows() {
    for levels in [MAX_DEPTH + 1, 10_000, 200_000] {
        for (kind, bytes) in chains(levels) {
            let error = read_on_a_small_stack(bytes).unwrap_err();
            assert_eq!(error, ParseError::TooDeep { limit: MAX_DEPTH }, "{kind}");
        }
    }
}

#[test]
fn depth_without_elements_is_refused_too() {
    let check = |bytes: Vec<u8>| {
        assert!(read_on_a_small_stack(bytes).is_err());
    };
    check(vec![b'['; 1_000_000]);
    check(b"<a>".repeat(1_000_000));
    check(b"{\"a\":".repeat(1_000_000));
    check([&br#"{"type":"Other","custom":"#[..], &vec![b'['; 1_000_000]].concat());
}

#[test]
fn a_dump_that_is_too_large_is_refused_by_its_size_alone() {
    let bytes = vec![b'<'; 200 * 1024 * 1024];
    let expected = ParseError::TooLarge { bytes: bytes.len(), limit: MAX_BYTES };
    assert_eq!(AnyDump.parse(&bytes).unwrap_err(), expected);
}

#[test]
fn a_dump_cut_short_anywhere_is_an_error_that_says_where() {
    for (name, bytes) in fixtures::all() {
        let end = bytes.trim_ascii_end().len();
        for cut in 0..end {
            match AnyDump.parse(&bytes[..cut]) {
                Ok(_) => panic!("{name} cut at {cut} was read as whole"),
                Err(ParseError::Malformed { offset, .. }) => {
                    assert!(offset <= cut, "{name} at {cut}");
                }
                Err(ParseError::Empty) => assert!(cut <= 8, "{name} at {cut}"),
                Err(error) => panic!("{name} cut at {cut}: {error}"),
            }
        }
    }
}

#[test]
fn broken_structure_is_an_error_at_its_byte() {
    let check = |text: &str, at: usize| match AnyDump.parse(text.as_bytes()) {
        Err(ParseError::Malformed { offset, .. }) => assert_eq!(offset, at, "{text}"),
        other => panic!("{text}: {other:?}"),
    };
    check(r#"{"type" "Other"}"#, 8);
    check(r#"{"type":"Other",}"#, 16);
    check(r#"{"type":"Other"} x"#, 17);
    check(r#"{"type":"Other","label":bogus}"#, 24);
    check("{\"type\":\"Other\"", 15);
}

#[test]
fn a_long_label_is_kept_whole() {
    let label = "ä".repeat(10_000);
    let text = format!(r#"{{"type":"StaticText","label":"{label}"}}"#);
    let tree = AnyDump.parse(text.as_bytes()).unwrap();
    assert_eq!(tree.label(tree.ids().next().unwrap()), Some(&*label));
}
