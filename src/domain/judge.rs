//! The verdict on a step, from what was seen before and after it. Pure.
//!
//! The strongest available witness decides and a weaker one never upgrades it: what the caller
//! expects, then the read-back of the target, then the app in front, then the tree at the target,
//! then the tree of the screen. A change counts only at the target (24 points around it) or of the
//! screen; a lone change elsewhere is not attributable.

use std::collections::HashSet;
use std::time::Duration;

use super::changes::{ChangeKind, ElementKey, ScreenChanges, changes, moved_along, moved_from};
use super::effect::{Attribution, Effect, Touched, Unknown, Verdict, Witness};
use super::geometry::{Point, Rect};
use super::observation::{AlertSeen, Perception};

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
    if let Some(expectation) = seen.expectation.filter(|e| e.decides()) {
        return expected(seen, &differences, expectation);
    }
    if left_for_home(seen) {
        return effect(seen, Verdict::Contradicted, "the app left the front", Witness::AppState);
    }
    touched(seen, &differences)
}

/// Judges a swipe or a pinch: what was swept over may move, and counts wherever it went.
pub fn judge_sweep(seen: &Evidence<'_>) -> Effect {
    if let Some(effect) = undecidable(seen) {
        return effect;
    }
    let Some(after) = seen.after else { return unreadable(seen) };
    let found = changes(seen.before, after, seen.volatile);
    if let Some(expectation) = seen.expectation.filter(|e| e.decides()) {
        return expected(&Evidence { target: None, ..*seen }, &found, expectation);
    }
    if left_for_home(seen) {
        return effect(seen, Verdict::Contradicted, "the app left the front", Witness::AppState);
    }
    if let Some(whole) = of_screen(seen, &found) {
        return whole;
    }
    let swept = seen.target.map(|area| area.grown(TARGET_MARGIN));
    let touches = |place: &Rect| swept.is_none_or(|area| place.intersection(&area).is_some());
    let own = found.elements.iter().filter(|change| change.places.iter().any(touches));
    match own.fold((false, false), |(_, other), c| (true, other || c.kind != ChangeKind::Moved)) {
        (false, _) => still(seen, &found),
        (true, more) => {
            let reason = if more { "it changed" } else { "the content moved" };
            let moved = effect(seen, Verdict::Changed, reason, Witness::TreeAtTarget);
            Effect { attribution: Attribution::AtTarget, ..moved }
        }
    }
}

/// Judges a drag by where what was carried is now: `places` before and after, where known.
pub fn judge_drag(
    seen: &Evidence<'_>,
    places: (Option<Rect>, Option<Rect>),
    goal: &Rect,
) -> Effect {
    let decided = seen.uncertain.is_some()
        || seen.after.is_none()
        || seen.expectation.is_some_and(Expected::decides);
    let (Some(was), Some(is)) = places else { return judge_sweep(seen) };
    if decided || was.near(&is, TARGET_MARGIN / 2.0) {
        return judge_sweep(&Evidence { target: Some(was), ..*seen });
    }
    let at = format!("({:.0},{:.0})", is.center().x, is.center().y);
    let by = Point::new(is.center().x - was.center().x, is.center().y - was.center().y);
    let (along, all) = seen.after.map_or((0, 0), |after| moved_along(seen.before, after, by));
    if along > 2 && along * 2 > all {
        let reason = "the content moved with the finger; nothing was carried";
        return effect(seen, Verdict::Contradicted, reason, Witness::TreeOfScreen);
    }
    let there = is.grown(TARGET_MARGIN).contains(goal.center());
    let (verdict, reason) = if there {
        (Verdict::Changed, format!("it is at {at} now"))
    } else {
        let asked = goal.center();
        (Verdict::Contradicted, format!("it landed at {at}, asked ({:.0},{:.0})", asked.x, asked.y))
    };
    let landed = effect(seen, verdict, &reason, Witness::TreeAtTarget);
    Effect { attribution: Attribution::AtTarget, ..landed }
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
            at(Verdict::NoEffect, format!("still {state}; watched {}", seconds(seen.watched)))
        }
        ReadBack::Third(text) => at(Verdict::Contradicted, text.clone()),
        ReadBack::Unreadable(text) => at(Verdict::Unknown(Unknown::Unreadable), text.clone()),
    }
}

/// What became of the text that a scroll was to bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    Found,
    /// The content moved by so many pages and no further.
    AtTheEnd(u32),
    /// It moved by so many pages, the most that are taken.
    GaveUp(u32),
}

/// Judges a scroll; `moved` is how far the content travelled the asked way, in points.
pub fn judge_scroll(seen: &Evidence<'_>, moved: Option<f64>, until: Option<Until>) -> Effect {
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
    let pages = |pages: u32| match pages {
        0 => "nothing moved".to_owned(),
        1 => "moved one page".to_owned(),
        pages => format!("moved {pages} pages"),
    };
    match (until, moved) {
        (Some(Until::Found), _) => say(Verdict::Changed, "now visible"),
        (Some(Until::AtTheEnd(by)), Some(last)) if last >= 0.0 => {
            say(Verdict::NoEffect, &format!("not found; {}, at the end now", pages(by)))
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
        (None, Some(_)) => say(Verdict::NoEffect, "at the end"),
        (None, None) => {
            say(Verdict::Unknown(Unknown::Unattributable), "nothing shows the movement")
        }
    }
}

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
    let size = seen.before.viewport.size;
    let screen = size.width * size.height;
    let share = cells.iter().map(Rect::area).sum::<f64>() / screen;
    if screen > 0.0 && share >= SCREENFUL {
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
