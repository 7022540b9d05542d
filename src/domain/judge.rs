//! The verdict on a step, from what was seen before and after it. Pure.
//!
//! The strongest available witness decides and a weaker one never upgrades it: what the caller
//! expects, then the read-back of the target, then the app in front, then the tree at the target,
//! then the tree of the screen. A change counts only at the target (24 points around it) or of the
//! screen; a lone change elsewhere is not attributable.

use std::collections::HashSet;
use std::time::Duration;

use super::changes::{ElementKey, ScreenChanges, changes, moved_from};
use super::effect::{Attribution, Effect, Touched, Unknown, Verdict, Witness};
use super::geometry::Rect;
use super::observation::Perception;
use super::perception::fold;

mod front;
mod scroll;
mod sweep;
mod value;

pub use front::{judge_alert, judge_front, judge_link};
pub use scroll::{Travel, Until, judge_scroll};
pub use sweep::{Sweep, judge_drag, judge_sweep};
pub use value::{ReadBack, judge_value};

/// How far from the target a change still counts as its own, in points.
pub const TARGET_MARGIN: f64 = 24.0;

/// A change of this share of the picture is one of the whole screen.
const SCREENFUL: f64 = 0.2;

/// What was seen around one input.
#[derive(Clone, Copy)]
pub struct Evidence<'a> {
    pub before: &'a Perception,
    /// `None` when no reading after the input was a screen.
    pub after: Option<&'a Perception>,
    /// Bundle ids in front before and after, where known.
    pub front: (Option<&'a str>, Option<&'a str>),
    /// Frame of the target and of its row, before.
    pub target: Option<Rect>,
    /// What the target is called, where it has a name.
    pub named: Option<&'a str>,
    /// What became of the caller's expectation, where there is one.
    pub expectation: Option<Expected>,
    /// Why it is not known whether the input was applied, where it is not.
    pub uncertain: Option<&'a str>,
    /// The screen never came to rest.
    pub unsettled: bool,
    pub watched: Duration,
    /// Cells of the picture that differ from before the input; `None` without pictures.
    pub repainted: Option<&'a [Rect]>,
    /// An alert of the system came up: listed, and never by itself evidence.
    pub alert_appeared: bool,
    pub volatile: &'a HashSet<ElementKey>,
}

/// A caller's expectation, before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// It held before the input: then it is no witness of what the input did.
    pub held: bool,
    pub holds: bool,
    /// The text must not be on the screen.
    pub absent: bool,
}

impl Expected {
    /// Whether it says something about the input.
    const fn decides(self) -> bool {
        !(self.held && self.holds)
    }

    const fn failing(self) -> &'static str {
        if self.absent {
            "what was expected to be gone is still there"
        } else {
            "the expected text is missing"
        }
    }
}

/// Judges a touch: tap and hold.
pub fn judge_touch(seen: &Evidence<'_>) -> Effect {
    if let Some(effect) = undecidable(seen) {
        return effect;
    }
    let Some(after) = seen.after else { return unreadable(seen) };
    let differences = changes(seen.before, after, seen.volatile);
    if let Some(expectation) = seen.expectation.filter(|e| e.decides()) {
        return expected(seen, &differences, expectation);
    }
    if left_for_home(seen) {
        return effect(seen, Verdict::Contradicted, "the app left the front", Witness::AppState);
    }
    displaced(seen).unwrap_or_else(|| touched(seen, &differences))
}

/// Something else than the input may have turned the screen or brought another app, before the touch
/// or after it: then what was touched is not known. An app that the target names is its effect, and
/// so is what opens from the home screen without a name.
fn displaced(seen: &Evidence<'_>) -> Option<Effect> {
    let lies = |screen: &Perception| screen.viewport.size.width > screen.viewport.size.height;
    let turned = seen.after.is_some_and(|after| lies(seen.before) != lies(after));
    let reason = match seen.front {
        (Some(before), Some(now)) if before != now && !opens(seen, before) => {
            format!("{now} is in front, and nothing tells that this step brought it")
        }
        _ if turned => "the screen turned, so what was touched is not known".to_owned(),
        _ => return None,
    };
    let why = Verdict::Unknown(Unknown::Unattributable);
    let displaced = effect(seen, why, &reason, Witness::AppState);
    Some(Effect { attribution: Attribution::Elsewhere, touched: Touched::Maybe, ..displaced })
}

