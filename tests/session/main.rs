//! Sessions on the virtual iPhone's own clock: what a step costs, and what it says when things go wrong.

#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "helpers fail the test that calls them; costs are shown to whoever asks"
)]

mod acting;
mod adversary;
mod cost;
mod flows;
mod gestures;
mod honesty;
mod setting;
mod stage;
mod streaming;
