//! WebDriverAgent over HTTP: eyes and hands on a simulator or a phone that runs it.
//!
//! [`client`] moves one request, [`session`] keeps WDA's one session ours, and each ability of a road
//! has a file. Inputs are sent at most once; reads may be repeated after a session was lost. Starting
//! and stopping runners is not done here. Facts: docs/wires/wda.md.

mod alerts;
mod client;
mod delivery;
mod device_gateway;
mod error;
mod fields;
mod found;
mod gestures;
mod grid;
mod hands;
mod locator;
mod reader;
mod screens;
mod session;
mod settings;
pub mod source;
mod status;
mod stream;
mod ui_gateway;
mod wire;

pub use self::client::RunnerUrl;
pub use self::device_gateway::{KnownRunner, RunnerDeviceGateway};
pub use self::ui_gateway::WdaUiAutomationGateway;
