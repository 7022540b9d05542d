//! Gestures beyond a tap: hold, swipe, drag and pinch; and single keys.
//!
//! Each is one input, sent once, with its own rule of what counts: what a finger carried must be
//! where it was let go, what it swept over may move anywhere.

use std::sync::Arc;

use super::gate::Intent;
use super::outcome::Subject;
use super::scrolling::{sweep, swept_area};
use super::settle::{Settled, Watch};
use super::spots::{Spot, told};
use super::tuning::{PINCH_SHARE, PINCH_TRAVEL_MS, SMALLEST_PINCH, SWIPE_TRAVEL_MS};
use super::visit::{Sent, Visit};
use crate::application::report::Acted;
use crate::domain::effect::{Attribution, Effect, Touched, Verdict, Witness};
use crate::domain::element::Element;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::frame::Frame;
use crate::domain::geometry::{Point, Rect};
use crate::domain::judge::{Evidence, Sweep, judge_drag, judge_sweep, judge_touch};
use crate::domain::observation::Observation;
use crate::domain::perception::{Refound, find_again, identity_of, plain};
use crate::domain::ports::FocusedField;
use crate::domain::resolution::Preference;
use crate::domain::step::{Gesture, Input, Key, Step, SwipePath, Target};

/// What is known before a gesture.
struct Start<'a> {
    before: &'a Arc<Observation>,
    frame: Option<&'a Frame>,
    spot: Option<&'a Spot>,
}

