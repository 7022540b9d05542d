//! A tool as data plus a function, and what calling one answers.
//!
//! No SDK type appears here: [`crate::mcp::server`] translates. The input type of a tool is its
//! schema, its validation and its documentation at once, so they cannot drift apart. Whatever goes
//! wrong inside a call is a [`Reply`] that a model can read, never a protocol error.

use std::pin::Pin;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::application::context::CallContext;
use crate::domain::error::{Candidate, DeviceError, ErrorCode, Retry};
use crate::mcp::schema::{read, schema_of};

/// A JSON object: arguments, or a schema.
pub type Object = Map<String, Value>;

/// What calling a tool does to the device; every hint of the protocol is derived from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolKind {
    /// Looks, never touches.
    ReadOnly,
    /// Touches; the same call again touches again.
    Changes,
    /// Brings about a state; the same call again finds it there.
    ChangesIdempotently,
    /// Can lose what cannot be brought back.
    Destroys,
}

impl ToolKind {
    /// The hints that differ from the protocol's defaults (not read-only, destructive, not
    /// idempotent).
    fn annotations(self) -> Option<Value> {
        match self {
            Self::ReadOnly => Some(json!({"readOnlyHint": true})),
            Self::Changes => Some(json!({"destructiveHint": false})),
            Self::ChangesIdempotently => {
                Some(json!({"destructiveHint": false, "idempotentHint": true}))
            }
            Self::Destroys => None,
        }
    }
}

/// What a tool promises.
#[derive(Clone, Copy, Debug)]
pub struct Contract {
    /// `verb_object` in snake case.
    pub name: &'static str,
    pub title: &'static str,
    /// What it does, when to prefer it, what comes back; at most 400 characters.
    pub description: &'static str,
    pub kind: ToolKind,
}

/// Whether the work was done, for callers that only ask that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Fine,
    /// Data, not an error, but nothing to go on from: no effect, or a wait that was not met.
    Stopped,
    Failed,
}

/// An image as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub base64: String,
    pub mime: &'static str,
}

/// A failure as data, beside its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    pub code: ErrorCode,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    pub candidates: Vec<Candidate>,
    pub retry: Retry,
}

/// What a call answers; the constructors in [`crate::mcp::render`] own its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// Complete in itself: many clients show a model nothing else.
    pub text: String,
    pub standing: Standing,
    pub picture: Option<Picture>,
    /// Only from tools with an output schema, never on failures.
    pub structured: Option<Value>,
    pub failure: Option<Failure>,
}

type Pending = Pin<Box<dyn Future<Output = Result<Reply, DeviceError>> + Send>>;
type Execute = dyn Fn(Option<Object>, CallContext) -> Pending + Send + Sync;

/// A tool: its contract, its schemas and what it does.
pub struct ToolDefinition {
    pub contract: Contract,
    input: Arc<Object>,
    output: Option<Object>,
    execute: Box<Execute>,
}

impl ToolDefinition {
    /// A tool whose arguments are an `I` and whose work is `execute`.
    pub fn new<I, F, Fut>(contract: Contract, execute: F) -> Self
    where
        I: DeserializeOwned + JsonSchema,
        F: Fn(I, CallContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Reply, DeviceError>> + Send + 'static,
    {
        let input = Arc::new(schema_of::<I>());
        let schema = Arc::clone(&input);
        let execute = move |arguments: Option<Object>, context: CallContext| -> Pending {
            match read::<I>(contract.name, &schema, arguments) {
                Ok(input) => Box::pin(execute(input, context)),
                Err(error) => Box::pin(std::future::ready(Err(error))),
            }
        };
        Self { contract, input, output: None, execute: Box::new(execute) }
    }

    /// The same tool with the schema of the structured content it answers.
    #[must_use]
    pub fn answering<O: JsonSchema>(mut self) -> Self {
        self.output = Some(schema_of::<O>());
        self
    }

    /// The schema of its arguments, as published.
    pub fn input_schema(&self) -> &Object {
        &self.input
    }

    /// Whether it changes anything.
    pub fn mutates(&self) -> bool {
        self.contract.kind != ToolKind::ReadOnly
    }

    /// Does its work; failures are part of the reply.
    pub async fn call(&self, arguments: Option<Object>, context: CallContext) -> Reply {
        (self.execute)(arguments, context).await.unwrap_or_else(|error| Reply::error(&error))
    }

    /// The tool as `tools/list` gives it.
    pub fn published(&self) -> Object {
        let mut tool = Object::new();
        tool.insert("name".into(), self.contract.name.into());
        tool.insert("title".into(), self.contract.title.into());
        tool.insert("description".into(), self.contract.description.into());
        tool.insert("inputSchema".into(), Value::Object((*self.input).clone()));
        if let Some(output) = &self.output {
            tool.insert("outputSchema".into(), Value::Object(output.clone()));
        }
        if let Some(hints) = self.contract.kind.annotations() {
            tool.insert("annotations".into(), hints);
        }
        tool
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Greeting {
        /// Whom to greet.
        name: String,
        /// How often, 1 to 3.
        #[serde(default)]
        times: Option<u8>,
    }

    fn greet() -> ToolDefinition {
        let contract = Contract {
            name: "greet",
            title: "Greet",
            description: "Greets.",
            kind: ToolKind::ReadOnly,
        };
        ToolDefinition::new(contract, |input: Greeting, _context| async move {
            Ok(Reply::note(input.name.repeat(usize::from(input.times.unwrap_or(1)))))
        })
    }

    fn arguments(value: &Value) -> Option<Object> {
        value.as_object().cloned()
    }

    #[tokio::test]
    async fn a_definition_is_called_without_any_server() {
        let reply = greet()
            .call(arguments(&json!({"name": "a", "times": "3"})), CallContext::of("test"))
            .await;
        assert_eq!(reply.text, "aaa");
        assert_eq!(reply.standing, Standing::Fine);
    }

    #[tokio::test]
    async fn an_unknown_parameter_is_refused_with_the_allowed_ones() {
        let reply =
            greet().call(arguments(&json!({"name": "a", "tmes": 3})), CallContext::of("t")).await;
        assert_eq!(
            reply.text,
            "INVALID_ARGUMENT: greet has no parameter \"tmes\"\nhint: it takes name, times"
        );
        assert_eq!(reply.standing, Standing::Failed);
    }

    #[tokio::test]
    async fn a_missing_parameter_and_absent_arguments_are_said() {
        let reply = greet().call(None, CallContext::of("t")).await;
        assert!(reply.text.starts_with("INVALID_ARGUMENT: greet needs name"), "{}", reply.text);
    }

    #[test]
    fn hints_that_equal_the_protocols_defaults_are_left_out() {
        assert_eq!(ToolKind::Destroys.annotations(), None);
        let published = greet().published();
        assert_eq!(published["annotations"], json!({"readOnlyHint": true}));
        assert!(!published.contains_key("outputSchema"));
    }
}
