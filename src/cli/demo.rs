//! `ios-mcp demo`: a virtual iPhone, driven through the real MCP server as a client would.
//!
//! The phone runs in this process, as fast as a simulator and on a clock of its own, so that costs
//! are told without being waited for; the client speaks JSON-RPC lines to the server over a pipe in
//! memory and knows nothing else of it. Every verdict is then held against the phone's own truth: its
//! world and its journal of inputs. Pictures and a report are kept; exit code 0 only when all agree.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;

use crate::cli::output::{Failed, unwritten};
use crate::container::Container;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::mcp::server::McpServer;
use crate::mcp::tools::{Toolbox, ToolboxOptions, Toolset, all};

mod client;
mod record;
mod report;
mod script;
mod stage;
mod summary;
mod terminal;
mod truth;

use self::client::Client;
use self::stage::Stage;
use self::terminal::Tone;
use self::truth::Truth;

/// Bytes that the pipe holds: a picture and more.
const PIPE: usize = 4 * 1024 * 1024;

#[derive(Args)]
pub(super) struct Demo {
    /// Shuffles the start state and the order of what is shown.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Folder for the pictures and the report.
    #[arg(long, value_name = "FOLDER", default_value = "demo-output")]
    output: PathBuf,
}

impl Demo {
    pub(super) async fn run(self) -> Result<ExitCode, Failed> {
        std::fs::create_dir_all(&self.output).map_err(|error| unwritten(&self.output, error))?;
        let container = Container::timed(self.seed).await?;
        let running = container.phones().ok_or_else(no_phone)?.running().await?;
        let truth = Truth::of(running.first().ok_or_else(no_phone)?);
        truth.shuffle(self.seed);
        let client = connect(&container).await.map_err(Failed::Work)?;
        let mut stage = Stage::new(client, truth, self.output.clone(), self.seed);
        open(&stage);
        let played = script::play(&mut stage, self.seed).await;
        // What was shown is kept also when it broke off.
        let file = self.output.join("report.html");
        std::fs::write(&file, report::page(&stage.record))
            .map_err(|error| unwritten(&file, error))?;
        played.map_err(Failed::Work)?;
        let agrees = summary::print(&stage.terminal, &stage.record);
        let kept = format!("report and pictures: {}", file.display());
        stage.terminal.say(Tone::Plain, "", &kept);
        Ok(ExitCode::from(u8::from(!agrees)))
    }
}

/// Says what is to be seen.
fn open(stage: &Stage<'_>) {
    let say = |tone, text| stage.terminal.say(tone, "", text);
    say(Tone::Title, "A virtual iPhone, driven through the MCP server of this program.");
    say(Tone::Call, "→ what a client asks");
    say(Tone::Plain, "← what the model reads: the first word is the verdict");
    say(Tone::Good, "✓ what the phone itself says about it, which no tool sees");
}

fn no_phone() -> DeviceError {
    DeviceError::new(ErrorCode::DeviceNotFound, "there is no virtual iPhone to show")
}

/// A client of a server over this container, joined by a pipe.
async fn connect(container: &Container) -> anyhow::Result<Client> {
    let tools = all(&container.services(), &Toolset::ALL);
    let server = McpServer::new(Arc::new(Toolbox::new(tools, ToolboxOptions::default())))?;
    let (ours, theirs) = tokio::io::duplex(PIPE);
    let (read, write) = tokio::io::split(theirs);
    tokio::spawn(server.serve(read, write));
    Client::open(ours).await
}
