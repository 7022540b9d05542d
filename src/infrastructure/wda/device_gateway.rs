//! [`DeviceGateway`] over runners whose addresses are known: `--wda URL`, or built-in phones.
//!
//! Connect only: a runner is never started, stopped or restarted here. One that does not answer is
//! listed with what was seen, never left out, and stays known: whether it can be driven is found
//! out by driving it. Source: docs/wires/wda.md, "Sessions".

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use futures::future::join_all;

use super::client::{RunnerUrl, WdaClient};
use super::settings::STATUS_PATIENCE;
use super::status;
use crate::domain::device::{Device, DeviceKind, DeviceState, Udid};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::ports::DeviceGateway;
use crate::domain::time::Deadline;
use crate::infrastructure::clock::SessionClock;

/// Where WDA streams its screen unless told otherwise (docs/wires/wda.md, "Stream").
const STREAM_PORT: u16 = 9100;

/// A runner that can be connected to.
#[derive(Clone, Debug)]
pub struct KnownRunner {
    pub udid: Udid,
    /// Its device's name, where that is known without asking.
    pub name: Option<String>,
    pub kind: DeviceKind,
    pub url: RunnerUrl,
    /// Where its screen is streamed, where that is known.
    pub stream: Option<RunnerUrl>,
}

impl KnownRunner {
    /// A runner that somebody else started; its identity is its address.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` when `url` is not the address of a runner.
    pub fn external(url: &str) -> Result<Self, DeviceError> {
        let url = RunnerUrl::parse(url)?;
        let stream = Some(url.with_port(STREAM_PORT));
        Ok(Self { udid: url.udid()?, name: None, kind: DeviceKind::Runner, url, stream })
    }

    /// The same runner with the address of its stream.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` when `url` is no address.
    pub fn streaming(self, url: &str) -> Result<Self, DeviceError> {
        Ok(Self { stream: Some(RunnerUrl::parse(url)?), ..self })
    }

    /// The runner of a built-in virtual phone.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` when `udid` or `url` is none.
    pub fn built_in(udid: &str, name: &str, url: &str) -> Result<Self, DeviceError> {
        Ok(Self {
            udid: Udid::parse(udid)?,
            name: Some(name.to_owned()),
            kind: DeviceKind::Virtual,
            url: RunnerUrl::parse(url)?,
            stream: None,
        })
    }
}

/// The devices behind known runners.
pub struct RunnerDeviceGateway {
    runners: Vec<(KnownRunner, WdaClient)>,
    /// Names that runners told once; a runner that does not answer keeps its own.
    told: Mutex<HashMap<Udid, String>>,
    clock: SessionClock,
}

impl RunnerDeviceGateway {
    /// A gateway to `runners`, which are listed in this order.
    ///
    /// # Errors
    /// `UNEXPECTED` when no HTTP client can be made.
    pub fn new(runners: Vec<KnownRunner>, clock: SessionClock) -> Result<Self, DeviceError> {
        let connected = runners.into_iter().map(|runner| {
            let client = WdaClient::new(runner.url.clone(), clock.clone())?;
            Ok((runner, client))
        });
        Ok(Self {
            runners: connected.collect::<Result<_, DeviceError>>()?,
            told: Mutex::default(),
            clock,
        })
    }

    async fn device(&self, runner: &KnownRunner, client: &WdaClient) -> Device {
        let by = Deadline(self.clock.now().after(STATUS_PATIENCE));
        let (state, os) = match status::ask(client, by).await {
            Ok(status) if status.ready => (DeviceState::Booted, status.os),
            Ok(status) => (DeviceState::Other("runner not ready".to_owned()), status.os),
            Err(error) => (DeviceState::Other(format!("no answer: {error}")), None),
        };
        if runner.name.is_none()
            && state == DeviceState::Booted
            && let Some(name) = status::device_name(client, by).await
        {
            self.told().insert(runner.udid.clone(), name);
        }
        self.described(runner, state, os)
    }

    fn described(&self, runner: &KnownRunner, state: DeviceState, os: Option<String>) -> Device {
        let name = runner.name.clone().or_else(|| self.told().get(&runner.udid).cloned());
        Device {
            udid: runner.udid.clone(),
            name: name.unwrap_or_else(|| runner.url.authority()),
            kind: runner.kind,
            state,
            os,
        }
    }

    fn told(&self) -> MutexGuard<'_, HashMap<Udid, String>> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl DeviceGateway for RunnerDeviceGateway {
    async fn list(&self) -> Result<Vec<Device>, DeviceError> {
        let asked = self.runners.iter().map(|(runner, client)| self.device(runner, client));
        Ok(join_all(asked).await)
    }

    fn known(&self) -> Vec<Device> {
        let unasked = || DeviceState::Other("not asked".to_owned());
        let known = self.runners.iter();
        known.map(|(runner, _)| self.described(runner, unasked(), None)).collect()
    }

    async fn boot(&self, udid: &Udid) -> Result<(), DeviceError> {
        let known = self.runners.iter().find(|(runner, _)| runner.udid == *udid);
        let Some((runner, client)) = known else {
            return Err(DeviceError::new(
                ErrorCode::DeviceNotFound,
                format!("no runner is {udid}"),
            )
            .with_hint("list_devices shows the devices there are"));
        };
        let device = self.device(runner, client).await;
        if device.is_booted() {
            return Ok(());
        }
        let message = format!("{udid}: {}", device.state.word());
        Err(DeviceError::new(ErrorCode::DeviceNotReady, message).with_hint(
            "it was started by somebody else and can only be connected to: start it again",
        ))
    }
}
