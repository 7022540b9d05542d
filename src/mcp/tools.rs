//! The tools, by toolset, and the box they are called from.
//!
//! A toolset keeps the published list small. [`Toolbox`] adds what holds for every tool: the
//! default device and, where asked, the published idempotency key. One file per group below.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::application::context::CallContext;
use crate::application::ui_service::UiService;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::ports::{FlowStore, PictureGateway};
use crate::mcp::tool::{Object, Reply, ToolDefinition};

mod act;
mod device;
mod evidence;
mod gestures;
mod input;
mod media;
mod observe;
mod sequence;
mod words;

/// Parameter that `--idempotency-argument` publishes on every tool that changes something.
const KEY_ARGUMENT: &str = "idempotency_key";

/// A named part of the tool list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toolset {
    Core,
    Gestures,
    Evidence,
}

impl Toolset {
    pub const ALL: [Self; 3] = [Self::Core, Self::Gestures, Self::Evidence];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Gestures => "gestures",
            Self::Evidence => "evidence",
        }
    }

    /// Parses a comma-separated list; `all` is every toolset there is.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` that names the toolsets that exist.
    pub fn parse_list(text: &str) -> Result<Vec<Self>, DeviceError> {
        let mut chosen = Vec::new();
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            if word == "all" {
                return Ok(Self::ALL.to_vec());
            }
            let known = Self::ALL.into_iter().find(|set| set.word() == word);
            let set = known.ok_or_else(|| {
                DeviceError::invalid("toolset", "does not exist", word)
                    .with_hint(format!("there are {} and all", Self::words()))
            })?;
            if !chosen.contains(&set) {
                chosen.push(set);
            }
        }
        if chosen.is_empty() {
            return Err(DeviceError::new(ErrorCode::InvalidArgument, "no toolset is named")
                .with_hint(format!("there are {} and all", Self::words())));
        }
        Ok(chosen)
    }

    fn words() -> String {
        Self::ALL.map(Self::word).join(", ")
    }
}

/// What the tools work with.
#[derive(Clone)]
pub struct Services {
    pub ui: Arc<UiService>,
    pub pictures: Arc<dyn PictureGateway>,
    pub flows: Arc<dyn FlowStore>,
}

/// What holds for every tool of a box.
#[derive(Clone, Debug, Default)]
pub struct ToolboxOptions {
    /// Device of calls that name none.
    pub device: Option<String>,
    /// Publish `idempotency_key`, for frameworks that cannot set `_meta`.
    pub idempotency_argument: bool,
}

/// Every tool of the chosen toolsets, in the order of the list.
pub fn all(services: &Services, toolsets: &[Toolset]) -> Vec<ToolDefinition> {
    let mut tools = Vec::new();
    for toolset in toolsets {
        match toolset {
            Toolset::Core => tools.extend(core(services)),
            Toolset::Gestures => tools.extend(gestures::tools(&services.ui)),
            Toolset::Evidence => tools.extend(evidence::tools(&services.ui, &services.flows)),
        }
    }
    tools
}

fn core(services: &Services) -> Vec<ToolDefinition> {
    let ui = &services.ui;
    let mut tools = device::tools(ui);
    tools.extend(observe::tools(ui));
    tools.extend(act::tools(ui));
    tools.push(observe::wait_for(ui));
    tools.push(sequence::run_sequence(ui));
    tools.push(media::take_screenshot(ui, &services.pictures));
    tools
}

/// The tools of one server, as published and as called.
pub struct Toolbox {
    tools: Vec<ToolDefinition>,
    by_name: BTreeMap<&'static str, usize>,
    options: ToolboxOptions,
}

impl Toolbox {
    pub fn new(tools: Vec<ToolDefinition>, options: ToolboxOptions) -> Self {
        let names = tools.iter().enumerate().map(|(index, tool)| (tool.contract.name, index));
        Self { by_name: names.collect(), tools, options }
    }

    pub fn tools(&self) -> &[ToolDefinition] {
        &self.tools
    }

    /// Every tool as `tools/list` gives it.
    pub fn published(&self) -> Vec<Object> {
        self.tools.iter().map(|tool| self.published_tool(tool)).collect()
    }

    fn published_tool(&self, tool: &ToolDefinition) -> Object {
        let mut published = tool.published();
        if self.options.idempotency_argument
            && tool.mutates()
            && let Some(Value::Object(properties)) =
                published.get_mut("inputSchema").and_then(|schema| schema.get_mut("properties"))
        {
            let description = "The same key with the same arguments returns the first outcome \
                               instead of acting again.";
            let schema = json!({"description": description, "type": "string"});
            properties.insert(KEY_ARGUMENT.to_owned(), schema);
        }
        published
    }

    /// Calls a tool; `None` when there is none of that name.
    pub async fn call(
        &self,
        name: &str,
        arguments: Option<Object>,
        context: CallContext,
    ) -> Option<Reply> {
        let tool = &self.tools[*self.by_name.get(name)?];
        let mut arguments = arguments.unwrap_or_default();
        let context = match self.take_key(tool, &mut arguments, context) {
            Ok(context) => context,
            Err(error) => return Some(Reply::error(&error)),
        };
        self.add_device(tool, &mut arguments);
        Some(tool.call(Some(arguments), context).await)
    }

    fn take_key(
        &self,
        tool: &ToolDefinition,
        arguments: &mut Object,
        context: CallContext,
    ) -> Result<CallContext, DeviceError> {
        if !self.options.idempotency_argument || !tool.mutates() {
            return Ok(context);
        }
        match arguments.remove(KEY_ARGUMENT) {
            None | Some(Value::Null) => Ok(context),
            Some(Value::String(key)) if !key.trim().is_empty() => Ok(context.with_key(key)),
            Some(other) => Err(no_key(KEY_ARGUMENT, &other)),
        }
    }

    fn add_device(&self, tool: &ToolDefinition, arguments: &mut Object) {
        let Some(device) = &self.options.device else { return };
        let takes_one = tool.contract.name != device::LIST_DEVICES;
        let named = arguments.get("device").is_some_and(|value| !value.is_null());
        if takes_one && !named {
            arguments.insert("device".to_owned(), device.as_str().into());
        }
    }
}

/// What is no idempotency key, wherever it came from.
pub(super) fn no_key(place: &str, given: &Value) -> DeviceError {
    DeviceError::invalid(place, "is not a text of at least one character", &given.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_toolset_is_refused_with_those_that_exist() {
        let error = Toolset::parse_list("core,magic").unwrap_err();
        assert_eq!(error.message(), "toolset \"magic\" does not exist");
        assert_eq!(error.hint(), Some("there are core, gestures, evidence and all"));
        assert!(Toolset::parse_list(" , ").is_err());
        assert_eq!(Toolset::parse_list("core,all").unwrap(), Toolset::ALL);
    }
}
