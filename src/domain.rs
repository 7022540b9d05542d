//! The centre: model, perception, verdicts, errors and ports. Performs no I/O and reads no clock.

pub mod element;
pub mod geometry;
pub mod observation;
pub mod role;
pub mod time;
pub mod tree;
