//! Walks the elements of a JSON dump into a tree while they stream by.
//!
//! Both formats nest elements in `children` lists inside objects; they differ in the names of the
//! fields, which a [`Vocabulary`] knows. An element's children may come before its own fields: it
//! is then opened blank and written when its object ends. Iterative; one draft per open level.
//!
//! Envelopes are looked through only above the first element, by the names in [`ENVELOPES`]. Of
//! several roots the later ones become children of the first if that is the application.

use std::borrow::Cow;

use super::draft::Draft;
use super::grower::Grower;
use super::json::{Fault, JsonReader, Token};
use super::text::JsonText;
use crate::domain::tree::{MAX_DEPTH, ParseError, RawNode, UiTree};

/// Members that hold the dump in what clients and servers wrap around it.
const ENVELOPES: [&[u8]; 7] = [b"value", b"tree", b"elements", b"data", b"raw", b"json", b"result"];

/// The field names of one format, and what they mean together.
pub(crate) trait Vocabulary {
    /// Reads the value of `key`, which starts with `token`, into the draft, or passes over it.
    fn field<'a>(
        &self,
        draft: &mut Draft<'a>,
        key: &[u8],
        token: Token<'a>,
        reader: &mut JsonReader<'a>,
    ) -> Result<(), Fault>;

    /// What the complete draft says.
    fn element<'d>(&self, draft: &'d Draft<'_>) -> RawNode<'d>;
}

/// What a JSON text turned out to hold.
#[derive(Debug)]
pub(crate) enum Walked<'a> {
    Tree(UiTree),
    /// The envelope holds the dump as a text: XML, or JSON once more.
    Inner(Cow<'a, str>),
}

/// Reads a whole JSON text.
pub(crate) fn walk<'a, V: Vocabulary>(
    reader: JsonReader<'a>,
    vocabulary: &V,
    grower: Grower,
) -> Result<Walked<'a>, Fault> {
    let open = Vec::with_capacity(64);
    let mut walk =
        Walk { reader, vocabulary, grower, open, envelopes: 0, inner: None, failure: None };
    walk.run()?;
    walk.finish()
}

struct Walk<'a, 'v, V> {
    reader: JsonReader<'a>,
    vocabulary: &'v V,
    grower: Grower,
    open: Vec<Draft<'a>>,
    /// How many of `open`, from the outermost, are envelopes and no elements.
    envelopes: usize,
    /// A text that may be the dump, if what holds it is no element.
    inner: Option<JsonText<'a>>,
    /// The error that an envelope tells instead of a dump.
    failure: Option<Cow<'a, str>>,
}

impl<'a, V: Vocabulary> Walk<'a, '_, V> {
    fn run(&mut self) -> Result<(), Fault> {
        loop {
            match self.reader.next()? {
                Token::ObjectStart => self.enter()?,
                Token::ObjectEnd => self.leave(),
                Token::Key(key) if key.raw() == b"children" => {}
                Token::Key(key) => self.member(key.raw())?,
                Token::End => return Ok(()),
                // The brackets of lists of elements, and strays among those.
                _ => {}
            }
        }
    }

    fn enter(&mut self) -> Result<(), Fault> {
        let levels = self.open.len() - self.envelopes;
        if levels >= MAX_DEPTH {
            return Err(Box::new(ParseError::TooDeep { limit: MAX_DEPTH }));
        }
        if levels > 0
            && let Some(parent) = self.open.last_mut()
            && parent.node.is_none()
        {
            parent.node = Some(self.grower.open_blank());
        }
        self.open.push(Draft::default());
        Ok(())
    }

    fn member(&mut self, key: &[u8]) -> Result<(), Fault> {
        let token = self.reader.next()?;
        if self.grower.is_empty() && self.is_envelope(key, token) {
            return Ok(());
        }
        match self.open.last_mut() {
            Some(draft) => self.vocabulary.field(draft, key, token, &mut self.reader),
            None => self.reader.skip_rest_of(token),
        }
    }

    /// Whether the member, above the first element, wraps or replaces a dump. Its value is then
    /// taken, or entered if it is an object or a list.
    fn is_envelope(&mut self, key: &[u8], token: Token<'a>) -> bool {
        let at_element = self.open.last().is_some_and(Draft::is_element);
        match token {
            Token::ObjectStart | Token::ListStart if ENVELOPES.contains(&key) && !at_element => {
                self.envelopes = self.open.len();
                if token == Token::ObjectStart {
                    self.open.push(Draft::default());
                }
                true
            }
            Token::Text(text) if ENVELOPES.contains(&key) && text.looks_like_a_dump() => {
                self.inner = Some(text);
                true
            }
            Token::Text(text) if key == b"error" && !at_element => {
                self.failure = Some(text.decode().text);
                true
            }
            _ => false,
        }
    }

    fn leave(&mut self) {
        let Some(mut draft) = self.open.pop() else { return };
        if self.open.len() < self.envelopes {
            self.envelopes = self.open.len();
            return;
        }
        let is_root = self.open.len() == self.envelopes;
        if is_root && !draft.is_element() {
            return;
        }
        if let Some(text) = self.inner.take() {
            draft.value = Some(draft.keep(text.decode()));
        }
        self.grower.settle(&draft, &self.vocabulary.element(&draft), is_root);
    }

    fn finish(self) -> Result<Walked<'a>, Fault> {
        if !self.grower.is_empty() {
            return Ok(Walked::Tree(self.grower.finish()));
        }
        if let Some(inner) = self.inner {
            return Ok(Walked::Inner(inner.decode().text));
        }
        let found = match self.failure {
            Some(error) => {
                format!(
                    "an error instead of a dump: {}",
                    error.chars().take(80).collect::<String>()
                )
            }
            None => "JSON without an element".to_owned(),
        };
        Err(Box::new(ParseError::UnknownFormat { found }))
    }
}
