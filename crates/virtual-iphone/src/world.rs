//! The phone itself: views, apps, time and the journal of what was done to it.
//!
//! The world is pure and synchronous and never reads a clock: time is pushed into it. A touch is
//! routed by hit-testing views at the world's instant, never by looking at a tree that was served.

mod fault;
mod report;
mod setup;

use serde_json::{Value, json};

use crate::apps::AppSpec;
use crate::ax::{AppTree, AxNode};
use crate::geometry::{Point, Rect};
use crate::input::{JournalEntry, TouchEvent, TouchPhase, Wire};
use crate::scene::{Align, Color, Item, Scene};

pub use fault::WorldFault;
pub use report::{AlertInfo, AppStatus, Refused};
pub use setup::{DeviceSpec, Setup};

/// Bundle id of the home screen.
pub const SPRINGBOARD: &str = "com.apple.springboard";
const SPRINGBOARD_PID: u32 = 58;

/// One scripted phone.
#[derive(Debug)]
pub struct World {
    setup: Setup,
    now_ms: u64,
    front: Option<String>,
    revision: u64,
    journal: Vec<JournalEntry>,
    locked: bool,
    orientation: &'static str,
    pasteboard: String,
}

impl World {
    /// A phone at its home screen, at time zero.
    pub fn new(setup: Setup) -> Self {
        Self {
            setup,
            now_ms: 0,
            front: None,
            revision: 1,
            journal: Vec::new(),
            locked: false,
            orientation: "PORTRAIT",
            pasteboard: String::new(),
        }
    }

    pub fn device(&self) -> &DeviceSpec {
        &self.setup.device
    }

    pub fn now_ms(&self) -> u64 {
        self.now_ms
    }

    pub fn advance_to(&mut self, ms: u64) {
        self.now_ms = self.now_ms.max(ms);
    }

    pub fn frontmost(&self) -> &str {
        self.front.as_deref().unwrap_or(SPRINGBOARD)
    }

    pub fn apps(&self) -> Vec<AppStatus> {
        let springboard = AppStatus {
            bundle_id: SPRINGBOARD.to_owned(),
            name: " ".to_owned(),
            pid: Some(SPRINGBOARD_PID),
            state: if self.front.is_none() { 4 } else { 3 },
        };
        let apps = self.setup.apps.iter().enumerate().map(|(i, app)| {
            let front = self.front.as_ref() == Some(&app.bundle_id);
            AppStatus {
                bundle_id: app.bundle_id.clone(),
                name: app.name.clone(),
                pid: front.then_some(200 + i as u32),
                state: if front { 4 } else { 1 },
            }
        });
        std::iter::once(springboard).chain(apps).collect()
    }

    pub fn tree(&self, bundle_id: &str) -> Option<AppTree> {
        let app = self.apps().into_iter().find(|a| a.bundle_id == bundle_id)?;
        let icons = if self.front.is_none() { self.icons() } else { Vec::new() };
        let frame = self.bounds();
        let children = icons.iter().map(|(rect, app)| icon_node(*rect, app)).collect();
        let window = AxNode { view: 2, children, ..plain("Window", frame) };
        let root = AxNode {
            view: 1,
            label: Some(app.name),
            children: vec![window],
            ..plain("Application", frame)
        };
        Some(AppTree { pid: app.pid?, bundle_id: app.bundle_id, root })
    }

    pub fn alert(&self) -> Option<AlertInfo> {
        None
    }

    pub fn scene(&self) -> Scene {
        let mut items =
            vec![Item::Fill { rect: self.bounds(), color: Color(40, 80, 140, 255), radius: 0.0 }];
        for (rect, app) in self.icons() {
            items.push(Item::Fill { rect, color: Color(220, 220, 225, 255), radius: 14.0 });
            items.push(Item::Text {
                rect: Rect::new(rect.x - 10.0, rect.y + 64.0, rect.width + 20.0, 16.0),
                text: app.name.clone(),
                size: 12.0,
                color: Color(255, 255, 255, 255),
                align: Align::Center,
                bold: false,
                wrap: false,
            });
        }
        Scene { size: self.setup.device.size, scale: self.setup.device.scale, items }
    }

    pub fn revision(&self) -> u64 {
        self.revision
    }

    pub fn snapshot(&self) -> Value {
        json!({"now_ms": self.now_ms, "foreground": self.frontmost(), "screen": "home",
            "locked": self.locked, "keyboard": null, "alert": null, "views": [], "values": {}})
    }

    pub fn touch(&mut self, wire: Wire, events: &[TouchEvent]) {
        let Some(first) = events.iter().find(|e| e.phase == TouchPhase::Down) else { return };
        self.advance_to(self.now_ms + events.iter().map(|e| e.at_ms).max().unwrap_or(0));
        let hit = self.icons().into_iter().find(|(rect, _)| rect.contains(first.at));
        let hit = hit.map(|(_, app)| app.bundle_id.clone()).filter(|_| self.front.is_none());
        self.log(wire, "tap", Some(first.at), None);
        if hit.is_some() {
            self.front = hit;
        }
    }

