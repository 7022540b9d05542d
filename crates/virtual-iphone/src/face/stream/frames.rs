//! Frames of the stream as JPEG, each drawn once however many look at it.
//!
//! Keeps the last few pictures: a blinking caret shows the same two over and over, and a screen at
//! rest is one. Drawing happens off the runtime's threads, with a compositor of its own.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::compositor::Compositor;
use crate::scene::Scene;
use crate::world::Shot;

/// Pictures that are kept.
const KEPT: usize = 4;

/// How frames are to be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Look {
    /// From 1 to 100.
    pub(crate) quality: u8,
    /// The part of the pixels along each side.
    pub(crate) factor: f64,
    pub(crate) turn: Turn,
}

/// How the picture lies in the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    Upright,
    Clockwise,
    Counterclockwise,
}

impl Turn {
    /// How an interface of that orientation lies on the panel, which is never turned.
    pub(super) fn on_panel(orientation: &str) -> Self {
        match orientation {
            "LANDSCAPE" => Self::Clockwise,
            "UIA_DEVICE_ORIENTATION_LANDSCAPERIGHT" => Self::Counterclockwise,
            _ => Self::Upright,
        }
    }
}

/// Draws and remembers frames.
#[derive(Default)]
pub(crate) struct Frames {
    state: Arc<Mutex<State>>,
    drawn: Arc<AtomicU64>,
    sent: AtomicU64,
}

#[derive(Default)]
struct State {
    compositor: Option<Compositor>,
    kept: VecDeque<Kept>,
}

struct Kept {
    revision: u64,
    scene: Arc<Scene>,
    look: Look,
    jpeg: Arc<Vec<u8>>,
}

impl Frames {
    /// The frame of a shot; nothing only when the drawing thread died.
    pub(crate) async fn jpeg(&self, shot: &Shot, look: Look) -> Option<Arc<Vec<u8>>> {
        if let Some(known) = self.held(shot, look) {
            return Some(known);
        }
        let (state, shot) = (Arc::clone(&self.state), shot.clone());
        let drawn = Arc::clone(&self.drawn);
        let draw = move || {
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(known) = state.known(&shot, look) {
                return known;
            }
            drawn.fetch_add(1, Ordering::Relaxed);
            state.draw(&shot, look)
        };
        tokio::task::spawn_blocking(draw).await.ok()
    }

    /// How many frames were drawn since the phone was new.
    pub(crate) fn drawn(&self) -> u64 {
        self.drawn.load(Ordering::Relaxed)
    }

    /// How many parts were sent, to all viewers together.
    pub(crate) fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }

    pub(super) fn count_sent(&self) {
        self.sent.fetch_add(1, Ordering::Relaxed);
    }

    /// Starts counting again.
    pub(crate) fn forget(&self) {
        self.drawn.store(0, Ordering::Relaxed);
        self.sent.store(0, Ordering::Relaxed);
    }

    /// A kept picture, when nobody is drawing right now.
    fn held(&self, shot: &Shot, look: Look) -> Option<Arc<Vec<u8>>> {
        self.state.try_lock().ok()?.known(shot, look)
    }
}

impl State {
    fn known(&mut self, shot: &Shot, look: Look) -> Option<Arc<Vec<u8>>> {
        let same = |kept: &Kept| {
            kept.look == look
                && (kept.revision == shot.revision
                    || Arc::ptr_eq(&kept.scene, &shot.scene)
                    || kept.scene == shot.scene)
        };
        let at = self.kept.iter().position(same)?;
        let found = self.kept.remove(at)?;
        let jpeg = Arc::clone(&found.jpeg);
        self.kept.push_front(Kept { revision: shot.revision, ..found });
        Some(jpeg)
    }

    fn draw(&mut self, shot: &Shot, look: Look) -> Arc<Vec<u8>> {
        let compositor = self.compositor.get_or_insert_with(Compositor::new);
        let jpeg = match look.turn {
            Turn::Upright => compositor.jpeg(&shot.scene, look.quality, look.factor),
            turned => compositor.jpeg_turned(
                &shot.scene,
                look.quality,
                look.factor,
                turned == Turn::Clockwise,
            ),
        };
        let jpeg = Arc::new(jpeg);
        self.kept.truncate(KEPT - 1);
        self.kept.push_front(Kept {
            revision: shot.revision,
            scene: Arc::clone(&shot.scene),
            look,
            jpeg: Arc::clone(&jpeg),
        });
        jpeg
    }
}
