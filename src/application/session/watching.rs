//! Looking without touching: the screen as text, a search, a picture, a wait.

use std::sync::Arc;
use std::time::Duration;

use super::answering::alert_line;
use super::look::{DRAWN, no_screen, says};
use super::room::DeviceRoom;
use super::visit::Visit;
use crate::application::context::CallContext;
use crate::application::report::{
    Change, FoundReport, ObserveOptions, ScreenReport, ScreenshotReport, Waited,
};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::observation::{Completeness, Observation};
use crate::domain::perception::{
    Counter, DEFAULT_BUDGET, Digest, DigestOptions, digest, find, fold,
};
use crate::domain::ports::{Access, UiRoad};
use crate::domain::step::UiStep;
use crate::domain::time::{Deadline, Moment};

/// Longest wait that is taken; longer ones are cut to it by the caller's patience anyway.
const MAX_WAIT: Duration = Duration::from_secs(120);

impl Visit<'_> {
    /// The screen as a digest. A reading that was made after this call was asked is shared.
    pub(super) async fn observe(
        mut self,
        options: &ObserveOptions,
        asked: Moment,
    ) -> Result<ScreenReport, DeviceError> {
        let fresh = self.standing().filter(|seen| seen.span.start >= asked);
        let seen = match fresh {
            Some(seen) => seen,
            None => self.look_twice().await?,
        };
        let (page, size) = self.digest_of(&seen, options);
        let text = match alert_line(&seen) {
            Some(alert) => under_its_head(&page.text, &alert),
            None => page.text,
        };
        Ok(ScreenReport {
            text,
            completeness: seen.completeness(),
            foreground: seen.foreground.clone(),
            size,
            late: self.late.take(),
        })
    }

    /// A degenerate reading is looked at once more before it is told: it is often a moment's.
    async fn look_twice(&mut self) -> Result<Arc<Observation>, DeviceError> {
        let first = self.read().await?;
        if first.completeness().is_screen() || first.completeness() == Completeness::Treeless {
            return Ok(first);
        }
        self.wait(self.room.tuning.read_gap).await?;
        self.read().await
    }

    fn digest_of(
        &mut self,
        seen: &Arc<Observation>,
        options: &ObserveOptions,
    ) -> (Digest, crate::domain::geometry::Size) {
        let mut desk = self.room.desk();
        let desk = &mut *desk;
        let caller = &self.context.caller;
        let narrowed = DigestOptions {
            budget_tokens: options.budget.unwrap_or(DEFAULT_BUDGET),
            query: options.query.as_deref(),
            region: options.region,
        };
        let page = digest(&seen.perception, &mut desk.refs, &narrowed);
        desk.refs.show(caller, page.shown.iter().map(|(reference, _)| *reference));
        if seen.completeness().is_screen() {
            desk.seen.insert(caller.clone(), Arc::clone(seen));
        }
        (page, seen.perception.viewport.size)
    }

    /// Searches the raw tree of one reading.
    pub(super) async fn find(
        mut self,
        text: &str,
        limit: usize,
    ) -> Result<FoundReport, DeviceError> {
        if fold(text).is_empty() {
            return Err(DeviceError::invalid("text", "names nothing", text));
        }
        let seen = self.look_twice().await?;
        let drawn = seen.completeness() == Completeness::Treeless;
        if !seen.completeness().is_screen() && !drawn {
            return Err(no_screen(&seen));
        }
        // A search issues no refs: what the digest would show is told with numbers of its own.
        let mut numbers = Counter::default();
        let page = digest(&seen.perception, &mut numbers, &DigestOptions::default());
        let shown: Vec<usize> = page.shown.iter().map(|(_, index)| *index).collect();
        let found = find(&seen.tree, &seen.perception, &shown, text, limit);
        let mut lines = vec![found.text()];
        if drawn {
            lines.push(format!("note: {DRAWN}"));
        }
        lines.extend(alert_line(&seen).map(|alert| format!("note: {alert}")));
        Ok(FoundReport { text: lines.join("\n"), total: found.total })
    }

    /// Waits inside a sequence, which holds the turn already.
    pub(super) async fn wait_inside(
        &mut self,
        text: &str,
        gone: bool,
        timeout: Duration,
    ) -> Result<Waited, DeviceError> {
        let mut wait = Wait::new(text, gone, timeout, self.now())?;
        loop {
            if let Some(waited) = wait.look(self).await? {
                return Ok(waited);
            }
            self.wait(self.room.tuning.read_gap).await?;
        }
    }
}

