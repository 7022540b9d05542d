//! The phone behind its faces: the world with its clock, its ledger and its faults.
//!
//! Faces push time into the world through here, pay for what they do, and never hold a lock across
//! an await. Requests of the runner go through one queue, one at a time, in order of arrival.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::watch;

use crate::clock::{Clock, ClockKind};
use crate::face::{Audience, Frames, Runner, Screen, StreamStyle};
use crate::fault::{Asked, FaultBook, Scheduled};
use crate::ledger::{Costs, Ledger, Profile, Work};
use crate::world::{Setup, World};

/// The longest wait after which it is looked whether the phone was reset.
const STEP_US: u64 = 100_000;

/// How a phone is driven.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    pub(crate) clock: ClockKind,
    pub(crate) profile: Profile,
    pub(crate) strict: bool,
    pub(crate) seed: u64,
}

/// One phone, shared by its faces.
pub(crate) struct Machine {
    world: Mutex<World>,
    clock: Mutex<Clock>,
    ledger: Mutex<Ledger>,
    faults: Mutex<FaultBook>,
    runner: Mutex<Runner>,
    costs: Costs,
    manner: Manner,
    pub(crate) screen: Screen,
    /// The stream's pictures, and who looks at them.
    pub(crate) frames: Frames,
    pub(crate) audience: Audience,
    /// The runner's main queue.
    pub(crate) queue: tokio::sync::Mutex<()>,
    changes: watch::Sender<u64>,
    stop: watch::Sender<bool>,
}

impl Machine {
    /// # Errors
    /// The reason, when the cost table cannot be read.
    pub(crate) fn new(setup: Setup, manner: Manner) -> Result<Self, String> {
        Ok(Self {
            world: Mutex::new(World::new(setup)),
            clock: Mutex::new(Clock::new(manner.clock)),
            ledger: Mutex::default(),
            faults: Mutex::default(),
            runner: Mutex::new(Runner::new(manner.seed)),
            costs: Costs::builtin()?,
            manner,
            screen: Screen::default(),
            frames: Frames::default(),
            audience: Audience::default(),
            queue: tokio::sync::Mutex::new(()),
            changes: watch::channel(0).0,
            stop: watch::channel(false).0,
        })
    }

    pub(crate) fn is_strict(&self) -> bool {
        self.manner.strict
    }

    pub(crate) fn profile(&self) -> Profile {
        self.manner.profile
    }

    /// The world at this moment.
    pub(crate) fn with_world<R>(&self, act: impl FnOnce(&mut World) -> R) -> R {
        let mut world = held(&self.world);
        let now = held(&self.clock).now_ms();
        if now > world.now_ms() {
            world.advance_to(now);
        }
        let result = act(&mut world);
        self.follow(&world);
        self.audience.show(world.take_shots());
        result
    }

    /// The world and the runner's state at this moment.
    pub(crate) fn with_runner<R>(&self, act: impl FnOnce(&mut Runner, &mut World) -> R) -> R {
        let mut runner = held(&self.runner);
        self.with_world(|world| {
            let result = act(&mut runner, world);
            self.focus(&runner, world);
            result
        })
    }

    /// Films at the rate of the settings while somebody watches.
    fn focus(&self, runner: &Runner, world: &mut World) {
        let is_watched = self.audience.is_watching();
        world.film(is_watched.then(|| runner.settings.frame_interval_ms()));
    }

    /// Notes that viewers came or went.
    pub(crate) fn refocus(&self) {
        self.with_runner(|_, _| ());
    }

    /// How frames of the stream are drawn.
    pub(crate) fn stream_style(&self) -> StreamStyle {
        held(&self.runner).settings.stream_style()
    }

    /// Between two frames of the stream.
    pub(crate) fn frame_interval_ms(&self) -> u64 {
        held(&self.runner).settings.frame_interval_ms()
    }

    /// Lets a real clock's time reach the world while somebody watches; a virtual one moves it anyway.
    pub(crate) async fn drive_film(&self) {
        if self.manner.clock == ClockKind::Virtual {
            return std::future::pending().await;
        }
        loop {
            self.audience.arrived().await;
            let every = self.frame_interval_ms().max(1) * 1000;
            let missing = every - held(&self.clock).now_us() % every;
            tokio::time::sleep(Duration::from_micros(missing)).await;
            self.with_world(|_| ());
        }
    }

    pub(crate) fn clock_kind(&self) -> ClockKind {
        self.manner.clock
    }

    /// What the clock shows, which the world may be ahead of.
    pub(crate) fn clock_ms(&self) -> u64 {
        held(&self.clock).now_ms()
    }

