//! A virtual iPhone as a value: starts its faces on loopback sockets and stops them again.
//!
//! Requests are handled on the runtime of the caller. The handle reads and moves the phone directly;
//! clients reach it over real sockets. Dropping it stops its tasks and closes its sockets.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;
use tokio::task::JoinHandle;

use crate::apps::AppSpec;
use crate::clock::ClockKind;
use crate::control;
use crate::face;
use crate::ledger::Profile;
use crate::machine::{Machine, Manner};
use crate::world::{DeviceSpec, Setup, World};

/// How a phone is to be; the default is an instant phone in real time on chosen ports.
#[derive(Clone, Debug)]
pub struct Options {
    /// 0 = chosen by the system.
    pub wda_port: u16,
    /// Of the screen's stream; 0 = chosen by the system.
    pub mjpeg_port: u16,
    /// 0 = chosen by the system.
    pub control_port: u16,
    /// Files of apps to install besides the built-in ones; one of the same bundle id replaces it.
    pub apps: Vec<PathBuf>,
    pub clock: ClockKind,
    pub profile: Profile,
    pub seed: u64,
    /// Which of several phones this is: decides its udid. The seed when absent.
    pub number: Option<u64>,
    pub name: Option<String>,
    /// Faults from the start, as on the control port.
    pub faults: Vec<Value>,
    /// Matches paths as WDA 16.7 does: no trailing slash, no chunked bodies.
    pub strict: bool,
    /// Whether the caret of a focused field blinks in pictures.
    pub caret: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            wda_port: 0,
            mjpeg_port: 0,
            control_port: 0,
            apps: Vec::new(),
            clock: ClockKind::default(),
            profile: Profile::default(),
            seed: 0,
            number: None,
            name: None,
            faults: Vec::new(),
            strict: false,
            caret: true,
        }
    }
}

/// A running phone.
pub struct VirtualIphone {
    machine: Arc<Machine>,
    device: DeviceSpec,
    wda: SocketAddr,
    mjpeg: SocketAddr,
    control: SocketAddr,
    tasks: Vec<JoinHandle<()>>,
}

impl VirtualIphone {
    /// Starts a phone.
    ///
    /// # Errors
    /// A port that cannot be had, or `InvalidInput` for an app or a fault that does not parse.
    pub async fn start(options: Options) -> io::Result<Self> {
        let setup = setup(&options)?;
        let device = setup.device.clone();
        let manner = Manner {
            clock: options.clock,
            profile: options.profile,
            strict: options.strict,
            seed: options.seed,
        };
        let machine = Arc::new(Machine::new(setup, manner).map_err(invalid)?);
        for fault in &options.faults {
            machine.inject(fault).map_err(invalid)?;
        }
        let wda = face::bind(options.wda_port).await?;
        let mjpeg = face::bind(options.mjpeg_port).await?;
        let control = face::bind(options.control_port).await?;
        let (wda_address, control_address) = (wda.local_addr()?, control.local_addr()?);
        let mjpeg_address = mjpeg.local_addr()?;
        let of = Arc::clone(&machine);
        let answer = move |request| face::respond(Arc::clone(&of), request);
        let runner = tokio::spawn(face::serve(wda, Arc::clone(&machine), true, answer));
        let of = Arc::clone(&machine);
        let answer = move |request| control::respond(Arc::clone(&of), request);
        let truth = tokio::spawn(face::serve(control, Arc::clone(&machine), false, answer));
        let stream = tokio::spawn(face::broadcast(mjpeg, Arc::clone(&machine)));
        Ok(Self {
            machine,
            device,
            wda: wda_address,
            mjpeg: mjpeg_address,
            control: control_address,
            tasks: vec![runner, truth, stream],
        })
    }

    pub fn udid(&self) -> &str {
        &self.device.udid
    }

    pub fn name(&self) -> &str {
        &self.device.name
    }

    pub fn device(&self) -> &DeviceSpec {
        &self.device
    }

    /// Where the runner listens, without a slash at the end.
    pub fn wda_url(&self) -> String {
        format!("http://{}", self.wda)
    }

    /// Where the screen's stream is, without a slash at the end.
    pub fn mjpeg_url(&self) -> String {
        format!("http://{}", self.mjpeg)
    }

    /// Where the control port listens, without a slash at the end.
    pub fn control_url(&self) -> String {
        format!("http://{}", self.control)
    }

    /// Every input that was applied, as `GET /virtual/journal` gives it.
    pub fn journal(&self) -> Value {
        self.machine.journal()
    }

    /// Requests and device time, as `GET /virtual/ledger` gives them.
    pub fn ledger(&self) -> Value {
        self.machine.ledger()
    }

    /// What the phone is, as `GET /virtual/world` gives it.
    pub fn world(&self) -> Value {
        self.machine.snapshot()
    }

    /// The phone's clock.
    pub fn now_ms(&self) -> u64 {
        self.machine.now_ms()
    }

    /// Moves the clock forward and gives the new time.
    pub fn advance(&self, ms: u64) -> u64 {
        self.machine.advance(ms)
    }

    /// Schedules a fault, as `POST /virtual/fault` does.
    ///
    /// # Errors
    /// What is wrong with it; for an unknown kind, with all kinds there are.
    pub fn inject(&self, fault: &Value) -> Result<(), String> {
        self.machine.inject(fault)
    }

    /// Makes the phone as new, with the same seed: journal, ledger, faults and session are gone.
    pub fn reset(&self) {
        self.machine.reset();
    }

    /// Reads or changes the world directly, at this moment.
    pub fn with_world<R>(&self, act: impl FnOnce(&mut World) -> R) -> R {
        self.machine.with_world(act)
    }

    /// Waits until somebody ends the phone, for example by `/wda/shutdown`.
    pub async fn stopped(&self) {
        self.machine.stopped().await;
    }

    /// Ends the phone and waits until its sockets are closed.
    pub async fn shutdown(mut self) {
        self.machine.stop();
        for task in std::mem::take(&mut self.tasks) {
            // A task that panicked has closed its sockets as well.
            let _ = task.await;
        }
    }
}

impl Drop for VirtualIphone {
    fn drop(&mut self) {
        self.machine.stop();
        for task in &self.tasks {
            task.abort();
        }
    }
}

fn setup(options: &Options) -> io::Result<Setup> {
    let mut setup = Setup::builtin(options.seed);
    setup.caret = options.caret;
    if let Some(number) = options.number {
        setup.device = DeviceSpec::numbered(number);
    }
    if let Some(name) = &options.name {
        setup.device.name.clone_from(name);
    }
    for path in &options.apps {
        let app = app(path)?;
        setup.apps.retain(|known| known.bundle_id != app.bundle_id);
        setup.apps.push(app);
    }
    Ok(setup)
}

fn app(path: &Path) -> io::Result<AppSpec> {
    let named = |e: String| invalid(format!("{}: {e}", path.display()));
    let text = std::fs::read_to_string(path)
        .map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", path.display())))?;
    AppSpec::parse(&text).map_err(named)
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}
