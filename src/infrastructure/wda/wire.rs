//! The envelope around every reply: value, session id, and errors in two generations.
//!
//! Since 2019 an error has HTTP status 4xx or 5xx and a `value` of `{error, message, traceback}`;
//! before, every reply had HTTP 200 and a non-zero `status`. The top-level `sessionId` names the
//! session that is active on the runner, whichever path was called: it is the fencing value.
//! Source: docs/wires/wda.md, "Envelope" and "Sessions".

use bytes::Bytes;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::error::{WdaError, WireError, excerpt};

/// The route of a request as messages name it, and how it is asked for.
#[derive(Clone, Debug)]
pub(super) struct Route {
    pub name: &'static str,
    /// Path without the session; begins with a slash.
    pub path: String,
    /// A body makes it a POST.
    pub body: Option<serde_json::Value>,
}

impl Route {
    pub(super) fn get(name: &'static str, path: impl Into<String>) -> Self {
        Self { name, path: path.into(), body: None }
    }

    pub(super) fn post(
        name: &'static str,
        path: impl Into<String>,
        body: serde_json::Value,
    ) -> Self {
        Self { name, path: path.into(), body: Some(body) }
    }
}

/// A reply that is no error.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    pub route: &'static str,
    /// The session that is active on the runner.
    pub active: Option<String>,
    /// The whole body, envelope included.
    pub body: Bytes,
}

/// The envelope without its value, which may be a deep tree.
#[derive(Deserialize)]
struct Outline {
    #[serde(rename = "sessionId", default)]
    session_id: Option<String>,
    /// Only WDA of 2019 and before sends it; 0 is success.
    #[serde(default)]
    status: Option<u64>,
    #[serde(rename = "value", default)]
    _value: IgnoredAny,
}

#[derive(Deserialize)]
struct Valued<T> {
    value: T,
}

/// What an error reply says; older builds send a bare text as `value`.
#[derive(Deserialize)]
#[serde(untagged)]
enum Failure {
    Named {
        #[serde(default)]
        error: String,
        #[serde(default)]
        message: String,
    },
    Text(String),
    Nothing(IgnoredAny),
}

impl Reply {
    /// Reads one HTTP reply.
    ///
    /// # Errors
    /// The WebDriver error that it carries, or `Malformed` when it is no envelope.
    pub(super) fn read(route: &'static str, status: u16, body: Bytes) -> Result<Self, WdaError> {
        let outline: Outline = serde_json::from_slice(&body).map_err(|e| {
            malformed(route, status, format!("HTTP {status}, no JSON envelope: {e}"))
        })?;
        if status < 400 && outline.status.unwrap_or(0) == 0 {
            return Ok(Self { route, active: outline.session_id, body });
        }
        Err(failure(route, status, &outline, &body))
    }

    /// The value of the envelope.
    ///
    /// # Errors
    /// `Malformed` naming the route and the field when it is not what the route promises.
    pub(super) fn value<T: DeserializeOwned>(&self) -> Result<T, WdaError> {
        let mut reader = serde_json::Deserializer::from_slice(&self.body);
        let valued: Result<Valued<T>, _> = serde_path_to_error::deserialize(&mut reader);
        valued
            .map(|v| v.value)
            .map_err(|e| malformed(self.route, 200, format!("{} at {}", e.inner(), e.path())))
    }
}

pub(super) fn malformed(route: &'static str, status: u16, detail: impl Into<String>) -> WdaError {
    WdaError::Malformed { route, status, detail: detail.into() }
}

fn failure(route: &'static str, status: u16, outline: &Outline, body: &[u8]) -> WdaError {
    let told =
        serde_json::from_slice(body).map_or(Failure::Nothing(IgnoredAny), |v: Valued<_>| v.value);
    let old = outline.status.filter(|&number| number != 0);
    let (name, message) = match told {
        Failure::Named { error, message } => (error, message),
        Failure::Text(text) => (String::new(), text),
        Failure::Nothing(_) => (String::new(), String::new()),
    };
    if name.is_empty() && old.is_none() {
        return malformed(route, status, format!("HTTP {status} without a WebDriver error"));
    }
    let error = old.map_or_else(|| WireError::named(&name), WireError::numbered);
    let active = outline.session_id.clone();
    WdaError::Answered { route, error, message: excerpt(&message), active }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(status: u16, body: &str) -> Result<Reply, WdaError> {
        Reply::read("status", status, Bytes::copy_from_slice(body.as_bytes()))
    }

    #[test]
    fn a_reply_gives_its_value_and_the_active_session() {
        let reply = read(200, r#"{"value": {"width": 402}, "sessionId": "A"}"#).unwrap();
        assert_eq!(reply.active.as_deref(), Some("A"));
        let value: serde_json::Value = reply.value().unwrap();
        assert_eq!(value["width"], 402);
    }

    #[test]
    fn a_missing_field_is_named_with_its_route() {
        #[derive(Debug, Deserialize)]
        struct Wanted {
            #[serde(rename = "width")]
            _width: f64,
        }
        let reply = read(200, r#"{"value": {"height": 1}, "sessionId": null}"#).unwrap();
        let error = reply.value::<Wanted>().unwrap_err().to_string();
        assert!(error.contains("status") && error.contains("width"), "{error}");
    }

    #[track_caller]
    fn fails(status: u16, body: &str, error: WireError) {
        assert_eq!(read(status, body).unwrap_err().answered(), Some(error));
    }

    #[test]
    fn errors_of_both_generations_are_read_and_call_stacks_dropped() {
        let modern = r#"{"value":{"error":"no such alert","message":"none","traceback":"0 XCTest"},"sessionId":"A"}"#;
        fails(404, modern, WireError::NoSuchAlert);
        assert!(!read(404, modern).unwrap_err().to_string().contains("XCTest"));
        fails(200, r#"{"value":"gone","sessionId":"A","status":7}"#, WireError::NoSuchElement);
        fails(500, r#"{"value":{"error":"new name","message":"m"}}"#, WireError::Unknown);
    }

    #[test]
    fn what_is_no_envelope_is_malformed() {
        for (status, body) in [(200, ""), (200, "I-AM-ALIVE"), (404, "Not Found"), (500, "{}")] {
            let error = read(status, body).unwrap_err();
            assert!(matches!(error, WdaError::Malformed { .. }), "{body}: {error}");
        }
    }

    #[test]
    fn a_tree_of_thousands_of_levels_does_not_break_the_envelope() {
        let deep = format!("{}{}", "{\"children\":[".repeat(5_000), "]}".repeat(5_000));
        let reply = read(200, &format!("{{\"value\":{deep},\"sessionId\":\"A\"}}")).unwrap();
        assert_eq!(reply.active.as_deref(), Some("A"));
    }
}
