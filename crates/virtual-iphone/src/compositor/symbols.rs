//! Symbols as vector paths, by name.
//!
//! Each symbol has its own box, which is fitted into the rectangle that the scene gives it. An
//! outline is written in the letters of SVG paths (M, L, C, Q, Z, absolute), plus `O x y r` for a
//! circle. Unknown names are a rounded square, so that a missing symbol is seen and not lost.

use tiny_skia::{Path, PathBuilder, Transform};

/// One stroke or filled area of a symbol.
#[derive(Clone, Copy, Debug)]
enum Part {
    Fill(&'static str),
    /// Width in the units of the symbol's box; round ends and joins.
    Line(f32, &'static str),
}

struct Symbol {
    name: &'static str,
    width: f32,
    height: f32,
    parts: &'static [Part],
}

const UNKNOWN: Symbol = Symbol {
    name: "",
    width: 24.0,
    height: 24.0,
    parts: &[Part::Line(
        2.0,
        "M7 3 L17 3 Q21 3 21 7 L21 17 Q21 21 17 21 L7 21 Q3 21 3 17 L3 7 Q3 3 7 3 Z",
    )],
};

const SYMBOLS: &[Symbol] = &[
    Symbol {
        name: "chevron.forward",
        width: 12.0,
        height: 20.0,
        parts: &[Part::Line(2.6, "M2.5 2 L10 10 L2.5 18")],
    },
    Symbol {
        name: "chevron.backward",
        width: 12.0,
        height: 20.0,
        parts: &[Part::Line(2.6, "M9.5 2 L2 10 L9.5 18")],
    },
    Symbol {
        name: "chevron.down",
        width: 20.0,
        height: 12.0,
        parts: &[Part::Line(2.6, "M2 2.5 L10 10 L18 2.5")],
    },
    Symbol {
        name: "chevron.up",
        width: 20.0,
        height: 12.0,
        parts: &[Part::Line(2.6, "M2 9.5 L10 2 L18 9.5")],
    },
    Symbol {
        name: "chevron.up.chevron.down",
        width: 12.0,
        height: 20.0,
        parts: &[Part::Line(2.0, "M2 7.5 L6 3 L10 7.5 M2 12.5 L6 17 L10 12.5")],
    },
    Symbol {
        name: "magnifyingglass",
        width: 24.0,
        height: 24.0,
        parts: &[Part::Line(2.2, "O10 10 7.2 M15.3 15.3 L21.5 21.5")],
    },
    Symbol {
        name: "gearshape",
        width: 24.0,
        height: 24.0,
        parts: &[Part::Line(1.9, "O12 12 3.4"), Part::Line(1.9, GEAR)],
    },
    Symbol {
        name: "wifi",
        width: 24.0,
        height: 18.0,
        parts: &[
            Part::Line(
                2.9,
                "M1.8 6.6 C7.6 0.6 16.4 0.6 22.2 6.6 M5.8 10.7 C9.4 7.1 14.6 7.1 18.2 10.7",
            ),
            Part::Fill("M12 17.6 L8.6 14.1 C10.5 12.3 13.5 12.3 15.4 14.1 Z"),
        ],
    },
    Symbol {
        name: "battery",
        width: 27.0,
        height: 13.0,
        parts: &[
            Part::Line(
                1.0,
                "M4.5 0.5 L20 0.5 Q24 0.5 24 4.5 L24 8.5 Q24 12.5 20 12.5 L4.5 12.5 Q0.5 12.5 0.5 8.5 L0.5 4.5 Q0.5 0.5 4.5 0.5 Z",
            ),
            Part::Fill(
                "M4.8 2 L19.7 2 Q22.5 2 22.5 4.8 L22.5 8.2 Q22.5 11 19.7 11 L4.8 11 Q2 11 2 8.2 L2 4.8 Q2 2 4.8 2 Z",
            ),
            Part::Fill("M25.2 4.4 Q26.8 5 26.8 6.5 Q26.8 8 25.2 8.6 Z"),
        ],
    },
    Symbol {
        name: "cellularbars",
        width: 19.0,
        height: 12.0,
        parts: &[Part::Fill(
            "M0.8 8 L2.6 8 Q3.4 8 3.4 8.8 L3.4 11.2 Q3.4 12 2.6 12 L0.8 12 Q0 12 0 11.2 L0 8.8 Q0 8 0.8 8 Z \
             M6 5.6 L7.8 5.6 Q8.6 5.6 8.6 6.4 L8.6 11.2 Q8.6 12 7.8 12 L6 12 Q5.2 12 5.2 11.2 L5.2 6.4 Q5.2 5.6 6 5.6 Z \
             M11.2 2.8 L13 2.8 Q13.8 2.8 13.8 3.6 L13.8 11.2 Q13.8 12 13 12 L11.2 12 Q10.4 12 10.4 11.2 L10.4 3.6 Q10.4 2.8 11.2 2.8 Z \
             M16.4 0 L18.2 0 Q19 0 19 0.8 L19 11.2 Q19 12 18.2 12 L16.4 12 Q15.6 12 15.6 11.2 L15.6 0.8 Q15.6 0 16.4 0 Z",
        )],
    },
    Symbol {
        name: "person",
        width: 24.0,
        height: 24.0,
        parts: &[Part::Fill("O12 7 5"), Part::Fill("M2.5 22 C2.5 9.8 21.5 9.8 21.5 22 Z")],
    },
    Symbol {
        name: "square.and.pencil",
        width: 24.0,
        height: 24.0,
        parts: &[
            Part::Line(
                2.0,
                "M12.5 4.5 L6.5 4.5 Q3 4.5 3 8 L3 17.5 Q3 21 6.5 21 L16 21 Q19.5 21 19.5 17.5 L19.5 11.5",
            ),
            Part::Fill(
                "M9 12.6 L19 2.6 Q19.8 1.8 20.6 2.6 L21.4 3.4 Q22.2 4.2 21.4 5 L11.4 15 L8.3 15.7 Z",
            ),
        ],
    },
    Symbol {
        name: "plus",
        width: 24.0,
        height: 24.0,
        parts: &[Part::Line(2.4, "M12 3 L12 21 M3 12 L21 12")],
    },
    Symbol { name: "minus", width: 24.0, height: 24.0, parts: &[Part::Line(2.4, "M3 12 L21 12")] },
    Symbol {
        name: "airplane",
        width: 24.0,
        height: 24.0,
        parts: &[Part::Fill(
            "M22.8 12 C22.8 13 21.6 13.5 20 13.5 L15.2 13.5 L9.8 22 L7.6 22 L10.2 13.5 L5.6 13.5 L3.6 16 L1.8 16 L3 12 \
             L1.8 8 L3.6 8 L5.6 10.5 L10.2 10.5 L7.6 2 L9.8 2 L15.2 10.5 L20 10.5 C21.6 10.5 22.8 11 22.8 12 Z",
        )],
    },
    Symbol {
        name: "globe",
        width: 24.0,
        height: 24.0,
        parts: &[
            Part::Line(1.7, "O12 12 9.6 M2.6 12 L21.4 12 M12 2.4 L12 21.6"),
            Part::Line(1.7, "M12 2.4 C5.6 7 5.6 17 12 21.6 C18.4 17 18.4 7 12 2.4 Z"),
            Part::Line(1.7, "M4.6 6.4 C9 8.8 15 8.8 19.4 6.4 M4.6 17.6 C9 15.2 15 15.2 19.4 17.6"),
        ],
    },
    Symbol {
        name: "delete.left",
        width: 26.0,
        height: 20.0,
        parts: &[
            Part::Line(
                1.9,
                "M9.6 2 L21.4 2 Q24.6 2 24.6 5.2 L24.6 14.8 Q24.6 18 21.4 18 L9.6 18 Q8 18 7 16.9 L1.8 11.2 Q0.9 10 1.8 8.8 L7 3.1 Q8 2 9.6 2 Z",
            ),
            Part::Line(1.9, "M12 6.6 L18.8 13.4 M18.8 6.6 L12 13.4"),
        ],
    },
    Symbol {
        name: "shift",
        width: 24.0,
        height: 22.0,
        parts: &[Part::Line(
            1.9,
            "M12 2 L22 12.4 L17 12.4 L17 18.6 Q17 20 15.6 20 L8.4 20 Q7 20 7 18.6 L7 12.4 L2 12.4 Z",
        )],
    },
    Symbol {
        name: "shift.fill",
        width: 24.0,
        height: 22.0,
        parts: &[Part::Fill(
            "M12 1 L23 13 L17.6 13 L17.6 19 Q17.6 20.6 16 20.6 L8 20.6 Q6.4 20.6 6.4 19 L6.4 13 L1 13 Z",
        )],
    },
    Symbol {
        name: "xmark",
        width: 24.0,
        height: 24.0,
        parts: &[Part::Line(2.4, "M4.5 4.5 L19.5 19.5 M19.5 4.5 L4.5 19.5")],
    },
    Symbol {
        name: "checkmark",
        width: 24.0,
        height: 22.0,
        parts: &[Part::Line(2.6, "M3 12.5 L9 19 L21 3")],
    },
    Symbol {
        name: "ellipsis",
        width: 24.0,
        height: 24.0,
        parts: &[Part::Fill("O4 12 2.2 O12 12 2.2 O20 12 2.2")],
    },
    Symbol {
        name: "star",
        width: 24.0,
        height: 24.0,
        parts: &[Part::Fill(
            "M12 1.5 L15.1 8.7 L22.9 9.4 L17 14.5 L18.8 22.2 L12 18.1 L5.2 22.2 L7 14.5 L1.1 9.4 L8.9 8.7 Z",
        )],
    },
    Symbol {
        name: "bell",
        width: 24.0,
        height: 24.0,
        parts: &[
            Part::Fill(
                "M12 2 C16.6 2 18.4 5.4 18.4 9.4 C18.4 14.6 20 15.6 21 17 Q21.6 18.4 20 18.4 L4 18.4 Q2.4 18.4 3 17 C4 15.6 5.6 14.6 5.6 9.4 C5.6 5.4 7.4 2 12 2 Z",
            ),
            Part::Fill("M8.8 19.8 L15.2 19.8 C14.8 23 9.2 23 8.8 19.8 Z"),
        ],
    },
    Symbol {
        name: "trash",
        width: 24.0,
        height: 24.0,
        parts: &[Part::Line(
            1.8,
            "M3 5.5 L21 5.5 M8.5 5.5 L8.5 3.6 Q8.5 2 10.1 2 L13.9 2 Q15.5 2 15.5 3.6 L15.5 5.5 \
             M5 5.5 L6 20 Q6.2 22 8.2 22 L15.8 22 Q17.8 22 18 20 L19 5.5 M9.6 9.5 L9.9 18 M14.4 9.5 L14.1 18",
        )],
    },
    Symbol {
        name: "cart",
        width: 26.0,
        height: 24.0,
        parts: &[
            Part::Line(1.9, "M1.5 3 L5 3 L8 15.5 L21 15.5 L24 6 L5.8 6"),
            Part::Fill("O10 20 2 O19 20 2"),
        ],
    },
    Symbol {
        name: "arrow.up",
        width: 24.0,
        height: 24.0,
        parts: &[Part::Line(2.6, "M12 21 L12 3.5 M4.5 11 L12 3.5 L19.5 11")],
    },
    Symbol {
        name: "mic",
        width: 24.0,
        height: 24.0,
        parts: &[
            Part::Fill(
                "M12 2 Q15.6 2 15.6 5.6 L15.6 11.4 Q15.6 15 12 15 Q8.4 15 8.4 11.4 L8.4 5.6 Q8.4 2 12 2 Z",
            ),
            Part::Line(
                1.7,
                "M5 10.5 L5 11.5 C5 20.5 19 20.5 19 11.5 L19 10.5 M12 18.4 L12 22 M8 22 L16 22",
            ),
        ],
    },
    Symbol {
        name: "message",
        width: 24.0,
        height: 24.0,
        parts: &[Part::Fill(
            "M12 3 C18 3 22.5 6.6 22.5 11.4 C22.5 16.2 18 19.8 12 19.8 C10.8 19.8 9.6 19.6 8.6 19.4 C7.2 20.8 5.2 21.8 3.4 21.8 \
             C4.2 20.6 4.8 19.2 4.8 17.6 C2.8 16 1.5 13.8 1.5 11.4 C1.5 6.6 6 3 12 3 Z",
        )],
    },
    Symbol {
        name: "lock",
        width: 20.0,
        height: 24.0,
        parts: &[
            Part::Fill(
                "M5 10.5 L15 10.5 Q18 10.5 18 13.5 L18 19.5 Q18 22.5 15 22.5 L5 22.5 Q2 22.5 2 19.5 L2 13.5 Q2 10.5 5 10.5 Z",
            ),
            Part::Line(2.0, "M5.5 10.5 L5.5 7 C5.5 1 14.5 1 14.5 7 L14.5 10.5"),
        ],
    },
];

/// Eight teeth around the hub.
const GEAR: &str = "M10.3 1.9 L13.7 1.9 L14.3 4.7 L16.5 5.6 L18.9 4 L21.1 6.2 L19.5 8.6 L20.3 10.6 L22.1 11.2 \
     L22.1 13 L20.3 13.4 L19.5 15.4 L21.1 17.8 L18.9 20 L16.5 18.4 L14.3 19.3 L13.7 22.1 L10.3 22.1 L9.7 19.3 \
     L7.5 18.4 L5.1 20 L2.9 17.8 L4.5 15.4 L3.7 13.4 L1.9 13 L1.9 11.2 L3.7 10.6 L4.5 8.6 L2.9 6.2 L5.1 4 \
     L7.5 5.6 L9.7 4.7 Z";

/// A part of a symbol, ready to be drawn.
pub(super) struct Drawn {
    pub(super) path: Path,
    /// Line width in pixels; None for a filled area.
    pub(super) line: Option<f32>,
}

/// The parts of a symbol, fitted into a box of pixels and centred there.
pub(super) fn draw(name: &str, left: f32, top: f32, width: f32, height: f32) -> Vec<Drawn> {
    let symbol = find(name);
    let scale = (width / symbol.width).min(height / symbol.height);
    if !scale.is_finite() || scale <= 0.0 {
        return Vec::new();
    }
    let x = left + (width - symbol.width * scale) / 2.0;
    let y = top + (height - symbol.height * scale) / 2.0;
    let fit = Transform::from_row(scale, 0.0, 0.0, scale, x, y);
    let parts = symbol.parts.iter().filter_map(|part| {
        let (outline, line) = match part {
            Part::Fill(outline) => (outline, None),
            Part::Line(width, outline) => (outline, Some(width * scale)),
        };
        Some(Drawn { path: outline_path(outline)?.transform(fit)?, line })
    });
    parts.collect()
}

/// A symbol by name; variants in a circle or filled are the plain one if they have no drawing.
fn find(name: &str) -> &'static Symbol {
    let mut name = match name {
        "chevron.right" => "chevron.forward",
        "chevron.left" => "chevron.backward",
        other => other,
    };
    loop {
        if let Some(symbol) = SYMBOLS.iter().find(|symbol| symbol.name == name) {
            return symbol;
        }
        match name.rsplit_once('.') {
            Some((stem, "fill" | "circle" | "crop" | "square")) => name = stem,
            _ => return &UNKNOWN,
        }
    }
}

fn outline_path(outline: &str) -> Option<Path> {
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
    fn every_outline_reads() {
        for symbol in SYMBOLS.iter().chain([&UNKNOWN]) {
            let drawn = draw(symbol.name, 0.0, 0.0, symbol.width, symbol.height);
            assert_eq!(drawn.len(), symbol.parts.len(), "{}", symbol.name);
            for part in drawn {
                let bounds = part.path.bounds();
                let inside = bounds.left() >= 0.0 && bounds.right() <= symbol.width;
                assert!(
                    inside && bounds.top() >= 0.0 && bounds.bottom() <= symbol.height,
                    "{}",
                    symbol.name
                );
            }
        }
    }

    #[test]
    fn names_of_the_scene_are_known() {
        let names = "chevron.forward chevron.backward magnifyingglass gearshape wifi battery person \
                     square.and.pencil plus airplane globe delete.left shift";
        for name in names.split_whitespace() {
            assert_eq!(find(name).name, name);
        }
        assert_eq!(find("person.circle.fill").name, "person");
        assert_eq!(find("no.such.symbol").name, "");
    }
}
