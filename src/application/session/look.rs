//! Looking: one reading of the tree, one picture, and what they teach about the screen.

use std::sync::Arc;

use futures::future::try_join3;

use super::room::LateWatch;
use super::visit::Visit;
use crate::domain::changes::{ChangeKind, changes};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::frame::Frame;
use crate::domain::observation::{Completeness, Observation, ObservationId};
use crate::domain::perception::{ReadContext, perceive};
use crate::domain::step::{Expectation, UiStep};

impl Visit<'_> {
    /// Reads the tree once. The reading may be degenerate, and says so.
    ///
    /// # Errors
    /// What the road's reader says; a failed look is never an empty screen.
    pub(super) async fn read(&mut self) -> Result<Arc<Observation>, DeviceError> {
        self.check_time()?;
        let road = self.road()?;
        let by = self.request_by();
        let showing = async {
            match &road.alerts {
                Some(alerts) => alerts.showing(by).await,
                None => Ok(None),
            }
        };
        let (front, reading, alert) =
            try_join3(road.reader.foreground(by), road.reader.read(by), showing).await?;
        let foreground = front.bundle_id;
        self.hold.read_cost = reading.span.length();
        let previous = self.hold.baseline.clone();
        let context = ReadContext {
            foreground: Some(&foreground),
            screen: reading.screen,
            previous: previous.as_ref().map(|o| &o.perception),
        };
        let perception = perceive(&reading.tree, &context);
        let system_alert = alert.filter(|_| perception.modal.is_none());
        self.hold.readings += 1;
        let observation = Arc::new(Observation {
            id: ObservationId(self.hold.readings),
            span: reading.span,
            tree: reading.tree,
            perception,
            foreground: Some(foreground),
            system_alert,
            road: road.id,
        });
        if observation.completeness().is_screen() {
            self.learn(&observation);
            self.room.desk().refs.follow(&observation.perception);
            // A picture of the last rest stays evidence while nothing that it shows has changed.
            let same = self.standing().is_some_and(|was| self.is_same(&was, &observation));
            self.hold.frame.take_if(|_| !same);
            let title = |o: &Observation| (o.foreground.clone(), o.perception.title.clone());
            let before = self.hold.baseline.as_deref();
            if before.is_none_or(|was| title(was) != title(&observation)) {
                self.hold.blinking.clear();
            }
            self.hold.baseline = Some(Arc::clone(&observation));
            self.hold.disturbed = false;
        }
        Ok(observation)
    }

    /// Reads until a reading is a screen; looks again once before it gives up.
    ///
    /// # Errors
    /// `SCREEN_UNREADABLE` with what was seen instead.
    pub(super) async fn read_screen(&mut self) -> Result<Arc<Observation>, DeviceError> {
        let first = self.read().await?;
        if first.completeness().is_screen() {
            return Ok(first);
        }
        self.wait(self.room.tuning.read_gap).await?;
        let second = self.read().await?;
        if second.completeness().is_screen() {
            return Ok(second);
        }
        Err(no_screen(&second))
    }

    /// A picture as evidence; `None` where there are none. A picture that failed is no picture.
    pub(super) async fn picture(&mut self) -> Option<Frame> {
        if !self.room.tuning.frames {
            return None;
        }
        let size = self.hold.baseline.as_ref()?.perception.viewport.size;
        let screens = self.road().ok()?.screens;
        match screens.frame(size, self.request_by()).await {
            Ok(frame) => Some(frame),
            Err(error) => {
                tracing::debug!(%error, "no picture");
                None
            }
        }
    }

    /// What a reading teaches: volatile elements, and the late effect of a step that showed nothing.
    fn learn(&mut self, now: &Arc<Observation>) {
        if self.hold.disturbed {
            return;
        }
        let Some(before) = self.hold.baseline.clone() else { return };
        let found = changes(&before.perception, &now.perception, &self.hold.volatile);
        if found.is_empty()
            && before.foreground == now.foreground
            && before.system_alert == now.system_alert
        {
            return;
        }
        if let Some(LateWatch { step }) = self.hold.watching.take() {
            self.late = Some(format!("late effect of {step}"));
            return;
        }
        if found.of_screen().is_none() && before.foreground == now.foreground {
            let blinking = found.elements.iter().filter(|c| c.kind == ChangeKind::State);
            self.hold.volatile.extend(blinking.map(|change| change.key));
        }
    }

    /// Remembers a step that showed nothing, so that what shows later is told as its effect.
    pub(super) fn watch_for_late(&mut self, step: &UiStep, target: Option<&str>) {
        let step = match target {
            Some(target) => format!("{} {target}", step.verb()),
            None => step.verb().to_owned(),
        };
        self.hold.watching = Some(LateWatch { step });
    }
}

/// Whether a text is on the screen: in a label, a value, a placeholder or the title, folded.
pub(super) fn says(screen: &Observation, text: &str) -> bool {
    use crate::domain::perception::fold;
    let wanted = fold(text);
    let seen = &screen.perception;
    let in_text = |said: Option<&str>| said.is_some_and(|said| fold(said).contains(&wanted));
    in_text(seen.title.as_deref())
        || seen.modal.as_ref().is_some_and(|modal| in_text(modal.title.as_deref()))
        || screen.system_alert.as_ref().is_some_and(|alert| in_text(Some(&alert.text)))
        || seen.elements.iter().filter(|e| e.is_listed()).any(|e| {
            in_text(e.label.as_deref())
                || in_text(e.value.as_deref())
                || in_text(e.placeholder.as_deref())
                || in_text(e.detail.as_deref())
        })
}

/// Whether an expectation holds on a reading.
pub(super) fn holds(screen: &Observation, expectation: &Expectation) -> bool {
    says(screen, &expectation.text) != expectation.absent
}

/// Why a reading is no screen, as an error.
pub(super) fn no_screen(seen: &Observation) -> DeviceError {
    let message = match seen.completeness() {
        Completeness::WrongApp => "the tree is of another app than the one in front",
        Completeness::RootOnly => "only the application itself came back, without its elements",
        Completeness::Unreadable => "the attributes of the elements could not be read",
        Completeness::Treeless => "this screen is drawn: it has no elements",
        Completeness::Torn | Completeness::Whole => "the screen could not be read",
    };
    DeviceError::new(ErrorCode::ScreenUnreadable, message)
        .with_hint("take_screenshot shows it; wait a moment and observe_screen again")
}
