//! Views: what is on the screen and what a touch does there.
//!
//! A view has a frame (where it says it is) and a hit region (where it takes touches); the two may
//! differ, and a view without a hit region lets touches through. Children are in z-order, the last
//! on top. Views are built anew from the world's state at each instant; their ids are stable.

use crate::apps::Effects;
use crate::geometry::{Point, Rect};
use crate::scene::{Align, Color};

use std::sync::Arc;

use crate::apps::ButtonSpec;

use super::template::Params;
use super::wheel::Wheel;

/// What a recogniser does when its view is tapped (or, for a slider, dragged).
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// Runs effects, then opens a screen.
    Run {
        effects: Effects,
        push: Option<String>,
        row: Params,
    },
    Switch {
        bind: String,
        effects: Effects,
        row: Params,
    },
    Slider {
        bind: String,
    },
    Step {
        bind: String,
        by: f64,
        min: f64,
        max: f64,
    },
    Focus,
    ClearField,
    Back,
    Tab(usize),
    Key(KeyPress),
    AlertButton(usize),
    Open(String),
    /// The A–Z index: offsets of the letters, spread over the view's height.
    Index(Vec<f64>),
    /// Sets a value to a text: a segment, or an entry of a menu.
    Choose {
        bind: String,
        text: String,
        effects: Effects,
        row: Params,
    },
    /// A picker's wheel: taps beside the middle and drags turn it.
    Wheel(Wheel),
    OpenMenu(Arc<Vec<MenuEntry>>),
    /// An entry of the open menu.
    MenuEntry(usize),
    CloseMenu,
    /// Does something to the focused field: the entries of the edit menu.
    EditText(EditCommand),
    /// The banner of the system.
    Banner,
}

/// One entry of a menu.
#[derive(Clone, Debug)]
pub(crate) struct MenuEntry {
    pub(crate) label: String,
    pub(crate) destructive: bool,
    pub(crate) chosen: bool,
    pub(crate) act: Act,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EditCommand {
    SelectAll,
    Copy,
    Paste,
}

/// What a swipe over a row uncovers.
#[derive(Clone, Debug)]
pub(crate) struct Swipe {
    /// View of the row's cell.
    pub(crate) cell: u64,
    pub(crate) width: f64,
    pub(crate) actions: Vec<ButtonSpec>,
    pub(crate) row: Params,
}

/// One key of the on-screen keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyPress {
    Char(char),
    Delete,
    Return,
    Shift,
    Plane,
    Inert,
}

/// What makes a view take text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Edit {
    pub(crate) bind: String,
    pub(crate) secure: bool,
    pub(crate) multiline: bool,
    pub(crate) return_key: String,
    pub(crate) submit: Effects,
    /// What the app makes of what is typed.
    pub(crate) format: Option<String>,
    /// For search fields: the silence before the results, and the value that drives them.
    pub(crate) applied: Option<(u64, String)>,
}

/// How a view paints itself, below its children.
#[derive(Clone, Debug)]
pub(crate) enum Paint {
    Nothing,
    Fill(Color, f64),
    /// The view's own label (or value) as text.
    Text(TextStyle),
    Symbol(String, Color),
    Switch(f64),
    Slider(f64),
    /// A wheel of fading spokes at this turn, from 0 to 1.
    Spinner(f64),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct TextStyle {
    pub(crate) size: f64,
    pub(crate) color: Color,
    pub(crate) align: Align,
    pub(crate) bold: bool,
    pub(crate) wrap: bool,
}

/// One view and everything on it.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent claims about one view")]
pub(crate) struct View {
    pub(crate) id: u64,
    pub(crate) kind: &'static str,
    pub(crate) frame: Rect,
    pub(crate) hit: Option<Rect>,
    pub(crate) act: Option<Act>,
    pub(crate) edit: Option<Edit>,
    /// What a hold does instead.
    pub(crate) hold: Option<Box<Act>>,
    pub(crate) swipe: Option<Arc<Swipe>>,
    pub(crate) identifier: Option<String>,
    pub(crate) label: Option<String>,
    pub(crate) value: Option<String>,
    pub(crate) placeholder: Option<String>,
    pub(crate) traits: Vec<&'static str>,
    pub(crate) min_max: Option<(f64, f64)>,
    pub(crate) enabled: bool,
    pub(crate) selected: bool,
    pub(crate) accessible: bool,
    /// The identifier is the journal's; accessibility tells only the label.
    pub(crate) unidentified: bool,
    /// Drawn and hit, but absent from accessibility.
    pub(crate) silent: bool,
    /// In the hierarchy, not on the screen: a recycled row.
    pub(crate) hidden: bool,
    /// Accessibility lists it before its siblings, whatever its place in the z-order.
    pub(crate) listed_first: bool,
    /// Children show and take touches only in here.
    pub(crate) clip: Option<Rect>,
    /// A pan that begins inside scrolls the screen.
    pub(crate) scrolls: bool,
    pub(crate) paint: Paint,
    pub(crate) children: Vec<View>,
}

/// Where a touch landed.
#[derive(Clone, Debug)]
pub(crate) struct Hit {
    pub(crate) id: u64,
    pub(crate) role: &'static str,
    pub(crate) label: Option<String>,
    pub(crate) identifier: Option<String>,
    pub(crate) region: Rect,
    pub(crate) act: Option<Act>,
    pub(crate) scrolls: bool,
    pub(crate) hold: Option<Box<Act>>,
    pub(crate) swipe: Option<Arc<Swipe>>,
}

impl View {
    pub(crate) fn new(id: u64, kind: &'static str, frame: Rect) -> Self {
        Self {
            id,
            kind,
            frame,
            hit: None,
            act: None,
            edit: None,
            hold: None,
            swipe: None,
            identifier: None,
            label: None,
            value: None,
            placeholder: None,
            traits: Vec::new(),
            min_max: None,
            enabled: true,
            selected: false,
            accessible: false,
            unidentified: false,
            silent: false,
            hidden: false,
            listed_first: false,
            clip: None,
            scrolls: false,
            paint: Paint::Nothing,
            children: Vec::new(),
        }
    }

