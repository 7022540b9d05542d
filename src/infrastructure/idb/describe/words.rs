//! The field names of the companion's JSON, old (`AXLabel`) and complete (`label`).
//!
//! Source: docs/wires/idb-describe.md "Fields".

use super::element;
use crate::domain::tree::RawNode;
use crate::infrastructure::reading::draft::Draft;
use crate::infrastructure::reading::json::{Fault, JsonReader, Token};
use crate::infrastructure::reading::members;
use crate::infrastructure::reading::nodes::Vocabulary;

/// The companion's names for things.
#[derive(Clone, Copy, Debug)]
pub(super) struct IdbJson;

impl Vocabulary for IdbJson {
    fn field<'a>(
        &self,
        draft: &mut Draft<'a>,
        key: &[u8],
        token: Token<'a>,
        reader: &mut JsonReader<'a>,
    ) -> Result<(), Fault> {
        match key {
            b"type" => draft.kind = members::text(token, reader, draft)?,
            b"role" => draft.role = members::text(token, reader, draft)?,
            b"subrole" => draft.subrole = members::text(token, reader, draft)?,
            b"role_description" => draft.role_description = members::text(token, reader, draft)?,
            b"AXUniqueId" | b"identifier" => {
                draft.identifier = members::text(token, reader, draft)?;
            }
            b"AXLabel" | b"label" => draft.label = members::text(token, reader, draft)?,
            b"AXValue" | b"value" => draft.value = members::text(token, reader, draft)?,
            b"title" => draft.title = members::text(token, reader, draft)?,
            b"placeholder" => draft.placeholder = members::text(token, reader, draft)?,
            b"frame" => draft.frame = members::rect(token, reader)?,
            b"AXFrame" => match token {
                Token::Text(text) => draft.frame_text = Some(text.raw()),
                other => reader.skip_rest_of(other)?,
            },
            b"enabled" => draft.enabled = members::flag(token, reader)?,
            b"hidden" => draft.visible = members::flag(token, reader)?.map(|hidden| !hidden),
            b"selected" | b"isSelected" => draft.selected = members::flag(token, reader)?,
            b"focused" => draft.focused = members::flag(token, reader)?,
            b"traits" => draft.traits = members::traits(token, reader)?,
            b"pid" => draft.process_id = members::count(token, reader)?,
            _ => reader.skip_rest_of(token)?,
        }
        Ok(())
    }

    fn element<'d>(&self, draft: &'d Draft<'_>) -> RawNode<'d> {
        element::of(draft)
    }
}
