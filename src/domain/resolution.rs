//! Which element a plain-language target means.
//!
//! Tiers in order: label or placeholder (exact once folded), identifier, value, part of a name at
//! word boundaries. Within a tier the obvious is preferred (what can be acted on, what is enabled,
//! what the verb can use); what is still equal then is refused with the candidates. Names that
//! differ in a digit are different names: "Row 9" is no part of "Row 99".
//!
//! Not here: finding a ref's element again (`perception::find_again`).

use super::effect::Tier;
use super::element::{Element, Place};
use super::error::{Candidate, DeviceError, ErrorCode};
use super::observation::Perception;
use super::perception::{element_line, fold, plain};
use super::role::Role;
use super::step::ElementQuery;

/// Most candidates that an error carries.
const MAX_CANDIDATES: usize = 10;
/// Least similarity (0 to 1) at which a name is worth suggesting. Below it suggestions of short
/// names are noise.
const WORTH_SUGGESTING: f64 = 0.55;

/// What a verb can use; breaks ties between elements that are equally named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    Any,
    TextInput,
    Settable,
}

/// The element that a target means, and how it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// Index into the perception's elements.
    pub index: usize,
    pub tier: Tier,
}

/// Finds the one element that `query` means.
///
/// # Errors
/// `INVALID_ARGUMENT` for an empty text, `ELEMENT_NOT_FOUND` with the nearest names,
/// `ELEMENT_AMBIGUOUS` with the candidates.
pub fn resolve(
    screen: &Perception,
    query: &ElementQuery,
    preference: Preference,
    name_of: &dyn Fn(usize) -> Option<String>,
) -> Result<Resolution, DeviceError> {
    let wanted = fold(&query.text);
    if wanted.is_empty() {
        return Err(DeviceError::invalid("target", "names nothing", &query.text));
    }
    for (matcher, tier) in MATCHERS {
        let tier =
            if query.role.is_some() && *tier == Tier::Text { Tier::LabelRole } else { *tier };
        let fits =
            |(_, e): &(usize, &Element)| in_pool(e, query.role) && matcher(e, &wanted, query);
        let all: Vec<usize> =
            screen.elements.iter().enumerate().filter(fits).map(|(i, _)| i).collect();
        match narrowed(screen, &all, preference).as_slice() {
            [] => {}
            [index] => return Ok(Resolution { index: *index, tier }),
            several => return Err(ambiguous(screen, query, several, name_of)),
        }
    }
    Err(not_found(screen, query, &wanted, name_of))
}

type Matcher = fn(&Element, &str, &ElementQuery) -> bool;

const MATCHERS: &[(Matcher, Tier)] = &[
    (
        |e, wanted, _| {
            folded_is(e.label.as_deref(), wanted) || folded_is(e.placeholder.as_deref(), wanted)
        },
        Tier::Text,
    ),
    (|e, _, query| e.identifier.as_deref() == Some(query.text.trim()), Tier::Identifier),
    (|e, _, query| is_written(e, query.text.trim()), Tier::Identifier),
    (|e, wanted, _| folded_is(e.value.as_deref(), wanted), Tier::Value),
    (|e, wanted, _| names(e).any(|name| holds_words(&fold(name), wanted)), Tier::Partial),
];

/// Whether `text` is an identifier of the element as screens write it: `id=backBtn`,
/// `row="Wi-Fi row"`, or `#backBtn`.
fn is_written(element: &Element, text: &str) -> bool {
    let is = |identifier: Option<&str>, text: &str| {
        identifier.is_some_and(|id| id == text.trim_matches('"'))
    };
    let after = |key: &str| text.strip_prefix(key);
    after("id=").or_else(|| after("#")).is_some_and(|id| is(element.identifier.as_deref(), id))
        || after("row=").is_some_and(|id| is(element.row_identifier.as_deref(), id))
}

/// Keyboard keys are targets only when asked for by role.
fn in_pool(element: &Element, role: Option<Role>) -> bool {
    role.map_or(element.place != Place::Keyboard, |role| element.role == role)
}

/// Whether an element goes by a folded name: exactly, or as part of its name at word boundaries.
pub fn is_named(element: &Element, wanted: &str, exact: bool) -> bool {
    names(element).map(fold).any(|name| name == wanted || (!exact && holds_words(&name, wanted)))
        || (exact && element.identifier.as_deref().is_some_and(|id| fold(id) == wanted))
}

fn names(element: &Element) -> impl Iterator<Item = &str> {
    let content = if element.role.is_stateful() { None } else { element.value.as_deref() };
    [element.label.as_deref(), element.placeholder.as_deref(), content].into_iter().flatten()
}

