//! Bringing a target into view: what the tree holds outside the visible part of the screen, or under
//! the keyboard, is scrolled in before it is proven and touched.
//!
//! Each drag goes as far as the target is away, at most a page, and lifts at rest. What does not move
//! with the content is left alone: a page of a carousel, a menu that is put aside. What lies behind an
//! alert or a sheet is never brought anywhere.

use std::sync::Arc;

use super::answering::covered_by;
use super::gate::Intent;
use super::prove::lies_free;
use super::scrolling::{content_area, drag_by, scrolled_by_itself, unobscured};
use super::settle::Watch;
use super::tuning::{MAX_PAGES, PAGE_SHARE};
use super::visit::Visit;
use crate::domain::element::{Element, Place};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::geometry::Rect;
use crate::domain::observation::{Observation, Perception};
use crate::domain::resolution::{Preference, Resolution};
use crate::domain::step::{Direction, Input, Target, UiStep};

/// A drag shorter than this is taken for a tap by a list; iOS begins to scroll after 10 points.
const SHORTEST: f64 = 40.0;
/// The target comes to lie so far inside the visible part, in points.
const INSIDE: f64 = 24.0;

/// Which way to look, and how far away the target is.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Way {
    look: Direction,
    points: f64,
}

impl Visit<'_> {
    /// Scrolls until the target of a reading can be touched. The reading and what it resolved to are
    /// given back as they are where nothing need be, or can be, done: the touch then says why not.
    ///
    /// # Errors
    /// What sending and resolving say; `ELEMENT_COVERED` when scrolling does not bring it.
    pub(super) async fn bring(
        &mut self,
        (mut seen, mut found): (Arc<Observation>, Resolution),
        target: &Target,
        preference: Preference,
    ) -> Result<(Arc<Observation>, Resolution), DeviceError> {
        let mut pages = 0;
        while let Some((way, area)) = way_to(&seen.perception, found.index) {
            let was = seen.perception.elements[found.index].frame;
            let after = self.nearer(&seen, &area, way).await?;
            pages += 1;
            found = self.resolve_in(&after, target, preference)?;
            let element = &after.perception.elements[found.index];
            let stood = matches!((was, element.frame), (Some(a), Some(b)) if a.near(&b, 4.0));
            if stood || pages > MAX_PAGES {
                return Err(out_of_reach(element));
            }
            seen = after;
        }
        if pages > 0 {
            let pages = if pages == 1 { "one page".to_owned() } else { format!("{pages} pages") };
            self.notes.push(format!("scrolled {pages} to bring it into view"));
        }
        Ok((seen, found))
    }

    async fn nearer(
        &mut self,
        from: &Arc<Observation>,
        area: &Rect,
        way: Way,
    ) -> Result<Arc<Observation>, DeviceError> {
        let long = match way.look {
            Direction::Up | Direction::Down => area.height,
            Direction::Left | Direction::Right => area.width,
        };
        let points = way.points.clamp(SHORTEST, (long * PAGE_SHARE).max(SHORTEST));
        let gesture = drag_by(&from.perception, area, way.look, points)?;
        let step = UiStep::Scroll { direction: way.look, until: None, area: None };
        let foreground = from.foreground.as_deref();
        self.room.gate.consider(&Intent { step: &step, element: None, foreground })?;
        let frame = self.hold.frame.clone();
        self.send(&Input::Gesture(gesture)).await?;
        let ceiling = self.room.tuning.ceiling;
        let watch = Watch { before: from, frame: frame.as_ref(), ceiling, brief: true };
        let settled = self.settle(watch).await?;
        let after = match settled.after {
            Some(after) => after,
            None => self.read_screen().await?,
        };
        after.system_alert.as_ref().map_or_else(|| Ok(Arc::clone(&after)), |a| Err(covered_by(a)))
    }
}

/// Where the target of a reading lies, if it has to be scrolled in and can be.
fn way_to(seen: &Perception, index: usize) -> Option<(Way, Rect)> {
    let element = &seen.elements[index];
    let movable = element.enabled && !element.in_bar && element.place != Place::Keyboard;
    if !movable || seen.modal.is_some() && !element.in_modal || lies_free(seen, index) {
        return None;
    }
    let frame = element.frame?;
    let content = content_area(seen);
    let area = scrolled_by_itself(seen).ok()?.unwrap_or(content).intersection(&content)?;
    let view = area.intersection(&unobscured(seen))?;
    let way = |look, points| Some((Way { look, points }, area));
    let (below, above) = (frame.bottom() - view.bottom(), view.y - frame.y);
    let (right, left) = (frame.right() - view.right(), view.x - frame.x);
    if below > 0.0 && frame.center().y > view.center().y {
        way(Direction::Down, (below + INSIDE).min(frame.y - view.y).max(1.0))
    } else if above > 0.0 && frame.center().y < view.center().y {
        way(Direction::Up, above + INSIDE)
    } else if right > 0.0 && frame.x >= view.right() {
        way(Direction::Right, right + INSIDE)
    } else if left > 0.0 && frame.right() <= view.x {
        way(Direction::Left, left + INSIDE)
    } else {
        None
    }
}

fn out_of_reach(element: &Element) -> DeviceError {
    let name = crate::domain::perception::element_words(element, None);
    let message = format!("{name} is not visible, and scrolling does not bring it");
    DeviceError::new(ErrorCode::ElementCovered, message)
        .with_hint("swipe or tap what shows it, then observe_screen")
}
