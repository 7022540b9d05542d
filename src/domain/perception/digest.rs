//! The few hundred tokens that a model reads of a screen.
//!
//! A header, one line per element, the keyboard in one line, what is not listed and how to reach
//! it, notes. Refs are minted only for lines that are shown. Too much for the budget is cut in this
//! order: long texts shorten, then the least of the elements go (`score.rs`), skipping what does
//! not fit instead of stopping; texts among them are still quoted, without a ref.
//!
//! Invariant: the text never costs more than the budget (of at least [`LEAST_BUDGET`] tokens).

use super::filter::Filter;
use super::frame_lines::{header, tail};
use super::identity::Names;
use super::line::{Length, body};
use super::score::score;
use super::text::{plain, tokens};
use crate::domain::element::{Element, Identity, Ref};
use crate::domain::geometry::Rect;
use crate::domain::observation::Perception;

/// Tokens of a digest unless the caller says otherwise.
pub const DEFAULT_BUDGET: usize = 600;
/// Smaller budgets are raised to this: a header, a line and what was left out.
pub const LEAST_BUDGET: usize = 60;
/// Characters set aside for the line that says how many elements were left out.
const MORE_LINE: usize = 84;
/// Characters set aside per element for its ref, the space after it and the line break.
const REF_ROOM: usize = 7;
/// Fewest characters of a line with its ref: `button @(9,9)`.
const LEAST_LINE: usize = 20;
/// Longest quotation of a text that lost its line.
const QUOTE: usize = 40;

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

    /// The ref that was given to this identity before, if any.
    fn known(&self, _identity: &Identity) -> Option<Ref> {
        None
    }

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

    fn known(&self, identity: &Identity) -> Option<Ref> {
        self.known.get(identity).copied()
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
    /// How many elements of the screen are not shown although they were asked for.
    pub hidden: usize,
    /// The budget left some out.
    pub truncated: bool,
    pub characters: usize,
    pub tokens: usize,
}

/// Writes the digest of a perceived screen.
pub fn digest(p: &Perception, refs: &mut dyn RefMint, options: &DigestOptions<'_>) -> Digest {
    let limit = options.budget_tokens.max(LEAST_BUDGET) * 4;
    let filter = Filter::of(p, options);
    let wanted: Vec<usize> =
        (0..p.elements.len()).filter(|&i| filter.admits(&p.elements[i])).collect();
    let head = header(p);
    let tail = tail(p, &filter, wanted.is_empty());
    let room = limit.saturating_sub(length(&head) + lengths(&tail));
    let (lines, extra) = lines(p, &wanted, room);
    Page { head, lines, extra, tail, wanted: wanted.len(), limit }.print(p, refs)
}

/// An element's line without its ref.
#[derive(Debug)]
struct Line {
    index: usize,
    body: String,
}

impl Line {
    fn of(p: &Perception, index: usize, much: Length) -> Self {
        Self { index, body: body(&p.elements[index], much) }
    }

    fn cost(&self) -> usize {
        length(&self.body) + REF_ROOM
    }
}

