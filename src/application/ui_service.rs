//! Use cases on the screen of one device; every one of them passes through that device's session.

use crate::application::context::CallContext;
use crate::application::report::{
    Acted, FoundReport, ObserveOptions, ScreenReport, ScreenshotReport, SequenceReport, Waited,
};
use crate::application::resolver::DeviceResolver;
use crate::application::session::{IosSession, SessionPool};
use crate::domain::device::{Device, DeviceList};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::step::{Step, UiStep};

/// Most steps in one sequence.
pub const MAX_SEQUENCE: usize = 50;

/// Resolves the device, takes its session and runs the step there.
#[derive(Clone)]
pub struct UiService {
    resolver: DeviceResolver,
    pool: SessionPool,
}

impl UiService {
    pub fn new(resolver: DeviceResolver, pool: SessionPool) -> Self {
        Self { resolver, pool }
    }

    /// Every device that could be listed.
    pub async fn devices(&self) -> DeviceList {
        self.resolver.list().await
    }

    /// Boots a device; the flag says whether it already was.
    pub async fn boot(
        &self,
        device: Option<&str>,
        _context: &CallContext,
    ) -> Result<(Device, bool), DeviceError> {
        let device = self.resolver.any(device).await?;
        if device.is_booted() {
            return Ok((device, true));
        }
        let family = self.resolver.family(&device).ok_or_else(|| no_family(&device))?;
        family.devices.boot(&device.udid).await?;
        let device = self.resolver.booted(Some(device.udid.as_str())).await?;
        Ok((device, false))
    }

    /// Runs one step on the device that `device` names.
    ///
    /// # Errors
    /// What the resolver or the session refuses. An outcome that was observed, good or bad, is a
    /// verdict in `Ok`.
    pub async fn run(
        &self,
        device: Option<&str>,
        step: &Step,
        context: &CallContext,
    ) -> Result<Acted, DeviceError> {
        let device = self.resolver.booted(device).await?;
        self.pool.of(&device)?.run(step, context).await
    }

    /// Runs up to [`MAX_SEQUENCE`] steps; stops at the first that fails or has no effect.
    pub async fn run_sequence(
        &self,
        device: Option<&str>,
        steps: &[Step],
        context: &CallContext,
    ) -> Result<SequenceReport, DeviceError> {
        if steps.is_empty() || steps.len() > MAX_SEQUENCE {
            let message = format!("steps has {} steps; 1 to {MAX_SEQUENCE} are taken", steps.len());
            return Err(DeviceError::new(ErrorCode::InvalidArgument, message));
        }
        let device = self.resolver.booted(device).await?;
        self.pool.of(&device)?.run_sequence(steps, context).await
    }

    /// Waits for a text to appear or to go.
    ///
    /// # Errors
    /// `NEVER_OBSERVED` when no reading within the time was a screen.
    pub async fn wait_for(
        &self,
        device: Option<&str>,
        wait: &UiStep,
        context: &CallContext,
    ) -> Result<Waited, DeviceError> {
        let device = self.resolver.booted(device).await?;
        self.pool.of(&device)?.wait_for(wait, context).await
    }

    /// Reads the screen.
    pub async fn observe(
        &self,
        device: Option<&str>,
        options: &ObserveOptions,
        context: &CallContext,
    ) -> Result<ScreenReport, DeviceError> {
        let device = self.resolver.booted(device).await?;
        self.pool.of(&device)?.observe(options, context).await
    }

    /// Searches the raw tree.
    pub async fn find(
        &self,
        device: Option<&str>,
        text: &str,
        limit: usize,
        context: &CallContext,
    ) -> Result<FoundReport, DeviceError> {
        let device = self.resolver.booted(device).await?;
        self.pool.of(&device)?.find(text, limit, context).await
    }

    /// The session of the device that `device` names.
    pub async fn session(&self, device: Option<&str>) -> Result<IosSession, DeviceError> {
        let device = self.resolver.booted(device).await?;
        self.pool.of(&device)
    }

    /// Takes a picture, with `refs` also what its refs are and where.
    pub async fn screenshot(
        &self,
        device: Option<&str>,
        refs: bool,
        context: &CallContext,
    ) -> Result<ScreenshotReport, DeviceError> {
        let device = self.resolver.booted(device).await?;
        let session = self.pool.of(&device)?;
        if refs {
            session.screenshot_with_refs(context).await
        } else {
            session.screenshot(context).await
        }
    }
}

fn no_family(device: &Device) -> DeviceError {
    DeviceError::new(
        ErrorCode::NotOnThisDevice,
        format!("{} is of a kind that nothing here can prepare", device.name),
    )
}
