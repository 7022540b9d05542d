//! The built binary as a client meets it: over pipes, with nothing replaced but the phone.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "what cannot be is a failure of the test"
)]

mod binary;
mod command_line;
mod demo;
mod flows;
mod stdio;
