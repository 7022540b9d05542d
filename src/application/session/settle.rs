//! Settling: when has the screen come to rest after an input, and what does it show then.
//!
//! Pictures are watched and the tree is read once, between two equal ones; the read may lie inside
//! the quiet window. A picture that shows something never seen before is motion, one that blinks is
//! not. Where pictures fail or never rest, trees are read until two agree. The reading that ends it
//! is the caller's observation and the next step's baseline.

use std::sync::Arc;
use std::time::Duration;

use super::tuning::{DOUBTED_READS, TORN_READS};
use super::visit::Visit;
use crate::domain::changes::changes;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::frame::{Frame, FrameTrail};
use crate::domain::geometry::Rect;
use crate::domain::observation::{Completeness, Observation, Perception};
use crate::domain::time::Moment;

/// What the screen was when it came to rest.
pub(super) struct Settled {
    /// `None` when no reading after the input was a screen.
    pub(super) after: Option<Arc<Observation>>,
    pub(super) unsettled: bool,
    pub(super) watched: Duration,
    /// Where the picture differs from the one before the input, volatile cells aside; `None` where
    /// pictures were not watched.
    pub(super) repainted: Option<Vec<Rect>>,
    /// Pictures were seen to move while it was watched.
    pub(super) moved: bool,
}

/// What to watch for.
#[derive(Clone, Copy)]
pub(super) struct Watch<'a> {
    pub(super) before: &'a Observation,
    pub(super) frame: Option<&'a Frame>,
    pub(super) ceiling: Duration,
    /// An unchanged screen is an answer too, without the long look for a late effect.
    pub(super) brief: bool,
}

