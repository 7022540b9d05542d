//! WDA's XML: one element of the document for each element on the screen.
//!
//! Names decide what is an element: those of XCTest types and their predecessors of 2016. Other
//! names (the scope wrapper a client asked for) are looked through. Attributes are read here, in
//! one pass over the tag, as quick-xml's own iterator costs more than the rest of the reading.
//! Source: docs/wires/wda-source.md "XML".

use std::borrow::Cow;

use memchr::memchr;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::element;
use crate::domain::tree::{MAX_DEPTH, ParseError, UiTree};
use crate::infrastructure::reading::draft::{Draft, Traits, truth};
use crate::infrastructure::reading::frame::{Corners, number};
use crate::infrastructure::reading::grower::Grower;
use crate::infrastructure::reading::text::decode_xml;

/// Bytes that an element costs at the least, for the first allocation.
const BYTES_PER_NODE: usize = 220;

/// Reads the document that starts at `at`.
pub(super) fn read(bytes: &[u8], at: usize) -> Result<UiTree, ParseError> {
    let document = &bytes[at..];
    if let Ok(text) = std::str::from_utf8(document) {
        return Document::new(text, false).read().map_err(|error| moved(error, |o| at + o));
    }
    let text = String::from_utf8_lossy(document);
    let read = Document::new(&text, true).read();
    read.map_err(|error| moved(error, |o| at + original_offset(document, o)))
}

fn moved(error: ParseError, by: impl FnOnce(usize) -> usize) -> ParseError {
    match error {
        ParseError::Malformed { offset, detail } => {
            ParseError::Malformed { offset: by(offset), detail }
        }
        other => other,
    }
}

/// Where `repaired`, an offset into the lossy text, lies in the bytes it was made from.
fn original_offset(bytes: &[u8], repaired: usize) -> usize {
    let (mut from, mut to) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        let valid = chunk.valid().len();
        if to + valid >= repaired {
            return from + (repaired - to);
        }
        from += valid + chunk.invalid().len();
        to += valid + char::REPLACEMENT_CHARACTER.len_utf8();
    }
    bytes.len()
}

struct Document<'a> {
    reader: Reader<&'a [u8]>,
    length: usize,
    /// Whether U+FFFD in a text means that bytes were replaced.
    lossy: bool,
    grower: Grower,
    /// For each open element of the document, whether it is one of the screen.
    open: Vec<bool>,
    /// Name of the document's root, for the error when it holds no element at all.
    root: Option<String>,
}

impl<'a> Document<'a> {
    fn new(text: &'a str, lossy: bool) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().trim_text(true);
        Self {
            reader,
            length: text.len(),
            lossy,
            grower: Grower::for_dump(text.len(), BYTES_PER_NODE),
            open: Vec::with_capacity(64),
            root: None,
        }
    }

    fn read(mut self) -> Result<UiTree, ParseError> {
        loop {
            match self.reader.read_event() {
                Ok(Event::Start(tag)) => self.start(&tag)?,
                Ok(Event::Empty(tag)) => {
                    self.start(&tag)?;
                    self.end();
                }
                Ok(Event::End(_)) => self.end(),
                Ok(Event::Eof) => return self.finish(),
                Ok(_) => {}
                Err(error) => {
                    let offset = self.reader.error_position() as usize;
                    return Err(malformed(offset.min(self.length), error.to_string()));
                }
            }
        }
    }

    fn start(&mut self, tag: &BytesStart<'a>) -> Result<(), ParseError> {
        let name = tag.name().into_inner();
        let is_element = name.starts_with("XCUIElementType") || name.starts_with("UIA");
        let too_deep = if is_element { self.grower.depth() } else { self.open.len() / 2 };
        if too_deep >= MAX_DEPTH {
            return Err(ParseError::TooDeep { limit: MAX_DEPTH });
        }
        self.open.push(is_element);
        if is_element {
            return self.element(name, tag.attributes_raw());
        }
        self.root.get_or_insert_with(|| name.chars().take(40).collect());
        Ok(())
    }

    fn element(&mut self, name: &str, raw: &str) -> Result<(), ParseError> {
        let mut draft = Draft { kind: Some(Cow::Borrowed(name)), ..Draft::default() };
        let mut corners = Corners::default();
        let whole = each_attribute(raw, |name, value| match name {
            b"x" => corners.x = number(value.as_bytes()),
            b"y" => corners.y = number(value.as_bytes()),
            b"width" => corners.width = number(value.as_bytes()),
            b"height" => corners.height = number(value.as_bytes()),
            _ => field(&mut draft, name, value),
        });
        if whole.is_none() {
            let offset = self.reader.buffer_position() as usize;
            return Err(malformed(offset.min(self.length), "an attribute breaks off".to_owned()));
        }
        draft.frame = corners.rect().into();
        draft.repaired |= self.lossy && raw.contains(char::REPLACEMENT_CHARACTER);
        self.grower.open(&draft, &element::of(&draft));
        Ok(())
    }

    fn end(&mut self) {
        if self.open.pop() == Some(true) {
            self.grower.close();
        }
    }

    fn finish(self) -> Result<UiTree, ParseError> {
        if !self.open.is_empty() {
            return Err(malformed(self.length, "the end came early".to_owned()));
        }
        if !self.grower.is_empty() {
            return Ok(self.grower.finish());
        }
        match self.root {
            Some(name) => Err(ParseError::UnknownFormat { found: format!("XML of a {name}") }),
            None => Err(malformed(self.length, "the end came before an element".to_owned())),
        }
    }
}

fn malformed(offset: usize, detail: String) -> ParseError {
    ParseError::Malformed { offset, detail }
}

/// Hands each attribute of a tag over, its value still escaped; `None` if one breaks off.
fn each_attribute<'t>(raw: &'t str, mut take: impl FnMut(&'t [u8], &'t str)) -> Option<()> {
    let bytes = raw.as_bytes();
    let mut at = 0;
    loop {
        at += blanks(bytes, at);
        if at == bytes.len() {
            return Some(());
        }
        // Names are short: a plain loop finds their end sooner than a vectorised search.
        let name = at..at + bytes[at..].iter().position(|&byte| byte == b'=')?;
        let opening = name.end + 1 + blanks(bytes, name.end + 1);
        let quote = *bytes.get(opening).filter(|byte| matches!(byte, b'"' | b'\''))?;
        let value = opening + 1..opening + 1 + memchr(quote, &bytes[opening + 1..])?;
        at = value.end + 1;
        take(bytes[name].trim_ascii_end(), raw.get(value)?);
    }
}

/// How many white bytes there are from `at` on.
fn blanks(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

fn field<'t>(draft: &mut Draft<'t>, name: &[u8], value: &'t str) {
    match name {
        b"name" => draft.name = Some(draft.keep(decode_xml(value))),
        b"label" => draft.label = Some(draft.keep(decode_xml(value))),
        b"value" => draft.value = Some(draft.keep(decode_xml(value))),
        b"placeholderValue" => draft.placeholder = Some(draft.keep(decode_xml(value))),
        b"enabled" => draft.enabled = truth(value),
        b"visible" => draft.visible = truth(value),
        b"accessible" => draft.accessible = truth(value),
        b"selected" => draft.selected = truth(value),
        b"focused" => draft.focused = truth(value),
        b"traits" => draft.traits = Some(Traits::of_text(value)),
        b"bundleId" => draft.bundle_id = Some(draft.keep(decode_xml(value))),
        b"processId" => draft.process_id = value.parse().ok(),
        _ => {}
    }
}
