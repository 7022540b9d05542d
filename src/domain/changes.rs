//! What differs between two readings of one screen, as facts a verdict can rest on.
//!
//! Elements are paired by what they are (role, identifier, else label) and, among equals, by order.
//! A move of up to four points is jitter. Only what a digest may list is compared: not keys of the
//! keyboard, not what lies off-screen or behind an alert. Text for a model is `perception::delta`'s
//! business.

use std::collections::HashMap;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::element::{Element, Place};
use super::geometry::{Point, Rect};
use super::observation::Perception;
use super::role::Role;

/// Moves up to this many points are jitter of an animation that has ended.
const JITTER: f64 = 4.0;
/// Fewer surviving elements than this share make another screen: half of them gone is what a
/// navigation looks like.
const SURVIVAL: f64 = 0.5;

/// What an element is, as far as pairing goes: a hash of role, identifier or label, and order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ElementKey(u64);

/// One difference, with where it is and was.
#[derive(Clone, Debug, PartialEq)]
pub struct ElementChange {
    pub key: ElementKey,
    pub places: Vec<Rect>,
    pub kind: ChangeKind,
}

/// How an element differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    Added,
    Removed,
    /// Its value, label or state.
    State,
    Moved,
}

/// Everything that differs, apart from what is known to be volatile.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScreenChanges {
    pub title: bool,
    pub modal_appeared: bool,
    pub modal_gone: bool,
    pub keyboard_shown: bool,
    pub keyboard_hidden: bool,
    pub focus: bool,
    pub most_replaced: bool,
    pub elements: Vec<ElementChange>,
}

impl ScreenChanges {
    /// Whether nothing that counts differs.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The change of the screen as a whole, in words; `None` when only single elements differ.
    pub fn of_screen(&self) -> Option<&'static str> {
        let facts = [
            (self.modal_appeared, "an alert opened"),
            (self.modal_gone, "the alert is gone"),
            (self.most_replaced, "a new screen"),
            (self.title, "the title changed"),
            (self.keyboard_shown, "the keyboard opened"),
            (self.keyboard_hidden, "the keyboard closed"),
            (self.focus, "the focus moved"),
        ];
        facts.into_iter().find(|(holds, _)| *holds).map(|(_, words)| words)
    }

    /// The first change whose place touches `area`. What merely moved there is none: a layout that
    /// shifts moves everything.
    pub fn within(&self, area: &Rect) -> Option<&ElementChange> {
        let meets = |place: &Rect| place.intersection(area).is_some();
        let counts = |change: &&ElementChange| change.kind != ChangeKind::Moved;
        self.elements.iter().filter(counts).find(|change| change.places.iter().any(meets))
    }
}

/// Compares two readings; changes of `volatile` elements do not count.
pub fn changes(
    before: &Perception,
    after: &Perception,
    volatile: &HashSet<ElementKey>,
) -> ScreenChanges {
    let (old, new) = (keyed(before), keyed(after));
    let mut found = Vec::new();
    let mut survived = 0_usize;
    for (key, was) in &old {
        match new.get(key) {
            None => found.push(change(*key, ChangeKind::Removed, [Some(*was), None])),
            Some(is) => {
                survived += 1;
                if let Some(kind) = difference(was, is) {
                    found.push(change(*key, kind, [Some(*was), Some(*is)]));
                }
            }
        }
    }
    let appeared = new.iter().filter(|(key, _)| !old.contains_key(*key));
    found.extend(appeared.map(|(key, is)| change(*key, ChangeKind::Added, [None, Some(*is)])));
    found.retain(|change| !volatile.contains(&change.key));
    let share = survived as f64 / old.len().max(new.len()).max(1) as f64;
    ScreenChanges {
        title: before.title != after.title,
        modal_appeared: after.modal.is_some() && before.modal != after.modal,
        modal_gone: before.modal.is_some() && after.modal.is_none(),
        keyboard_shown: keyboard(after) && !keyboard(before),
        keyboard_hidden: keyboard(before) && !keyboard(after),
        focus: focus(before) != focus(after),
        most_replaced: share < SURVIVAL && !found.is_empty() && old.len().max(new.len()) > 2,
        elements: found,
    }
}

/// Whether what was at `place` lies elsewhere now, in its own size. An alert in front of it hides
/// nothing from this; what the focus went to has been reached.
pub fn moved_from(before: &Perception, after: &Perception, place: &Rect) -> bool {
    let is_there = |e: &Element| matches!(e.place, Place::Screen | Place::Behind) && !e.in_modal;
    let (old, new) = (keys_of(before, is_there), keys_of(after, is_there));
    let at_place = |e: &Element| [e.frame, e.row].iter().flatten().any(|f| f.near(place, JITTER));
    let moved = |was: &Element, is: &Element| match (was.frame, is.frame) {
        (Some(a), Some(b)) => {
            let same_size =
                (a.width - b.width).abs() <= JITTER && (a.height - b.height).abs() <= JITTER;
            same_size && !a.near(&b, JITTER) && !is.focused
        }
        _ => false,
    };
    old.iter().zip(&before.elements).any(|(key, was)| {
        let Some(key) = key.filter(|_| at_place(was)) else { return false };
        let found = new.iter().position(|other| *other == Some(key));
        found.is_some_and(|index| moved(was, &after.elements[index]))
    })
}

