//! Set a control to a value: look, leave alone what is already so, act, read back.
//!
//! A switch or slider takes one input. What takes several (a wheel, a stepper, a pop-up button) is
//! read after each, so that nothing is pressed that is not needed.

mod choices;
mod counting;
mod pursuit;
mod wheels;

use self::choices::{is_pop_up, segments};
use self::wheels::Wheels;
use super::outcome::Subject;
use super::prove::Proven;
use super::settle::{Settled, Watch};
use super::tuning::{SAME_SHARE, SLIDER_TOLERANCE};
use super::visit::{Sent, Visit};
use crate::application::report::Acted;
use crate::domain::changes::{ElementKey, keys};
use crate::domain::effect::Verdict;
use crate::domain::element::Element;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::geometry::{Point, Rect};
use crate::domain::judge::{Evidence, Expected, ReadBack, already, judge_touch, judge_value};
use crate::domain::observation::Observation;
use crate::domain::perception::{Refound, element_words, find_again, identity_of};
use crate::domain::resolution::{Preference, candidates};
use crate::domain::role::Role;
use crate::domain::step::{Gesture, Input, Step, Target};

/// How a control is brought to a value.
enum Control {
    /// By one input: a tap or a drag.
    Simple,
    Wheels(Wheels),
    /// Indices of the elements that can be chosen.
    Segments(Vec<usize>),
    PopUp,
    Stepper,
}

impl Control {
    fn of(proven: &Proven) -> Option<Self> {
        let (screen, element) = (&proven.before, &proven.element);
        match element.role {
            Role::Switch | Role::Checkbox | Role::Radio | Role::Slider => {
                return Some(Self::Simple);
            }
            Role::Stepper => return Some(Self::Stepper),
            role if role.is_text_input() => return None,
            _ => {}
        }
        if let Some(wheels) = Wheels::of(screen, element) {
            return Some(Self::Wheels(wheels));
        }
        let choices = segments(screen, element);
        if !choices.is_empty() {
            return Some(Self::Segments(choices));
        }
        is_pop_up(element).then_some(Self::PopUp)
    }
}

/// A value that a control can be brought to by one input.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Asked {
    On(bool),
    /// From 0 to 1.
    Share(f64),
}

/// Half the width of a slider's knob, in points: its centre cannot come nearer to the track's ends.
/// Source: UISlider's default thumb image (docs/wires/wda.md, "Element types").
const KNOB_INSET: f64 = 14.0;

impl Visit<'_> {
    pub(super) async fn set_value(
        &mut self,
        step: &Step,
        target: &Target,
        value: &str,
    ) -> Result<Acted, DeviceError> {
        let proven = self.prove(target, Preference::Settable, step.expect.as_ref()).await?;
        match Control::of(&proven) {
            Some(Control::Simple) => self.set_simple(step, proven, value).await,
            Some(Control::Wheels(wheels)) => {
                self.aim(&proven)?;
                self.set_wheels(step, proven, (wheels, value)).await
            }
            Some(Control::Segments(choices)) => {
                self.set_segment(step, proven, (&choices, value)).await
            }
            Some(Control::PopUp) => self.set_pop_up(step, proven, value).await,
            Some(Control::Stepper) => self.set_stepper(step, proven, value).await,
            None => Err(self.not_settable(&proven)),
        }
    }

    fn not_settable(&self, proven: &Proven) -> DeviceError {
        let role = proven.element.role;
        let message = format!("{} is a {}, which has no value to set", proven.name(), role.word());
        let hint = if role.is_text_input() {
            "type_text with clear replaces a field's text"
        } else {
            "set_value is for controls that have a value; use tap here"
        };
        let screen = &proven.before.perception;
        let settable: Vec<usize> = (0..screen.elements.len())
            .filter(|&i| screen.elements[i].role.is_settable() && screen.elements[i].is_listed())
            .collect();
        let desk = self.room.desk();
        let name_of = |index| desk.refs.existing(screen, index).map(|r| r.to_string());
        DeviceError::new(ErrorCode::InvalidArgument, message)
            .with_hint(hint)
            .with_candidates(candidates(screen, &settable, &name_of))
    }

    /// Sets what takes one input.
    async fn set_simple(
        &mut self,
        step: &Step,
        proven: Proven,
        value: &str,
    ) -> Result<Acted, DeviceError> {
        let asked = Asked::parse(&proven, value)?;
        let was = proven.element.value.clone();
        if was.as_deref().is_some_and(|was| asked.is_met_by(was, SAME_SHARE)) {
            let subject = Subject::of(&proven);
            let before = proven.before.clone();
            return Ok(self.reply(&step.what, subject, already("nothing touched"), Some(&before)));
        }
        let input = Input::Gesture(self.gesture(&proven, asked)?);
        self.pass_gate(&step.what, &proven)?;
        let sent = self.send(&input).await?;
        let ceiling = self.room.tuning.ceiling;
        let watch =
            Watch { before: &proven.before, frame: proven.frame.as_ref(), ceiling, brief: false };
        let mut settled = self.settle(watch).await?;
        let expect = step.expect.as_ref();
        let expectation = self.await_expectation(expect, &proven.before, &mut settled).await?;
        let effect = self.judge_setting(&proven, &settled, sent, asked, expectation);
        let mut subject = Subject::of(&proven);
        if let Some(now) = read_own(&proven, &settled) {
            subject.name = Some(now);
        }
        let changed = effect.verdict == Verdict::Changed;
        let name = subject.name.clone();
        let acted = self.reply(&step.what, subject, effect, settled.after.as_ref());
        if changed && let Some(key) = own_key(&proven, &settled) {
            // Some switches flip back when the server says no, long after they looked right.
            self.watch_for_late(&step.what, name.as_deref(), Some(key));
        }
        Ok(acted)
    }

    fn judge_setting(
        &self,
        proven: &Proven,
        settled: &Settled,
        sent: Sent,
        asked: Asked,
        expectation: Option<Expected>,
    ) -> crate::domain::effect::Effect {
        let seen = self.evidence(&proven.before, settled, sent, proven.area());
        if expectation.is_some_and(|e| !e.holds) {
            return judge_touch(&Evidence { expectation, ..seen });
        }
        judge_value(&seen, &read_back(proven, settled, asked))
    }

    fn gesture(&self, proven: &Proven, asked: Asked) -> Result<Gesture, DeviceError> {
        match asked {
            Asked::On(_) => Ok(Gesture::Tap { at: self.aim(proven)?, count: 1 }),
            Asked::Share(share) => {
                self.aim(proven)?;
                let frame = proven.element.frame.unwrap_or_default();
                let now = proven.element.value.as_deref().and_then(share_of).unwrap_or(0.0);
                let (from, to) = (knob(&frame, now), knob(&frame, share));
                Ok(Gesture::Drag { from, to, press_ms: 100, travel_ms: 400, rest_ms: 200 })
            }
        }
    }
}

