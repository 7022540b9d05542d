//! A control that takes several inputs: each is sent once, watched, and read before the next.

use std::sync::Arc;

use super::super::answering::covered_by;
use super::super::gate::Intent;
use super::super::outcome::Subject;
use super::super::prove::{Proven, touch_point};
use super::super::settle::{Settled, Watch};
use super::super::tuning::SAME_PLACE;
use super::super::visit::{Sent, Visit};
use crate::application::report::Acted;
use crate::domain::element::Element;
use crate::domain::error::DeviceError;
use crate::domain::geometry::Point;
use crate::domain::judge::{Evidence, ReadBack, judge_touch, judge_value};
use crate::domain::observation::Observation;
use crate::domain::perception::{Refound, find_again, identity_of};
use crate::domain::step::{Gesture, Input, Step};
use crate::domain::time::Moment;

/// What was sent and seen so far of one control.
pub(super) struct Pursuit {
    pub(super) proven: Proven,
    /// The screen as it is now.
    pub(super) last: Arc<Observation>,
    settled: Option<Settled>,
    /// The fate of the last input.
    pub(super) sent: Sent,
    pub(super) inputs: u32,
    begun: Moment,
}

impl Pursuit {
    pub(super) fn of(proven: Proven, now: Moment) -> Self {
        let last = Arc::clone(&proven.before);
        Self { proven, last, settled: None, sent: Sent::Acknowledged, inputs: 0, begun: now }
    }

    /// Whether the screen could be read after the last input.
    pub(super) fn is_read(&self) -> bool {
        self.settled.as_ref().is_none_or(|settled| settled.after.is_some())
    }

    /// Where the control is on the screen as it is now.
    pub(super) fn found(&self) -> Option<usize> {
        let identity = identity_of(&self.proven.before.perception, self.proven.index);
        match find_again(&self.last.perception, &identity) {
            Refound::Same(index) | Refound::Moved(index, _) => Some(index),
            Refound::Several(_) | Refound::Gone => self.in_its_place(),
        }
    }

    /// What tells its value in its label is called something else with every press.
    fn in_its_place(&self) -> Option<usize> {
        let was = &self.proven.element;
        let same = |now: &Element| {
            let stands =
                matches!((was.frame, now.frame), (Some(a), Some(b)) if a.near(&b, SAME_PLACE));
            now.role == was.role && now.identifier == was.identifier && stands
        };
        self.last.perception.elements.iter().position(same)
    }

    pub(super) fn element(&self) -> Option<&Element> {
        self.found().map(|index| &self.last.perception.elements[index])
    }
}

impl Visit<'_> {
    /// Sends one input, watches until the screen rests and reads it.
    ///
    /// # Errors
    /// When the input was surely not applied; `ELEMENT_COVERED` when an alert came up since.
    pub(super) async fn pursue(
        &mut self,
        step: &Step,
        pursuit: &mut Pursuit,
        (input, on): (&Input, Option<&Element>),
    ) -> Result<(), DeviceError> {
        if let Some(alert) = &pursuit.last.system_alert {
            return Err(covered_by(alert));
        }
        let foreground = pursuit.last.foreground.as_deref();
        let element = on.or(Some(&pursuit.proven.element));
        self.room.gate.consider(&Intent { step: &step.what, element, foreground })?;
        let first = pursuit.proven.frame.as_ref().filter(|_| pursuit.inputs == 0);
        let frame = first.cloned().or_else(|| self.hold.frame.clone());
        pursuit.sent = self.send(input).await?;
        pursuit.inputs += 1;
        let ceiling = self.room.tuning.ceiling;
        let before = Arc::clone(&pursuit.last);
        let watch = Watch { before: &before, frame: frame.as_ref(), ceiling, brief: false };
        let settled = self.settle(watch).await?;
        if let Some(after) = &settled.after {
            pursuit.last = Arc::clone(after);
        }
        pursuit.settled = Some(settled);
        Ok(())
    }

    /// Taps one element of the screen as it is now.
    pub(super) async fn pursue_tap(
        &mut self,
        step: &Step,
        pursuit: &mut Pursuit,
        index: usize,
    ) -> Result<(), DeviceError> {
        let at = touch_point(&pursuit.last.perception, index)?;
        let element = pursuit.last.perception.elements[index].clone();
        self.pursue(step, pursuit, (&tap(at), Some(&element))).await
    }

    /// The result, from the control's own state.
    pub(super) async fn conclude(
        &mut self,
        step: &Step,
        mut pursuit: Pursuit,
        read: ReadBack,
    ) -> Result<Acted, DeviceError> {
        let lost = !pursuit.is_read();
        let Some(mut settled) = pursuit.settled.take() else {
            let subject = Subject::of(&pursuit.proven);
            let effect = crate::domain::judge::already("nothing touched");
            return Ok(self.reply(&step.what, subject, effect, Some(&pursuit.proven.before)));
        };
        settled.watched = self.now().since(pursuit.begun);
        let before = Arc::clone(&pursuit.proven.before);
        let expect = step.expect.as_ref();
        let expectation = self.await_expectation(expect, &before, &mut settled).await?;
        // A state that is read back as asked came about, whether or not the answer got lost.
        let so = matches!(read, ReadBack::AsAsked(_));
        let sent = if so { Sent::Acknowledged } else { pursuit.sent };
        let seen = self.evidence(&before, &settled, sent, pursuit.proven.area());
        let effect = match expectation {
            _ if lost => judge_touch(&Evidence { after: None, ..seen }),
            Some(e) if !e.holds => judge_touch(&Evidence { expectation, ..seen }),
            _ => judge_value(&seen, &read),
        };
        let mut subject = Subject::of(&pursuit.proven);
        if let Some(element) = pursuit.element() {
            let reference = pursuit.proven.reference;
            subject.name = Some(crate::domain::perception::element_words(element, Some(reference)));
        }
        Ok(self.reply(&step.what, subject, effect, settled.after.as_ref()))
    }
}

pub(super) const fn tap(at: Point) -> Input {
    Input::Gesture(Gesture::Tap { at, count: 1 })
}
