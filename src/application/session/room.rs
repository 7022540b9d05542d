//! One device's room: everything mutable about the device, behind one fair turn.
//!
//! The turn is the unit of locking and time in its queue counts against the caller's patience.
//! Tenancy is asked twice, before queueing and inside the turn, here and nowhere else.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Mutex as FairMutex;

use super::gate::Gate;
use super::ledger::Ledger;
use super::recording::Recorder;
use super::refs::RefBook;
use super::tuning::Tuning;
use super::visit::Visit;
use crate::application::context::CallContext;
use crate::domain::changes::ElementKey;
use crate::domain::device::Device;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::frame::Frame;
use crate::domain::geometry::Size;
use crate::domain::observation::Observation;
use crate::domain::ports::{
    Access, Caller, Pause, TenancyError, TenancyGateway, UiAutomationGateway, UiRoad,
};
use crate::domain::time::Deadline;

/// What the turn guards: the road and what is known of the screen.
#[derive(Default)]
pub(super) struct Hold {
    pub(super) road: Option<UiRoad>,
    /// The last reading that was a screen.
    pub(super) baseline: Option<Arc<Observation>>,
    /// The screen in points, as last read: pictures are related to it.
    pub(super) size: Option<Size>,
    /// Something was sent since the baseline was read.
    pub(super) disturbed: bool,
    /// The last picture that was equal on both sides of the baseline's reading.
    pub(super) frame: Option<Frame>,
    /// The road's stream is worth asking.
    pub(super) streaming: bool,
    /// Elements that changed while nobody touched.
    pub(super) volatile: HashSet<ElementKey>,
    /// Cells of the picture that blink on this screen.
    pub(super) blinking: HashSet<usize>,
    pub(super) readings: u64,
    /// What readings called the apps, by bundle id.
    pub(super) names: HashMap<String, String>,
    /// What the last step may still bring: what shows before the next input is its late effect.
    pub(super) watching: Option<LateWatch>,
    /// Cost of the last whole read and of the last locate, to choose between them.
    pub(super) read_cost: Duration,
    pub(super) locate_cost: Duration,
    /// Said once to the next caller, e.g. that a session was taken over.
    pub(super) news: Option<String>,
}

/// A step whose effect may still come, or go again.
pub(super) struct LateWatch {
    pub(super) step: String,
    /// Only this element counts, and then what was brought about is undone; any, for a step that
    /// showed nothing.
    pub(super) own: Option<ElementKey>,
}

/// What is kept beside the turn: refs, outcomes, and what each caller did and saw last.
#[derive(Default)]
pub(super) struct Desk {
    pub(super) refs: RefBook,
    pub(super) ledger: Ledger,
    pub(super) recorder: Recorder,
    pub(super) seen: HashMap<Caller, Arc<Observation>>,
    /// The road once it is open, for what takes no turn.
    pub(super) road: Option<UiRoad>,
}

/// One device's room.
pub struct DeviceRoom {
    pub(super) device: Device,
    pub(super) ways: Vec<Arc<dyn UiAutomationGateway>>,
    pub(super) pause: Arc<dyn Pause>,
    pub(super) tenancy: Arc<dyn TenancyGateway>,
    pub(super) gate: Gate,
    pub(super) tuning: Tuning,
    hold: FairMutex<Hold>,
    desk: Mutex<Desk>,
}

impl DeviceRoom {
    pub(super) fn new(
        device: Device,
        ways: Vec<Arc<dyn UiAutomationGateway>>,
        pause: Arc<dyn Pause>,
        tenancy: Arc<dyn TenancyGateway>,
        tuning: Tuning,
    ) -> Self {
        let (hold, desk) = (FairMutex::default(), Mutex::default());
        Self { device, ways, pause, tenancy, gate: Gate::default(), tuning, hold, desk }
    }

    pub(super) fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the turn and returns the visit that holds it, with the road attached.
    ///
    /// # Errors
    /// `DEVICE_BUSY`, `DEVICE_TAKEN` by tenancy; `TIMEOUT` when the turn did not come within the
    /// caller's patience; `CANCELLED`; what attaching the road says.
    pub(super) async fn enter<'a>(
        &'a self,
        context: &'a CallContext,
        access: Access,
    ) -> Result<Visit<'a>, DeviceError> {
        context.check()?;
        let by = Deadline(self.pause.now().after(context.patience));
        let permit = self.tenancy.admit(&self.device.udid, &context.caller, access).await;
        let permit = permit.map_err(refused)?;
        let hold = tokio::select! {
            hold = self.hold.lock() => hold,
            () = context.cancel.cancelled() => return Err(cancelled()),
            () = tokio::time::sleep(context.patience) => return Err(queued_too_long(context.patience)),
        };
        self.tenancy.check(&permit).await.map_err(refused)?;
        let mut visit = Visit::new(self, hold, context, by);
        visit.attach().await?;
        Ok(visit)
    }
}

fn refused(error: TenancyError) -> DeviceError {
    match error {
        TenancyError::Busy(owner) => {
            DeviceError::new(ErrorCode::DeviceBusy, format!("the device is in use by {owner}"))
                .with_hint("end that session, or choose another device")
        }
        TenancyError::Taken(owner) => DeviceError::new(
            ErrorCode::DeviceTaken,
            format!("the device was taken over by {owner}"),
        ),
        TenancyError::Failed(error) => error,
    }
}

pub(super) fn cancelled() -> DeviceError {
    DeviceError::new(ErrorCode::Cancelled, "the call was cancelled")
        .with_hint("observe_screen shows what is there now")
}

fn queued_too_long(patience: Duration) -> DeviceError {
    let message = format!("another call held the device for {} s", patience.as_secs());
    DeviceError::new(ErrorCode::Timeout, message).with_hint("repeat the call; nothing was touched")
}
