//! The verdict on a step, from what was seen before and after it. Pure.
//!
//! The strongest available witness decides and a weaker one never upgrades it: what the caller
//! expects, then the read-back of the target, then the app in front, then the tree at the target,
//! then the tree of the screen. A change counts only at the target (24 points around it) or of the
//! screen; a lone change elsewhere is not attributable.

use std::collections::HashSet;
use std::time::Duration;

use super::changes::{ElementKey, ScreenChanges, changes};
use super::effect::{Attribution, Effect, Touched, Unknown, Verdict, Witness};
use super::geometry::Rect;
use super::observation::{AlertSeen, Perception};

/// How far from the target a change still counts as its own, in points.
pub const TARGET_MARGIN: f64 = 24.0;

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
    /// Whether the caller's expectation held before and holds now, where there is one.
    pub expectation: Option<(bool, bool)>,
    /// An acknowledgement is missing.
    pub ack_lost: bool,
    /// The screen never came to rest.
    pub unsettled: bool,
    pub watched: Duration,
    /// Cells of the picture that differ from before the input; `None` without pictures.
    pub repainted: Option<&'a [Rect]>,
    /// An alert of the system came up: listed, and never by itself evidence.
    pub alert_appeared: bool,
    pub volatile: &'a HashSet<ElementKey>,
}

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

/// Judges a touch: tap, hold, drag.
pub fn judge_touch(seen: &Evidence<'_>) -> Effect {
    if let Some(effect) = undecidable(seen) {
        return effect;
    }
    let Some(after) = seen.after else { return unreadable(seen) };
    let differences = changes(seen.before, after, seen.volatile);
    if let Some((before, now)) = seen.expectation {
        return expected(seen, &differences, before, now);
    }
    if left_for_home(seen) {
        return effect(seen, Verdict::Contradicted, "the app left the front", Witness::AppState);
    }
    touched(seen, &differences)
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
        ReadBack::AsAsked(state) => at(Verdict::Changed, format!("now {state}")),
        ReadBack::AsBefore(state) => {
            at(Verdict::NoEffect, format!("still {state}; watched {}", seconds(seen.watched)))
        }
        ReadBack::Third(text) => at(Verdict::Contradicted, text.clone()),
        ReadBack::Unreadable(text) => at(Verdict::Unknown(Unknown::Unreadable), text.clone()),
    }
}

/// Judges a scroll; `moved` is how far the content travelled the asked way, in points.
pub fn judge_scroll(seen: &Evidence<'_>, moved: Option<f64>, found: Option<bool>) -> Effect {
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
    match (found, moved) {
        (Some(true), _) => say(Verdict::Changed, "now visible"),
        (Some(false), _) => say(Verdict::NoEffect, "not found up to the end"),
        (None, Some(by)) if by > 0.0 => say(Verdict::Changed, &format!("moved {by:.0} points")),
        (None, Some(by)) if by < 0.0 => {
            say(Verdict::Contradicted, "the content moved the other way")
        }
        (None, Some(_)) => say(Verdict::NoEffect, "at the end"),
        (None, None) => {
            say(Verdict::Unknown(Unknown::Unattributable), "nothing shows the movement")
        }
    }
}

