//! A frame of the screen as a display list: what the world hands to the compositor.
//!
//! The world decides what is where (in points); the compositor decides how it is drawn. Items are
//! painted in order, later ones on top.

use crate::geometry::{Rect, Size};

/// An RGBA colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color(pub u8, pub u8, pub u8, pub u8);

/// Horizontal alignment of text in its rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Align {
    Left,
    Center,
    Right,
}

/// One thing to paint.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A filled rectangle with rounded corners (`radius` in points, 0 = square).
    Fill {
        rect: Rect,
        color: Color,
        radius: f64,
    },
    /// An outline of the given width in points.
    Stroke {
        rect: Rect,
        color: Color,
        radius: f64,
        width: f64,
    },
    /// Text, vertically centred in `rect`, wrapped when `wrap`, else cut with an ellipsis.
    Text {
        rect: Rect,
        text: String,
        size: f64,
        color: Color,
        align: Align,
        bold: bool,
        wrap: bool,
    },
    /// A UISwitch; `position` runs from 0 (off) to 1 (on) while it animates.
    Switch {
        rect: Rect,
        position: f64,
        enabled: bool,
    },
    /// A UISlider at `fraction` from 0 to 1.
    Slider {
        rect: Rect,
        fraction: f64,
        enabled: bool,
    },
    /// A small symbol by name: `chevron.forward`, `chevron.backward`, `magnifyingglass`, `gearshape`,
    /// `wifi`, `battery`, `person`, `square.and.pencil`, `plus`, `airplane`, `globe`, `delete.left`, `shift`.
    Symbol {
        rect: Rect,
        name: String,
        color: Color,
    },
    /// Everything up to the matching `EndClip` is clipped to `rect`.
    Clip {
        rect: Rect,
    },
    EndClip,
    /// Everything up to the matching `EndAlpha` is drawn with this opacity (0 to 1).
    Alpha {
        opacity: f64,
    },
    EndAlpha,
}

/// The whole screen at one instant.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Screen size in points, in the current orientation.
    pub size: Size,
    /// Pixels per point (3 on current phones).
    pub scale: f64,
    pub items: Vec<Item>,
}
