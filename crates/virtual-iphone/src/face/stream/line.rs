//! The order in which one viewer gets its frames, delays included.
//!
//! A frame that lags waits until a later moment of the film shows that its time has come.

use std::collections::VecDeque;

use crate::world::Shot;

/// One frame on its way to one viewer.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub(super) shot: Shot,
    due_ms: u64,
    /// Drawn as the panel is, whichever way the interface is turned.
    pub(super) is_sideways: bool,
    /// The connection ends in the middle of it.
    pub(super) is_last: bool,
}

impl Waiting {
    pub(super) fn new(shot: Shot, lag_ms: u64) -> Self {
        let due_ms = shot.at_ms.saturating_add(lag_ms);
        Self { shot, due_ms, is_sideways: false, is_last: false }
    }
}

/// Frames that were taken and not sent.
#[derive(Debug, Default)]
pub(super) struct Line {
    waiting: VecDeque<Waiting>,
}

impl Line {
    /// Adds a frame; those that would come after it though they are older are overtaken.
    pub(super) fn push(&mut self, frame: Waiting) {
        while self.waiting.back().is_some_and(|back| back.due_ms > frame.due_ms) {
            self.waiting.pop_back();
        }
        self.waiting.push_back(frame);
    }

    /// The next frame whose time has come.
    pub(super) fn next(&mut self, now_ms: u64) -> Option<Waiting> {
        let is_due = self.waiting.front().is_some_and(|front| front.due_ms <= now_ms);
        if is_due { self.waiting.pop_front() } else { None }
    }

    /// The newest frame whose time has come; older ones are skipped.
    pub(super) fn newest(&mut self, now_ms: u64) -> Option<Waiting> {
        let mut newest = None;
        while let Some(frame) = self.next(now_ms) {
            let is_last = frame.is_last;
            newest = Some(frame);
            if is_last {
                break;
            }
        }
        newest
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Line, Waiting};
    use crate::geometry::Size;
    use crate::scene::Scene;
    use crate::world::Shot;

    fn shot(at_ms: u64) -> Shot {
        let size = Size { width: 1.0, height: 1.0 };
        let scene = Arc::new(Scene { size, scale: 1.0, items: Vec::new() });
        Shot { at_ms, revision: at_ms, orientation: "PORTRAIT", scene }
    }

    #[test]
    fn a_lagging_frame_comes_when_its_time_has_come() {
        let mut line = Line::default();
        line.push(Waiting::new(shot(100), 250));
        assert!(line.next(300).is_none());
        line.push(Waiting::new(shot(200), 250));
        assert_eq!(line.newest(500).unwrap().shot.at_ms, 200);
        assert!(line.next(900).is_none());
    }

    #[test]
    fn when_the_lag_ends_the_late_frames_are_overtaken() {
        let mut line = Line::default();
        line.push(Waiting::new(shot(100), 2000));
        line.push(Waiting::new(shot(200), 0));
        assert_eq!(line.next(200).unwrap().shot.at_ms, 200);
        assert!(line.next(9000).is_none());
    }
}
