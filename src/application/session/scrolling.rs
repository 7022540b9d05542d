//! Scroll: a page, or page after page until a text is visible.
//!
//! A page is a drag without momentum over part of the area, so that pages overlap and nothing is
//! skipped. Whether rows moved, and which way, is measured on elements that are on both readings.

use std::collections::HashMap;
use std::sync::Arc;

use super::answering::{buttons_of, covered_by};
use super::gate::Intent;
use super::outcome::Subject;
use super::settle::{Settled, Watch};
use super::tuning::{MAX_PAGES, PAGE_REST_MS, PAGE_SHARE, PAGE_TRAVEL_MS};
use super::visit::{Sent, Visit};
use crate::application::report::Acted;
use crate::domain::changes::{ElementKey, keys};
use crate::domain::effect::Effect;
use crate::domain::element::Element;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::geometry::{Point, Rect};
use crate::domain::judge::{Travel, Until, already, judge_scroll};
use crate::domain::observation::{Modal, Observation, Perception};
use crate::domain::perception::{element_words, fold, identity_of, plain};
use crate::domain::resolution::{Preference, is_named};
use crate::domain::role::Role;
use crate::domain::step::{Direction, Gesture, Input, Step, Target};

/// What is scrolled, which way, and what for.
#[derive(Clone, Copy)]
pub(super) struct Scrolling<'a> {
    pub(super) direction: Direction,
    pub(super) until: Option<&'a str>,
    pub(super) area: Option<&'a Target>,
}

impl Visit<'_> {
    pub(super) async fn scroll(
        &mut self,
        step: &Step,
        scrolling: Scrolling<'_>,
    ) -> Result<Acted, DeviceError> {
        let wanted = scrolling.until.map(fold);
        if wanted.as_deref() == Some("") {
            return Err(DeviceError::invalid(
                "until",
                "names no text",
                scrolling.until.unwrap_or(""),
            ));
        }
        let begun = self.now();
        let before = self.read_screen().await?;
        uncovered(&before)?;
        let mut subject = Subject::default().with_detail(asked(scrolling));
        if let Some(index) = wanted.as_deref().and_then(|w| visible(&before.perception, w)) {
            subject.name = Some(self.show(&before, index));
            let effect = already("it is visible; nothing touched");
            return Ok(self.reply(&step.what, subject, effect, Some(&before)));
        }
        let mut last = Arc::clone(&before);
        let most = if wanted.is_some() { MAX_PAGES } else { 1 };
        let mut pages = 0;
        let (settled, sent, moved, found) = loop {
            pages += 1;
            let (settled, sent) = self.page(step, scrolling, &last).await?;
            let now = settled.after.clone();
            let moved = now.as_ref().and_then(|now| travel(&last, now, scrolling.direction));
            let found = match (&wanted, &now) {
                (Some(wanted), Some(now)) => visible(&now.perception, wanted),
                _ => None,
            };
            let on = sent == Sent::Acknowledged && found.is_none() && pages < most;
            match now {
                Some(now) if on && moved.is_some_and(|by| by > 0.0) => last = now,
                _ => break (settled, sent, moved, found),
            }
            self.context.progress.report(&format!("page {pages}")).await;
        };
        if let (Some(index), Some(now)) = (found, &settled.after) {
            subject.name = Some(self.show(now, index));
        }
        let outcome = wanted.as_ref().map(|_| match found {
            Some(_) => Until::Found,
            None if pages == most => Until::GaveUp(pages),
            None => Until::AtTheEnd(pages - 1),
        });
        if matches!(outcome, Some(Until::GaveUp(_) | Until::AtTheEnd(_))) {
            subject.hint = Some(format!("try {}, or another text", opposite(scrolling.direction)));
        }
        let whole = Settled { watched: self.now().since(begun), ..settled };
        let effect = self.judge_pages(&before, &whole, sent, moved, outcome);
        Ok(self.reply(&step.what, subject, effect, whole.after.as_ref()))
    }

    fn judge_pages(
        &self,
        before: &Observation,
        settled: &Settled,
        sent: Sent,
        moved: Option<f64>,
        found: Option<Until>,
    ) -> Effect {
        // The last page is judged by itself: what moved on an earlier one says nothing of its end.
        let stood = moved == Some(0.0);
        let drawn = settled.repainted.as_ref().is_some_and(|cells| !cells.is_empty());
        let travel = Travel { moved, bounced: stood && settled.moved && !drawn };
        judge_scroll(&self.evidence(before, settled, sent, None), travel, found)
    }

    /// One page: one drag, one reading.
    async fn page(
        &mut self,
        step: &Step,
        scrolling: Scrolling<'_>,
        from: &Arc<Observation>,
    ) -> Result<(Settled, Sent), DeviceError> {
        uncovered(from)?;
        let area = self.scroll_area(from, scrolling.area)?;
        let gesture = page_gesture(&from.perception, &area, scrolling.direction)?;
        self.room.gate.consider(&Intent {
            step: &step.what,
            element: None,
            foreground: from.foreground.as_deref(),
        })?;
        // The picture that the last page came to rest with is the one before this page.
        let frame = match self.hold.frame.clone() {
            Some(frame) => Some(frame),
            None => self.picture().await,
        };
        let sent = self.send(&Input::Gesture(gesture)).await?;
        let ceiling = self.room.tuning.ceiling;
        let watch = Watch { before: from, frame: frame.as_ref(), ceiling, brief: true };
        Ok((self.settle(watch).await?, sent))
    }

    /// The part of the screen that is scrolled: the named area, else the largest scrollable one.
    fn scroll_area(
        &self,
        screen: &Observation,
        named: Option<&Target>,
    ) -> Result<Rect, DeviceError> {
        let seen = &screen.perception;
        let content = content_area(seen);
        let frame = match named {
            Some(target) => {
                let found = self.resolve_in(screen, target, Preference::Any)?;
                let element = &seen.elements[found.index];
                if let Some(modal) = seen.modal.as_ref().filter(|_| !element.in_modal) {
                    return Err(behind(modal));
                }
                element.frame
            }
            None => scrolled_by_itself(seen)?,
        };
        frame.unwrap_or(content).intersection(&content).ok_or_else(|| {
            DeviceError::new(ErrorCode::ElementCovered, "that area is not visible")
                .with_hint("observe_screen shows what is")
        })
    }

    fn show(&mut self, screen: &Observation, index: usize) -> String {
        use crate::domain::perception::RefMint;
        let mut desk = self.room.desk();
        let reference = desk.refs.mint(&identity_of(&screen.perception, index));
        desk.refs.show(&self.context.caller, [reference]);
        element_words(&screen.perception.elements[index], Some(reference))
    }
}

