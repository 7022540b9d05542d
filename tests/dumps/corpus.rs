//! The corpus of real dumps, where it is: every file is read whole and counted against its list.

use std::path::PathBuf;

use ios_mcp::domain::role::Role;
use ios_mcp::domain::tree::{TreeParser, UiTree};
use ios_mcp::infrastructure::dump::AnyDump;

use crate::fixtures::lines;

/// The corpus folder; `None`, said on stderr, where it is not named.
fn corpus() -> Option<PathBuf> {
    let folder = std::env::var_os("IOS_MCP_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("IOS_MCP_CORPUS is unset: the real dumps were not read");
    }
    folder
}

#[track_caller]
fn read(folder: &std::path::Path, name: &str) -> UiTree {
    let bytes = std::fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    AnyDump.parse(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn every_real_dump_has_as_many_elements_as_its_list_says() {
    let Some(folder) = corpus() else { return };
    let list = std::fs::read_to_string(folder.join("SOURCES.md")).unwrap();
    let rows = list.lines().filter_map(|line| {
        let mut cells = line.split('|').map(str::trim).skip(1);
        let (name, _kind, nodes) = (cells.next()?, cells.next()?, cells.next()?);
        Some((name, nodes.parse::<usize>().ok()?))
    });
    let mut read_files = 0;
    for (name, nodes) in rows {
        assert_eq!(read(&folder, name).len(), nodes, "{name}");
        read_files += 1;
    }
    assert!(read_files >= 25, "only {read_files} files are listed");
}

#[test]
fn both_formats_of_one_real_screen_say_the_same() {
    let Some(folder) = corpus() else { return };
    let xml = lines(&read(&folder, "wda/rn-app-alert-ios26.xml"));
    assert_eq!(lines(&read(&folder, "wda/rn-app-alert-ios26.derived.json")), xml);
}

#[test]
fn real_scroll_bars_are_told_and_their_parents_are_not() {
    let Some(folder) = corpus() else { return };
    for (name, expected) in
        [("wda/rn-app-alert-ios26.xml", 8), ("wda/rn-deep-nesting-ios16.xml", 2)]
    {
        let tree = read(&folder, name);
        let bars = tree.nodes().iter().filter(|node| node.role == Role::ScrollBar).count();
        assert_eq!(bars, expected, "{name}");
    }
}

#[test]
fn a_real_failed_read_is_unread_throughout() {
    let Some(folder) = corpus() else { return };
    let tree = read(&folder, "wda/broken-snapshot-any.xml");
    let unread = tree.nodes().iter().filter(|node| node.role == Role::Unread).count();
    assert!(unread * 10 >= tree.len() * 9, "{unread} of {}", tree.len());
    assert_eq!(tree.repairs.frames as usize, tree.len());
}

#[test]
fn real_tabs_tell_which_one_is_chosen() {
    let Some(folder) = corpus() else { return };
    let tree = read(&folder, "idb/tabs-friends-nested.json");
    let chosen = tree.nodes().iter().filter(|n| n.role == Role::Radio && n.selected).count();
    let all = tree.nodes().iter().filter(|node| node.role == Role::Radio).count();
    assert!(chosen >= 1 && chosen < all, "{chosen} of {all}");
}
