//! Proof of place: before a touch, the cheapest sufficient evidence that the target is where the
//! finger will go.
//!
//! A locate is enough when the last whole reading stands, nothing is in front of it, and the node
//! that owns the geometry has an identifier that was unique there; it must answer with the same
//! role, label and place. Everything else takes a whole read, and the target's surroundings must
//! be still: iOS swallows touches on what moves.

use std::sync::Arc;

use futures::future::try_join;

use super::answering::covered_by;
use super::look::holds;
use super::scrolling::unobscured;
use super::spots::{at_point, told};
use super::tuning::{LOCATE_SHARE, SAME_PLACE, TOUCHABLE};
use super::visit::Visit;
use crate::domain::effect::Tier;
use crate::domain::element::{Element, Place, Ref, Strength};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::flow::finding::find_known;
use crate::domain::frame::Frame;
use crate::domain::geometry::{Point, Rect};
use crate::domain::judge::TARGET_MARGIN;
use crate::domain::observation::{Observation, Perception};
use crate::domain::perception::{Refound, element_words, find_again, identity_of};
use crate::domain::ports::{Located, Uniqueness};
use crate::domain::resolution::{Preference, Resolution, candidates, resolve};
use crate::domain::role::Role;
use crate::domain::step::{Expectation, Target};

/// A target that was proven to be where it is.
pub(super) struct Proven {
    /// The reading that `index` belongs to, and against which effects are judged.
    pub(super) before: Arc<Observation>,
    pub(super) index: usize,
    pub(super) element: Element,
    pub(super) tier: Tier,
    pub(super) reference: Ref,
    /// A picture taken after the proof and before the touch.
    pub(super) frame: Option<Frame>,
}

impl Proven {
    /// The target as a result names it.
    pub(super) fn name(&self) -> String {
        let mut element = Element { focused: false, ..self.element.clone() };
        if element.role.is_text_input() {
            // What the field shows is the read-back's to say; before the act it would mislead.
            element.value = element.placeholder.clone();
        }
        element_words(&element, Some(self.reference))
    }

    /// Where a change counts as the target's own.
    pub(super) fn area(&self) -> Option<Rect> {
        self.element.row.or(self.element.frame)
    }
}

