//! The verdict on going somewhere: launches, buttons of the device, links and answered alerts.

use super::super::changes::{ScreenChanges, changes};
use super::super::effect::{Attribution, Effect, Unknown, Verdict, Witness};
use super::super::observation::AlertSeen;
use super::{Evidence, effect, expected, still, undecidable, unreadable};

/// Judges by the app in front: launch, home. An app that was in front before proves nothing by
/// being there still; then the screen decides.
pub fn judge_front(seen: &Evidence<'_>, wanted: &str) -> Effect {
    if let Some(effect) = undecidable(seen) {
        return effect;
    }
    let (before, now) = seen.front;
    let of_screen = |verdict, reason: &str, witness| Effect {
        attribution: Attribution::OfScreen,
        ..effect(seen, verdict, reason, witness)
    };
    let by_app = |verdict, reason: &str| of_screen(verdict, reason, Witness::AppState);
    match now {
        None => by_app(Verdict::Unknown(Unknown::Unreadable), "the app in front could not be told"),
        Some(app) if app != wanted && Some(app) == before => {
            by_app(Verdict::NoEffect, &format!("{app} is still in front"))
        }
        Some(app) if app != wanted => by_app(Verdict::Contradicted, &format!("{app} is in front")),
        Some(_) if before != Some(wanted) => {
            by_app(Verdict::Changed, &format!("{wanted} is in front"))
        }
        Some(_) => {
            let found = seen.after.map(|after| changes(seen.before, after, seen.volatile));
            match found.as_ref().and_then(ScreenChanges::of_screen) {
                Some(words) => of_screen(Verdict::Changed, words, Witness::TreeOfScreen),
                None => by_app(Verdict::NoEffect, &format!("{wanted} was in front before")),
            }
        }
    }
}

/// Judges the answer to an alert: that alert must be gone.
pub fn judge_alert(
    seen: &Evidence<'_>,
    before: Option<&AlertSeen>,
    now: Option<&AlertSeen>,
) -> Effect {
    if let Some(effect) = undecidable(seen) {
        return effect;
    }
    if seen.after.is_none() {
        return unreadable(seen);
    }
    let say = |verdict, reason: &str| {
        let mut effect = effect(seen, verdict, reason, Witness::TreeOfScreen);
        effect.attribution = Attribution::OfScreen;
        effect
    };
    match (now, seen.expectation) {
        (_, Some(expectation)) if !expectation.holds => {
            say(Verdict::Contradicted, expectation.failing())
        }
        (None, _) => say(Verdict::Changed, "that alert is gone"),
        (Some(now), _) if Some(now) == before => {
            say(Verdict::NoEffect, "the same alert is still in front")
        }
        (Some(_), _) => say(Verdict::Changed, "that alert is gone, another is in front"),
    }
}

/// Judges a link: only a change of the whole screen counts.
pub fn judge_link(seen: &Evidence<'_>) -> Effect {
    if let Some(effect) = undecidable(seen) {
        return effect;
    }
    let Some(after) = seen.after else { return unreadable(seen) };
    let differences = changes(seen.before, after, seen.volatile);
    if let Some(expectation) = seen.expectation.filter(|e| e.decides()) {
        return expected(seen, &differences, expectation);
    }
    let (before, now) = seen.front;
    if before != now && now.is_some() {
        let reason = format!("{} is in front", now.unwrap_or_default());
        return effect(seen, Verdict::Changed, &reason, Witness::AppState);
    }
    if differences.modal_appeared || seen.alert_appeared {
        let reason = "a confirmation opened instead";
        return effect(seen, Verdict::Contradicted, reason, Witness::TreeOfScreen);
    }
    if differences.most_replaced || differences.title {
        return effect(seen, Verdict::Changed, "a new screen", Witness::TreeOfScreen);
    }
    still(seen, &differences)
}
