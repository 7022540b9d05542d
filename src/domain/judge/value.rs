//! The verdict on a control that was to be brought to a state: its own state, read back.

use super::super::changes::changes;
use super::super::effect::{Attribution, Effect, Unknown, Verdict, Witness};
use super::{Evidence, astray, displaced, effect, seconds, still, undecidable};

/// A control's own state, read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadBack {
    /// As asked; the text says it, for example `=1`.
    AsAsked(String),
    /// As it was before.
    AsBefore(String),
    /// Neither.
    Third(String),
    /// The target says nothing of its state.
    Unreadable(String),
}

/// Judges a control that was to be brought to a state.
pub fn judge_value(seen: &Evidence<'_>, read: &ReadBack) -> Effect {
    if let Some(effect) = undecidable(seen) {
        return effect;
    }
    let at = |verdict, reason: String| {
        let mut effect = effect(seen, verdict, &reason, Witness::ReadBack);
        effect.attribution = Attribution::AtTarget;
        effect
    };
    match read {
        ReadBack::AsAsked(state) => {
            at(Verdict::Changed, format!("now {state}; watched {}", seconds(seen.watched)))
        }
        ReadBack::AsBefore(state) => {
            let unmoved =
                at(Verdict::NoEffect, format!("still {state}; watched {}", seconds(seen.watched)));
            but(seen, state).unwrap_or(unmoved)
        }
        ReadBack::Third(text) => at(Verdict::Contradicted, text.clone()),
        ReadBack::Unreadable(text) => at(Verdict::Unknown(Unknown::Unreadable), text.clone()),
    }
}

/// What forbids saying that nothing happened, though the control says what it said before: the touch
/// may have met something else, or the control's picture knows better than the tree.
fn but(seen: &Evidence<'_>, state: &str) -> Option<Effect> {
    let found = changes(seen.before, seen.after?, seen.volatile);
    if let Some(elsewhere) = displaced(seen).or_else(|| astray(seen, &found)) {
        return Some(elsewhere);
    }
    let why = Verdict::Unknown(Unknown::Unattributable);
    if let Some(words) = found.of_screen() {
        return Some(effect(
            seen,
            why,
            &format!("{words}, but it still shows {state}"),
            Witness::TreeOfScreen,
        ));
    }
    let rest = still(seen, &found);
    match rest.verdict {
        Verdict::NoEffect => None,
        Verdict::Changed => {
            let reason = format!("its picture changed, but the tree still shows {state}");
            Some(effect(seen, Verdict::Unknown(Unknown::Unsettled), &reason, Witness::Frames))
        }
        _ => Some(rest),
    }
}
