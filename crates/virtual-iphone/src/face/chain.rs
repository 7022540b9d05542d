//! Class chains: WDA's own path language over element types.
//!
//! `**/XCUIElementTypeCell[`label CONTAINS 'x'`]/XCUIElementTypeButton[1]`: steps over children, or
//! over all descendants after `**/`; a back-quoted predicate filters the element, `$pred$` asks for a
//! descendant, a position counts from 1 or from the end. Source: `docs/wires/wda.md`, "Locators".

use super::flat::Flat;
use super::kinds;
use super::predicate::Predicate;

/// A parsed class chain.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chain {
    steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq)]
struct Step {
    descendants: bool,
    kind: &'static str,
    filters: Vec<Filter>,
}

#[derive(Clone, Debug, PartialEq)]
enum Filter {
    Itself(Predicate),
    Below(Predicate),
    Position(i64),
}

impl Chain {
    /// Parses a class chain.
    ///
    /// # Errors
    /// The reason as text.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut steps = Vec::new();
        let mut rest = text.trim();
        loop {
            let descendants = rest.starts_with("**/");
            rest = rest.strip_prefix("**/").unwrap_or(rest);
            let end = rest.find(['[', '/']).unwrap_or(rest.len());
            let kind = step_kind(&rest[..end])?;
            rest = &rest[end..];
            let mut filters = Vec::new();
            while let Some(inner) = rest.strip_prefix('[') {
                let (filter, after) = filter(inner)?;
                filters.push(filter);
                rest = after;
            }
            steps.push(Step { descendants, kind, filters });
            if rest.is_empty() {
                return Ok(Self { steps });
            }
            rest =
                rest.strip_prefix('/').ok_or_else(|| format!("'{rest}' is no part of a chain"))?;
        }
    }

    /// The elements below `root` that it names, in document order.
    ///
    /// # Errors
    /// A predicate that names an unknown attribute.
    pub(crate) fn find(&self, flat: &Flat<'_>, root: usize) -> Result<Vec<usize>, String> {
        let mut current = vec![root];
        for step in &self.steps {
            current = step.apply(flat, &current)?;
        }
        Ok(current)
    }
}

impl Step {
    fn apply(&self, flat: &Flat<'_>, from: &[usize]) -> Result<Vec<usize>, String> {
        let mut found: Vec<usize> = from
            .iter()
            .flat_map(|&id| {
                if self.descendants {
                    flat.below(id).collect()
                } else {
                    flat.children(id).collect::<Vec<_>>()
                }
            })
            .filter(|&id| flat.get(id).is_some_and(|e| kinds::matches(self.kind, e.node.kind)))
            .collect();
        found.sort_unstable();
        found.dedup();
        for filter in &self.filters {
            found = filter.apply(flat, found)?;
        }
        Ok(found)
    }
}

impl Filter {
    fn apply(&self, flat: &Flat<'_>, found: Vec<usize>) -> Result<Vec<usize>, String> {
        let holds = |predicate: &Predicate, id: usize| {
            flat.get(id).map_or(Ok(false), |entry| predicate.holds(entry))
        };
        let mut kept = Vec::new();
        match self {
            Self::Itself(predicate) => {
                for id in found {
                    if holds(predicate, id)? {
                        kept.push(id);
                    }
                }
            }
            Self::Below(predicate) => {
                for id in found {
                    for below in flat.below(id) {
                        if holds(predicate, below)? {
                            kept.push(id);
                            break;
                        }
                    }
                }
            }
            Self::Position(position) => {
                let count = found.len() as i64;
                let index =
                    if *position > 0 { position - 1 } else { count.saturating_add(*position) };
                let hit = usize::try_from(index).ok().and_then(|i| found.get(i));
                kept.extend(hit);
            }
        }
        Ok(kept)
    }
}

fn step_kind(text: &str) -> Result<&'static str, String> {
    if text == "*" {
        return Ok("Any");
    }
    kinds::short(text).ok_or_else(|| format!("'{text}' is no element type"))
}

