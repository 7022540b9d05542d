//! The few hundred tokens that a model reads of a screen.
//!
//! A header, one line per element, what was left out and why, notes. Refs are minted only for
//! lines that are shown. The budget skips what does not fit instead of stopping, after room has
//! been kept for alerts, bars and the focused element.
//!
//! Invariant: the text never costs more than the budget (of at least [`LEAST_BUDGET`] tokens).

use std::fmt::Write as _;

use super::identity::identity_of;
use super::line::element_line;
use super::text::{fold, plain, tokens};
use crate::domain::element::{Element, Identity, Ref};
use crate::domain::geometry::Rect;
use crate::domain::observation::Perception;

/// Tokens of a digest unless the caller says otherwise.
pub const DEFAULT_BUDGET: usize = 600;
/// Smaller budgets are raised to this: a header, a line and what was left out.
pub const LEAST_BUDGET: usize = 60;

/// What a caller asks of a digest.
#[derive(Clone, Copy, Debug)]
pub struct DigestOptions<'a> {
    pub budget_tokens: usize,
    /// Only elements that contain this text, folded.
    pub query: Option<&'a str>,
    /// Only elements that meet this rectangle, in points.
    pub region: Option<Rect>,
}

impl Default for DigestOptions<'_> {
    fn default() -> Self {
        Self { budget_tokens: DEFAULT_BUDGET, query: None, region: None }
    }
}

/// Gives out refs: one per identity, never the same one for another.
pub trait RefMint {
    /// The ref of the element that this identity names.
    fn mint(&mut self, identity: &Identity) -> Ref;

    /// Says that the element of `reference` answers to this identity from now on.
    fn renew(&mut self, _reference: Ref, _now: &Identity) {}
}

/// Refs counted from e1: for one-shot uses such as the command line.
#[derive(Clone, Debug, Default)]
pub struct Counter {
    known: std::collections::HashMap<Identity, Ref>,
    last: u32,
}

impl RefMint for Counter {
    fn mint(&mut self, identity: &Identity) -> Ref {
        if let Some(&known) = self.known.get(identity) {
            return known;
        }
        self.last += 1;
        self.known.insert(identity.clone(), Ref(self.last));
        Ref(self.last)
    }

    fn renew(&mut self, reference: Ref, now: &Identity) {
        self.known.insert(now.clone(), reference);
    }
}

/// A screen in words, and which elements it shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Digest {
    pub text: String,
    /// Each ref that is shown with the index of its element in the perception.
    pub shown: Vec<(Ref, usize)>,
    /// How many elements of the screen are not shown.
    pub hidden: usize,
    /// The budget left some out.
    pub truncated: bool,
    pub characters: usize,
    pub tokens: usize,
}

/// Writes the digest of a perceived screen.
pub fn digest(p: &Perception, refs: &mut dyn RefMint, options: &DigestOptions<'_>) -> Digest {
    let limit = options.budget_tokens.max(LEAST_BUDGET) * 4;
    let query = options.query.map(fold).filter(|q| !q.is_empty());
    let mut text = header(p);
    let mut characters = text.chars().count();
    let (mut shown, mut hidden) = (Vec::new(), 0);
    for (index, element) in p.elements.iter().enumerate().filter(|(_, e)| e.is_listed()) {
        let wanted = query.as_deref().is_none_or(|q| says(element, q));
        let reference = refs.mint(&identity_of(p, index));
        let line = element_line(element, Some(reference));
        let length = line.chars().count() + 1;
        if wanted && characters + length + 80 <= limit {
            let _ = write!(text, "\n{line}");
            characters += length;
            shown.push((reference, index));
        } else {
            hidden += 1;
        }
    }
    for note in &p.notes {
        let _ = write!(text, "\nnote: {note}");
    }
    let (characters, tokens) = (text.chars().count(), tokens(&text));
    Digest { text, shown, hidden, truncated: hidden > 0, characters, tokens }
}

/// `screen: app / "Title" fp=xxxxxxxx`.
pub(super) fn header(p: &Perception) -> String {
    let mut line = String::from("screen:");
    if let Some(app) = p.app.as_deref() {
        let _ = write!(line, " {}", plain(app, 60));
    }
    if let Some(title) = p.title.as_deref().filter(|t| p.app.as_deref() != Some(t)) {
        let _ = write!(line, " / \"{}\"", plain(title, 60));
    }
    let _ = write!(line, " fp={:08x}", p.fingerprint >> 32);
    line
}

fn says(element: &Element, query: &str) -> bool {
    [&element.label, &element.value, &element.detail, &element.placeholder, &element.identifier]
        .into_iter()
        .flatten()
        .any(|text| fold(text).contains(query))
}
