//! The clocks that sessions wait by: tokio's, or a phone's own.
//!
//! A phone with a virtual clock tells its time in a header of every reply and is moved forward by a
//! request, so a session on it measures exactly and waits in no real time. Deadlines then lie on the
//! phone's clock, which stands still while a reply is missing; requests to such a phone are guarded
//! by real time besides. Neither clock ever goes backwards. Source: docs/wires/wda.md, "The clock of a virtual phone".

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use serde::Deserialize;
use tokio::time::Instant;

use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::ports::Pause;
use crate::domain::time::{Deadline, Moment};

/// Header in which a virtual phone tells its time, in milliseconds.
pub(crate) const NOW_HEADER: &str = "x-virtual-now-ms";
/// Real time that a request may take where the deadline is on a phone's clock.
const REAL_TIME_GUARD: Duration = Duration::from_mins(1);

/// The clock of one device family: what its sessions wait by and its wires are measured with.
#[derive(Clone, Debug)]
pub enum SessionClock {
    Real(Arc<TokioPause>),
    Phone(Arc<PhoneClock>),
}

impl SessionClock {
    /// Real time, counted from now.
    pub fn real() -> Self {
        Self::Real(Arc::new(TokioPause::new()))
    }

    /// The virtual clock of the phone whose control port answers at `control`
    /// (`http://127.0.0.1:PORT`).
    ///
    /// # Errors
    /// `DEVICE_GONE` when the control port does not tell a time.
    pub async fn of_phone(control: &str) -> Result<Self, DeviceError> {
        Ok(Self::Phone(Arc::new(PhoneClock::follow(control).await?)))
    }

    /// The port that sessions take.
    pub fn pause(&self) -> Arc<dyn Pause> {
        match self {
            Self::Real(clock) => clock.clone(),
            Self::Phone(clock) => clock.clone(),
        }
    }

    pub fn now(&self) -> Moment {
        match self {
            Self::Real(clock) => clock.now(),
            Self::Phone(clock) => clock.now(),
        }
    }

    /// Moves a phone's own clock; time that passes by itself is not moved.
    pub(crate) async fn nudge(&self, by: Duration) {
        if let Self::Phone(clock) = self {
            clock.sleep_until(clock.now().after(by)).await;
        }
    }

    /// How long to wait for a reply in real time; `None` when the deadline has passed.
    pub(crate) fn patience(&self, by: Deadline) -> Option<Duration> {
        let now = self.now();
        if by.has_passed(now) {
            return None;
        }
        Some(match self {
            Self::Real(_) => by.left(now),
            Self::Phone(_) => REAL_TIME_GUARD,
        })
    }

    /// Takes over the time that a phone told. A real clock does not listen.
    pub(crate) fn heard(&self, told: Option<&str>) {
        if let (Self::Phone(clock), Some(now_ms)) = (self, told.and_then(|t| t.trim().parse().ok()))
        {
            clock.heard(now_ms);
        }
    }
}

/// Time as it passes.
#[derive(Debug)]
pub struct TokioPause {
    start: Instant,
}

impl TokioPause {
    pub fn new() -> Self {
        Self { start: Instant::now() }
    }
}

impl Default for TokioPause {
    fn default() -> Self {
        Self::new()
    }
}

#[async_trait]
impl Pause for TokioPause {
    fn now(&self) -> Moment {
        Moment(self.start.elapsed())
    }

    async fn sleep_until(&self, moment: Moment) {
        tokio::time::sleep_until(self.start + moment.0).await;
    }
}

/// The clock of a virtual phone, known from its replies.
#[derive(Debug)]
pub struct PhoneClock {
    http: reqwest::Client,
    route: String,
    now_ms: AtomicU64,
    /// One sleeper moves the clock at a time, so that two waits of a second take one second.
    moving: tokio::sync::Mutex<()>,
}

#[derive(Deserialize)]
struct Told {
    now_ms: u64,
}

impl PhoneClock {
    /// Asks the control port at `control` for the time and follows it from then on.
    ///
    /// # Errors
    /// `DEVICE_GONE` when no time is told.
    pub async fn follow(control: &str) -> Result<Self, DeviceError> {
        let route = format!("{}/virtual/clock", control.trim_end_matches('/'));
        let http = reqwest::Client::builder().no_proxy().timeout(REAL_TIME_GUARD).build();
        let http = http.map_err(gone)?;
        let clock =
            Self { http, route, now_ms: AtomicU64::new(0), moving: tokio::sync::Mutex::new(()) };
        clock.tell(clock.http.get(&clock.route)).await?;
        Ok(clock)
    }

    fn heard(&self, now_ms: u64) {
        self.now_ms.fetch_max(now_ms, Ordering::AcqRel);
    }

    async fn tell(&self, request: reqwest::RequestBuilder) -> Result<(), DeviceError> {
        let reply = request.send().await.map_err(gone)?.bytes().await.map_err(gone)?;
        let told: Told = serde_json::from_slice(&reply).map_err(gone)?;
        self.heard(told.now_ms);
        Ok(())
    }
}

fn gone(cause: impl std::error::Error + Send + Sync + 'static) -> DeviceError {
    DeviceError::new(ErrorCode::DeviceGone, "the virtual phone's control port tells no time")
        .with_hint("start the virtual phone again")
        .with_source(cause)
}

#[async_trait]
impl Pause for PhoneClock {
    fn now(&self) -> Moment {
        Moment(Duration::from_millis(self.now_ms.load(Ordering::Acquire)))
    }

    async fn sleep_until(&self, moment: Moment) {
        let _one = self.moving.lock().await;
        let missing = moment.since(self.now());
        if missing.is_zero() {
            return;
        }
        let advance_ms = u64::try_from(missing.as_micros().div_ceil(1000)).unwrap_or(u64::MAX);
        let body = serde_json::json!({ "advance_ms": advance_ms }).to_string();
        let request = self.http.post(&self.route).header("content-type", "application/json");
        if let Err(error) = self.tell(request.body(body)).await {
            // A wait must end even when the phone has gone; the next request says that it has.
            tracing::warn!(%error, "the phone's clock could not be moved");
            self.heard(u64::try_from(moment.0.as_millis()).unwrap_or(u64::MAX));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_real_wait_ends_at_its_moment() {
        let clock = SessionClock::real();
        let pause = clock.pause();
        pause.sleep_until(Moment(Duration::from_secs(3))).await;
        assert_eq!(clock.now(), Moment(Duration::from_secs(3)));
        pause.sleep_until(Moment(Duration::from_secs(1))).await;
        assert_eq!(clock.now(), Moment(Duration::from_secs(3)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_passed_deadline_leaves_no_patience() {
        let clock = SessionClock::real();
        let by = Deadline(Moment(Duration::from_secs(2)));
        assert_eq!(clock.patience(by), Some(Duration::from_secs(2)));
        tokio::time::advance(Duration::from_secs(2)).await;
        assert_eq!(clock.patience(by), None);
    }
}
