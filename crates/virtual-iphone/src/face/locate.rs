//! Finding elements by any strategy that WDA accepts.
//!
//! There is no implicit wait: a find looks once. Strategies and the errors of malformed values:
//! `docs/wires/wda.md`, "Locators".

use super::attributes::{self, Datum};
use super::chain::Chain;
use super::fail::WireError;
use super::flat::{Entry, Flat};
use super::kinds;
use super::predicate::Predicate;
use super::xpath::XPath;

/// The elements in the subtree of `from` that match, in document order.
///
/// # Errors
/// Invalid argument for an unknown strategy or class, invalid selector for a malformed chain or
/// path, unknown error for a malformed predicate (WDA raises an exception there).
pub(crate) fn find(
    flat: &Flat<'_>,
    from: usize,
    using: &str,
    value: &str,
) -> Result<Vec<usize>, WireError> {
    match using {
        "accessibility id" | "id" | "name" => {
            Ok(all(flat, from, |entry| attributes::name(entry.node) == Some(value)))
        }
        "class name" => {
            let kind = kinds::short(value)
                .ok_or_else(|| WireError::argument(format!("Invalid class name: {value}")))?;
            Ok(all(flat, from, |entry| kinds::matches(kind, entry.node.kind)))
        }
        "class chain" => {
            let chain = Chain::parse(value).map_err(WireError::selector)?;
            chain.find(flat, from).map_err(WireError::unknown)
        }
        "predicate string" => {
            let predicate = Predicate::parse(value).map_err(WireError::unknown)?;
            let mut found = Vec::new();
            for id in subtree(flat, from) {
                if let Some(entry) = flat.get(id)
                    && predicate.holds(entry).map_err(WireError::unknown)?
                {
                    found.push(id);
                }
            }
            Ok(found)
        }
        "xpath" => xpath(flat, from, value),
        "link text" => link(flat, from, value, |own, asked| own == asked),
        "partial link text" => link(flat, from, value, |own, asked| own.contains(asked)),
        other => Err(WireError::argument(format!("Invalid locator requested: {other}"))),
    }
}

fn subtree(flat: &Flat<'_>, from: usize) -> std::ops::Range<usize> {
    from..flat.below(from).end.max(from + 1)
}

fn all(flat: &Flat<'_>, from: usize, matches: impl Fn(&Entry<'_>) -> bool) -> Vec<usize> {
    subtree(flat, from).filter(|id| flat.get(*id).is_some_and(&matches)).collect()
}

/// A path from an element sees only that element's subtree (`limitXPathContextScope`).
fn xpath(flat: &Flat<'_>, from: usize, value: &str) -> Result<Vec<usize>, WireError> {
    let path = XPath::parse(value).map_err(|reason| {
        WireError::selector(format!(
            "Cannot evaluate results for XPath expression \"{value}\": {reason}"
        ))
    })?;
    let Some(entry) = flat.get(from) else { return Ok(Vec::new()) };
    let below = Flat::of(entry.node);
    let found = path.find(&below).map_err(|reason| {
        WireError::selector(format!(
            "Cannot evaluate results for XPath expression \"{value}\": {reason}"
        ))
    })?;
    Ok(found.into_iter().map(|id| id + from).collect())
}

/// `attribute=value`, or a plain name.
fn link(
    flat: &Flat<'_>,
    from: usize,
    value: &str,
    matches: impl Fn(&str, &str) -> bool,
) -> Result<Vec<usize>, WireError> {
    let Some((attribute, asked)) = value.split_once('=') else {
        return Ok(all(flat, from, |entry| {
            attributes::name(entry.node).is_some_and(|name| matches(name, value))
        }));
    };
    let known = flat.get(from).and_then(|entry| attributes::read(entry, attribute));
    if known.is_none() {
        return Err(WireError::unknown(format!("The attribute '{attribute}' is unknown")));
    }
    Ok(all(flat, from, |entry| match attributes::read(entry, attribute) {
        Some(Datum::Text(own)) => matches(&own, asked),
        Some(Datum::Flag(own)) => matches(if own { "1" } else { "0" }, asked),
        _ => false,
    }))
}

#[cfg(test)]
mod tests {
    use super::find;
    use crate::face::fixture;
    use crate::face::flat::Flat;

    #[track_caller]
    fn check(using: &str, value: &str, expected: &[u64]) {
        let tree = fixture::tree();
        let flat = Flat::of(&tree.root);
        let found = find(&flat, 0, using, value).unwrap();
        let views: Vec<u64> = found.iter().map(|&id| flat.get(id).unwrap().node.view).collect();
        assert_eq!(views, expected, "{using} {value}");
    }

    #[test]
    fn every_strategy_finds() {
        check("accessibility id", "lamp", &[5]);
        check("id", "Two", &[122]);
        check("class name", "XCUIElementTypeCell", &[21, 22, 23]);
        check("class name", "XCUIElementTypeApplication", &[1]);
        check("predicate string", "label == 'Save'", &[6]);
        check("class chain", "**/XCUIElementTypeSwitch", &[5]);
        check("xpath", "//XCUIElementTypeSwitch", &[5]);
        check("link text", "label=Save", &[6]);
        check("partial link text", "label=av", &[6]);
        check("link text", "save", &[6]);
    }

    #[test]
    fn a_nested_find_sees_the_subtree_only() {
        let tree = fixture::tree();
        let flat = Flat::of(&tree.root);
        let table = find(&flat, 0, "class name", "XCUIElementTypeTable").unwrap()[0];
        for (using, value) in [
            ("xpath", "//XCUIElementTypeStaticText"),
            ("class chain", "**/XCUIElementTypeStaticText"),
            ("class name", "XCUIElementTypeStaticText"),
        ] {
            assert_eq!(find(&flat, table, using, value).unwrap().len(), 3, "{using}");
        }
        assert!(find(&flat, table, "id", "lamp").unwrap().is_empty());
    }

    #[test]
    fn malformed_values_have_the_errors_of_wda() {
        let tree = fixture::tree();
        let flat = Flat::of(&tree.root);
        let status =
            |using, value| find(&flat, 0, using, value).unwrap_err().value()["error"].clone();
        assert_eq!(status("css", "x"), "invalid argument");
        assert_eq!(status("class name", "Button"), "invalid argument");
        assert_eq!(status("class chain", "**/Foo"), "invalid selector");
        assert_eq!(status("xpath", "//*["), "invalid selector");
        assert_eq!(status("predicate string", "label =="), "unknown error");
        assert_eq!(status("predicate string", "colour == 'x'"), "unknown error");
    }
}