impl Visit<'_> {
    /// Proves where `target` is. An expectation that seems to hold already asks for a whole read.
    pub(super) async fn prove(
        &mut self,
        target: &Target,
        preference: Preference,
        expect: Option<&Expectation>,
    ) -> Result<Proven, DeviceError> {
        if let Some(standing) = self.standing() {
            let maybe_so = expect.is_some_and(|e| holds(&standing, e));
            if !maybe_so
                && let Some(proven) = self.prove_by_locate(&standing, target, preference).await?
            {
                return Ok(proven);
            }
        }
        self.prove_by_reading(target, preference).await
    }

    async fn prove_by_reading(
        &mut self,
        target: &Target,
        preference: Preference,
    ) -> Result<Proven, DeviceError> {
        let begun = self.now();
        loop {
            let earlier = self.picture().await;
            let before = self.read_screen().await?;
            if let Some(alert) = &before.system_alert {
                return Err(covered_by(alert));
            }
            let found = self.resolve_in(&before, target, preference)?;
            let read = before.id;
            let (before, found) = self.bring((before, found), target, preference).await?;
            // What was scrolled in was watched until it rested, and was read then.
            let earlier = if before.id == read { earlier } else { self.hold.frame.clone() };
            let frame = self.picture().await;
            let proven = self.proven(before, found, frame);
            let moving = proven
                .area()
                .is_some_and(|area| moving_in(&area, earlier.as_ref(), proven.frame.as_ref()));
            if !moving {
                return Ok(proven);
            }
            if self.now().since(begun) > self.room.tuning.moving {
                let message = format!("{} has not come to rest", proven.name());
                return Err(DeviceError::new(ErrorCode::ScreenMoving, message)
                    .with_hint("repeat the call; nothing was touched"));
            }
            self.wait(self.room.tuning.frame_gap).await?;
        }
    }

    /// Locates instead of reading, where that is proof; `None` asks for a read.
    async fn prove_by_locate(
        &mut self,
        standing: &Arc<Observation>,
        target: &Target,
        preference: Preference,
    ) -> Result<Option<Proven>, DeviceError> {
        let Ok(found) = self.resolve_in(standing, target, preference) else { return Ok(None) };
        let screen = &standing.perception;
        let element = &screen.elements[found.index];
        let identity = identity_of(screen, found.index);
        let road = self.road()?;
        let Some(locator) = road.locator.filter(|l| l.can_name(&identity)) else { return Ok(None) };
        let worth =
            self.hold.locate_cost.as_secs_f64() <= self.hold.read_cost.as_secs_f64() * LOCATE_SHARE;
        let plain = identity.strength == Strength::Identifier
            && element.enabled
            && screen.modal.is_none()
            && lies_free(screen, found.index)
            && !under_keyboard(screen, element);
        if !worth || !plain {
            return Ok(None);
        }
        // An equal picture says that nothing came in front; without one the device is asked.
        let early = match self.hold.frame.clone() {
            Some(was) => match self.picture().await {
                Some(now) if now.equals(&was) => Some(now),
                Some(_) | None => return Ok(None),
            },
            None if self.front_is(standing).await? => None,
            None => return Ok(None),
        };
        let begun = self.now();
        let located = locator.locate(&identity, Uniqueness::FirstMatch, self.request_by()).await?;
        self.hold.locate_cost = self.now().since(begun);
        if !agrees(&located, element, standing) {
            return Ok(None);
        }
        let standing = self.with_value(standing, found.index, located);
        let frame = match early {
            Some(frame) => Some(frame),
            None => self.picture().await,
        };
        Ok(Some(self.proven(standing, found, frame)))
    }

    /// Whether the same app is in front as when `standing` was read, and no alert is.
    async fn front_is(&mut self, standing: &Observation) -> Result<bool, DeviceError> {
        let road = self.road()?;
        let by = self.request_by();
        let showing = async {
            match &road.alerts {
                Some(alerts) => alerts.showing(by).await,
                None => Ok(None),
            }
        };
        let (front, alert) = try_join(road.reader.foreground(by), showing).await?;
        Ok(standing.foreground.as_deref() == Some(front.bundle_id.as_str()) && alert.is_none())
    }

    /// The standing reading with the value that the locate just told.
    fn with_value(
        &mut self,
        standing: &Arc<Observation>,
        index: usize,
        located: Located,
    ) -> Arc<Observation> {
        let Located::One { value, .. } = located else { return Arc::clone(standing) };
        if value.is_none() || standing.perception.elements[index].value == value {
            return Arc::clone(standing);
        }
        let mut fresh = Observation::clone(standing);
        fresh.perception.elements[index].value = value;
        let fresh = Arc::new(fresh);
        self.hold.baseline = Some(Arc::clone(&fresh));
        fresh
    }

    fn proven(
        &mut self,
        before: Arc<Observation>,
        found: Resolution,
        frame: Option<Frame>,
    ) -> Proven {
        let index = found.index;
        let element = before.perception.elements[index].clone();
        let reference = {
            use crate::domain::perception::RefMint;
            let mut desk = self.room.desk();
            let reference = desk.refs.mint(&identity_of(&before.perception, index));
            desk.refs.show(&self.context.caller, [reference]);
            reference
        };
        Proven { before, index, element, tier: found.tier, reference, frame }
    }

    /// Which element of a reading is meant; what it is goes into the record of the step.
    pub(super) fn resolve_in(
        &self,
        screen: &Observation,
        target: &Target,
        preference: Preference,
    ) -> Result<Resolution, DeviceError> {
        let found = self.meant_in(screen, target, preference)?;
        self.room.desk().recorder.saw(target, screen, found.index);
        Ok(found)
    }

    fn meant_in(
        &self,
        screen: &Observation,
        target: &Target,
        preference: Preference,
    ) -> Result<Resolution, DeviceError> {
        let seen = &screen.perception;
        let desk = self.room.desk();
        let name_of = |index| desk.refs.existing(seen, index).map(|r| r.to_string());
        match target {
            Target::Match(query) => resolve(seen, query, preference, &name_of),
            Target::Focused => focused(seen),
            Target::Point(at) => at_point(seen, *at)
                .map(|index| Resolution { index, tier: Tier::Point })
                .ok_or_else(|| {
                    let message = format!("nothing is at {}", told(*at));
                    DeviceError::new(ErrorCode::ElementNotFound, message)
                }),
            Target::Known(known) => find_known(seen, screen.foreground.as_deref(), known, &name_of),
            Target::Ref(reference) => {
                let identity = desk.refs.identity(&self.context.caller, *reference)?;
                match find_again(seen, &identity) {
                    Refound::Same(index) => Ok(Resolution { index, tier: Tier::Ref }),
                    // A reading carries over what was renamed on its screen; this is of another.
                    Refound::Moved(index, _)
                        if identity_of(seen, index).label != identity.label =>
                    {
                        Err(stale(*reference, identity.label.as_deref()))
                    }
                    Refound::Moved(index, strength) => {
                        Ok(Resolution { index, tier: tier_of(strength) })
                    }
                    Refound::Several(several) => Err(DeviceError::new(
                        ErrorCode::ElementAmbiguous,
                        format!("{} elements could be {reference} now", several.len()),
                    )
                    .with_hint("repeat the call with one candidate's ref")
                    .with_candidates(candidates(seen, &several, &name_of))),
                    Refound::Gone => Err(stale(*reference, identity.label.as_deref())),
                }
            }
        }
    }
}

