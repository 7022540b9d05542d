//! The accessibility projection: what XCTest would tell of the views, and what it loses.
//!
//! Lost on the way: drawn parts, hit regions, recognisers, the identifiers of inner toggles, and the
//! z-order of bars. Value rules: `docs/wires/world.md`, "Values". A touch never comes here.

use crate::ax::AxNode;
use crate::geometry::Rect;

use super::view::View;

/// What surrounds the views being projected.
#[derive(Clone, Copy, Debug)]
struct Light {
    /// An alert lies over this window: iOS 26 calls everything under it invisible.
    covered: bool,
    /// The part of the screen where views can be seen.
    clip: Rect,
    keyboard: Option<Rect>,
    focus: Option<u64>,
}

/// The tree of an application from its windows.
pub(crate) fn application(
    id: u64,
    label: &str,
    bounds: Rect,
    windows: &[View],
    focus: Option<u64>,
) -> AxNode {
    let is_alert = |window: &View| holds(window, &["Alert", "Sheet"]);
    let top_alert = windows.iter().rposition(is_alert);
    let keyboard_at = windows.iter().position(|window| holds(window, &["Keyboard"]));
    let keyboard = keyboard_at.and_then(|i| frame_of(&windows[i], "Keyboard"));
    let children = windows.iter().enumerate().map(|(i, window)| {
        let light = Light {
            covered: top_alert.is_some_and(|top| i < top),
            clip: bounds,
            keyboard: keyboard.filter(|_| keyboard_at.is_some_and(|at| i < at)),
            focus,
        };
        project(window, light)
    });
    AxNode {
        view: id,
        kind: "Application",
        label: Some(label.to_owned()),
        frame: bounds,
        enabled: true,
        visible: true,
        children: children.collect(),
        ..AxNode::default()
    }
}

fn project(view: &View, light: Light) -> AxNode {
    let seen = light.clip.intersection(&view.frame).is_some();
    let visible = seen && !light.covered && !view.hidden;
    let center = view.frame.center();
    let under_keys = light.keyboard.is_some_and(|keys| keys.contains(center));
    let inner = match view.clip {
        Some(clip) => Light { clip: light.clip.intersection(&clip).unwrap_or_default(), ..light },
        None => Light { covered: light.covered || view.hidden, ..light },
    };
    let told = || view.children.iter().filter(|child| !child.silent);
    let (first, rest): (Vec<_>, Vec<_>) = told().partition(|child| child.listed_first);
    let children = first.into_iter().chain(rest).map(|child| project(child, inner)).collect();
    AxNode {
        view: view.id,
        kind: view.kind,
        identifier: view.identifier.clone().filter(|text| !text.is_empty() && !view.unidentified),
        label: label(view),
        value: value(view),
        placeholder: view.placeholder.clone(),
        traits: traits(view),
        frame: view.frame,
        enabled: view.enabled,
        visible,
        accessible: view.accessible,
        focused: light.focus == Some(view.id),
        selected: view.selected,
        hittable: visible && !under_keys && light.clip.contains(center),
        min_max: view.min_max,
        children,
    }
}

fn label(view: &View) -> Option<String> {
    let empty_is_told = matches!(view.kind, "TextField" | "SecureTextField");
    view.label.clone().filter(|text| empty_is_told || !text.is_empty())
}

/// The value that WDA would answer for the view.
pub(crate) fn value(view: &View) -> Option<String> {
    let own = view.value.clone().filter(|text| !text.is_empty());
    match view.kind {
        "StaticText" => own.or_else(|| view.label.clone()),
        "SecureTextField" => own
            .map(|text| "\u{2022}".repeat(text.chars().count()))
            .or_else(|| view.placeholder.clone()),
        "TextField" | "SearchField" | "TextView" => own.or_else(|| view.placeholder.clone()),
        "Button" => own.or_else(|| view.selected.then(|| "1".to_owned())),
        _ => own,
    }
    .filter(|text| !text.is_empty())
}

fn traits(view: &View) -> Vec<&'static str> {
    let mut traits = view.traits.clone();
    if !view.enabled {
        traits.push("NotEnabled");
    }
    traits
}

fn holds(view: &View, kinds: &[&str]) -> bool {
    kinds.iter().any(|kind| frame_of(view, kind).is_some())
}

fn frame_of(view: &View, kind: &str) -> Option<Rect> {
    if view.kind == kind {
        return Some(view.frame);
    }
    // Alerts and keyboards are a few wrappers deep; contents are not searched.
    view.children
        .iter()
        .filter(|child| child.kind == "Other" || child.kind == kind)
        .find_map(|child| frame_of(child, kind))
}
