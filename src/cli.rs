//! The command line: a contract that scripts hold us to.
//!
//! Exit codes: 0 the work is done, 1 it failed, 2 it was asked for wrongly. Results go to standard
//! output, errors with code and hint to standard error. Every setting has an `IOS_MCP_…` variable.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use tokio::runtime::Runtime;

mod call;
#[cfg(feature = "virtual")]
mod demo;
mod devices;
mod digest;
mod find;
mod input;
mod output;
mod run;
mod serve;
mod settings;
mod tools;

use self::output::{Failed, complain};
use crate::container::dump_parser;

/// Eyes and hands for an AI agent on an iOS Simulator or iPhone, with proof of every step.
#[derive(Parser)]
#[command(name = "ios-mcp", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve MCP on standard input and output.
    Serve(serve::Serve),
    /// Call one tool and print its result; exit 1 unless the work was done.
    Call(call::Call),
    /// Print the tool list exactly as tools/list gives it.
    Tools(tools::Tools),
    /// Replay a flow without a model; exit 1 at the step that breaks.
    Run(run::Run),
    /// List the devices that can be driven.
    Devices(devices::Devices),
    /// Print what a model would see of a screen dump.
    Digest(digest::Digest),
    /// Look for a text in a screen dump.
    Find(find::Find),
    /// Watch a virtual iPhone being driven, and every verdict being checked.
    #[cfg(feature = "virtual")]
    Demo(demo::Demo),
    /// Run the virtual iPhone alone; --help after it tells its options.
    #[cfg(feature = "virtual")]
    #[command(disable_help_flag = true)]
    VirtualIphone {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

/// Runs the program; `args` starts with its name.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(args) {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error),
    };
    match dispatch(arguments.command) {
        Ok(code) => code,
        Err(failed) => complain(&failed),
    }
}

fn usage(error: &clap::Error) -> ExitCode {
    let answer = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    // A closed output is no reason to report something else.
    let _ = error.print();
    ExitCode::from(if answer { 0 } else { 2 })
}

fn dispatch(command: Command) -> Result<ExitCode, Failed> {
    match command {
        Command::Tools(tools) => tools.run(),
        Command::Serve(serve) => on_runtime(serve.run()),
        Command::Call(call) => on_runtime(call.run()),
        Command::Run(run) => on_runtime(run.run()),
        Command::Devices(devices) => on_runtime(devices.run()),
        Command::Digest(digest) => digest.run(dump_parser().as_ref()),
        Command::Find(find) => find.run(dump_parser().as_ref()),
        #[cfg(feature = "virtual")]
        Command::Demo(demo) => on_runtime(demo.run()),
        #[cfg(feature = "virtual")]
        Command::VirtualIphone { arguments } => {
            let name = OsString::from("virtual-iphone");
            Ok(virtual_iphone::cli::run(std::iter::once(name).chain(arguments)))
        }
    }
}

fn on_runtime(work: impl Future<Output = Result<ExitCode, Failed>>) -> Result<ExitCode, Failed> {
    let runtime = Runtime::new().map_err(|error| Failed::Work(error.into()))?;
    let code = runtime.block_on(work);
    // A read of standard input may still block a thread; it must not hold up the exit.
    runtime.shutdown_background();
    code
}
