//! Lines on a terminal: at most 100 columns, coloured where that is wanted.
//!
//! Colour follows the usual conventions: none in a pipe or on a dumb terminal, none with `NO_COLOR`
//! or `CLICOLOR=0`, always with `CLICOLOR_FORCE`. Continued lines are indented under their text.

use std::io::IsTerminal as _;

use crate::cli::output::print;

/// Columns of a line; the summary is made for it as well.
pub(super) const COLUMNS: usize = 100;

/// How a piece of text is set off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Title,
    Narration,
    Call,
    Screen,
    Plain,
    Good,
    Calm,
    Doubt,
    Bad,
}

impl Tone {
    /// Select graphic rendition: only the sixteen colours that every theme defines.
    const fn code(self) -> &'static str {
        match self {
            Self::Title => "1;4",
            Self::Narration => "3",
            Self::Call => "36",
            Self::Screen => "2",
            Self::Plain => "0",
            Self::Good => "1;32",
            Self::Calm => "1;34",
            Self::Doubt => "1;33",
            Self::Bad => "1;31",
        }
    }

    /// The tone of an answer by the word that leads it.
    pub(super) fn of(word: &str) -> Self {
        match word {
            "changed" | "met" => Self::Good,
            "already" => Self::Calm,
            "no_effect" | "unknown" | "not_met" => Self::Doubt,
            "contradicted" => Self::Bad,
            code if is_code(code) => Self::Bad,
            _ => Self::Plain,
        }
    }
}

/// Whether a word is the code of an error.
pub(super) fn is_code(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_uppercase() || c == '_')
}

/// Where the demonstration is printed.
pub(super) struct Terminal {
    coloured: bool,
    /// Somebody reads along.
    pub(super) watched: bool,
}

impl Terminal {
    pub(super) fn of_this_process() -> Self {
        let watched = std::io::stdout().is_terminal();
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        Self { coloured: wants_colour(watched, variable), watched }
    }

    /// Prints an empty line.
    pub(super) fn gap(&self) {
        print("");
    }

    /// Prints a paragraph: its lead (`→ `) in front of the first line, blanks before the others.
    pub(super) fn say(&self, tone: Tone, lead: &str, text: &str) {
        for line in wrapped(lead, text, COLUMNS) {
            print(&self.tinted(tone, &line));
        }
    }

    /// Prints a paragraph whose first word has a tone of its own.
    pub(super) fn say_led(&self, first: Tone, rest: Tone, lead: &str, text: &str) {
        for (index, line) in wrapped(lead, text, COLUMNS).iter().enumerate() {
            let end = lead.len() + text.find(':').unwrap_or(0);
            match (index, line.get(..end), line.get(end..)) {
                (0, Some(word), Some(after)) => {
                    print(&format!("{}{}", self.tinted(first, word), self.tinted(rest, after)));
                }
                _ => print(&self.tinted(rest, line)),
            }
        }
    }

    /// Prints cells of one line, each in its tone.
    pub(super) fn say_cells(&self, cells: &[(Tone, String)]) {
        let line: Vec<String> = cells.iter().map(|(tone, text)| self.tinted(*tone, text)).collect();
        print(line.join(" ").trim_end());
    }

    fn tinted(&self, tone: Tone, text: &str) -> String {
        if self.coloured && !text.is_empty() && tone != Tone::Plain {
            format!("\x1b[{}m{text}\x1b[0m", tone.code())
        } else {
            text.to_owned()
        }
    }
}

fn wants_colour(terminal: bool, variable: impl Fn(&str) -> Option<String>) -> bool {
    if variable("NO_COLOR").is_some() {
        return false;
    }
    if variable("CLICOLOR_FORCE").is_some_and(|value| value != "0") {
        return true;
    }
    let dumb = variable("TERM").is_some_and(|term| term == "dumb");
    terminal && !dumb && variable("CLICOLOR").is_none_or(|value| value != "0")
}

/// Cuts a text into lines of at most `columns`, after blanks and commas where there are any.
fn wrapped(lead: &str, text: &str, columns: usize) -> Vec<String> {
    let indent = " ".repeat(lead.chars().count());
    let mut lines = Vec::new();
    let mut line = lead.to_owned();
    let mut used = lead.chars().count();
    for piece in pieces(text) {
        let mut rest: Vec<char> = piece.chars().collect();
        let fits = used + rest.iter().rev().skip_while(|c| **c == ' ').count() <= columns;
        if !fits && used > indent.len() {
            lines.push(std::mem::replace(&mut line, indent.clone()).trim_end().to_owned());
            used = indent.len();
        }
        while used + rest.len() > columns + 1 {
            let head: String = rest.drain(..columns - used).collect();
            lines.push(format!("{line}{head}"));
            (line, used) = (indent.clone(), indent.len());
        }
        used += rest.len();
        line.extend(rest);
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// Words with the blank or comma that ends them.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive([' ', ','])
}

/// A text cut to a number of characters.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{kept}…")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wants(terminal: bool, variables: &[(&str, &str)]) -> bool {
        wants_colour(terminal, |name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn colour_is_for_terminals_and_for_those_who_want_it() {
        assert!(wants(true, &[]) && wants(true, &[("TERM", "xterm")]));
        assert!(!wants(false, &[]) && wants(false, &[("CLICOLOR_FORCE", "1")]));
        assert!(!wants(true, &[("TERM", "dumb")]) && !wants(true, &[("CLICOLOR", "0")]));
        assert!(!wants(true, &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]));
        assert!(!wants(false, &[("CLICOLOR_FORCE", "0")]));
    }

    #[test]
    fn no_line_is_longer_than_the_terminal_and_nothing_is_lost() {
        let texts = ["short", "", "words and words and words that do not fit on one line at all"];
        let long = "x".repeat(95);
        let json = r#"{"steps":[{"tool":"tap","target":"Accessibility"},{"tool":"tap"}]}"#;
        for text in texts.into_iter().chain([long.as_str(), json]) {
            let lines = wrapped("→ ", text, 30);
            assert!(lines.iter().all(|line| line.chars().count() <= 30), "{lines:?}");
            assert!(lines[1..].iter().all(|line| line.starts_with("  ")), "{lines:?}");
            let bare = |text: &str| text.replace([' ', '→'], "");
            assert_eq!(bare(&lines.concat()), bare(text));
        }
    }
}