    /// Waits until a real clock shows that time, in short steps; a virtual one is never behind the
    /// world. Says whether the time came: a phone that was reset meanwhile is younger than that.
    pub(crate) async fn until(&self, ms: u64) -> bool {
        loop {
            if held(&self.world).now_ms() < ms {
                return false;
            }
            let missing = ms.saturating_mul(1000).saturating_sub(held(&self.clock).now_us());
            if missing == 0 || self.manner.clock == ClockKind::Virtual {
                return true;
            }
            tokio::time::sleep(Duration::from_micros(missing.min(STEP_US))).await;
        }
    }

    /// A gesture carries the world through its own duration; a clock that nobody waits for jumps
    /// there, a real one is waited for in `catch_up`.
    fn follow(&self, world: &World) {
        if self.manner.clock == ClockKind::Virtual || self.manner.profile == Profile::Instant {
            held(&self.clock).reach_ms(world.now_ms());
        }
    }

    /// Waits until the clock shows what the world does.
    pub(crate) async fn catch_up(&self) {
        let missing = {
            let world_ms = held(&self.world).now_ms();
            world_ms.saturating_mul(1000).saturating_sub(held(&self.clock).now_us())
        };
        self.pass(missing).await;
    }

    /// Lets time pass: by waiting on a real clock, by moving a virtual one.
    pub(crate) async fn pass(&self, us: u64) {
        if us == 0 {
            return;
        }
        if self.manner.clock == ClockKind::Real {
            tokio::time::sleep(Duration::from_micros(us)).await;
        } else {
            held(&self.clock).skip(us);
        }
        self.with_world(|_| ());
    }

    /// Moves time forward without waiting; gives the new time.
    pub(crate) fn advance(&self, ms: u64) -> u64 {
        held(&self.clock).skip(ms.saturating_mul(1000));
        self.with_world(|world| world.now_ms())
    }

    /// The phone's clock.
    pub(crate) fn now_ms(&self) -> u64 {
        self.with_world(|world| world.now_ms())
    }

    /// What a piece of work costs, in seconds.
    pub(crate) fn cost(&self, work: Work, nodes: usize, characters: usize) -> f64 {
        self.costs.seconds(self.manner.profile, work, nodes, characters)
    }

    pub(crate) fn count(&self, work: Work, us: u64) {
        held(&self.ledger).count(work, us);
    }

    pub(crate) fn ledger(&self) -> Value {
        let now_us = held(&self.clock).now_us();
        let kind = held(&self.clock).kind();
        let mut report = held(&self.ledger).report(self.manner.profile, kind, now_us);
        report["stream"] = json!({ "drawn": self.frames.drawn(), "sent": self.frames.sent() });
        report
    }

    pub(crate) fn journal(&self) -> Value {
        self.with_world(|world| json!(world.journal()))
    }

    pub(crate) fn snapshot(&self) -> Value {
        self.with_world(|world| world.snapshot())
    }

    /// Schedules a fault.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn inject(&self, fault: &Value) -> Result<(), String> {
        match Asked::parse(fault)? {
            Asked::Clear => {
                held(&self.faults).clear();
                self.with_world(World::clear_faults);
            }
            Asked::Wire(scheduled) => held(&self.faults).add(scheduled),
            Asked::World(fault) => return self.with_world(|world| world.inject(fault)),
        }
        self.changes.send_modify(|count| *count += 1);
        Ok(())
    }

    /// The fault that a request meets.
    pub(crate) fn fault_for(&self, method: &str, path: &str, is_source: bool) -> Option<Scheduled> {
        self.with_world(World::between_requests);
        held(&self.faults).meet(method, path, is_source)
    }

    pub(crate) fn with_faults<R>(&self, act: impl FnOnce(&mut FaultBook) -> R) -> R {
        act(&mut held(&self.faults))
    }

    /// Says when faults were added or cleared.
    pub(crate) fn fault_changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// As new: world, clock, ledger, faults and the runner's session.
    pub(crate) fn reset(&self) {
        held(&self.faults).clear();
        self.changes.send_modify(|count| *count += 1);
        let mut runner = held(&self.runner);
        runner.forget();
        let mut world = held(&self.world);
        world.reset();
        self.focus(&runner, &mut world);
        let mut clock = held(&self.clock);
        clock.restart();
        clock.reach_ms(world.now_ms());
        *held(&self.ledger) = Ledger::default();
        self.frames.forget();
    }

    /// Ends the phone.
    pub(crate) fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Waits until somebody ends the phone.
    pub(crate) async fn stopped(&self) {
        // The sender lives as long as this machine, so the wait cannot fail before it.
        let _ = self.stop.subscribe().wait_for(|stop| *stop).await;
    }
}

/// A lock whose holder panicked still guards whole values here.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
