//! What an element of the companion's dump means.
//!
//! Source: docs/wires/idb-describe.md "Roles", "State", "Frames".

use super::roles;
use crate::domain::role::Role;
use crate::domain::tree::RawNode;
use crate::infrastructure::reading::draft::{Draft, Frame};
use crate::infrastructure::reading::frame::rect_of_text;

/// The element that a complete draft describes.
pub(super) fn of<'d>(draft: &'d Draft<'_>) -> RawNode<'d> {
    let role = roles::role(draft);
    let traits = draft.traits.unwrap_or_default();
    RawNode {
        role,
        identifier: draft.identifier.as_deref(),
        label: said(draft.label.as_deref()).or(said(draft.title.as_deref())),
        value: draft.value.as_deref(),
        placeholder: draft.placeholder.as_deref(),
        frame: match draft.frame {
            Frame::Known(rect) => Some(rect),
            Frame::Broken => None,
            Frame::Unsaid => draft.frame_text.and_then(rect_of_text),
        },
        enabled: draft.enabled.unwrap_or(!traits.disabled),
        visible: draft.visible.unwrap_or(true),
        accessible: !matches!(role, Role::Application | Role::Window | Role::Group),
        selected: draft.selected.unwrap_or(traits.selected || is_chosen(draft, role)),
        focused: draft.focused.unwrap_or(false),
        heading: role == Role::Heading || traits.header,
    }
}

fn said(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.is_empty())
}

/// Tabs are radio buttons whose value is 1 on the chosen one.
fn is_chosen(draft: &Draft<'_>, role: Role) -> bool {
    role == Role::Radio && draft.value.as_deref() == Some("1")
}
