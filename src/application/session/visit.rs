//! One call inside the turn: the road, the clock, and the only place where inputs leave.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::MutexGuard;

use super::room::{DeviceRoom, Hold, cancelled};
use crate::application::context::CallContext;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::observation::Observation;
use crate::domain::ports::{Turn, UiRoad};
use crate::domain::step::{Delivery, Input};
use crate::domain::time::{Deadline, Moment};

/// A call that holds the device's turn.
pub(super) struct Visit<'a> {
    pub(super) room: &'a DeviceRoom,
    pub(super) hold: MutexGuard<'a, Hold>,
    pub(super) context: &'a CallContext,
    pub(super) by: Deadline,
    turn: Turn,
    /// Something was sent in this visit, or may have been.
    pub(super) touched: bool,
    /// Why it is not known whether the last input was applied, where it is not.
    pub(super) doubt: Option<String>,
    /// An effect of an earlier step that showed in this visit.
    pub(super) late: Option<String>,
    /// What else the next reply tells.
    pub(super) notes: Vec<String>,
}

/// What became of an input that left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sent {
    Acknowledged,
    /// It may have been applied.
    AckLost,
}

impl<'a> Visit<'a> {
    pub(super) fn new(
        room: &'a DeviceRoom,
        hold: MutexGuard<'a, Hold>,
        context: &'a CallContext,
        by: Deadline,
    ) -> Self {
        Self {
            room,
            hold,
            context,
            by,
            turn: Turn::granted(),
            touched: false,
            doubt: None,
            late: None,
            notes: Vec::new(),
        }
    }

    pub(super) fn now(&self) -> Moment {
        self.room.pause.now()
    }

    /// When the next request to the device must have been answered.
    pub(super) fn request_by(&self) -> Deadline {
        self.by.or_in(self.now(), self.room.tuning.request)
    }

    /// The attached road.
    pub(super) fn road(&self) -> Result<UiRoad, DeviceError> {
        self.hold.road.clone().ok_or_else(|| {
            DeviceError::new(ErrorCode::DeviceNotReady, "the device is not attached")
        })
    }

    /// Opens a road if none is open: the first of the family's ways that can be used here.
    pub(super) async fn attach(&mut self) -> Result<(), DeviceError> {
        if self.hold.road.is_some() {
            return Ok(());
        }
        let by = self.by.or_in(self.now(), self.room.tuning.attach);
        let mut failure = None;
        for way in &self.room.ways {
            match way.attach(&self.room.device, by).await {
                Ok(road) => {
                    self.hold.news.clone_from(&road.note);
                    self.room.desk().road = Some(road.clone());
                    self.hold.road = Some(road);
                    self.hold.streaming = true;
                    return Ok(());
                }
                Err(error) if error.code() == ErrorCode::BackendUnavailable => {
                    failure = Some(error);
                }
                Err(error) => return Err(error),
            }
        }
        Err(failure.unwrap_or_else(|| {
            let message = format!("nothing here can drive {}", self.room.device.name);
            DeviceError::new(ErrorCode::NotOnThisDevice, message)
        }))
    }

    /// Waits on the session's clock; ends early when the call is cancelled.
    pub(super) async fn wait(&self, time: Duration) -> Result<(), DeviceError> {
        if time.is_zero() {
            return self.context.check();
        }
        let until = self.now().after(time).min(self.by.0);
        tokio::select! {
            () = self.room.pause.sleep_until(until) => Ok(()),
            () = self.context.cancel.cancelled() => Err(cancelled()),
        }
    }

    /// Fails once the call's time is over.
    pub(super) fn check_time(&self) -> Result<(), DeviceError> {
        self.context.check()?;
        if self.by.has_passed(self.now()) {
            let seconds = self.context.patience.as_secs();
            return Err(DeviceError::new(
                ErrorCode::Timeout,
                format!("timed out after {seconds} s"),
            )
            .with_hint("observe_screen shows what is there now"));
        }
        Ok(())
    }

    /// Whether the road can send this at all; asked before anything is touched.
    ///
    /// # Errors
    /// `TEXT_UNSUPPORTED` for text, `NOT_ON_THIS_DEVICE` for anything else.
    pub(super) fn can_send(&self, input: &Input) -> Result<(), DeviceError> {
        self.road()?.hands.accepts(input).map_err(|unable| {
            let code = match input {
                Input::Text(_) => ErrorCode::TextUnsupported,
                _ => ErrorCode::NotOnThisDevice,
            };
            DeviceError::new(code, unable.reason)
        })
    }

    /// Sends one input, once. The only way out.
    ///
    /// # Errors
    /// When it surely was not applied; the device is as it was.
    pub(super) async fn send(&mut self, input: &Input) -> Result<Sent, DeviceError> {
        self.check_time()?;
        self.can_send(input)?;
        let hands = self.road()?.hands;
        let delivery = hands.send(&self.turn, input, self.request_by()).await;
        tracing::debug!(device = %self.room.device.udid, ?delivery, "input sent");
        match delivery {
            Delivery::Delivered => {
                self.disturb();
                Ok(Sent::Acknowledged)
            }
            Delivery::Uncertain(error) => {
                tracing::warn!(%error, "acknowledgement lost");
                self.doubt = Some(error.message().to_owned());
                self.disturb();
                Ok(Sent::AckLost)
            }
            Delivery::Refused(error) | Delivery::NotSent(error) => Err(error),
        }
    }

    fn disturb(&mut self) {
        self.touched = true;
        self.hold.disturbed = true;
        self.hold.watching = None;
    }

    /// The last reading, if nothing was sent since and it was a whole screen.
    pub(super) fn standing(&self) -> Option<Arc<Observation>> {
        let baseline = self.hold.baseline.as_ref()?;
        (!self.hold.disturbed && baseline.completeness().is_screen()).then(|| Arc::clone(baseline))
    }
}
