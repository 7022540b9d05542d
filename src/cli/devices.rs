//! `ios-mcp devices`: which devices can be driven.

use std::process::ExitCode;

use clap::Args;

use crate::cli::output::{Failed, print};
use crate::cli::settings::DeviceArguments;
use crate::mcp::tool::Reply;

#[derive(Args)]
pub(super) struct Devices {
    /// As JSON: devices and warnings.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    devices: DeviceArguments,
}

impl Devices {
    pub(super) async fn run(self) -> Result<ExitCode, Failed> {
        let list = self.devices.container()?.ui().devices().await;
        let text = if self.json {
            serde_json::to_string(&list).map_err(|error| Failed::Work(error.into()))?
        } else {
            Reply::devices(&list).text
        };
        print(&text);
        Ok(ExitCode::SUCCESS)
    }
}
