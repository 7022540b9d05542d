//! Puts the product together; with the files below it, the only one that names adapters.
//!
//! Nothing is connected or started while it is built, so a server answers its first message at
//! once; phones are started and runners are asked when a call needs them.

use std::collections::HashSet;
use std::sync::Arc;

use crate::application::resolver::DeviceResolver;
use crate::application::session::{IosSession, SessionPool, Tuning};
use crate::application::ui_service::UiService;
use crate::domain::device::{DeviceKind, Udid};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::ports::{DeviceFamily, FlowStore, PictureGateway};
use crate::domain::tree::TreeParser;
use crate::infrastructure::clock::SessionClock;
use crate::infrastructure::dump::AnyDump;
use crate::infrastructure::flow::JsonFlowStore;
use crate::infrastructure::picture::PicturePress;
use crate::infrastructure::wda::{KnownRunner, RunnerDeviceGateway, WdaUiAutomationGateway};

#[cfg(feature = "virtual")]
mod virtual_phones;

#[cfg(feature = "virtual")]
pub use self::virtual_phones::{VirtualConfig, VirtualPhones};

/// Which devices there are to be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// Addresses of runners that somebody else started, e.g. `http://127.0.0.1:8100`.
    pub runners: Vec<String>,
    /// Where their screens are streamed, in the same order; else port 9100 of the same host.
    pub streams: Vec<String>,
    /// Built-in virtual iPhones.
    #[cfg(feature = "virtual")]
    pub phones: Option<VirtualConfig>,
    /// No waiting windows and no pictures while settling: for measuring the product itself.
    pub zero_windows: bool,
}

/// The product, put together.
pub struct Container {
    ui: Arc<UiService>,
    resolver: DeviceResolver,
    pool: SessionPool,
    pictures: Arc<dyn PictureGateway>,
    flows: Arc<dyn FlowStore>,
    #[cfg(feature = "virtual")]
    phones: Option<Arc<VirtualPhones>>,
}

impl Container {
    /// # Errors
    /// `INVALID_ARGUMENT` for an address that is none.
    pub fn new(config: &Config) -> Result<Self, DeviceError> {
        let mut families = Vec::new();
        if !config.runners.is_empty() {
            families.push(runners(&config.runners, &config.streams)?);
        }
        #[cfg(feature = "virtual")]
        let phones = config.phones.map(VirtualPhones::new);
        #[cfg(feature = "virtual")]
        families.splice(0..0, phones.iter().map(VirtualPhones::family));
        Ok(Self {
            #[cfg(feature = "virtual")]
            phones,
            ..Self::over(families, config.zero_windows)
        })
    }

    /// One built-in phone with a simulator's speed on a clock of its own, for showing what steps
    /// cost on a device in less time than they take there.
    ///
    /// # Errors
    /// `BACKEND_UNAVAILABLE` when it cannot start.
    #[cfg(feature = "virtual")]
    pub async fn timed(seed: u64) -> Result<Self, DeviceError> {
        let phones = VirtualPhones::timed(seed).await?;
        let container = Self::over(vec![phones.family()], false);
        Ok(Self { phones: Some(phones), ..container })
    }

    fn over(families: Vec<DeviceFamily>, zero_windows: bool) -> Self {
        let resolver = DeviceResolver::new(families);
        let mut pool = SessionPool::new(resolver.clone());
        if zero_windows {
            pool = pool.with_tuning(Tuning::instant());
        }
        let ui = Arc::new(UiService::new(resolver.clone(), pool.clone()));
        Self {
            ui,
            resolver,
            pool,
            pictures: Arc::new(PicturePress::new()),
            flows: Arc::new(JsonFlowStore),
            #[cfg(feature = "virtual")]
            phones: None,
        }
    }

    /// Use cases on the screens of devices.
    pub fn ui(&self) -> &Arc<UiService> {
        &self.ui
    }

    /// What makes pictures small enough for whoever looks at them.
    pub fn pictures(&self) -> &Arc<dyn PictureGateway> {
        &self.pictures
    }

    /// Where flows are kept.
    pub fn flows(&self) -> &Arc<dyn FlowStore> {
        &self.flows
    }

    /// The built-in phones, where the configuration asks for any.
    #[cfg(feature = "virtual")]
    pub fn phones(&self) -> Option<&Arc<VirtualPhones>> {
        self.phones.as_ref()
    }

    /// Begins to start what will be needed; whoever needs it first waits for the rest.
    pub fn warm_up(&self) {
        #[cfg(feature = "virtual")]
        if let Some(phones) = self.phones.clone() {
            tokio::spawn(async move {
                if let Err(error) = phones.running().await {
                    tracing::warn!(%error, "virtual iPhones");
                }
            });
        }
    }

    /// What the tools work with.
    #[cfg(feature = "mcp")]
    pub fn services(&self) -> crate::mcp::tools::Services {
        crate::mcp::tools::Services {
            ui: Arc::clone(&self.ui),
            pictures: Arc::clone(&self.pictures),
            flows: Arc::clone(&self.flows),
        }
    }
}

/// The parser for screen dumps of unknown origin.
pub fn dump_parser() -> Arc<dyn TreeParser> {
    Arc::new(AnyDump)
}

impl IosSession {
    /// A session on the runner (WebDriverAgent) that answers at `url`, which somebody else started.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for what is no address, `DEVICE_NOT_READY` when nothing answers there.
    pub async fn connect(url: &str) -> Result<Self, DeviceError> {
        let config = Config { runners: vec![url.to_owned()], ..Config::default() };
        let container = Container::new(&config)?;
        let udid = KnownRunner::external(url)?.udid;
        let device = container.resolver.any(Some(udid.as_str())).await?;
        if !device.is_booted() {
            let message = format!("{}: {}", device.udid, device.state.word());
            return Err(DeviceError::new(ErrorCode::DeviceNotReady, message)
                .with_hint("start WebDriverAgent on the device and forward its port"));
        }
        container.pool.of(&device)
    }
}

/// Runners that somebody else started.
fn runners(addresses: &[String], streams: &[String]) -> Result<DeviceFamily, DeviceError> {
    if streams.len() > addresses.len() {
        let message = format!("{} streams for {} runners", streams.len(), addresses.len());
        return Err(DeviceError::new(ErrorCode::InvalidArgument, message)
            .with_hint("give each --mjpeg after the --wda that it belongs to"));
    }
    let clock = SessionClock::real();
    let known = addresses.iter().enumerate().map(|(nth, address)| {
        let known = KnownRunner::external(address)?;
        streams.get(nth).map_or(Ok(known.clone()), |stream| known.streaming(stream))
    });
    let mut known = known.collect::<Result<Vec<KnownRunner>, DeviceError>>()?;
    // One runner that is named twice is one device.
    let mut seen = HashSet::new();
    known.retain(|runner| seen.insert(runner.udid.clone()));
    let urls = known.clone();
    let address = move |udid: &Udid| {
        urls.iter().find(|runner| runner.udid == *udid).map(|runner| runner.url.clone())
    };
    let shown = known.clone();
    let stream = move |udid: &Udid| {
        shown.iter().find(|runner| runner.udid == *udid).and_then(|runner| runner.stream.clone())
    };
    Ok(DeviceFamily {
        kind: DeviceKind::Runner,
        pause: clock.pause(),
        devices: Arc::new(RunnerDeviceGateway::new(known, clock.clone())?),
        ui: vec![Arc::new(WdaUiAutomationGateway::new(address, clock).streaming(stream))],
    })
}
