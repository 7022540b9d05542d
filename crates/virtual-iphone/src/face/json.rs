//! The tree as WDA's JSON, as its debug text, and as the accessible source.
//!
//! JSON nodes use short type names and strings `"1"`/`"0"` for booleans, write absent text as null
//! and have no `children` key on leaves. Source: `docs/wires/wda.md`, "JSON".

use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::ax::AxNode;

use super::attributes::{self, Whole};
use super::flat::Flat;
use super::kinds;

/// Keys of one node, as many as there can be.
const KEYS: usize = 19;

/// Serialises a node and everything below it, without the keys that `excluded_attributes` names.
pub(crate) fn source(node: &AxNode, excluded: &BTreeSet<String>) -> Value {
    let frame = Whole::of(&node.frame);
    let wanted = |name: &str| !excluded.contains(name);
    let mut map = Map::with_capacity(KEYS);
    map.insert("type".into(), node.kind.into());
    map.insert("rawIdentifier".into(), node.identifier.clone().into());
    map.insert("name".into(), attributes::name(node).into());
    map.insert("value".into(), attributes::value(node).into());
    map.insert("label".into(), attributes::label(node).into());
    map.insert("rect".into(), rect(frame));
    map.insert("customActions".into(), Value::Null);
    if wanted("frame") {
        map.insert("frame".into(), frame.text().into());
    }
    if wanted("nativeframe") {
        map.insert("nativeFrame".into(), attributes::native_frame(&node.frame).into());
    }
    let flags = [
        ("enabled", "isEnabled", node.enabled),
        ("visible", "isVisible", node.visible),
        ("accessible", "isAccessible", node.accessible),
        ("nativeaccessibilityelement", "isNativeAccessibilityElement", node.accessible),
        ("focused", "isFocused", node.focused),
    ];
    for (name, key, flag) in flags {
        if wanted(name) {
            map.insert(key.into(), digit(flag));
        }
    }
    if wanted("traits") {
        map.insert("traits".into(), attributes::traits(node).into());
    }
    if wanted("placeholdervalue") && kinds::takes_text(node.kind) {
        map.insert("placeholderValue".into(), attributes::placeholder(node).into());
    }
    if let Some((low, high)) = attributes::range(node) {
        for (name, key, bound) in [("minvalue", "minValue", low), ("maxvalue", "maxValue", high)] {
            if wanted(name) {
                map.insert(key.into(), bound.into());
            }
        }
    }
    if !node.children.is_empty() {
        let children = node.children.iter().map(|child| source(child, excluded)).collect();
        map.insert("children".into(), Value::Array(children));
    }
    Value::Object(map)
}

/// A frame as the object that element calls return.
pub(crate) fn rect(frame: Whole) -> Value {
    json!({ "x": frame.x, "y": frame.y, "width": frame.width, "height": frame.height })
}

/// Only what an assistive technology would visit: accessible, visible leaves and their ancestors.
pub(crate) fn accessible_source(root: &AxNode) -> Value {
    accessible(root).unwrap_or_else(|| json!({}))
}

fn accessible(node: &AxNode) -> Option<Value> {
    // An accessible element hides what is below it, as VoiceOver would.
    let is_leaf = node.accessible && node.visible;
    let children: Vec<Value> =
        if is_leaf { Vec::new() } else { node.children.iter().filter_map(accessible).collect() };
    if !is_leaf && children.is_empty() {
        return None;
    }
    let mut map = Map::new();
    map.insert("type".into(), node.kind.into());
    map.insert("rawIdentifier".into(), node.identifier.clone().into());
    map.insert("name".into(), attributes::name(node).into());
    if let Some(value) = attributes::value(node) {
        map.insert("value".into(), value.into());
    }
    if let Some(label) = attributes::label(node) {
        map.insert("label".into(), label.into());
    }
    if !children.is_empty() {
        map.insert("children".into(), children.into());
    }
    Some(Value::Object(map))
}

/// XCTest's debug text: unstable, for people.
pub(crate) fn description(root: &AxNode) -> String {
    let flat = Flat::of(root);
    let mut out = String::from("Element subtree:\n");
    for (id, entry) in flat.iter() {
        let node = entry.node;
        let lead = if id == 0 { " →".to_owned() } else { "  ".repeat(entry.depth + 1) };
        let _ = write!(out, "{lead}{}, 0x{:x}", node.kind, 0x1_0000_0000 + node.view);
        let _ = write!(out, ", {}", attributes::native_frame(&node.frame));
        if let Some(identifier) = &node.identifier {
            let _ = write!(out, ", identifier: '{identifier}'");
        }
        if let Some(label) = attributes::label(node).filter(|label| !label.is_empty()) {
            let _ = write!(out, ", label: '{label}'");
        }
        if let Some(placeholder) = attributes::placeholder(node) {
            let _ = write!(out, ", placeholderValue: '{placeholder}'");
        }
        if let Some(value) = node.value.as_deref().filter(|value| !value.is_empty()) {
            let _ = write!(out, ", value: {value}");
        }
        let marks = [
            ("Selected", node.selected),
            ("Disabled", !node.enabled),
            ("Keyboard Focused", node.focused),
        ];
        for (mark, _) in marks.iter().filter(|(_, holds)| *holds) {
            let _ = write!(out, ", {mark}");
        }
        out.push('\n');
    }
    out
}

fn digit(flag: bool) -> Value {
    Value::from(if flag { "1" } else { "0" })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{accessible_source, source};
    use crate::face::fixture;

    #[test]
    fn booleans_are_digits_and_leaves_have_no_children_key() {
        let tree = fixture::tree();
        let value = source(&tree.root, &BTreeSet::new());
        let button = &value["children"][0]["children"][0];
        assert_eq!(button["type"], "Button");
        assert_eq!(button["isVisible"], "1");
        assert_eq!(button["frame"], "{{15, 60}, {47, 45}}");
        assert_eq!(button["rect"]["width"], 47);
        assert!(button["value"].is_null());
        assert!(button.get("children").is_none());
        assert!(button.get("placeholderValue").is_none());
    }

    #[test]
    fn only_the_listed_keys_can_be_excluded() {
        let excluded: BTreeSet<String> = ["visible".to_owned(), "label".to_owned()].into();
        let value = source(&fixture::tree().root, &excluded);
        assert!(value.get("isVisible").is_none());
        assert_eq!(value["label"], "Lamp");
    }

    #[test]
    fn the_accessible_source_keeps_leaves_and_their_ancestors() {
        let value = accessible_source(&fixture::tree().root);
        assert_eq!(value["children"][0]["children"][0]["name"], "back");
    }
}
