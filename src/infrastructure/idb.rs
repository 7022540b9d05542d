//! idb, the simulator's companion.

pub mod describe;
