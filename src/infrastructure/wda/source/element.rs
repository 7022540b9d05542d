//! What an element of WDA's source means, whichever format told it.
//!
//! Source: docs/wires/wda-source.md "Names", "Truth", "Frames".

use crate::domain::geometry::Rect;
use crate::domain::role::Role;
use crate::domain::tree::RawNode;
use crate::infrastructure::reading::draft::{Draft, Frame};
use crate::infrastructure::reading::element_types;
use crate::infrastructure::reading::frame::rect_of_text;

/// What WDA writes for a frame that is infinite.
const NO_FRAME: Rect = Rect::new(-1.0, -1.0, 0.0, 0.0);

/// The element that a complete draft describes.
pub(super) fn of<'d>(draft: &'d Draft<'_>) -> RawNode<'d> {
    let role = draft.kind.as_deref().map_or(Role::Other, element_types::role);
    let traits = draft.traits.unwrap_or_default();
    RawNode {
        role,
        identifier: identifier(draft),
        label: draft.label.as_deref(),
        value: draft.value.as_deref(),
        placeholder: draft.placeholder.as_deref(),
        frame: frame(draft),
        enabled: draft.enabled.unwrap_or(!traits.disabled),
        visible: draft.visible.unwrap_or(true),
        accessible: draft.accessible.unwrap_or(false),
        selected: is_selected(draft, role),
        focused: draft.focused.unwrap_or(false),
        heading: traits.header,
    }
}

/// `name` is the identifier or, without one, the label: only a differing one is an identifier.
fn identifier<'d>(draft: &'d Draft<'_>) -> Option<&'d str> {
    if draft.identifier_told {
        return draft.identifier.as_deref();
    }
    let label = draft.label.as_deref().unwrap_or_default();
    draft.name.as_deref().filter(|name| *name != label)
}

fn frame(draft: &Draft<'_>) -> Option<Rect> {
    let rect = match draft.frame {
        Frame::Known(rect) => Some(rect),
        Frame::Broken => None,
        Frame::Unsaid => draft.frame_text.and_then(rect_of_text),
    };
    rect.filter(|rect| *rect != NO_FRAME)
}

/// Dumps older than the traits tell a selected button by the value that stands in for it.
fn is_selected(draft: &Draft<'_>, role: Role) -> bool {
    match (draft.selected, draft.traits) {
        (Some(selected), _) => selected,
        (None, Some(traits)) => traits.selected,
        (None, None) => role == Role::Button && draft.value.as_deref() == Some("1"),
    }
}
