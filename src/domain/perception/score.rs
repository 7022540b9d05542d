//! Which elements a digest keeps when they do not all fit.
//!
//! First what must not be lost: an open alert, the bars at the edges of the screen, the focused
//! element. Then what one can act on before what one can only read, the named before the unnamed,
//! the upper part of the screen slightly before the lower.

use crate::domain::element::Element;

/// Added for what room is reserved for.
const RESERVED: f64 = 1_000.0;

/// The element's worth; higher is kept first. `height` is the screen's, in points.
pub(super) fn score(element: &Element, height: f64, area: f64) -> f64 {
    let points = [
        (element.in_modal || element.in_bar || element.focused, RESERVED),
        (element.actionable && element.enabled, 100.0),
        (element.label.is_some(), 40.0),
        (element.label.is_none() && element.value.is_some(), 20.0),
        (element.identifier.is_some(), 10.0),
        (element.role.is_stateful(), 30.0),
        (element.scrollable, 15.0),
        (!element.enabled, -20.0),
        (is_large(element, area), -25.0),
    ];
    let base: f64 = points.into_iter().filter(|(holds, _)| *holds).map(|(_, worth)| worth).sum();
    base + 20.0 * (1.0 - depth(element, height))
}

/// How far down the screen it lies, from 0 to 1.
fn depth(element: &Element, height: f64) -> f64 {
    let y = element.frame.map_or(0.0, |f| f.y);
    if height > 0.0 { (y / height).clamp(0.0, 1.0) } else { 0.0 }
}

fn is_large(element: &Element, area: f64) -> bool {
    area > 0.0 && element.frame.is_some_and(|f| f.area() > 0.7 * area)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::role::Role;
    use crate::domain::tree::NodeId;

    #[test]
    fn an_unlabelled_tab_bar_button_outlives_a_labelled_row() {
        let bar = Element { in_bar: true, ..Element::new(Role::Button, NodeId(1)) };
        let row =
            Element { label: Some("Contact 7".to_owned()), ..Element::new(Role::Cell, NodeId(2)) };

        assert!(score(&bar, 844.0, 1.0) > score(&row, 844.0, 1.0));
    }

    #[test]
    fn what_one_can_act_on_outlives_what_one_can_read() {
        let text = Element { label: Some("a".to_owned()), ..Element::new(Role::Text, NodeId(1)) };
        let button = Element::new(Role::Button, NodeId(2));

        assert!(score(&button, 844.0, 1.0) > score(&text, 844.0, 1.0));
    }
}
