//! Eyes and hands for an AI agent on an iOS Simulator or iPhone, with proof of every step.

pub mod application;
#[cfg(feature = "cli")]
pub mod cli;
pub mod container;
pub mod domain;
pub mod infrastructure;
#[cfg(feature = "mcp")]
pub mod mcp;
