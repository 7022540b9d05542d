//! Steppers: one press at a time, with a look after each, until the number is there or stands still.

use super::super::prove::Proven;
use super::super::visit::{Sent, Visit};
use super::pursuit::Pursuit;
use crate::application::report::Acted;
use crate::domain::element::Element;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::judge::ReadBack;
use crate::domain::observation::Observation;
use crate::domain::role::Role;
use crate::domain::step::Step;

/// A value that begins with one of these is relative.
const SIGNS: [char; 3] = ['+', '-', '\u{2212}'];

/// Presses that one call makes; a farther number is worth a look in between.
const MOST_PRESSES: u32 = 50;

impl Visit<'_> {
    pub(super) async fn set_stepper(
        &mut self,
        step: &Step,
        proven: Proven,
        value: &str,
    ) -> Result<Acted, DeviceError> {
        let given = parse(value)
            .ok_or_else(|| DeviceError::invalid("value", "is no number for a stepper", value))?;
        let was = number_of(&proven.element).ok_or_else(|| untold(&proven))?;
        // `+1` and `-1` are as many from where it stands: a stepper's numbers are seldom negative.
        let asked = if value.trim().starts_with(SIGNS) { was + given } else { given };
        let mut pursuit = Pursuit::of(proven, self.now());
        let mut now = was;
        while now != asked && pursuit.inputs < MOST_PRESSES {
            let button = self.arm(&pursuit, asked > now)?;
            let Some(index) = button else { break };
            self.context.progress.report(&format!("{now} of {asked}")).await;
            self.pursue_tap(step, &mut pursuit, index).await?;
            let read = pursuit.is_read() && pursuit.sent == Sent::Acknowledged;
            let Some(next) = pursuit.element().and_then(number_of).filter(|_| read) else { break };
            let past = (asked - now).signum() != (asked - next).signum() && next != asked;
            let stands = next == now;
            now = next;
            if stands || past {
                break;
            }
        }
        let told = pursuit.element().and_then(number_of);
        let read = match told {
            None => ReadBack::Unreadable("the stepper does not tell its number".into()),
            Some(now) if now == asked => ReadBack::AsAsked(format!("={now}")),
            Some(now) if now == was => ReadBack::AsBefore(format!("={now}")),
            Some(now) => {
                ReadBack::Third(format!("it stands at {now} and goes no nearer to {asked}"))
            }
        };
        self.conclude(step, pursuit, read).await
    }

    /// The button that takes the number up or down; `None` where it cannot be pressed (any more).
    fn arm(&self, pursuit: &Pursuit, up: bool) -> Result<Option<usize>, DeviceError> {
        let Some(found) = pursuit.found() else { return Ok(None) };
        let screen = &pursuit.last;
        let [less, more] = arms(screen, &screen.perception.elements[found])
            .ok_or_else(|| untold(&pursuit.proven))?;
        let index = if up { more } else { less };
        Ok(screen.perception.elements[index].enabled.then_some(index))
    }
}

/// A stepper's two buttons: less and more, as they lie.
fn arms(screen: &Observation, stepper: &Element) -> Option<[usize; 2]> {
    let tree = &screen.tree;
    let outer = [stepper.meaning, stepper.hit]
        .into_iter()
        .find(|&node| tree.node(node).role == Role::Stepper)?;
    let elements = &screen.perception.elements;
    let inside =
        |&i: &usize| elements[i].role == Role::Button && tree.is_within(elements[i].hit, outer);
    let mut arms: Vec<usize> = (0..elements.len()).filter(inside).collect();
    let left = |index: &usize| elements[*index].frame.map_or(0.0, |frame| frame.x);
    arms.sort_by(|a, b| left(a).total_cmp(&left(b)));
    arms.try_into().ok()
}

/// The number that a stepper tells: its value, or the only number in its label or row.
fn number_of(stepper: &Element) -> Option<f64> {
    let texts = [stepper.value.as_deref(), stepper.label.as_deref(), stepper.detail.as_deref()];
    texts.into_iter().flatten().find_map(only_number)
}

fn only_number(text: &str) -> Option<f64> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '\u{2212}');
    let mut numbers = text.split(|c: char| !is_part(c)).filter_map(parse);
    numbers.next().filter(|_| numbers.next().is_none())
}

fn parse(text: &str) -> Option<f64> {
    let text = text
        .trim()
        .trim_start_matches('+')
        .trim_end_matches(['.', ','])
        .replace('\u{2212}', "-")
        .replace(',', ".");
    let plain = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-'));
    text.parse().ok().filter(|number: &f64| plain && number.is_finite())
}

fn untold(proven: &Proven) -> DeviceError {
    let message = format!("{} does not tell its number or its buttons", proven.name());
    DeviceError::new(ErrorCode::InvalidArgument, message)
        .with_hint("tap its buttons, with a look after each")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_told_where_it_is_the_only_one() {
        assert_eq!(only_number("Guests: 3"), Some(3.0));
        assert_eq!(only_number("−2 °C"), Some(-2.0));
        assert_eq!(only_number("1,5 kg"), Some(1.5));
        assert_eq!(only_number("Room 2: 3 guests"), None);
        assert_eq!(only_number("Guests"), None);
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "three", "NaN", "inf", "1e5", "-", "1-2"] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!([parse("4"), parse("-3"), parse("0.5")], [Some(4.0), Some(-3.0), Some(0.5)]);
    }
}