fn length(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

fn lengths(lines: &[String]) -> usize {
    lines.iter().map(|l| length(l) + 1).sum()
}

/// The lines that fit, in reading order, and what is said of those that do not.
fn lines(p: &Perception, wanted: &[usize], room: usize) -> (Vec<Line>, Vec<String>) {
    for much in [Length::Full, Length::Short] {
        if let Some(all) = all_of(p, wanted, room, much) {
            return (all, Vec::new());
        }
    }
    let mut left = room.saturating_sub(MORE_LINE);
    let mut kept = Vec::new();
    for index in by_worth(p, wanted) {
        if left < LEAST_LINE {
            break;
        }
        let line = Line::of(p, index, Length::Short);
        if line.cost() <= left {
            left -= line.cost();
            kept.push(line);
        }
    }
    kept.sort_by_key(|line| line.index);
    let extra = quotes(p, wanted, &kept, left);
    (kept, extra.into_iter().collect())
}

/// Every line, if they fit together; gives up as soon as they do not.
fn all_of(p: &Perception, wanted: &[usize], room: usize, much: Length) -> Option<Vec<Line>> {
    if wanted.len() * LEAST_LINE > room {
        return None;
    }
    let mut left = room;
    let mut lines = Vec::with_capacity(wanted.len());
    for &index in wanted {
        let line = Line::of(p, index, much);
        left = left.checked_sub(line.cost())?;
        lines.push(line);
    }
    Some(lines)
}

/// The wanted elements, most worth first.
fn by_worth(p: &Perception, wanted: &[usize]) -> impl Iterator<Item = usize> {
    let size = p.viewport.size;
    let mut order: Vec<(f64, usize)> = wanted
        .iter()
        .map(|&index| (score(&p.elements[index], size.height, size.width * size.height), index))
        .collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    order.into_iter().map(|(_, index)| index)
}

/// Quotes dropped texts in one line: what can only be read needs no ref.
fn quotes(p: &Perception, wanted: &[usize], kept: &[Line], left: usize) -> Option<String> {
    let mut quoted = String::new();
    let dropped = wanted.iter().filter(|i| kept.binary_search_by_key(*i, |l| l.index).is_err());
    for &index in dropped {
        if length(&quoted) + LEAST_LINE > left {
            break;
        }
        let element = &p.elements[index];
        let Some(text) = element.label.as_deref().filter(|_| !element.actionable) else { continue };
        let quote = format!(", \"{}\"", plain(text, QUOTE));
        if length(&quoted) + length(&quote) + 6 <= left {
            quoted.push_str(&quote);
        }
    }
    quoted.strip_prefix(", ").map(|quoted| format!("also {quoted}"))
}

/// A digest in the making.
#[derive(Debug)]
struct Page {
    head: String,
    lines: Vec<Line>,
    /// Lines about what did not fit.
    extra: Vec<String>,
    /// What is said about the rest of the screen.
    tail: Vec<String>,
    /// How many elements were asked for.
    wanted: usize,
    limit: usize,
}

impl Page {
    /// Mints the refs and joins the lines; what they outgrow is dropped from the end.
    fn print(mut self, p: &Perception, refs: &mut dyn RefMint) -> Digest {
        let names = Names::of(p);
        let mut shown: Vec<(Ref, usize)> = Vec::with_capacity(self.lines.len());
        let mut printed: Vec<String> = Vec::with_capacity(self.lines.len());
        for line in &self.lines {
            let reference = refs.mint(&names.identity(line.index));
            shown.push((reference, line.index));
            printed.push(format!("{reference} {}", line.body));
        }
        loop {
            let hidden = self.wanted - shown.len();
            let text = self.joined(&printed, hidden);
            let characters = length(&text);
            if characters <= self.limit || !self.give_way(&mut shown, &mut printed) {
                let tokens = tokens(&text);
                return Digest { text, shown, hidden, truncated: hidden > 0, characters, tokens };
            }
        }
    }

    fn joined(&self, printed: &[String], hidden: usize) -> String {
        let more = (hidden > 0).then(|| {
            format!("… {hidden} more elements: narrow with query or region, or use find_elements")
        });
        let head = std::iter::once(&self.head);
        let lines: Vec<&str> = head
            .chain(printed)
            .chain(&self.extra)
            .chain(&more)
            .chain(&self.tail)
            .map(String::as_str)
            .collect();
        lines.join("\n")
    }

    /// Gives up the least needed line; false when only the header is left.
    fn give_way(&mut self, shown: &mut Vec<(Ref, usize)>, printed: &mut Vec<String>) -> bool {
        if self.extra.pop().is_some() {
            return true;
        }
        if printed.pop().is_some() {
            shown.pop();
            return true;
        }
        self.tail.pop().is_some()
    }
}

/// Whether the header says this element already: a title that one can only read.
pub(super) fn is_title(p: &Perception, element: &Element) -> bool {
    let readable = !element.actionable || (element.in_bar && element.identifier.is_none());
    let plain_role = !element.role.is_interactive() && element.detail.is_none();
    plain_role
        && readable
        && element.label.is_some()
        && element.label == p.title
        && p.title.as_deref().is_some_and(|t| t.chars().count() <= super::frame_lines::TITLE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::perception::testing::{drawn, lines, seen};

    fn within(p: &Perception, budget_tokens: usize) -> Digest {
        digest(p, &mut Counter::default(), &DigestOptions { budget_tokens, ..Default::default() })
    }

    fn long_list() -> String {
        let rows: String =
            drawn(100, |i| format!("cell \"Contact number {i:03}\" [0,{},390,8]", 100 + 7 * i));
        format!(
            "{rows}tabbar [0,800,390,44]\n  button \"Home\" [0,800,195,44]\n  button \"More\" [195,800,195,44]\n"
        )
    }

    #[test]
    fn the_budget_skips_rows_and_keeps_the_bar_at_the_bottom() {
        let p = seen(&long_list());
        let told = within(&p, 200);

        assert!(told.tokens <= 200 && told.truncated);
        assert!(told.text.contains("button \"Home\"") && told.text.contains("button \"More\""));
        assert_eq!(told.hidden + told.shown.len(), 102);
        assert!(told.text.contains(&format!(
            "… {} more elements: narrow with query or region, or use find_elements",
            told.hidden
        )));
    }

    #[test]
    fn a_long_element_is_skipped_and_a_shorter_one_after_it_still_fits() {
        let long = "w".repeat(300);
        let p = seen(&format!("button \"{long}\" [0,100,390,44]\nbutton \"Go\" [0,200,390,44]"));
        let told = within(&p, LEAST_BUDGET);

        assert!(told.text.contains("button \"Go\""), "{}", told.text);
    }

    #[test]
    fn texts_that_lose_their_line_are_quoted() {
        let texts: String =
            drawn(60, |i| format!("text \"paragraph {i}\" [0,{},390,10]", 100 + 10 * i));
        let told = within(&seen(&texts), 300);

        assert!(told.text.contains("\nalso \"paragraph"), "{}", told.text);
        assert!(told.tokens <= 300);
    }

    #[test]
    fn a_query_and_a_region_narrow_and_say_when_nothing_is_left() {
        let p = seen(&long_list());
        let ask = |query, region| {
            digest(
                &p,
                &mut Counter::default(),
                &DigestOptions { query, region, ..Default::default() },
            )
        };

        assert_eq!(ask(Some("NUMBER 007"), None).shown.len(), 1);
        assert_eq!(ask(None, Some(Rect::new(0.0, 795.0, 390.0, 49.0))).shown.len(), 3);
        assert!(ask(Some("nobody"), None).text.contains("nothing on the screen matches"));
    }

    #[test]
    fn an_alert_that_is_reported_as_invisible_is_shown_and_what_it_covers_is_counted() {
        let p = seen(
            "button \"Back\" #backBtn [16,78,370,48] hidden\n\
             alert \"Delete draft?\" [41,375,320,152] hidden\n\
            \x20 text \"Delete draft?\" [71,397,260,21] hidden\n\
            \x20 text \"This cannot be undone.\" [71,424,260,19] hidden\n\
            \x20 button \"Cancel\" [57,463,140,48] hidden\n\
            \x20 button \"Delete\" [205,463,140,48] hidden",
        );

        assert_eq!(
            lines(&p),
            [
                "e1 alert \"Delete draft?\" \"This cannot be undone.\" @(201,451)",
                "e2 button \"Cancel\" @(127,487)",
                "e3 button \"Delete\" @(275,487)",
                "note: behind it: 1 elements",
            ]
        );
        let modal = p.modal.expect("a modal");
        assert_eq!(modal.buttons, ["Cancel", "Delete"]);
    }

    #[test]
    fn an_alert_text_keeps_two_hundred_characters() {
        let message = "m".repeat(190);
        let p = seen(&format!(
            "alert \"T\" [41,375,320,152]\n  text \"{message}\" [71,424,260,19]\n  button \"OK\" [57,463,140,48]"
        ));

        assert!(lines(&p)[0].contains(&message));
    }

    #[test]
    fn the_ref_of_an_element_stays_its_own_across_digests() {
        let mut counter = Counter::default();
        let mut refs =
            |drawing: &str| digest(&seen(drawing), &mut counter, &DigestOptions::default()).text;
        let first = refs("button \"A\" [0,100,90,44]\nbutton \"B\" [0,200,90,44]");
        let second = refs("button \"New\" [0,50,90,44]\nbutton \"B\" [0,300,90,44]");

        assert!(first.contains("e2 button \"B\""));
        assert!(
            second.contains("e2 button \"B\"") && second.contains("e3 button \"New\""),
            "{second}"
        );
    }
}