/// The part of a screen that a gesture without a target is made on: what is in front.
pub(super) fn swept_area(screen: &Observation) -> Result<Rect, DeviceError> {
    uncovered(screen)?;
    let seen = &screen.perception;
    let content = content_area(seen);
    let Some(modal) = &seen.modal else { return Ok(content) };
    let frame = seen.elements.iter().find(|e| e.in_modal && e.role == modal.role);
    let frame = frame.and_then(|e| e.frame).and_then(|f| f.intersection(&content));
    frame.ok_or_else(|| behind(modal))
}

/// A path through the middle of an area, the way the finger moves, that starts on nothing which
/// would take it for itself.
pub(super) fn sweep(
    seen: &Perception,
    area: &Rect,
    way: Direction,
) -> Result<Gesture, DeviceError> {
    let look = match way {
        Direction::Up => Direction::Down,
        Direction::Down => Direction::Up,
        Direction::Left => Direction::Right,
        Direction::Right => Direction::Left,
    };
    page_gesture(seen, area, look)
}

/// Nothing under an alert of the system can be scrolled.
fn uncovered(screen: &Observation) -> Result<(), DeviceError> {
    screen.system_alert.as_ref().map_or(Ok(()), |alert| Err(covered_by(alert)))
}

/// The largest scrollable area that is in front; a drag on an alert that scrolls nothing would
/// scroll nothing, and might press something.
pub(super) fn scrolled_by_itself(seen: &Perception) -> Result<Option<Rect>, DeviceError> {
    let in_front = |e: &&Element| e.scrollable && (seen.modal.is_none() || e.in_modal);
    let areas = seen.elements.iter().filter(in_front).filter_map(|e| e.frame);
    let largest = areas.max_by(|a, b| a.area().total_cmp(&b.area()));
    match (&seen.modal, largest) {
        (Some(modal), None) => Err(behind(modal)),
        (_, largest) => Ok(largest),
    }
}

fn behind(modal: &Modal) -> DeviceError {
    let asks = modal.title.as_deref().map(|title| format!(": \"{}\"", plain(title, 200)));
    let message =
        format!("it lies behind the {} in front{}", modal.role.word(), asks.unwrap_or_default());
    DeviceError::new(ErrorCode::ElementCovered, message)
        .with_hint("answer that first: tap with target set to one of its buttons")
        .with_candidates(buttons_of(&modal.buttons))
}

/// What was asked, for the result's first line.
fn asked(scrolling: Scrolling<'_>) -> String {
    let way = scrolling.direction.word();
    match scrolling.until {
        Some(text) => format!("{way} until \"{}\"", plain(text, 60)),
        None => way.to_owned(),
    }
}

const fn opposite(direction: Direction) -> &'static str {
    match direction {
        Direction::Down => "up",
        Direction::Up => "down",
        Direction::Left => "right",
        Direction::Right => "left",
    }
}

/// The screen without bars and keyboard.
pub(super) fn content_area(seen: &Perception) -> Rect {
    let size = seen.viewport.size;
    // Bars of iOS are at most 110 points at the top (status and navigation bar) and 90 at the bottom
    // (tab bar and home indicator); swipes from the edges belong to the system.
    let (top, mut bottom) =
        ((size.height * 0.14).min(110.0), size.height - (size.height * 0.11).min(90.0));
    if let Some(keyboard) = &seen.viewport.keyboard {
        bottom = bottom.min(keyboard.frame.y);
    }
    Rect::new(0.0, top, size.width, (bottom - top).max(0.0))
}

