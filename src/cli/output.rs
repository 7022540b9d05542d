//! What is printed: results to standard output, failures with code and hint to standard error.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use crate::domain::error::{DeviceError, ErrorCode};

/// Why a command ends without its work done.
pub(super) enum Failed {
    /// It was asked for wrongly: exit code 2.
    Usage(DeviceError),
    /// The work failed: exit code 1.
    Work(anyhow::Error),
}

impl From<DeviceError> for Failed {
    fn from(error: DeviceError) -> Self {
        Self::Work(error.into())
    }
}

/// A file or folder that could not be made where it was asked for.
pub(super) fn unwritten(path: &Path, error: std::io::Error) -> Failed {
    DeviceError::new(ErrorCode::PathNotFound, format!("{}: {error}", path.display()))
        .with_hint("name a place in a folder that exists and may be written to")
        .with_source(error)
        .into()
}

/// Prints a text and a line end. A reader that went away is not a failure of ours.
pub(super) fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

/// Says something beside the result.
pub(super) fn remark(text: &str) {
    // Nothing is left to do when even standard error is closed.
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Says why the command failed, and with which exit code.
pub(super) fn complain(failed: &Failed) -> ExitCode {
    let (error, code) = match failed {
        Failed::Usage(error) => (Some(error), 2),
        Failed::Work(error) => (error.downcast_ref::<DeviceError>(), 1),
    };
    match (error, failed) {
        (Some(error), _) => {
            remark(&format!("{}: {}", error.code().word(), error.message()));
            if let Some(hint) = error.hint() {
                remark(&format!("hint: {hint}"));
            }
        }
        (None, Failed::Work(error)) => remark(&format!("UNEXPECTED: {error:#}")),
        (None, Failed::Usage(_)) => {}
    }
    ExitCode::from(code)
}
