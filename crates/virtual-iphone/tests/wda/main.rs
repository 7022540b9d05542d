//! The runner's wire over real sockets, driven by a client of a few lines.
//!
//! Every test asserts on what the phone says it is (journal, world), not only on the replies.

mod client;
mod control;
mod faults;
mod gestures;
mod reading;
mod sessions;
