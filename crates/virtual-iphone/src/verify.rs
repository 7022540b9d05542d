//! `verify`: the same black-box questions to any WebDriverAgent, and what it answers otherwise than we
//! claim, as data.
//!
//! Every expectation is a fact of `docs/wires/wda.md` with its tag, so that anyone with a real runner
//! can correct us. The probes open Settings, turn the screen and use the pasteboard; they type nothing
//! and press nothing. Not here: what only our own phone knows (its journal, its clock).

mod client;
mod device;
mod elements;
mod report;
mod sessions;
mod source;
mod stream;
mod timing;
mod transport;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;

use client::Wire;
use report::Report;

/// The app that every phone has.
const APP: &str = "com.apple.Preferences";

/// Asks a WebDriverAgent the questions that the virtual phone was built on, and prints what differs.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The runner, for example http://127.0.0.1:8100. Its session is replaced, Settings is opened and
    /// the screen is turned.
    #[arg(long, value_name = "URL")]
    against: String,
    /// The runner's stream, for example http://127.0.0.1:9100; not looked at when absent.
    #[arg(long, value_name = "URL")]
    mjpeg: Option<String>,
    /// Print what agrees as well.
    #[arg(long)]
    all: bool,
    /// Print how long routes take, too; that never counts as a difference.
    #[arg(long)]
    timings: bool,
}

impl Verify {
    /// Runs all probes: 0 when nothing differs, 1 when something does or the runner cannot be asked.
    pub(crate) async fn run(self) -> ExitCode {
        match self.report().await {
            Ok(report) => self.conclude(&report),
            Err(error) => {
                // Nothing is left to do when even standard error is closed.
                let _ = writeln!(io::stderr(), "error: {}: {error}", self.against);
                ExitCode::FAILURE
            }
        }
    }

    /// Asks everything there is to ask.
    ///
    /// # Errors
    /// When the runner cannot be reached or stops answering.
    async fn report(&self) -> io::Result<Report> {
        let mut wire = Wire::to(&self.against)?;
        let mut report = Report::default();
        transport::probe(&mut wire, &mut report).await?;
        sessions::probe(&mut wire, &mut report).await?;
        wire.open_session(APP).await?;
        source::probe(&mut wire, &mut report).await?;
        elements::probe(&mut wire, &mut report).await?;
        device::probe(&mut wire, &mut report).await?;
        if let Some(mjpeg) = &self.mjpeg {
            stream::probe(mjpeg, &mut report).await?;
        }
        if self.timings {
            timing::probe(&mut wire, &mut report).await?;
        }
        wire.close_session().await?;
        Ok(report)
    }

    fn conclude(&self, report: &Report) -> ExitCode {
        let mut out = io::stdout().lock();
        for line in report.lines(self.all) {
            if writeln!(out, "{line}").is_err() {
                return ExitCode::FAILURE;
            }
        }
        let _ = writeln!(
            io::stderr(),
            "{} probes, {} differences",
            report.count(),
            report.differences()
        );
        if report.differences() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
