//! What a parse costs when nothing is made of it: what to compare with.

use quick_xml::Reader;
use quick_xml::events::Event;
use serde::Deserialize;

/// The reply with every field borrowed and every child kept.
#[derive(Deserialize)]
struct Reply<'a> {
    #[serde(borrow)]
    value: Node<'a>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Node<'a> {
    r#type: &'a str,
    raw_identifier: Option<&'a str>,
    name: Option<&'a str>,
    value: Option<&'a str>,
    label: Option<&'a str>,
    rect: Rect,
    is_enabled: &'a str,
    is_visible: &'a str,
    is_accessible: &'a str,
    is_focused: &'a str,
    traits: &'a str,
    #[serde(default, borrow)]
    children: Vec<Node<'a>>,
}

#[derive(Deserialize)]
struct Rect {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Node<'_> {
    /// Looks at every field once, so that none is left out of the parse.
    fn weigh(&self) -> usize {
        let told = [self.raw_identifier, self.name, self.value, self.label];
        let words = [self.is_enabled, self.is_visible, self.is_accessible, self.is_focused];
        let sum = self.rect.x + self.rect.y + self.rect.width + self.rect.height;
        told.into_iter().flatten().chain(words).map(str::len).sum::<usize>()
            + self.r#type.len()
            + self.traits.len()
            + sum as usize
            + self.children.iter().map(Self::weigh).sum::<usize>()
    }
}

/// serde_json into a typed tree that borrows.
pub(crate) fn json(text: &str) -> usize {
    serde_json::from_str::<Reply<'_>>(text).map_or(0, |reply| reply.value.weigh())
}

/// quick-xml's events to the end.
pub(crate) fn xml_events(text: &str) -> usize {
    let mut reader = Reader::from_str(text);
    let mut seen = 0;
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Eof => break,
            Event::Start(_) | Event::Empty(_) => seen += 1,
            _ => {}
        }
    }
    seen
}

/// quick-xml's events and attributes to the end.
pub(crate) fn xml_attributes(text: &str) -> usize {
    let mut reader = Reader::from_str(text);
    let mut seen = 0;
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Eof => break,
            Event::Start(tag) | Event::Empty(tag) => {
                seen += tag
                    .attributes()
                    .with_checks(false)
                    .flatten()
                    .map(|a| a.value.len())
                    .sum::<usize>();
            }
            _ => {}
        }
    }
    seen
}
