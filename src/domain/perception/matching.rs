//! Which element of one reading is which element of another.
//!
//! By role, identifier and label first; among twins in their order while their number is the same,
//! by place otherwise. What is left over is matched by an identifier that both sides have once, and
//! by place: a text in the same spot whose words changed is the same text.

use std::collections::HashMap;

use super::fingerprint::SLACK;
use super::identity::{Names, alert_of};
use crate::domain::element::{Element, Place};
use crate::domain::observation::Perception;

/// Elements of two readings, matched.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    /// Earlier and later index of what is in both and was listed then or is now.
    pub(super) both: Vec<(usize, usize)>,
    /// Later indices of what is newly listed.
    pub(super) came: Vec<usize>,
    /// Earlier indices of what is no longer on the screen.
    pub(super) went: Vec<usize>,
}

impl Pairs {
    /// Share of what was on the screen, an open modal aside, that is still there.
    pub(super) fn survival(&self, before: &Perception) -> f64 {
        let counts = |e: &Element| is_there(e) && !(e.in_modal && before.modal.is_some());
        let there = before.elements.iter().filter(|e| counts(e)).count();
        let kept = self.both.iter().filter(|(b, _)| counts(&before.elements[*b])).count();
        if there == 0 { 0.0 } else { kept as f64 / there as f64 }
    }
}

/// Most elements without a partner that are looked for under another name.
const MOST_LONE: usize = 128;

/// Matches the elements of two readings.
pub(super) fn pairs(before: &Perception, after: &Perception) -> Pairs {
    let mut partners: Vec<Option<usize>> = vec![None; before.elements.len()];
    let mut taken = vec![false; after.elements.len()];
    by_name(before, after, &mut partners, &mut taken);
    if partners.iter().filter(|p| p.is_some()).count() * 4 >= partners.len() {
        leftovers(before, after, &mut partners, &mut taken);
    }
    sorted(before, after, &partners, &taken)
}

fn is_there(element: &Element) -> bool {
    matches!(element.place, Place::Screen | Place::Behind)
}

/// Matches what is called the same.
fn by_name(
    before: &Perception,
    after: &Perception,
    partners: &mut [Option<usize>],
    taken: &mut [bool],
) {
    let mut groups: HashMap<u64, (Vec<usize>, Vec<usize>)> = HashMap::new();
    let (old, new) = (Names::of(before), Names::of(after));
    for (index, _) in before.elements.iter().enumerate().filter(|(_, e)| is_there(e)) {
        groups.entry(old.name(index)).or_default().0.push(index);
    }
    for (index, _) in after.elements.iter().enumerate().filter(|(_, e)| is_there(e)) {
        if let Some(group) = groups.get_mut(&new.name(index)) {
            group.1.push(index);
        }
    }
    for (old, new) in groups.into_values() {
        if old.len() == new.len() {
            for (b, a) in old.into_iter().zip(new) {
                (partners[b], taken[a]) = (Some(a), true);
            }
        } else {
            by_place(before, after, (&old, &new), partners, taken);
        }
    }
}

/// Pairs twins of unequal number by the spot they are in, each at most once.
fn by_place(
    before: &Perception,
    after: &Perception,
    group: (&[usize], &[usize]),
    partners: &mut [Option<usize>],
    taken: &mut [bool],
) {
    for &b in group.0 {
        let spot = group
            .1
            .iter()
            .copied()
            .take(64)
            .find(|&a| !taken[a] && in_one_spot(&before.elements[b], &after.elements[a]));
        if let Some(a) = spot {
            (partners[b], taken[a]) = (Some(a), true);
        }
    }
}

fn in_one_spot(a: &Element, b: &Element) -> bool {
    match (a.frame, b.frame) {
        (Some(a), Some(b)) => {
            let (a, b) = (a.center(), b.center());
            (a.x - b.x).abs() < SLACK && (a.y - b.y).abs() < SLACK
        }
        _ => false,
    }
}

/// Matches what changed its name: by a sole identifier, else by role and spot.
fn leftovers(
    before: &Perception,
    after: &Perception,
    partners: &mut [Option<usize>],
    taken: &mut [bool],
) {
    let lone = |b: &usize| partners[*b].is_none() && before.elements[*b].is_listed();
    let lone: Vec<usize> = (0..partners.len()).filter(lone).take(MOST_LONE).collect();
    for b in lone {
        let old = &before.elements[b];
        let free = |a: &usize| !taken[*a] && is_there(&after.elements[*a]);
        let candidates = || (0..after.elements.len()).filter(free);
        let named = |a: &usize| {
            let new = &after.elements[*a];
            new.role == old.role
                && new.identifier == old.identifier
                && alert_of(after, new) == alert_of(before, old)
        };
        let mut alike = candidates().filter(named).filter(|_| old.identifier.is_some());
        let sole = alike.next().filter(|_| alike.next().is_none());
        let found = sole
            .or_else(|| candidates().filter(named).find(|&a| in_one_spot(old, &after.elements[a])));
        if let Some(a) = found {
            (partners[b], taken[a]) = (Some(a), true);
        }
    }
}

/// Splits into what stayed, came and went. What is covered now has not gone, and has not come
/// when it is uncovered.
fn sorted(
    before: &Perception,
    after: &Perception,
    partners: &[Option<usize>],
    taken: &[bool],
) -> Pairs {
    let mut pairs = Pairs::default();
    for (b, partner) in partners.iter().enumerate() {
        match partner {
            Some(a) => pairs.both.push((b, *a)),
            None if before.elements[b].is_listed() => pairs.went.push(b),
            None => {}
        }
    }
    let news = (0..taken.len()).filter(|&a| !taken[a] && after.elements[a].is_listed());
    pairs.came = news.collect();
    pairs
}
