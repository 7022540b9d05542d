//! The virtual iPhone alone, as a program.

use std::process::ExitCode;

fn main() -> ExitCode {
    virtual_iphone::cli::run(std::env::args_os())
}
