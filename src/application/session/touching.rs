//! Tap: prove, touch once, watch, judge.

use super::gate::Intent;
use super::look::{Presence, holds, presence};
use super::outcome::Subject;
use super::prove::{Proven, touch_point};
use super::settle::Watch;
use super::visit::Visit;
use crate::application::report::Acted;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::geometry::Point;
use crate::domain::judge::{Evidence, already, judge_touch};
use crate::domain::resolution::Preference;
use crate::domain::step::{Expectation, Gesture, Input, Step, Target, UiStep};

impl Visit<'_> {
    pub(super) async fn tap(
        &mut self,
        step: &Step,
        target: &Target,
        count: u8,
    ) -> Result<Acted, DeviceError> {
        let expect = step.expect.as_ref();
        let proven = match self.prove(target, Preference::Any, expect).await {
            Err(error) if error.code() == ErrorCode::ElementCovered => {
                return match self.named_button(target) {
                    Some((before, button)) => self.answer(step, before, button).await,
                    None => Err(error),
                };
            }
            proven => proven?,
        };
        if let Some(done) = self.already_expected(step, &proven, expect) {
            return Ok(done);
        }
        let at = self.aim(&proven)?;
        self.pass_gate(&step.what, &proven)?;
        let by_name = self.press_of(&proven).await?;
        let input = by_name.unwrap_or(Input::Gesture(Gesture::Tap { at, count }));
        let sent = self.send(&input).await?;
        let ceiling = self.room.tuning.ceiling;
        let watch =
            Watch { before: &proven.before, frame: proven.frame.as_ref(), ceiling, brief: false };
        let mut settled = self.settle(watch).await?;
        let expectation = self.await_expectation(expect, &proven.before, &mut settled).await?;
        let seen = self.evidence(&proven.before, &settled, sent, proven.area());
        let named = proven.element.name();
        let effect = judge_touch(&Evidence { named, expectation, ..seen });
        let subject = Subject::of(&proven);
        Ok(self.reply(&step.what, subject, effect, settled.after.as_ref()))
    }

    /// The point a finger will touch; failures name the target.
    pub(super) fn aim(&self, proven: &Proven) -> Result<Point, DeviceError> {
        touch_point(&proven.before.perception, proven.index).map_err(|error| {
            let message = format!("{}: {}", proven.name(), error.message());
            let named = DeviceError::new(error.code(), message);
            match error.hint() {
                Some(hint) => named.with_hint(hint.to_owned()),
                None => named,
            }
        })
    }

    pub(super) fn pass_gate(&self, step: &UiStep, proven: &Proven) -> Result<(), DeviceError> {
        self.room.gate.consider(&Intent {
            step,
            element: Some(&proven.element),
            foreground: proven.before.foreground.as_deref(),
        })
    }

    /// `already` when what the caller expects of a touch is on the screen before it.
    fn already_expected(
        &mut self,
        step: &Step,
        proven: &Proven,
        expect: Option<&Expectation>,
    ) -> Option<Acted> {
        let expect = expect?;
        if !holds(&proven.before, expect) {
            return None;
        }
        let subject = Subject {
            hint: Some("expect a text that only this step brings, or leave expect out".into()),
            ..Subject::of(proven)
        };
        let why = match presence(&proven.before, &expect.text) {
            Presence::Shown(text) => format!("\"{text}\" was there before; nothing touched"),
            Presence::Covered | Presence::Absent => {
                "the text was not there before; nothing touched".to_owned()
            }
        };
        let effect = already(why);
        Some(self.reply(&step.what, subject, effect, Some(&proven.before.clone())))
    }
}
