//! Port: the clock that a session waits by.

use async_trait::async_trait;

use crate::domain::time::Moment;

/// Every wait that a session chooses, and every reading of elapsed time.
///
/// In production it is tokio's clock; against a virtual phone it is the phone's, so that what a
/// session measures is exact and costs no real time.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait Pause: Send + Sync {
    /// Time since this clock began.
    fn now(&self) -> Moment;

    /// Returns at `moment` or later; at once when it has passed.
    async fn sleep_until(&self, moment: Moment);
}
