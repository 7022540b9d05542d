//! Elements that stand where their file says: drawn controls, web pages, canvases and real dumps.
//!
//! Where rows cannot say it, an element says everything itself: its type, its frame, how it is drawn
//! and what a touch does. What accessibility does not tell is `silent`.

use serde::{Deserialize, Serialize};

use super::Effects;

/// A screen of placed elements.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CanvasSpec {
    /// Where the content ends, from the top of the screen; it scrolls when that is below the screen.
    #[serde(default)]
    pub height: f64,
    /// Colour of the ground.
    #[serde(default = "white")]
    pub color: String,
    /// No navigation bar, and nothing in the tree but the elements.
    #[serde(default)]
    pub bare: bool,
    pub elements: Vec<ElementSpec>,
    /// The same in landscape; the portrait elements where it is empty.
    #[serde(default)]
    pub landscape: Vec<ElementSpec>,
}

/// One placed element.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "independent claims about one element")]
pub struct ElementSpec {
    /// Type without its prefix, for example `Button`; an unknown one is `Other`.
    #[serde(rename = "type", default)]
    pub kind: String,
    /// x, y, width and height while the content is not scrolled.
    pub frame: [f64; 4],
    #[serde(default)]
    pub label: Option<String>,
    #[serde(default)]
    pub identifier: Option<String>,
    #[serde(default)]
    pub value: Option<String>,
    #[serde(default)]
    pub placeholder: Option<String>,
    #[serde(default)]
    pub traits: Vec<String>,
    #[serde(default)]
    pub disabled: bool,
    /// In the tree, not on the screen.
    #[serde(default)]
    pub hidden: bool,
    /// Drawn and hit, absent from the tree.
    #[serde(default)]
    pub silent: bool,
    /// Stays when the content scrolls.
    #[serde(default)]
    pub pinned: bool,
    /// Takes touches, also without effects.
    #[serde(default)]
    pub opaque: bool,
    /// Whether it is an accessibility element; by its type and label when absent.
    #[serde(default)]
    pub accessible: Option<bool>,
    /// Exists while this holds.
    #[serde(default)]
    pub when: Option<String>,
    /// Selected while this holds.
    #[serde(default)]
    pub selected: Option<String>,
    /// Value behind a text input.
    #[serde(default)]
    pub bind: Option<String>,
    /// Fill, `#RRGGBB` or `#RRGGBBAA`; a template.
    #[serde(default)]
    pub color: Option<String>,
    #[serde(default)]
    pub radius: f64,
    #[serde(default)]
    pub symbol: Option<String>,
    /// What is written on it, when that is not its label.
    #[serde(default)]
    pub text: Option<TextSpec>,
    #[serde(default)]
    pub effects: Effects,
    #[serde(default)]
    pub push: Option<String>,
    #[serde(default)]
    pub children: Vec<ElementSpec>,
}

/// Drawn text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextSpec {
    /// A template; the element's label when absent.
    #[serde(default)]
    pub of: Option<String>,
    #[serde(default = "seventeen")]
    pub size: f64,
    #[serde(default)]
    pub bold: bool,
    #[serde(default = "black")]
    pub color: String,
    #[serde(default)]
    pub center: bool,
}

fn white() -> String {
    "#FFFFFF".to_owned()
}

fn black() -> String {
    "#000000".to_owned()
}

fn seventeen() -> f64 {
    17.0
}