/// A screen with an alert of the system before everything that it covers.
fn under_its_head(page: &str, alert: &str) -> String {
    match page.split_once('\n') {
        Some((head, rest)) => format!("{head}\n{alert}\n{rest}"),
        None => format!("{page}\n{alert}"),
    }
}

/// A wait under way.
struct Wait<'a> {
    text: &'a str,
    gone: bool,
    begun: Moment,
    timeout: Duration,
    looks: u32,
    last: Option<Arc<Observation>>,
}

impl<'a> Wait<'a> {
    fn new(
        text: &'a str,
        gone: bool,
        timeout: Duration,
        begun: Moment,
    ) -> Result<Self, DeviceError> {
        if fold(text).is_empty() {
            return Err(DeviceError::invalid("text", "names nothing", text));
        }
        Ok(Self { text, gone, begun, timeout: timeout.min(MAX_WAIT), looks: 0, last: None })
    }

    /// One look; the outcome once it is known. A reading that is no screen proves neither.
    async fn look(&mut self, visit: &mut Visit<'_>) -> Result<Option<Waited>, DeviceError> {
        match visit.read().await {
            Ok(seen) if seen.completeness().is_screen() => {
                self.looks += 1;
                let met = says(&seen, self.text, self.gone);
                self.last = Some(Arc::clone(&seen));
                if met {
                    return Ok(Some(self.outcome(visit, true)));
                }
            }
            Ok(_) => {}
            Err(error) if is_passing(&error) => tracing::debug!(%error, "a look failed"),
            Err(error) => return Err(error),
        }
        if visit.now().since(self.begun) < self.timeout {
            return Ok(None);
        }
        if self.looks == 0 {
            return Err(DeviceError::new(
                ErrorCode::NeverObserved,
                format!("no look in {} s showed a screen", self.timeout.as_secs()),
            )
            .with_hint("take_screenshot shows what is there"));
        }
        Ok(Some(self.outcome(visit, false)))
    }

    fn outcome(&self, visit: &mut Visit<'_>, met: bool) -> Waited {
        let watched = visit.now().since(self.begun);
        let change = self.last.as_ref().map_or(Change::Nothing, |seen| visit.change(seen));
        Waited {
            met,
            text: self.text.to_owned(),
            gone: self.gone,
            watched,
            looks: self.looks,
            change,
        }
    }
}

/// A picture, with the size in points that relates it to everything else. Takes no turn, so that
/// it can be taken while an act settles.
pub(super) async fn screenshot(
    room: &DeviceRoom,
    road: &UiRoad,
    context: &CallContext,
) -> Result<ScreenshotReport, DeviceError> {
    context.check()?;
    let by = Deadline(room.pause.now().after(room.tuning.request));
    let points = road.reader.screen_size(by).await?;
    let picture = road.screens.screenshot(by).await?;
    Ok(ScreenshotReport { picture, points, tagged: None })
}

/// Failures of one look that the next may not have.
fn is_passing(error: &DeviceError) -> bool {
    matches!(error.code(), ErrorCode::ScreenUnreadable | ErrorCode::Timeout)
}

/// Waits with the turn taken for each look only.
pub(super) async fn wait_for(
    room: &DeviceRoom,
    wait: &UiStep,
    context: &CallContext,
) -> Result<Waited, DeviceError> {
    let UiStep::WaitFor { text, gone, timeout } = wait else {
        return Err(DeviceError::new(ErrorCode::InvalidArgument, "this is no wait"));
    };
    let context = CallContext { patience: context.patience.max(*timeout * 2), ..context.clone() };
    let mut wait = Wait::new(text, *gone, *timeout, room.pause.now())?;
    loop {
        {
            let mut visit = room.enter(&context, Access::Look).await?;
            if let Some(waited) = wait.look(&mut visit).await? {
                return Ok(waited);
            }
        }
        context.check()?;
        let next = room.pause.now().after(room.tuning.read_gap);
        tokio::select! {
            () = room.pause.sleep_until(next) => {}
            () = context.cancel.cancelled() => return Err(super::room::cancelled()),
        }
    }
}