impl Visit<'_> {
    /// Watches until the screen rests.
    ///
    /// # Errors
    /// `CANCELLED`; reads that failed leave `after` empty instead.
    pub(super) async fn settle(&mut self, watch: Watch<'_>) -> Result<Settled, DeviceError> {
        let begun = self.now();
        let mut trail = FrameTrail::starting_at(watch.frame, begun).knowing(&self.hold.blinking);
        let mut read: Option<Arc<Observation>> = None;
        let (mut torn, mut doubted) = (0, 0);
        let mut looks = 0_u32;
        loop {
            let asked = self.now();
            let Some(frame) = self.picture().await else {
                return self.settle_by_trees(watch, begun).await;
            };
            let picture_cost = self.now().since(asked);
            looks += 1;
            if trail.push(frame) {
                read = None;
            }
            self.hold.blinking.clone_from(trail.volatile());
            let restless = self.now().since(begun) > self.room.tuning.restless;
            if restless && trail.quiet().is_zero() && read.is_none() {
                return self.settle_by_trees(watch, begun).await;
            }
            let at_rest = !trail.quiet().is_zero()
                || (looks == 1 && !trail.has_moved() && watch.frame.is_some());
            if read.is_none() && at_rest {
                let Some(seen) = self.look_after(watch.before).await? else {
                    return Ok(self.settled(None, true, begun));
                };
                let Some(frame) = self.picture().await else {
                    return Ok(self.settled(Some(seen), false, begun));
                };
                let tore = trail.push(frame);
                torn += u32::from(tore);
                if torn > TORN_READS {
                    return Ok(self.settled(Some(seen), true, begun));
                }
                read = (!tore).then_some(seen);
            }
            let mut gap = self.room.tuning.frame_gap;
            if let Some(seen) = &read {
                let window = self.window(watch, seen, trail.has_moved());
                if trail.quiet() >= window {
                    if doubted == DOUBTED_READS || !self.is_outdated(watch, seen, &trail) {
                        return Ok(self.rested(&trail, read, begun));
                    }
                    doubted += 1;
                    read = None;
                    self.wait(self.room.tuning.read_gap).await?;
                    continue;
                }
                // The last picture is timed to arrive when the window ends, not a gap after it.
                let left = window.saturating_sub(trail.quiet() + picture_cost);
                gap = if left < gap * 4 { left.max(gap) } else { gap };
            }
            if self.now().since(begun) > watch.ceiling {
                return Ok(self.settled(read, true, begun));
            }
            // The next picture of a stream comes by itself, and asking for it waits for it.
            self.wait(if self.streams() { Duration::ZERO } else { gap }).await?;
        }
    }

    /// Whether a reading may be of an earlier screen: the picture differs and it does not.
    fn is_outdated(&self, watch: Watch<'_>, seen: &Observation, trail: &FrameTrail) -> bool {
        trail.lasting().is_some_and(|cells| !cells.is_empty()) && self.is_same(watch.before, seen)
    }

    fn rested(
        &mut self,
        trail: &FrameTrail,
        read: Option<Arc<Observation>>,
        begun: Moment,
    ) -> Settled {
        self.hold.frame = trail.last().cloned();
        let (repainted, moved) = (trail.lasting(), trail.has_moved());
        Settled { repainted, moved, ..self.settled(read, false, begun) }
    }

    async fn settle_by_trees(
        &mut self,
        watch: Watch<'_>,
        begun: Moment,
    ) -> Result<Settled, DeviceError> {
        // What is in front and what the system asks is told by the reading that ends it. Where no
        // window is asked for there is nothing that two trees would have to agree on.
        let windowless = self.room.tuning.quiet.is_zero();
        let mut last = if windowless { None } else { self.glance().await };
        loop {
            self.wait(self.room.tuning.read_gap).await?;
            let Some(seen) = self.look_after(watch.before).await? else {
                return Ok(self.settled(None, true, begun));
            };
            let passed = self.now().since(begun);
            let rests =
                windowless || last.as_ref().is_some_and(|last| self.rests(last, &seen.perception));
            if rests && passed >= self.window(watch, &seen, true) {
                return Ok(self.settled(Some(seen), false, begun));
            }
            if passed > watch.ceiling {
                return Ok(self.settled(Some(seen), true, begun));
            }
            last = Some(seen.perception.clone());
        }
    }

    /// Whether two trees in a row show the same, volatile parts aside.
    fn rests(&self, before: &Perception, after: &Perception) -> bool {
        changes(before, after, &self.hold.volatile).is_empty()
    }

    /// One reading after an input: `None` when it is no screen, twice. Where the screen was drawn
    /// before, it may be drawn still.
    async fn look_after(
        &mut self,
        before: &Observation,
    ) -> Result<Option<Arc<Observation>>, DeviceError> {
        let drawn = before.completeness() == Completeness::Treeless;
        let seen = if drawn { self.read_canvas().await } else { self.read_screen().await };
        match seen {
            Ok(seen) => Ok(Some(seen)),
            Err(error) if error.code() == ErrorCode::Cancelled => Err(error),
            Err(error) => {
                tracing::debug!(%error, "no reading after the input");
                Ok(None)
            }
        }
    }

    /// How long it must have been quiet: longer when nothing has happened yet, and when a tree shows
    /// what a stream has still to show.
    fn window(&self, watch: Watch<'_>, seen: &Observation, moved: bool) -> Duration {
        let tuning = &self.room.tuning;
        let same = self.is_same(watch.before, seen);
        match (same && !watch.brief, self.streams()) {
            (true, _) => tuning.no_effect,
            (false, true) if !same && !moved => tuning.stream_lag.max(tuning.stream_quiet),
            (false, true) => tuning.stream_quiet,
            (false, false) => tuning.quiet,
        }
    }

    /// Whether two readings show the same, volatile parts aside.
    pub(super) fn is_same(&self, before: &Observation, after: &Observation) -> bool {
        before.foreground == after.foreground
            && before.system_alert == after.system_alert
            && changes(&before.perception, &after.perception, &self.hold.volatile).is_empty()
    }

    fn settled(&self, after: Option<Arc<Observation>>, unsettled: bool, begun: Moment) -> Settled {
        Settled {
            after,
            unsettled,
            watched: self.now().since(begun),
            repainted: None,
            moved: false,
        }
    }
}
