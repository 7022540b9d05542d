//! A scripted iPhone that speaks the real wires.
//!
//! Four models, deliberately not one: *views* (what a touch hits), the *accessibility projection*
//! (what a tree says of them, with iOS's losses), the *compositor* (what a picture shows) and *time*.
//! This crate imports nothing of the product that it tests; facts are restated in `docs/wires`.

pub mod apps;
pub mod ax;
pub mod cli;
mod clock;
pub mod compositor;
mod control;
mod face;
mod fault;
pub mod geometry;
pub mod input;
mod ledger;
mod machine;
mod phone;
pub mod scene;
mod verify;
pub mod world;

pub use clock::ClockKind;
pub use ledger::Profile;
pub use phone::{Options, VirtualIphone};