fn tier_of(strength: Strength) -> Tier {
    match strength {
        Strength::Identifier => Tier::Identifier,
        Strength::Label | Strength::Context => Tier::LabelRole,
        Strength::Position => Tier::Proximity,
    }
}

fn stale(reference: Ref, label: Option<&str>) -> DeviceError {
    let was = label.map(|l| format!(" (\"{}\")", crate::domain::perception::plain(l, 60)));
    let message = format!("{reference}{} is no longer on the screen", was.unwrap_or_default());
    DeviceError::new(ErrorCode::RefStale, message)
        .with_hint("observe_screen lists what is there now")
}

fn focused(screen: &Perception) -> Result<Resolution, DeviceError> {
    let input = |e: &Element| e.focused && e.role.is_text_input();
    match screen.elements.iter().position(input) {
        Some(index) => Ok(Resolution { index, tier: Tier::Focused }),
        None => Err(DeviceError::new(ErrorCode::ElementNotFound, "no field has the focus")
            .with_hint("name the field with ref or target")),
    }
}

/// Whether a locate's answer is the node that owns the identifier, as it was read. Where that is a
/// row and the touch goes to a control in it, the unmoved row proves the control's place.
fn agrees(located: &Located, element: &Element, standing: &Observation) -> bool {
    let Located::One { frame, role, label, .. } = located else { return false };
    let tree = &standing.tree;
    let placed = tree.ids().any(|id| {
        tree.identifier(id) == element.identifier.as_deref()
            && tree.node(id).frame.is_some_and(|was| was.near(frame, SAME_PLACE))
    });
    placed && *role == element.role && *label == element.label
}

fn under_keyboard(screen: &Perception, element: &Element) -> bool {
    let keyboard = screen.viewport.keyboard.as_ref();
    match (keyboard, element.frame) {
        (Some(keyboard), Some(frame)) => frame.intersection(&keyboard.frame).is_some(),
        (None, _) | (_, None) => false,
    }
}

/// Whether anything in or around an area differs between two pictures around its reading.
pub(super) fn moving_in(area: &Rect, earlier: Option<&Frame>, later: Option<&Frame>) -> bool {
    let (Some(earlier), Some(later)) = (earlier, later) else { return false };
    let near = area.grown(TARGET_MARGIN);
    later
        .changes_since(earlier)
        .is_none_or(|changed| changed.iter().any(|cell| cell.intersection(&near).is_some()))
}

