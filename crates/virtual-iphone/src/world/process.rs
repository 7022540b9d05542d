//! Apps that are installed, the processes that run them, and the screens they show.
//!
//! Values belong to the installed app and outlive its process; screens, focus and alerts belong to
//! the process and end with it.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::apps::{AlertSpec, AppSpec, ScreenSpec};
use crate::geometry::Rect;

use super::scroll::Scroll;
use super::template::{Params, Scope};
use super::view::MenuEntry;

/// An installed app.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) spec: Arc<AppSpec>,
    pub(crate) values: Map<String, Value>,
    pub(crate) process: Option<Process>,
    /// The phone's clock, for texts that tell it.
    pub(crate) now: u64,
    /// Whether something on its screens changes every second.
    pub(crate) ticks: bool,
    /// Whether a spinner turns on its screens.
    pub(crate) spins: bool,
}

/// A running app.
#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) pid: u32,
    pub(crate) serial: u64,
    /// One navigation stack per tab, the bottom screen first; never empty.
    pub(crate) tabs: Vec<Vec<Screen>>,
    pub(crate) tab: usize,
    pub(crate) alerts: Vec<Alert>,
    pub(crate) keyboard: Keyboard,
    pub(crate) switches: Vec<SwitchMove>,
    /// What the focused field wants on the return key.
    pub(crate) return_label: String,
    /// The menu that is open.
    pub(crate) menu: Option<OpenMenu>,
    /// The row that a swipe moved, by its cell, and how far.
    pub(crate) opened: Option<(u64, f64)>,
    /// A pull to refresh runs until then.
    pub(crate) refreshing: u64,
    /// A keyboard window was left behind below the screen.
    pub(crate) parked: bool,
}

/// A menu over a screen.
#[derive(Clone, Debug)]
pub(crate) struct OpenMenu {
    pub(crate) serial: u64,
    pub(crate) anchor: Rect,
    pub(crate) entries: Arc<Vec<MenuEntry>>,
}

/// One screen in a navigation stack.
#[derive(Clone, Debug)]
pub(crate) struct Screen {
    pub(crate) serial: u64,
    pub(crate) name: String,
    pub(crate) params: Params,
    pub(crate) scroll: Scroll,
    /// Height of a banner that was inserted above the content.
    pub(crate) banner: f64,
}

/// The keyboard of a process.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Keyboard {
    /// The text input that has it.
    pub(crate) focus: Option<u64>,
    /// When it began to come or to go.
    pub(crate) since: u64,
    /// Whether it was ever shown, so that it can be seen going.
    pub(crate) leaving: bool,
    pub(crate) shifted: bool,
    pub(crate) digits: bool,
}

/// A switch that slides to its new position in the picture.
#[derive(Clone, Debug)]
pub(crate) struct SwitchMove {
    pub(crate) bind: String,
    pub(crate) on: bool,
    pub(crate) start: u64,
}

/// An alert that is open.
#[derive(Clone, Debug)]
pub(crate) struct Alert {
    pub(crate) serial: u64,
    pub(crate) spec: AlertSpec,
    pub(crate) since: u64,
    /// Values of the screen and row that raised it, for its buttons' effects.
    pub(crate) row: Params,
    pub(crate) asked: Option<Asked>,
}

/// On whose behalf the system asks, and who gets the answer.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) bundle_id: String,
    /// Value of the app that receives the pressed button's label.
    pub(crate) name: Option<String>,
    /// What is remembered.
    pub(crate) service: Option<String>,
}

/// The values of an app that has named none.
static NO_SCREEN: std::sync::LazyLock<ScreenSpec> = std::sync::LazyLock::new(ScreenSpec::default);

impl App {
    pub(crate) fn installed(spec: AppSpec) -> Self {
        let text = serde_json::to_string(&spec).unwrap_or_default();
        let ticks = text.contains("{now.seconds");
        let spins = text.contains("\"spinner\"") || text.contains("ActivityIndicator");
        let values = spec.state.clone();
        Self { values, spec: Arc::new(spec), process: None, now: 0, ticks, spins }
    }

    pub(crate) fn spec_of(&self, screen: &Screen) -> &ScreenSpec {
        self.spec.screens.get(&screen.name).unwrap_or(&NO_SCREEN)
    }

    pub(crate) fn scope<'a>(&'a self, screen: &'a Screen, row: &'a Params) -> Scope<'a> {
        Scope { values: &self.values, screen: &screen.params, row, now: self.now }
    }

    pub(crate) fn title_of(&self, screen: &Screen) -> String {
        self.scope(screen, &Params::new()).expand(&self.spec_of(screen).title)
    }

    /// Names of the first screens, one per tab.
    pub(crate) fn first_screens(&self) -> Vec<String> {
        if self.spec.tabs.is_empty() {
            vec![self.spec.root.clone()]
        } else {
            self.spec.tabs.iter().map(|tab| tab.screen.clone()).collect()
        }
    }
}

impl Process {
    pub(crate) fn stack(&self) -> &[Screen] {
        self.tabs.get(self.tab).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn top(&self) -> Option<&Screen> {
        self.stack().last()
    }

    pub(crate) fn top_mut(&mut self) -> Option<&mut Screen> {
        self.tabs.get_mut(self.tab).and_then(|stack| stack.last_mut())
    }

    /// The position of a bound switch in the picture, from 0 to 1.
    pub(crate) fn knob(&self, bind: &str, on: bool, now: u64, length: u64) -> f64 {
        let target = f64::from(u8::from(on));
        let moving = self.switches.iter().rev().find(|m| m.bind == bind && m.on == on);
        moving.map_or(target, |m| {
            let t = (now.saturating_sub(m.start) as f64 / length as f64).min(1.0);
            (1.0 - target) + (2.0 * target - 1.0) * t
        })
    }
}

impl Screen {
    pub(crate) fn new(serial: u64, name: &str, params: Params) -> Self {
        Self { serial, name: name.to_owned(), params, scroll: Scroll::default(), banner: 0.0 }
    }

    /// A stable view id: the screen, the item on it and the part of the item.
    pub(crate) fn id(&self, item: u32, part: u32) -> u64 {
        id(self.serial, item, part)
    }
}

/// Packs a view id: 12 bits of item, 8 bits of part.
pub(crate) fn id(serial: u64, item: u32, part: u32) -> u64 {
    (serial << 20) | (u64::from(item & 0xFFF) << 8) | u64::from(part & 0xFF)
}
