//! Reads what WDA's `GET /source` answers: JSON of today and of 2016, and XML.
//!
//! Accepts the tree alone or in its reply envelope, and an envelope that holds the dump as a text
//! (as every XML reply over HTTP does). Offsets in errors then count from the start of that text.
//! Not here: asking for the source, and judging what was read.
//! Source: docs/wires/wda-source.md.

mod element;
mod json;
mod xml;

use self::json::WdaJson;
use crate::domain::tree::{ParseError, TreeParser, UiTree};
use crate::infrastructure::reading::grower::Grower;
use crate::infrastructure::reading::json::JsonReader;
use crate::infrastructure::reading::nodes::{Walked, walk};
use crate::infrastructure::reading::{Opening, opening};

/// Bytes that pretty-printed JSON spends on an element at the least, for the first allocation.
const JSON_BYTES_PER_NODE: usize = 700;

/// The parser of WDA's page source.
#[derive(Clone, Copy, Debug, Default)]
pub struct WdaSource;

impl TreeParser for WdaSource {
    fn parse(&self, bytes: &[u8]) -> Result<UiTree, ParseError> {
        match read(bytes)? {
            Walked::Tree(tree) => Ok(tree),
            Walked::Inner(text) => match read(text.as_bytes())? {
                Walked::Tree(tree) => Ok(tree),
                Walked::Inner(_) => {
                    Err(ParseError::UnknownFormat { found: "a text within a text".to_owned() })
                }
            },
        }
    }
}

fn read(bytes: &[u8]) -> Result<Walked<'_>, ParseError> {
    match opening(bytes)? {
        Opening::Xml(at) => xml::read(bytes, at).map(Walked::Tree),
        Opening::Json(at) => {
            let grower = Grower::for_dump(bytes.len(), JSON_BYTES_PER_NODE);
            walk(JsonReader::new(bytes, at), &WdaJson, grower).map_err(|fault| *fault)
        }
    }
}
