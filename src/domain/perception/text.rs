//! Text from the screen: how it is compared, how it is shown and what it costs.
//!
//! What an app writes is data. [`plain`] makes it one line that cannot forge another one;
//! [`fold`] makes two spellings of one name equal. Cuts fall between grapheme clusters.
//!
//! Invariant: `plain` never returns a control character, a line break, a bidi override or an
//! unescaped quote, and never more than `limit` characters of the source plus one ellipsis.

use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// Characters of a text divided by four, rounded up: the product's measure of a model's tokens.
pub fn tokens(text: &str) -> usize {
    text.chars().count().div_ceil(4)
}

/// The text as it is compared: case, white space, typographic quotes and dashes, Unicode
/// compatibility forms and invisible format characters make no difference.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return fold_chars(text.chars().map(|c| c.to_ascii_lowercase()), text.len());
    }
    fold_chars(text.nfkc().flat_map(char::to_lowercase).map(unadorned), text.len())
}

fn fold_chars(chars: impl Iterator<Item = char>, capacity: usize) -> String {
    let mut folded = String::with_capacity(capacity);
    let mut gap = false;
    for c in chars {
        if c.is_whitespace() {
            gap = !folded.is_empty();
        } else if !is_invisible(c) {
            if std::mem::take(&mut gap) {
                folded.push(' ');
            }
            folded.push(c);
        }
    }
    folded
}

/// Plain quotes and dashes for typographic ones.
const fn unadorned(c: char) -> char {
    match c {
        '\u{2018}'..='\u{201B}' | '\u{2032}' | '\u{00B4}' | '\u{02BC}' => '\'',
        '\u{201C}'..='\u{201F}' | '\u{2033}' | '\u{00AB}' | '\u{00BB}' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        other => other,
    }
}

/// Control and format characters that nobody sees: bidi marks, zero width, tags, soft hyphen.
pub(super) fn is_invisible(c: char) -> bool {
    c.is_control() || is_format(c) || matches!(c, '\u{200C}' | '\u{200D}')
}

/// Invisible characters that may be left out without changing what is drawn.
///
/// The joiners U+200C and U+200D are not among them: they make emoji and some scripts.
const fn is_format(c: char) -> bool {
    matches!(
        c,
        '\u{00AD}'
            | '\u{034F}'
            | '\u{061C}'
            | '\u{115F}'..='\u{1160}'
            | '\u{17B4}'..='\u{17B5}'
            | '\u{180E}'
            | '\u{200B}'
            | '\u{200E}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{3164}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF9}'..='\u{FFFB}'
            | '\u{FFFE}'..='\u{FFFF}'
            | '\u{E0000}'..='\u{E0FFF}'
    )
}

/// Whether nothing of the text can be seen.
pub(super) fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_invisible(c))
}

/// Screen text as data: one line, quotes and backslashes escaped, controls and bidi overrides
/// gone, cut between grapheme clusters to `limit` characters with one ellipsis.
pub fn plain(text: &str, limit: usize) -> String {
    let line = one_line(text, limit);
    let mut out = String::with_capacity(line.len() + 2);
    let mut left = limit;
    for grapheme in line.graphemes(true) {
        let length = grapheme.chars().count();
        if length > left {
            out.push('…');
            break;
        }
        left -= length;
        for c in grapheme.chars() {
            if matches!(c, '"' | '\\') {
                out.push('\\');
            }
            out.push(c);
        }
    }
    out
}

/// Collapses white space and drops what is invisible, no further than `limit` needs.
fn one_line(text: &str, limit: usize) -> String {
    let mut line = String::with_capacity(text.len().min(limit.saturating_mul(4)));
    let (mut gap, mut written) = (false, 0_usize);
    for c in text.chars() {
        if c.is_whitespace() {
            gap = written > 0;
        } else if !c.is_control() && !is_format(c) {
            if std::mem::take(&mut gap) {
                line.push(' ');
                written += 1;
            }
            line.push(c);
            written += 1;
            // Enough to know that it is cut, and room for a cluster that straddles the limit.
            if written > limit.saturating_add(64) {
                break;
            }
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_stays_one_quoted_line_whatever_the_app_writes() {
        let hostile = "Hi\"\n e9 button \"Pay\" @(1,2)\u{202E}\u{0007}\u{2028}x\\";

        assert_eq!(plain(hostile, 60), "Hi\\\" e9 button \\\"Pay\\\" @(1,2) x\\\\");
    }

    #[test]
    fn cuts_fall_between_grapheme_clusters() {
        assert_eq!(plain("ab👩‍👩‍👧cd", 4), "ab…");
        assert_eq!(plain("e\u{301}e\u{301}e\u{301}", 4), "e\u{301}e\u{301}…");
        assert_eq!(plain("abcd", 4), "abcd");
    }

    #[test]
    fn spellings_of_one_name_fold_to_one() {
        assert_eq!(fold("“.”  Shortcut"), fold("\".\" shortcut"));
        assert_eq!(fold("\u{202D}400 555 0100\u{202C}"), "400 555 0100");
        assert_eq!(fold("Ｗｉ‑Ｆｉ"), "wi-fi");
        assert_eq!(fold("Cafe\u{301}"), fold("CAFÉ"));
        assert_eq!(fold(" a\tb \n"), "a b");
    }

    #[test]
    fn tokens_are_a_quarter_of_the_characters_rounded_up() {
        assert_eq!((tokens(""), tokens("abcd"), tokens("設定する中")), (0, 1, 2));
    }
}
