//! One device's session: the only thing that touches UI roads.

use std::sync::Arc;

use crate::application::context::CallContext;
use crate::application::report::{
    Acted, FoundReport, ObserveOptions, ScreenReport, ScreenshotReport, SequenceReport, Waited,
};
use crate::application::resolver::DeviceResolver;
use crate::domain::device::Device;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::step::{Step, UiStep};

/// One session per device, made on first use.
#[derive(Clone)]
pub struct SessionPool {
    _resolver: DeviceResolver,
}

impl SessionPool {
    pub fn new(resolver: DeviceResolver) -> Self {
        Self { _resolver: resolver }
    }

    pub async fn of(&self, _device: &Device) -> Result<Arc<IosSession>, DeviceError> {
        Err(unfinished())
    }
}

/// One device's session.
pub struct IosSession {}

fn unfinished() -> DeviceError {
    DeviceError::new(ErrorCode::Unexpected, "under construction")
}

impl IosSession {
    pub async fn run(&self, _s: &Step, _c: &CallContext) -> Result<Acted, DeviceError> {
        Err(unfinished())
    }
    pub async fn run_sequence(
        &self,
        _s: &[Step],
        _c: &CallContext,
    ) -> Result<SequenceReport, DeviceError> {
        Err(unfinished())
    }
    pub async fn wait_for(&self, _w: &UiStep, _c: &CallContext) -> Result<Waited, DeviceError> {
        Err(unfinished())
    }
    pub async fn observe(
        &self,
        _o: &ObserveOptions,
        _c: &CallContext,
    ) -> Result<ScreenReport, DeviceError> {
        Err(unfinished())
    }
    pub async fn find(
        &self,
        _t: &str,
        _l: usize,
        _c: &CallContext,
    ) -> Result<FoundReport, DeviceError> {
        Err(unfinished())
    }
    pub async fn screenshot(&self, _c: &CallContext) -> Result<ScreenshotReport, DeviceError> {
        Err(unfinished())
    }
}
