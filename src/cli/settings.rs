//! Arguments that several commands share, each with its variable.

use clap::Args;

use crate::cli::output::Failed;
#[cfg(feature = "virtual")]
use crate::container::VirtualConfig;
use crate::container::{Config, Container};
use crate::mcp::tools::{Toolbox, ToolboxOptions, Toolset, all};

/// Which devices to drive.
#[derive(Args, Clone, Debug)]
pub(super) struct DeviceArguments {
    /// Drive a runner (WebDriverAgent) that is already up; repeatable.
    #[arg(
        long,
        value_name = "URL",
        env = "IOS_MCP_WDA",
        hide_env_values = true,
        value_delimiter = ','
    )]
    wda: Vec<String>,
    /// Where the screen of that runner is streamed, in the order of --wda; else port 9100 of its host.
    #[arg(
        long,
        value_name = "URL",
        env = "IOS_MCP_MJPEG",
        hide_env_values = true,
        value_delimiter = ','
    )]
    mjpeg: Vec<String>,
    /// Drive this many built-in virtual iPhones, 1 when no number is given.
    #[cfg(feature = "virtual")]
    #[arg(
        long = "virtual",
        value_name = "N",
        env = "IOS_MCP_VIRTUAL",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        value_parser = clap::value_parser!(u8).range(1..=16),
    )]
    phones: Option<u8>,
    /// No waiting windows while settling: for measuring the program itself, never for work.
    #[arg(long, hide = true, env = "IOS_MCP_ZERO_WINDOWS")]
    zero_windows: bool,
}

impl DeviceArguments {
    pub(super) fn container(&self) -> Result<Container, Failed> {
        let config = Config {
            runners: self.wda.clone(),
            streams: self.mjpeg.clone(),
            #[cfg(feature = "virtual")]
            phones: self.phones.map(|count| VirtualConfig { count, ..VirtualConfig::default() }),
            zero_windows: self.zero_windows,
        };
        Container::new(&config).map_err(Failed::Usage)
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
