//! Scrolling as UIScrollView does it: slop, momentum, rubber band and the spring at the edges.
//!
//! Every motion is a formula of time, so that the offset at any instant is exact however the time
//! was advanced. Numbers: `docs/wires/world.md`, "Scrolling".

/// UIScrollView's normal deceleration: the velocity that is left after one millisecond.
const DECELERATION: f64 = 0.998;
/// Travel before a touch becomes a pan, in points.
pub(crate) const SLOP: f64 = 10.0;
/// Below this speed, in points per millisecond, a coasting view rests.
const REST: f64 = 0.015;
/// Fastest release that is taken, in points per millisecond.
const FASTEST: f64 = 12.0;
/// Stiffness of the edge spring, per millisecond.
const SPRING: f64 = 0.012;

/// How a scroll view moves right now.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Motion {
    Rest,
    /// Under a finger.
    Held,
    Coast {
        velocity: f64,
        start: u64,
    },
    Spring {
        edge: f64,
        velocity: f64,
        start: u64,
    },
    Glide {
        to: f64,
        start: u64,
        length: u64,
    },
}

/// The vertical offset of one screen's content.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scroll {
    /// Offset when the current motion began.
    base: f64,
    motion: Motion,
}

impl Default for Scroll {
    fn default() -> Self {
        Self { base: 0.0, motion: Motion::Rest }
    }
}

impl Scroll {
    /// The offset at an instant; `max` is the largest offset at rest.
    pub(crate) fn offset(&self, now: u64, max: f64) -> f64 {
        match self.motion {
            Motion::Rest => self.base.clamp(0.0, max),
            Motion::Held => self.base,
            Motion::Coast { velocity, start } => self.coast(velocity, since(now, start), max),
            Motion::Spring { edge, velocity, start } => {
                spring(self.base, edge, velocity, since(now, start))
            }
            Motion::Glide { to, start, length } => {
                let t = (since(now, start) / length.max(1) as f64).min(1.0);
                self.base + (to.clamp(0.0, max) - self.base) * t * t * (3.0 - 2.0 * t)
            }
        }
    }

    /// Whether the offset is zero without a look at the content's height.
    pub(crate) fn is_still_at_top(&self) -> bool {
        self.base == 0.0 && self.motion == Motion::Rest
    }

    pub(crate) fn is_moving(&self) -> bool {
        !matches!(self.motion, Motion::Rest | Motion::Held)
    }

    /// Whether content moves by itself after a flick, so that a touch only stops it.
    pub(crate) fn is_coasting(&self, now: u64, max: f64) -> bool {
        matches!(self.motion, Motion::Coast { .. } | Motion::Spring { .. })
            && !self.is_over(now, max)
    }

    /// Ends a motion that is over.
    pub(crate) fn settle(&mut self, now: u64, max: f64) {
        if self.is_moving() && self.is_over(now, max) {
            *self = Self { base: self.offset(now, max).clamp(0.0, max), motion: Motion::Rest };
        }
    }

    /// A finger takes hold of the content.
    pub(crate) fn grab(&mut self, now: u64, max: f64) {
        *self = Self { base: self.offset(now, max), motion: Motion::Held };
    }

    /// The finger moves the content: by `delta` where it is free, less beyond the edges.
    pub(crate) fn drag(&mut self, delta: f64, max: f64) {
        let over = (self.base - self.base.clamp(0.0, max)).abs();
        let outward =
            (self.base + delta < 0.0 && delta < 0.0) || (self.base + delta > max && delta > 0.0);
        // UIKit's rubber band gives 0.55 of the travel, and less the farther it is stretched.
        let share = if outward { 0.55 / (1.0 + over / 400.0) } else { 1.0 };
        self.base += delta * share;
    }

    /// The finger lets go; the velocity is the content's, in points per millisecond.
    pub(crate) fn release(&mut self, velocity: f64, now: u64, max: f64) {
        let velocity = velocity.clamp(-FASTEST, FASTEST);
        self.motion = if self.base < 0.0 || self.base > max {
            Motion::Spring { edge: self.base.clamp(0.0, max), velocity, start: now }
        } else if velocity.abs() > REST {
            Motion::Coast { velocity, start: now }
        } else {
            Motion::Rest
        };
    }

    /// Scrolls to an offset with animation.
    pub(crate) fn glide(&mut self, to: f64, now: u64, max: f64) {
        let base = self.offset(now, max);
        *self = Self { base, motion: Motion::Glide { to, start: now, length: 250 } };
    }

