//! `ios-mcp tools`: the tool list, for people and exactly as `tools/list` gives it.

use std::process::ExitCode;

use clap::Args;
use serde_json::json;

use crate::cli::output::{Failed, print};
use crate::cli::settings::ToolArguments;
use crate::container::{Config, Container};
use crate::mcp::schema::names;
use crate::mcp::tools::Toolbox;

#[derive(Args)]
pub(super) struct Tools {
    /// As JSON, on one line.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    tools: ToolArguments,
}

impl Tools {
    pub(super) fn run(self) -> Result<ExitCode, Failed> {
        let container = Container::new(&Config::default())?;
        let toolbox = self.tools.toolbox(&container, None)?;
        let text = if self.json {
            json!({"tools": toolbox.published()}).to_string()
        } else {
            listing(&toolbox)
        };
        print(&text);
        Ok(ExitCode::SUCCESS)
    }
}

fn listing(toolbox: &Toolbox) -> String {
    let entries = toolbox.tools().iter().map(|tool| {
        let parameters = names(tool.input_schema()).join(", ");
        format!("{} ({parameters})\n  {}", tool.contract.name, tool.contract.description)
    });
    entries.collect::<Vec<String>>().join("\n")
}
