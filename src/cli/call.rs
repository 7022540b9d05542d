//! `ios-mcp call`: one tool call from a shell.

use std::path::PathBuf;
use std::process::ExitCode;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clap::Args;
use serde_json::Value;

use crate::application::context::CallContext;
use crate::cli::output::{Failed, print, remark, unwritten};
use crate::cli::settings::{DeviceArguments, ToolArguments};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::mcp::json;
use crate::mcp::tool::{Object, Picture, Reply, Standing};

#[derive(Args)]
pub(super) struct Call {
    /// Tool to call; `ios-mcp tools` lists them.
    tool: String,
    /// Its arguments as a JSON object.
    arguments: Option<String>,
    /// Keep the picture of the result in this file.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    devices: DeviceArguments,
    #[command(flatten)]
    tools: ToolArguments,
    /// Device, when the arguments name none: UDID or name.
    #[arg(long, value_name = "DEVICE", env = "IOS_MCP_DEVICE")]
    device: Option<String>,
}

impl Call {
    pub(super) async fn run(self) -> Result<ExitCode, Failed> {
        let arguments = self.arguments.as_deref().map(object).transpose()?;
        let container = self.devices.container()?;
        let toolbox = self.tools.toolbox(&container, self.device)?;
        let context = CallContext::of("ios-mcp call");
        let Some(reply) = toolbox.call(&self.tool, arguments, context).await else {
            let known: Vec<&str> = toolbox.tools().iter().map(|tool| tool.contract.name).collect();
            let hint = format!("tools are {}", known.join(", "));
            let error = DeviceError::invalid("tool", "does not exist", &self.tool);
            return Err(Failed::Usage(error.with_hint(hint)));
        };
        show(&reply);
        if let Some(picture) = &reply.picture {
            keep(picture, self.save)?;
        }
        Ok(ExitCode::from(u8::from(reply.standing != Standing::Fine)))
    }
}

fn object(text: &str) -> Result<Object, Failed> {
    let problem = match json::read(text.as_bytes()) {
        Ok(Value::Object(object)) => return Ok(object),
        Ok(_) => "the arguments are not a JSON object".to_owned(),
        Err(error) => format!("the arguments are not JSON: {error}"),
    };
    let error = DeviceError::new(ErrorCode::InvalidArgument, problem);
    Err(Failed::Usage(error.with_hint("for example '{\"target\": \"Save\"}'")))
}

/// A verdict is a result, whatever it says; an error is none.
fn show(reply: &Reply) {
    let is_error =
        reply.failure.as_ref().is_some_and(|failure| reply.text.starts_with(failure.code.word()));
    if is_error { remark(&reply.text) } else { print(&reply.text) }
}

fn keep(picture: &Picture, file: Option<PathBuf>) -> Result<(), Failed> {
    let Some(file) = file else {
        remark("note: the picture was not kept; --save FILE keeps it");
        return Ok(());
    };
    let bytes = STANDARD.decode(&picture.base64).map_err(|e| Failed::Work(e.into()))?;
    std::fs::write(&file, bytes).map_err(|error| unwritten(&file, error))
}