fn folded_is(text: Option<&str>, wanted: &str) -> bool {
    text.is_some_and(|text| fold(text) == wanted)
}

/// Whether `part` stands in `whole` without cutting a word or a number at either end.
fn holds_words(whole: &str, part: &str) -> bool {
    whole.match_indices(part).any(|(at, _)| {
        let before = whole[..at].chars().next_back();
        let after = whole[at + part.len()..].chars().next();
        !joins(before, part.chars().next()) && !joins(part.chars().next_back(), after)
    })
}

/// Whether two neighbouring characters belong to one word. Scripts without spaces have no such
/// border, so ideographs and kana never join.
fn joins(left: Option<char>, right: Option<char>) -> bool {
    let worded = |c: char| c.is_alphanumeric() && (c as u32) < 0x2E80;
    matches!((left, right), (Some(a), Some(b)) if worded(a) && worded(b))
}

/// Keeps the obvious ones of several equal names, each rule only if it leaves something.
fn narrowed(screen: &Perception, all: &[usize], preference: Preference) -> Vec<usize> {
    let mut left = all.to_vec();
    let rules: [&dyn Fn(&Element) -> bool; 6] = [
        &|e| e.is_listed() || e.place == Place::Keyboard,
        &|e| e.place != Place::Offscreen,
        &|e| match preference {
            Preference::Any => true,
            Preference::TextInput => e.role.is_text_input(),
            Preference::Settable => e.role.is_settable(),
        },
        &|e| e.actionable,
        &|e| e.enabled,
        &|e| e.frame.is_some(),
    ];
    for rule in rules {
        let kept: Vec<usize> =
            left.iter().copied().filter(|&index| rule(&screen.elements[index])).collect();
        if !kept.is_empty() {
            left = kept;
        }
    }
    left
}

fn ambiguous(
    screen: &Perception,
    query: &ElementQuery,
    matches: &[usize],
    name_of: &dyn Fn(usize) -> Option<String>,
) -> DeviceError {
    let message = format!("{} elements match {}", matches.len(), described(query));
    DeviceError::new(ErrorCode::ElementAmbiguous, message)
        .with_hint("repeat the call with one candidate's ref")
        .with_candidates(candidates(screen, matches, name_of))
}

fn not_found(
    screen: &Perception,
    query: &ElementQuery,
    wanted: &str,
    name_of: &dyn Fn(usize) -> Option<String>,
) -> DeviceError {
    let near = nearest(screen, wanted);
    let message = format!("no element on this screen matches {}", described(query));
    DeviceError::new(ErrorCode::ElementNotFound, message)
        .with_hint(
            "scroll with until looks further down the list; observe_screen shows this screen",
        )
        .with_candidates(candidates(screen, &near, name_of))
}

/// One line per element, with its ref where it has one.
pub fn candidates(
    screen: &Perception,
    indices: &[usize],
    name_of: &dyn Fn(usize) -> Option<String>,
) -> Vec<Candidate> {
    let line = |&index: &usize| {
        let element = &screen.elements[index];
        let mut summary = element_line(element, None);
        if let Some(place) = element.context.first() {
            summary = format!("{summary} in \"{}\"", plain(place, 60));
        }
        Candidate { handle: name_of(index), summary }
    };
    indices.iter().take(MAX_CANDIDATES).map(line).collect()
}

fn nearest(screen: &Perception, wanted: &str) -> Vec<usize> {
    let scorer = rapidfuzz::fuzz::RatioBatchComparator::new(wanted.chars());
    let mut scored: Vec<(f64, usize)> = Vec::new();
    for (index, element) in screen.elements.iter().enumerate().filter(|(_, e)| e.is_listed()) {
        let best = names(element)
            .chain(element.identifier.as_deref())
            .map(|name| scorer.similarity(fold(name).chars()))
            .fold(0.0, f64::max);
        if best >= WORTH_SUGGESTING {
            scored.push((best, index));
        }
    }
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    scored.into_iter().take(5).map(|(_, index)| index).collect()
}

fn described(query: &ElementQuery) -> String {
    let text = plain(&query.text, 60);
    match query.role {
        Some(role) => format!("{} \"{text}\"", role.word()),
        None => format!("\"{text}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_part_of_a_longer_number_or_word() {
        assert!(!holds_words("row 99", "row 9"));
        assert!(!holds_words("unlike", "like"));
        assert!(holds_words("delete room 4", "room 4"));
        assert!(holds_words("友だちリスト", "リスト"));
    }
}
