//! A world with the shorthands that the tests share.

use serde_json::Value;
use virtual_iphone::ax::AxNode;
use virtual_iphone::geometry::Point;
use virtual_iphone::input::{JournalEntry, TouchEvent, TouchPhase, Wire};
use virtual_iphone::world::{Setup, World};

pub(crate) const SETTINGS: &str = "com.apple.Preferences";
pub(crate) const CONTACTS: &str = "com.apple.MobileAddressBook";
pub(crate) const NOTES: &str = "com.apple.mobilenotes";
pub(crate) const FORM: &str = "com.example.form";

pub(crate) struct Phone {
    pub(crate) world: World,
}

impl Phone {
    /// At the home screen.
    pub(crate) fn home() -> Self {
        Self { world: World::new(Setup::builtin(1)) }
    }

    /// With an app in front and nothing moving.
    pub(crate) fn with(bundle_id: &str) -> Self {
        let mut phone = Self::home();
        phone.world.launch(Wire::Wda, bundle_id, false).unwrap();
        phone.wait(2_000);
        phone
    }

    pub(crate) fn wait(&mut self, ms: u64) {
        self.world.advance_to(self.world.now_ms() + ms);
    }

    pub(crate) fn inject(&mut self, fault: &str) {
        self.world.inject(serde_json::from_str(fault).unwrap()).unwrap();
    }

    pub(crate) fn tap_at(&mut self, x: f64, y: f64) {
        self.press_at(x, y, 60);
    }

    pub(crate) fn press_at(&mut self, x: f64, y: f64, ms: u64) {
        let at = Point { x, y };
        let event = |at_ms, phase| TouchEvent { at_ms, finger: 0, phase, at };
        self.world.touch(Wire::Wda, &[event(0, TouchPhase::Down), event(ms, TouchPhase::Up)]);
    }

    /// Drags in steps of 10 ms; a rest before the lift takes the momentum away.
    pub(crate) fn drag(&mut self, from: (f64, f64), to: (f64, f64), ms: u64, rest_ms: u64) {
        let at =
            |t: f64| Point { x: from.0 + (to.0 - from.0) * t, y: from.1 + (to.1 - from.1) * t };
        let event = |at_ms, phase, t| TouchEvent { at_ms, finger: 0, phase, at: at(t) };
        let mut events = vec![event(0, TouchPhase::Down, 0.0)];
        for step in 1..=ms / 10 {
            events.push(event(step * 10, TouchPhase::Move, (step * 10) as f64 / ms as f64));
        }
        events.push(event(ms + rest_ms, TouchPhase::Up, 1.0));
        self.world.touch(Wire::Wda, &events);
    }

    /// Taps the middle of the first visible node of that kind and name, then waits it out.
    pub(crate) fn tap(&mut self, kind: &str, name: &str) {
        let center = self.node(kind, name).frame.center();
        self.tap_at(center.x, center.y);
        self.wait(1_000);
    }

    pub(crate) fn nodes(&self) -> Vec<AxNode> {
        let mut nodes = Vec::new();
        flatten(&self.world.tree(self.world.frontmost()).unwrap().root, &mut nodes);
        nodes
    }

    pub(crate) fn find(&self, kind: &str, name: &str) -> Option<AxNode> {
        let fits = |n: &AxNode| {
            n.kind == kind && (n.name() == Some(name) || n.label.as_deref() == Some(name))
        };
        self.nodes().into_iter().find(|n| fits(n) && n.visible)
    }

    pub(crate) fn node(&self, kind: &str, name: &str) -> AxNode {
        self.find(kind, name).unwrap_or_else(|| panic!("no visible {kind} {name:?}"))
    }

    pub(crate) fn value(&self, bundle_id: &str, name: &str) -> Value {
        self.world.snapshot()["values"][bundle_id][name].clone()
    }

    pub(crate) fn screen(&self) -> String {
        self.world.snapshot()["screen"].as_str().unwrap().to_owned()
    }

    pub(crate) fn last(&self) -> &JournalEntry {
        self.world.journal().last().unwrap()
    }

    /// Label of the view that took the last input.
    pub(crate) fn last_label(&self) -> Option<&str> {
        self.last().view.as_ref().and_then(|view| view.label.as_deref())
    }
}

fn flatten(node: &AxNode, into: &mut Vec<AxNode>) {
    let mut own = node.clone();
    own.children = Vec::new();
    into.push(own);
    for child in &node.children {
        flatten(child, into);
    }
}
