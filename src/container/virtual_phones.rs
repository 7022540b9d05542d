//! The family of built-in virtual iPhones, started when they are first needed.
//!
//! The phones live in this process and are driven over real loopback sockets, through the same road
//! as any other runner; nothing but their addresses is taken from them. Starting is begun early and
//! awaited late, so that a server answers its first message before its phones listen.

use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::OnceCell;
use virtual_iphone::{Options, VirtualIphone};

use crate::domain::device::{Device, DeviceKind, Udid};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::ports::{DeviceFamily, DeviceGateway, UiAutomationGateway, UiRoad};
use crate::domain::time::Deadline;
use crate::infrastructure::clock::SessionClock;
use crate::infrastructure::wda::{KnownRunner, RunnerDeviceGateway, WdaUiAutomationGateway};

/// Which virtual iPhones there are to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VirtualConfig {
    /// How many, at least one.
    pub count: u8,
    /// Decides everything about them that is drawn by lot.
    pub seed: u64,
}

impl Default for VirtualConfig {
    fn default() -> Self {
        Self { count: 1, seed: 0 }
    }
}

/// The phones of one container.
pub struct VirtualPhones {
    config: VirtualConfig,
    clock: SessionClock,
    started: OnceCell<Started>,
}

struct Started {
    phones: Vec<VirtualIphone>,
    devices: RunnerDeviceGateway,
    ui: WdaUiAutomationGateway,
}

impl VirtualPhones {
    pub(super) fn new(config: VirtualConfig) -> Arc<Self> {
        let clock = SessionClock::real();
        Arc::new(Self { config, clock, started: OnceCell::new() })
    }

    pub(super) fn family(self: &Arc<Self>) -> DeviceFamily {
        DeviceFamily {
            kind: DeviceKind::Virtual,
            devices: Arc::clone(self) as Arc<dyn DeviceGateway>,
            ui: vec![Arc::clone(self) as Arc<dyn UiAutomationGateway>],
            pause: self.clock.pause(),
        }
    }

    /// The running phones, started now if they were not: for whoever wants their own truth.
    ///
    /// # Errors
    /// `BACKEND_UNAVAILABLE` when one cannot start.
    pub async fn running(&self) -> Result<&[VirtualIphone], DeviceError> {
        Ok(&self.started().await?.phones)
    }

    async fn started(&self) -> Result<&Started, DeviceError> {
        self.started.get_or_try_init(|| self.start()).await
    }

    async fn start(&self) -> Result<Started, DeviceError> {
        let mut phones = Vec::new();
        for number in 1..=self.config.count.max(1) {
            phones.push(VirtualIphone::start(self.options(number)).await.map_err(not_started)?);
        }
        let known = |phone: &VirtualIphone| {
            KnownRunner::built_in(phone.udid(), phone.name(), &phone.wda_url())?
                .streaming(&phone.mjpeg_url())
        };
        let runners = phones.iter().map(known).collect::<Result<Vec<KnownRunner>, _>>()?;
        let (addresses, shown) = (runners.clone(), runners.clone());
        let address = move |udid: &Udid| {
            addresses.iter().find(|runner| runner.udid == *udid).map(|runner| runner.url.clone())
        };
        let devices = RunnerDeviceGateway::new(runners, self.clock.clone())?;
        let stream = move |udid: &Udid| {
            shown.iter().find(|known| known.udid == *udid).and_then(|known| known.stream.clone())
        };
        let ui = WdaUiAutomationGateway::new(address, self.clock.clone()).streaming(stream);
        Ok(Started { phones, devices, ui })
    }

    fn options(&self, number: u8) -> Options {
        let name = (number > 1).then(|| format!("Virtual iPhone {number}"));
        let (seed, number) = (self.config.seed, Some(u64::from(number)));
        Options { seed, number, name, ..Options::default() }
    }
}

fn not_started(error: std::io::Error) -> DeviceError {
    let message = "the built-in virtual iPhone did not start";
    DeviceError::new(ErrorCode::BackendUnavailable, message)
        .with_hint("it needs free ports on this machine's loopback address")
        .with_source(error)
}

#[async_trait]
impl DeviceGateway for VirtualPhones {
    async fn list(&self) -> Result<Vec<Device>, DeviceError> {
        self.started().await?.devices.list().await
    }

    fn known(&self) -> Vec<Device> {
        self.started.get().map(|started| started.devices.known()).unwrap_or_default()
    }

    async fn boot(&self, udid: &Udid) -> Result<(), DeviceError> {
        self.started().await?.devices.boot(udid).await
    }
}

#[async_trait]
impl UiAutomationGateway for VirtualPhones {
    async fn attach(&self, device: &Device, by: Deadline) -> Result<UiRoad, DeviceError> {
        self.started().await?.ui.attach(device, by).await
    }
}