/// Where a finger can touch an element: inside its visible part, and on nothing else.
///
/// # Errors
/// `ELEMENT_DISABLED`; `ELEMENT_COVERED` when a modal, the keyboard or another control is in the
/// way, or too little of it is visible.
pub(super) fn touch_point(screen: &Perception, index: usize) -> Result<Point, DeviceError> {
    let element = &screen.elements[index];
    let covered = |why: &str, hint: &'static str| {
        DeviceError::new(ErrorCode::ElementCovered, format!("it {why}")).with_hint(hint)
    };
    if !element.enabled {
        return Err(DeviceError::new(ErrorCode::ElementDisabled, "it is disabled")
            .with_hint("something else on the screen must be done first"));
    }
    if element.place == Place::Behind && screen.modal.is_some() {
        return Err(covered("lies behind an alert or sheet", "answer that first: tap its button"));
    }
    if element.place == Place::Behind {
        return Err(covered("lies behind the keyboard", "scroll brings it into view"));
    }
    let Some(frame) = element.frame else {
        return Err(covered("has no place on the screen", "take_screenshot shows what is there"));
    };
    let keyboard = screen.viewport.keyboard.as_ref().filter(|_| element.role != Role::Key);
    let keyboard = keyboard.map(|k| k.frame);
    let Some(visible) = visible_part(&frame, &touchable_area(screen, element), keyboard) else {
        return Err(covered("is not visible now", "scroll brings it into view"));
    };
    let others: Vec<Rect> = obstacles(screen, index, &frame);
    spots(&visible)
        .find(|spot| !others.iter().any(|other| other.contains(*spot)))
        .ok_or_else(|| covered("is covered by other controls", "tap what covers it instead"))
}

/// Whether nothing but another control could keep a finger from an element.
pub(super) fn lies_free(screen: &Perception, index: usize) -> bool {
    let element = &screen.elements[index];
    let keyboard = screen.viewport.keyboard.as_ref().map(|k| k.frame);
    let area = touchable_area(screen, element);
    let seen = element.frame.is_none_or(|frame| visible_part(&frame, &area, keyboard).is_some());
    seen && element.place == Place::Screen
}

/// Where an element can be touched: content goes on under the bars, and there the bars are touched.
fn touchable_area(screen: &Perception, element: &Element) -> Rect {
    if element.in_bar || element.in_modal || element.role == Role::Key {
        Rect::of_size(screen.viewport.size)
    } else {
        unobscured(screen)
    }
}

fn visible_part(frame: &Rect, area: &Rect, keyboard: Option<Rect>) -> Option<Rect> {
    let mut visible = frame.intersection(area)?;
    if let Some(keyboard) = keyboard
        && visible.bottom() > keyboard.y
        && visible.intersection(&keyboard).is_some()
    {
        visible.height = keyboard.y - visible.y;
    }
    let enough = |visible: f64, whole: f64| visible >= TOUCHABLE.min(whole) && visible > 0.0;
    let fits = enough(visible.width, frame.width) && enough(visible.height, frame.height);
    fits.then_some(visible)
}

/// Frames of other actionable elements that would take a touch meant for this one.
fn obstacles(screen: &Perception, index: usize, frame: &Rect) -> Vec<Rect> {
    let smaller = |other: &Rect| other.area() < frame.area() && other.intersection(frame).is_some();
    screen
        .elements
        .iter()
        .enumerate()
        .filter(|(i, e)| *i != index && e.actionable && e.is_listed() && !e.scrollable)
        .filter_map(|(_, e)| e.frame)
        .filter(smaller)
        .collect()
}

/// The middle first, then a grid over the rectangle.
fn spots(visible: &Rect) -> impl Iterator<Item = Point> {
    let at = *visible;
    let shares = [0.5, 0.25, 0.75, 0.1, 0.9];
    shares.into_iter().flat_map(move |down| {
        shares
            .into_iter()
            .map(move |across| Point::new(at.x + at.width * across, at.y + at.height * down))
    })
}