/// Whether the target's name is that of the app which came to the front.
fn opens(seen: &Evidence<'_>, before: &str) -> bool {
    let app = seen.after.and_then(|after| after.app.as_deref()).map(fold);
    let named = seen.named.map(fold);
    match (app, named) {
        (Some(app), Some(named)) => named.contains(&app) || app.contains(&named),
        (None, _) | (_, None) => before == super::app::BundleId::SPRINGBOARD,
    }
}

/// What excludes any other judgement: an input whose fate is not known.
fn undecidable(seen: &Evidence<'_>) -> Option<Effect> {
    seen.uncertain.map(|why| {
        let verdict = Verdict::Unknown(Unknown::AckLost);
        Effect { touched: Touched::Maybe, ..effect(seen, verdict, why, Witness::None) }
    })
}

fn unreadable(seen: &Evidence<'_>) -> Effect {
    let reason = "the screen could not be read afterwards";
    effect(seen, Verdict::Unknown(Unknown::Unreadable), reason, Witness::None)
}

fn expected(seen: &Evidence<'_>, found: &ScreenChanges, expectation: Expected) -> Effect {
    let say = |verdict, reason: &str| effect(seen, verdict, reason, Witness::Expectation);
    if expectation.holds {
        return astray(seen, found).unwrap_or_else(|| say(Verdict::Changed, "as expected"));
    }
    let failing = expectation.failing();
    let moved = !found.is_empty() || seen.front.0 != seen.front.1;
    if !moved && seen.alert_appeared {
        let reason = format!("{failing}, and an alert of the system came up");
        return say(Verdict::Unknown(Unknown::Unattributable), &reason);
    }
    if moved || seen.repainted.is_some_and(|cells| !cells.is_empty()) {
        return say(Verdict::Contradicted, &format!("the screen changed, but {failing}"));
    }
    say(Verdict::NoEffect, &format!("nothing moved, and {failing}"))
}

/// The target lies elsewhere on the same screen now, so the touch may have hit what came in its
/// place. A keyboard that goes uncovers what it moved, and a field that got the focus was reached:
/// these are no such thing.
fn astray(seen: &Evidence<'_>, found: &ScreenChanges) -> Option<Effect> {
    let (target, after) = (seen.target?, seen.after?);
    let another = found.most_replaced && !found.modal_appeared;
    let explained = found.title || another || found.keyboard_hidden;
    if explained || !moved_from(seen.before, after, &target) {
        return None;
    }
    let reason = "the layout moved under the touch, which may have landed on something else";
    let why = Verdict::Unknown(Unknown::Unattributable);
    let shifted = effect(seen, why, reason, Witness::TreeAtTarget);
    Some(Effect { attribution: Attribution::Elsewhere, touched: Touched::Maybe, ..shifted })
}

/// The app was in front and the home screen is now, though no one asked for it: a crash looks so.
fn left_for_home(seen: &Evidence<'_>) -> bool {
    let home = super::app::BundleId::SPRINGBOARD;
    matches!(seen.front, (Some(before), Some(now)) if before != home && now == home)
        && seen.after.is_some_and(|after| after.modal.is_none())
}

/// A change of the screen as a whole: another app, or what the tree says of all of it.
fn of_screen(seen: &Evidence<'_>, found: &ScreenChanges) -> Option<Effect> {
    let (words, witness) = match seen.front {
        (Some(before), Some(now)) if before != now => {
            (format!("{now} is in front"), Witness::AppState)
        }
        _ => (found.of_screen()?.to_owned(), Witness::TreeOfScreen),
    };
    let whole = effect(seen, Verdict::Changed, &words, witness);
    Some(Effect { attribution: Attribution::OfScreen, ..whole })
}

