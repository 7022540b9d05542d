//! Rules: which device, whose turn, what was proven, what came of it.
//!
//! Only [`session`] touches UI roads; services resolve a device and call its session.

pub mod context;
pub mod replay;
pub mod report;
pub mod resolver;
pub mod session;
pub mod ui_service;