impl Asked {
    fn parse(proven: &Proven, value: &str) -> Result<Self, DeviceError> {
        let role = proven.element.role;
        let asked = match role {
            Role::Switch | Role::Checkbox | Role::Radio => on_off(value).map(Self::On),
            Role::Slider => share_of(value).map(Self::Share),
            _ => None,
        };
        let takes = match role {
            Role::Slider => "is no value for a slider: pass 40% or 0.4",
            _ => "is no value for a switch: pass on or off",
        };
        asked.ok_or_else(|| DeviceError::invalid("value", takes, value))
    }

    fn is_met_by(self, shown: &str, within: f64) -> bool {
        match self {
            Self::On(on) => on_off(shown) == Some(on),
            Self::Share(share) => share_of(shown).is_some_and(|now| (now - share).abs() <= within),
        }
    }
}

fn on_off(text: &str) -> Option<bool> {
    match text.trim().to_lowercase().as_str() {
        "on" | "true" | "1" | "yes" => Some(true),
        "off" | "false" | "0" | "no" => Some(false),
        _ => None,
    }
}

/// `40%`, `0.4` and `40` as a share from 0 to 1.
fn share_of(text: &str) -> Option<f64> {
    let text = text.trim();
    let (number, percent) = match text.strip_suffix('%') {
        Some(number) => (number.trim(), true),
        None => (text, false),
    };
    let value: f64 = number.replace(',', ".").parse().ok()?;
    let share = if percent || value > 1.0 { value / 100.0 } else { value };
    (0.0..=1.0).contains(&share).then_some(share)
}

fn knob(frame: &Rect, share: f64) -> Point {
    let travel = (frame.width - 2.0 * KNOB_INSET).max(1.0);
    Point::new(frame.x + KNOB_INSET + travel * share, frame.center().y)
}

/// Where the control is after the act.
fn refound<'s>(proven: &Proven, settled: &'s Settled) -> Option<(usize, &'s Observation)> {
    let after = settled.after.as_ref()?;
    let identity = identity_of(&proven.before.perception, proven.index);
    match find_again(&after.perception, &identity) {
        Refound::Same(index) | Refound::Moved(index, _) => Some((index, after)),
        Refound::Several(_) | Refound::Gone => None,
    }
}

fn control<'s>(proven: &Proven, settled: &'s Settled) -> Option<&'s Element> {
    refound(proven, settled).map(|(index, after)| &after.perception.elements[index])
}

fn own_key(proven: &Proven, settled: &Settled) -> Option<ElementKey> {
    let (index, after) = refound(proven, settled)?;
    keys(&after.perception).get(index).copied().flatten()
}

fn read_own(proven: &Proven, settled: &Settled) -> Option<String> {
    let element = control(proven, settled)?;
    Some(element_words(element, Some(proven.reference)))
}

fn read_back(proven: &Proven, settled: &Settled, asked: Asked) -> ReadBack {
    let Some(element) = control(proven, settled) else {
        return ReadBack::Unreadable("the control is no longer on the screen".into());
    };
    let Some(now) = element.value.clone() else {
        return ReadBack::Unreadable("the control says nothing of its value".into());
    };
    let shown = format!("={}", crate::domain::perception::plain(&now, 40));
    if asked.is_met_by(&now, SLIDER_TOLERANCE) {
        ReadBack::AsAsked(shown)
    } else if proven.element.value.as_deref() == Some(now.as_str()) {
        ReadBack::AsBefore(shown)
    } else {
        ReadBack::Third(format!("it shows {shown}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_taken_in_the_ways_people_write_them() {
        assert_eq!(
            [on_off("On"), on_off("1"), on_off("FALSE"), on_off("maybe")],
            [Some(true), Some(true), Some(false), None]
        );
        assert_eq!(
            [share_of("40%"), share_of("0.4"), share_of("40"), share_of("140%")],
            [Some(0.4), Some(0.4), Some(0.4), None]
        );
    }
}
