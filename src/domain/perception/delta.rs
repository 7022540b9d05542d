//! What changed between two readings of a screen, in lines.
//!
//! `~ e2 switch "Bold Text" =1 @(345,371) (was 0)` is the same element in another state, `+` came,
//! `-` went. Elements are matched by name (`matching.rs`); where each lies plays no part, so a
//! moved row is one line, and a list that moved as a whole is one line too. What an alert or the
//! keyboard covers has not gone: it is not listed, and it matches again when they leave.
//!
//! Another app, another title, or fewer than half of the names surviving is a new screen: the
//! caller gives the whole digest. So is a delta that would cost more than one.

use std::fmt::Write as _;

use super::change::{Change, changes};
use super::digest::{DEFAULT_BUDGET, RefMint, is_title};
use super::frame_lines::keyboard_line;
use super::identity::Names;
use super::line::element_line;
use super::matching::{Pairs, pairs};
use super::text::{fold, plain, tokens};
use crate::domain::element::{Place, Ref};
use crate::domain::observation::Perception;

/// Least share of the earlier names that must survive for it to be the same screen.
const SURVIVING: f64 = 0.5;
/// Fewest elements with one shift that are told in one line.
const FLOCK: usize = 4;

/// What changed between two readings.
#[derive(Clone, Debug, PartialEq)]
pub enum Delta {
    /// Nothing that a person would notice.
    Same,
    /// A few lines, and which elements of the later reading they show.
    Lines { text: String, shown: Vec<(Ref, usize)> },
    /// Another screen: give the whole digest.
    NewScreen,
}

/// Compares two readings of one device.
pub fn delta(before: &Perception, after: &Perception, refs: &mut dyn RefMint) -> Delta {
    if before.fingerprint == after.fingerprint {
        return Delta::Same;
    }
    if before.app != after.app || !after.completeness.is_screen() || is_retitled(before, after) {
        return Delta::NewScreen;
    }
    let pairs = pairs(before, after);
    if pairs.survival(before) < SURVIVING {
        return Delta::NewScreen;
    }
    let mut page = Page { before, after, refs, lines: Vec::new(), shown: Vec::new() };
    page.keep_refs(&pairs);
    page.title();
    page.changed(&pairs);
    page.came(&pairs);
    page.went(&pairs);
    page.keyboard();
    let Page { lines, shown, .. } = page;
    let text = lines.join("\n");
    if text.is_empty() {
        Delta::Same
    } else if tokens(&text) > DEFAULT_BUDGET {
        Delta::NewScreen
    } else {
        Delta::Lines { text, shown }
    }
}

/// Whether the screens have different titles, counters such as "Inbox (3)" aside.
fn is_retitled(before: &Perception, after: &Perception) -> bool {
    let name = |title: Option<&str>| {
        title.map(|t| fold(t).chars().filter(|c| !c.is_numeric()).collect::<String>())
    };
    name(before.title.as_deref()) != name(after.title.as_deref())
}

/// A delta in the making.
struct Page<'a> {
    before: &'a Perception,
    after: &'a Perception,
    refs: &'a mut dyn RefMint,
    lines: Vec<String>,
    shown: Vec<(Ref, usize)>,
}

