//! What each format says of the same screen, and what is repaired on the way in.

use ios_mcp::domain::geometry::Rect;
use ios_mcp::domain::role::Role;
use ios_mcp::domain::tree::{NodeId, ParseError, Repairs, TreeParser, UiTree};
use ios_mcp::infrastructure::dump::AnyDump;
use ios_mcp::infrastructure::idb::describe::IdbDescribe;
use ios_mcp::infrastructure::wda::source::WdaSource;

use crate::fixtures::{bytes, lines, named, tree};

const NODES: usize = 20;

#[test]
fn every_format_of_wda_says_the_same() {
    let expected = lines(&tree("wda-lamp.xml"));
    assert_eq!(expected.len(), NODES);
    for name in [
        "wda-lamp-scoped.xml",
        "wda-lamp.json",
        "wda-lamp-bare-children-first.json",
        "wda-lamp-xml-in-json.json",
        "wda-lamp-json-in-json.json",
    ] {
        assert_eq!(lines(&tree(name)), expected, "{name}");
    }
}

#[test]
fn every_format_of_the_companion_has_every_element() {
    for name in [
        "idb-lamp-flat.json",
        "idb-lamp-nested.json",
        "idb-lamp-wrapped.json",
        "idb-lamp-complete.json",
    ] {
        let tree = tree(name);
        assert_eq!(tree.len(), NODES, "{name}");
        assert_eq!(tree.node(NodeId(0)).role, Role::Application, "{name}");
        assert!(tree.ids().skip(1).all(|id| tree.is_within(id, NodeId(0))), "{name}: one root");
    }
}

#[test]
fn a_flat_list_is_its_application_with_all_else_below() {
    let tree = tree("idb-lamp-flat.json");
    assert_eq!(tree.children(NodeId(0)).count(), NODES - 1);
}

#[test]
fn the_companions_words_become_roles_and_states() {
    let tree = tree("idb-lamp-nested.json");
    let role = |name| tree.node(named(&tree, name)).role;
    assert_eq!(role("ceiling_toggle"), Role::Switch);
    assert_eq!(role("PIN"), Role::SecureField);
    assert_eq!(role("Tab Bar"), Role::TabBar);
    assert_eq!(role("Scenes"), Role::Radio);
    let heading = tree.ids().find(|&id| tree.node(id).role == Role::Heading).unwrap();
    assert!(tree.node(heading).heading);
    assert_eq!(tree.process_id, Some(4711));
    assert_eq!(tree.node(named(&tree, "Home")).frame.unwrap().x, 8.0 + 1.0 / 3.0);
}

#[test]
fn the_application_names_itself_in_xml() {
    let tree = tree("wda-lamp-scoped.xml");
    assert_eq!(tree.bundle_id.as_deref(), Some("com.example.lamp"));
    assert_eq!(tree.process_id, Some(4711));
    assert_eq!(tree.node(NodeId(0)).role, Role::Application);
}

#[test]
fn a_name_is_an_identifier_only_when_it_is_not_the_label() {
    for name in ["wda-lamp.xml", "wda-lamp.json"] {
        let tree = tree(name);
        assert_eq!(tree.identifier(named(&tree, "Home")), Some("BackButton"));
        assert_eq!(tree.identifier(named(&tree, "Brightness")), None);
        assert_eq!(tree.label(named(&tree, "nick")), None);
    }
}

#[test]
fn states_are_read_from_their_words_and_traits() {
    let tree = tree("wda-lamp.json");
    let node = |name| tree.node(named(&tree, name));
    assert!(node("Rooms").selected && !node("Scenes").selected);
    assert!(node("nick").focused && !node("PIN").focused);
    assert!(!node("Delete “Tom & Jerry's” <Room>").enabled);
    assert!(!node("Off “screen”").visible);
    let title = tree.ids().find(|&id| tree.node(id).heading).unwrap();
    assert_eq!((tree.label(title), tree.node(title).role), (Some("Living Room"), Role::Text));
}

#[test]
fn texts_keep_their_marks_lines_and_emoji() {
    let text = "Call \u{202d}555 0100\u{202c}\u{2068}now\u{2069}\u{a0}😀\nsecond line";
    for name in ["wda-lamp.xml", "wda-lamp.json", "idb-lamp-flat.json"] {
        named(&tree(name), text);
    }
}

#[test]
fn a_placeholder_is_told_beside_the_value_that_repeats_it() {
    for name in ["wda-lamp.xml", "wda-lamp.json"] {
        let tree = tree(name);
        let field = named(&tree, "nick");
        assert_eq!(
            (tree.value(field), tree.placeholder(field)),
            (Some("Nickname"), Some("Nickname"))
        );
    }
}

#[test]
fn scroll_bars_are_told_from_other_elements_in_any_language() {
    for name in ["wda-lamp.xml", "wda-lamp-bare-children-first.json"] {
        let tree = tree(name);
        let bars = tree.nodes().iter().filter(|node| node.role == Role::ScrollBar).count();
        assert_eq!(bars, 2, "{name}");
    }
}

