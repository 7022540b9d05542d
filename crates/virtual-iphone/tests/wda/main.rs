//! The runner's wire over real sockets, driven by a client of a few lines.
//!
//! Every test asserts on what the phone says it is (journal, world), not only on the replies.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the client serves tests only, and a test may fail that way"
)]

mod client;
mod control;
mod device;
mod faults;
mod gestures;
mod reading;
mod sessions;
mod stream;
mod verify;
