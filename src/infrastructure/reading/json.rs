//! A pull reader of JSON that forgives what phones get wrong.
//!
//! Tokens come one at a time from the bytes; nesting is a vector, never the call stack, so depth
//! costs a byte a level. Texts and numbers stay slices of the input until somebody asks for them.
//! Forgiven: raw control characters and invalid UTF-8 in strings, unpaired surrogate escapes, and
//! `NaN` or `Infinity` as bare words. Not forgiven: broken structure, which is an error with its
//! byte offset.
//!
//! serde_json is not used for this: it refuses each of the forgiven oddities, recurses, and names
//! lines instead of offsets. `tests` compare every token with what serde_json reads.

use memchr::memchr2;

use super::text::JsonText;
use crate::domain::tree::{MAX_DEPTH, ParseError};

/// A level of the tree costs an object and a list; the rest is room for envelopes.
const MAX_NESTING: usize = MAX_DEPTH * 2 + 64;

/// Why reading stops. Boxed, so that the tokens that do come are passed in registers.
pub(crate) type Fault = Box<ParseError>;

/// One step through a JSON text. Every payload is a slice: tokens of one shape move cheaply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Token<'a> {
    ObjectStart,
    ObjectEnd,
    ListStart,
    ListEnd,
    Key(JsonText<'a>),
    Text(JsonText<'a>),
    /// The digits as written; not yet known to be a number.
    Number(&'a [u8]),
    True,
    False,
    Null,
    /// `NaN`, `Infinity` and their like, which no JSON number can say.
    NoNumber,
    /// The text is over, and it was whole.
    End,
}

/// What may come next in the innermost open object or list.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    /// A value must come: at the start, after a colon.
    Value,
    /// The first item or the end of what was just opened.
    Opened,
    /// A comma or the end.
    AfterItem,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Nest {
    Object,
    List,
}

/// Reads tokens from a JSON text.
#[derive(Debug)]
pub(crate) struct JsonReader<'a> {
    bytes: &'a [u8],
    at: usize,
    open: Vec<Nest>,
    phase: Phase,
}

impl<'a> JsonReader<'a> {
    /// Starts at `at`, which skips a byte order mark.
    pub(crate) fn new(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at, open: Vec::with_capacity(64), phase: Phase::Value }
    }

    /// The next token.
    pub(crate) fn next(&mut self) -> Result<Token<'a>, Fault> {
        let byte = self.significant();
        match self.phase {
            Phase::Value => self.value(byte),
            Phase::Opened => match self.closing(byte) {
                Some(token) => Ok(token),
                None => self.item(byte),
            },
            Phase::AfterItem => self.after_item(byte),
        }
    }

    /// Passes over the value that comes next, however deep it is.
    pub(crate) fn skip_value(&mut self) -> Result<(), Fault> {
        let token = self.next()?;
        self.skip_rest_of(token)
    }

    /// Passes over what `token` opened; nothing for a token that opens nothing.
    pub(crate) fn skip_rest_of(&mut self, token: Token<'a>) -> Result<(), Fault> {
        if !matches!(token, Token::ObjectStart | Token::ListStart) {
            return Ok(());
        }
        let outside = self.open.len() - 1;
        while self.open.len() > outside {
            self.next()?;
        }
        Ok(())
    }

    /// How many objects and lists are open.
    pub(crate) fn nesting(&self) -> usize {
        self.open.len()
    }

    fn after_item(&mut self, byte: Option<u8>) -> Result<Token<'a>, Fault> {
        if self.open.is_empty() {
            return match byte {
                None => Ok(Token::End),
                Some(_) => self.broken("more text after the end"),
            };
        }
        if let Some(token) = self.closing(byte) {
            return Ok(token);
        }
        if byte != Some(b',') {
            return self.broken("a comma or an end is missing");
        }
        self.at += 1;
        let next = self.significant();
        self.item(next)
    }

    fn closing(&mut self, byte: Option<u8>) -> Option<Token<'a>> {
        let token = match (byte?, self.open.last()?) {
            (b'}', Nest::Object) => Token::ObjectEnd,
            (b']', Nest::List) => Token::ListEnd,
            _ => return None,
        };
        self.at += 1;
        self.open.pop();
        self.phase = Phase::AfterItem;
        Some(token)
    }

    fn item(&mut self, byte: Option<u8>) -> Result<Token<'a>, Fault> {
        if self.open.last() == Some(&Nest::List) {
            return self.value(byte);
        }
        if byte != Some(b'"') {
            return self.broken("a key is missing");
        }
        let key = self.string()?;
        if self.significant() != Some(b':') {
            return self.broken("a colon is missing");
        }
        self.at += 1;
        self.phase = Phase::Value;
        Ok(Token::Key(key))
    }

    fn value(&mut self, byte: Option<u8>) -> Result<Token<'a>, Fault> {
        let token = match byte {
            Some(b'"') => Token::Text(self.string()?),
            Some(b'{') => return self.enter(Nest::Object, Token::ObjectStart),
            Some(b'[') => return self.enter(Nest::List, Token::ListStart),
            Some(b'-' | b'+' | b'.' | b'0'..=b'9') => self.number()?,
            Some(b'a'..=b'z' | b'A'..=b'Z') => self.word(self.at)?,
            _ => return self.broken("a value is missing"),
        };
        self.phase = Phase::AfterItem;
        Ok(token)
    }

    fn enter(&mut self, nest: Nest, token: Token<'a>) -> Result<Token<'a>, Fault> {
        if self.open.len() >= MAX_NESTING {
            return Err(Box::new(ParseError::TooDeep { limit: MAX_DEPTH }));
        }
        self.at += 1;
        self.open.push(nest);
        self.phase = Phase::Opened;
        Ok(token)
    }

    fn string(&mut self) -> Result<JsonText<'a>, Fault> {
        let start = self.at + 1;
        let mut at = start;
        while let Some(found) = self.bytes.get(at..).and_then(quote_or_backslash) {
            at += found;
            if self.bytes[at] == b'"' {
                self.at = at + 1;
                return Ok(JsonText::new(&self.bytes[start..at]));
            }
            at += 2;
        }
        self.at = self.bytes.len();
        self.broken("a text does not end")
    }

    fn number(&mut self) -> Result<Token<'a>, Fault> {
        let start = self.at;
        let more = |byte: &&u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
        self.at += self.bytes[start..].iter().take_while(more).count();
        match self.bytes.get(self.at) {
            Some(byte) if byte.is_ascii_alphabetic() => self.word(start),
            _ => Ok(Token::Number(&self.bytes[start..self.at])),
        }
    }

    fn word(&mut self, start: usize) -> Result<Token<'a>, Fault> {
        let letters = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+');
        let length = self.bytes[start..].iter().take_while(letters).count();
        let word = &self.bytes[start..start + length];
        let token = match word {
            b"true" => Token::True,
            b"false" => Token::False,
            b"null" => Token::Null,
            _ if is_no_number(word) => Token::NoNumber,
            _ => return self.broken("an unknown word"),
        };
        self.at = start + length;
        Ok(token)
    }

    /// Moves to the next byte that is no white space and returns it.
    fn significant(&mut self) -> Option<u8> {
        const BLANKS: u64 = 0x2020_2020_2020_2020;
        loop {
            match self.bytes.get(self.at)? {
                b' ' => {
                    self.at += 1;
                    // Pretty-printed trees are mostly indentation: eight blanks at a time.
                    while let Some(eight) = self.bytes[self.at..].first_chunk::<8>()
                        && u64::from_ne_bytes(*eight) == BLANKS
                    {
                        self.at += 8;
                    }
                }
                b'\n' | b'\r' | b'\t' => self.at += 1,
                &byte => return Some(byte),
            }
        }
    }

    fn broken<T>(&self, what: &str) -> Result<T, Fault> {
        let offset = self.at.min(self.bytes.len());
        let is_cut = offset == self.bytes.len();
        let detail = if is_cut { format!("the end came early; {what}") } else { what.to_owned() };
        Err(Box::new(ParseError::Malformed { offset, detail }))
    }
}