impl Visit<'_> {
    pub(super) async fn hold(
        &mut self,
        step: &Step,
        target: &Target,
        seconds: f64,
    ) -> Result<Acted, DeviceError> {
        let spot = self.spot(target, step.expect.as_ref()).await?;
        let gesture = Gesture::Hold { at: spot.at, seconds };
        let (settled, sent) = self.play(step, gesture, &Start::at(&spot)).await?;
        self.told_touch(step, &spot, settled, sent).await
    }

    /// Taps at a position, whatever is there.
    pub(super) async fn tap_at(
        &mut self,
        step: &Step,
        at: Point,
        count: u8,
    ) -> Result<Acted, DeviceError> {
        let spot = self.spot(&Target::Point(at), step.expect.as_ref()).await?;
        let gesture = Gesture::Tap { at: spot.at, count };
        let (settled, sent) = self.play(step, gesture, &Start::at(&spot)).await?;
        self.told_touch(step, &spot, settled, sent).await
    }

    async fn told_touch(
        &mut self,
        step: &Step,
        spot: &Spot,
        mut settled: Settled,
        sent: Sent,
    ) -> Result<Acted, DeviceError> {
        let expect = step.expect.as_ref();
        let expectation = self.await_expectation(expect, &spot.before, &mut settled).await?;
        let seen = self.evidence(&spot.before, &settled, sent, Some(spot.area));
        let named = spot.element.as_ref().and_then(Element::name);
        let effect = judge_touch(&Evidence { named, expectation, ..seen });
        Ok(self.reply(&step.what, spot.subject.clone(), effect, settled.after.as_ref()))
    }

    pub(super) async fn swipe(
        &mut self,
        step: &Step,
        path: &SwipePath,
    ) -> Result<Acted, DeviceError> {
        match path {
            SwipePath::Way(way) => {
                let before = self.read_canvas().await?;
                let area = swept_area(&before)?;
                let swipe = hurried(sweep(&before.perception, &area, *way)?);
                let frame = self.picture().await;
                let start = Start { before: &before, frame: frame.as_ref(), spot: None };
                let sweep = swept_by(&swipe);
                let (settled, sent) = self.play(step, swipe, &start).await?;
                let subject = Subject::default().with_detail(way.word());
                self.told_sweep(step, (&before, area, sweep), subject, (settled, sent)).await
            }
            SwipePath::Between { from, to } => {
                let spot = self.spot(from, step.expect.as_ref()).await?;
                let (goal, _) = self.goal(&spot, to)?;
                let swipe = hurried(Gesture::Drag {
                    from: spot.at,
                    to: goal,
                    press_ms: 0,
                    travel_ms: SWIPE_TRAVEL_MS,
                    rest_ms: 0,
                });
                let sweep = swept_by(&swipe);
                let (settled, sent) = self.play(step, swipe, &Start::at(&spot)).await?;
                let area = spanned(&spot.area, goal);
                let subject = spot.subject.clone().with_detail(format!("to {}", told(goal)));
                self.told_sweep(step, (&spot.before, area, sweep), subject, (settled, sent)).await
            }
        }
    }

    pub(super) async fn pinch(
        &mut self,
        step: &Step,
        target: Option<&Target>,
        scale: f64,
    ) -> Result<Acted, DeviceError> {
        let (before, frame, area, subject, spot) = if let Some(target) = target {
            let spot = self.spot(target, step.expect.as_ref()).await?;
            let (before, frame) = (Arc::clone(&spot.before), spot.frame.clone());
            (before, frame, spot.area, spot.subject.clone(), Some(spot))
        } else {
            let before = self.read_canvas().await?;
            let area = swept_area(&before)?;
            (before, self.picture().await, area, Subject::default(), None)
        };
        let gesture = pinch_in(&area, scale)?;
        let start = Start { before: &before, frame: frame.as_ref(), spot: spot.as_ref() };
        let (settled, sent) = self.play(step, gesture, &start).await?;
        let subject = subject.with_detail(format!("by {scale}"));
        self.told_sweep(step, (&before, area, Sweep::Pinched), subject, (settled, sent)).await
    }

    async fn told_sweep(
        &mut self,
        step: &Step,
        (before, area, sweep): (&Arc<Observation>, Rect, Sweep),
        subject: Subject,
        (mut settled, sent): (Settled, Sent),
    ) -> Result<Acted, DeviceError> {
        let expect = step.expect.as_ref();
        let expectation = self.await_expectation(expect, before, &mut settled).await?;
        let seen = self.evidence(before, &settled, sent, Some(area));
        let effect = judge_sweep(&Evidence { expectation, ..seen }, sweep);
        Ok(self.reply(&step.what, subject, effect, settled.after.as_ref()))
    }

    pub(super) async fn drag(
        &mut self,
        step: &Step,
        (from, to): (&Target, &Target),
        hold_seconds: f64,
    ) -> Result<Acted, DeviceError> {
        let spot = self.spot(from, step.expect.as_ref()).await?;
        let (goal, room) = self.goal(&spot, to)?;
        let press_ms = (hold_seconds * 1000.0).round() as u32;
        let far = spot.at.distance(goal);
        // Slow enough for a list to make room, and at rest before letting go: nothing is thrown.
        let travel_ms = (far * 3.0).clamp(400.0, 2500.0) as u32;
        let gesture = Gesture::Drag { from: spot.at, to: goal, press_ms, travel_ms, rest_ms: 300 };
        let (mut settled, sent) = self.play(step, gesture, &Start::at(&spot)).await?;
        let expect = step.expect.as_ref();
        let expectation = self.await_expectation(expect, &spot.before, &mut settled).await?;
        let landed = landed(&spot, &settled);
        let area = spanned(&spot.area, goal);
        let seen = self.evidence(&spot.before, &settled, sent, Some(area));
        let own = spot.element.as_ref().and_then(|e| e.frame);
        let effect = judge_drag(&Evidence { expectation, ..seen }, (own, landed), &room);
        let subject = spot.subject.clone().with_detail(format!("to {}", told(goal)));
        Ok(self.reply(&step.what, subject, effect, settled.after.as_ref()))
    }

    /// Where a path ends, on the reading that its start was proven on, and what is there.
    fn goal(&mut self, spot: &Spot, to: &Target) -> Result<(Point, Rect), DeviceError> {
        let screen = &spot.before.perception;
        if let Target::Point(at) = to {
            super::spots::on_screen(screen, *at)?;
            return Ok((*at, Rect::new(at.x, at.y, 0.0, 0.0)));
        }
        let found = self.resolve_in(&spot.before, to, Preference::Any)?;
        if Some(found.index) == spot.index {
            return Err(DeviceError::new(
                ErrorCode::InvalidArgument,
                "from and to are the same element",
            ));
        }
        let frame =
            screen.elements[found.index].frame.filter(|_| screen.elements[found.index].is_listed());
        let frame = frame.and_then(|f| f.intersection(&Rect::of_size(screen.viewport.size)));
        let frame = frame.ok_or_else(|| {
            DeviceError::new(ErrorCode::ElementCovered, "the place to go to is not visible")
                .with_hint("scroll until both are, or go in two steps")
        })?;
        Ok((frame.center(), frame))
    }

    /// Sends one gesture and watches.
    async fn play(
        &mut self,
        step: &Step,
        gesture: Gesture,
        start: &Start<'_>,
    ) -> Result<(Settled, Sent), DeviceError> {
        self.room.gate.consider(&Intent {
            step: &step.what,
            element: start.spot.and_then(|spot| spot.element.as_ref()),
            foreground: start.before.foreground.as_deref(),
        })?;
        let sent = self.send(&Input::Gesture(gesture)).await?;
        let ceiling = self.room.tuning.ceiling;
        let watch = Watch { before: start.before, frame: start.frame, ceiling, brief: false };
        Ok((self.settle(watch).await?, sent))
    }

    pub(super) async fn press_key(&mut self, step: &Step, key: Key) -> Result<Acted, DeviceError> {
        let before = match self.standing() {
            Some(standing) => standing,
            None => self.read_canvas().await?,
        };
        let was = self.focused().await?;
        self.room.gate.consider(&Intent {
            step: &step.what,
            element: None,
            foreground: before.foreground.as_deref(),
        })?;
        let frame = self.picture().await;
        let sent = self.send(&Input::Key(key)).await?;
        let ceiling = self.room.tuning.ceiling;
        let watch = Watch { before: &before, frame: frame.as_ref(), ceiling, brief: false };
        let mut settled = self.settle(watch).await?;
        let is = self.focused().await?;
        let expect = step.expect.as_ref();
        let expectation = self.await_expectation(expect, &before, &mut settled).await?;
        let seen = self.evidence(&before, &settled, sent, None);
        let watched = seen.watched;
        let own = typed(was.as_ref(), is.as_ref(), watched).filter(|_| sent == Sent::Acknowledged);
        let effect = match (own, expectation) {
            (Some(own), None) => own,
            _ => judge_touch(&Evidence { expectation, ..seen }),
        };
        let subject = Subject::default().with_detail(key.word());
        Ok(self.reply(&step.what, subject, effect, settled.after.as_ref()))
    }

    async fn focused(&mut self) -> Result<Option<FocusedField>, DeviceError> {
        match self.road()?.fields {
            Some(fields) => fields.focused(self.request_by()).await,
            None => Ok(None),
        }
    }
}

