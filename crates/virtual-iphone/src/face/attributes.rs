//! What WDA says of one element: the same rules for XML, JSON, locators and element calls.
//!
//! XCTest's raw attributes become WDA's by the value rules (an empty input reports its placeholder,
//! a static text its label, a switch always `0` or `1`) and frames are rounded outward to whole
//! points. Source: `docs/wires/wda.md`, "Value rules" and "XML".

use crate::ax::AxNode;
use crate::geometry::Rect;

use super::flat::Entry;
use super::kinds;

/// A frame in whole points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Whole {
    pub(crate) x: i64,
    pub(crate) y: i64,
    pub(crate) width: i64,
    pub(crate) height: i64,
}

impl Whole {
    /// Rounds outward; a frame that is not finite reads as WDA's marker for "could not be read".
    pub(crate) fn of(frame: &Rect) -> Self {
        let edges = [frame.x, frame.y, frame.width, frame.height];
        if edges.iter().any(|edge| !edge.is_finite()) {
            return Self { x: -1, y: -1, width: 0, height: 0 };
        }
        let (x, y) = (frame.x.floor(), frame.y.floor());
        Self {
            x: x as i64,
            y: y as i64,
            width: ((frame.x + frame.width).ceil() - x) as i64,
            height: ((frame.y + frame.height).ceil() - y) as i64,
        }
    }

    /// `{{x, y}, {w, h}}`.
    pub(crate) fn text(self) -> String {
        format!("{{{{{}, {}}}, {{{}, {}}}}}", self.x, self.y, self.width, self.height)
    }
}

/// The unrounded frame as text.
pub(crate) fn native_frame(frame: &Rect) -> String {
    format!("{{{{{}, {}}}, {{{}, {}}}}}", frame.x, frame.y, frame.width, frame.height)
}

/// WDA's `type`.
pub(crate) fn full_type(node: &AxNode) -> String {
    format!("{}{}", kinds::PREFIX, node.kind)
}

/// WDA's `name`; empty reads as absent.
pub(crate) fn name(node: &AxNode) -> Option<&str> {
    filled(node.identifier.as_deref()).or_else(|| filled(node.label.as_deref()))
}

/// WDA's `label`: text fields keep an empty one, everything else drops it.
pub(crate) fn label(node: &AxNode) -> Option<&str> {
    filled(node.label.as_deref())
        .or_else(|| matches!(node.kind, "TextField" | "SecureTextField").then_some(""))
}

/// WDA's `value` by the type's rule.
pub(crate) fn value(node: &AxNode) -> Option<String> {
    let raw = filled(node.value.as_deref());
    let shown = match node.kind {
        "StaticText" => raw.or_else(|| filled(node.label.as_deref())),
        "Button" => raw.or_else(|| node.selected.then_some("1")),
        "Switch" => Some(if matches!(raw, Some("1" | "true" | "on")) { "1" } else { "0" }),
        kind if kinds::takes_text(kind) => raw.or_else(|| filled(node.placeholder.as_deref())),
        "Stepper" => None,
        _ => raw,
    };
    shown.map(str::to_owned)
}

/// Trait names joined as WDA does; empty when there are none.
pub(crate) fn traits(node: &AxNode) -> String {
    node.traits.join(", ")
}

/// The placeholder, on the types that have one.
pub(crate) fn placeholder(node: &AxNode) -> Option<&str> {
    node.placeholder.as_deref().filter(|_| kinds::takes_text(node.kind))
}

/// The range, on the types that have one.
pub(crate) fn range(node: &AxNode) -> Option<(f64, f64)> {
    node.min_max.filter(|_| matches!(node.kind, "Slider" | "Stepper"))
}

/// One attribute's value as a locator or an element call sees it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Datum {
    Text(String),
    Flag(bool),
    Number(f64),
    Frame(Whole),
    Absent,
}

/// Reads an attribute by WDA's name for it, with or without the `wd` prefix.
///
/// `None` when WDA knows no such attribute.
pub(crate) fn read(entry: &Entry<'_>, attribute: &str) -> Option<Datum> {
    let node = entry.node;
    let text = |value: Option<&str>| value.map_or(Datum::Absent, |v| Datum::Text(v.to_owned()));
    let number = |value: Option<f64>| value.map_or(Datum::Absent, Datum::Number);
    Some(match bare(attribute).as_str() {
        "type" => Datum::Text(full_type(node)),
        "elementtype" => Datum::Number(kinds::number(node.kind) as f64),
        "name" => text(name(node)),
        "identifier" | "rawidentifier" => text(filled(node.identifier.as_deref())),
        "label" => text(label(node)),
        "value" => value(node).map_or(Datum::Absent, Datum::Text),
        "placeholdervalue" => text(placeholder(node)),
        "enabled" | "isenabled" => Datum::Flag(node.enabled),
        "visible" | "isvisible" => Datum::Flag(node.visible),
        "accessible" | "isaccessible" | "nativeaccessibilityelement" => {
            Datum::Flag(node.accessible)
        }
        "accessibilitycontainer" => Datum::Flag(!node.accessible && has_accessible_below(node)),
        "hittable" | "ishittable" => Datum::Flag(node.hittable),
        "focused" | "isfocused" | "haskeyboardfocus" => Datum::Flag(node.focused),
        "selected" | "isselected" => Datum::Flag(node.selected),
        "index" => Datum::Number(entry.index as f64),
        "rect" => Datum::Frame(Whole::of(&node.frame)),
        "frame" => Datum::Text(Whole::of(&node.frame).text()),
        "nativeframe" => Datum::Text(native_frame(&node.frame)),
        "traits" => Datum::Text(traits(node)),
        "minvalue" => number(range(node).map(|r| r.0)),
        "maxvalue" => number(range(node).map(|r| r.1)),
        "customactions" => Datum::Absent,
        "uid" => Datum::Text(node.view.to_string()),
        _ => return None,
    })
}

fn bare(attribute: &str) -> String {
    let lower = attribute.to_ascii_lowercase();
    lower.strip_prefix("wd").map_or_else(|| lower.clone(), str::to_owned)
}

fn filled(text: Option<&str>) -> Option<&str> {
    text.filter(|t| !t.is_empty())
}

fn has_accessible_below(node: &AxNode) -> bool {
    node.children.iter().any(|child| child.accessible || has_accessible_below(child))
}
