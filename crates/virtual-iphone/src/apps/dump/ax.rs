//! WebDriverAgent's JSON, with its older spellings, and idb's JSON, nested and flat.

use serde_json::{Map, Value};

use super::Node;

/// Reads a dump; a flat list is put under its first element.
pub(super) fn read(text: &str) -> Result<Node, String> {
    let value: Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
    match inner(&value) {
        Value::Array(items) => {
            let mut nodes = items.iter().filter_map(node);
            let mut root = nodes.next().ok_or("the list has no element")?;
            root.children.extend(nodes);
            Ok(root)
        }
        other => node(other).ok_or_else(|| "the JSON is no element".to_owned()),
    }
}

/// What the envelopes hold: WDA's `value`, its older `tree`, a tool's `data.raw` or `elements`.
fn inner(value: &Value) -> &Value {
    let mut value = value;
    for key in ["data", "raw", "value", "tree", "elements"] {
        if let Some(held) = value.get(key).filter(|held| held.is_object() || held.is_array()) {
            value = held;
        }
    }
    value
}

fn node(value: &Value) -> Option<Node> {
    let fields = value.as_object()?;
    let text = |keys: &[&str]| keys.iter().find_map(|key| fields.get(*key).and_then(written));
    let kind = text(&["type", "role"]).unwrap_or_default();
    let kind = ["XCUIElementType", "UIA", "AX"]
        .iter()
        .find_map(|prefix| kind.strip_prefix(prefix))
        .unwrap_or(&kind);
    let flag = |key: &str| fields.get(key).and_then(truth);
    let is_idb = fields.contains_key("AXFrame") || fields.contains_key("AXLabel");
    let label = text(&["label", "AXLabel"]);
    let children = fields.get("children").and_then(Value::as_array);
    Some(Node {
        kind: renamed(kind).to_owned(),
        name: text(&["rawIdentifier", "AXUniqueId", "name"]),
        value: text(&["value", "AXValue"]),
        placeholder: text(&["placeholderValue"]),
        frame: frame(fields)?,
        traits: text(&["traits"])
            .map(|all| all.split(", ").map(str::to_owned).collect())
            .unwrap_or_default(),
        disabled: flag("isEnabled").or_else(|| flag("enabled")) == Some(false),
        invisible: flag("isVisible") == Some(false),
        accessible: flag("isAccessible").unwrap_or(is_idb && label.is_some()),
        bundle_id: text(&["bundleId"]),
        label,
        children: children.into_iter().flatten().filter_map(node).collect(),
    })
}

/// Names of older and of other accessibility systems.
fn renamed(kind: &str) -> &str {
    match kind {
        "Heading" => "StaticText",
        "Element" | "GenericElement" | "Unknown" | "" => "Other",
        "SecureTextField" => "SecureTextField",
        "TextArea" => "TextView",
        "TableView" => "Table",
        "TableCell" | "CollectionCell" => "Cell",
        other => other,
    }
}

fn written(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(on) => Some(u8::from(*on).to_string()),
        _ => None,
    }
}

fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(on) => Some(*on),
        Value::String(text) => Some(matches!(text.as_str(), "1" | "true")),
        Value::Number(number) => Some(number.as_f64() != Some(0.0)),
        _ => None,
    }
}

fn frame(fields: &Map<String, Value>) -> Option<[f64; 4]> {
    let held = fields.get("rect").or_else(|| fields.get("frame").filter(|f| f.is_object()))?;
    let at = |group: &str, key: &str| {
        let place = held.get(group).unwrap_or(held);
        place.get(key).and_then(Value::as_f64).unwrap_or(0.0)
    };
    Some([at("origin", "x"), at("origin", "y"), at("size", "width"), at("size", "height")])
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn old_and_new_spellings_say_the_same() {
        let old = r#"{"value":{"tree":{"type":"UIAButton","label":"Go","rect":
            {"origin":{"x":1,"y":2},"size":{"width":3,"height":4}},"isVisible":"1"}}}"#;
        let new = r#"{"value":{"type":"Button","label":"Go","rect":
            {"x":1,"y":2,"width":3,"height":4},"isVisible":"1"}}"#;
        let flat = r#"[{"type":"Button","AXLabel":"Go","frame":{"x":1,"y":2,"width":3,"height":4}},
            {"type":"Switch","AXLabel":"On","AXValue":"1","frame":{"x":0,"y":0,"width":9,"height":9}}]"#;
        for text in [old, new, flat] {
            let node = read(text).unwrap();
            assert_eq!((node.kind.as_str(), node.label.as_deref()), ("Button", Some("Go")));
            assert_eq!(node.frame.map(|n| n as i32), [1, 2, 3, 4]);
        }
        assert_eq!(read(flat).unwrap().children[0].value.as_deref(), Some("1"));
    }
}
