//! [`Locator`] over WebDriverAgent: one find request that answers with place, role and texts.
//!
//! An identifier that was unique is looked up by `accessibility id`, which WDA resolves fastest; a
//! label that was unique by a predicate over label and type. What only its surroundings tell apart
//! cannot be said. Identity was taken from a whole tree; whether the found element is the one that
//! was meant is for the session to compare. Source: docs/wires/wda.md, "Elements".

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Value, json};

use super::error::{WdaError, WireError};
use super::found::Found;
use super::session::WdaSession;
use super::wire::{Reply, Route, malformed};
use crate::domain::element::{Identity, Strength};
use crate::domain::error::DeviceError;
use crate::domain::ports::{Located, Locator, Uniqueness};
use crate::domain::role::Role;
use crate::domain::time::Deadline;
use crate::infrastructure::reading::element_types;

/// XCTest's types that a person can meet, without their prefix.
const TYPES: [&str; 41] = [
    "Button",
    "MenuButton",
    "ToolbarButton",
    "PopUpButton",
    "DisclosureTriangle",
    "IncrementArrow",
    "DecrementArrow",
    "ColorWell",
    "Key",
    "Link",
    "Cell",
    "TableRow",
    "OutlineRow",
    "Icon",
    "Tab",
    "MenuItem",
    "MenuBarItem",
    "StatusItem",
    "Switch",
    "Toggle",
    "CheckBox",
    "RadioButton",
    "Slider",
    "Stepper",
    "SegmentedControl",
    "Picker",
    "PickerWheel",
    "DatePicker",
    "TextField",
    "ComboBox",
    "SecureTextField",
    "SearchField",
    "TextView",
    "StaticText",
    "Image",
    "Map",
    "ProgressIndicator",
    "LevelIndicator",
    "PageIndicator",
    "ActivityIndicator",
    "Other",
];

/// Finds elements on one device.
#[derive(Debug)]
pub(super) struct WdaLocator {
    session: Arc<WdaSession>,
}

impl WdaLocator {
    pub(super) const fn new(session: Arc<WdaSession>) -> Self {
        Self { session }
    }

    async fn first(&self, query: Value, by: Deadline) -> Result<Located, WdaError> {
        let reply = match self.session.read(&Route::post("find", "/element", query), by).await {
            Err(error) if error.is(WireError::NoSuchElement) => return Ok(Located::Gone),
            outcome => outcome?,
        };
        let found = Found::of(&reply)?;
        self.one(found, &reply, false, by).await
    }

    async fn all(&self, query: Value, by: Deadline) -> Result<Located, WdaError> {
        let reply = self.session.read(&Route::post("find all", "/elements", query), by).await?;
        let mut found = Found::all(&reply)?;
        match (found.len(), found.pop()) {
            (_, None) => Ok(Located::Gone),
            (1, Some(only)) => self.one(only, &reply, true, by).await,
            (several, Some(_)) => Ok(Located::Several(several)),
        }
    }

    async fn one(
        &self,
        found: Found,
        reply: &Reply,
        sole: bool,
        by: Deadline,
    ) -> Result<Located, WdaError> {
        let found = match found.completed(reply, &self.session, by).await {
            Err(error) if error.is(WireError::StaleElement) => return Ok(Located::Gone),
            outcome => outcome?,
        };
        let (Some(frame), Some(role)) = (found.rect(), found.role()) else {
            return Err(malformed(reply.route, 200, "an element without type or rectangle"));
        };
        Ok(Located::One { frame, role, label: found.label(), value: found.value(), sole })
    }
}

#[async_trait]
impl Locator for WdaLocator {
    fn can_name(&self, identity: &Identity) -> bool {
        query(identity).is_some()
    }

