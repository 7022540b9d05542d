//! `ios-mcp demo`: a virtual iPhone, driven through the real MCP server as a client would.
//!
//! The phone runs in this process; the client below speaks JSON-RPC lines to the server over a pipe in
//! memory and knows nothing else of it. Every answer is then held against the phone's own truth: its
//! world and its journal of inputs. Exit code 0 only when all of them agree.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;

use crate::cli::output::{Failed, unwritten};
use crate::container::{Config, Container, VirtualConfig};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::mcp::server::McpServer;
use crate::mcp::tools::{Toolbox, ToolboxOptions, Toolset, all};

mod client;
mod script;
mod stage;
mod truth;

use self::client::Client;
use self::stage::Stage;
use self::truth::Truth;

/// Bytes that the pipe holds: a picture and more.
const PIPE: usize = 4 * 1024 * 1024;

#[derive(Args)]
pub(super) struct Demo {
    /// Shuffles the start state and what is asked for.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Folder for the pictures.
    #[arg(long, value_name = "FOLDER", default_value = "demo-output")]
    output: PathBuf,
}

impl Demo {
    pub(super) async fn run(self) -> Result<ExitCode, Failed> {
        std::fs::create_dir_all(&self.output).map_err(|error| unwritten(&self.output, error))?;
        let phones = Some(VirtualConfig { count: 1, seed: self.seed });
        let container = Container::new(&Config { phones, ..Config::default() })?;
        let running = container.phones().ok_or_else(no_phone)?.running().await?;
        let truth = Truth::of(running.first().ok_or_else(no_phone)?);
        truth.shuffle(self.seed);
        let client = connect(&container).await.map_err(Failed::Work)?;
        let mut stage = Stage::new(client, truth, self.output);
        script::play(&mut stage, self.seed).await.map_err(Failed::Work)?;
        Ok(stage.end())
    }
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
