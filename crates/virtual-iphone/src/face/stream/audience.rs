//! Who watches, and how the shots reach them.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{Notify, broadcast};

use crate::world::Shot;

/// A viewer that is further behind than this misses the oldest shots.
const BACKLOG: usize = 1024;

/// The viewers of one phone.
pub(crate) struct Audience {
    viewers: AtomicUsize,
    shots: broadcast::Sender<Shot>,
    arrivals: Notify,
}

impl Default for Audience {
    fn default() -> Self {
        let shots = broadcast::Sender::new(BACKLOG);
        Self { viewers: AtomicUsize::new(0), shots, arrivals: Notify::new() }
    }
}

impl Audience {
    pub(crate) fn is_watching(&self) -> bool {
        self.viewers.load(Ordering::SeqCst) > 0
    }

    pub(super) fn join(&self) -> broadcast::Receiver<Shot> {
        self.viewers.fetch_add(1, Ordering::SeqCst);
        self.arrivals.notify_one();
        self.shots.subscribe()
    }

    pub(super) fn leave(&self) {
        self.viewers.fetch_sub(1, Ordering::SeqCst);
    }

    pub(crate) fn show(&self, shots: VecDeque<Shot>) {
        for shot in shots {
            // An empty room misses it, as it should.
            let _ = self.shots.send(shot);
        }
    }

    /// Waits until somebody has come.
    pub(crate) async fn arrived(&self) {
        while !self.is_watching() {
            self.arrivals.notified().await;
        }
    }
}
