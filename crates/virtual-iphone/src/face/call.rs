//! One request as a handler sees it: parameters, body, the runner's state and the world.
//!
//! Handlers are synchronous and run with the world locked; waiting and paying happens around them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::geometry::Rect;
use crate::world::World;

use super::fail::WireError;
use super::runner::{Distortion, Found, Runner};

/// What a handler gives back.
#[derive(Debug)]
pub(crate) enum Answer {
    /// The `value` of the envelope.
    Value(Value),
    /// A plain page.
    Page { text: &'static str, content_type: &'static str },
    /// A picture of the screen as it is now, or of a part of it.
    Picture { part: Option<Rect> },
    /// The runner ends.
    Shutdown,
}

/// What handles a route.
pub(crate) type Handler = fn(&mut Call<'_>) -> Result<Answer, WireError>;

/// One request.
pub(crate) struct Call<'a> {
    pub(crate) runner: &'a mut Runner,
    pub(crate) world: &'a mut World,
    pub(crate) parameters: &'a [(&'static str, String)],
    pub(crate) query: &'a BTreeMap<String, String>,
    pub(crate) body: &'a Map<String, Value>,
    pub(crate) distortion: Option<Distortion>,
}

/// The reply that says nothing.
#[expect(clippy::unnecessary_wraps, reason = "handlers end with it")]
pub(crate) fn nothing() -> Result<Answer, WireError> {
    Ok(Answer::Value(Value::Null))
}

impl Call<'_> {
    /// A parameter of the path, else of the query: they share one name space.
    pub(crate) fn parameter(&self, name: &str) -> Option<&str> {
        let in_path = self.parameters.iter().find(|(known, _)| *known == name);
        in_path
            .map(|(_, value)| value.as_str())
            .or_else(|| self.query.get(name).map(String::as_str))
    }

    /// The element id in the path; `0` is the application itself.
    pub(crate) fn element_id(&self) -> Option<String> {
        self.parameter("uuid").filter(|id| *id != "0").map(str::to_owned)
    }

    /// The element in the path.
    pub(crate) fn element(&mut self) -> Result<Found, WireError> {
        let id = self.parameter("uuid").unwrap_or_default().to_owned();
        self.runner.element(self.world, &id)
    }

    /// A text of the body.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.body.get(name).and_then(Value::as_str)
    }

    /// A text of the body that must be there.
    pub(crate) fn required(&self, name: &str) -> Result<String, WireError> {
        let text = self.text(name).map(str::to_owned);
        text.ok_or_else(|| WireError::argument(format!("'{name}' argument is mandatory")))
    }

    /// A number of the body; a text that spells one counts.
    pub(crate) fn number(&self, name: &str) -> Option<f64> {
        let value = self.body.get(name)?;
        let number = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok());
        number.filter(|number| number.is_finite())
    }

    /// The names in `excluded_attributes`, in lower case.
    pub(crate) fn excluded(&self) -> BTreeSet<String> {
        let list = self.parameter("excluded_attributes").unwrap_or_default();
        list.split(',').map(|name| name.trim().to_ascii_lowercase()).collect()
    }
}
