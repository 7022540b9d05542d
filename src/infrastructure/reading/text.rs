//! Texts of a dump, made into valid UTF-8.
//!
//! What cannot be represented (bytes that are no UTF-8, unpaired surrogates, references to no
//! character) becomes U+FFFD and is reported as a repair. Texts without an escape are borrowed.
//! Nothing is judged: control characters and bidi marks stay, they are the digest's business.

use std::borrow::Cow;

use memchr::memchr;

/// A text as the tree will hold it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Decoded<'a> {
    pub(crate) text: Cow<'a, str>,
    /// Whether something could not be represented.
    pub(crate) repaired: bool,
}

/// The inside of a JSON string, escapes untouched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct JsonText<'a> {
    raw: &'a [u8],
}

impl<'a> JsonText<'a> {
    pub(crate) const fn new(raw: &'a [u8]) -> Self {
        Self { raw }
    }

    /// The bytes between the quotes. Nobody escapes in keys and frames, for which this is meant.
    pub(crate) const fn raw(&self) -> &'a [u8] {
        self.raw
    }

    /// Whether it starts as a dump does: XML or JSON, the `<` perhaps escaped.
    pub(crate) fn looks_like_a_dump(&self) -> bool {
        let start = self.raw.trim_ascii_start();
        start.first().is_some_and(|byte| b"<{[".contains(byte)) || start.starts_with(b"\\u003c")
    }

    /// The text it means.
    pub(crate) fn decode(&self) -> Decoded<'a> {
        if memchr(b'\\', self.raw).is_some() {
            return unescape_json(self.raw);
        }
        match std::str::from_utf8(self.raw) {
            Ok(text) => Decoded { text: Cow::Borrowed(text), repaired: false },
            Err(_) => Decoded { text: String::from_utf8_lossy(self.raw), repaired: true },
        }
    }
}

fn unescape_json(raw: &[u8]) -> Decoded<'static> {
    let mut out = Repairing { text: String::with_capacity(raw.len()), repaired: false };
    let mut rest = raw;
    while let Some(at) = memchr(b'\\', rest) {
        out.bytes(&rest[..at]);
        rest = &rest[at + 1..];
        let Some((&kind, after)) = rest.split_first() else { break };
        rest = after;
        match kind {
            b'n' => out.text.push('\n'),
            b't' => out.text.push('\t'),
            b'r' => out.text.push('\r'),
            b'b' => out.text.push('\u{8}'),
            b'f' => out.text.push('\u{c}'),
            b'u' => rest = out.unicode(rest),
            b'"' | b'\\' | b'/' => out.text.push(char::from(kind)),
            _ => rest = out.unknown_escape(rest, kind),
        }
    }
    out.bytes(rest);
    Decoded { text: Cow::Owned(out.text), repaired: out.repaired }
}

struct Repairing {
    text: String,
    repaired: bool,
}

impl Repairing {
    fn bytes(&mut self, bytes: &[u8]) {
        if let Ok(text) = std::str::from_utf8(bytes) {
            self.text.push_str(text);
        } else {
            self.text.push_str(&String::from_utf8_lossy(bytes));
            self.repaired = true;
        }
    }

    fn replace(&mut self) {
        self.text.push(char::REPLACEMENT_CHARACTER);
        self.repaired = true;
    }

    /// Decodes what follows `\u` and returns what follows that.
    fn unicode<'b>(&mut self, after: &'b [u8]) -> &'b [u8] {
        let Some((unit, rest)) = hex_unit(after) else {
            self.replace();
            return after;
        };
        let low = rest.strip_prefix(b"\\u").and_then(hex_unit);
        match (char::from_u32(unit), low) {
            (Some(character), _) => self.text.push(character),
            (None, Some((low, end))) if unit < 0xDC00 && (0xDC00..0xE000).contains(&low) => {
                let code = 0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
                self.text.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                return end;
            }
            (None, _) => self.replace(),
        }
        rest
    }

    /// JSON knows no such escape: the backslash is lost, the character stays.
    fn unknown_escape<'b>(&mut self, rest: &'b [u8], kind: u8) -> &'b [u8] {
        self.replace();
        if kind.is_ascii() {
            self.text.push(char::from(kind));
        }
        rest
    }
}

