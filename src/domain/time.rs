//! Time as a session measures it.
//!
//! A [`Moment`] is the time since the session's clock began; where it comes from is the business of
//! the `Pause` port, so that a phone with a virtual clock is measured by that clock.

use std::time::Duration;

/// Time since the session's clock began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(pub Duration);

impl Moment {
    /// How long after `earlier` this is; zero when it is not.
    pub fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// This moment plus a stretch of time.
    #[must_use]
    pub fn after(self, by: Duration) -> Self {
        Self(self.0.saturating_add(by))
    }
}

/// The moment by which an answer must have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deadline(pub Moment);

impl Deadline {
    /// Time left at `now`; zero when passed.
    pub fn left(self, now: Moment) -> Duration {
        self.0.since(now)
    }

    pub fn has_passed(self, now: Moment) -> bool {
        now >= self.0
    }

    /// The earlier of the two.
    #[must_use]
    pub fn or_in(self, now: Moment, by: Duration) -> Self {
        Self(self.0.min(now.after(by)))
    }
}

/// From one moment to a later one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeSpan {
    pub start: Moment,
    pub end: Moment,
}

impl TimeSpan {
    pub fn length(self) -> Duration {
        self.end.since(self.start)
    }
}
