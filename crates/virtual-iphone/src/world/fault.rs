//! World faults as data: how the phone misbehaves, in one table.
//!
//! A fault is armed, waits for `after` occasions, then acts on `times` of them. What an occasion is
//! depends on the kind: a touch, a typed character, a switch. A new kind is a variant here and one
//! place in the world that takes it.

use serde::{Deserialize, Serialize};

use super::setup::mix;
use super::view::Hit;

/// One misbehaviour of the world, for example `{"kind": "late_effect", "ms": 2000}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorldFault {
    #[serde(flatten)]
    pub what: Misbehaviour,
    /// Occasions that pass before the first effect.
    #[serde(default)]
    pub after: u32,
    /// Occasions that are affected; the kind's own number when absent.
    #[serde(default)]
    pub times: Option<u32>,
}

/// The kinds of misbehaviour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Misbehaviour {
    /// The control with this identifier or label reacts to nothing.
    DeadControl { control: String },
    /// Before the touch lands, the content moves down.
    LayoutShift {
        #[serde(default = "banner_points")]
        points: f64,
    },
    /// The touch's effect comes later.
    LateEffect { ms: u64 },
    /// The system asks something, over whatever is in front.
    PermissionAlert {
        #[serde(default = "question")]
        title: String,
        #[serde(default)]
        message: Option<String>,
        #[serde(default = "answers")]
        buttons: Vec<String>,
    },
    /// The touch does nothing at all.
    SwallowTouch,
    /// Every nth typed character is lost.
    DropCharacter { nth: u32 },
    /// A switch shows its new state and goes back by itself.
    OptimisticSwitch {
        ms: u64,
        #[serde(default)]
        control: Option<String>,
    },
    /// Animation lengths are drawn by seed from 0.1 to 1.2 seconds.
    Scramble {
        #[serde(default)]
        seed: Option<u64>,
    },
}

/// The armed faults.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    armed: Vec<WorldFault>,
    typed: u32,
    lengths: Option<Rng>,
}

/// A seeded source of numbers.
#[derive(Clone, Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(mix(seed))
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = mix(self.0);
        self.0 % bound.max(1)
    }
}

impl Faults {
    /// Arms a fault.
    pub(crate) fn arm(&mut self, mut fault: WorldFault, seed: u64) -> Result<(), String> {
        match &fault.what {
            Misbehaviour::DropCharacter { nth: 0 } => return Err("nth begins at 1".to_owned()),
            Misbehaviour::LayoutShift { points } if !points.is_finite() => {
                return Err("points must be a finite number".to_owned());
            }
            Misbehaviour::Scramble { seed: own } => {
                self.lengths = Some(Rng::new(own.unwrap_or(seed)));
                return Ok(());
            }
            Misbehaviour::DeadControl { .. } | Misbehaviour::DropCharacter { .. } => {}
            _ => fault.times = fault.times.or(Some(1)),
        }
        self.armed.push(fault);
        Ok(())
    }

    /// Takes the first armed fault of a kind, one occasion of it.
    pub(crate) fn take<T>(&mut self, pick: impl Fn(&Misbehaviour) -> Option<T>) -> Option<T> {
        let (at, found) =
            self.armed.iter().enumerate().find_map(|(i, f)| pick(&f.what).map(|t| (i, t)))?;
        let fault = &mut self.armed[at];
        if fault.after > 0 {
            fault.after -= 1;
            return None;
        }
        if let Some(left) = &mut fault.times {
            *left = left.saturating_sub(1);
            if *left == 0 {
                self.armed.remove(at);
            }
        }
        Some(found)
    }

    /// Whether the touched control is dead.
    pub(crate) fn is_dead(&mut self, hit: &Hit) -> bool {
        let names = [hit.identifier.clone(), hit.label.clone()];
        self.take(|what| match what {
            Misbehaviour::DeadControl { control } => {
                names.iter().flatten().any(|name| name == control).then_some(())
            }
            _ => None,
        })
        .is_some()
    }

    /// Whether the next typed character is lost.
    pub(crate) fn drops_character(&mut self) -> bool {
        let nth = self.armed.iter().find_map(|fault| match fault.what {
            Misbehaviour::DropCharacter { nth } => Some(nth),
            _ => None,
        });
        let Some(nth) = nth else { return false };
        self.typed += 1;
        let due = self.typed.is_multiple_of(nth);
        due && self
            .take(|w| matches!(w, Misbehaviour::DropCharacter { .. }).then_some(()))
            .is_some()
    }

    /// The length of an animation: its usual one, unless lengths are scrambled.
    pub(crate) fn length(&mut self, usual: u64) -> u64 {
        self.lengths.as_mut().map_or(usual, |rng| 100 + rng.below(1_101))
    }
}

fn banner_points() -> f64 {
    60.0
}

fn question() -> String {
    "“Form” Would Like to Send You Notifications".to_owned()
}

fn answers() -> Vec<String> {
    vec!["Allow".to_owned(), "Don’t Allow".to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> WorldFault {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn a_fault_waits_for_its_occasion_and_ends() {
        let mut faults = Faults::default();
        faults.arm(parse(r#"{"kind":"swallow_touch","after":1,"times":2}"#), 0).unwrap();
        let mut taken =
            || faults.take(|w| matches!(w, Misbehaviour::SwallowTouch).then_some(())).is_some();
        assert_eq!([taken(), taken(), taken(), taken()], [false, true, true, false]);
    }

    #[test]
    fn every_third_character_is_dropped() {
        let mut faults = Faults::default();
        faults.arm(parse(r#"{"kind":"drop_character","nth":3}"#), 0).unwrap();
        let dropped: Vec<bool> = (0..6).map(|_| faults.drops_character()).collect();
        assert_eq!(dropped, [false, false, true, false, false, true]);
    }

    #[test]
    fn scrambled_lengths_repeat_with_their_seed() {
        let lengths = |seed: u64| {
            let mut faults = Faults::default();
            faults.arm(parse(r#"{"kind":"scramble"}"#), seed).unwrap();
            (0..20).map(|_| faults.length(350)).collect::<Vec<_>>()
        };
        assert_eq!(lengths(7), lengths(7));
        assert_ne!(lengths(7), lengths(8));
        assert!(lengths(7).iter().all(|ms| (100..=1_200).contains(ms)));
    }
}