    pub(crate) fn named(mut self, identifier: Option<&str>, label: &str) -> Self {
        self.identifier = identifier.map(str::to_owned);
        self.label = Some(label.to_owned());
        self
    }

    pub(crate) fn traits(mut self, traits: &[&'static str]) -> Self {
        self.traits = traits.to_vec();
        self.accessible = true;
        self
    }

    pub(crate) fn takes(mut self, act: Act) -> Self {
        self.hit = Some(self.frame);
        self.act = Some(act);
        self
    }

    /// Takes touches and does nothing with them.
    pub(crate) fn opaque(mut self) -> Self {
        self.hit = Some(self.frame);
        self
    }

    pub(crate) fn painted(mut self, paint: Paint) -> Self {
        self.paint = paint;
        self
    }

    pub(crate) fn silent(mut self) -> Self {
        self.silent = true;
        self
    }

    pub(crate) fn with(mut self, children: Vec<Self>) -> Self {
        self.children = children;
        self
    }

    /// The topmost view under the point that takes touches.
    pub(crate) fn hit_test(&self, p: Point, inside_scroll: bool) -> Option<Hit> {
        if self.hidden {
            return None;
        }
        let scrolls = inside_scroll || self.scrolls;
        if self.clip.is_none_or(|clip| clip.contains(p)) {
            let child = self.children.iter().rev().find_map(|c| c.hit_test(p, scrolls));
            if let Some(mut hit) = child {
                hit.hold = hit.hold.or_else(|| self.hold.clone());
                hit.swipe = hit.swipe.or_else(|| self.swipe.clone());
                return Some(hit);
            }
        }
        let region = self.hit.filter(|region| region.contains(p))?;
        Some(Hit {
            id: self.id,
            role: role(self.kind),
            label: self.spoken(),
            identifier: self.identifier.clone(),
            region,
            act: if self.enabled { self.act.clone() } else { None },
            scrolls,
            hold: self.hold.clone(),
            swipe: self.swipe.clone(),
        })
    }

    /// What a person would call the view: its label, else its placeholder.
    pub(crate) fn spoken(&self) -> Option<String> {
        let label = self.label.clone().filter(|label| !label.is_empty());
        label.or_else(|| self.placeholder.clone())
    }

    /// The same view and everything on it, moved.
    pub(crate) fn moved(mut self, dx: f64, dy: f64) -> Self {
        self.frame = self.frame.offset(dx, dy);
        self.hit = self.hit.map(|hit| hit.offset(dx, dy));
        self.clip = self.clip.map(|clip| clip.offset(dx, dy));
        self.children = self.children.into_iter().map(|child| child.moved(dx, dy)).collect();
        self
    }

    /// This view and every view on it, parents first.
    pub(crate) fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Self)) {
        visit(self);
        for child in &self.children {
            child.walk(visit);
        }
    }

    pub(crate) fn find(&self, id: u64) -> Option<&Self> {
        if self.id == id && !self.silent {
            return Some(self);
        }
        self.children.iter().find_map(|child| child.find(id))
    }
}

impl Act {
    /// A plain button's recogniser.
    pub(crate) fn run(effects: &Effects) -> Self {
        Self::Run { effects: effects.clone(), push: None, row: Params::new() }
    }
}

/// The role of an element type, in the words of the journal.
pub(crate) fn role(kind: &str) -> &'static str {
    match kind {
        "Button" => "button",
        "Icon" => "icon",
        "Key" => "key",
        "TextField" | "TextView" => "textbox",
        "SecureTextField" => "password",
        "SearchField" => "searchbox",
        "Switch" => "switch",
        "Slider" => "slider",
        "Stepper" => "stepper",
        "Cell" => "row",
        "StaticText" => "text",
        "Image" => "image",
        "CollectionView" | "Table" => "list",
        "NavigationBar" => "navigation bar",
        "TabBar" => "tab bar",
        "Keyboard" => "keyboard",
        "Alert" => "alert",
        "Sheet" => "sheet",
        "Window" => "window",
        "Link" => "link",
        "PickerWheel" => "wheel",
        "CheckBox" => "checkbox",
        "MenuItem" => "menu item",
        "WebView" => "web page",
        _ => "other",
    }
}
