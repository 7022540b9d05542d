//! Eyes and hands for an AI agent on an iOS Simulator or iPhone, with proof of every step.

pub mod application;
pub mod domain;
