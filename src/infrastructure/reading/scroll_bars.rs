//! Tells the scroll bars that XCTest reports as elements of no type.
//!
//! They are `Other`s named "Vertical scroll bar, 2 pages" in the device's language, with the scroll
//! position as a percentage. No word list: the pattern is the comma with a page count at the end
//! of the name, a percentage as the value, and a thin frame along an edge of the parent. All three
//! must hold, as a parent may repeat the names of its bars in its own label.
//! Source: docs/wires/wda-source.md "Scroll bars".

use super::draft::Draft;
use crate::domain::geometry::Rect;
use crate::domain::tree::{NodeId, UiTree};

/// Thickest bar, in points; the captured ones take a strip of 30 or 31.
const THICKEST: f64 = 44.0;
/// Farthest a bar lies inside its parent's edge, in points; the captured ones keep 3.
const FARTHEST_INSIDE: f64 = 6.0;
/// Commas of the languages that iOS speaks.
const COMMAS: [char; 5] = [',', '，', '、', '،', '﹐'];
/// Longest page count, in words: "2 Seiten", "1 page", "2ページ".
const LONGEST_COUNT: usize = 3;

/// Whether the texts are those of a scroll bar.
pub(crate) fn is_named_like_one(draft: &Draft<'_>) -> bool {
    let is_value = draft.value.as_deref().is_some_and(is_percentage);
    is_value && [&draft.label, &draft.name].into_iter().flatten().any(|text| ends_in_pages(text))
}

fn is_percentage(value: &str) -> bool {
    let value = value.trim();
    let Some(number) = value.strip_suffix(['%', '٪']).or_else(|| value.strip_prefix(['%', '٪']))
    else {
        return false;
    };
    let number = number.trim();
    !number.is_empty() && number.chars().all(|c| c.is_numeric() || matches!(c, '.' | ',' | '٫'))
}

fn ends_in_pages(name: &str) -> bool {
    let Some((before, count)) = name.rsplit_once(COMMAS) else { return false };
    let count = count.trim();
    !before.trim().is_empty()
        && count.starts_with(char::is_numeric)
        && count.chars().any(char::is_alphabetic)
        && count.split_whitespace().count() <= LONGEST_COUNT
}

/// Whether the element is a strip along an edge of its parent. Without frames nothing is a strip.
pub(crate) fn hugs_an_edge(tree: &UiTree, id: NodeId) -> bool {
    let Some(bar) = tree.node(id).frame else { return false };
    let Some(parent) = tree.ancestors(id).find_map(|up| tree.node(up).frame) else {
        return bar.width.min(bar.height) <= THICKEST;
    };
    let near = |one: f64, other: f64| (one - other).abs() <= FARTHEST_INSIDE;
    let is_thin = |bar: Rect| bar.width.min(bar.height) <= THICKEST;
    is_thin(bar)
        && if bar.width <= bar.height {
            near(bar.right(), parent.right()) || near(bar.x, parent.x)
        } else {
            near(bar.bottom(), parent.bottom()) || near(bar.y, parent.y)
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(label: &'static str, value: &'static str) -> bool {
        let draft =
            Draft { label: Some(label.into()), value: Some(value.into()), ..Draft::default() };
        is_named_like_one(&draft)
    }

    #[test]
    fn scroll_bars_are_known_in_any_language() {
        for label in [
            "Vertical scroll bar, 2 pages",
            "Horizontal scroll bar,  1 page",
            "Vertikaler Rollbalken, 3 Seiten",
            "縦スクロールバー、2ページ",
            "垂直滚动条，1页",
        ] {
            assert!(named(label, "0%"), "{label}");
        }
        assert!(named("Vertical scroll bar, 2 pages", "33 %"));
        assert!(named("Dikey kaydırma çubuğu, 2 sayfa", "%33"));
    }

    #[test]
    fn other_percentages_and_other_lists_are_no_scroll_bars() {
        assert!(!named("Vertical scroll bar, 2 pages", "half"));
        assert!(!named("Battery", "80%"));
        assert!(!named("Charged, Monday", "80%"));
        assert!(!named(", 2 pages", "80%"));
    }
}