impl Page<'_> {
    /// Lets refs that were given out before follow their elements.
    fn keep_refs(&mut self, pairs: &Pairs) {
        let (old, new) = (Names::of(self.before), Names::of(self.after));
        for &(b, a) in &pairs.both {
            let (was, now) = (old.identity(b), new.identity(a));
            if was != now
                && let Some(reference) = self.refs.known(&was)
            {
                self.refs.renew(reference, &now);
            }
        }
    }

    fn title(&mut self) {
        if let Some(title) = self.after.title.as_deref()
            && self.before.title != self.after.title
        {
            self.lines.push(format!("~ title \"{}\"", plain(title, 60)));
        }
    }

    fn changed(&mut self, pairs: &Pairs) {
        let mut changed: Vec<Change> = changes(self.before, self.after, &pairs.both);
        let flock = flock(&changed);
        changed.sort_by_key(|change| change.after);
        for change in changed {
            if change.was.is_empty() && flock.is_some_and(|f| f.holds(&change)) {
                continue;
            }
            let reference = self.mint(change.after);
            let line = element_line(&self.after.elements[change.after], Some(reference));
            self.lines.push(format!("~ {line} (was {})", change.told()));
            self.shown.push((reference, change.after));
        }
        if let Some(flock) = flock {
            self.lines.push(flock.told());
        }
    }

    fn came(&mut self, pairs: &Pairs) {
        for &index in &pairs.came {
            if is_title(self.after, &self.after.elements[index]) {
                continue;
            }
            let reference = self.mint(index);
            let line = element_line(&self.after.elements[index], Some(reference));
            self.lines.push(format!("+ {line}"));
            self.shown.push((reference, index));
        }
    }

    fn went(&mut self, pairs: &Pairs) {
        let names = Names::of(self.before);
        for &index in &pairs.went {
            let mut element = self.before.elements[index].clone();
            if is_title(self.before, &element) {
                continue;
            }
            // It is not there any more, so nothing can be touched.
            (element.touch, element.detail) = (None, None);
            let reference = self.refs.mint(&names.identity(index));
            self.lines.push(format!("- {}", element_line(&element, Some(reference))));
        }
    }

    fn keyboard(&mut self) {
        let keyboards = (&self.before.viewport.keyboard, &self.after.viewport.keyboard);
        match keyboards {
            (None, Some(shown)) => self.lines.push(format!("+ {}", keyboard_line(shown))),
            (Some(_), None) => self.lines.push("- keyboard".to_owned()),
            (Some(was), Some(now)) if was.return_label != now.return_label => {
                self.lines.push(format!("~ {}", keyboard_line(now)));
            }
            _ => {}
        }
        let covered =
            |p: &Perception| p.elements.iter().filter(|e| e.place == Place::Behind).count();
        if self.before.modal.is_none() && self.after.modal.is_some() && covered(self.after) > 0 {
            self.lines.push(format!("note: behind it: {} elements", covered(self.after)));
        }
    }

    fn mint(&mut self, index: usize) -> Ref {
        self.refs.mint(&Names::of(self.after).identity(index))
    }
}

/// Many elements that moved alike.
#[derive(Clone, Copy, Debug)]
struct Flock {
    by: (f64, f64),
    members: usize,
}

impl Flock {
    fn holds(&self, change: &Change) -> bool {
        change.moved.is_some_and(|by| is_close(by, self.by))
    }

    fn told(&self) -> String {
        let (x, y) = (self.by.0.round() as i64, self.by.1.round() as i64);
        let mut way = String::new();
        if y != 0 {
            let _ = write!(way, " {} {}", y.abs(), if y < 0 { "up" } else { "down" });
        }
        if x != 0 {
            let _ = write!(way, " {} {}", x.abs(), if x < 0 { "left" } else { "right" });
        }
        format!("~ {} elements moved{way}", self.members)
    }
}

/// The commonest shift, where enough elements share it.
fn flock(changes: &[Change]) -> Option<Flock> {
    let shifts: Vec<(f64, f64)> = changes.iter().filter_map(|c| c.moved).collect();
    let members = |by: (f64, f64)| shifts.iter().filter(|s| is_close(**s, by)).count();
    let best = shifts.iter().take(24).map(|&by| Flock { by, members: members(by) });
    best.max_by_key(|flock| flock.members).filter(|flock| flock.members >= FLOCK)
}