/// How many elements that both readings list moved as `by` says, and how many there are.
pub fn moved_along(before: &Perception, after: &Perception, by: Point) -> (usize, usize) {
    let places = on_both(before, after);
    let along = places.iter().filter(|(was, is)| {
        let (from, to) = (was.center(), is.center());
        (to.x - from.x - by.x).abs() <= JITTER && (to.y - from.y - by.y).abs() <= JITTER
    });
    (along.count(), places.len())
}

/// Where what both readings list, bars aside, was and is now, as far as that differs.
pub fn shifts(before: &Perception, after: &Perception) -> Vec<(Rect, Rect)> {
    on_both(before, after).into_iter().filter(|(was, is)| !was.near(is, JITTER)).collect()
}

fn on_both(before: &Perception, after: &Perception) -> Vec<(Rect, Rect)> {
    let (old, new) = (keyed(before), keyed(after));
    let places = old.iter().filter(|(_, was)| !was.in_bar && !was.scrollable);
    places.filter_map(|(key, was)| Some((was.frame?, new.get(key)?.frame?))).collect()
}

/// The key of every element, in the order of `screen.elements`; what is not listed has none.
pub fn keys(screen: &Perception) -> Vec<Option<ElementKey>> {
    keys_of(screen, Element::is_listed)
}

fn keys_of(screen: &Perception, counts: impl Fn(&Element) -> bool) -> Vec<Option<ElementKey>> {
    let mut seen: HashMap<u64, u32> = HashMap::new();
    let key = |element: &Element| {
        counts(element).then(|| {
            let kind = hash(element);
            let ordinal = seen.entry(kind).or_default();
            *ordinal += 1;
            let mut hasher = DefaultHasher::new();
            (kind, *ordinal).hash(&mut hasher);
            ElementKey(hasher.finish())
        })
    };
    screen.elements.iter().map(key).collect()
}

fn keyed(screen: &Perception) -> HashMap<ElementKey, &Element> {
    keys(screen)
        .into_iter()
        .zip(&screen.elements)
        .filter_map(|(key, element)| key.map(|key| (key, element)))
        .collect()
}

fn hash(element: &Element) -> u64 {
    let mut hasher = DefaultHasher::new();
    element.role.hash(&mut hasher);
    match &element.identifier {
        Some(identifier) => identifier.hash(&mut hasher),
        None => element.label.hash(&mut hasher),
    }
    hasher.finish()
}

fn difference(was: &Element, is: &Element) -> Option<ChangeKind> {
    let (old, new) = (texts_of(was), texts_of(is));
    let said = old.into_iter().zip(new).any(|(was, is)| was != is && !ticks(was, is));
    if said || (was.enabled, was.selected) != (is.enabled, is.selected) {
        return Some(ChangeKind::State);
    }
    let moved = match (was.frame, is.frame) {
        (Some(a), Some(b)) => !a.near(&b, JITTER),
        (a, b) => a.is_some() != b.is_some(),
    };
    moved.then_some(ChangeKind::Moved)
}

fn texts_of(element: &Element) -> [Option<&str>; 3] {
    [&element.value, &element.label, &element.detail].map(|text| text.as_deref())
}

/// Whether two texts tell the same at another time: only digits differ, and they count seconds,
/// minutes or hours. What a clock shows is no evidence of a touch.
fn ticks(was: Option<&str>, is: Option<&str>) -> bool {
    const UNITS: [&str; 16] = [
        "s", "sec", "secs", "second", "seconds", "m", "min", "mins", "minute", "minutes", "h",
        "hour", "hours", "sek", "minuten", "ago",
    ];
    let (Some(was), Some(is)) = (was, is) else { return false };
    let bare = |text: &str| text.chars().filter(|c| !c.is_numeric()).collect::<String>();
    if bare(was) != bare(is) {
        return false;
    }
    let clock = |word: &str| {
        let mut parts = word.split(':');
        let numbers = parts.clone().count();
        (2..=3).contains(&numbers)
            && parts.all(|p| (1..=2).contains(&p.len()) && p.chars().all(|c| c.is_ascii_digit()))
    };
    let words: Vec<&str> = is.split_whitespace().collect();
    let counts = words.windows(2).any(|pair| {
        let unit = pair[1].trim_end_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        pair[0].chars().any(char::is_numeric) && UNITS.contains(&unit.as_str())
    });
    counts || words.iter().any(|word| clock(word))
}

fn change(key: ElementKey, kind: ChangeKind, sides: [Option<&Element>; 2]) -> ElementChange {
    let places = sides.into_iter().flatten().flat_map(|e| [e.frame, e.row]).flatten().collect();
    ElementChange { key, places, kind }
}

fn keyboard(screen: &Perception) -> bool {
    screen.viewport.keyboard.is_some()
}

fn focus(screen: &Perception) -> Option<(Role, Option<&str>, Option<&str>)> {
    let focused = screen.elements.iter().find(|e| e.focused && e.is_listed())?;
    Some((focused.role, focused.identifier.as_deref(), focused.label.as_deref()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_only_counts_the_time_tells_nothing_and_a_counter_does() {
        let ticks = |was: &str, is: &str| ticks(Some(was), Some(is));
        assert!(ticks("Updated 2 s ago", "Updated 3 s ago"));
        assert!(ticks("Resend in 30 seconds", "Resend in 29 seconds"));
        assert!(ticks("9:41", "9:42"));
        assert!(!ticks("Touches 0", "Touches 1"));
        assert!(!ticks("Guests: 2", "Guests: 3"));
        assert!(!ticks("Updated 2 s ago", "Updating"));
    }
}
