//! Which elements a caller asked for: those on the screen, narrowed by a text or a rectangle.

use super::digest::{DigestOptions, is_title};
use super::text::fold;
use crate::domain::element::Element;
use crate::domain::geometry::Rect;
use crate::domain::observation::Perception;

/// What a digest is narrowed to.
#[derive(Clone, Debug)]
pub(super) struct Filter<'p> {
    perception: &'p Perception,
    query: Option<String>,
    region: Option<Rect>,
}

impl<'p> Filter<'p> {
    pub(super) fn of(perception: &'p Perception, options: &DigestOptions<'_>) -> Self {
        let query = options.query.map(fold).filter(|q| !q.is_empty());
        Self { perception, query, region: options.region }
    }

    /// Whether the caller asked for a part only.
    pub(super) fn is_narrow(&self) -> bool {
        self.query.is_some() || self.region.is_some()
    }

    /// Whether an element is to be listed.
    pub(super) fn admits(&self, element: &Element) -> bool {
        element.is_listed()
            && (self.is_narrow() || !is_title(self.perception, element))
            && self.query.as_deref().is_none_or(|query| says(element, query))
            && self.region.is_none_or(|region| meets(element, &region))
    }
}

fn says(element: &Element, query: &str) -> bool {
    let texts = [
        &element.label,
        &element.value,
        &element.detail,
        &element.placeholder,
        &element.identifier,
        &element.row_identifier,
    ];
    texts.into_iter().flatten().any(|text| fold(text).contains(query))
}

fn meets(element: &Element, region: &Rect) -> bool {
    let frame = element.row.or(element.frame);
    frame.is_some_and(|f| f.intersection(region).is_some() || region.contains(f.center()))
}
