//! The adapters against the virtual iPhone and against a runner that misbehaves, over real sockets.

#![expect(clippy::unwrap_used, clippy::panic, reason = "helpers fail the test that calls them")]

mod acting;
mod locating;
mod reading;
mod runners;
mod sessions;
mod stage;
mod streaming;
mod stub;
mod transport;
