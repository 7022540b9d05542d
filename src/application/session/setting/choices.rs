//! Controls that offer choices: a segmented control shows all of them, a pop-up button when opened.

use super::super::prove::Proven;
use super::super::visit::{Sent, Visit};
use super::pursuit::Pursuit;
use crate::application::report::Acted;
use crate::domain::element::{Element, Place};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::judge::ReadBack;
use crate::domain::observation::{Observation, Perception};
use crate::domain::perception::{fold, identity_of, plain};
use crate::domain::resolution::candidates;
use crate::domain::role::Role;
use crate::domain::step::Step;

/// The choices that an element of a screen shows side by side, as indices of its elements.
pub(super) fn segments(screen: &Observation, element: &Element) -> Vec<usize> {
    let tree = &screen.tree;
    let bar = [element.meaning, element.hit].into_iter().find_map(|node| {
        let inside = tree.descendants(node);
        std::iter::once(node)
            .chain(tree.parent(node).filter(|_| element.role == Role::Button))
            .chain(inside)
            .find(|&id| tree.node(id).role == Role::Segmented)
    });
    let Some(bar) = bar else { return Vec::new() };
    let elements = &screen.perception.elements;
    let within = |at: &usize| {
        let segment = &elements[*at];
        segment.role != Role::Segmented && segment.actionable && tree.is_within(segment.hit, bar)
    };
    (0..elements.len()).filter(within).collect()
}

/// Whether an element is a button that tells a choice as its value: what opens a menu of choices.
pub(super) fn is_pop_up(element: &Element) -> bool {
    let told = element.value.as_deref().is_some_and(|value| !matches!(value, "0" | "1"));
    element.role == Role::Button
        && element.label.is_some()
        && told
        && element.label != element.value
}

impl Visit<'_> {
    pub(super) async fn set_segment(
        &mut self,
        step: &Step,
        proven: Proven,
        (choices, asked): (&[usize], &str),
    ) -> Result<Acted, DeviceError> {
        let screen = &proven.before.perception;
        let Some(index) = named(screen, choices, asked) else {
            return Err(self.no_choice(&proven.before, choices, asked));
        };
        let mut pursuit = Pursuit::of(proven, self.now());
        if pursuit.last.perception.elements[index].selected {
            return self.conclude(step, pursuit, ReadBack::AsAsked(String::new())).await;
        }
        self.pursue_tap(step, &mut pursuit, index).await?;
        let chosen = |screen: &Observation| {
            let elements = &screen.perception.elements;
            let at = pursuit.found().map(|found| segments(screen, &elements[found]));
            let on = at.and_then(|at| at.into_iter().find(|&i| elements[i].selected))?;
            elements[on].name().map(str::to_owned)
        };
        let now = chosen(&pursuit.last);
        let was = before_of(&pursuit, choices);
        let read = read_choice(now, was.as_deref(), asked);
        self.conclude(step, pursuit, read).await
    }

    pub(super) async fn set_pop_up(
        &mut self,
        step: &Step,
        proven: Proven,
        asked: &str,
    ) -> Result<Acted, DeviceError> {
        let was = proven.element.value.clone();
        let mut pursuit = Pursuit::of(proven, self.now());
        if is_same(was.as_deref(), asked) {
            return self.conclude(step, pursuit, ReadBack::AsAsked(String::new())).await;
        }
        let opener = pursuit.proven.index;
        self.pursue_tap(step, &mut pursuit, opener).await?;
        if pursuit.is_read() && pursuit.sent == Sent::Acknowledged {
            let offered = offered(&pursuit);
            match named(&pursuit.last.perception, &offered, asked) {
                Some(index) => self.pursue_tap(step, &mut pursuit, index).await?,
                None if offered.is_empty() => {
                    let read = opened_nothing(&pursuit);
                    return self.conclude(step, pursuit, read).await;
                }
                None => return Err(self.no_choice(&pursuit.last, &offered, asked)),
            }
        }
        let now = pursuit.element().and_then(|element| element.value.clone());
        let read = read_choice(now, was.as_deref(), asked);
        self.conclude(step, pursuit, read).await
    }

    fn no_choice(&self, screen: &Observation, choices: &[usize], asked: &str) -> DeviceError {
        let seen = &screen.perception;
        let mut desk = self.room.desk();
        let shown: Vec<_> = {
            use crate::domain::perception::RefMint;
            let mint = |&index: &usize| desk.refs.mint(&identity_of(seen, index));
            choices.iter().map(mint).collect()
        };
        desk.refs.show(&self.context.caller, shown);
        let message = format!("it offers no \"{}\"", plain(asked, 60));
        let name_of = |index| desk.refs.existing(seen, index).map(|r| r.to_string());
        DeviceError::new(ErrorCode::ElementNotFound, message)
            .with_hint("pass one of the choices as it is written")
            .with_candidates(candidates(seen, choices, &name_of))
    }
}

/// What the tap on a pop-up button brought: elements that can be touched and were not there before.
fn offered(pursuit: &Pursuit) -> Vec<usize> {
    let before = &pursuit.proven.before.perception;
    let now = &pursuit.last.perception;
    let known: std::collections::HashSet<_> =
        (0..before.elements.len()).map(|index| identity_of(before, index)).collect();
    let is_new = |index: &usize| {
        let element = &now.elements[*index];
        let choice =
            element.actionable && element.place == Place::Screen && element.name().is_some();
        choice && !is_region(element) && !known.contains(&identity_of(now, *index))
    };
    (0..now.elements.len()).filter(is_new).collect()
}

/// What surrounds a menu and puts it aside. Source: docs/wires/world.md, "Menus".
fn is_region(element: &Element) -> bool {
    element.identifier.as_deref() == Some("PopoverDismissRegion")
}

fn named(screen: &Perception, choices: &[usize], asked: &str) -> Option<usize> {
    choices.iter().copied().find(|&index| is_same(screen.elements[index].name(), asked))
}

fn is_same(text: Option<&str>, asked: &str) -> bool {
    text.is_some_and(|text| fold(text) == fold(asked))
}

fn before_of(pursuit: &Pursuit, choices: &[usize]) -> Option<String> {
    let elements = &pursuit.proven.before.perception.elements;
    let on = choices.iter().find(|&&index| elements[index].selected)?;
    elements[*on].name().map(str::to_owned)
}

fn read_choice(now: Option<String>, was: Option<&str>, asked: &str) -> ReadBack {
    let Some(now) = now else {
        return ReadBack::Unreadable("the control does not tell what is chosen".into());
    };
    let shown = format!("={}", plain(&now, 60));
    if is_same(Some(&now), asked) {
        ReadBack::AsAsked(shown)
    } else if was == Some(now.as_str()) {
        ReadBack::AsBefore(shown)
    } else {
        ReadBack::Third(format!("it shows {shown}"))
    }
}

fn opened_nothing(pursuit: &Pursuit) -> ReadBack {
    match pursuit.element() {
        Some(now) if now.value == pursuit.proven.element.value => {
            let value = now.value.as_deref().unwrap_or_default();
            ReadBack::AsBefore(format!("={}", plain(value, 60)))
        }
        Some(_) | None => ReadBack::Third("the tap opened no choices".into()),
    }
}
