//! Whether a predicate holds for one element.

use std::cmp::Ordering;

use regex::RegexBuilder;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::{Comparison, Operand, Operator, Predicate};
use crate::face::attributes::{self, Datum};
use crate::face::flat::Entry;

/// Patterns longer than this when compiled are refused instead of eating memory.
const MAX_PATTERN_BYTES: usize = 1 << 20;

impl Predicate {
    /// Whether it holds.
    ///
    /// # Errors
    /// An attribute that WDA does not know, or a pattern that is none.
    pub(crate) fn holds(&self, entry: &Entry<'_>) -> Result<bool, String> {
        match self {
            Self::Always(holds) => Ok(*holds),
            Self::Not(inner) => inner.holds(entry).map(|holds| !holds),
            Self::All(parts) => {
                for part in parts {
                    if !part.holds(entry)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Self::Any(parts) => {
                for part in parts {
                    if part.holds(entry)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Self::Compare(comparison) => comparison.holds(entry),
        }
    }
}

impl Comparison {
    fn holds(&self, entry: &Entry<'_>) -> Result<bool, String> {
        let left = resolve(&self.left, entry)?;
        let right =
            self.right.iter().map(|o| resolve(o, entry)).collect::<Result<Vec<_>, String>>()?;
        let first = right.first().cloned().unwrap_or(Datum::Absent);
        Ok(match self.operator {
            Operator::Equal => self.equal(&left, &first),
            Operator::NotEqual => !self.equal(&left, &first),
            Operator::Less => self.ordered(&left, &first, Ordering::is_lt),
            Operator::LessOrEqual => self.ordered(&left, &first, Ordering::is_le),
            Operator::Greater => self.ordered(&left, &first, Ordering::is_gt),
            Operator::GreaterOrEqual => self.ordered(&left, &first, Ordering::is_ge),
            Operator::Contains => self.texts(&left, &first).is_some_and(|(l, r)| l.contains(&r)),
            Operator::BeginsWith => {
                self.texts(&left, &first).is_some_and(|(l, r)| l.starts_with(&r))
            }
            Operator::EndsWith => self.texts(&left, &first).is_some_and(|(l, r)| l.ends_with(&r)),
            Operator::Like => self.pattern(&left, &like(&first))?,
            Operator::Matches => self.pattern(&left, &plain(&first).unwrap_or_default())?,
            Operator::In => match (&left, right.as_slice()) {
                // `'x' IN label`: the text is a part of the other.
                (_, [Datum::Text(_)]) if matches!(self.right.first(), Some(Operand::Key(_))) => {
                    self.texts(&first, &left).is_some_and(|(l, r)| l.contains(&r))
                }
                _ => right.iter().any(|item| self.equal(&left, item)),
            },
            Operator::Between => {
                let last = right.last().cloned().unwrap_or(Datum::Absent);
                self.ordered(&left, &first, Ordering::is_ge)
                    && self.ordered(&left, &last, Ordering::is_le)
            }
        })
    }

    fn equal(&self, left: &Datum, right: &Datum) -> bool {
        match (left, right) {
            (Datum::Absent, Datum::Absent) => true,
            (Datum::Absent, _) | (_, Datum::Absent) => false,
            (Datum::Text(l), Datum::Text(r)) => self.folded(l) == self.folded(r),
            (Datum::Frame(l), Datum::Frame(r)) => l == r,
            _ => matches!((as_number(left), as_number(right)), (Some(l), Some(r)) if l == r),
        }
    }

    fn ordered(&self, left: &Datum, right: &Datum, accepts: impl Fn(Ordering) -> bool) -> bool {
        let ordering = match (left, right) {
            (Datum::Text(l), Datum::Text(r)) => Some(self.folded(l).cmp(&self.folded(r))),
            _ => as_number(left).zip(as_number(right)).and_then(|(l, r)| l.partial_cmp(&r)),
        };
        ordering.is_some_and(accepts)
    }

    fn texts(&self, left: &Datum, right: &Datum) -> Option<(String, String)> {
        Some((self.folded(&plain(left)?), self.folded(&plain(right)?)))
    }

    fn pattern(&self, left: &Datum, pattern: &str) -> Result<bool, String> {
        let Some(text) = plain(left) else { return Ok(false) };
        // MATCHES compares the whole text, and its dot does not cross lines.
        let whole = format!(
            "^(?:{})$",
            if self.ignore_accents { unaccented(pattern) } else { pattern.to_owned() }
        );
        let regex = RegexBuilder::new(&whole)
            .case_insensitive(self.ignore_case)
            .size_limit(MAX_PATTERN_BYTES)
            .build()
            .map_err(|e| format!("Can't do regex matching, reason: {e}"))?;
        Ok(regex.is_match(&if self.ignore_accents { unaccented(&text) } else { text }))
    }

    fn folded(&self, text: &str) -> String {
        let base = if self.ignore_accents { unaccented(text) } else { text.to_owned() };
        if self.ignore_case { base.to_lowercase() } else { base }
    }
}

fn unaccented(text: &str) -> String {
    text.nfd().filter(|c| !is_combining_mark(*c)).collect()
}

/// The pattern of LIKE: `*` is any run of characters, `?` one character.
fn like(datum: &Datum) -> String {
    let mut pattern = String::from("(?s)");
    for c in plain(datum).unwrap_or_default().chars() {
        match c {
            '*' => pattern.push_str(".*"),
            '?' => pattern.push('.'),
            other => pattern.push_str(&regex::escape(&other.to_string())),
        }
    }
    pattern
}

fn plain(datum: &Datum) -> Option<String> {
    match datum {
        Datum::Text(text) => Some(text.clone()),
        Datum::Number(number) => Some(number.to_string()),
        Datum::Flag(flag) => Some(i32::from(*flag).to_string()),
        Datum::Frame(_) | Datum::Absent => None,
    }
}

fn as_number(datum: &Datum) -> Option<f64> {
    match datum {
        Datum::Number(number) => Some(*number),
        Datum::Flag(flag) => Some(f64::from(u8::from(*flag))),
        Datum::Text(text) => match text.as_str() {
            "true" => Some(1.0),
            "false" => Some(0.0),
            other => other.parse().ok(),
        },
        Datum::Frame(_) | Datum::Absent => None,
    }
}

fn resolve(operand: &Operand, entry: &Entry<'_>) -> Result<Datum, String> {
    let key = match operand {
        Operand::Text(text) => return Ok(Datum::Text(text.clone())),
        Operand::Number(number) => return Ok(Datum::Number(*number)),
        Operand::Flag(flag) => return Ok(Datum::Flag(*flag)),
        Operand::Nil => return Ok(Datum::Absent),
        Operand::Key(key) => key,
    };
    let unknown = || format!("The attribute '{key}' is unknown");
    let Some((base, part)) = key.split_once('.') else {
        return attributes::read(entry, key).ok_or_else(unknown);
    };
    let Some(Datum::Frame(frame)) = attributes::read(entry, base) else { return Err(unknown()) };
    let number = match part {
        "x" | "origin.x" => frame.x,
        "y" | "origin.y" => frame.y,
        "width" | "size.width" => frame.width,
        "height" | "size.height" => frame.height,
        _ => return Err(unknown()),
    };
    Ok(Datum::Number(number as f64))
}