/// Judges by the app in front: launch, home.
pub fn judge_front(seen: &Evidence<'_>, wanted: &str) -> Effect {
    if let Some(effect) = undecidable(seen) {
        return effect;
    }
    let (before, now) = seen.front;
    let (verdict, reason) = match now {
        None => {
            (Verdict::Unknown(Unknown::Unreadable), "the app in front could not be told".into())
        }
        Some(app) if app == wanted => (Verdict::Changed, format!("{wanted} is in front")),
        Some(app) if Some(app) == before => (Verdict::NoEffect, format!("{app} is still in front")),
        Some(app) => (Verdict::Contradicted, format!("{app} is in front")),
    };
    let mut effect = effect(seen, verdict, &reason, Witness::AppState);
    effect.attribution = Attribution::OfScreen;
    effect
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
        (_, Some((_, false))) => say(Verdict::Contradicted, "the expected is missing"),
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
    if let Some((before, now)) = seen.expectation {
        return expected(seen, &differences, before, now);
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

/// What excludes any other judgement: a lost acknowledgement.
fn undecidable(seen: &Evidence<'_>) -> Option<Effect> {
    seen.ack_lost.then(|| {
        let reason = "the acknowledgement was lost; it may or may not have been applied";
        let mut lost = effect(seen, Verdict::Unknown(Unknown::AckLost), reason, Witness::None);
        lost.touched = Touched::Maybe;
        lost
    })
}

fn unreadable(seen: &Evidence<'_>) -> Effect {
    let reason = "the screen could not be read afterwards";
    effect(seen, Verdict::Unknown(Unknown::Unreadable), reason, Witness::None)
}

fn expected(seen: &Evidence<'_>, found: &ScreenChanges, before: bool, now: bool) -> Effect {
    let (verdict, reason) = match (before, now) {
        (false, true) => (Verdict::Changed, "as expected"),
        (true, true) => (Verdict::Changed, "the expected text is still there"),
        (_, false) if found.is_empty() => {
            (Verdict::NoEffect, "nothing moved; the expected is missing")
        }
        (_, false) => (Verdict::Contradicted, "the screen changed, the expected is missing"),
    };
    effect(seen, verdict, reason, Witness::Expectation)
}

/// The app was in front and the home screen is now, though no one asked for it: a crash looks so.
fn left_for_home(seen: &Evidence<'_>) -> bool {
    let home = super::app::BundleId::SPRINGBOARD;
    matches!(seen.front, (Some(before), Some(now)) if before != home && now == home)
        && seen.after.is_some_and(|after| after.modal.is_none())
}

fn touched(seen: &Evidence<'_>, found: &ScreenChanges) -> Effect {
    if let (Some(before), Some(now)) = seen.front
        && before != now
    {
        let reason = format!("{now} is in front");
        let mut moved = effect(seen, Verdict::Changed, &reason, Witness::AppState);
        moved.attribution = Attribution::OfScreen;
        return moved;
    }
    if let Some(words) = found.of_screen() {
        let mut whole = effect(seen, Verdict::Changed, words, Witness::TreeOfScreen);
        whole.attribution = Attribution::OfScreen;
        return whole;
    }
    if seen.target.is_some_and(|target| found.moved_away(&target)) {
        let reason = "the layout moved under the touch, which may have landed on something else";
        let why = Verdict::Unknown(Unknown::Unattributable);
        let mut shifted = effect(seen, why, reason, Witness::TreeAtTarget);
        (shifted.attribution, shifted.touched) = (Attribution::Elsewhere, Touched::Maybe);
        return shifted;
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
mod tests {
    use std::sync::LazyLock;

    use super::*;
    use crate::domain::element::Element;
    use crate::domain::observation::{Completeness, Viewport};
    use crate::domain::role::Role;
    use crate::domain::tree::NodeId;

    fn row(label: &str, value: &str, y: f64) -> Element {
        let mut element = Element::new(Role::Switch, NodeId(0));
        element.label = Some(label.to_owned());
        element.value = Some(value.to_owned());
        element.frame = Some(Rect::new(0.0, y, 300.0, 40.0));
        element
    }

    fn screen(elements: Vec<Element>) -> Perception {
        Perception {
            elements,
            title: None,
            app: None,
            completeness: Completeness::Whole,
            modal: None,
            viewport: Viewport::default(),
            notes: Vec::new(),
            fingerprint: 0,
            marks: Vec::new(),
        }
    }

    fn list(values: [&str; 4], shift: f64) -> Perception {
        let at = |index: usize| 100.0 + 100.0 * index as f64 + shift;
        let rows = values.iter().enumerate();
        screen(rows.map(|(i, value)| row(&format!("Row {i}"), value, at(i))).collect())
    }

    static NOTHING: LazyLock<HashSet<ElementKey>> = LazyLock::new(HashSet::new);

    fn verdict<'a>(
        before: &'a Perception,
        after: &'a Perception,
        adjust: impl Fn(&mut Evidence<'a>),
    ) -> Verdict {
        let mut seen = Evidence {
            before,
            after: Some(after),
            front: (Some("app"), Some("app")),
            target: before.elements[0].frame,
            expectation: None,
            ack_lost: false,
            unsettled: false,
            watched: Duration::from_secs(1),
            repainted: None,
            alert_appeared: false,
            volatile: &NOTHING,
        };
        adjust(&mut seen);
        judge_touch(&seen).verdict
    }

    #[test]
    fn only_a_change_at_the_target_or_of_the_screen_is_a_change() {
        let before = list(["0", "0", "0", "0"], 0.0);
        let own = list(["1", "0", "0", "0"], 0.0);
        let far = list(["0", "0", "0", "1"], 0.0);
        let shifted = list(["0", "0", "0", "0"], 60.0);
        let other = screen(vec![row("Elsewhere", "1", 0.0)]);
        let unattributable = Verdict::Unknown(Unknown::Unattributable);
        assert_eq!(verdict(&before, &own, |_| ()), Verdict::Changed);
        assert_eq!(verdict(&before, &far, |_| ()), unattributable);
        assert_eq!(verdict(&before, &shifted, |_| ()), unattributable);
        assert_eq!(verdict(&before, &before, |_| ()), Verdict::NoEffect);
        assert_eq!(verdict(&before, &other, |_| ()), Verdict::Changed);
    }

    #[test]
    fn what_cannot_be_told_is_unknown_whatever_the_screen_shows() {
        let before = list(["0", "0", "0", "0"], 0.0);
        let own = list(["1", "0", "0", "0"], 0.0);
        let of = |why| Verdict::Unknown(why);
        assert_eq!(verdict(&before, &own, |s| s.ack_lost = true), of(Unknown::AckLost));
        assert_eq!(verdict(&before, &own, |s| s.after = None), of(Unknown::Unreadable));
        assert_eq!(verdict(&before, &before, |s| s.unsettled = true), of(Unknown::Unsettled));
        let alert = verdict(&before, &before, |s| s.alert_appeared = true);
        assert_eq!(alert, of(Unknown::Unattributable));
    }

    #[test]
    fn the_callers_expectation_outranks_the_tree() {
        let before = list(["0", "0", "0", "0"], 0.0);
        let own = list(["1", "0", "0", "0"], 0.0);
        let expecting = |after, held| verdict(&before, after, |s| s.expectation = Some(held));
        assert_eq!(expecting(&own, (false, true)), Verdict::Changed);
        assert_eq!(expecting(&own, (false, false)), Verdict::Contradicted);
        assert_eq!(expecting(&before, (false, false)), Verdict::NoEffect);
    }

    #[test]
    fn a_picture_that_changed_at_the_target_counts_and_one_elsewhere_does_not() {
        let before = list(["0", "0", "0", "0"], 0.0);
        let (near, far) =
            ([Rect::new(24.0, 108.0, 12.0, 12.0)], [Rect::new(24.0, 600.0, 12.0, 12.0)]);
        assert_eq!(verdict(&before, &before, |s| s.repainted = Some(&near)), Verdict::Changed);
        let elsewhere = verdict(&before, &before, |s| s.repainted = Some(&far));
        assert_eq!(elsewhere, Verdict::Unknown(Unknown::Unattributable));
    }

    #[test]
    fn an_app_that_left_the_front_by_itself_contradicts() {
        let before = list(["0", "0", "0", "0"], 0.0);
        let home = screen(vec![row("Settings", "", 0.0)]);
        let crash = |s: &mut Evidence<'_>| s.front = (Some("app"), Some("com.apple.springboard"));
        assert_eq!(verdict(&before, &home, crash), Verdict::Contradicted);
    }
}
