//! What the product tells a model to do next can be done: the tools it names are served.

use std::path::{Path, PathBuf};

use ios_mcp::mcp::tools::ToolboxOptions;

use crate::harness::{container, toolbox};

/// First words of tool names, served or only planned.
const VERBS: [&str; 27] = [
    "add",
    "answer",
    "app",
    "boot",
    "clone",
    "create",
    "delete",
    "erase",
    "export",
    "find",
    "get",
    "halt",
    "install",
    "launch",
    "list",
    "observe",
    "open",
    "press",
    "read",
    "rename",
    "resume",
    "scroll",
    "session",
    "set",
    "take",
    "terminate",
    "uninstall",
];
/// Planned names of one word that are no other word of these texts.
const WORDS: [&str; 2] = ["doctor", "pinch"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The text literals of a source file, its tests aside.
fn literals(source: &str) -> Vec<String> {
    let shipped = source.split("#[cfg(test)]").next().unwrap_or_default();
    let code = |line: &&str| !line.trim_start().starts_with("//");
    let shipped: Vec<&str> = shipped.lines().filter(code).collect();
    let shipped = shipped.join("\n").replace("\\\"", "'").replace("'\"'", "' '");
    shipped.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn every_tool_that_a_text_of_the_product_names_is_served() {
    let toolbox = toolbox(&container(), ToolboxOptions::default());
    let served: Vec<&str> = toolbox.tools().iter().map(|tool| tool.contract.name).collect();
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    let mut named = 0;
    for file in files {
        let source = std::fs::read_to_string(&file).unwrap();
        for literal in literals(&source) {
            for word in literal.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
                let verb = word.split_once('_').map(|(verb, _)| verb);
                if !verb.is_some_and(|verb| VERBS.contains(&verb)) && !WORDS.contains(&word) {
                    continue;
                }
                assert!(served.contains(&word), "{}: {literal:?} names {word}", file.display());
                named += 1;
            }
        }
    }
    assert!(named > 20, "only {named} tools are named: the literals are not read");
}
