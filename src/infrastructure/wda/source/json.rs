//! The field names of WDA's JSON, of today and of 2016.
//!
//! Source: docs/wires/wda-source.md "JSON" and "JSON of 2016".

use super::element;
use crate::domain::tree::RawNode;
use crate::infrastructure::reading::draft::Draft;
use crate::infrastructure::reading::json::{Fault, JsonReader, Token};
use crate::infrastructure::reading::members;
use crate::infrastructure::reading::nodes::Vocabulary;

/// WDA's names for things.
#[derive(Clone, Copy, Debug)]
pub(super) struct WdaJson;

impl Vocabulary for WdaJson {
    fn field<'a>(
        &self,
        draft: &mut Draft<'a>,
        key: &[u8],
        token: Token<'a>,
        reader: &mut JsonReader<'a>,
    ) -> Result<(), Fault> {
        match key {
            b"type" => draft.kind = members::text(token, reader, draft)?,
            b"rawIdentifier" => {
                draft.identifier_told = true;
                draft.identifier = members::text(token, reader, draft)?;
            }
            b"name" => draft.name = members::text(token, reader, draft)?,
            b"label" => draft.label = members::text(token, reader, draft)?,
            b"value" => draft.value = members::text(token, reader, draft)?,
            b"placeholderValue" => draft.placeholder = members::text(token, reader, draft)?,
            b"rect" => draft.frame = members::rect(token, reader)?,
            b"frame" => match token {
                Token::Text(text) => draft.frame_text = Some(text.raw()),
                other => reader.skip_rest_of(other)?,
            },
            b"isEnabled" => draft.enabled = members::flag(token, reader)?,
            b"isVisible" => draft.visible = members::flag(token, reader)?,
            b"isAccessible" => draft.accessible = members::flag(token, reader)?,
            b"isSelected" => draft.selected = members::flag(token, reader)?,
            b"isFocused" => draft.focused = members::flag(token, reader)?,
            b"traits" => draft.traits = members::traits(token, reader)?,
            b"attributes" if token == Token::ObjectStart => attributes(draft, reader)?,
            _ => reader.skip_rest_of(token)?,
        }
        Ok(())
    }

    fn element<'d>(&self, draft: &'d Draft<'_>) -> RawNode<'d> {
        element::of(draft)
    }
}

/// The dump of 2016 tells the focus in an object of its own.
fn attributes<'a>(draft: &mut Draft<'a>, reader: &mut JsonReader<'a>) -> Result<(), Fault> {
    loop {
        match reader.next()? {
            Token::ObjectEnd => return Ok(()),
            Token::Key(key) => {
                let token = reader.next()?;
                if key.raw() == b"hasKeyboardFocus" {
                    draft.focused = members::flag(token, reader)?;
                } else {
                    reader.skip_rest_of(token)?;
                }
            }
            other => reader.skip_rest_of(other)?,
        }
    }
}
