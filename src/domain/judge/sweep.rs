//! The verdict on what fingers sweep over or carry: swipe, pinch and drag.
//!
//! Content follows a finger and spreads under two. What moved in another way was moved by something
//! else, and what fingers met then is not known.

use super::super::changes::{ChangeKind, ScreenChanges, changes, moved_along, shifts};
use super::super::effect::{Attribution, Effect, Unknown, Verdict, Witness};
use super::super::geometry::{Point, Rect};
use super::{
    Evidence, Expected, TARGET_MARGIN, displaced, effect, expected, left_for_home, of_screen,
    still, undecidable, unreadable,
};

/// How fingers moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sweep {
    /// One finger, by so many points.
    By(Point),
    /// Two fingers, apart or together.
    Pinched,
}

impl Sweep {
    /// Whether content that went from one place to the other follows the fingers.
    fn moves(self, (was, is): &(Rect, Rect), all: &[(Rect, Rect)]) -> bool {
        let by = shift(was, is);
        match self {
            Self::By(path) => {
                let along = by.x * path.x + by.y * path.y;
                let across = by.x * path.y - by.y * path.x;
                along > across.abs()
            }
            Self::Pinched => {
                let other = |(a, b): &(Rect, Rect)| by.distance(shift(a, b)) > TARGET_MARGIN / 6.0;
                (was.width - is.width).abs() > 1.0 || all.iter().any(other)
            }
        }
    }
}

fn shift(was: &Rect, is: &Rect) -> Point {
    Point::new(is.center().x - was.center().x, is.center().y - was.center().y)
}

/// Judges a swipe or a pinch: what was swept over may move, and counts wherever it went.
pub fn judge_sweep(seen: &Evidence<'_>, sweep: Sweep) -> Effect {
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
    if let Some(displaced) = displaced(seen) {
        return displaced;
    }
    if let Some(whole) = of_screen(seen, &found) {
        return whole;
    }
    swept(seen, &found, sweep)
}

fn swept(seen: &Evidence<'_>, found: &ScreenChanges, sweep: Sweep) -> Effect {
    let area = seen.target.map(|area| area.grown(TARGET_MARGIN));
    let touches = |place: &Rect| area.is_none_or(|area| place.intersection(&area).is_some());
    let moved = seen.after.map_or_else(Vec::new, |after| shifts(seen.before, after));
    let here: Vec<_> = moved.iter().filter(|(a, b)| touches(a) || touches(b)).collect();
    let follows = here.iter().any(|pair| sweep.moves(pair, &moved));
    if !here.is_empty() && !follows {
        let reason = "what was there moved another way than the fingers, which may have met \
                      something else";
        let why = Verdict::Unknown(Unknown::Unattributable);
        let astray = effect(seen, why, reason, Witness::TreeAtTarget);
        return Effect { attribution: Attribution::Elsewhere, ..astray };
    }
    let mut own = found.elements.iter().filter(|change| change.places.iter().any(touches));
    let more = own.any(|change| change.kind != ChangeKind::Moved);
    if !more && !follows {
        return still(seen, found);
    }
    let reason = if more { "it changed" } else { "the content moved" };
    let moved = effect(seen, Verdict::Changed, reason, Witness::TreeAtTarget);
    Effect { attribution: Attribution::AtTarget, ..moved }
}

/// Judges a drag by where what was carried is now: `places` before and after, where known.
pub fn judge_drag(
    seen: &Evidence<'_>,
    places: (Option<Rect>, Option<Rect>),
    goal: &Rect,
) -> Effect {
    let decided = seen.uncertain.is_some()
        || seen.after.is_none()
        || seen.expectation.is_some_and(Expected::decides)
        || displaced(seen).is_some();
    let sweep = |from: Rect| Sweep::By(shift(&from, goal));
    let start = places.0.or(seen.target).unwrap_or_default();
    let (Some(was), Some(is)) = places else { return judge_sweep(seen, sweep(start)) };
    if decided || was.near(&is, TARGET_MARGIN / 2.0) {
        return judge_sweep(&Evidence { target: Some(was), ..*seen }, sweep(was));
    }
    let at = format!("({:.0},{:.0})", is.center().x, is.center().y);
    let by = shift(&was, &is);
    let (along, all) = seen.after.map_or((0, 0), |after| moved_along(seen.before, after, by));
    if along > 2 && along * 2 > all {
        let with = Sweep::By(shift(&was, goal)).moves(&(was, is), &[]);
        let (verdict, reason) = if with {
            (Verdict::Contradicted, "the content moved with the finger; nothing was carried")
        } else {
            let reason = "the content moved another way than the finger, which may have met \
                          something else";
            (Verdict::Unknown(Unknown::Unattributable), reason)
        };
        return effect(seen, verdict, reason, Witness::TreeOfScreen);
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
