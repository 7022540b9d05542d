//! The first look at a dump: is it small enough to read, and what does it start with?

use crate::domain::tree::{MAX_BYTES, ParseError};

/// The byte order mark in UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// How a dump starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opening {
    /// A `<`, at this offset.
    Xml(usize),
    /// A brace or a bracket, at this offset.
    Json(usize),
}

/// Looks past a byte order mark and white space.
///
/// # Errors
/// `TooLarge` before a byte is read; `Empty`; `UnknownFormat` for any other start.
pub(crate) fn opening(bytes: &[u8]) -> Result<Opening, ParseError> {
    if bytes.len() > MAX_BYTES {
        return Err(ParseError::TooLarge { bytes: bytes.len(), limit: MAX_BYTES });
    }
    if MARK.starts_with(bytes) {
        return Err(ParseError::Empty);
    }
    let mark = if bytes.starts_with(MARK) { MARK.len() } else { 0 };
    let blank = bytes[mark..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let at = mark + blank;
    match bytes.get(at) {
        None => Err(ParseError::Empty),
        Some(b'<') => Ok(Opening::Xml(at)),
        Some(b'{' | b'[') => Ok(Opening::Json(at)),
        Some(_) => Err(ParseError::UnknownFormat { found: start_of(&bytes[at..]) }),
    }
}

fn start_of(bytes: &[u8]) -> String {
    /// As much as a person needs to recognise what it is, in bytes.
    const SHOWN: usize = 24;
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return "UTF-16 text".to_owned();
    }
    format!("it starts with {:?}", String::from_utf8_lossy(&bytes[..bytes.len().min(SHOWN)]))
}
