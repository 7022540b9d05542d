//! The verdict on a scroll, from how far the content travelled.

use super::super::effect::{Attribution, Effect, Unknown, Verdict, Witness};
use super::{Evidence, displaced, effect, repainted_share, undecidable, unreadable};

/// What became of the text that a scroll was to bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    Found,
    /// The content moved by so many pages and no further.
    AtTheEnd(u32),
    /// It moved by so many pages, the most that are taken.
    GaveUp(u32),
}

/// How the content travelled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Travel {
    /// Points, the asked way, on the last page; `None` when nothing shows it.
    pub moved: Option<f64>,
    /// It gave way under the finger and came back, as content does at its end. Content that stood
    /// still may as well have been deaf to the finger.
    pub bounced: bool,
}

/// A picture that differs by more than this share moved: indicators and carets are smaller.
const DRAWN_SHARE: f64 = 0.02;

/// Judges a scroll.
pub fn judge_scroll(seen: &Evidence<'_>, travel: Travel, until: Option<Until>) -> Effect {
    if let Some(effect) = undecidable(seen) {
        return effect;
    }
    if seen.after.is_none() {
        return unreadable(seen);
    }
    if let Some(displaced) = displaced(seen) {
        return displaced;
    }
    let Travel { moved, bounced } = travel;
    let say = |verdict, reason: &str| {
        let mut effect = effect(seen, verdict, reason, Witness::TreeOfScreen);
        effect.attribution = Attribution::OfScreen;
        effect
    };
    let pages = |pages: u32| match pages {
        0 => "nothing moved".to_owned(),
        1 => "moved one page".to_owned(),
        pages => format!("moved {pages} pages"),
    };
    match (until, moved) {
        (Some(Until::Found), _) => say(Verdict::Changed, "now visible"),
        (Some(Until::AtTheEnd(by)), Some(last)) if last >= 0.0 => {
            let end = match (bounced, by) {
                (true, _) => ", at the end now",
                (false, 0) => "",
                (false, _) => ", then nothing moved any more",
            };
            say(Verdict::NoEffect, &format!("not found; {}{end}", pages(by)))
        }
        (Some(Until::AtTheEnd(by)), None) => {
            let reason = format!("not found; {}, then nothing showed the movement", pages(by));
            say(Verdict::Unknown(Unknown::Unattributable), &reason)
        }
        (Some(Until::AtTheEnd(_)), Some(_)) => {
            say(Verdict::Contradicted, "not found; the content moved the other way")
        }
        (Some(Until::GaveUp(by)), _) => {
            say(Verdict::NoEffect, &format!("not found; {}, not at the end yet", pages(by)))
        }
        (None, Some(by)) if by > 0.0 => say(Verdict::Changed, &format!("moved {by:.0} points")),
        (None, Some(by)) if by < 0.0 => {
            say(Verdict::Contradicted, "the content moved the other way")
        }
        (None, Some(_)) if bounced => say(Verdict::NoEffect, "at the end"),
        (None, Some(_)) if repainted_share(seen) > DRAWN_SHARE => {
            say(Verdict::Unknown(Unknown::Unsettled), "the picture moved, but the tree did not")
        }
        (None, Some(_)) => say(Verdict::NoEffect, "nothing moved"),
        (None, None) => {
            say(Verdict::Unknown(Unknown::Unattributable), "nothing shows the movement")
        }
    }
}
