//! `ios-mcp serve`: MCP on standard input and output until the client is gone.

use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use tracing_subscriber::EnvFilter;

use crate::cli::output::Failed;
use crate::cli::settings::{DeviceArguments, ToolArguments};
use crate::mcp::server::McpServer;

/// The SDK logs arguments, typed text among them, below this level. What its service calls an error
/// is a client that ended while it was answered, which is how every client ends.
const DEFAULT_FILTER: &str = "warn,rmcp=error,rmcp::service=off";

#[derive(Args)]
pub(super) struct Serve {
    #[command(flatten)]
    devices: DeviceArguments,
    #[command(flatten)]
    tools: ToolArguments,
    /// Device of calls that name none: UDID or name.
    #[arg(long, value_name = "DEVICE", env = "IOS_MCP_DEVICE")]
    device: Option<String>,
}

impl Serve {
    pub(super) async fn run(self) -> Result<ExitCode, Failed> {
        log_to_stderr();
        let container = self.devices.container()?;
        container.warm_up();
        let toolbox = self.tools.toolbox(&container, self.device)?;
        let server = McpServer::new(Arc::new(toolbox)).map_err(|e| Failed::Work(e.into()))?;
        server.serve_stdio().await.map_err(|error| Failed::Work(error.into()))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Standard output belongs to the protocol.
fn log_to_stderr() {
    let chosen = std::env::var("IOS_MCP_LOG").or_else(|_| std::env::var("RUST_LOG"));
    let filter = EnvFilter::new(chosen.as_deref().unwrap_or(DEFAULT_FILTER));
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .finish();
    if let Err(error) = tracing::subscriber::set_global_default(subscriber) {
        crate::cli::output::remark(&format!("warning: no log: {error}"));
    }
}
