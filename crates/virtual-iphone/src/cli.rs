//! The phone as a program: `virtual-iphone`, and the same under another program's subcommand.
//!
//! Prints one JSON line when its faces listen, then runs until a signal, `/wda/shutdown`, or the end
//! of its standard input when asked for. Exit codes: 0 ended as asked, 1 could not run, 2 usage.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;

use crate::clock::ClockKind;
use crate::ledger::Profile;
use crate::phone::{Options, VirtualIphone};
use crate::verify::Verify;

/// A scripted iPhone that speaks WebDriverAgent's wire on this machine.
#[derive(Debug, Parser)]
#[command(name = "virtual-iphone", version, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    other: Option<Other>,
    /// Port of the runner; 0 is chosen.
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    wda_port: u16,
    /// Port of the screen's stream; 0 is chosen.
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    mjpeg_port: u16,
    /// Port of the companion (this build has none).
    #[arg(long, value_name = "PORT")]
    companion_port: Option<u16>,
    /// Port for reading and moving the phone's truth; 0 is chosen.
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    control_port: u16,
    /// App files to install besides the built-in apps.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    app: Vec<PathBuf>,
    /// real: time passes by itself; virtual: only requests make it pass.
    #[arg(long, value_parser = clock, default_value = "real")]
    clock: ClockKind,
    /// How slow the phone is: instant, simulator, usb, wifi or pessimistic.
    #[arg(long, value_parser = profile, default_value = "instant")]
    profile: Profile,
    /// Decides everything that is drawn by lot.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Faults from the start, for example '{"kind":"ack_lost","route":"/wda/tap"}'.
    #[arg(long, value_name = "JSON", num_args = 1.., value_parser = fault)]
    fault: Vec<Value>,
    /// Match paths as WDA 16.7 does: no trailing slash.
    #[arg(long)]
    strict: bool,
    /// Draw no blinking caret.
    #[arg(long)]
    no_caret: bool,
    /// End when standard input ends.
    #[arg(long)]
    stay_with_stdin: bool,
}

/// What the program does besides being a phone.
#[derive(Debug, Subcommand)]
enum Other {
    Verify(Verify),
}

fn clock(text: &str) -> Result<ClockKind, String> {
    match text {
        "real" => Ok(ClockKind::Real),
        "virtual" => Ok(ClockKind::Virtual),
        _ => Err("real or virtual".to_owned()),
    }
}

fn profile(text: &str) -> Result<Profile, String> {
    Profile::parse(text).ok_or_else(|| Profile::ALL.map(Profile::name).join(", "))
}

fn fault(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|e| e.to_string())
}

/// Runs the program on a runtime of its own; `args` starts with the program's name.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return complaint(&error.to_string(), 1),
    };
    let code = runtime.block_on(serve(args));
    // A read of standard input may still block a thread; it must not hold up the exit.
    runtime.shutdown_background();
    code
}

/// Runs the program on the caller's runtime; `args` starts with the program's name.
pub async fn serve(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(args) {
        Ok(arguments) => arguments,
        Err(error) => {
            let is_answer =
                matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            // A closed output is no reason to report something else.
            let _ = error.print();
            return ExitCode::from(if is_answer { 0 } else { 2 });
        }
    };
    if let Some(Other::Verify(verify)) = arguments.other {
        return verify.run().await;
    }
    if arguments.companion_port.is_some() {
        return complaint("--companion-port: this build of the phone has no such face", 2);
    }
    let stays_with_stdin = arguments.stay_with_stdin;
    match VirtualIphone::start(options(arguments)).await {
        Ok(phone) => until_the_end(phone, stays_with_stdin).await,
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
            complaint(&error.to_string(), 2)
        }
        Err(error) => complaint(&error.to_string(), 1),
    }
}

fn options(arguments: Arguments) -> Options {
    Options {
        wda_port: arguments.wda_port,
        mjpeg_port: arguments.mjpeg_port,
        control_port: arguments.control_port,
        apps: arguments.app,
        clock: arguments.clock,
        profile: arguments.profile,
        seed: arguments.seed,
        faults: arguments.fault,
        strict: arguments.strict,
        caret: !arguments.no_caret,
        ..Options::default()
    }
}

async fn until_the_end(phone: VirtualIphone, stays_with_stdin: bool) -> ExitCode {
    let signals = match signal() {
        Ok(signals) => signals,
        Err(error) => return complaint(&error.to_string(), 1),
    };
    if let Err(error) = announce(&phone) {
        return complaint(&error.to_string(), 1);
    }
    tokio::select! {
        () = phone.stopped() => {}
        () = signals => {}
        () = stdin_ends(), if stays_with_stdin => {}
    }
    phone.shutdown().await;
    ExitCode::SUCCESS
}

/// The line that says where everything is.
fn announce(phone: &VirtualIphone) -> io::Result<()> {
    let device = phone.device();
    let line = json!({
        "udid": phone.udid(),
        "name": phone.name(),
        "wda": phone.wda_url(),
        "mjpeg": phone.mjpeg_url(),
        "companion": null,
        "control": phone.control_url(),
        "devices": [{
            "udid": phone.udid(),
            "name": phone.name(),
            "model": device.model,
            "os": device.os,
        }],
    });
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

#[cfg(unix)]
fn signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without the handler there is nothing to wait for but the phone itself.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

async fn stdin_ends() {
    let mut input = tokio::io::stdin();
    let mut buffer = [0; 1024];
    while matches!(input.read(&mut buffer).await, Ok(read) if read > 0) {}
}

fn complaint(message: &str, code: u8) -> ExitCode {
    // Nothing is left to do when even standard error is closed.
    let _ = writeln!(io::stderr(), "error: {message}");
    ExitCode::from(code)
}
