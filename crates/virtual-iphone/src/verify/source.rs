//! The shapes of the tree and of the picture.

use std::io;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::client::Wire;
use super::report::{
    Report,
    Tag::{Assumed, Sourced},
};
use super::transport::keys;

/// The order in which XML attributes come.
const ORDER: [&str; 21] = [
    "type",
    "value",
    "name",
    "label",
    "enabled",
    "visible",
    "accessible",
    "nativeAccessibilityElement",
    "x",
    "y",
    "width",
    "height",
    "index",
    "hittable",
    "placeholderValue",
    "traits",
    "nativeFrame",
    "minValue",
    "maxValue",
    "processId",
    "bundleId",
];
/// What every node of the JSON has.
const NODE: [&str; 14] = [
    "frame",
    "isAccessible",
    "isEnabled",
    "isFocused",
    "isNativeAccessibilityElement",
    "isVisible",
    "label",
    "name",
    "nativeFrame",
    "rawIdentifier",
    "rect",
    "traits",
    "type",
    "value",
];

pub(super) async fn probe(wire: &mut Wire, report: &mut Report) -> io::Result<()> {
    xml(wire, report).await?;
    tree(wire, report).await?;
    let description = wire.read("/source?format=description").await?.value();
    let text = description.as_str().unwrap_or_default();
    report.holds("description.text", Sourced, text.contains("Window"), json!(head(text)));
    let bad = wire.read("/source?format=yaml").await?;
    report.is("source.bad_format", Sourced, json!([400, "invalid argument"]), bad.error());
    let bare = wire.get("/source?format=json").await?;
    report.is("source.without_session", Sourced, json!(200), json!(bare.status));
    picture(wire, report).await
}

fn head(text: &str) -> String {
    text.chars().take(80).collect()
}

async fn xml(wire: &Wire, report: &mut Report) -> io::Result<()> {
    let reply = wire.read("/source?scope=AppiumAUT").await?.value();
    let text = reply.as_str().unwrap_or_default();
    let prolog =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<AppiumAUT>\n  <XCUIElementTypeApplication ";
    report.holds("xml.start", Sourced, text.starts_with(prolog), json!(head(text)));
    report.holds("xml.end", Sourced, text.ends_with("</AppiumAUT>\n"), json!(text.len()));
    let tags: Vec<&str> =
        text.split('<').filter(|tag| tag.starts_with("XCUIElementType")).collect();
    let names: Vec<Vec<&str>> = tags.iter().map(|tag| attributes(tag)).collect();
    let is_ordered = |names: &&Vec<&str>| {
        let mut rest = ORDER.iter();
        !names.iter().all(|name| rest.any(|known| known == name))
    };
    report.is("xml.attribute_order", Sourced, Value::Null, json!(names.iter().find(is_ordered)));
    let always = [
        "type",
        "enabled",
        "visible",
        "accessible",
        "x",
        "y",
        "width",
        "height",
        "index",
        "traits",
    ];
    let lacks = |names: &&Vec<&str>| !always.iter().all(|name| names.contains(name));
    report.is("xml.always_there", Sourced, Value::Null, json!(names.iter().find(lacks)));
    let root = names.first().cloned().unwrap_or_default();
    report.holds(
        "xml.root.process",
        Sourced,
        root.ends_with(&["processId", "bundleId"]),
        json!(root),
    );
    let elsewhere = names.iter().skip(1).any(|names| names.contains(&"processId"));
    report.is("xml.process_elsewhere", Sourced, json!(false), json!(elsewhere));
    let excluded = wire.read("/source?excluded_attributes=visible,traits").await?.value();
    let text = excluded.as_str().unwrap_or_default();
    let left = text.contains(" visible=") || text.contains(" traits=");
    report.is("xml.excluded", Sourced, json!(false), json!(left));
    Ok(())
}

/// The attribute names of one tag, without its values.
fn attributes(tag: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut rest = tag.split_once(' ').map_or("", |(_, rest)| rest);
    while let Some((name, after)) = rest.split_once("=\"") {
        names.push(name.trim());
        rest = after.split_once('"').map_or("", |(_, rest)| rest);
    }
    names
}

fn nodes<'a>(node: &'a Value, found: &mut Vec<&'a Value>) {
    found.push(node);
    for child in node["children"].as_array().into_iter().flatten() {
        nodes(child, found);
    }
}

async fn tree(wire: &Wire, report: &mut Report) -> io::Result<()> {
    let root = wire.read("/source?format=json").await?.value();
    report.is("json.root", Sourced, json!("Application"), root["type"].clone());
    let mut all = Vec::new();
    nodes(&root, &mut all);
    let lacking = all.iter().find(|node| !NODE.iter().all(|key| node.get(key).is_some()));
    report.is(
        "json.always_there",
        Sourced,
        Value::Null,
        lacking.map_or(Value::Null, |node| keys(node)),
    );
    let flags = ["isEnabled", "isVisible", "isAccessible", "isFocused"];
    let is_flag = |value: &Value| value == "1" || value == "0";
    let odd = all.iter().find(|node| !flags.iter().all(|flag| is_flag(&node[flag])));
    report.is(
        "json.flags_are_texts",
        Sourced,
        Value::Null,
        odd.map_or(Value::Null, |n| (*n).clone()),
    );
    let empty = all.iter().any(|node| node["children"].as_array().is_some_and(Vec::is_empty));
    report.is("json.empty_children", Sourced, json!(false), json!(empty));
    report.is("json.rect.keys", Sourced, json!(["height", "width", "x", "y"]), keys(&root["rect"]));
    let blank = all.iter().any(|n| ["name", "label", "value"].iter().any(|key| n[key] == ""));
    report.is("json.blank_texts", Assumed, json!(false), json!(blank));
    let accessible = wire.read("/wda/accessibleSource").await?.value();
    report.is("accessible.root", Sourced, json!("Application"), accessible["type"].clone());
    Ok(())
}

async fn picture(wire: &Wire, report: &mut Report) -> io::Result<()> {
    let text = wire.read("/screenshot").await?.value();
    let bytes = STANDARD.decode(text.as_str().unwrap_or_default()).unwrap_or_default();
    report.holds(
        "screenshot.png",
        Sourced,
        bytes.starts_with(b"\x89PNG\r\n\x1a\n"),
        json!(bytes.len()),
    );
    let side = |at: usize| {
        let part = bytes.get(at..at + 4).and_then(|part| part.try_into().ok());
        part.map_or(0, u32::from_be_bytes)
    };
    let screen = wire.read("/wda/screen").await?.value();
    let scale = screen["scale"].as_f64().unwrap_or_default();
    let points = |name: &str| screen["screenSize"][name].as_f64().unwrap_or_default() * scale;
    let expected = json!([points("width"), points("height")]);
    report.is(
        "screenshot.pixels",
        Sourced,
        expected,
        json!([f64::from(side(16)), f64::from(side(20))]),
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::attributes;

    #[test]
    fn attribute_names_are_read_past_their_values() {
        let names = attributes("XCUIElementTypeCell type=\"a b=c\" label=\"\" x=\"1\"/>");
        assert_eq!(names, ["type", "label", "x"]);
    }
}
