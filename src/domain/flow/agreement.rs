//! Whether what came of a step now is what came of it when it was recorded. Pure.
//!
//! A state that was brought about then may be there already now. The other way round only verbs that
//! ask for a state may act: a tap that found its expectation fulfilled must not press anything now.

use crate::domain::effect::{Unknown, Verdict};
use crate::domain::step::UiStep;

/// How a step held when it was recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kept {
    /// What it asked for came about.
    #[default]
    Changed,
    /// It was so; nothing was touched.
    Already,
    /// Nothing can show what it did: a volume key.
    NotObservable,
    /// Nothing was seen at first, and its effect only later.
    Late,
    /// A wait that was met.
    Met,
}

impl Kept {
    pub const ALL: [Self; 5] =
        [Self::Changed, Self::Already, Self::NotObservable, Self::Late, Self::Met];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Already => "already",
            Self::NotObservable => "not_observable",
            Self::Late => "late",
            Self::Met => "met",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kept| kept.word() == word)
    }

    /// How a step with this verdict held; `None` when it did not.
    pub const fn of(verdict: Verdict) -> Option<Self> {
        match verdict {
            Verdict::Changed => Some(Self::Changed),
            Verdict::Already => Some(Self::Already),
            Verdict::Unknown(Unknown::NotObservable) => Some(Self::NotObservable),
            Verdict::NoEffect | Verdict::Contradicted | Verdict::Unknown(_) => None,
        }
    }

    /// Whether a step that held so may go on after this verdict.
    pub const fn agrees(self, step: &UiStep, now: Verdict) -> bool {
        match (self, now) {
            (Self::Changed | Self::Late, Verdict::Changed | Verdict::Already)
            | (Self::Late, Verdict::NoEffect)
            | (Self::Already, Verdict::Already)
            | (Self::NotObservable, Verdict::Unknown(Unknown::NotObservable)) => true,
            (Self::Already, Verdict::Changed) => asks_for_a_state(step),
            _ => false,
        }
    }
}

/// Whether a step says how something is to be, so that doing it where it is not so is what it asks.
const fn asks_for_a_state(step: &UiStep) -> bool {
    match step {
        UiStep::SetValue { .. }
        | UiStep::TypeText { clear: true, .. }
        | UiStep::Scroll { until: Some(_), .. } => true,
        UiStep::LaunchApp { fresh, .. } | UiStep::LaunchNamed { fresh, .. } => !*fresh,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::step::{HardwareButton, Target};

    const NOW: [Verdict; 6] = [
        Verdict::Changed,
        Verdict::Already,
        Verdict::NoEffect,
        Verdict::Contradicted,
        Verdict::Unknown(Unknown::NotObservable),
        Verdict::Unknown(Unknown::AckLost),
    ];

    fn agreeing(kept: Kept, step: &UiStep) -> Vec<Verdict> {
        NOW.into_iter().filter(|now| kept.agrees(step, *now)).collect()
    }

    #[test]
    fn what_was_changed_may_be_so_already_and_nothing_else() {
        let tap = UiStep::Tap { target: Target::Focused, count: 1 };
        assert_eq!(agreeing(Kept::Changed, &tap), [Verdict::Changed, Verdict::Already]);
        assert_eq!(agreeing(Kept::Already, &tap), [Verdict::Already]);
        let late = [Verdict::Changed, Verdict::Already, Verdict::NoEffect];
        assert_eq!(agreeing(Kept::Late, &tap), late);
        let volume = UiStep::PressButton { button: HardwareButton::VolumeUp };
        let unseen = [Verdict::Unknown(Unknown::NotObservable)];
        assert_eq!(agreeing(Kept::NotObservable, &volume), unseen);
    }

    #[test]
    fn a_state_that_was_so_may_be_brought_about_now() {
        let set = UiStep::SetValue { target: Target::Focused, value: "on".to_owned() };
        assert_eq!(agreeing(Kept::Already, &set), [Verdict::Changed, Verdict::Already]);
        let append =
            UiStep::TypeText { text: "a".to_owned(), target: None, clear: false, submit: false };
        assert_eq!(agreeing(Kept::Already, &append), [Verdict::Already]);
    }

    #[test]
    fn every_word_is_read_back() {
        for kept in Kept::ALL {
            assert_eq!(Kept::parse(kept.word()), Some(kept));
        }
        assert_eq!(Kept::parse("contradicted"), None);
    }
}
