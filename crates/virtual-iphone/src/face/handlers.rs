//! What each call does, by subject.

#![expect(clippy::unnecessary_wraps, reason = "all handlers have the type of the route table")]

pub(crate) mod alerts;
pub(crate) mod apps;
pub(crate) mod device;
pub(crate) mod elements;
pub(crate) mod fields;
pub(crate) mod gestures;
pub(crate) mod session;
pub(crate) mod source;
