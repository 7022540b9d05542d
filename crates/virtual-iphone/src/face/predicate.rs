//! Predicate strings: the query language of the platform, as far as clients send it.
//!
//! Comparisons with `[c]` and `[d]`, `CONTAINS`, `BEGINSWITH`, `ENDSWITH`, `LIKE`, `MATCHES`, `IN`,
//! `BETWEEN`, joined by AND, OR, NOT and parentheses; key paths such as `rect.width`. Keywords are
//! case-insensitive. A text that does not parse is the caller's unknown error, never a panic.
//! Source: `docs/wires/wda.md`, "Locators".

mod evaluate;
mod lexer;

use lexer::{Token, tokens};

/// How deep parentheses and NOT may nest before a text counts as malformed.
const MAX_DEPTH: usize = 100;

/// A parsed predicate.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Predicate {
    Always(bool),
    Not(Box<Predicate>),
    All(Vec<Predicate>),
    Any(Vec<Predicate>),
    Compare(Comparison),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Comparison {
    left: Operand,
    operator: Operator,
    ignore_case: bool,
    ignore_accents: bool,
    right: Vec<Operand>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Contains,
    BeginsWith,
    EndsWith,
    Like,
    Matches,
    In,
    Between,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Operand {
    Text(String),
    Number(f64),
    Flag(bool),
    Nil,
    Key(String),
}

impl Predicate {
    /// Parses a predicate string.
    ///
    /// # Errors
    /// The reason as text, when it is not one.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut parser = Parser { tokens: tokens(text)?, at: 0 };
        let predicate = parser.any(0)?;
        if parser.at < parser.tokens.len() {
            return Err(format!("Unable to parse the format string \"{text}\""));
        }
        Ok(predicate)
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
}

impl Parser {
    fn any(&mut self, depth: usize) -> Result<Predicate, String> {
        let mut parts = vec![self.all(depth)?];
        while self.take_word("OR") || self.take_symbol("||") {
            parts.push(self.all(depth)?);
        }
        Ok(single(parts, Predicate::Any))
    }

    fn all(&mut self, depth: usize) -> Result<Predicate, String> {
        let mut parts = vec![self.term(depth)?];
        while self.take_word("AND") || self.take_symbol("&&") {
            parts.push(self.term(depth)?);
        }
        Ok(single(parts, Predicate::All))
    }

    fn term(&mut self, depth: usize) -> Result<Predicate, String> {
        if depth > MAX_DEPTH {
            return Err("the predicate nests too deeply".to_owned());
        }
        if self.take_word("NOT") || self.take_symbol("!") {
            return Ok(Predicate::Not(Box::new(self.term(depth + 1)?)));
        }
        if self.take_symbol("(") {
            let inner = self.any(depth + 1)?;
            return self.expect(")").map(|()| inner);
        }
        for (word, holds) in [("TRUEPREDICATE", true), ("FALSEPREDICATE", false)] {
            if self.take_word(word) {
                return Ok(Predicate::Always(holds));
            }
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Result<Predicate, String> {
        let left = self.operand()?;
        let operator = self.operator()?;
        let (ignore_case, ignore_accents) = self.modifiers()?;
        let right = if matches!(operator, Operator::In | Operator::Between) {
            self.list()?
        } else {
            vec![self.operand()?]
        };
        Ok(Predicate::Compare(Comparison { left, operator, ignore_case, ignore_accents, right }))
    }

    fn operator(&mut self) -> Result<Operator, String> {
        let found = match self.next() {
            Some(Token::Symbol(symbol)) => match symbol.as_str() {
                "=" | "==" => Some(Operator::Equal),
                "!=" | "<>" => Some(Operator::NotEqual),
                "<" => Some(Operator::Less),
                "<=" | "=<" => Some(Operator::LessOrEqual),
                ">" => Some(Operator::Greater),
                ">=" | "=>" => Some(Operator::GreaterOrEqual),
                _ => None,
            },
            Some(Token::Word(word)) => match word.to_ascii_uppercase().as_str() {
                "CONTAINS" => Some(Operator::Contains),
                "BEGINSWITH" => Some(Operator::BeginsWith),
                "ENDSWITH" => Some(Operator::EndsWith),
                "LIKE" => Some(Operator::Like),
                "MATCHES" => Some(Operator::Matches),
                "IN" => Some(Operator::In),
                "BETWEEN" => Some(Operator::Between),
                _ => None,
            },
            _ => None,
        };
        found.ok_or_else(|| "a comparison lacks its operator".to_owned())
    }

    fn modifiers(&mut self) -> Result<(bool, bool), String> {
        if !self.take_symbol("[") {
            return Ok((false, false));
        }
        let Some(Token::Word(letters)) = self.next() else {
            return Err("empty comparison modifier".to_owned());
        };
        self.expect("]")?;
        let lower = letters.to_ascii_lowercase();
        if lower.chars().any(|c| !matches!(c, 'c' | 'd' | 'n' | 'l')) {
            return Err(format!("unknown comparison modifier [{letters}]"));
        }
        Ok((lower.contains(['c', 'l']), lower.contains(['d', 'l'])))
    }

    fn list(&mut self) -> Result<Vec<Operand>, String> {
        let close = if self.take_symbol("{") {
            "}"
        } else if self.take_symbol("(") {
            ")"
        } else {
            return Ok(vec![self.operand()?]);
        };
        let mut items = Vec::new();
        while !self.take_symbol(close) {
            items.push(self.operand()?);
            if !self.take_symbol(",") {
                return self.expect(close).map(|()| items);
            }
        }
        Ok(items)
    }

    fn operand(&mut self) -> Result<Operand, String> {
        match self.next() {
            Some(Token::Text(text)) => Ok(Operand::Text(text)),
            Some(Token::Number(number)) => Ok(Operand::Number(number)),
            Some(Token::Word(word)) => Ok(match word.to_ascii_uppercase().as_str() {
                "TRUE" | "YES" => Operand::Flag(true),
                "FALSE" | "NO" => Operand::Flag(false),
                "NIL" | "NULL" => Operand::Nil,
                _ => Operand::Key(word.strip_prefix("self.").unwrap_or(&word).to_owned()),
            }),
            other => Err(format!("an operand was expected, not {other:?}")),
        }
    }

    fn next(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        token
    }

    fn take_word(&mut self, word: &str) -> bool {
        let hit = matches!(self.tokens.get(self.at), Some(Token::Word(w)) if w.eq_ignore_ascii_case(word));
        self.at += usize::from(hit);
        hit
    }

    fn take_symbol(&mut self, symbol: &str) -> bool {
        let hit = matches!(self.tokens.get(self.at), Some(Token::Symbol(s)) if s == symbol);
        self.at += usize::from(hit);
        hit
    }

    fn expect(&mut self, symbol: &str) -> Result<(), String> {
        if self.take_symbol(symbol) { Ok(()) } else { Err(format!("'{symbol}' was expected")) }
    }
}

fn single(mut parts: Vec<Predicate>, join: fn(Vec<Predicate>) -> Predicate) -> Predicate {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            join(parts)
        }
        None => Predicate::Always(true),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Predicate;
    use crate::face::fixture;
    use crate::face::flat::Flat;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let tree = fixture::tree();
        let predicate = Predicate::parse(text).unwrap();
        let found: Vec<String> = Flat::of(&tree.root)
            .iter()
            .filter(|(_, entry)| predicate.holds(entry).unwrap())
            .map(|(_, entry)| entry.node.name().unwrap_or(entry.node.kind).to_owned())
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn comparisons_follow_the_platform() {
        check("name == 'save'", &["save"]);
        check("label == \"Save\" AND enabled == 0", &["save"]);
        check("type == 'XCUIElementTypeSwitch' && value = '1'", &["lamp"]);
        check("label CONTAINS[c] 'ceiling'", &["lamp"]);
        check("label BEGINSWITH 'T'", &["Two", "Three"]);
        check("label ENDSWITH 'ee' OR label ENDSWITH 'wo'", &["Two", "Three"]);
        check("label LIKE 'T*e'", &["Three"]);
        check("label LIKE '?ne'", &["One"]);
        check("label MATCHES '^(One|Two)$'", &["One", "Two"]);
        check("NOT (enabled == TRUE)", &["save"]);
        check("name IN {'save', 'back'}", &["back", "save"]);
        check("rect.width == 51", &["lamp"]);
        check("rect.y BETWEEN {340, 390} AND type == 'XCUIElementTypeCell'", &["Cell", "Cell"]);
        check("placeholderValue == 'Name'", &["name_field"]);
        check("elementType == 40", &["lamp"]);
        check("name == nil AND type ENDSWITH 'Table'", &["Table"]);
        check("wdLabel == 'Save'", &["save"]);
        check("label ==[d] 'Sàve'", &["save"]);
    }

    #[test]
    fn quotes_are_escaped_by_a_backslash() {
        check(r#"label == 'A & \"B\"\n'"#, &["back"]);
        check(r"label == 'It\'s'", &[]);
    }

    #[test]
    fn what_is_no_predicate_is_an_error() {
        for text in
            ["", "label ==", "label = 'x' AND", "(label == 'x'", "label ~ 'x'", "label == 'x"]
        {
            assert!(Predicate::parse(text).is_err(), "{text}");
        }
        assert!(
            Predicate::parse("label MATCHES '('")
                .unwrap()
                .holds(Flat::of(&fixture::tree().root).get(0).unwrap())
                .is_err()
        );
        let deep = "(".repeat(5000);
        assert!(Predicate::parse(&deep).is_err());
    }

    proptest! {
        #[test]
        fn any_text_parses_or_fails_without_a_panic(text in ".{0,80}") {
            let _ = Predicate::parse(&text);
        }

        #[test]
        fn near_misses_parse_or_fail_without_a_panic(
            parts in prop::collection::vec(prop::sample::select(vec![
                "label", "==", "'x'", "\"", "(", ")", "AND", "NOT", "[c]", "MATCHES", "LIKE",
                "{", "}", ",", "1.5", "rect.", "nil", "\\", "!", "BETWEEN", "value", "&&",
            ]), 0..14)
        ) {
            let text = parts.join(" ");
            if let Ok(predicate) = Predicate::parse(&text) {
                let tree = fixture::tree();
                for (_, entry) in Flat::of(&tree.root).iter() {
                    let _ = predicate.holds(entry);
                }
            }
        }
    }
}
