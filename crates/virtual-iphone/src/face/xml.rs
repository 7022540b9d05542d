//! The tree as WDA's XML.
//!
//! Attribute order is fixed and absent means null. Two spaces a level, leaves self-closed, one final
//! newline; characters that XML 1.0 forbids are removed. Source: `docs/wires/wda.md`, "XML".

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::ax::AppTree;

use super::attributes::{self, Whole};
use super::flat::{Entry, Flat};
use super::settings::Settings;

/// Settings that add attributes.
const EXTRAS: [(&str, &str); 4] = [
    ("includeHittableInPageSource", HITTABLE),
    ("includeNativeFrameInPageSource", NATIVE_FRAME),
    ("includeNativeAccessibilityElementInPageSource", NATIVE_ELEMENT),
    ("includeMinMaxValueInPageSource", MIN_MAX),
];
const HITTABLE: &str = "hittable";
const NATIVE_FRAME: &str = "nativeFrame";
const NATIVE_ELEMENT: &str = "nativeAccessibilityElement";
const MIN_MAX: &str = "minValue";

/// What the caller and the session's settings ask of the XML.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    /// Wraps the tree in one element of this name.
    pub(crate) scope: Option<String>,
    /// Attribute names to leave out, in lower case.
    pub(crate) excluded: BTreeSet<String>,
    /// Attributes that are only there when a setting asks for them.
    pub(crate) extras: Vec<&'static str>,
}

impl Options {
    /// The optional attributes that the settings switch on.
    pub(crate) fn from_settings(settings: &Settings) -> Self {
        let asked = EXTRAS.iter().filter(|(setting, _)| settings.flag(setting));
        Self { extras: asked.map(|(_, attribute)| *attribute).collect(), ..Self::default() }
    }
}

/// Serialises an application's tree.
pub(crate) fn source(tree: &AppTree, options: &Options) -> String {
    let flat = Flat::of(&tree.root);
    let mut out = String::with_capacity(flat.len() * 220);
    out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let lead = usize::from(options.scope.is_some());
    if let Some(scope) = &options.scope {
        let _ = writeln!(out, "<{scope}>");
    }
    write_node(&mut out, &flat, 0, lead, tree, options);
    if let Some(scope) = &options.scope {
        let _ = writeln!(out, "</{scope}>");
    }
    out
}

fn write_node(
    out: &mut String,
    flat: &Flat<'_>,
    id: usize,
    lead: usize,
    tree: &AppTree,
    options: &Options,
) {
    let Some(entry) = flat.get(id) else { return };
    let tag = attributes::full_type(entry.node);
    let indent = "  ".repeat(entry.depth + lead);
    let _ = write!(out, "{indent}<{tag}");
    for (name, value) in listed(entry, tree, options) {
        if !options.excluded.contains(&name.to_ascii_lowercase()) {
            let _ = write!(out, " {name}=\"{}\"", escaped(&value));
        }
    }
    if flat.below(id).is_empty() {
        out.push_str("/>\n");
        return;
    }
    out.push_str(">\n");
    for child in flat.children(id) {
        write_node(out, flat, child, lead, tree, options);
    }
    let _ = writeln!(out, "{indent}</{tag}>");
}

/// The attributes of one node in WDA's order, absent ones left out.
fn listed(entry: &Entry<'_>, tree: &AppTree, options: &Options) -> Vec<(&'static str, String)> {
    let node = entry.node;
    let frame = Whole::of(&node.frame);
    let mut list = vec![("type", attributes::full_type(node))];
    let mut add = |name: &'static str, value: Option<String>| {
        list.extend(value.map(|value| (name, value)));
    };
    let has = |extra| options.extras.contains(&extra);
    let native = has(NATIVE_ELEMENT).then(|| node.accessible.to_string());
    add("value", attributes::value(node));
    add("name", attributes::name(node).map(str::to_owned));
    add("label", attributes::label(node).map(str::to_owned));
    add("enabled", Some(node.enabled.to_string()));
    add("visible", Some(node.visible.to_string()));
    add("accessible", Some(node.accessible.to_string()));
    add(NATIVE_ELEMENT, native);
    add("x", Some(frame.x.to_string()));
    add("y", Some(frame.y.to_string()));
    add("width", Some(frame.width.to_string()));
    add("height", Some(frame.height.to_string()));
    add("index", Some(entry.index.to_string()));
    add(HITTABLE, has(HITTABLE).then(|| node.hittable.to_string()));
    add("placeholderValue", attributes::placeholder(node).map(str::to_owned));
    add("traits", Some(attributes::traits(node)));
    add(NATIVE_FRAME, has(NATIVE_FRAME).then(|| attributes::native_frame(&node.frame)));
    let range = attributes::range(node).filter(|_| has(MIN_MAX));
    add(MIN_MAX, range.map(|r| r.0.to_string()));
    add("maxValue", range.map(|r| r.1.to_string()));
    if entry.parent.is_none() {
        add("processId", Some(tree.pid.to_string()));
        add("bundleId", Some(tree.bundle_id.clone()));
    }
    list
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' => out.push_str("&#9;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\0'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => {}
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Options, source};
    use crate::face::fixture;

    #[test]
    fn attributes_come_in_the_fixed_order_and_absent_ones_are_left_out() {
        let xml = source(&fixture::tree(), &Options::default());
        let lines: Vec<&str> = xml.lines().collect();
        assert_eq!(
            lines[1],
            "<XCUIElementTypeApplication type=\"XCUIElementTypeApplication\" name=\"Lamp\" label=\"Lamp\" enabled=\"true\" visible=\"true\" accessible=\"false\" x=\"0\" y=\"0\" width=\"402\" height=\"874\" index=\"0\" traits=\"\" processId=\"2686\" bundleId=\"com.example.lamp\">"
        );
        assert_eq!(
            lines[3],
            "    <XCUIElementTypeButton type=\"XCUIElementTypeButton\" name=\"back\" label=\"A &amp; &quot;B&quot;&#10;\" enabled=\"true\" visible=\"true\" accessible=\"true\" x=\"15\" y=\"60\" width=\"47\" height=\"45\" index=\"0\" traits=\"Button\"/>"
        );
        assert!(xml.ends_with("</XCUIElementTypeApplication>\n"));
    }

    #[test]
    fn an_empty_field_reports_its_placeholder_and_an_empty_label() {
        let xml = source(&fixture::tree(), &Options::default());
        assert!(xml.contains(
            "<XCUIElementTypeTextField type=\"XCUIElementTypeTextField\" value=\"Name\" name=\"name_field\" label=\"\" "
        ));
        assert!(xml.contains("placeholderValue=\"Name\""));
    }

    #[test]
    fn scope_wraps_and_exclusion_drops() {
        let options = Options {
            scope: Some("AppiumAUT".into()),
            excluded: ["visible".to_owned()].into(),
            ..Options::default()
        };
        let xml = source(&fixture::tree(), &options);
        assert!(xml.contains("\n<AppiumAUT>\n  <XCUIElementTypeApplication "));
        assert!(!xml.contains(" visible="));
    }
}
