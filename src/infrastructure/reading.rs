//! What the readers of screen dumps share: lexing, repairing, collecting, growing the tree.
//!
//! The formats themselves (which field means what) live beside their wires, in `wda/source.rs` and
//! `idb/describe.rs`. Everything here is iterative and borrows from the input; nothing panics on
//! hostile bytes.

pub(crate) mod draft;
pub(crate) mod element_types;
pub(crate) mod frame;
pub(crate) mod grower;
pub(crate) mod json;
pub(crate) mod members;
pub(crate) mod nodes;
pub(crate) mod text;

mod opening;
mod scroll_bars;

pub(crate) use self::opening::{Opening, opening};
