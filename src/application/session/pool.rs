//! One session per device, made on first use and kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::IosSession;
use super::tenancy::OneProcess;
use super::tuning::Tuning;
use crate::application::resolver::DeviceResolver;
use crate::domain::device::{Device, Udid};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::ports::TenancyGateway;

/// The sessions of one process.
#[derive(Clone)]
pub struct SessionPool {
    resolver: DeviceResolver,
    tenancy: Arc<dyn TenancyGateway>,
    tuning: Option<Tuning>,
    sessions: Arc<Mutex<HashMap<Udid, IosSession>>>,
}

impl SessionPool {
    /// Sessions with the shipped windows of each kind of device.
    pub fn new(resolver: DeviceResolver) -> Self {
        let tenancy = Arc::new(OneProcess);
        Self { resolver, tenancy, tuning: None, sessions: Arc::default() }
    }

    /// The same pool with these windows for every device.
    #[must_use]
    pub fn with_tuning(mut self, tuning: Tuning) -> Self {
        self.tuning = Some(tuning);
        self
    }

    /// The same pool under another tenancy.
    #[must_use]
    pub fn with_tenancy(mut self, tenancy: Arc<dyn TenancyGateway>) -> Self {
        self.tenancy = tenancy;
        self
    }

    /// The session of a device.
    ///
    /// # Errors
    /// `NOT_ON_THIS_DEVICE` when no family serves it.
    pub fn of(&self, device: &Device) -> Result<IosSession, DeviceError> {
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(session) = sessions.get(&device.udid) {
            return Ok(session.clone());
        }
        let family = self.resolver.family(device).ok_or_else(|| {
            let message = format!("nothing here can drive {}", device.name);
            DeviceError::new(ErrorCode::NotOnThisDevice, message)
        })?;
        let tuning = self.tuning.clone().unwrap_or_else(|| Tuning::shipped(device.kind));
        let session = IosSession::new(
            device.clone(),
            family.ui.clone(),
            Arc::clone(&family.pause),
            Arc::clone(&self.tenancy),
            tuning,
        );
        sessions.insert(device.udid.clone(), session.clone());
        Ok(session)
    }
}
