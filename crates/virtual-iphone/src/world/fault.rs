//! World faults as data: how the phone misbehaves, in one table.
//!
//! A fault is armed, waits for `after` occasions, then acts on `times` of them. What an occasion is
//! depends on the kind: a touch, a typed character, a switch. A new kind is a variant here and one
//! place in the world that takes it.

mod bend;
mod interfere;
mod kinds;
mod text;

pub use kinds::{Misbehaviour, WorldFault};

use super::setup::mix;
use super::view::Hit;

/// A fault that waits or acts.
#[derive(Debug)]
struct Armed {
    fault: WorldFault,
    until: Option<u64>,
}

/// The armed faults.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    armed: Vec<Armed>,
    typed: u32,
    lengths: Option<Rng>,
    pub(crate) adversary: Option<(Rng, f64)>,
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
    pub(crate) fn arm(&mut self, mut fault: WorldFault, seed: u64, now: u64) -> Result<(), String> {
        match &fault.what {
            Misbehaviour::DropCharacter { nth: 0 }
            | Misbehaviour::RepeatCharacter { nth: 0 }
            | Misbehaviour::FocusLost { nth: 0 }
            | Misbehaviour::FocusJump { nth: 0 } => return Err("nth begins at 1".to_owned()),
            Misbehaviour::LayoutShift { points } if !points.is_finite() => {
                return Err("points must be a finite number".to_owned());
            }
            Misbehaviour::Scramble { seed: own } => {
                self.lengths = Some(Rng::new(own.unwrap_or(seed)));
                return Ok(());
            }
            Misbehaviour::Adversary { seed: own, rate } => {
                if !(0.0..=1.0).contains(rate) {
                    return Err("rate must be from 0 to 1".to_owned());
                }
                self.adversary = Some((Rng::new(own.unwrap_or(seed)), *rate));
                return Ok(());
            }
            Misbehaviour::ScrollJump { points } if !points.is_finite() => {
                return Err("points must be a finite number".to_owned());
            }
            Misbehaviour::TouchOffset { dx, dy } if !(dx.is_finite() && dy.is_finite()) => {
                return Err("dx and dy must be finite numbers".to_owned());
            }
            kind if kind.stands() => {}
            _ => fault.times = fault.times.or(Some(1)),
        }
        let until = fault.for_ms.map(|ms| now + ms);
        self.armed.push(Armed { fault, until });
        Ok(())
    }

    /// Takes every fault away.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Ends what has lasted long enough.
    pub(crate) fn expire(&mut self, now: u64) {
        self.armed.retain(|armed| armed.until.is_none_or(|until| now < until));
    }

    /// What a standing fault says; nothing is used up.
    pub(crate) fn has<T>(&self, pick: impl Fn(&Misbehaviour) -> Option<T>) -> Option<T> {
        self.armed.iter().find_map(|armed| pick(&armed.fault.what))
    }

    /// Takes the first armed fault of a kind, one occasion of it.
    pub(crate) fn take<T>(&mut self, pick: impl Fn(&Misbehaviour) -> Option<T>) -> Option<T> {
        let (at, found) = self
            .armed
            .iter()
            .enumerate()
            .find_map(|(i, armed)| pick(&armed.fault.what).map(|t| (i, t)))?;
        let fault = &mut self.armed[at].fault;
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
        let nth = self.has(|what| match what {
            Misbehaviour::DropCharacter { nth } => Some(*nth),
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
        let slow = self.take(|what| match what {
            Misbehaviour::SlowTransition { ms } => Some(*ms),
            _ => None,
        });
        if let Some(ms) = slow {
            return ms;
        }
        self.lengths.as_mut().map_or(usual, |rng| 100 + rng.below(1_101))
    }
}

impl Misbehaviour {
    /// Whether it lasts until it is cleared or its time is over, rather than for one occasion.
    fn stands(&self) -> bool {
        matches!(
            self,
            Self::DeadControl { .. }
                | Self::DropCharacter { .. }
                | Self::CoveredControl { .. }
                | Self::StuckScroll
                | Self::RepeatCharacter { .. }
                | Self::Autocorrect { .. }
                | Self::Reformat { .. }
                | Self::TypeLag { .. }
                | Self::KeyboardCovers
                | Self::ParkedKeyboard
                | Self::TornTree { .. }
                | Self::HiddenTwin { .. }
                | Self::LostLabels
                | Self::OddCharacters
                | Self::ZeroFrames
                | Self::WrongVisibility
                | Self::OneY
                | Self::DeepTree { .. }
                | Self::Ticker
                | Self::Spinner
                | Self::BackgroundStall { .. }
        )
    }
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
        faults.arm(parse(r#"{"kind":"swallow_touch","after":1,"times":2}"#), 0, 0).unwrap();
        let mut taken =
            || faults.take(|w| matches!(w, Misbehaviour::SwallowTouch).then_some(())).is_some();
        assert_eq!([taken(), taken(), taken(), taken()], [false, true, true, false]);
    }

    #[test]
    fn every_third_character_is_dropped() {
        let mut faults = Faults::default();
        faults.arm(parse(r#"{"kind":"drop_character","nth":3}"#), 0, 0).unwrap();
        let dropped: Vec<bool> = (0..6).map(|_| faults.drops_character()).collect();
        assert_eq!(dropped, [false, false, true, false, false, true]);
    }

    #[test]
    fn scrambled_lengths_repeat_with_their_seed() {
        let lengths = |seed: u64| {
            let mut faults = Faults::default();
            faults.arm(parse(r#"{"kind":"scramble"}"#), seed, 0).unwrap();
            (0..20).map(|_| faults.length(350)).collect::<Vec<_>>()
        };
        assert_eq!(lengths(7), lengths(7));
        assert_ne!(lengths(7), lengths(8));
        assert!(lengths(7).iter().all(|ms| (100..=1_200).contains(ms)));
    }
}
