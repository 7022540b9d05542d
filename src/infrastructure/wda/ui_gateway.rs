//! [`UiAutomationGateway`] over WebDriverAgent: connects to runners that are there already.
//!
//! One session per runner is kept across attachments, so that a device that another client took is
//! not taken back by attaching again. Starting runners is not done here: where one answers is told
//! by the function that the gateway is made with. Source: docs/wires/wda.md, "Sessions".

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;

use super::alerts::WdaAlerts;
use super::client::{RunnerUrl, WdaClient};
use super::error::WdaError;
use super::fields::WdaFields;
use super::hands::WdaHands;
use super::locator::WdaLocator;
use super::reader::WdaReader;
use super::screens::WdaScreens;
use super::session::{Attached, WdaSession};
use super::settings::STATUS_PATIENCE;
use super::source::WdaSource;
use super::status::{self, Status};
use super::stream::WdaFrames;
use crate::domain::device::{Device, Udid};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::observation::RoadId;
use crate::domain::ports::{FrameSource, UiAutomationGateway, UiRoad};
use crate::domain::time::Deadline;
use crate::infrastructure::clock::SessionClock;

const NAME: &str = "wda";
const TOOK_OVER: &str = "another WebDriverAgent session was open on this device and has been ended";

/// Tells where the runner of a device answers; `None` when none is known.
type Address = dyn Fn(&Udid) -> Option<RunnerUrl> + Send + Sync;

/// Roads through WebDriverAgent.
pub struct WdaUiAutomationGateway {
    address: Box<Address>,
    streams: Box<Address>,
    clock: SessionClock,
    runners: Mutex<HashMap<Udid, Arc<Runner>>>,
}

/// What is kept of one runner while this process lives.
struct Runner {
    session: Arc<WdaSession>,
    epoch: AtomicU64,
}

impl WdaUiAutomationGateway {
    /// A gateway that finds runners through `address` and measures with `clock`.
    pub fn new(
        address: impl Fn(&Udid) -> Option<RunnerUrl> + Send + Sync + 'static,
        clock: SessionClock,
    ) -> Self {
        let streams = Box::new(|_: &Udid| None);
        Self { address: Box::new(address), streams, clock, runners: Mutex::default() }
    }

    /// The same gateway with where the screen of a device is streamed.
    #[must_use]
    pub fn streaming(
        self,
        streams: impl Fn(&Udid) -> Option<RunnerUrl> + Send + Sync + 'static,
    ) -> Self {
        Self { streams: Box::new(streams), ..self }
    }

    /// How often a read on `device` was saved by a new session; 0 when it was never attached.
    pub fn recovered(&self, device: &Udid) -> u64 {
        let runners = self.runners.lock().unwrap_or_else(PoisonError::into_inner);
        runners.get(device).map_or(0, |runner| runner.session.recovered())
    }

    fn runner(&self, device: &Device) -> Result<Arc<Runner>, DeviceError> {
        let url = (self.address)(&device.udid).ok_or_else(|| no_runner(device))?;
        let mut runners = self.runners.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(runner) = runners.get(&device.udid)
            && runner.session.client().base() == &url
        {
            return Ok(Arc::clone(runner));
        }
        let session = Arc::new(WdaSession::new(WdaClient::new(url, self.clock.clone())?));
        let runner = Arc::new(Runner { session, epoch: AtomicU64::new(0) });
        runners.insert(device.udid.clone(), Arc::clone(&runner));
        Ok(runner)
    }

    async fn status(&self, session: &WdaSession, by: Deadline) -> Result<Status, DeviceError> {
        let soon = by.or_in(self.clock.now(), STATUS_PATIENCE);
        let status = status::ask(session.client(), soon).await.map_err(not_there)?;
        if status.ready {
            return Ok(status);
        }
        let why = status.message.unwrap_or_else(|| "it is starting".to_owned());
        Err(DeviceError::new(ErrorCode::DeviceNotReady, format!("the runner is not ready: {why}"))
            .with_hint("repeat the call in a few seconds"))
    }
}

#[async_trait]
impl UiAutomationGateway for WdaUiAutomationGateway {
    async fn attach(&self, device: &Device, by: Deadline) -> Result<UiRoad, DeviceError> {
        let runner = self.runner(device)?;
        let status = self.status(&runner.session, by).await?;
        let attached = runner.session.attach(&status, by).await.map_err(not_there)?;
        let stream = (self.streams)(&device.udid);
        let frames = stream.map(|url| WdaFrames::new(&url, self.clock.clone())).transpose()?;
        Ok(road(&runner, attached, frames))
    }
}

fn road(runner: &Runner, attached: Attached, frames: Option<WdaFrames>) -> UiRoad {
    let session = &runner.session;
    let epoch = runner.epoch.fetch_add(1, Ordering::Relaxed) + 1;
    UiRoad {
        id: RoadId { name: NAME, epoch },
        reader: Arc::new(WdaReader::new(Arc::clone(session), Arc::new(WdaSource))),
        hands: Arc::new(WdaHands::new(Arc::clone(session))),
        screens: Arc::new(WdaScreens::new(Arc::clone(session))),
        locator: Some(Arc::new(WdaLocator::new(Arc::clone(session)))),
        fields: Some(Arc::new(WdaFields::new(Arc::clone(session)))),
        alerts: Some(Arc::new(WdaAlerts::new(Arc::clone(session)))),
        frames: frames.map(|frames| Arc::new(frames) as Arc<dyn FrameSource>),
        // WDA names apps by bundle id and lists none but those that run.
        apps: None,
        note: attached.took_over.then(|| TOOK_OVER.to_owned()),
    }
}

fn no_runner(device: &Device) -> DeviceError {
    let message = format!("no WebDriverAgent is known for {}", device.udid);
    DeviceError::new(ErrorCode::BackendUnavailable, message)
        .with_hint("start WebDriverAgent on it and pass its address with --wda")
}

/// While attaching, a runner that does not answer is a way that cannot be used, and a busy one is
/// a way that may be used later.
fn not_there(error: WdaError) -> DeviceError {
    let code = match error {
        WdaError::Unreachable { .. }
        | WdaError::Lost { .. }
        | WdaError::Broken { .. }
        | WdaError::Malformed { .. }
        | WdaError::Answered { .. } => ErrorCode::BackendUnavailable,
        WdaError::Timeout { .. } => ErrorCode::DeviceNotReady,
        other => return other.into(),
    };
    let hint = "check that WebDriverAgent runs on the device and that its port is forwarded";
    DeviceError::new(code, error.to_string()).with_hint(hint).with_source(error)
}
