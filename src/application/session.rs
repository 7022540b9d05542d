//! One device's session: the only thing that touches UI roads.
//!
//! Every call runs in a task of its own that outlives its caller: when the caller goes away the
//! call is cancelled before its next input, and the outcome of what was sent is still filed.

mod answering;
mod bringing;
mod gate;
mod gesturing;
mod going;
mod ledger;
mod look;
mod outcome;
mod picturing;
mod pool;
mod prove;
mod recording;
mod refs;
mod room;
mod scrolling;
mod setting;
mod settle;
mod spots;
mod steps;
mod tenancy;
mod touching;
mod tuning;
mod typing;
mod visit;
mod watching;

use std::sync::Arc;
use std::time::Duration;

use self::ledger::Filed;
pub use self::pool::SessionPool;
pub use self::room::DeviceRoom;
pub use self::tenancy::OneProcess;
pub use self::tuning::Tuning;
use crate::application::context::CallContext;
use crate::application::report::{
    Acted, FoundReport, ObserveOptions, RecordedFlow, ScreenReport, ScreenshotReport,
    SequenceReport, Waited,
};
use crate::domain::device::Device;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::ports::{Access, Pause, TenancyGateway, UiAutomationGateway};
use crate::domain::step::{Step, UiStep};
use crate::domain::time::Moment;

/// Least time that a sequence has per step: a step on a phone over Wi-Fi takes up to 20 s.
const STEP_PATIENCE: Duration = Duration::from_secs(20);
/// Least time for a scroll that looks for a text: 60 pages of 3 s on a phone over Wi-Fi.
const SCROLL_PATIENCE: Duration = Duration::from_secs(180);

/// One device's session.
#[derive(Clone)]
pub struct IosSession {
    room: Arc<DeviceRoom>,
}

impl IosSession {
    /// A session on `device`, driven by the first of `ways` that works.
    pub fn new(
        device: Device,
        ways: Vec<Arc<dyn UiAutomationGateway>>,
        pause: Arc<dyn Pause>,
        tenancy: Arc<dyn TenancyGateway>,
        tuning: Tuning,
    ) -> Self {
        Self { room: Arc::new(DeviceRoom::new(device, ways, pause, tenancy, tuning)) }
    }

    /// The device this session drives.
    pub fn device(&self) -> &Device {
        &self.room.device
    }

    /// Runs one step: proves, touches once, watches, judges.
    ///
    /// # Errors
    /// What is refused before anything is touched. Everything that was observed after an input,
    /// good or bad, is a verdict in `Ok`.
    pub async fn run(&self, step: &Step, context: &CallContext) -> Result<Acted, DeviceError> {
        if let Some(key) = &context.key
            && let Filed::Before(outcome) =
                self.room.desk().ledger.open(&context.caller, key, step)?
        {
            return *outcome;
        }
        let (room, step) = (Arc::clone(&self.room), step.clone());
        let looks_far = matches!(step.what, UiStep::Scroll { until: Some(_), .. });
        let least = if looks_far { SCROLL_PATIENCE } else { context.patience };
        let context = &context.lasting(least);
        owned(context, move |context| async move { run_step(&room, &step, &context).await }).await
    }

    /// Runs several steps under one turn; stops at the first that fails or has no effect.
    pub async fn run_sequence(
        &self,
        steps: &[Step],
        context: &CallContext,
    ) -> Result<SequenceReport, DeviceError> {
        let (room, steps) = (Arc::clone(&self.room), steps.to_vec());
        let context = &context.lasting(STEP_PATIENCE.saturating_mul(steps.len() as u32));
        owned(context, move |context| async move {
            room.enter(&context, Access::Touch).await?.sequence(&steps).await
        })
        .await
    }

    /// Waits for a text to appear or to go; takes the turn for each reading only.
    pub async fn wait_for(
        &self,
        wait: &UiStep,
        context: &CallContext,
    ) -> Result<Waited, DeviceError> {
        let begun = self.now();
        let waited = watching::wait_for(&self.room, wait, context).await?;
        let step = Step { what: wait.clone(), expect: None };
        self.room.record_wait(&context.caller, &step, begun, &waited);
        Ok(waited)
    }

    /// What the caller did here and held, since the session began or since its last mark.
    pub fn recorded(&self, context: &CallContext) -> RecordedFlow {
        self.room.recorded(&context.caller)
    }

    /// Sets a mark: what the caller does from here on is its next flow.
    pub fn mark(&self, context: &CallContext) {
        self.room.mark(&context.caller);
    }

    /// The session's clock.
    pub fn now(&self) -> Moment {
        self.room.pause.now()
    }

    /// Reads the screen.
    pub async fn observe(
        &self,
        options: &ObserveOptions,
        context: &CallContext,
    ) -> Result<ScreenReport, DeviceError> {
        let asked = self.room.pause.now();
        self.room.enter(context, Access::Look).await?.observe(options, asked).await
    }

    /// Searches the raw tree.
    pub async fn find(
        &self,
        text: &str,
        limit: usize,
        context: &CallContext,
    ) -> Result<FoundReport, DeviceError> {
        self.room.enter(context, Access::Look).await?.find(text, limit).await
    }

    /// Takes a picture and says which refs belong on it. Waits for the turn: the tree is read.
    pub async fn screenshot_with_refs(
        &self,
        context: &CallContext,
    ) -> Result<ScreenshotReport, DeviceError> {
        self.room.enter(context, Access::Look).await?.picture_with_refs().await
    }

    /// Takes a picture. Waits for the turn only while the road is not open yet.
    pub async fn screenshot(&self, context: &CallContext) -> Result<ScreenshotReport, DeviceError> {
        let open = self.room.desk().road.clone();
        let road = match open {
            Some(road) => road,
            None => self.room.enter(context, Access::Look).await?.road()?,
        };
        watching::screenshot(&self.room, &road, context).await
    }
}

/// Runs a call in a task that outlives its caller; a caller that goes away cancels it.
async fn owned<T, F, Fut>(context: &CallContext, call: F) -> Result<T, DeviceError>
where
    T: Send + 'static,
    F: FnOnce(CallContext) -> Fut,
    Fut: Future<Output = Result<T, DeviceError>> + Send + 'static,
{
    let mut context = context.clone();
    context.cancel = context.cancel.child_token();
    let _gone = context.cancel.clone().drop_guard();
    match tokio::spawn(call(context)).await {
        Ok(outcome) => outcome,
        Err(error) => {
            let message = "the call broke off inside the product; this is a bug";
            Err(DeviceError::new(ErrorCode::Unexpected, message).with_source(error))
        }
    }
}

async fn run_step(
    room: &DeviceRoom,
    step: &Step,
    context: &CallContext,
) -> Result<Acted, DeviceError> {
    let (outcome, touched) = match room.enter(context, Access::Touch).await {
        Ok(mut visit) => {
            let outcome = visit.step(step).await;
            (outcome, visit.touched)
        }
        Err(error) => (Err(error), false),
    };
    if let Some(key) = &context.key {
        room.desk().ledger.file(&context.caller, key, &outcome, touched);
    }
    outcome
}
