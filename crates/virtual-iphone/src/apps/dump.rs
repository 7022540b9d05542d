//! Dumps of real screens as apps: WebDriverAgent's XML and JSON, and idb's JSON.
//!
//! A dump becomes one screen that stands still: every element at its place, controls and labelled
//! elements take touches (the journal says which), nothing follows from them. This reader is the
//! phone's own, so that a mistake of the product's parsers cannot hide here.

mod ax;
mod xml;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{AppSpec, CanvasSpec, ElementSpec, IconSpec, ScreenSpec, TextSpec};

/// One element as a dump tells it, whatever its format.
#[derive(Debug, Default)]
pub(super) struct Node {
    pub(super) kind: String,
    pub(super) label: Option<String>,
    pub(super) name: Option<String>,
    pub(super) value: Option<String>,
    pub(super) placeholder: Option<String>,
    pub(super) frame: [f64; 4],
    pub(super) traits: Vec<String>,
    pub(super) disabled: bool,
    pub(super) invisible: bool,
    pub(super) accessible: bool,
    pub(super) bundle_id: Option<String>,
    pub(super) children: Vec<Node>,
}

/// Whether a text is a dump and not an app file.
pub(super) fn is_dump(text: &str) -> bool {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if start.starts_with('<') || start.starts_with('[') {
        return true;
    }
    let Ok(Value::Object(fields)) = serde_json::from_str(start) else { return false };
    !fields.contains_key("screens")
        && ["value", "type", "AXFrame", "children", "elements"]
            .iter()
            .any(|k| fields.contains_key(*k))
}

/// The app of a dump.
///
/// # Errors
/// What cannot be read, in one line.
pub(super) fn app(text: &str) -> Result<AppSpec, String> {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let root = if start.starts_with('<') { xml::read(start)? } else { ax::read(start)? };
    let name = root.label.clone().or_else(|| root.name.clone()).filter(|n| !n.trim().is_empty());
    let name = name.unwrap_or_else(|| "Screen".to_owned());
    let bundle_id = root.bundle_id.clone().unwrap_or_else(|| {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        format!("com.example.dump.{}", name.chars().map(plain).collect::<String>())
    });
    let is_app = root.kind == "Application" && !root.children.is_empty();
    let nodes = if is_app { root.children } else { vec![root] };
    let elements: Vec<ElementSpec> = nodes.into_iter().map(element).collect();
    let canvas =
        CanvasSpec { bare: true, color: "#F2F2F7".to_owned(), elements, ..CanvasSpec::default() };
    let screen = ScreenSpec { title: name.clone(), canvas: Some(canvas), ..ScreenSpec::default() };
    Ok(AppSpec {
        bundle_id,
        name,
        icon: IconSpec::default(),
        dock: false,
        schemes: Vec::new(),
        inert_schemes: Vec::new(),
        landscape: false,
        landscape_only: false,
        state: Map::new(),
        root: "root".to_owned(),
        tabs: Vec::new(),
        screens: BTreeMap::from([("root".to_owned(), screen)]),
    })
}

fn element(node: Node) -> ElementSpec {
    let leaf = node.children.is_empty();
    let named = node.label.as_deref().is_some_and(|label| !label.is_empty());
    // A name that only repeats the label is no identifier.
    let identifier = node.name.filter(|name| node.label.as_ref() != Some(name));
    let opaque = node.accessible || (named && leaf);
    let text = (leaf && named && node.kind == "Other").then(plain_text);
    ElementSpec {
        color: ground(&node.kind).map(str::to_owned),
        radius: if matches!(node.kind.as_str(), "Alert" | "Sheet") { 28.0 } else { 6.0 },
        label: node.label.map(escaped),
        identifier: identifier.map(escaped),
        value: node.value.map(escaped),
        placeholder: node.placeholder.map(escaped),
        kind: node.kind,
        frame: node.frame,
        traits: node.traits,
        disabled: node.disabled,
        hidden: node.invisible && leaf,
        opaque,
        accessible: Some(node.accessible),
        text,
        children: node.children.into_iter().map(element).collect(),
        ..ElementSpec::default()
    }
}

/// Braces of a real text must not be taken for a template's.
fn escaped(text: String) -> String {
    if text.contains('{') { text.replace('{', "\u{ff5b}").replace('}', "\u{ff5d}") } else { text }
}

fn plain_text() -> TextSpec {
    TextSpec { of: None, size: 15.0, bold: false, color: "#000000".to_owned(), center: false }
}

/// What a type is drawn on, so that a person can tell the elements apart.
fn ground(kind: &str) -> Option<&'static str> {
    match kind {
        "Cell" | "Key" | "Icon" => Some("#FFFFFF"),
        "TextField" | "SecureTextField" | "SearchField" | "TextView" => Some("#E3E3E9"),
        "Image" => Some("#D1D1D6"),
        "Alert" | "Sheet" => Some("#FAFAFC"),
        "Keyboard" => Some("#D1D3D9"),
        _ => None,
    }
}
