//! Adapters: what the ports are made of. Only `container` names them.

pub mod clock;
pub mod dump;
pub mod flow;
pub mod idb;
pub mod picture;
pub mod wda;

mod reading;
