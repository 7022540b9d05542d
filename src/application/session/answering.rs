//! Alerts: seen in every reading, whoever owns them, and answered by name, never by coordinate.
//!
//! An alert of the system is not in the app's tree. While one is in front nothing under it can be
//! touched; a tap that names one of its buttons answers it. Apostrophes, case and white space are
//! folded in the match; the label is sent verbatim.

use std::sync::Arc;

use super::gate::Intent;
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
use crate::domain::step::{AlertAnswer, Input, Step, Target};

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
        let now = settled.after.as_deref().and_then(in_front);
        let seen = self.evidence(&before, &settled, sent, None);
        let was = in_front(&before);
        let effect = judge_alert(&Evidence { expectation, ..seen }, was.as_ref(), now.as_ref());
        let subject = Subject { name: Some(name), ..Subject::default() };
        Ok(self.reply(&step.what, subject, effect, settled.after.as_ref()))
    }

    /// Answers the alert in front, whoever owns it.
    pub(super) async fn answer_alert(
        &mut self,
        step: &Step,
        answer: &AlertAnswer,
    ) -> Result<Acted, DeviceError> {
        let before = self.read_screen().await?;
        let alert = in_front(&before).ok_or_else(|| {
            DeviceError::new(ErrorCode::ElementNotFound, "no alert is open")
                .with_hint("observe_screen shows what is there")
        })?;
        let button = chosen(&alert, answer)?;
        self.room.gate.consider(&Intent {
            step: &step.what,
            element: None,
            foreground: before.foreground.as_deref(),
        })?;
        self.answer(step, before, button).await
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

/// The alert in front: the system's, else the app's own.
fn in_front(seen: &Observation) -> Option<AlertSeen> {
    let own = || {
        let modal = seen.perception.modal.as_ref()?;
        matches!(modal.role, Role::Alert | Role::Sheet).then(|| AlertSeen {
            text: modal.title.clone().unwrap_or_default(),
            buttons: modal.buttons.clone(),
        })
    };
    seen.system_alert.clone().or_else(own)
}

/// The button that an answer means. Where it stands says nothing: some alerts say yes first. Of two
/// buttons one must be known to say no (docs/wires/wda.md, "Alerts"); else a label is asked for.
fn chosen(alert: &AlertSeen, answer: &AlertAnswer) -> Result<String, DeviceError> {
    let buttons = &alert.buttons;
    let wanted_no = matches!(answer, AlertAnswer::Dismiss);
    if let AlertAnswer::Button(label) = answer {
        let wanted = fold(label);
        let exact: Vec<&String> = buttons.iter().filter(|b| *b == label).collect();
        let fits: Vec<&String> = buttons.iter().filter(|b| fold(b) == wanted).collect();
        return match if exact.is_empty() { fits } else { exact }.as_slice() {
            [only] => Ok((*only).clone()),
            [] => Err(unclear(alert, ErrorCode::ElementNotFound, "has no such button")),
            _ => Err(unclear(alert, ErrorCode::ElementAmbiguous, "has it more than once")),
        };
    }
    match buttons.as_slice() {
        [] => Err(unclear(alert, ErrorCode::ElementNotFound, "has no buttons")),
        [only] => Ok(only.clone()),
        [one, other] if says_no(one) != says_no(other) => {
            Ok(if says_no(one) == wanted_no { one } else { other }.clone())
        }
        [_, _] => {
            let why = "does not tell which of its buttons says yes";
            Err(unclear(alert, ErrorCode::ElementAmbiguous, why))
        }
        _ => Err(unclear(alert, ErrorCode::ElementAmbiguous, "has more than two buttons")),
    }
}

/// Whether a button's whole label is a way to say no, in the languages of the largest stores.
fn says_no(label: &str) -> bool {
    const NO: [&str; 40] = [
        "cancel",
        "don't allow",
        "don't",
        "not now",
        "no",
        "no thanks",
        "no, thanks",
        "later",
        "deny",
        "dismiss",
        "close",
        "ask app not to track",
        "abbrechen",
        "nicht erlauben",
        "nicht jetzt",
        "nein",
        "annuler",
        "refuser",
        "ne pas autoriser",
        "pas maintenant",
        "non",
        "cancelar",
        "no permitir",
        "ahora no",
        "não permitir",
        "agora não",
        "não",
        "annulla",
        "non consentire",
        "non ora",
        "annuleer",
        "nee",
        "キャンセル",
        "許可しない",
        "今はしない",
        "取消",
        "不允许",
        "稍后",
        "취소",
        "허용 안 함",
    ];
    NO.contains(&fold(label).as_str())
}

fn unclear(alert: &AlertSeen, code: ErrorCode, why: &str) -> DeviceError {
    let message = format!("the alert \"{}\" {why}", plain(&alert.text, 200));
    DeviceError::new(code, message)
        .with_hint("pass one of its buttons as button")
        .with_candidates(buttons_of(&alert.buttons))
}

/// Buttons as candidates.
pub(super) fn buttons_of(labels: &[String]) -> Vec<Candidate> {
    let button = |label: &String| Candidate {
        handle: None,
        summary: format!("button \"{}\"", plain(label, 60)),
    };
    labels.iter().map(button).collect()
}

/// Why nothing under a system alert can be touched, with its buttons.
pub(super) fn covered_by(alert: &AlertSeen) -> DeviceError {
    let message = format!("an alert of the system is in front: \"{}\"", plain(&alert.text, 200));
    DeviceError::new(ErrorCode::ElementCovered, message)
        .with_hint("answer it first: tap with target set to one of its buttons")
        .with_candidates(buttons_of(&alert.buttons))
}

/// A system alert as a line under a screen.
pub(super) fn alert_line(seen: &Observation) -> Option<String> {
    let alert = seen.system_alert.as_ref()?;
    let buttons: Vec<String> =
        alert.buttons.iter().map(|label| format!("\"{}\"", plain(label, 60))).collect();
    let text = plain(&alert.text, 200);
    Some(format!("alert of the system in front: \"{text}\", buttons {}", buttons.join(", ")))
}
