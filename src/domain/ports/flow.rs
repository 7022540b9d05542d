//! Port: where flows are kept.

use std::path::Path;

use crate::domain::error::DeviceError;
use crate::domain::flow::Flow;

/// Reads and writes flows by path.
pub trait FlowStore: Send + Sync {
    /// Writes a flow; an earlier flow at this place is replaced, anything else is left alone.
    ///
    /// # Errors
    /// `PATH_NOT_FOUND` for a place that cannot be written or holds something else.
    fn save(&self, path: &Path, flow: &Flow) -> Result<(), DeviceError>;

    /// Reads a flow.
    ///
    /// # Errors
    /// `PATH_NOT_FOUND` where there is no readable file, `INVALID_ARGUMENT` for what is no flow, with
    /// the place in it.
    fn load(&self, path: &Path) -> Result<Flow, DeviceError>;
}