#[test]
fn a_part_of_a_screen_from_an_old_runner_is_a_tree_too() {
    let tree = tree("wda-old-cell.xml");
    assert_eq!((tree.len(), tree.node(NodeId(0)).role), (3, Role::Cell));
    assert!(tree.nodes().iter().all(|node| node.enabled && node.visible && !node.accessible));
}

#[test]
fn the_dump_of_2016_is_read() {
    let tree = tree("wda-lamp-2016.json");
    assert_eq!(tree.len(), NODES);
    assert_eq!(tree.node(named(&tree, "Home")).frame, Some(Rect::new(8.25, 59.0, 70.0, 44.0)));
    assert!(tree.node(named(&tree, "nick")).focused);
    assert!(tree.node(named(&tree, "Rooms")).selected, "by the value that stands in for it");
    assert_eq!(tree.node(named(&tree, "Ceiling Light")).role, Role::Cell);
}

#[test]
fn a_failed_read_is_a_tree_of_unread_elements() {
    let tree = tree("wda-unread.xml");
    assert!(tree.nodes().iter().all(|node| node.role == Role::Unread && node.frame.is_none()));
    assert_eq!(tree.repairs, Repairs { frames: 2, texts: 0 });
}

#[test]
fn frames_that_are_none_are_repaired_and_counted_in_json() {
    let tree = tree("wda-repairs.json");
    assert_eq!(tree.repairs, Repairs { frames: 8, texts: 2 });
    for name in ["nan", "infinite", "null", "words", "absurd", "half", "none", "no object"] {
        assert_eq!(tree.node(named(&tree, name)).frame, None, "{name}");
    }
    assert_eq!(tree.node(named(&tree, "by text")).frame, Some(Rect::new(1.0, 2.0, 3.0, 4.0)));
}

#[test]
fn texts_that_are_none_are_repaired_in_json() {
    let tree = tree("wda-repairs.json");
    named(&tree, "lone \u{FFFD} surrogate");
    named(&tree, "bad \u{FFFD}\u{FFFD} bytes");
    named(&tree, "raw \u{3}\u{0} \u{FFFE} and \u{3}\u{0}\u{FFFE}");
}

#[test]
fn truth_is_read_from_numbers_words_and_truth_values() {
    let tree = tree("wda-repairs.json");
    let id = tree.ids().find(|&id| tree.node(id).role == Role::Switch).unwrap();
    let switch = tree.node(id);
    assert_eq!(tree.value(id), Some("1"));
    assert!(!switch.enabled && !switch.visible && switch.selected);
}

#[test]
fn broken_parts_are_repaired_in_xml() {
    let tree = tree("wda-repairs.xml");
    assert_eq!(tree.repairs, Repairs { frames: 3, texts: 2 });
    named(&tree, "bad \u{FFFD} bytes");
    named(&tree, "lone \u{FFFD} surrogate");
    named(&tree, "raw \u{3}\u{0} \u{FFFE} and \u{3}\u{0} &unknown; & more");
    assert_eq!(tree.node(named(&tree, "far > \"away\"")).frame, None);
}

#[test]
fn an_error_reply_is_no_screen_and_its_error_is_named() {
    let Err(ParseError::UnknownFormat { found }) = AnyDump.parse(&bytes("wda-error.json")) else {
        panic!("an error reply was read as a screen");
    };
    assert!(found.contains("invalid session id"), "{found}");
}

#[test]
fn what_is_no_dump_is_named_for_what_it_is() {
    let check = |text: &str, expected: &str| match AnyDump.parse(text.as_bytes()) {
        Err(ParseError::UnknownFormat { found }) => assert!(found.contains(expected), "{found}"),
        other => panic!("{text}: {other:?}"),
    };
    check("Traceback (most recent call last):", "Traceback");
    check("<html><body/></html>", "html");
    check("[]", "without an element");
    check("{\"value\":{}}", "without an element");
    check("{\"value\":null,\"sessionId\":null}", "without an element");
    check("{\"value\":\"{\\\"value\\\":\\\"{}\\\"}\"}", "text within a text");
}

#[test]
fn nothing_is_empty() {
    for text in ["", " \n\t", "\u{feff}", "\u{feff}\n "] {
        assert_eq!(AnyDump.parse(text.as_bytes()).unwrap_err(), ParseError::Empty, "{text:?}");
    }
}

#[test]
fn each_parser_reads_its_own_kind() {
    let is_whole = |tree: Result<UiTree, ParseError>| tree.is_ok_and(|tree| tree.len() == NODES);
    assert!(is_whole(WdaSource.parse(&bytes("wda-lamp.xml"))));
    assert!(is_whole(WdaSource.parse(&bytes("wda-lamp.json"))));
    assert!(is_whole(IdbDescribe.parse(&bytes("idb-lamp-flat.json"))));
    assert!(IdbDescribe.parse(&bytes("wda-lamp.xml")).is_err());
}

#[test]
fn a_text_that_looks_like_a_dump_is_still_only_a_text() {
    let text = r#"{"value":"<b>","label":"AXFrame","type":"StaticText","rect":{"x":0,"y":0,"width":9,"height":9}}"#;
    let tree = AnyDump.parse(text.as_bytes()).unwrap();
    assert_eq!((tree.len(), tree.value(NodeId(0))), (1, Some("<b>")));
}
