//! The family of built-in virtual iPhones, started when they are first needed.
//!
//! The phones live in this process and are driven over real loopback sockets, through the same road
//! as any other runner; nothing but their addresses is taken from them. Starting is begun early and
//! awaited late, so that a server answers its first message before its phones listen.

use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::OnceCell;
use virtual_iphone::{ClockKind, Options, Profile, VirtualIphone};

use crate::domain::app::{BundleId, InstalledApp};
use crate::domain::device::{Device, DeviceKind, Udid};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::ports::{
    DeviceFamily, DeviceGateway, InstalledApps, UiAutomationGateway, UiRoad,
};
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

    /// One phone that answers as fast as a simulator does, on a clock of its own: its seconds are
    /// told and never waited for.
    pub(super) async fn timed(seed: u64) -> Result<Arc<Self>, DeviceError> {
        let config = VirtualConfig { count: 1, seed };
        let (clock, profile) = (ClockKind::Virtual, Profile::Simulator);
        let options = Options { clock, profile, ..options(config, 1) };
        let phone = VirtualIphone::start(options).await.map_err(not_started)?;
        let clock = SessionClock::of_phone(&phone.control_url()).await?;
        let started = OnceCell::new_with(Some(Started::of(vec![phone], &clock)?));
        Ok(Arc::new(Self { config, clock, started }))
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
            let options = options(self.config, number);
            phones.push(VirtualIphone::start(options).await.map_err(not_started)?);
        }
        Started::of(phones, &self.clock)
    }
}

impl Started {
    fn of(phones: Vec<VirtualIphone>, clock: &SessionClock) -> Result<Self, DeviceError> {
        let known = |phone: &VirtualIphone| {
            KnownRunner::built_in(phone.udid(), phone.name(), &phone.wda_url())?
                .streaming(&phone.mjpeg_url())
        };
        let runners = phones.iter().map(known).collect::<Result<Vec<KnownRunner>, _>>()?;
        let (addresses, shown) = (runners.clone(), runners.clone());
        let address = move |udid: &Udid| {
            addresses.iter().find(|runner| runner.udid == *udid).map(|runner| runner.url.clone())
        };
        let devices = RunnerDeviceGateway::new(runners, clock.clone())?;
        let stream = move |udid: &Udid| {
            shown.iter().find(|known| known.udid == *udid).and_then(|known| known.stream.clone())
        };
        let ui = WdaUiAutomationGateway::new(address, clock.clone()).streaming(stream);
        Ok(Self { phones, devices, ui })
    }
}

fn options(config: VirtualConfig, number: u8) -> Options {
    let name = (number > 1).then(|| format!("Virtual iPhone {number}"));
    let (seed, number) = (config.seed, Some(u64::from(number)));
    Options { seed, number, name, ..Options::default() }
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
        let started = self.started().await?;
        let road = started.ui.attach(device, by).await?;
        let phone = started.phones.iter().find(|phone| phone.udid() == device.udid.as_str());
        Ok(UiRoad { apps: phone.map(|phone| Arc::new(OnPhone::of(phone)) as _), ..road })
    }
}

/// The apps of one phone, which are settled when it starts.
struct OnPhone(Vec<InstalledApp>);

impl OnPhone {
    fn of(phone: &VirtualIphone) -> Self {
        let apps = phone.with_world(|world| world.apps());
        let named = apps.into_iter().filter_map(|app| {
            Some(InstalledApp { id: BundleId::parse(&app.bundle_id).ok()?, name: app.name })
        });
        Self(named.collect())
    }
}

#[async_trait]
impl InstalledApps for OnPhone {
    async fn installed(&self, _by: Deadline) -> Result<Vec<InstalledApp>, DeviceError> {
        Ok(self.0.clone())
    }
}
