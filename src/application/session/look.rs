//! Looking: one reading of the tree, one picture, and what they teach about the screen.

use std::sync::Arc;

use futures::future::try_join3;

use super::room::LateWatch;
use super::visit::Visit;
use crate::domain::changes::{ChangeKind, ElementChange, ElementKey, changes};
use crate::domain::element::{Element, Place};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::frame::Frame;
use crate::domain::observation::{Completeness, Observation, ObservationId, Perception};
use crate::domain::perception::{ReadContext, fold, perceive, plain};
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
            names: Some(&self.hold.names),
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
        let size = observation.perception.viewport.size;
        if size.width > 0.0 && size.height > 0.0 {
            self.hold.size = Some(size);
        }
        if observation.completeness().is_screen() {
            let name = observation.foreground.clone().zip(observation.perception.app.clone());
            self.hold.names.extend(name);
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

    /// The tree alone, to see whether the screen rests; `None` when it could not be read. It is no
    /// observation: nothing is known of what is in front.
    pub(super) async fn glance(&mut self) -> Option<Perception> {
        let road = self.road().ok()?;
        let reading = road.reader.read(self.request_by()).await.ok()?;
        let context = ReadContext { screen: reading.screen, ..ReadContext::default() };
        Some(perceive(&reading.tree, &context))
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
        let size = self.hold.size?;
        let road = self.road().ok()?;
        if let Some(stream) = road.frames.filter(|_| self.hold.streaming) {
            match stream.frame(size, self.now(), self.request_by()).await {
                Ok(frame) => return Some(frame),
                Err(error) => {
                    tracing::debug!(%error, "no stream: pictures are taken one by one");
                    // Pictures of two kinds are never compared.
                    self.hold.streaming = false;
                    self.hold.frame = None;
                    self.hold.blinking.clear();
                }
            }
        }
        match road.screens.frame(size, self.request_by()).await {
            Ok(frame) => Some(frame),
            Err(error) => {
                tracing::debug!(%error, "no picture");
                None
            }
        }
    }

    /// Whether pictures come by themselves.
    pub(super) fn streams(&self) -> bool {
        let asked = self.room.tuning.frames && self.hold.streaming;
        asked && self.hold.road.as_ref().is_some_and(|road| road.frames.is_some())
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
        let of_late = |watch: &mut LateWatch| match watch.own {
            Some(own) => {
                let state = |c: &&ElementChange| c.key == own && c.kind == ChangeKind::State;
                found.elements.iter().any(|change| state(&change))
            }
            None => true,
        };
        if let Some(LateWatch { step, own }) = self.hold.watching.take_if(of_late) {
            let mut desk = self.room.desk();
            if own.is_some() {
                let undone = format!("{step} did not last: it shows something else now");
                desk.recorder.undone(&undone);
                self.late = Some(undone);
            } else {
                self.late = Some(format!("late effect of {step}"));
                desk.recorder.came_late();
            }
            return;
        }
        if found.of_screen().is_none() && before.foreground == now.foreground {
            let blinking = found.elements.iter().filter(|c| c.kind == ChangeKind::State);
            self.hold.volatile.extend(blinking.map(|change| change.key));
        }
    }

    /// Remembers a step, so that what shows later is told as its effect: on `own` alone, or at all.
    pub(super) fn watch_for_late(
        &mut self,
        step: &UiStep,
        target: Option<&str>,
        own: Option<ElementKey>,
    ) {
        let step = match target {
            Some(target) => format!("{} {target}", step.verb()),
            None => step.verb().to_owned(),
        };
        self.hold.watching = Some(LateWatch { step, own });
    }
}

/// Whether a text is on the screen, where a person could see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    /// Shown, by this text of the screen.
    Shown(String),
    /// There, but an alert or the keyboard covers it: neither shown nor gone.
    Covered,
    Absent,
}

/// Looks for a text in labels, values, placeholders and the title, and in the alert of the system
/// with its buttons; folded.
pub(super) fn presence(screen: &Observation, text: &str) -> Presence {
    let wanted = fold(text);
    let seen = &screen.perception;
    let fits = |said: &&str| fold(said).contains(&wanted);
    let alert = screen.system_alert.iter().flat_map(|alert| {
        std::iter::once(alert.text.as_str()).chain(alert.buttons.iter().map(String::as_str))
    });
    let title = seen.title.as_deref().into_iter();
    let modal = seen.modal.iter().filter_map(|modal| modal.title.as_deref());
    let listed = seen.elements.iter().filter(|e| e.is_listed()).flat_map(texts_of);
    if let Some(said) = alert.chain(modal).chain(title).chain(listed).find(fits) {
        return Presence::Shown(plain(said, 60));
    }
    let covered = seen.elements.iter().filter(|e| e.place == Place::Behind);
    if covered.flat_map(texts_of).any(|said| fits(&said)) {
        Presence::Covered
    } else {
        Presence::Absent
    }
}

fn texts_of(element: &Element) -> impl Iterator<Item = &str> {
    [&element.label, &element.value, &element.placeholder, &element.detail]
        .into_iter()
        .filter_map(|text| text.as_deref())
}

/// Whether a text is on the screen, or is gone from it. What is covered is neither.
pub(super) fn says(screen: &Observation, text: &str, gone: bool) -> bool {
    match presence(screen, text) {
        Presence::Shown(_) => !gone,
        Presence::Absent => gone,
        Presence::Covered => false,
    }
}

/// Whether an expectation holds on a reading.
pub(super) fn holds(screen: &Observation, expectation: &Expectation) -> bool {
    says(screen, &expectation.text, expectation.absent)
}

pub(super) const DRAWN: &str = "this screen is drawn: it has no elements";

/// Why a reading is no screen, as an error.
pub(super) fn no_screen(seen: &Observation) -> DeviceError {
    let message = match seen.completeness() {
        Completeness::WrongApp => "the tree is of another app than the one in front",
        Completeness::RootOnly => "only the application itself came back, without its elements",
        Completeness::Unreadable => "the attributes of the elements could not be read",
        Completeness::Treeless => DRAWN,
        Completeness::Torn | Completeness::Whole => "the screen could not be read",
    };
    DeviceError::new(ErrorCode::ScreenUnreadable, message)
        .with_hint("take_screenshot shows it; wait a moment and observe_screen again")
}
