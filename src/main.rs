//! The `ios-mcp` program: hands its arguments to the command line and its exit code back.

use std::process::ExitCode;

fn main() -> ExitCode {
    ios_mcp::cli::run(std::env::args_os())
}