    async fn locate(
        &self,
        identity: &Identity,
        how: Uniqueness,
        by: Deadline,
    ) -> Result<Located, DeviceError> {
        let query = query(identity).ok_or_else(|| {
            DeviceError::invalid("identity", "cannot be put into a locator", &named(identity))
                .with_hint("observe_screen and use the ref it shows")
        })?;
        let located = match how {
            Uniqueness::FirstMatch => self.first(query, by).await,
            Uniqueness::Proven => self.all(query, by).await,
        };
        located.map_err(WdaError::unread)
    }
}

fn named(identity: &Identity) -> String {
    identity.label.clone().or_else(|| identity.identifier.clone()).unwrap_or_default()
}

/// The identity in WDA's words; `None` when they cannot say it.
fn query(identity: &Identity) -> Option<Value> {
    let identifier = identity.identifier.as_deref().filter(|text| is_plain(text));
    if identity.strength == Strength::Identifier {
        return identifier.map(|id| json!({ "using": "accessibility id", "value": id }));
    }
    if identity.strength != Strength::Label || identity.identifier.is_some() != identifier.is_some()
    {
        return None;
    }
    let label = quoted(identity.label.as_deref()?)?;
    let types = types_of(identity.role)?;
    let name =
        identifier.and_then(quoted).map(|id| format!("name == {id} AND ")).unwrap_or_default();
    let value = format!("{name}label == {label} AND {types}");
    Some(json!({ "using": "predicate string", "value": value }))
}

/// The part of a predicate that asks for the types of a role.
fn types_of(role: Role) -> Option<String> {
    let types = TYPES.into_iter().filter(|name| element_types::role(name) == role);
    let types: Vec<String> = types.map(|name| format!("'XCUIElementType{name}'")).collect();
    match types.as_slice() {
        [] => None,
        [one] => Some(format!("type == {one}")),
        several => Some(format!("type IN {{{}}}", several.join(", "))),
    }
}

/// A text as a predicate's string literal.
fn quoted(text: &str) -> Option<String> {
    if !is_plain(text) {
        return None;
    }
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('"');
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            literal.push('\\');
        }
        literal.push(c);
    }
    literal.push('"');
    Some(literal)
}

/// Control characters have no literal that all builds read alike.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && !text.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(identifier: Option<&str>, label: Option<&str>, strength: Strength) -> Identity {
        Identity {
            app: None,
            identifier: identifier.map(str::to_owned),
            role: Role::Switch,
            label: label.map(str::to_owned),
            alert: None,
            context: Vec::new(),
            ordinal: 0,
            twins: 1,
            strength,
        }
    }

    #[track_caller]
    fn check(identity: &Identity, using: &str, value: &str) {
        assert_eq!(query(identity), Some(json!({ "using": using, "value": value })));
    }

    #[test]
    fn a_unique_identifier_is_looked_up_by_name() {
        let id = identity(Some("say \"hi\" \\"), Some("Bold Text"), Strength::Identifier);
        check(&id, "accessibility id", "say \"hi\" \\");
    }

    #[test]
    fn a_unique_label_is_looked_up_with_its_type_and_quoted() {
        let label = identity(None, Some(r#"a "b" \c"#), Strength::Label);
        check(
            &label,
            "predicate string",
            r#"label == "a \"b\" \\c" AND type IN {'XCUIElementTypeSwitch', 'XCUIElementTypeToggle'}"#,
        );
        let shared = identity(Some("row"), Some("Bold Text"), Strength::Label);
        let Some(value) = query(&shared) else { panic!("not named") };
        assert!(value["value"].as_str().unwrap().starts_with("name == \"row\" AND label == "));
    }

    #[test]
    fn what_only_its_place_tells_apart_or_no_literal_holds_cannot_be_named() {
        for id in [
            identity(None, Some("Delete"), Strength::Context),
            identity(None, Some("Delete"), Strength::Position),
            identity(None, Some("two\nlines"), Strength::Label),
            identity(Some("a\u{1}"), Some("Delete"), Strength::Identifier),
            identity(Some("a\u{1}"), Some("Delete"), Strength::Label),
            identity(None, None, Strength::Label),
        ] {
            assert_eq!(query(&id), None, "{id:?}");
        }
    }
}
