//! XPath 1.0 over the tree, as if over the XML that WDA builds.
//!
//! The whole grammar of location paths, predicates, operators and the core functions, without
//! namespaces and variables: the tree has elements and attributes only, so every element's string
//! value is empty. A few functions of XPath 2.0 that new builds know are there (`ends-with`,
//! `lower-case`, `upper-case`, `matches`). Source: `docs/wires/wda.md`, "Locators".

mod evaluate;
mod functions;
mod lexer;
mod parser;
mod tree;

use super::flat::Flat;
use evaluate::{Context, Engine, Value};
use tree::Node;

/// A parsed expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct XPath {
    expression: parser::Expression,
}

impl XPath {
    /// Parses an expression.
    ///
    /// # Errors
    /// The reason as text.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        parser::parse(text).map(|expression| Self { expression })
    }

    /// The elements it selects in the tree, in document order.
    ///
    /// # Errors
    /// An expression that does not give nodes, an unknown function or a wrong argument.
    pub(crate) fn find(&self, flat: &Flat<'_>) -> Result<Vec<usize>, String> {
        let engine = Engine::new(flat);
        let context = Context { node: Node::ROOT, position: 1, size: 1 };
        match engine.evaluate(&self.expression, context, 0)? {
            Value::Nodes(nodes) => Ok(nodes.iter().filter_map(|node| node.element()).collect()),
            _ => Err("the expression does not select elements".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::XPath;
    use crate::face::fixture;
    use crate::face::flat::Flat;

    #[track_caller]
    fn check(text: &str, expected: &[u64]) {
        let tree = fixture::tree();
        let flat = Flat::of(&tree.root);
        let found = XPath::parse(text).unwrap().find(&flat).unwrap();
        let views: Vec<u64> = found.iter().map(|&id| flat.get(id).unwrap().node.view).collect();
        assert_eq!(views, expected, "{text}");
    }

    #[test]
    fn paths_and_predicates_select() {
        check("//XCUIElementTypeButton", &[3, 6]);
        check("//XCUIElementTypeButton[@name='save' and contains(@label,'av')]", &[6]);
        check("//*[@name=\"lamp\" or @name='save']", &[5, 6]);
        check("//XCUIElementTypeCell[2]", &[22]);
        check("//XCUIElementTypeCell[last()]/XCUIElementTypeStaticText", &[123]);
        check("(//XCUIElementTypeButton)[2]", &[6]);
        check("/XCUIElementTypeApplication/XCUIElementTypeWindow/*[3]", &[5]);
        check("//XCUIElementTypeCell[.//XCUIElementTypeStaticText[@label='Two']]", &[22]);
        check("//XCUIElementTypeStaticText[@label='Two']/..", &[22]);
        check("//XCUIElementTypeStaticText[@label='Two']/parent::XCUIElementTypeCell", &[22]);
        check("//*[@label='Two']/ancestor::XCUIElementTypeTable", &[20]);
        check("//XCUIElementTypeCell[1]/following-sibling::XCUIElementTypeCell", &[22, 23]);
        check("//XCUIElementTypeCell[3]/preceding-sibling::*[1]", &[22]);
        check("//*[starts-with(@label, 'T') and not(@enabled='false')]", &[122, 123]);
        check("//*[@width > 50 and @width < 60]", &[5]);
        check("//*[@x + @width = 371]", &[5]);
        check("//XCUIElementTypeButton | //XCUIElementTypeSwitch", &[3, 5, 6]);
        check("//*[string-length(@label) = 3 and self::XCUIElementTypeStaticText]", &[121, 122]);
        check("//*[lower-case(@label)='save']", &[6]);
        check("//*[ends-with(@label,'ee')]", &[123]);
        check("//*[matches(@label,'^O.e$')]", &[121]);
        check("//*[normalize-space(concat(' ', @name, ' '))='save']", &[6]);
        check("//*[translate(@label,'eno','ENO')='ONE']", &[121]);
        check("//*[count(./*) = 3]", &[20]);
        check("//XCUIElementTypeTable//@label/..", &[121, 122, 123]);
        check("//XCUIElementTypeCell[position() mod 2 = 1]", &[21, 23]);
        check("//*[@visible='true'][@type='XCUIElementTypeSwitch']", &[5]);
        check("//*[name()='XCUIElementTypeSwitch']", &[5]);
        check("//nothing", &[]);
        check(".//XCUIElementTypeSwitch", &[5]);
    }

    #[test]
    fn what_is_no_expression_is_an_error() {
        for text in [
            "",
            "//",
            "//*[",
            "//*[@a=]",
            "//*[foo()]",
            "1 + 1",
            "//*[contains(@label)]",
            "//*['x",
            "$x",
            "//::",
        ] {
            let tree = fixture::tree();
            let outcome = XPath::parse(text).and_then(|path| path.find(&Flat::of(&tree.root)));
            assert!(outcome.is_err(), "{text}: {outcome:?}");
        }
        assert!(XPath::parse(&"(".repeat(5000)).is_err());
        assert!(XPath::parse(&"-".repeat(5000)).is_err());
    }

    proptest! {
        #[test]
        fn any_text_parses_or_fails_without_a_panic(text in ".{0,60}") {
            let _ = XPath::parse(&text);
        }

        #[test]
        fn near_misses_parse_or_fail_without_a_panic(
            parts in prop::collection::vec(prop::sample::select(vec![
                "//", "/", "*", "@", "XCUIElementTypeCell", "[", "]", "(", ")", "1", "'a'", "=",
                "and", "div", "-", "..", ".", "::", "ancestor", "contains", ",", "|", "last()",
                "substring(@label, 2, 1)", "position()", "<",
            ]), 0..12)
        ) {
            if let Ok(path) = XPath::parse(&parts.join(" ")) {
                let tree = fixture::tree();
                let _ = path.find(&Flat::of(&tree.root));
            }
        }
    }
}
