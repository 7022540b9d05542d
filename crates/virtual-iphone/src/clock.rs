//! The phone's clock: real time, or time that passes only when something is paid with it.
//!
//! The world never reads a clock; whoever handles a request pushes time into it from here. A virtual
//! clock stands still between requests, so a run over it is exact and repeatable. Both kinds can be
//! moved forward, and neither ever goes backwards.

use tokio::time::Instant;

/// Where time comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClockKind {
    /// A monotonic clock; requests take what they cost.
    #[default]
    Real,
    /// Each request advances time by what it costs; nothing sleeps.
    Virtual,
}

/// A clock in microseconds since the phone was switched on.
#[derive(Debug)]
pub(crate) struct Clock {
    kind: ClockKind,
    started: Instant,
    skipped_us: u64,
}

impl Clock {
    pub(crate) fn new(kind: ClockKind) -> Self {
        Self { kind, started: Instant::now(), skipped_us: 0 }
    }

    pub(crate) fn kind(&self) -> ClockKind {
        self.kind
    }

    pub(crate) fn now_us(&self) -> u64 {
        match self.kind {
            ClockKind::Virtual => self.skipped_us,
            ClockKind::Real => {
                let elapsed = u64::try_from(self.started.elapsed().as_micros());
                elapsed.unwrap_or(u64::MAX).saturating_add(self.skipped_us)
            }
        }
    }

    pub(crate) fn now_ms(&self) -> u64 {
        self.now_us() / 1000
    }

    /// Moves forward.
    pub(crate) fn skip(&mut self, us: u64) {
        self.skipped_us = self.skipped_us.saturating_add(us);
    }

    /// Moves forward to a moment, unless it has passed already.
    pub(crate) fn reach_ms(&mut self, ms: u64) {
        let missing = ms.saturating_mul(1000).saturating_sub(self.now_us());
        self.skip(missing);
    }

    /// Starts again from zero.
    pub(crate) fn restart(&mut self) {
        *self = Self::new(self.kind);
    }
}

#[cfg(test)]
mod tests {
    use super::{Clock, ClockKind};

    #[test]
    fn a_virtual_clock_moves_only_when_it_is_moved() {
        let mut clock = Clock::new(ClockKind::Virtual);
        clock.skip(1_500_000);
        assert_eq!(clock.now_ms(), 1500);
        clock.reach_ms(1200);
        assert_eq!(clock.now_ms(), 1500);
        clock.reach_ms(1600);
        assert_eq!(clock.now_ms(), 1600);
    }

    #[tokio::test(start_paused = true)]
    async fn a_real_clock_follows_monotonic_time() {
        let mut clock = Clock::new(ClockKind::Real);
        tokio::time::advance(std::time::Duration::from_millis(250)).await;
        clock.skip(1_000_000);
        assert_eq!(clock.now_ms(), 1250);
    }
}
