//! The centre: model, perception, verdicts, errors and ports. Performs no I/O and reads no clock.

pub mod app;
pub mod changes;
pub mod device;
pub mod effect;
pub mod element;
pub mod error;
pub mod flow;
pub mod frame;
pub mod geometry;
pub mod judge;
pub mod mark;
pub mod observation;
pub mod perception;
pub mod ports;
pub mod resolution;
pub mod role;
pub mod step;
pub mod time;
pub mod tree;
pub mod typed;
pub mod wheel;
