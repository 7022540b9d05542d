//! What became of typed text, from the field's text before and after. Pure.
//!
//! Capitalisation, smart punctuation, white space and what an input mask adds are reformatting, not
//! failure; a character that was asked for and is missing is. A secure field tells its length and
//! nothing else.

use std::time::Duration;

use super::effect::{Attribution, Effect, Touched, Unknown, Verdict, Witness};
use super::perception::{fold, plain};

/// Where typed text ended up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// The field was already as asked; nothing was typed.
    Already,
    /// The field holds it; what it shows now.
    Arrived(String),
    /// It holds it in its own way (case, mask, punctuation); what it shows now.
    Reformatted(String),
    /// A secure field grew by as many characters.
    ArrivedSecretly(usize),
    /// The field shows something else: what it shows, and what it should.
    Mismatch(String, String),
    /// A secure field has another length: asked, shown.
    MismatchSecretly(usize, usize),
    /// The field shows what it showed before.
    Unchanged,
    /// The field says what it said before, but its picture changed: it may be read too early.
    Doubtful,
    /// Clearing left something behind.
    NotCleared(String),
    /// No field has the focus any more: it was consumed, or lost.
    FocusLost,
    Unreadable,
}

impl Arrival {
    /// Whether a second look could tell something else.
    pub const fn is_final(&self) -> bool {
        !matches!(self, Self::Unchanged | Self::Mismatch(..) | Self::MismatchSecretly(..))
    }

    /// Whether the text is in the field.
    pub const fn is_there(&self) -> bool {
        matches!(
            self,
            Self::Already | Self::Arrived(_) | Self::Reformatted(_) | Self::ArrivedSecretly(_)
        )
    }
}

/// Compares the field's text with what was typed into it. `now` is `None` when no field is focused.
pub fn landed(old: &str, typed: &str, now: Option<&str>, secure: bool) -> Arrival {
    let Some(now) = now else { return Arrival::FocusLost };
    if secure {
        let (asked, shown) = (old.chars().count() + typed.chars().count(), now.chars().count());
        // Entering a secure field again may empty it first, so the bare length counts as well.
        if shown == asked || shown == typed.chars().count() {
            return Arrival::ArrivedSecretly(typed.chars().count());
        }
        return if now == old {
            Arrival::Unchanged
        } else {
            Arrival::MismatchSecretly(asked, shown)
        };
    }
    let whole = format!("{old}{typed}");
    if now == whole || now == typed || is_inserted(old, typed, now) {
        return Arrival::Arrived(now.to_owned());
    }
    if now == old {
        return Arrival::Unchanged;
    }
    if is_reformatted(&whole, now) || is_reformatted(typed, now) {
        return Arrival::Reformatted(now.to_owned());
    }
    Arrival::Mismatch(now.to_owned(), whole)
}

/// Whether `now` is `old` with `typed` put in somewhere: the caret need not be at the end.
fn is_inserted(old: &str, typed: &str, now: &str) -> bool {
    !typed.is_empty()
        && now.match_indices(typed).any(|(at, _)| {
            let (head, tail) = (&now[..at], &now[at + typed.len()..]);
            old.strip_prefix(head) == Some(tail)
        })
}

/// Whether `shown` holds every asked character in order (folded, white space aside), and beyond
/// them only what a mask adds: nothing that is a letter or a digit.
fn is_reformatted(asked: &str, shown: &str) -> bool {
    let asked = fold(asked);
    let mut wanted = asked.chars().filter(|c| !c.is_whitespace()).peekable();
    for c in fold(shown).chars().filter(|c| !c.is_whitespace()) {
        if wanted.peek() == Some(&c) {
            wanted.next();
        } else if c.is_alphanumeric() {
            return false;
        }
    }
    wanted.peek().is_none()
}