/// One bracket's content up to and including its `]`, and what follows.
fn filter(inner: &str) -> Result<(Filter, &str), String> {
    let quote = inner.chars().next().filter(|c| matches!(c, '`' | '$'));
    let Some(quote) = quote else {
        let (number, rest) = inner.split_once(']').ok_or("a bracket is not closed")?;
        let position: i64 =
            number.trim().parse().map_err(|_| format!("'{number}' is no position"))?;
        if position == 0 {
            return Err("positions start at 1".to_owned());
        }
        return Ok((Filter::Position(position), rest));
    };
    let mut text = String::new();
    let mut chars = inner.char_indices().skip(1).peekable();
    while let Some((_, c)) = chars.next() {
        if c != quote {
            text.push(c);
            continue;
        }
        match chars.next() {
            // A doubled quote stands for itself.
            Some((_, next)) if next == quote => text.push(quote),
            Some((at, ']')) => {
                let predicate = Predicate::parse(&text)?;
                let filter =
                    if quote == '`' { Filter::Itself(predicate) } else { Filter::Below(predicate) };
                return Ok((filter, &inner[at + 1..]));
            }
            _ => break,
        }
    }
    Err("a predicate in a chain is not closed".to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Chain;
    use crate::face::fixture;
    use crate::face::flat::Flat;

    #[track_caller]
    fn check(text: &str, expected: &[u64]) {
        let tree = fixture::tree();
        let flat = Flat::of(&tree.root);
        let found = Chain::parse(text).unwrap().find(&flat, 0).unwrap();
        let views: Vec<u64> = found.iter().map(|&id| flat.get(id).unwrap().node.view).collect();
        assert_eq!(views, expected, "{text}");
    }

    #[test]
    fn steps_predicates_and_positions_select() {
        check("**/XCUIElementTypeButton", &[3, 6]);
        check("**/XCUIElementTypeButton[2]", &[6]);
        check("**/XCUIElementTypeButton[-1]", &[6]);
        check("**/XCUIElementTypeButton[-2]", &[3]);
        check("**/XCUIElementTypeButton[3]", &[]);
        check("XCUIElementTypeWindow/XCUIElementTypeSwitch", &[5]);
        check("XCUIElementTypeSwitch", &[]);
        check("*/*[`name == 'lamp'`]", &[5]);
        check("**/XCUIElementTypeAny[`label == 'Two'`]", &[122]);
        check("**/XCUIElementTypeCell[$label == 'Two'$]", &[22]);
        check("**/XCUIElementTypeCell[2]/XCUIElementTypeStaticText", &[122]);
        check("**/XCUIElementTypeCell[`visible == 1`][3]", &[23]);
        check("**/*[`label CONTAINS '/' OR label CONTAINS ']' OR name == 'save'`]", &[6]);
    }

    #[test]
    fn what_is_no_chain_is_an_error() {
        for text in [
            "",
            "Button",
            "**/",
            "**/XCUIElementTypeFoo",
            "XCUIElementTypeButton[0]",
            "XCUIElementTypeButton[`x",
            "XCUIElementTypeButton[1",
        ] {
            assert!(Chain::parse(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_parses_or_fails_without_a_panic(text in ".{0,60}") {
            let _ = Chain::parse(&text);
        }

        #[test]
        fn near_misses_parse_or_fail_without_a_panic(
            parts in prop::collection::vec(prop::sample::select(vec![
                "**/", "/", "*", "XCUIElementTypeCell", "[", "]", "`", "$", "1", "-1",
                "label == 'é'", "``", "'", "-9223372036854775808",
            ]), 0..12)
        ) {
            if let Ok(chain) = Chain::parse(&parts.concat()) {
                let tree = fixture::tree();
                let _ = chain.find(&Flat::of(&tree.root), 0);
            }
        }
    }
}
