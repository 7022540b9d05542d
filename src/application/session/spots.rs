//! Where a finger goes: the touch point of a proven element, or a position that the caller names.
//!
//! A position is judged by what is there. Nothing need be there: a drawn canvas has no elements, and
//! then pictures alone say what a touch did. What moves under the position is waited for, an alert
//! of the system is never touched by position.

use std::sync::Arc;

use super::answering::covered_by;
use super::look::no_screen;
use super::outcome::Subject;
use super::prove::{Proven, moving_in};
use super::visit::Visit;
use crate::domain::effect::Tier;
use crate::domain::element::Element;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::frame::Frame;
use crate::domain::geometry::{Point, Rect};
use crate::domain::judge::TARGET_MARGIN;
use crate::domain::observation::{Completeness, Observation, Perception};
use crate::domain::perception::{RefMint, element_words, identity_of};
use crate::domain::resolution::Preference;
use crate::domain::step::{Expectation, Target};

/// A place that was proven to be what the caller means.
pub(super) struct Spot {
    pub(super) before: Arc<Observation>,
    /// A picture taken after the proof and before the touch.
    pub(super) frame: Option<Frame>,
    pub(super) at: Point,
    /// Where a change counts as its own.
    pub(super) area: Rect,
    pub(super) element: Option<Element>,
    /// Index of the element in `before`.
    pub(super) index: Option<usize>,
    pub(super) subject: Subject,
}

impl Visit<'_> {
    /// Proves where `target` is and where a finger can touch it.
    pub(super) async fn spot(
        &mut self,
        target: &Target,
        expect: Option<&Expectation>,
    ) -> Result<Spot, DeviceError> {
        if let Target::Point(at) = target {
            return self.spot_at(*at).await;
        }
        let proven = self.prove(target, Preference::Any, expect).await?;
        let at = self.aim(&proven)?;
        let subject = Subject::of(&proven);
        let area = proven.area().unwrap_or_else(|| around(at));
        let Proven { before, index, element, frame, .. } = proven;
        Ok(Spot { before, frame, at, area, element: Some(element), index: Some(index), subject })
    }

    async fn spot_at(&mut self, at: Point) -> Result<Spot, DeviceError> {
        let begun = self.now();
        loop {
            let earlier = self.picture().await;
            let before = self.read_canvas().await?;
            if let Some(alert) = &before.system_alert {
                return Err(covered_by(alert));
            }
            on_screen(&before.perception, at)?;
            let frame = self.picture().await;
            if !moving_in(&around(at), earlier.as_ref(), frame.as_ref()) {
                return self.spot_of(before, frame, at);
            }
            if self.now().since(begun) > self.room.tuning.moving {
                let message = format!("what is at {} has not come to rest", told(at));
                return Err(DeviceError::new(ErrorCode::ScreenMoving, message)
                    .with_hint("repeat the call; nothing was touched"));
            }
            self.wait(self.room.tuning.frame_gap).await?;
        }
    }

    fn spot_of(
        &mut self,
        before: Arc<Observation>,
        frame: Option<Frame>,
        at: Point,
    ) -> Result<Spot, DeviceError> {
        let seen = &before.perception;
        let index = at_point(seen, at);
        let element = index.map(|index| seen.elements[index].clone());
        if element.as_ref().is_some_and(|e| e.actionable && !e.enabled) {
            let message = format!("what is at {} is disabled", told(at));
            return Err(DeviceError::new(ErrorCode::ElementDisabled, message)
                .with_hint("something else on the screen must be done first"));
        }
        let name = match (&element, index) {
            (Some(element), Some(index)) => {
                let mut desk = self.room.desk();
                let reference = desk.refs.mint(&identity_of(seen, index));
                desk.refs.show(&self.context.caller, [reference]);
                element_words(element, Some(reference))
            }
            _ => "nothing that has a name".to_owned(),
        };
        let subject = Subject { name: Some(name), tier: Some(Tier::Point), ..Subject::default() };
        let subject = subject.with_detail(format!("at {}", told(at)));
        let own = element.as_ref().filter(|e| e.actionable).and_then(|e| e.row.or(e.frame));
        let area = own.unwrap_or_else(|| around(at));
        Ok(Spot { before, frame, at, area, element, index, subject })
    }

    /// A reading that is a screen, or one of a canvas that has no elements.
    pub(super) async fn read_canvas(&mut self) -> Result<Arc<Observation>, DeviceError> {
        let fits = |seen: &Observation| {
            seen.completeness().is_screen() || seen.completeness() == Completeness::Treeless
        };
        let first = self.read().await?;
        if fits(&first) {
            return Ok(first);
        }
        self.wait(self.room.tuning.read_gap).await?;
        let second = self.read().await?;
        if fits(&second) { Ok(second) } else { Err(no_screen(&second)) }
    }
}

/// The surroundings of a position that count as its own.
fn around(at: Point) -> Rect {
    Rect::new(at.x, at.y, 0.0, 0.0).grown(TARGET_MARGIN)
}

/// A position as a result tells it.
pub(super) fn told(at: Point) -> String {
    format!("({:.0},{:.0})", at.x, at.y)
}

/// Fails for a position outside the screen.
pub(super) fn on_screen(screen: &Perception, at: Point) -> Result<(), DeviceError> {
    let size = screen.viewport.size;
    if at.is_finite() && Rect::of_size(size).contains(at) {
        return Ok(());
    }
    let message = format!(
        "{} is outside the screen of {:.0} by {:.0} points",
        told(at),
        size.width,
        size.height
    );
    Err(DeviceError::new(ErrorCode::InvalidArgument, message)
        .with_hint("positions are points, not pixels, from the upper left corner"))
}

/// The smallest element at a position; where controls lie there, the smallest of these.
pub(super) fn at_point(screen: &Perception, at: Point) -> Option<usize> {
    let there = |index: &usize| {
        let element = &screen.elements[*index];
        (element.is_listed() || element.role == crate::domain::role::Role::Key)
            && [element.frame, element.row].iter().flatten().any(|f| f.contains(at))
    };
    // What is in the row of a control names the row, but less than what lies there itself.
    let rank = |index: &usize| {
        let element = &screen.elements[*index];
        let own = element.frame.filter(|f| f.contains(at));
        let area = own.or(element.row).map_or(f64::MAX, |f| f.area());
        ((own.is_none(), !element.actionable), area)
    };
    (0..screen.elements.len()).filter(there).min_by(|a, b| {
        let (a, b) = (rank(a), rank(b));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    })
}
