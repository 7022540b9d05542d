//! JSON text in the style of the platform's own serialiser.
//!
//! Two spaces a level, a space before the colon, `/` written as `\/`, an empty list or object over
//! three lines. Source: `docs/wires/wda.md`, "Transport".

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};

/// Writes a value the way the phone does.
pub(crate) fn json<T: Serialize>(value: &T) -> Vec<u8> {
    let mut out = Vec::with_capacity(256);
    let style = Platform { pretty: PrettyFormatter::with_indent(b"  "), depth: 0, empty: true };
    let mut serializer = Serializer::with_formatter(&mut out, style);
    // A value in memory always serialises: no map here has keys that are not strings.
    if value.serialize(&mut serializer).is_err() {
        out.clear();
    }
    out
}

struct Platform<'a> {
    pretty: PrettyFormatter<'a>,
    depth: usize,
    empty: bool,
}

impl Platform<'_> {
    fn open(&mut self) {
        self.depth += 1;
        self.empty = true;
    }

    fn close<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth = self.depth.saturating_sub(1);
        if self.empty {
            out.write_all(b"\n\n")?;
            for _ in 0..self.depth {
                out.write_all(b"  ")?;
            }
        }
        self.empty = false;
        Ok(())
    }
}

impl Formatter for Platform<'_> {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open();
        self.pretty.begin_array(out)
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out)?;
        self.pretty.end_array(out)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.pretty.begin_array_value(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.empty = false;
        self.pretty.end_array_value(out)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open();
        self.pretty.begin_object(out)
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out)?;
        self.pretty.end_object(out)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.pretty.begin_object_key(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b" : ")
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.empty = false;
        self.pretty.end_object_value(out)
    }

    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut parts = fragment.split('/');
        if let Some(first) = parts.next() {
            out.write_all(first.as_bytes())?;
        }
        for part in parts {
            out.write_all(b"\\/")?;
            out.write_all(part.as_bytes())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::json;

    #[test]
    fn text_looks_like_the_platforms_own() {
        let value = json!({"value": {"url": "a/b", "list": [], "n": [1, 2]}, "sessionId": null});
        let text = String::from_utf8(json(&value)).unwrap();
        assert_eq!(
            text,
            "{\n  \"value\" : {\n    \"url\" : \"a\\/b\",\n    \"list\" : [\n\n    ],\n    \"n\" : [\n      1,\n      2\n    ]\n  },\n  \"sessionId\" : null\n}"
        );
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }
}