fn hex_unit(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (digits, rest) = bytes.split_at_checked(4)?;
    let value = digits
        .iter()
        .try_fold(0, |sum, &digit| Some(sum * 16 + char::from(digit).to_digit(16)?))?;
    Some((value, rest))
}

/// The text of an XML attribute. Entities of no known name stay as they are written.
pub(crate) fn decode_xml(raw: &str) -> Decoded<'_> {
    let Some(first) = memchr(b'&', raw.as_bytes()) else {
        return Decoded { text: Cow::Borrowed(raw), repaired: false };
    };
    let mut out = Repairing { text: String::with_capacity(raw.len()), repaired: false };
    let (mut rest, mut next) = (raw, Some(first));
    while let Some(at) = next {
        out.text.push_str(&rest[..at]);
        rest = out.reference(&rest[at..]);
        next = memchr(b'&', rest.as_bytes());
    }
    out.text.push_str(rest);
    Decoded { text: Cow::Owned(out.text), repaired: out.repaired }
}

impl Repairing {
    /// Decodes the reference that `from` starts with and returns what follows it.
    fn reference<'b>(&mut self, from: &'b str) -> &'b str {
        /// Longest reference worth looking for, `&#x10FFFF;` with room for leading zeros.
        const LONGEST: usize = 16;
        let end = from.bytes().take(LONGEST).position(|byte| byte == b';');
        let Some((name, rest)) =
            end.and_then(|end| Some((from.get(1..end)?, from.get(end + 1..)?)))
        else {
            self.text.push('&');
            return &from[1..];
        };
        match named(name) {
            Some(character) => self.text.push(character),
            None if name.starts_with('#') => match numbered(&name[1..]) {
                Some(character) => self.text.push(character),
                None => self.replace(),
            },
            None => {
                self.text.push('&');
                return &from[1..];
            }
        }
        rest
    }
}

fn named(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => return None,
    })
}

fn numbered(digits: &str) -> Option<char> {
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    char::from_u32(code.ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(raw: &str) -> (String, bool) {
        let decoded = JsonText::new(raw.as_bytes()).decode();
        (decoded.text.into_owned(), decoded.repaired)
    }

    #[test]
    fn json_escapes_mean_what_they_say() {
        assert_eq!(json(r#"a\"b\\c\/d\n\t\u00e9\ud83d\ude00"#), ("a\"b\\c/d\n\té😀".into(), false));
        assert_eq!(json(r"\u0003\u0000\uFFFE"), ("\u{3}\u{0}\u{FFFE}".into(), false));
    }

    #[test]
    fn what_json_cannot_represent_is_replaced_and_told() {
        assert_eq!(json(r"\ud83d"), ("\u{FFFD}".into(), true));
        assert_eq!(json(r"\ude00x"), ("\u{FFFD}x".into(), true));
        assert_eq!(json(r"\ud83d\ud83d\ude00"), ("\u{FFFD}😀".into(), true));
        assert_eq!(json(r"\ud83d\n"), ("\u{FFFD}\n".into(), true));
        assert_eq!(json(r"\u12"), ("\u{FFFD}12".into(), true));
        assert_eq!(json(r"\q"), ("\u{FFFD}q".into(), true));
        let bad = JsonText::new(b"a\xFFb\\n\xC3").decode();
        assert_eq!((&*bad.text, bad.repaired), ("a\u{FFFD}b\n\u{FFFD}", true));
    }

    #[test]
    fn texts_without_escapes_are_borrowed() {
        assert!(matches!(JsonText::new("é".as_bytes()).decode().text, Cow::Borrowed("é")));
        assert!(matches!(decode_xml("plain").text, Cow::Borrowed("plain")));
    }

    #[test]
    fn xml_references_are_resolved_and_impossible_ones_replaced() {
        let text = |raw| decode_xml(raw).text.into_owned();
        assert_eq!(text("a&amp;b&lt;&gt;&quot;&apos;&#10;&#x1F600;"), "a&b<>\"'\n😀");
        assert_eq!(text("Tom & Jerry &nbsp; &"), "Tom & Jerry &nbsp; &");
        assert_eq!(decode_xml("&#xD83D;"), Decoded { text: "\u{FFFD}".into(), repaired: true });
        assert_eq!(decode_xml("&#0;&#3;"), Decoded { text: "\u{0}\u{3}".into(), repaired: false });
        assert_eq!(text("&日本語日本語日本語;"), "&日本語日本語日本語;");
    }
}
