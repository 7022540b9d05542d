//! What every call carries: who asks, until when, and how it can be called off.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use tokio_util::sync::CancellationToken;

use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::ports::Caller;

/// Longest time a call may take, queueing included, when its caller names none.
pub const DEFAULT_PATIENCE: Duration = Duration::from_secs(60);

/// Receives what a long call has to say while it works.
#[async_trait]
pub trait Progress: Send + Sync {
    async fn report(&self, message: &str);
}

/// Listens to nothing.
pub struct Quiet;

#[async_trait]
impl Progress for Quiet {
    async fn report(&self, _message: &str) {}
}

/// The circumstances of one call.
#[derive(Clone)]
pub struct CallContext {
    pub caller: Caller,
    /// How long the whole call may take, time in the queue included.
    pub patience: Duration,
    pub cancel: CancellationToken,
    /// Repeating a call with the same key returns the first outcome instead of acting again.
    pub key: Option<String>,
    pub progress: Arc<dyn Progress>,
}

impl CallContext {
    /// A call by `caller` with the default patience, no key and nobody listening.
    pub fn of(caller: impl Into<String>) -> Self {
        Self {
            caller: Caller(caller.into()),
            patience: DEFAULT_PATIENCE,
            cancel: CancellationToken::new(),
            key: None,
            progress: Arc::new(Quiet),
        }
    }

    /// The same call under an idempotency key.
    #[must_use]
    pub fn with_key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// The same call with at least this much patience.
    #[must_use]
    pub fn lasting(&self, least: Duration) -> Self {
        Self { patience: self.patience.max(least), ..self.clone() }
    }

    /// Fails with `CANCELLED` once the caller called it off.
    pub fn check(&self) -> Result<(), DeviceError> {
        if self.cancel.is_cancelled() {
            return Err(DeviceError::new(ErrorCode::Cancelled, "the call was cancelled")
                .with_hint("observe_screen shows what is there now"));
        }
        Ok(())
    }
}
