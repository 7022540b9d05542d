//! Reads a screen dump of any known kind: WDA's XML or JSON, or the companion's JSON.
//!
//! The kind is told from the bytes: a `<` starts XML, a brace or bracket JSON, and the keys of a
//! JSON text tell whose it is. Only keys count, never texts, which an app could choose.
//! The reading itself is `wda/source.rs` and `idb/describe.rs`.

use super::idb::describe::IdbDescribe;
use super::reading::json::{JsonReader, Token};
use super::reading::{Opening, opening};
use super::wda::source::WdaSource;
use crate::domain::tree::{ParseError, TreeParser, UiTree};

/// The parser for dumps of unknown origin.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyDump;

impl TreeParser for AnyDump {
    fn parse(&self, bytes: &[u8]) -> Result<UiTree, ParseError> {
        match opening(bytes)? {
            Opening::Json(at) if is_from_companion(bytes, at) => IdbDescribe.parse(bytes),
            Opening::Xml(_) | Opening::Json(_) => WdaSource.parse(bytes),
        }
    }
}

/// Whether the first telling key is one of the companion's. A frame is an object there and a text
/// at WDA; other shared keys tell nothing.
fn is_from_companion(bytes: &[u8], at: usize) -> bool {
    let mut reader = JsonReader::new(bytes, at);
    let mut framed = false;
    loop {
        match reader.next() {
            Ok(Token::Key(key)) => match key.raw() {
                b"rect" | b"isEnabled" | b"isVisible" | b"rawIdentifier" | b"name" => return false,
                b"role" | b"subrole" | b"role_description" | b"pid" | b"enabled" | b"backend" => {
                    return true;
                }
                key if key.starts_with(b"AX") => return true,
                b"frame" => framed = true,
                _ => framed = false,
            },
            Ok(Token::ObjectStart) if framed => return true,
            Ok(Token::Text(_)) if framed => return false,
            Ok(Token::End) | Err(_) => return false,
            Ok(_) => {}
        }
    }
}