    /// Jumps to an offset without animation.
    pub(crate) fn jump(&mut self, to: f64, max: f64) {
        *self = Self { base: to.clamp(0.0, max), motion: Motion::Rest };
    }

    fn coast(&self, velocity: f64, t: f64, max: f64) -> f64 {
        let free = self.base + travel(velocity, t);
        let edge = if velocity > 0.0 { max } else { 0.0 };
        if (velocity > 0.0 && free <= max) || (velocity < 0.0 && free >= 0.0) {
            return free;
        }
        // The edge was crossed at a time that the formula gives; from there the spring takes over.
        let crossed = crossing(velocity, edge - self.base);
        spring(edge, edge, velocity * DECELERATION.powf(crossed), t - crossed)
    }

    fn is_over(&self, now: u64, max: f64) -> bool {
        match self.motion {
            Motion::Rest | Motion::Held => true,
            Motion::Glide { start, length, .. } => since(now, start) >= length as f64,
            Motion::Spring { start, .. } => since(now, start) > 900.0,
            Motion::Coast { velocity, start } => {
                let t = since(now, start);
                let free = self.base + travel(velocity, t);
                if (0.0..=max).contains(&free) {
                    velocity.abs() * DECELERATION.powf(t) < REST
                } else {
                    let edge = if velocity > 0.0 { max } else { 0.0 };
                    t - crossing(velocity, edge - self.base) > 900.0
                }
            }
        }
    }
}

/// Distance coasted after `t` milliseconds.
fn travel(velocity: f64, t: f64) -> f64 {
    velocity * (1.0 - DECELERATION.powf(t)) / -DECELERATION.ln()
}

/// Milliseconds until a coasting view has gone `distance`.
fn crossing(velocity: f64, distance: f64) -> f64 {
    let left = 1.0 - distance * -DECELERATION.ln() / velocity;
    if left <= 0.0 { 0.0 } else { (left.ln() / DECELERATION.ln()).max(0.0) }
}

/// A critically damped spring towards the edge.
fn spring(from: f64, edge: f64, velocity: f64, t: f64) -> f64 {
    let stretch = from - edge;
    edge + (stretch + (velocity + SPRING * stretch) * t) * (-SPRING * t).exp()
}

fn since(now: u64, start: u64) -> f64 {
    now.saturating_sub(start) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_flick_travels_five_hundred_points_per_point_and_millisecond() {
        let mut scroll = Scroll::default();
        scroll.release(1.0, 0, 10_000.0);
        let far = scroll.offset(10_000, 10_000.0);
        assert!((far - 499.5).abs() < 1.0, "{far}");
    }

    #[test]
    fn beyond_the_edge_a_finger_moves_the_content_by_about_half() {
        let mut scroll = Scroll::default();
        scroll.grab(0, 100.0);
        scroll.drag(-100.0, 100.0);
        assert!((-60.0..-40.0).contains(&scroll.offset(0, 100.0)));
        scroll.release(0.0, 0, 100.0);
        scroll.settle(2_000, 100.0);
        assert_eq!(scroll.offset(2_000, 100.0), 0.0);
    }

    proptest! {
        #[test]
        fn every_motion_ends_inside_the_content(
            from in 0.0..3_000.0_f64, velocity in -12.0..12.0_f64, max in 0.0..3_000.0_f64,
        ) {
            let mut scroll = Scroll::default();
            scroll.jump(from, max);
            scroll.release(velocity, 100, max);
            scroll.settle(9_000, max);
            prop_assert!(!scroll.is_moving());
            prop_assert!((0.0..=max).contains(&scroll.offset(9_000, max)));
        }

        #[test]
        fn the_offset_does_not_depend_on_the_steps_of_time(
            velocity in -5.0..5.0_f64, steps in proptest::collection::vec(1_u64..400, 1..12),
        ) {
            let max = 2_000.0;
            let mut stepped = Scroll::default();
            stepped.jump(900.0, max);
            stepped.release(velocity, 0, max);
            let straight = stepped;
            let mut now = 0;
            for step in steps {
                now += step;
                let before = stepped.offset(now, max);
                stepped.settle(now, max);
                prop_assert!((stepped.offset(now, max) - before).abs() < 1.0);
            }
            prop_assert!((stepped.offset(now, max) - straight.offset(now, max)).abs() < 8.0);
        }
    }
}
