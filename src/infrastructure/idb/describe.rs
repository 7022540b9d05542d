//! Reads what the companion's accessibility describe answers: the flat list, the nested list, and
//! the object of the newer complete format.
//!
//! Accepts the answer alone or in an envelope, and a point's bare element. A flat list is read as
//! its application with everything else below it. Not here: asking, and judging what was read.
//! Source: docs/wires/idb-describe.md.

mod element;
mod roles;
mod words;

use self::words::IdbJson;
use crate::domain::tree::{ParseError, TreeParser, UiTree};
use crate::infrastructure::reading::grower::Grower;
use crate::infrastructure::reading::json::JsonReader;
use crate::infrastructure::reading::nodes::{Walked, walk};
use crate::infrastructure::reading::{Opening, opening};

/// Bytes that an element costs at the least, for the first allocation.
const BYTES_PER_NODE: usize = 450;

/// The parser of the companion's accessibility dump.
#[derive(Clone, Copy, Debug, Default)]
pub struct IdbDescribe;

impl TreeParser for IdbDescribe {
    fn parse(&self, bytes: &[u8]) -> Result<UiTree, ParseError> {
        match read(bytes)? {
            Walked::Tree(tree) => Ok(tree),
            Walked::Inner(text) => match read(text.as_bytes())? {
                Walked::Tree(tree) => Ok(tree),
                Walked::Inner(_) => Err(unknown("a text within a text")),
            },
        }
    }
}

fn read(bytes: &[u8]) -> Result<Walked<'_>, ParseError> {
    match opening(bytes)? {
        Opening::Xml(_) => Err(unknown("XML, which the companion does not write")),
        Opening::Json(at) => {
            let grower = Grower::for_dump(bytes.len(), BYTES_PER_NODE);
            walk(JsonReader::new(bytes, at), &IdbJson, grower).map_err(|fault| *fault)
        }
    }
}

fn unknown(found: &str) -> ParseError {
    ParseError::UnknownFormat { found: found.to_owned() }
}
