//! Arguments that several commands share, each with its variable.

use clap::Args;

use crate::cli::output::Failed;
use crate::container::{Config, Container};
use crate::mcp::tools::{Toolbox, ToolboxOptions, Toolset, all};

/// Which devices to drive.
#[derive(Args, Clone, Debug)]
pub(super) struct DeviceArguments {
    /// Drive a runner (WebDriverAgent) that is already up; repeatable.
    #[arg(long, value_name = "URL", env = "IOS_MCP_WDA", value_delimiter = ',')]
    wda: Vec<String>,
}

impl DeviceArguments {
    pub(super) fn container(&self) -> Result<Container, Failed> {
        Container::new(&Config { runners: self.wda.clone() }).map_err(Failed::Usage)
    }
}

/// Which tools to publish, and how.
#[derive(Args, Clone, Debug)]
pub(super) struct ToolArguments {
    /// Toolsets to publish, separated by commas.
    #[arg(long, value_name = "NAMES", env = "IOS_MCP_TOOLSETS", default_value = "core")]
    toolsets: String,
    /// Publish idempotency_key, for frameworks that cannot set _meta.
    #[arg(long, env = "IOS_MCP_IDEMPOTENCY_ARGUMENT")]
    idempotency_argument: bool,
}

impl ToolArguments {
    /// The tools over this container; calls that name no device mean `device`.
    pub(super) fn toolbox(
        &self,
        container: &Container,
        device: Option<String>,
    ) -> Result<Toolbox, Failed> {
        let toolsets = Toolset::parse_list(&self.toolsets).map_err(Failed::Usage)?;
        let options = ToolboxOptions { device, idempotency_argument: self.idempotency_argument };
        Ok(Toolbox::new(all(&container.services(), &toolsets), options))
    }
}