/// Where the first `"` or `\` is. Most texts are short, so a plain loop goes first.
fn quote_or_backslash(bytes: &[u8]) -> Option<usize> {
    /// From this length on a vectorised search pays for its start.
    const SHORT: usize = 16;
    let is_one = |byte: &u8| matches!(byte, b'"' | b'\\');
    let head = &bytes[..bytes.len().min(SHORT)];
    let in_head = head.iter().position(is_one);
    in_head.or_else(|| Some(head.len() + memchr2(b'"', b'\\', &bytes[head.len()..])?))
}

fn is_no_number(word: &[u8]) -> bool {
    let bare = word.strip_prefix(b"-").or_else(|| word.strip_prefix(b"+")).unwrap_or(word);
    [&b"nan"[..], b"inf", b"infinity"].iter().any(|known| bare.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    /// The value that the tokens from here on spell.
    fn value(reader: &mut JsonReader<'_>, token: Token<'_>) -> Value {
        match token {
            Token::ObjectStart => object(reader),
            Token::ListStart => list(reader),
            Token::Text(text) => Value::String(text.decode().text.into_owned()),
            Token::Number(digits) => serde_json::from_slice(digits).unwrap(),
            Token::True => Value::Bool(true),
            Token::False => Value::Bool(false),
            Token::Null => Value::Null,
            other => panic!("{other:?} is no value"),
        }
    }

    fn object(reader: &mut JsonReader<'_>) -> Value {
        let mut members = serde_json::Map::new();
        loop {
            match reader.next().unwrap() {
                Token::ObjectEnd => return Value::Object(members),
                Token::Key(key) => {
                    let token = reader.next().unwrap();
                    members.insert(key.decode().text.into_owned(), value(reader, token));
                }
                other => panic!("{other:?} in an object"),
            }
        }
    }

    fn list(reader: &mut JsonReader<'_>) -> Value {
        let mut items = Vec::new();
        loop {
            match reader.next().unwrap() {
                Token::ListEnd => return Value::Array(items),
                token => items.push(value(reader, token)),
            }
        }
    }

    fn read(text: &str) -> Value {
        let mut reader = JsonReader::new(text.as_bytes(), 0);
        let first = reader.next().unwrap();
        let read = value(&mut reader, first);
        assert_eq!(reader.next().unwrap(), Token::End);
        read
    }

    /// Whether our reader takes the text to its end.
    fn is_taken(text: &str) -> bool {
        let mut reader = JsonReader::new(text.as_bytes(), 0);
        loop {
            match reader.next() {
                Ok(Token::End) => return true,
                Ok(_) => {}
                Err(_) => return false,
            }
        }
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            (-1e9..1e9_f64).prop_map(Value::from),
            ".{0,40}".prop_map(Value::from),
        ];
        leaf.prop_recursive(6, 60, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::hash_map(".{0,8}", inner, 0..6)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn every_token_is_what_serde_json_reads(value in any_value(), pretty in any::<bool>()) {
            let text = if pretty {
                serde_json::to_string_pretty(&value).unwrap()
            } else {
                value.to_string()
            };
            prop_assert_eq!(read(&text), serde_json::from_str::<Value>(&text).unwrap());
        }

        #[test]
        fn what_serde_json_takes_is_taken(text in "[\\[\\]{}\",:0-9 a-z\\\\ntrufalse.+\\-]{0,24}") {
            if serde_json::from_str::<Value>(&text).is_ok() {
                prop_assert!(is_taken(&text));
            }
        }
    }

    #[test]
    fn numbers_that_json_cannot_say_are_told_as_such() {
        for word in ["NaN", "nan", "Infinity", "-Infinity", "-nan", "inf", "+Inf"] {
            let mut reader = JsonReader::new(word.as_bytes(), 0);
            assert_eq!(reader.next(), Ok(Token::NoNumber), "{word}");
        }
    }

    #[test]
    fn broken_structure_is_refused() {
        for text in [
            "",
            "{",
            "[1 2]",
            "[1,]",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}",
            "{a:1}",
            "[}",
            "{]",
            "nul",
            "\"open",
            "\"open\\",
            "[1] 2",
            "hello",
        ] {
            assert!(!is_taken(text), "{text}");
        }
    }
}
