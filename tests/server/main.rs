//! The whole server through a real MCP client in memory.
//!
//! One link step, modules by behaviour: what is published, what is refused, what protocol errors
//! are, and work on a virtual iPhone judged by the phone's own truth.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "what cannot be is a failure of the test"
)]

mod calls;
mod harness;
mod hints;
mod hostile;
mod pages;
mod picturing;
mod protocol;
mod published;
mod refusing;
mod runners;
mod working;
