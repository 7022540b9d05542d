//! Flows as files of plain JSON: docs/flows.md is the format.
//!
//! A file is replaced as a whole or not at all, and only by a flow where a flow was; what is written
//! was read back first, so a saved flow can be replayed. Not here: what steps mean.

mod file;
mod reading;
mod writing;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::flow::Flow;
use crate::domain::ports::FlowStore;

/// Largest file that is read, in bytes: ten times what a thousand steps take.
const LARGEST: u64 = 4 * 1024 * 1024;

/// Flows in JSON files.
#[derive(Clone, Copy, Debug, Default)]
pub struct JsonFlowStore;

impl FlowStore for JsonFlowStore {
    fn save(&self, path: &Path, flow: &Flow) -> Result<(), DeviceError> {
        if path.extension().is_none_or(|extension| extension != "json") {
            let message = format!("{} does not end in .json", path.display());
            return Err(DeviceError::new(ErrorCode::PathNotFound, message));
        }
        let text = writing::text(flow)?;
        reading::flow(text.as_bytes())?;
        if fs::symlink_metadata(path).is_ok() && self.load(path).is_err() {
            let message = format!("{} exists and is no flow; it was left alone", path.display());
            return Err(DeviceError::new(ErrorCode::PathNotFound, message)
                .with_hint("name a file that does not exist yet"));
        }
        replace(path, &text).map_err(|error| {
            DeviceError::new(ErrorCode::PathNotFound, format!("{}: {error}", path.display()))
                .with_hint("name a .json file in a folder that exists and may be written to")
                .with_source(error)
        })
    }

    fn load(&self, path: &Path) -> Result<Flow, DeviceError> {
        let unread = |why: String| {
            DeviceError::new(ErrorCode::PathNotFound, format!("{}: {why}", path.display()))
                .with_hint("name a flow that save_flow wrote")
        };
        let about = fs::metadata(path).map_err(|error| unread(error.to_string()))?;
        if !about.is_file() {
            return Err(unread("it is no file".to_owned()));
        }
        if about.len() > LARGEST {
            let message = format!("the flow has {} bytes; {LARGEST} are taken", about.len());
            return Err(DeviceError::new(ErrorCode::InvalidArgument, message));
        }
        reading::flow(&fs::read(path).map_err(|error| unread(error.to_string()))?)
    }
}

/// Writes beside the place, then moves it there.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside: PathBuf = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let written = fs::File::create_new(&beside)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // What is left of an attempt is of no use; that it cannot be removed changes nothing.
        let _ = fs::remove_file(&beside);
    }
    written
}
