//! World-level faults as data: how the phone misbehaves, scheduled from outside.

use serde::{Deserialize, Serialize};

/// One misbehaviour of the world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum WorldFault {
    /// The control with this identifier or label reacts to nothing.
    DeadControl { control: String },
}
