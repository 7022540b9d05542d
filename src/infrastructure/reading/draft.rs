//! What a dump said of one element so far, in the dump's own words.
//!
//! Formats name their fields differently and in any order; a draft collects them until the element
//! is complete and its format can say what they mean together. Texts stay borrowed from the input.

use std::borrow::Cow;

use super::text::Decoded;
use crate::domain::geometry::Rect;
use crate::domain::tree::NodeId;

/// What was said about a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Frame {
    #[default]
    Unsaid,
    Broken,
    Known(Rect),
}

impl From<Option<Rect>> for Frame {
    fn from(rect: Option<Rect>) -> Self {
        rect.map_or(Self::Broken, Self::Known)
    }
}

/// Traits that matter to us.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Traits {
    pub(crate) selected: bool,
    pub(crate) header: bool,
    pub(crate) disabled: bool,
}

impl Traits {
    /// Notes one trait by its name, in any of the spellings seen.
    pub(crate) fn add(&mut self, name: &str) {
        match name.trim() {
            "Selected" | "selected" => self.selected = true,
            "Header" | "header" => self.header = true,
            "NotEnabled" | "notEnabled" | "disabled" => self.disabled = true,
            _ => {}
        }
    }

    /// The traits in a list joined by commas.
    pub(crate) fn of_text(text: &str) -> Self {
        let mut traits = Self::default();
        if text.is_empty() {
            return traits;
        }
        text.split(',').for_each(|name| traits.add(name));
        traits
    }
}

/// The fields of one element as far as they were read.
#[derive(Debug, Default)]
pub(crate) struct Draft<'a> {
    /// The element's type; its presence is what makes an object an element.
    pub(crate) kind: Option<Cow<'a, str>>,
    pub(crate) role: Option<Cow<'a, str>>,
    pub(crate) subrole: Option<Cow<'a, str>>,
    pub(crate) role_description: Option<Cow<'a, str>>,
    pub(crate) identifier: Option<Cow<'a, str>>,
    /// Whether the format has a field of its own for the identifier, null or not.
    pub(crate) identifier_told: bool,
    pub(crate) name: Option<Cow<'a, str>>,
    pub(crate) label: Option<Cow<'a, str>>,
    pub(crate) title: Option<Cow<'a, str>>,
    pub(crate) value: Option<Cow<'a, str>>,
    pub(crate) placeholder: Option<Cow<'a, str>>,
    pub(crate) frame: Frame,
    /// The same frame in another spelling, looked at only when `frame` is unsaid.
    pub(crate) frame_text: Option<&'a [u8]>,
    pub(crate) enabled: Option<bool>,
    pub(crate) visible: Option<bool>,
    pub(crate) accessible: Option<bool>,
    pub(crate) selected: Option<bool>,
    pub(crate) focused: Option<bool>,
    pub(crate) traits: Option<Traits>,
    pub(crate) bundle_id: Option<Cow<'a, str>>,
    pub(crate) process_id: Option<u32>,
    /// Whether a text had to be repaired.
    pub(crate) repaired: bool,
    /// The node that already stands in the tree for it, because children came first.
    pub(crate) node: Option<NodeId>,
}

impl<'a> Draft<'a> {
    /// The text of a decoded field, with its repair noted.
    pub(crate) fn keep(&mut self, decoded: Decoded<'a>) -> Cow<'a, str> {
        self.repaired |= decoded.repaired;
        decoded.text
    }

    /// Whether anything was said that only an element says.
    pub(crate) fn is_element(&self) -> bool {
        self.kind.is_some() || self.role.is_some() || self.node.is_some()
    }
}

/// A truth value in the words dumps use; `None` for any other word.
pub(crate) fn truth(word: &str) -> Option<bool> {
    match word {
        "1" | "true" => Some(true),
        "0" | "false" => Some(false),
        _ => {
            let is = |known: &str| word.trim().eq_ignore_ascii_case(known);
            let said = |words: [&str; 3]| words.into_iter().any(is);
            said(["1", "true", "yes"])
                .then_some(true)
                .or(said(["0", "false", "no"]).then_some(false))
        }
    }
}
