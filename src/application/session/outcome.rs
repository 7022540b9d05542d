//! From what was seen to what is told: evidence for the judge, and the reply to the caller.

use std::sync::Arc;

use super::answering::alert_line;
use super::look::holds;
use super::prove::Proven;
use super::settle::Settled;
use super::visit::{Sent, Visit};
use crate::application::report::{Acted, Change};
use crate::domain::effect::{Attribution, Effect, Tier, Touched, Unknown, Verdict, Witness};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::geometry::Rect;
use crate::domain::judge::{Evidence, Expected};
use crate::domain::observation::Observation;
use crate::domain::perception::{Delta, Digest, DigestOptions, delta, digest};
use crate::domain::step::{Expectation, Step, UiStep};

/// Who and what a result is about.
#[derive(Clone, Debug, Default)]
pub(super) struct Subject {
    pub(super) name: Option<String>,
    pub(super) detail: Option<String>,
    pub(super) tier: Option<Tier>,
    pub(super) hint: Option<String>,
}

impl Subject {
    pub(super) fn of(proven: &Proven) -> Self {
        Self { name: Some(proven.name()), tier: Some(proven.tier), ..Self::default() }
    }

    pub(super) fn with_detail(self, detail: impl Into<String>) -> Self {
        Self { detail: Some(detail.into()), ..self }
    }
}

impl Visit<'_> {
    /// The evidence around one input.
    pub(super) fn evidence<'e>(
        &'e self,
        before: &'e Observation,
        settled: &'e Settled,
        sent: Sent,
        area: Option<Rect>,
    ) -> Evidence<'e> {
        let after = settled.after.as_deref();
        Evidence {
            before: &before.perception,
            after: after.map(|seen| &seen.perception),
            front: (
                before.foreground.as_deref(),
                after.and_then(|seen| seen.foreground.as_deref()),
            ),
            target: area,
            named: None,
            expectation: None,
            uncertain: self.doubt.as_deref().filter(|_| sent == Sent::AckLost),
            unsettled: settled.unsettled,
            watched: settled.watched,
            repainted: settled.repainted.as_deref(),
            alert_appeared: after
                .is_some_and(|seen| seen.system_alert.is_some() && before.system_alert.is_none()),
            volatile: &self.hold.volatile,
        }
    }

    /// Whether the expectation held before and holds now; waits for it beyond settling.
    pub(super) async fn await_expectation(
        &mut self,
        expect: Option<&Expectation>,
        before: &Observation,
        settled: &mut Settled,
    ) -> Result<Option<Expected>, DeviceError> {
        let Some(expect) = expect else { return Ok(None) };
        let held = holds(before, expect);
        let begun = self.now();
        loop {
            let Some(after) = &settled.after else { return Ok(None) };
            let now = holds(after, expect);
            if now || self.now().since(begun) >= self.room.tuning.expectation {
                return Ok(Some(Expected { held, holds: now, absent: expect.absent }));
            }
            self.wait(self.room.tuning.read_gap).await?;
            settled.after = Some(self.read_screen().await?);
            settled.watched += self.room.tuning.read_gap;
        }
    }

    /// The reply to the caller: verdict, subject, and what the screen shows now.
    pub(super) fn reply(
        &mut self,
        step: &UiStep,
        subject: Subject,
        effect: Effect,
        after: Option<&Arc<Observation>>,
    ) -> Acted {
        if effect.verdict == Verdict::NoEffect && !matches!(step, UiStep::Scroll { .. }) {
            self.watch_for_late(step, subject.name.as_deref(), None);
        }
        let hint = subject.hint.or_else(|| hint_for(&effect).map(str::to_owned));
        let change = after.map_or(Change::Nothing, |seen| self.change(seen));
        let news = self.hold.news.take();
        let brought = std::mem::take(&mut self.notes);
        let alert = after.and_then(|seen| alert_line(seen));
        Acted {
            verb: step.verb(),
            target: subject.name,
            detail: subject.detail,
            tier: subject.tier,
            effect,
            change,
            late: self.late.take(),
            notes: news.into_iter().chain(brought).chain(alert).collect(),
            hint,
            from_cache: false,
        }
    }

    /// What differs from what this caller saw last; a whole digest when that is another screen.
    pub(super) fn change(&mut self, now: &Arc<Observation>) -> Change {
        let mut desk = self.room.desk();
        let desk = &mut *desk;
        let caller = &self.context.caller;
        let last = desk.seen.insert(caller.clone(), Arc::clone(now));
        let lines = match last {
            Some(last) if last.foreground == now.foreground => {
                delta(&last.perception, &now.perception, &mut desk.refs)
            }
            _ => Delta::NewScreen,
        };
        match lines {
            Delta::Same => Change::Nothing,
            Delta::Lines { text, shown } => {
                desk.refs.show(caller, shown.into_iter().map(|(reference, _)| reference));
                Change::Delta(text)
            }
            Delta::NewScreen => {
                let page = digest(&now.perception, &mut desk.refs, &DigestOptions::default());
                let Digest { text, shown, .. } = page;
                desk.refs.show(caller, shown.into_iter().map(|(reference, _)| reference));
                Change::Screen(text)
            }
        }
    }

    /// An outcome that is not known because the call ended after something was sent.
    pub(super) fn interrupted(&mut self, step: &Step, error: &DeviceError) -> Acted {
        let why = match error.code() {
            ErrorCode::Cancelled | ErrorCode::Timeout => Unknown::Interrupted,
            _ => Unknown::Unreadable,
        };
        let effect = Effect {
            verdict: Verdict::Unknown(why),
            reason: format!("{} after the input was sent", error.message()),
            witness: Witness::None,
            attribution: Attribution::None,
            touched: Touched::Maybe,
            watched: std::time::Duration::ZERO,
        };
        self.reply(&step.what, Subject::default(), effect, None)
    }
}

fn hint_for(effect: &Effect) -> Option<&'static str> {
    match effect.verdict {
        Verdict::NoEffect => {
            Some("nothing on the screen reacted; look before trying anything again")
        }
        Verdict::Contradicted => Some("look at what the screen shows before going on"),
        Verdict::Unknown(Unknown::NotObservable) | Verdict::Changed | Verdict::Already => None,
        Verdict::Unknown(_) => Some("observe_screen tells what is so; do not repeat it blindly"),
    }
}
