//! An element as WDA answers a find: its handle and the attributes that our settings ask for.
//!
//! With compact responses off, a find answers with type, rectangle and texts, so nothing more need
//! be asked. A runner that rejected the setting answers with the handle alone; the rest is then
//! fetched one by one. `name` among the attributes is the *type*; the element's name is
//! `attribute/name`. Handles die with the session. Source: docs/wires/wda.md, "Elements".

use serde_json::{Map, Value};

use super::error::WdaError;
use super::session::WdaSession;
use super::wire::{Reply, Route, malformed};
use crate::domain::geometry::Rect;
use crate::domain::role::Role;
use crate::domain::time::Deadline;
use crate::infrastructure::reading::element_types;

const W3C_KEY: &str = "element-6066-11e4-a52e-4f735466cecf";
const OLD_KEY: &str = "ELEMENT";
/// Attributes and the routes that answer one of them, for runners that answer with handles only.
const SINGLE: [(&str, &str); 6] = [
    ("type", "name"),
    ("rect", "rect"),
    ("label", "attribute/label"),
    ("attribute/name", "attribute/name"),
    ("attribute/value", "attribute/value"),
    ("attribute/placeholderValue", "attribute/placeholderValue"),
];

/// One found element.
#[derive(Clone, Debug)]
pub(super) struct Found(Map<String, Value>);

impl Found {
    pub(super) fn of(reply: &Reply) -> Result<Self, WdaError> {
        reply.value().map(Self)
    }

    pub(super) fn all(reply: &Reply) -> Result<Vec<Self>, WdaError> {
        let values: Vec<Map<String, Value>> = reply.value()?;
        Ok(values.into_iter().map(Self).collect())
    }

    /// The handle, for routes on this element.
    pub(super) fn id(&self, reply: &Reply) -> Result<String, WdaError> {
        let id = self.0.get(W3C_KEY).or_else(|| self.0.get(OLD_KEY)).and_then(Value::as_str);
        id.map(str::to_owned).ok_or_else(|| malformed(reply.route, 200, "an element without id"))
    }

    /// The same element with what a compact answer left out.
    pub(super) async fn completed(
        mut self,
        reply: &Reply,
        session: &WdaSession,
        by: Deadline,
    ) -> Result<Self, WdaError> {
        for (attribute, path) in SINGLE {
            if !self.0.contains_key(attribute) {
                let id = self.id(reply)?;
                let route = Route::get("element attribute", format!("/element/{id}/{path}"));
                let value = session.read(&route, by).await?.value()?;
                self.0.insert(attribute.to_owned(), value);
            }
        }
        Ok(self)
    }

    pub(super) fn role(&self) -> Option<Role> {
        self.text("type").map(|name| element_types::role(&name))
    }

    pub(super) fn label(&self) -> Option<String> {
        self.text("label")
    }

    pub(super) fn value(&self) -> Option<String> {
        self.text("attribute/value")
    }

    pub(super) fn placeholder(&self) -> Option<String> {
        self.text("attribute/placeholderValue")
    }

    /// The developer's name; WDA's name falls back to the label.
    pub(super) fn identifier(&self) -> Option<String> {
        self.text("attribute/name").filter(|name| Some(name) != self.label().as_ref())
    }

    /// `None` when the frame is missing or no numbers.
    pub(super) fn rect(&self) -> Option<Rect> {
        let rect = self.0.get("rect")?;
        let side = |key: &str| rect.get(key).and_then(Value::as_f64).filter(|n| n.is_finite());
        Some(Rect::new(side("x")?, side("y")?, side("width")?, side("height")?))
    }

    /// A text, number or truth as text; absent when null or empty.
    fn text(&self, key: &str) -> Option<String> {
        match self.0.get(key)? {
            Value::String(text) => (!text.is_empty()).then(|| text.clone()),
            Value::Bool(truth) => Some(u8::from(*truth).to_string()),
            Value::Number(number) => Some(number.to_string()),
            Value::Null | Value::Array(_) | Value::Object(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn found(value: Value) -> Found {
        match value {
            Value::Object(map) => Found(map),
            _ => unreachable!(),
        }
    }

    #[test]
    fn an_answer_with_attributes_tells_place_type_and_texts() {
        let switch = found(json!({
            "ELEMENT": "A", W3C_KEY: "A", "type": "XCUIElementTypeSwitch", "label": "Bold Text",
            "rect": {"x": 305, "y": 301, "width": 63, "height": 28.5},
            "attribute/name": "BOLD", "attribute/value": "0", "attribute/placeholderValue": null,
        }));
        assert_eq!(switch.role(), Some(Role::Switch));
        assert_eq!(switch.rect(), Some(Rect::new(305.0, 301.0, 63.0, 28.5)));
        assert_eq!(switch.identifier().as_deref(), Some("BOLD"));
        assert_eq!((switch.value().as_deref(), switch.placeholder()), (Some("0"), None));
    }

    #[test]
    fn a_name_that_repeats_the_label_is_no_identifier_and_a_broken_frame_no_rectangle() {
        let text = found(json!({
            "label": "Save", "attribute/name": "Save", "attribute/value": true,
            "rect": {"x": 1, "y": null, "width": 2, "height": 3},
        }));
        assert_eq!(text.identifier(), None);
        assert_eq!(text.value().as_deref(), Some("1"));
        assert_eq!(text.rect(), None);
    }
}
