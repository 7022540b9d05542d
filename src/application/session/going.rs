//! Going somewhere: launch an app, open a link, press a button of the device.

use std::sync::Arc;

use super::gate::Intent;
use super::outcome::Subject;
use super::settle::{Settled, Watch};
use super::visit::{Sent, Visit};
use crate::application::report::Acted;
use crate::domain::app::{BundleId, ForegroundApp, InstalledApp, app_named};
use crate::domain::effect::{Effect, Unknown, Verdict};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::judge::{Evidence, already, judge_front, judge_link, judge_touch};
use crate::domain::observation::Observation;
use crate::domain::perception::plain;
use crate::domain::step::{HardwareButton, Input, Step, UiStep};

impl Visit<'_> {
    pub(super) async fn launch(
        &mut self,
        step: &Step,
        app: &BundleId,
        fresh: bool,
        arguments: &[String],
    ) -> Result<Acted, DeviceError> {
        let subject = Subject::default().with_detail(app.to_string());
        let running = self.road()?.reader.foreground(self.request_by()).await?;
        let front = running.bundle_id.clone();
        let before = self.before_going().await?;
        if front == app.as_str() && !fresh && arguments.is_empty() {
            let effect = already("it is in front; nothing touched");
            return Ok(self.reply(&step.what, subject, effect, Some(&before)));
        }
        let input = Input::Launch { app: app.clone(), fresh, arguments: arguments.to_vec() };
        let (settled, sent) = self.go(step, &input, &before).await?;
        // An app that was in front is judged by its process: a new one was launched anew.
        let anew = front == app.as_str() && self.is_anew(&running).await?;
        let was = (!anew).then_some(front.as_str());
        let evidence = self.evidence(&before, &settled, sent, None);
        let evidence = Evidence { front: (was, evidence.front.1), ..evidence };
        let effect = judge_front(&evidence, app.as_str());
        if anew {
            // Its screen is told whole, however like the old one it is.
            self.room.desk().seen.remove(&self.context.caller);
        }
        self.told(step, subject, effect, &before, (settled, sent)).await
    }

    /// Launches the app that a name means: one that the device has where it can be asked, else one
    /// of Apple's.
    pub(super) async fn launch_named(
        &mut self,
        step: &Step,
        name: &str,
        (fresh, arguments): (bool, &[String]),
    ) -> Result<Acted, DeviceError> {
        let installed = match self.road()?.apps {
            Some(apps) => Some(apps.installed(self.request_by()).await?),
            None => None,
        };
        let InstalledApp { id, name } = app_named(name, installed.as_deref())?;
        let what = UiStep::LaunchApp { app: id.clone(), fresh, arguments: arguments.to_vec() };
        self.room.desk().recorder.launches(what.clone());
        let launch = Step { what, expect: step.expect.clone() };
        let acted = self.launch(&launch, &id, fresh, arguments).await?;
        Ok(Acted { detail: Some(format!("\"{}\" {id}", plain(&name, 60))), ..acted })
    }

    /// Whether another process is in front than before; unknown processes are taken for new ones.
    async fn is_anew(&mut self, before: &ForegroundApp) -> Result<bool, DeviceError> {
        let now = self.road()?.reader.foreground(self.request_by()).await?;
        Ok(match (before.process_id, now.process_id) {
            (Some(was), Some(is)) => was != is,
            _ => true,
        })
    }

    pub(super) async fn open_url(&mut self, step: &Step, url: &str) -> Result<Acted, DeviceError> {
        check_url(url)?;
        let before = self.before_going().await?;
        let (settled, sent) = self.go(step, &Input::Link(url.to_owned()), &before).await?;
        let effect = judge_link(&self.evidence(&before, &settled, sent, None));
        let subject = Subject::default().with_detail(plain(url, 80));
        self.told(step, subject, effect, &before, (settled, sent)).await
    }

    pub(super) async fn press(
        &mut self,
        step: &Step,
        button: HardwareButton,
    ) -> Result<Acted, DeviceError> {
        let before = self.before_going().await?;
        let (settled, sent) = self.go(step, &Input::Button(button), &before).await?;
        let seen = self.evidence(&before, &settled, sent, None);
        let effect = match button {
            // The lock screen is the home screen's app as well.
            HardwareButton::Home | HardwareButton::Lock => {
                judge_front(&seen, BundleId::SPRINGBOARD)
            }
            HardwareButton::VolumeUp | HardwareButton::VolumeDown => Effect {
                verdict: Verdict::Unknown(Unknown::NotObservable),
                reason: "the button was pressed; nothing on the screen can show it".into(),
                ..judge_touch(&seen)
            },
        };
        let subject = Subject::default().with_detail(button.word());
        self.told(step, subject, effect, &before, (settled, sent)).await
    }

    /// The screen before: what stands, else a reading, whatever it is.
    async fn before_going(&mut self) -> Result<Arc<Observation>, DeviceError> {
        match self.standing() {
            Some(standing) => Ok(standing),
            None => self.read().await,
        }
    }

    async fn go(
        &mut self,
        step: &Step,
        input: &Input,
        before: &Arc<Observation>,
    ) -> Result<(Settled, Sent), DeviceError> {
        self.room.gate.consider(&Intent {
            step: &step.what,
            element: None,
            foreground: before.foreground.as_deref(),
        })?;
        let frame = self.picture().await;
        let sent = self.send(input).await?;
        let ceiling = self.room.tuning.launch_ceiling;
        let watch = Watch { before, frame: frame.as_ref(), ceiling, brief: false };
        Ok((self.settle(watch).await?, sent))
    }

    /// Waits for what the caller expects, which outranks the verb's own witness, and replies.
    async fn told(
        &mut self,
        step: &Step,
        subject: Subject,
        effect: Effect,
        before: &Arc<Observation>,
        (mut settled, sent): (Settled, Sent),
    ) -> Result<Acted, DeviceError> {
        let expect = step.expect.as_ref();
        let expectation = self.await_expectation(expect, before, &mut settled).await?;
        let effect = match expectation {
            Some(expected) if sent == Sent::Acknowledged && !(expected.held && expected.holds) => {
                let seen = self.evidence(before, &settled, sent, None);
                judge_touch(&Evidence { expectation, ..seen })
            }
            _ => effect,
        };
        Ok(self.reply(&step.what, subject, effect, settled.after.as_ref()))
    }
}

/// A link has a scheme and no control characters; anything else is refused before it is sent.
fn check_url(url: &str) -> Result<(), DeviceError> {
    let scheme = url.split_once(':').map(|(scheme, _)| scheme);
    let fine = scheme.is_some_and(|scheme| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    });
    if !fine || url.chars().any(char::is_control) || url.len() > 4096 {
        return Err(DeviceError::invalid("url", "is no link such as https://example.com", url));
    }
    if scheme
        .is_some_and(|s| ["file", "javascript", "data"].contains(&s.to_ascii_lowercase().as_str()))
    {
        return Err(DeviceError::new(ErrorCode::Refused, "links of this scheme are not opened"));
    }
    Ok(())
}
