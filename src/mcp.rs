//! The Model Context Protocol surface: tools as data, one place that renders, one file that speaks.
//!
//! Only [`server`] knows the SDK; definitions, schemas and texts are plain values that tests call
//! without any server.

pub mod json;
pub mod lines;
pub mod render;
pub mod schema;
pub mod server;
pub mod tool;
pub mod tools;