/// A drag through the middle of the area that starts on nothing that would take it for itself.
fn page_gesture(
    seen: &Perception,
    area: &Rect,
    direction: Direction,
) -> Result<Gesture, DeviceError> {
    let long = match direction {
        Direction::Up | Direction::Down => area.height,
        Direction::Left | Direction::Right => area.width,
    };
    drag_by(seen, area, direction, long * PAGE_SHARE)
}

/// The same over so many points.
pub(super) fn drag_by(
    seen: &Perception,
    area: &Rect,
    direction: Direction,
    points: f64,
) -> Result<Gesture, DeviceError> {
    let (half_w, half_h) = (points / 2.0, points / 2.0);
    let free = |p: &Point| {
        !seen
            .elements
            .iter()
            .any(|e| takes_drags(e.role) && e.frame.is_some_and(|f| f.contains(*p)))
    };
    for share in [0.5, 0.35, 0.65, 0.2, 0.8] {
        let center = match direction {
            Direction::Up | Direction::Down => {
                Point::new(area.x + area.width * share, area.center().y)
            }
            Direction::Left | Direction::Right => {
                Point::new(area.center().x, area.y + area.height * share)
            }
        };
        let (from, to) = match direction {
            Direction::Down => ((0.0, half_h), (0.0, -half_h)),
            Direction::Up => ((0.0, -half_h), (0.0, half_h)),
            Direction::Right => ((half_w, 0.0), (-half_w, 0.0)),
            Direction::Left => ((-half_w, 0.0), (half_w, 0.0)),
        };
        let at = |(dx, dy): (f64, f64)| Point::new(center.x + dx, center.y + dy);
        if free(&at(from)) {
            return Ok(Gesture::Drag {
                from: at(from),
                to: at(to),
                press_ms: 0,
                travel_ms: PAGE_TRAVEL_MS,
                rest_ms: PAGE_REST_MS,
            });
        }
    }
    Err(DeviceError::new(
        ErrorCode::ElementCovered,
        "every place to start the scroll is taken by a control that drags",
    )
    .with_hint("name the area with ref or target"))
}

const fn takes_drags(role: Role) -> bool {
    matches!(
        role,
        Role::Slider
            | Role::Picker
            | Role::PickerWheel
            | Role::DatePicker
            | Role::Switch
            | Role::Map
    )
}

/// The part of the screen that no bar covers: bars are where the tree says they are.
pub(super) fn unobscured(seen: &Perception) -> Rect {
    let size = seen.viewport.size;
    let (mut top, mut bottom) = (0.0_f64, size.height);
    if let Some(keyboard) = &seen.viewport.keyboard {
        bottom = bottom.min(keyboard.frame.y);
    }
    for bar in seen.elements.iter().filter(|e| e.in_bar && e.is_listed()).filter_map(|e| e.frame) {
        if bar.bottom() < size.height / 3.0 {
            top = top.max(bar.bottom());
        } else if bar.y > size.height * 2.0 / 3.0 {
            bottom = bottom.min(bar.y);
        }
    }
    Rect::new(0.0, top, size.width, (bottom - top).max(0.0))
}

/// The element of this name, if all of it is visible between the bars.
fn visible(seen: &Perception, wanted: &str) -> Option<usize> {
    let area = unobscured(seen);
    let fits = |frame: &Rect| area.contains_rect(frame, 1.0) || frame.height > area.height;
    let named = |exact: bool| {
        seen.elements.iter().position(|e| {
            e.is_listed() && is_named(e, wanted, exact) && e.frame.is_some_and(|f| fits(&f))
        })
    };
    named(true).or_else(|| named(false))
}

/// How far the content moved the asked way, in points: the median over what is on both readings.
fn travel(before: &Observation, after: &Observation, direction: Direction) -> Option<f64> {
    let place = |screen: &Perception| -> HashMap<ElementKey, Point> {
        keys(screen)
            .into_iter()
            .zip(&screen.elements)
            .filter(|(_, e)| !e.in_bar && !e.scrollable)
            .filter_map(|(key, e)| Some((key?, e.frame?.center())))
            .collect()
    };
    let (old, new) = (place(&before.perception), place(&after.perception));
    let mut moves: Vec<f64> = old
        .iter()
        .filter_map(|(key, was)| {
            let is = new.get(key)?;
            Some(match direction {
                Direction::Down => was.y - is.y,
                Direction::Up => is.y - was.y,
                Direction::Right => was.x - is.x,
                Direction::Left => is.x - was.x,
            })
        })
        .collect();
    if moves.is_empty() {
        // Nothing is on both: a whole page went by, if the screens differ at all.
        let differ = !old.is_empty() && !new.is_empty();
        return differ.then_some(1.0);
    }
    moves.sort_by(f64::total_cmp);
    let strongest = moves.iter().copied().max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(0.0);
    let median = moves[moves.len() / 2];
    // Headers stay while rows move: where the median says "nothing", the strongest move decides.
    let by = if median.abs() < 1.0 { strongest } else { median };
    Some(if by.abs() < 1.0 { 0.0 } else { by })
}
