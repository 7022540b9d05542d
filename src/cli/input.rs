//! A screen dump named on the command line: a file, or standard input for `-`.

use std::io::{ErrorKind, Read};
use std::path::Path;

use crate::cli::output::Failed;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::tree::{ParseError, TreeParser, UiTree};

/// The bytes of a dump.
pub(super) fn bytes(path: &Path) -> Result<Vec<u8>, Failed> {
    let read = if path.as_os_str() == "-" { from_stdin() } else { std::fs::read(path) };
    read.map_err(|error| {
        let code = match error.kind() {
            ErrorKind::NotFound | ErrorKind::IsADirectory => ErrorCode::PathNotFound,
            _ => ErrorCode::CommandFailed,
        };
        DeviceError::new(code, format!("{}: {error}", path.display()))
            .with_hint("name a file with a screen dump, or - for standard input")
            .into()
    })
}

fn from_stdin() -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The tree in a dump.
pub(super) fn tree(parser: &dyn TreeParser, bytes: &[u8]) -> Result<UiTree, Failed> {
    parser.parse(bytes).map_err(|error: ParseError| {
        DeviceError::new(ErrorCode::ScreenUnreadable, error.to_string())
            .with_hint(
                "give WebDriverAgent's source as XML or JSON, or the JSON of idb ui describe-all",
            )
            .with_source(error)
            .into()
    })
}