fn touched(seen: &Evidence<'_>, found: &ScreenChanges) -> Effect {
    let another = matches!(seen.front, (Some(before), Some(now)) if before != now);
    if !another && let Some(astray) = astray(seen, found) {
        return astray;
    }
    if let Some(whole) = of_screen(seen, found) {
        return whole;
    }
    let near = seen.target.and_then(|target| found.within(&target.grown(TARGET_MARGIN)));
    if near.is_some() {
        let mut own = effect(seen, Verdict::Changed, "it changed", Witness::TreeAtTarget);
        own.attribution = Attribution::AtTarget;
        return own;
    }
    still(seen, found)
}

/// Nothing that counts differs, or only something elsewhere does.
fn still(seen: &Evidence<'_>, found: &ScreenChanges) -> Effect {
    if seen.unsettled {
        let reason = "the screen never came to rest";
        return effect(seen, Verdict::Unknown(Unknown::Unsettled), reason, Witness::TreeOfScreen);
    }
    if let Some(effect) = repainted(seen, found) {
        return effect;
    }
    if seen.alert_appeared {
        let reason = "an alert of the system came up, which is no evidence of this step";
        let why = Verdict::Unknown(Unknown::Unattributable);
        return effect(seen, why, reason, Witness::None);
    }
    if found.elements.is_empty() {
        let reason = format!("watched {}, nothing changed", seconds(seen.watched));
        return effect(seen, Verdict::NoEffect, &reason, Witness::TreeOfScreen);
    }
    let reason = "something changed, but not at the target";
    let why = Verdict::Unknown(Unknown::Unattributable);
    let mut lone = effect(seen, why, reason, Witness::TreeOfScreen);
    lone.attribution = Attribution::Elsewhere;
    lone
}

/// What the pictures say where the trees say nothing: a change at the target counts, one elsewhere
/// cannot be attributed.
fn repainted(seen: &Evidence<'_>, found: &ScreenChanges) -> Option<Effect> {
    let cells = seen.repainted.filter(|cells| !cells.is_empty())?;
    if !found.elements.is_empty() || seen.alert_appeared {
        return None;
    }
    if repainted_share(seen) >= SCREENFUL {
        let whole = effect(seen, Verdict::Changed, "the picture changed", Witness::Frames);
        return Some(Effect { attribution: Attribution::OfScreen, ..whole });
    }
    let near = seen.target.map(|target| target.grown(TARGET_MARGIN));
    let at_target = near.is_some_and(|near| cells.iter().any(|c| c.intersection(&near).is_some()));
    let (verdict, reason, attribution) = if at_target {
        (Verdict::Changed, "its picture changed, the tree did not", Attribution::AtTarget)
    } else {
        let why = Verdict::Unknown(Unknown::Unattributable);
        (why, "the picture changed, but not at the target", Attribution::Elsewhere)
    };
    Some(Effect { attribution, ..effect(seen, verdict, reason, Witness::Frames) })
}

/// The share of the screen whose picture differs; 0 without pictures.
fn repainted_share(seen: &Evidence<'_>) -> f64 {
    let size = seen.before.viewport.size;
    let screen = size.width * size.height;
    let cells = seen.repainted.unwrap_or_default().iter().map(Rect::area).sum::<f64>();
    if screen > 0.0 { cells / screen } else { 0.0 }
}

fn effect(seen: &Evidence<'_>, verdict: Verdict, reason: &str, witness: Witness) -> Effect {
    Effect {
        verdict,
        reason: reason.to_owned(),
        witness,
        attribution: Attribution::None,
        touched: Touched::Yes,
        watched: seen.watched,
    }
}

/// A verdict on something that already was so: nothing was sent.
pub fn already(reason: impl Into<String>) -> Effect {
    Effect {
        verdict: Verdict::Already,
        reason: reason.into(),
        witness: Witness::ReadBack,
        attribution: Attribution::None,
        touched: Touched::No,
        watched: Duration::ZERO,
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests;