impl<'a> Start<'a> {
    fn at(spot: &'a Spot) -> Self {
        Self { before: &spot.before, frame: spot.frame.as_ref(), spot: Some(spot) }
    }
}

/// What a key did to the field that has the focus, where it shows.
fn typed(
    was: Option<&FocusedField>,
    is: Option<&FocusedField>,
    watched: std::time::Duration,
) -> Option<Effect> {
    let (was, is) = (was?, is?);
    let same = (&was.identifier, &was.label) == (&is.identifier, &is.label);
    if !same || was.text == is.text {
        return None;
    }
    let text = is.text.as_deref().unwrap_or("");
    let reason = if is.secure {
        format!("the field holds {} characters", text.chars().count())
    } else {
        format!("field shows \"{}\"", plain(text, 60))
    };
    Some(Effect {
        verdict: Verdict::Changed,
        reason,
        witness: Witness::ReadBack,
        attribution: Attribution::AtTarget,
        touched: Touched::Yes,
        watched,
    })
}

/// Where what was carried is now.
fn landed(spot: &Spot, settled: &Settled) -> Option<Rect> {
    let after = settled.after.as_ref()?;
    let identity = identity_of(&spot.before.perception, spot.index?);
    match find_again(&after.perception, &identity) {
        Refound::Same(index) | Refound::Moved(index, _) => after.perception.elements[index].frame,
        Refound::Several(_) | Refound::Gone => None,
    }
}

/// The way that a path goes.
fn swept_by(gesture: &Gesture) -> Sweep {
    match gesture {
        Gesture::Drag { from, to, .. } => Sweep::By(Point::new(to.x - from.x, to.y - from.y)),
        _ => Sweep::Pinched,
    }
}

/// A path that is lifted in motion.
fn hurried(gesture: Gesture) -> Gesture {
    match gesture {
        Gesture::Drag { from, to, .. } => {
            Gesture::Drag { from, to, press_ms: 0, travel_ms: SWIPE_TRAVEL_MS, rest_ms: 0 }
        }
        other => other,
    }
}

fn spanned(area: &Rect, to: Point) -> Rect {
    let (left, top) = (area.x.min(to.x), area.y.min(to.y));
    let (right, bottom) = (area.right().max(to.x), area.bottom().max(to.y));
    Rect::new(left, top, right - left, bottom - top)
}

/// Two fingers within an area whose distance changes by `scale`.
fn pinch_in(area: &Rect, scale: f64) -> Result<Gesture, DeviceError> {
    let wide = area.width * PINCH_SHARE;
    let (from, to) = if scale >= 1.0 { (wide / scale, wide) } else { (wide, wide * scale) };
    if !scale.is_finite() || from.min(to) < SMALLEST_PINCH {
        let message = format!("there is no room for a pinch by {scale} on {wide:.0} points");
        return Err(DeviceError::new(ErrorCode::InvalidArgument, message)
            .with_hint("pinch in several steps, each by less"));
    }
    Ok(Gesture::Pinch { center: area.center(), from, to, travel_ms: PINCH_TRAVEL_MS })
}
