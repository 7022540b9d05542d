//! Film: what the screen showed at regular moments, also in the middle of a gesture.
//!
//! While somebody watches, time passes in steps that end at each moment of the film. Equal revisions
//! share one scene. Not here: pixels, and who is shown what when (`face/stream`).

use std::collections::VecDeque;
use std::sync::Arc;

use crate::scene::Scene;

use super::World;

/// Nobody who falls further behind than this gets the rest.
const LONGEST: usize = 1024;

/// The screen at one moment.
#[derive(Clone, Debug)]
pub(crate) struct Shot {
    pub(crate) at_ms: u64,
    pub(crate) revision: u64,
    pub(crate) orientation: &'static str,
    pub(crate) scene: Arc<Scene>,
}

/// The camera: off, or running at an interval.
#[derive(Debug, Default)]
pub(crate) struct Film {
    every_ms: Option<u64>,
    shots: VecDeque<Shot>,
    last: Option<Shot>,
}

impl Film {
    /// The film's next moment after `now`, if it comes until `until`.
    fn next_tick(&self, now: u64, until: u64) -> Option<u64> {
        let every = self.every_ms?.max(1);
        let tick = (now / every + 1) * every;
        (tick <= until).then_some(tick)
    }
}

impl World {
    /// Films at every multiple of so many milliseconds from now on, or not at all.
    pub(crate) fn film(&mut self, every_ms: Option<u64>) {
        self.film.every_ms = every_ms;
        if every_ms.is_none() {
            self.film.shots.clear();
            self.film.last = None;
        }
    }

    /// What was filmed since the last time somebody asked, in order.
    pub(crate) fn take_shots(&mut self) -> VecDeque<Shot> {
        std::mem::take(&mut self.film.shots)
    }

    /// Passes every moment of the film until then, exposing each.
    pub(super) fn film_until(&mut self, ms: u64) {
        while let Some(tick) = self.film.next_tick(self.now_ms, ms) {
            self.step_to(tick);
            self.expose();
        }
    }

    fn expose(&mut self) {
        let known = self.film.last.take().filter(|last| last.revision == self.revision);
        let scene = known.map_or_else(|| Arc::new(self.scene()), |last| last.scene);
        let shot = Shot {
            at_ms: self.now_ms,
            revision: self.revision,
            orientation: self.orientation,
            scene,
        };
        if self.film.shots.len() == LONGEST {
            self.film.shots.pop_front();
        }
        self.film.shots.push_back(shot.clone());
        self.film.last = Some(shot);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::geometry::Point;
    use crate::input::{TouchEvent, TouchPhase, Wire};
    use crate::world::{Setup, World};

    #[test]
    fn nothing_is_filmed_until_somebody_watches() {
        let mut world = World::new(Setup::builtin(1));
        world.advance_to(5_000);
        assert!(world.take_shots().is_empty());
        world.film(Some(100));
        world.advance_to(5_250);
        let times: Vec<u64> = world.take_shots().iter().map(|shot| shot.at_ms).collect();
        assert_eq!(times, [5_100, 5_200]);
    }

    #[test]
    fn a_still_screen_is_one_scene_and_a_gesture_is_seen_in_its_middle() {
        let mut world = World::new(Setup::builtin(1));
        world.launch(Wire::Wda, "com.apple.MobileAddressBook", true).unwrap();
        world.advance_to(5_000);
        world.film(Some(100));
        world.advance_to(5_400);
        let still = world.take_shots();
        assert!(still.iter().all(|shot| Arc::ptr_eq(&shot.scene, &still[0].scene)));
        let at =
            |at_ms, phase, y| TouchEvent { at_ms, finger: 0, phase, at: Point { x: 200.0, y } };
        let events = [
            at(0, TouchPhase::Down, 700.0),
            at(200, TouchPhase::Move, 500.0),
            at(400, TouchPhase::Move, 300.0),
            at(600, TouchPhase::Up, 300.0),
        ];
        world.touch(Wire::Wda, &events);
        let moving = world.take_shots();
        assert_eq!(moving.len(), 6);
        assert_ne!(moving[2].scene, moving[5].scene);
        assert_ne!(moving[0].scene, moving[2].scene);
    }
}
