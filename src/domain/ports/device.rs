//! Port: listing and preparing the devices of one family.

use std::sync::Arc;

use async_trait::async_trait;

use crate::domain::device::{Device, DeviceKind, Udid};
use crate::domain::error::DeviceError;
use crate::domain::ports::road::UiAutomationGateway;

/// The devices of one family.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait DeviceGateway: Send + Sync {
    /// Every device of this family, in a stable order.
    ///
    /// # Errors
    /// `BACKEND_UNAVAILABLE` or `COMMAND_FAILED` when it could not be asked: never an empty list.
    async fn list(&self) -> Result<Vec<Device>, DeviceError>;

    /// Devices that are known and connected to without asking anybody first, whether they answer
    /// now or not; their state here means nothing. None where devices are found by asking.
    fn known(&self) -> Vec<Device> {
        Vec::new()
    }

    /// Boots a device and waits until it can be driven; returns at once when it already can.
    async fn boot(&self, udid: &Udid) -> Result<(), DeviceError>;
}

/// One kind of device with the gateways that serve it. An absent ability is `None`.
#[derive(Clone)]
pub struct DeviceFamily {
    pub kind: DeviceKind,
    pub devices: Arc<dyn DeviceGateway>,
    /// Ways to automate a device of this family, in order of preference.
    pub ui: Vec<Arc<dyn UiAutomationGateway>>,
    /// The clock that sessions on this family wait by.
    pub pause: Arc<dyn crate::domain::ports::pause::Pause>,
}