/// The verdict on typed text.
pub fn effect_of(arrival: &Arrival, watched: Duration) -> Effect {
    let show = |text: &str| plain(text, 60);
    let (verdict, reason) = match arrival {
        Arrival::Already => (Verdict::Already, "the field already says so".to_owned()),
        Arrival::Arrived(now) if now.is_empty() => (Verdict::Changed, "the field is empty".into()),
        Arrival::Arrived(now) => (Verdict::Changed, format!("field shows \"{}\"", show(now))),
        Arrival::Reformatted(now) => {
            (Verdict::Changed, format!("reformatted: field shows \"{}\"", show(now)))
        }
        Arrival::ArrivedSecretly(length) => {
            (Verdict::Changed, format!("{length} characters arrived"))
        }
        Arrival::Mismatch(now, whole) => (
            Verdict::Contradicted,
            format!("field shows \"{}\", asked \"{}\"", show(now), show(whole)),
        ),
        Arrival::MismatchSecretly(asked, shown) => {
            (Verdict::Contradicted, format!("field holds {shown} characters, expected {asked}"))
        }
        Arrival::Unchanged => (Verdict::NoEffect, "the field shows what it showed before".into()),
        Arrival::Doubtful => (
            Verdict::Unknown(Unknown::Unsettled),
            "the picture changed, but the field still says what it said before".into(),
        ),
        Arrival::NotCleared(left) => (
            Verdict::Contradicted,
            format!("field still shows \"{}\" after clearing; nothing typed", show(left)),
        ),
        Arrival::FocusLost => (
            Verdict::Unknown(Unknown::Unreadable),
            "the focus left the field, so its text could not be read back".into(),
        ),
        Arrival::Unreadable => {
            (Verdict::Unknown(Unknown::Unreadable), "the field could not be read".into())
        }
    };
    let touched = if matches!(arrival, Arrival::Already) { Touched::No } else { Touched::Yes };
    let (witness, attribution) = (Witness::ReadBack, Attribution::AtTarget);
    Effect { verdict, reason, witness, attribution, touched, watched }
}

/// The verdict when the tap that was to give a field the focus did not; `other` has it instead.
pub fn missed_focus(other: Option<String>, watched: Duration) -> Effect {
    let (verdict, reason) = match other {
        Some(other) => {
            (Verdict::Contradicted, format!("the focus went to {other}; nothing was typed"))
        }
        None => (Verdict::NoEffect, "it did not take the focus; nothing was typed".to_owned()),
    };
    let (witness, attribution) = (Witness::ReadBack, Attribution::OfScreen);
    Effect { verdict, reason, witness, attribution, touched: Touched::Yes, watched }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_arrived_whole_is_told_from_text_that_did_not() {
        assert_eq!(landed("", "Ann", Some("Ann"), false), Arrival::Arrived("Ann".into()));
        assert_eq!(
            landed("Dear ", "Ann", Some("Dear Ann"), false),
            Arrival::Arrived("Dear Ann".into())
        );
        assert_eq!(landed("", "ann", Some("Ann"), false), Arrival::Reformatted("Ann".into()));
        let masked = "(555) 123-4567";
        assert_eq!(
            landed("", "5551234567", Some(masked), false),
            Arrival::Reformatted(masked.into())
        );
        assert_eq!(
            landed("", "ada@example", Some("adaexample"), false),
            Arrival::Mismatch("adaexample".into(), "ada@example".into())
        );
        assert_eq!(
            landed("ab", "dexyz", Some("abdexz"), false),
            Arrival::Mismatch("abdexz".into(), "abdexyz".into())
        );
        // The caret was not at the end; and a field that lost what it held.
        assert_eq!(landed("ac", "b", Some("abc"), false), Arrival::Arrived("abc".into()));
        assert_eq!(
            landed("ab", "xyz", Some("axyz"), false),
            Arrival::Mismatch("axyz".into(), "abxyz".into())
        );
        assert_eq!(landed("x", "seven", Some("x"), false), Arrival::Unchanged);
        assert_eq!(landed("", "s3cret", Some("••••••"), true), Arrival::ArrivedSecretly(6));
        assert_eq!(landed("", "s3cret", Some("•••"), true), Arrival::MismatchSecretly(6, 3));
        assert_eq!(landed("", "gone", None, false), Arrival::FocusLost);
    }
}
