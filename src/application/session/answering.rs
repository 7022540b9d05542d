//! Alerts: seen in every reading, whoever owns them, and answered by name, never by coordinate.
//!
//! An alert of the system is not in the app's tree. While one is in front nothing under it can be
//! touched; a tap that names one of its buttons answers it. Apostrophes, case and white space are
//! folded in the match; the label is sent verbatim.

use std::sync::Arc;

use super::outcome::Subject;
use super::prove::Proven;
use super::settle::Watch;
use super::visit::Visit;
use crate::application::report::Acted;
use crate::domain::error::{Candidate, DeviceError, ErrorCode};
use crate::domain::judge::{Evidence, judge_alert};
use crate::domain::observation::{AlertSeen, Observation};
use crate::domain::perception::{fold, plain};
use crate::domain::role::Role;
use crate::domain::step::{Input, Step, Target};

impl Visit<'_> {
    /// The button of the system alert in front that a target names, after a proof was refused.
    pub(super) fn named_button(&self, target: &Target) -> Option<(Arc<Observation>, String)> {
        let Target::Match(query) = target else { return None };
        let seen = self.standing()?;
        let wanted = fold(&query.text);
        let fits = |label: &&String| fold(label) == wanted;
        let button = seen.system_alert.as_ref()?.buttons.iter().find(fits)?.clone();
        Some((seen, button))
    }

    /// Presses a button of the system alert in front.
    pub(super) async fn answer(
        &mut self,
        step: &Step,
        before: Arc<Observation>,
        button: String,
    ) -> Result<Acted, DeviceError> {
        let name = format!("alert button \"{}\"", plain(&button, 60));
        let frame = self.picture().await;
        let sent = self.send(&Input::AlertButton(button)).await?;
        let ceiling = self.room.tuning.ceiling;
        let watch = Watch { before: &before, frame: frame.as_ref(), ceiling, brief: false };
        let mut settled = self.settle(watch).await?;
        let expect = step.expect.as_ref();
        let expectation = self.await_expectation(expect, &before, &mut settled).await?;
        let now = settled.after.as_ref().and_then(|seen| seen.system_alert.as_ref());
        let seen = self.evidence(&before, &settled, sent, None);
        let effect =
            judge_alert(&Evidence { expectation, ..seen }, before.system_alert.as_ref(), now);
        let subject = Subject { name: Some(name), ..Subject::default() };
        Ok(self.reply(&step.what, subject, effect, settled.after.as_ref()))
    }

    /// How a button is pressed: by name where it belongs to an alert that the device can answer.
    pub(super) async fn press_of(&mut self, proven: &Proven) -> Result<Option<Input>, DeviceError> {
        let modal = proven.before.perception.modal.as_ref().map(|modal| modal.role);
        let in_alert = proven.element.in_modal && matches!(modal, Some(Role::Alert | Role::Sheet));
        let (true, Role::Button, Some(label)) =
            (in_alert, proven.element.role, &proven.element.label)
        else {
            return Ok(None);
        };
        let Some(alerts) = self.road()?.alerts else { return Ok(None) };
        let showing = alerts.showing(self.request_by()).await?;
        let once = |seen: AlertSeen| seen.buttons.iter().filter(|b| *b == label).count() == 1;
        Ok(showing.is_some_and(once).then(|| Input::AlertButton(label.clone())))
    }
}

/// Why nothing under a system alert can be touched, with its buttons.
pub(super) fn covered_by(alert: &AlertSeen) -> DeviceError {
    let message = format!("an alert of the system is in front: \"{}\"", plain(&alert.text, 200));
    let button = |label: &String| Candidate {
        handle: None,
        summary: format!("button \"{}\"", plain(label, 60)),
    };
    DeviceError::new(ErrorCode::ElementCovered, message)
        .with_hint("answer it first: tap with target set to one of its buttons")
        .with_candidates(alert.buttons.iter().map(button).collect())
}

/// A system alert as a line under a screen.
pub(super) fn alert_line(seen: &Observation) -> Option<String> {
    let alert = seen.system_alert.as_ref()?;
    let buttons: Vec<String> =
        alert.buttons.iter().map(|label| format!("\"{}\"", plain(label, 60))).collect();
    let text = plain(&alert.text, 200);
    Some(format!("alert of the system in front: \"{text}\", buttons {}", buttons.join(", ")))
}
