//! Ten lines to drive a phone from a program: cargo run --example connect -- http://127.0.0.1:8100
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use ios_mcp::application::context::CallContext;
use ios_mcp::application::report::ObserveOptions;
use ios_mcp::application::session::IosSession;
use ios_mcp::domain::error::DeviceError;
use ios_mcp::domain::step::{ElementQuery, Step, Target, UiStep};

#[tokio::main]
async fn main() -> Result<(), DeviceError> {
    let url = std::env::args().nth(1).unwrap_or_else(|| "http://127.0.0.1:8100".to_owned());
    let session = IosSession::connect(&url).await?;
    let me = CallContext::of("the connect example");
    println!("{}", session.observe(&ObserveOptions::default(), &me).await?.text);
    let target = Target::Match(ElementQuery { text: "Settings".to_owned(), role: None });
    let tap = Step { what: UiStep::Tap { target, count: 1 }, expect: None };
    println!("{}", session.run(&tap, &me).await?.headline());
    Ok(())
}
