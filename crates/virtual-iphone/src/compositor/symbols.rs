//! Symbols as vector paths, by name.
//!
//! They are data: `assets/symbols.txt`, which also says how an outline is written. Each symbol has
//! its own box, which is fitted into the rectangle that the scene gives it. Unknown names are a
//! rounded square, so that a missing symbol is seen and not lost.

use std::collections::HashMap;

use tiny_skia::{Path, PathBuilder, Transform};

const FILE: &str = include_str!("../../assets/symbols.txt");
const UNKNOWN: &str = "unknown";

/// All symbols, ready to be placed.
pub(super) struct Symbols {
    by_name: HashMap<&'static str, Symbol>,
}

struct Symbol {
    width: f32,
    height: f32,
    parts: Vec<Part>,
}

/// A part of a symbol.
pub(super) struct Part {
    pub(super) path: Path,
    /// Line width; None for a filled area.
    pub(super) line: Option<f32>,
}

impl Symbols {
    pub(super) fn new() -> Self {
        let mut by_name = HashMap::new();
        let mut current = "";
        for line in FILE.lines().filter(|line| !line.starts_with('#')) {
            if let Some(part) = line.strip_prefix("  ") {
                let symbol: Option<&mut Symbol> = by_name.get_mut(current);
                if let (Some(symbol), Some(part)) = (symbol, read_part(part)) {
                    symbol.parts.push(part);
                }
            } else if let Some((name, symbol)) = read_head(line) {
                current = name;
                by_name.insert(name, symbol);
            }
        }
        Self { by_name }
    }

    /// The parts of a symbol in pixels, fitted into a box and centred there.
    pub(super) fn place(&self, name: &str, at: (f32, f32), size: (f32, f32)) -> Vec<Part> {
        let Some(symbol) = self.find(name) else { return Vec::new() };
        let scale = (size.0 / symbol.width).min(size.1 / symbol.height);
        if !scale.is_finite() || scale <= 0.0 {
            return Vec::new();
        }
        let x = at.0 + (size.0 - symbol.width * scale) / 2.0;
        let y = at.1 + (size.1 - symbol.height * scale) / 2.0;
        let fit = Transform::from_row(scale, 0.0, 0.0, scale, x, y);
        let placed = symbol.parts.iter().filter_map(|part| {
            let line = part.line.map(|width| width * scale);
            Some(Part { path: part.path.clone().transform(fit)?, line })
        });
        placed.collect()
    }

    /// A symbol by name; a variant without a drawing of its own is the plain one.
    fn find(&self, name: &str) -> Option<&Symbol> {
        let mut name = match name {
            "chevron.right" => "chevron.forward",
            "chevron.left" => "chevron.backward",
            other => other,
        };
        loop {
            if let Some(symbol) = self.by_name.get(name) {
                return Some(symbol);
            }
            match name.rsplit_once('.') {
                Some((stem, "fill" | "circle" | "crop" | "square" | "100percent")) => name = stem,
                _ => return self.by_name.get(UNKNOWN),
            }
        }
    }
}

/// Reads `name width height`.
fn read_head(line: &'static str) -> Option<(&'static str, Symbol)> {
    let mut words = line.split_whitespace();
    let name = words.next()?;
    let (width, height) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    Some((name, Symbol { width, height, parts: Vec::new() }))
}

/// Reads `fill OUTLINE` or `line WIDTH OUTLINE`.
fn read_part(line: &str) -> Option<Part> {
    let (kind, rest) = line.split_once(' ')?;
    let (line, outline) = match kind {
        "line" => {
            let (width, outline) = rest.split_once(' ')?;
            (Some(width.parse().ok()?), outline)
        }
        "fill" => (None, rest),
        _ => return None,
    };
    Some(Part { path: read_outline(outline)?, line })
}

fn read_outline(outline: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (letter, numbers) in commands(outline) {
        match (letter, numbers.as_slice()) {
            ('M', [x, y]) => path.move_to(*x, *y),
            ('L', [x, y]) => path.line_to(*x, *y),
            ('Q', [x1, y1, x, y]) => path.quad_to(*x1, *y1, *x, *y),
            ('C', [x1, y1, x2, y2, x, y]) => path.cubic_to(*x1, *y1, *x2, *y2, *x, *y),
            ('O', [x, y, radius]) => path.push_circle(*x, *y, *radius),
            ('Z', []) => path.close(),
            _ => return None,
        }
    }
    path.finish()
}

/// Splits an outline into letters and the numbers behind them.
fn commands(outline: &str) -> Vec<(char, Vec<f32>)> {
    let mut commands: Vec<(char, Vec<f32>)> = Vec::new();
    for word in outline.split_whitespace() {
        let letter = word.chars().next().filter(char::is_ascii_uppercase);
        let number = letter.map_or(word, |letter| &word[letter.len_utf8()..]);
        commands.extend(letter.map(|letter| (letter, Vec::new())));
        if let (Some(command), Ok(number)) = (commands.last_mut(), number.parse()) {
            command.1.push(number);
        }
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_file_reads() {
        let symbols = Symbols::new();
        let lines = FILE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let parts: usize = symbols.by_name.values().map(|symbol| symbol.parts.len()).sum();
        assert_eq!(lines.count(), symbols.by_name.len() + parts);
        assert!(symbols.by_name.values().all(|symbol| !symbol.parts.is_empty()));
    }

    #[test]
    fn outlines_stay_in_their_boxes() {
        for (name, symbol) in Symbols::new().by_name {
            for part in symbol.parts {
                let bounds = part.path.bounds();
                let across = bounds.left() >= 0.0 && bounds.right() <= symbol.width;
                assert!(
                    across && bounds.top() >= 0.0 && bounds.bottom() <= symbol.height,
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn names_of_the_scene_are_known() {
        let symbols = Symbols::new();
        let names = "chevron.forward chevron.backward magnifyingglass gearshape wifi battery person \
                     square.and.pencil plus airplane globe delete.left shift";
        for name in names.split_whitespace() {
            assert!(symbols.by_name.contains_key(name), "{name}");
        }
        let same =
            |a: &str, b: &str| std::ptr::eq(symbols.find(a).unwrap(), symbols.find(b).unwrap());
        assert!(same("person.circle.fill", "person"));
        assert!(same("no.such.symbol", UNKNOWN));
    }
}
