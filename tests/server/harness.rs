//! A server and a client joined by a pipe, with or without a virtual iPhone behind them.

use std::sync::Arc;

use ios_mcp::container::{Config, Container, VirtualConfig};
use ios_mcp::mcp::server::McpServer;
use ios_mcp::mcp::tools::{Toolbox, ToolboxOptions, Toolset, all};
use rmcp::model::{CallToolRequestParams, CallToolResult, Tool};
use rmcp::service::{RoleClient, RunningService};
use rmcp::{ServiceError, ServiceExt};
use serde_json::{Value, json};
use virtual_iphone::VirtualIphone;

/// Bytes that the pipe holds; more than any message of these tests.
const PIPE: usize = 4 * 1024 * 1024;

/// A client of a running server.
pub(crate) struct Harness {
    client: RunningService<RoleClient, ()>,
}

/// What a call answered.
pub(crate) struct Outcome(pub(crate) CallToolResult);

impl Harness {
    /// A server that knows no device.
    pub(crate) async fn without_devices() -> Self {
        Self::of(&container(), ToolboxOptions::default()).await
    }

    pub(crate) async fn of(container: &Container, options: ToolboxOptions) -> Self {
        let (ours, theirs) = tokio::io::duplex(PIPE);
        let server = McpServer::new(Arc::new(toolbox(container, options))).unwrap();
        let (read, write) = tokio::io::split(theirs);
        tokio::spawn(server.serve(read, write));
        Self { client: ().serve(ours).await.unwrap() }
    }

    pub(crate) fn client(&self) -> &RunningService<RoleClient, ()> {
        &self.client
    }

    pub(crate) async fn tools(&self) -> Vec<Tool> {
        self.client.list_tools(None).await.unwrap().tools
    }

    /// Calls a tool; protocol errors are failures of the test.
    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Outcome {
        Outcome(self.try_call(tool, arguments).await.unwrap())
    }

    pub(crate) async fn try_call(
        &self,
        tool: &str,
        arguments: Value,
    ) -> Result<CallToolResult, ServiceError> {
        let mut request = CallToolRequestParams::new(tool.to_owned());
        if let Value::Object(arguments) = arguments {
            request = request.with_arguments(arguments);
        }
        self.client.call_tool(request).await
    }
}

impl Outcome {
    /// The text block, which is the first one and complete in itself.
    pub(crate) fn text(&self) -> &str {
        &self.0.content[0].as_text().expect("a text block leads every result").text
    }

    pub(crate) fn first_line(&self) -> &str {
        self.text().lines().next().unwrap_or_default()
    }

    pub(crate) fn is_error(&self) -> bool {
        self.0.is_error == Some(true)
    }

    /// The failure as data.
    pub(crate) fn failure(&self) -> Option<&Value> {
        self.0.meta.as_ref()?.get("ios-mcp/error")
    }

    pub(crate) fn code(&self) -> &str {
        self.failure().and_then(|failure| failure["code"].as_str()).unwrap_or_default()
    }
}

pub(crate) fn container() -> Container {
    Container::new(&Config::default()).unwrap()
}

pub(crate) fn toolbox(container: &Container, options: ToolboxOptions) -> Toolbox {
    Toolbox::new(all(&container.services(), &Toolset::ALL), options)
}

/// The tools of one toolset.
pub(crate) fn toolset(container: &Container, toolset: Toolset) -> Toolbox {
    Toolbox::new(all(&container.services(), &[toolset]), ToolboxOptions::default())
}

/// A server over built-in virtual iPhones, with their own truth beside it.
pub(crate) struct OnPhones {
    pub(crate) server: Harness,
    container: Container,
}

impl OnPhones {
    pub(crate) async fn of(count: u8) -> Self {
        Self::with(count, ToolboxOptions::default()).await
    }

    pub(crate) async fn with(count: u8, options: ToolboxOptions) -> Self {
        let phones = Some(VirtualConfig { count, seed: 0 });
        let container = Container::new(&Config { phones, ..Config::default() }).unwrap();
        let server = Harness::of(&container, options).await;
        Self { server, container }
    }

    /// A phone with this app in front.
    pub(crate) async fn showing(app: &str) -> Self {
        let phones = Self::of(1).await;
        let outcome = phones.server.call("launch_app", json!({"bundle_id": app})).await;
        assert!(!outcome.is_error(), "{}", outcome.text());
        phones
    }

    pub(crate) async fn phone(&self) -> &VirtualIphone {
        &self.container.phones().unwrap().running().await.unwrap()[0]
    }

    /// A value that an app holds.
    pub(crate) async fn value(&self, app: &str, name: &str) -> Value {
        self.phone().await.world()["values"][app][name].clone()
    }

    /// Inputs that the phone applied so far.
    pub(crate) async fn inputs(&self) -> usize {
        self.phone().await.journal().as_array().unwrap().len()
    }
}