fn is_close(a: (f64, f64), b: (f64, f64)) -> bool {
    (a.0 - b.0).abs() <= 3.0 && (a.1 - b.1).abs() <= 3.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::perception::testing::{drawn, seen};
    use crate::domain::perception::{Counter, DigestOptions, digest};

    const ROOM: &str = "nav #Room [0,47,390,44]\nswitch \"Ceiling\" =0 [300,100,51,31]\nslider \"Brightness\" =40% [20,160,300,31]\nbutton \"Delete Room\" [20,220,200,44]\n";

    fn told(before: &str, after: &str) -> Delta {
        let (before, after) = (seen(before), seen(after));
        let mut refs = Counter::default();
        digest(&before, &mut refs, &DigestOptions::default());
        delta(&before, &after, &mut refs)
    }

    #[track_caller]
    fn check(after: &str, expected: &[&str]) {
        let Delta::Lines { text, .. } = told(ROOM, after) else {
            panic!("{:?}", told(ROOM, after))
        };
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_switch_that_was_thrown_is_one_line() {
        check(&ROOM.replace("=0", "=1"), &["~ e1 switch \"Ceiling\" =1 @(326,116) (was 0)"]);
    }

    #[test]
    fn an_alert_adds_its_lines_and_what_it_covers_has_not_gone() {
        let alert = "alert \"Delete this room?\" [60,350,280,150]\n  button \"Cancel\" [60,450,140,50]\n  button \"Delete\" [200,450,140,50]";
        check(
            &format!("{ROOM}{alert}"),
            &[
                "+ e4 alert \"Delete this room?\" @(200,425)",
                "+ e5 button \"Cancel\" @(130,475)",
                "+ e6 button \"Delete\" @(270,475)",
                "note: behind it: 3 elements",
            ],
        );
        let Delta::Lines { text, .. } = told(&format!("{ROOM}{alert}"), ROOM) else {
            panic!("lines")
        };
        assert!(text.lines().all(|line| line.starts_with("- ")), "{text}");
    }

    #[test]
    fn what_came_went_and_moved_is_said() {
        check(
            &ROOM.replace(
                "button \"Delete Room\" [20,220",
                "button \"Rename\" [20,300,200,44]\nbutton \"Delete Room\" [20,350",
            ),
            &[
                "~ e3 button \"Delete Room\" @(120,372) (was @(120,242))",
                "+ e4 button \"Rename\" @(120,322)",
            ],
        );
    }

    #[test]
    fn words_that_change_in_one_spot_are_the_same_element() {
        let Delta::Lines { text, .. } = told(
            "text \"Touches 0\" [24,224,327,23]\nbutton \"Touch\" [20,300,90,44]",
            "text \"Touches 1\" [24,224,327,23]\nbutton \"Touch\" [20,300,90,44]",
        ) else {
            panic!("lines")
        };

        assert_eq!(text, "~ e1 text \"Touches 1\" @(188,236) (was \"Touches 0\")");
    }

    #[test]
    fn a_ref_follows_its_element_through_a_change_of_name() {
        let (before, after) = (
            seen("button \"Follow\" #f [20,100,100,44]\nbutton \"Back\" [0,50,60,44]"),
            seen("button \"Following\" #f [20,100,100,44]\nbutton \"Back\" [0,50,60,44]"),
        );
        let mut refs = Counter::default();
        digest(&before, &mut refs, &DigestOptions::default());
        delta(&before, &after, &mut refs);

        let again = digest(&after, &mut refs, &DigestOptions::default());
        assert!(again.text.contains("e2 button \"Following\""), "{}", again.text);
    }

    #[test]
    fn a_list_that_moved_as_a_whole_is_one_line() {
        let list = |top: usize| drawn(8, |i| format!("cell \"c{i}\" [0,{},390,44]", top + 44 * i));

        assert_eq!(
            told(&list(300), &list(200)),
            Delta::Lines { text: "~ 8 elements moved 100 up".to_owned(), shown: vec![] }
        );
    }

    #[test]
    fn another_title_or_mostly_other_names_are_a_new_screen() {
        assert_eq!(told(ROOM, &ROOM.replace("Room [", "Hall [")), Delta::NewScreen);
        assert_eq!(
            told(
                ROOM,
                "nav #Room [0,47,390,44]\nbutton \"Other\" [0,100,90,44]\nbutton \"Delete Room\" [20,220,200,44]"
            ),
            Delta::NewScreen
        );
        assert_eq!(told(ROOM, ROOM), Delta::Same);
    }
}