    pub fn type_text(&mut self, _wire: Wire, _text: &str) -> Result<(), Refused> {
        Err(Refused::NoKeyboard)
    }

    pub fn press_key(&mut self, _wire: Wire, _key: &str) -> Result<(), Refused> {
        Err(Refused::NoKeyboard)
    }

    pub fn focused(&self) -> Option<u64> {
        None
    }

    pub fn focus(&mut self, _view: u64) -> Result<(), Refused> {
        Err(Refused::NoSuchView)
    }

    pub fn clear_text(&mut self, _wire: Wire, _view: u64) -> Result<(), Refused> {
        Err(Refused::NoSuchView)
    }

    pub fn adjust(&mut self, _wire: Wire, _view: u64, _value: &str) -> Result<(), Refused> {
        Err(Refused::NoSuchView)
    }

    pub fn scroll_to_visible(&mut self, _view: u64) -> Result<(), Refused> {
        Err(Refused::NoSuchView)
    }

    pub fn dismiss_keyboard(&mut self) -> Result<(), Refused> {
        Ok(())
    }

    pub fn answer_alert(&mut self, _wire: Wire, _button: &str) -> Result<(), Refused> {
        Err(Refused::NoAlert)
    }

    pub fn press_button(&mut self, wire: Wire, name: &str) -> Result<(), Refused> {
        if name.eq_ignore_ascii_case("home") {
            self.front = None;
        }
        self.log(wire, "button", None, Some(name.to_owned()));
        Ok(())
    }

    pub fn launch(&mut self, wire: Wire, id: &str, _relaunch: bool) -> Result<(), Refused> {
        self.activate(wire, id)
    }

    pub fn activate(&mut self, wire: Wire, bundle_id: &str) -> Result<(), Refused> {
        if !self.setup.apps.iter().any(|a| a.bundle_id == bundle_id) {
            return Err(Refused::NotInstalled(bundle_id.to_owned()));
        }
        self.front = Some(bundle_id.to_owned());
        self.log(wire, "activate", None, None);
        Ok(())
    }

    pub fn terminate(&mut self, wire: Wire, bundle_id: &str) -> bool {
        let was = self.front.as_deref() == Some(bundle_id);
        if was {
            self.front = None;
        }
        self.log(wire, "terminate", None, None);
        was
    }

    pub fn open_url(&mut self, _wire: Wire, url: &str) -> Result<(), Refused> {
        Err(Refused::Unsupported(url.to_owned()))
    }

    pub fn locked(&self) -> bool {
        self.locked
    }

    pub fn set_locked(&mut self, locked: bool) {
        self.locked = locked;
    }

    pub fn orientation(&self) -> &'static str {
        self.orientation
    }

    pub fn set_orientation(&mut self, orientation: &str) -> Result<(), Refused> {
        Err(Refused::Unsupported(orientation.to_owned()))
    }

    pub fn pasteboard(&self) -> &str {
        &self.pasteboard
    }

    pub fn set_pasteboard(&mut self, text: &str) {
        text.clone_into(&mut self.pasteboard);
    }

    pub fn journal(&self) -> &[JournalEntry] {
        &self.journal
    }

    pub fn inject(&mut self, _fault: WorldFault) -> Result<(), String> {
        Ok(())
    }

    pub fn reset(&mut self) {
        *self = Self::new(self.setup.clone());
    }

    fn bounds(&self) -> Rect {
        let size = self.setup.device.size;
        Rect::new(0.0, 0.0, size.width, size.height)
    }

    fn icons(&self) -> Vec<(Rect, &AppSpec)> {
        let place = |i: usize| Rect::new(27.0 + 95.0 * (i % 4) as f64, 90.0, 62.0, 62.0);
        self.setup.apps.iter().enumerate().map(|(i, app)| (place(i), app)).collect()
    }

    fn log(&mut self, wire: Wire, kind: &'static str, at: Option<Point>, text: Option<String>) {
        self.revision += 1;
        self.journal.push(JournalEntry {
            seq: self.journal.len() as u64 + 1,
            at_ms: self.now_ms,
            wire,
            kind,
            app: self.frontmost().to_owned(),
            view: None,
            x: at.map(|p| p.x),
            y: at.map(|p| p.y),
            text,
        });
    }
}

fn plain(kind: &'static str, frame: Rect) -> AxNode {
    AxNode { kind, frame, enabled: true, visible: true, ..AxNode::default() }
}

fn icon_node(frame: Rect, app: &AppSpec) -> AxNode {
    AxNode {
        view: u64::from(app.bundle_id.len() as u32) + 10,
        identifier: Some(app.name.clone()),
        label: Some(app.name.clone()),
        traits: vec!["Button"],
        accessible: true,
        hittable: true,
        ..plain("Icon", frame)
    }
}
