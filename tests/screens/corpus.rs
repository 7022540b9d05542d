//! The corpus of real dumps, where it is.

use std::path::PathBuf;

use ios_mcp::domain::perception::{
    Counter, DEFAULT_BUDGET, Delta, Refound, delta, find_again, identity_of,
};

use crate::reading::{seen, told};

/// Every dump of the corpus; none, said on stderr, where it is not named.
fn corpus() -> Vec<PathBuf> {
    let Some(folder) = std::env::var_os("IOS_MCP_CORPUS").map(PathBuf::from) else {
        eprintln!("IOS_MCP_CORPUS is unset: the real dumps were not read");
        return Vec::new();
    };
    let mut files = Vec::new();
    for part in ["wda", "idb"] {
        let entries = std::fs::read_dir(folder.join(part)).expect("a corpus has this folder");
        files.extend(entries.map(|entry| entry.expect("readable").path()));
    }
    files.sort();
    assert!(files.len() >= 25, "only {} dumps in {}", files.len(), folder.display());
    files
}

#[test]
fn no_real_screen_costs_more_than_the_budget_and_none_looks_empty() {
    for path in corpus() {
        let p = seen(&path);
        for budget in [60, 200, DEFAULT_BUDGET] {
            let digest = told(&p, budget);
            assert!(digest.tokens <= budget, "{path:?}: {} tokens of {budget}", digest.tokens);
            assert!(!digest.shown.is_empty() || digest.text.contains("note: "), "{path:?}");
        }
    }
}

#[test]
fn a_real_screen_read_twice_is_the_same_and_every_element_is_found_again() {
    for path in corpus() {
        let (first, second) = (seen(&path), seen(&path));
        assert_eq!(delta(&first, &second, &mut Counter::default()), Delta::Same, "{path:?}");
        for index in 0..first.elements.len() {
            let identity = identity_of(&first, index);
            assert_eq!(find_again(&second, &identity), Refound::Same(index), "{path:?}");
        }
    }
}
