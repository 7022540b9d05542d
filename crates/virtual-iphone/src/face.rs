//! The phone's WebDriverAgent: what a client sees over HTTP.
//!
//! Serialisation, locators and gesture builders are pure functions over an accessibility tree;
//! `runner` holds the one session; `routes` names every call; `serve` runs one request at a time.
//! Everything that happens to the phone goes through the world. Facts: `docs/wires/wda.md`.

mod attributes;
mod call;
mod chain;
mod elements;
mod fail;
#[cfg(test)]
mod fixture;
mod flat;
mod gestures;
mod handlers;
mod json;
mod kinds;
mod locate;
mod predicate;
mod pretty;
mod reply;
mod routes;
mod runner;
mod screen;
mod serve;
mod server;
mod settings;
mod stream;
mod w3c;
mod xml;
mod xpath;

pub(crate) use reply::{Closed, Reply, Sent};
pub(crate) use runner::Runner;
pub(crate) use screen::Screen;
pub(crate) use serve::respond;
pub(crate) use server::{bind, serve};
pub(crate) use settings::StreamStyle;
pub(crate) use stream::{Audience, Frames, broadcast};
