//! The accessibility projection: what XCTest would report of the views, with iOS's losses.
//!
//! One node is one XCUIElement. The projection is derived from the views at one instant; nothing
//! here is ever consulted to route a touch. Value and name rules: `docs/wires/wda.md`, "Value rules".

use crate::geometry::Rect;

/// One accessibility element as XCTest snapshots it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AxNode {
    /// The view this node projects; stable while the view lives (a recycled row keeps its view).
    pub view: u64,
    /// Short element type, for example `Button`, `StaticText`, `Other` (no `XCUIElementType` prefix).
    pub kind: &'static str,
    pub identifier: Option<String>,
    pub label: Option<String>,
    pub value: Option<String>,
    pub placeholder: Option<String>,
    /// XCTest trait names, for example `Button`, `Selected`, `NotEnabled`.
    pub traits: Vec<&'static str>,
    /// Frame in points, possibly fractional, possibly outside the screen.
    pub frame: Rect,
    pub enabled: bool,
    pub visible: bool,
    pub accessible: bool,
    pub focused: bool,
    pub selected: bool,
    pub hittable: bool,
    pub min_max: Option<(f64, f64)>,
    pub children: Vec<AxNode>,
}

impl AxNode {
    /// WDA's `name`: the identifier, else the label.
    pub fn name(&self) -> Option<&str> {
        self.identifier.as_deref().or(self.label.as_deref())
    }

    /// Nodes in this tree, itself included.
    pub fn count(&self) -> usize {
        1 + self.children.iter().map(Self::count).sum::<usize>()
    }
}

/// The tree of one application at one instant.
#[derive(Clone, Debug, PartialEq)]
pub struct AppTree {
    pub pid: u32,
    pub bundle_id: String,
    pub root: AxNode,
}
