//! WebDriverAgent, the XCTest app that reads and touches phones over HTTP.

pub mod source;
