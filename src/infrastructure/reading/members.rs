//! Reads single members of a JSON element: a text, a truth value, a rectangle.
//!
//! Each function takes the value that starts with `token`, whatever it turns out to be, and leaves
//! the reader behind it: a value of the wrong kind is an absent one, never an error.

use std::borrow::Cow;

use super::draft::{Draft, Frame, Traits, truth};
use super::frame::{Corners, number};
use super::json::{Fault, JsonReader, Token};

/// A text; numbers and truth values are taken as the text they would be.
pub(crate) fn text<'a>(
    token: Token<'a>,
    reader: &mut JsonReader<'a>,
    draft: &mut Draft<'a>,
) -> Result<Option<Cow<'a, str>>, Fault> {
    Ok(match token {
        Token::Text(text) => Some(draft.keep(text.decode())),
        Token::Number(digits) => std::str::from_utf8(digits).ok().map(Cow::Borrowed),
        Token::True => Some(Cow::Borrowed("1")),
        Token::False => Some(Cow::Borrowed("0")),
        other => {
            reader.skip_rest_of(other)?;
            None
        }
    })
}

/// A truth value as a JSON one, a number or a word.
pub(crate) fn flag<'a>(
    token: Token<'a>,
    reader: &mut JsonReader<'a>,
) -> Result<Option<bool>, Fault> {
    Ok(match token {
        Token::True => Some(true),
        Token::False => Some(false),
        Token::Number(digits) => number(digits).map(|value| value != 0.0),
        Token::Text(word) => truth(&word.decode().text),
        other => {
            reader.skip_rest_of(other)?;
            None
        }
    })
}

/// A whole number that fits.
pub(crate) fn count<'a>(
    token: Token<'a>,
    reader: &mut JsonReader<'a>,
) -> Result<Option<u32>, Fault> {
    Ok(match token {
        Token::Number(digits) => {
            std::str::from_utf8(digits).ok().and_then(|text| text.parse().ok())
        }
        other => {
            reader.skip_rest_of(other)?;
            None
        }
    })
}

/// Trait names, as a list or joined by commas; `None` when it is neither.
pub(crate) fn traits<'a>(
    token: Token<'a>,
    reader: &mut JsonReader<'a>,
) -> Result<Option<Traits>, Fault> {
    match token {
        Token::Text(joined) => return Ok(Some(Traits::of_text(&joined.decode().text))),
        Token::ListStart => {}
        other => return reader.skip_rest_of(other).map(|()| None),
    }
    let mut traits = Traits::default();
    loop {
        match reader.next()? {
            Token::ListEnd => return Ok(Some(traits)),
            Token::Text(name) => traits.add(&name.decode().text),
            other => reader.skip_rest_of(other)?,
        }
    }
}

/// A rectangle as an object: `{x, y, width, height}`, or `{origin: {x, y}, size: {width, height}}`.
pub(crate) fn rect<'a>(token: Token<'a>, reader: &mut JsonReader<'a>) -> Result<Frame, Fault> {
    if token != Token::ObjectStart {
        reader.skip_rest_of(token)?;
        return Ok(Frame::Broken);
    }
    let outside = reader.nesting() - 1;
    let mut corners = Corners::default();
    while reader.nesting() > outside {
        // Keys of the inner objects are told apart by name, so nesting needs no bookkeeping.
        if let Token::Key(key) = reader.next()? {
            match key.raw() {
                b"x" => corners.x = coordinate(reader)?,
                b"y" => corners.y = coordinate(reader)?,
                b"width" => corners.width = coordinate(reader)?,
                b"height" => corners.height = coordinate(reader)?,
                b"origin" | b"size" => {}
                _ => reader.skip_value()?,
            }
        }
    }
    Ok(corners.rect().into())
}

fn coordinate(reader: &mut JsonReader<'_>) -> Result<Option<f64>, Fault> {
    match reader.next()? {
        Token::Number(digits) => Ok(number(digits)),
        other => reader.skip_rest_of(other).map(|()| None),
    }
}
