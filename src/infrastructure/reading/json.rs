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

/// One step through a JSON text.
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
    Bool(bool),
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
    pub(crate) fn next(&mut self) -> Result<Token<'a>, ParseError> {
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
    pub(crate) fn skip_value(&mut self) -> Result<(), ParseError> {
        let token = self.next()?;
        self.skip_rest_of(token)
    }

    /// Passes over what `token` opened; nothing for a token that opens nothing.
    pub(crate) fn skip_rest_of(&mut self, token: Token<'a>) -> Result<(), ParseError> {
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

    fn after_item(&mut self, byte: Option<u8>) -> Result<Token<'a>, ParseError> {
        if self.open.is_empty() {
            return match byte {
                None => Ok(Token::End),
                Some(_) => Err(self.broken("more text after the end")),
            };
        }
        if let Some(token) = self.closing(byte) {
            return Ok(token);
        }
        if byte != Some(b',') {
            return Err(self.broken("a comma or an end is missing"));
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

    fn item(&mut self, byte: Option<u8>) -> Result<Token<'a>, ParseError> {
        if self.open.last() == Some(&Nest::List) {
            return self.value(byte);
        }
        if byte != Some(b'"') {
            return Err(self.broken("a key is missing"));
        }
        let key = self.string()?;
        if self.significant() != Some(b':') {
            return Err(self.broken("a colon is missing"));
        }
        self.at += 1;
        self.phase = Phase::Value;
        Ok(Token::Key(key))
    }

    fn value(&mut self, byte: Option<u8>) -> Result<Token<'a>, ParseError> {
        let token = match byte {
            Some(b'"') => Token::Text(self.string()?),
            Some(b'{') => return self.enter(Nest::Object, Token::ObjectStart),
            Some(b'[') => return self.enter(Nest::List, Token::ListStart),
            Some(b'-' | b'+' | b'.' | b'0'..=b'9') => self.number()?,
            Some(b'a'..=b'z' | b'A'..=b'Z') => self.word(self.at)?,
            _ => return Err(self.broken("a value is missing")),
        };
        self.phase = Phase::AfterItem;
        Ok(token)
    }

    fn enter(&mut self, nest: Nest, token: Token<'a>) -> Result<Token<'a>, ParseError> {
        if self.open.len() >= MAX_NESTING {
            return Err(ParseError::TooDeep { limit: MAX_DEPTH });
        }
        self.at += 1;
        self.open.push(nest);
        self.phase = Phase::Opened;
        Ok(token)
    }

    fn string(&mut self) -> Result<JsonText<'a>, ParseError> {
        let start = self.at + 1;
        let mut at = start;
        let mut escaped = false;
        while let Some(found) = self.bytes.get(at..).and_then(|rest| memchr2(b'"', b'\\', rest)) {
            at += found;
            if self.bytes[at] == b'"' {
                self.at = at + 1;
                return Ok(JsonText::new(&self.bytes[start..at], escaped));
            }
            escaped = true;
            at += 2;
        }
        self.at = self.bytes.len();
        Err(self.broken("a text does not end"))
    }

    fn number(&mut self) -> Result<Token<'a>, ParseError> {
        let start = self.at;
        let more = |byte: &&u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
        self.at += self.bytes[start..].iter().take_while(more).count();
        match self.bytes.get(self.at) {
            Some(byte) if byte.is_ascii_alphabetic() => self.word(start),
            _ => Ok(Token::Number(&self.bytes[start..self.at])),
        }
    }

    fn word(&mut self, start: usize) -> Result<Token<'a>, ParseError> {
        let letters = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+');
        let length = self.bytes[start..].iter().take_while(letters).count();
        let word = &self.bytes[start..start + length];
        let token = match word {
            b"true" => Token::Bool(true),
            b"false" => Token::Bool(false),
            b"null" => Token::Null,
            _ if is_no_number(word) => Token::NoNumber,
            _ => return Err(self.broken("an unknown word")),
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

    fn broken(&self, what: &str) -> ParseError {
        let detail = if self.at >= self.bytes.len() {
            format!("the end came early; {what}")
        } else {
            what.to_owned()
        };
        ParseError::Malformed { offset: self.at.min(self.bytes.len()), detail }
    }
}

fn is_no_number(word: &[u8]) -> bool {
    let bare = word.strip_prefix(b"-").or_else(|| word.strip_prefix(b"+")).unwrap_or(word);
    [&b"nan"[..], b"inf", b"infinity"].iter().any(|known| bare.eq_ignore_ascii_case(known))
}
