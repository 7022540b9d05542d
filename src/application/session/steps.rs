//! Steps as a visit runs them: one, or several in a row.

use std::sync::Arc;

use super::ledger::Filed;
use super::scrolling::Scrolling;
use super::typing::Typing;
use super::visit::Visit;
use crate::application::report::{Acted, Change, SequenceFailure, SequenceReport, StepOutcome};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::step::{Step, Target, UiStep};

impl Visit<'_> {
    /// Runs one step. A failure after something was sent is an unknown outcome, not an error.
    pub(super) async fn step(&mut self, step: &Step) -> Result<Acted, DeviceError> {
        let begun = self.room.begin_record();
        let outcome = self.judged_step(step).await;
        self.room.record(&self.context.caller, step, begun, &outcome);
        outcome
    }

    async fn judged_step(&mut self, step: &Step) -> Result<Acted, DeviceError> {
        let before = self.touched;
        self.touched = false;
        self.notes.clear();
        let outcome = self.dispatch(step).await;
        let sent = self.touched;
        self.touched |= before;
        match outcome {
            Err(error) if sent && is_open_end(&error) => Ok(self.interrupted(step, &error)),
            Err(error) if sent => {
                Err(error
                    .and("what this step had sent before was applied, observe_screen shows it"))
            }
            other => other,
        }
    }

    async fn dispatch(&mut self, step: &Step) -> Result<Acted, DeviceError> {
        match &step.what {
            UiStep::Tap { target: Target::Point(at), count } => {
                self.tap_at(step, *at, *count).await
            }
            UiStep::Tap { target, count } => self.tap(step, target, *count).await,
            UiStep::Hold { target, seconds } => self.hold(step, target, *seconds).await,
            UiStep::Swipe { path } => self.swipe(step, path).await,
            UiStep::Drag { from, to, hold_seconds } => {
                self.drag(step, (from, to), *hold_seconds).await
            }
            UiStep::Pinch { target, scale } => self.pinch(step, target.as_ref(), *scale).await,
            UiStep::PressKey { key } => self.press_key(step, *key).await,
            UiStep::AnswerAlert { answer } => self.answer_alert(step, answer).await,
            UiStep::TypeText { text, target, clear, submit } => {
                let typing =
                    Typing { text, target: target.as_ref(), clear: *clear, submit: *submit };
                self.type_text(step, typing).await
            }
            UiStep::SetValue { target, value } => self.set_value(step, target, value).await,
            UiStep::Scroll { direction, until, area } => {
                let scrolling = Scrolling {
                    direction: *direction,
                    until: until.as_deref(),
                    area: area.as_ref(),
                };
                self.scroll(step, scrolling).await
            }
            UiStep::PressButton { button } => self.press(step, *button).await,
            UiStep::LaunchApp { app, fresh, arguments } => {
                self.launch(step, app, *fresh, arguments).await
            }
            UiStep::LaunchNamed { name, fresh, arguments } => {
                self.launch_named(step, name, (*fresh, arguments)).await
            }
            UiStep::OpenUrl { url } => self.open_url(step, url).await,
            UiStep::WaitFor { .. } => Err(DeviceError::new(
                ErrorCode::InvalidArgument,
                "wait_for is no act; it is run by wait_for or inside a sequence",
            )),
        }
    }

    /// Runs steps in order until one fails, has no effect or waits in vain.
    pub(super) async fn sequence(mut self, steps: &[Step]) -> Result<SequenceReport, DeviceError> {
        let seen = self.room.desk().seen.get(&self.context.caller).cloned();
        let mut done = Vec::new();
        for (number, step) in steps.iter().enumerate() {
            let progress = format!("step {} of {}: {}", number + 1, steps.len(), step.what.verb());
            self.context.progress.report(&progress).await;
            let outcome = match &step.what {
                UiStep::WaitFor { text, gone, timeout } => {
                    let begun = self.room.begin_record();
                    match self.wait_inside(text, *gone, *timeout).await {
                        Ok(waited) => {
                            self.room.record_wait(&self.context.caller, step, begun, &waited);
                            StepOutcome::Waited(waited)
                        }
                        Err(error) => StepOutcome::Failed(step.clone(), SequenceFailure(error)),
                    }
                }
                _ => match self.keyed_step(number, step).await {
                    Ok(acted) => {
                        StepOutcome::Acted(Box::new(Acted { change: Change::Nothing, ..acted }))
                    }
                    Err(error) => StepOutcome::Failed(step.clone(), SequenceFailure(error)),
                },
            };
            let stops = outcome.stops();
            done.push(outcome);
            if stops {
                break;
            }
        }
        let change = self.screen_after(seen).await;
        Ok(SequenceReport { done, asked: steps.len(), change })
    }

    /// One step of a sequence under the sequence's key and its number, so that a repeated run
    /// returns what was done instead of doing it again.
    async fn keyed_step(&mut self, number: usize, step: &Step) -> Result<Acted, DeviceError> {
        let Some(key) = self.context.key.as_ref().map(|key| format!("{key}#{number}")) else {
            return self.step(step).await;
        };
        let caller = self.context.caller.clone();
        if let Filed::Before(outcome) = self.room.desk().ledger.open(&caller, &key, step)? {
            return *outcome;
        }
        let before = std::mem::replace(&mut self.touched, false);
        let outcome = self.step(step).await;
        self.room.desk().ledger.file(&caller, &key, &outcome, self.touched);
        self.touched |= before;
        outcome
    }

    /// The screen at the end of a run, told against what the caller saw before it.
    async fn screen_after(
        &mut self,
        seen: Option<Arc<crate::domain::observation::Observation>>,
    ) -> Change {
        let now = match self.standing() {
            Some(standing) => Some(standing),
            None => self.read_screen().await.ok(),
        };
        let caller = self.context.caller.clone();
        {
            let mut desk = self.room.desk();
            match seen {
                Some(seen) => desk.seen.insert(caller, seen),
                None => desk.seen.remove(&caller),
            };
        }
        now.map_or(Change::Nothing, |now| self.change(&now))
    }
}

/// Errors that leave it open what became of what was sent.
fn is_open_end(error: &DeviceError) -> bool {
    matches!(
        error.code(),
        ErrorCode::Cancelled
            | ErrorCode::Timeout
            | ErrorCode::DeviceGone
            | ErrorCode::DeviceTaken
            | ErrorCode::ScreenUnreadable
            | ErrorCode::BackendUnavailable
            | ErrorCode::Unexpected
    )
}
