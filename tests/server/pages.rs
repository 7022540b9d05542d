//! Generated pages: `docs/tools.md` and `docs/errors.md` say what the code says.
//!
//! `UPDATE_DOCS=1 cargo test --test server` writes them anew.

use std::fmt::Write as _;
use std::path::Path;

use ios_mcp::domain::error::{DeviceError, ErrorCode};
use ios_mcp::mcp::tool::{Object, ToolKind};
use ios_mcp::mcp::tools::{Toolbox, Toolset};
use serde_json::Value;

use crate::harness::{container, toolset};

#[track_caller]
fn up_to_date(page: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(page);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == text, "docs/{page} is stale: UPDATE_DOCS=1 cargo test --test server");
}

fn parameters(page: &mut String, schema: &Object) {
    let required = schema.get("required").and_then(Value::as_array);
    let is_required =
        |name: &str| required.is_some_and(|names| names.iter().any(|known| known == name));
    page.push_str("\n| parameter | type | |\n|---|---|---|\n");
    for (name, schema) in schema["properties"].as_object().unwrap() {
        let kind = match schema["enum"].as_array() {
            Some(words) => {
                let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
                words.join(", ")
            }
            None => schema["type"].as_str().unwrap_or_default().to_owned(),
        };
        let needed = if is_required(name) { "Required. " } else { "" };
        let description = schema["description"].as_str().unwrap_or_default();
        writeln!(page, "| `{name}` | {kind} | {needed}{description} |").unwrap();
    }
}

fn tools_page() -> String {
    let mut page =
        "# Tools\n\nGenerated from the tool definitions; do not edit. `--toolsets core,gestures` \
                    or `all` publishes more than the default, which is `core`.\n"
            .to_owned();
    for set in Toolset::ALL {
        write!(page, "\n# Toolset `{}`\n", set.word()).unwrap();
        toolset_page(&mut page, &toolset(&container(), set));
    }
    page
}

fn toolset_page(page: &mut String, toolbox: &Toolbox) {
    for tool in toolbox.tools() {
        let contract = tool.contract;
        let kind = match contract.kind {
            ToolKind::ReadOnly => "looks, never touches",
            ToolKind::Changes => "changes something",
            ToolKind::ChangesIdempotently => "brings about a state",
            ToolKind::Destroys => "can lose what cannot be brought back",
        };
        let (name, description) = (contract.name, contract.description);
        write!(page, "\n## {name}\n\n{description}\n\nKind: {kind}.\n").unwrap();
        parameters(page, tool.input_schema());
    }
}

fn errors_page() -> String {
    let mut page = "# Error codes\n\nGenerated from the code; do not edit.\n\n\
                    A failure is a tool result with `isError`: its first line is `CODE: message`, \
                    then come `hint:` and `candidates:`. The same is data in `_meta` under \
                    `ios-mcp/error`. Retry says what repeating the identical call would risk.\n\n\
                    | code | retry | meaning |\n|---|---|---|\n"
        .to_owned();
    for code in ErrorCode::ALL {
        let retry = serde_json::to_value(DeviceError::new(code, "").retry()).unwrap();
        let (word, retry) = (code.word(), retry.as_str().unwrap());
        writeln!(page, "| `{word}` | `{retry}` | {} |", code.meaning()).unwrap();
    }
    page
}

#[test]
fn the_page_of_the_tools_is_up_to_date() {
    up_to_date("tools.md", &tools_page());
}

#[test]
fn the_page_of_the_errors_is_up_to_date() {
    up_to_date("errors.md", &errors_page());
}

#[test]
fn every_error_code_has_one_word_and_one_meaning() {
    let mut words: Vec<&str> = ErrorCode::ALL.iter().map(|code| code.word()).collect();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), ErrorCode::ALL.len());
    for code in ErrorCode::ALL {
        assert!(code.meaning().ends_with('.'), "{}", code.word());
    }
}
