//! The runner's state: its one session, that session's settings and element handles.
//!
//! Also the rule that decides which application a call looks at. A session bound to a bundle id stays
//! with its app while that is in front; a session without one follows whatever is in front. Source:
//! `docs/wires/wda.md`, "Sessions".

use serde_json::{Value, json};

use crate::ax::{AppTree, AxNode};
use crate::geometry::{Rect, Size};
use crate::world::{SPRINGBOARD, World};

use super::elements::{Cache, Handle, stale};
use super::fail::WireError;
use super::flat::Flat;
use super::settings::Settings;

/// XCUIApplicationState of an app in front.
pub(crate) const FOREGROUND: u8 = 4;

/// One session.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) id: String,
    pub(crate) bundle_id: Option<String>,
    /// Whether the session's app ought to be running: if it is not, it crashed.
    pub(crate) is_app_expected: bool,
    /// Whether ending the session ends the app.
    pub(crate) terminates_app: bool,
}

/// How a fault bends the tree that is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Distortion {
    RootOnly,
    Unreadable,
    WrongApp,
}

/// Everything the runner remembers between requests.
#[derive(Debug)]
pub(crate) struct Runner {
    pub(crate) session: Option<Session>,
    pub(crate) settings: Settings,
    pub(crate) cache: Cache,
    pub(crate) appearance: &'static str,
    pub(crate) simulated_location: Option<(f64, f64)>,
    seed: u64,
    ids: u64,
}

impl Runner {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            session: None,
            settings: Settings::default(),
            cache: Cache::default(),
            appearance: "light",
            simulated_location: None,
            seed,
            ids: 0,
        }
    }

    /// Starts a session in place of the one there was; ids never repeat.
    pub(crate) fn open(&mut self, bundle_id: Option<String>, terminates_app: bool) -> String {
        self.ids += 1;
        let id = uuid(self.seed, self.ids);
        self.settings = self.settings.renewed();
        self.cache = Cache::default();
        self.session = Some(Session {
            id: id.clone(),
            is_app_expected: bundle_id.is_some(),
            bundle_id,
            terminates_app,
        });
        id
    }

    /// As after a start of the runner; ids go on, so that an old one is never valid again.
    pub(crate) fn forget(&mut self) {
        let ids = self.ids;
        *self = Self::new(self.seed);
        self.ids = ids;
    }

    /// The id that every envelope carries.
    pub(crate) fn session_id(&self) -> Value {
        self.session.as_ref().map_or(Value::Null, |session| session.id.clone().into())
    }

    /// The bundle id of the application that a call looks at.
    ///
    /// # Errors
    /// Invalid element state when the session's app ought to run and does not.
    pub(crate) fn active(&self, world: &World) -> Result<String, WireError> {
        let state = |id: &str| world.apps().iter().find(|app| app.bundle_id == id).map(|a| a.state);
        let chosen = self.settings.text("defaultActiveApplication");
        if !matches!(chosen, "" | "auto") && state(chosen) == Some(FOREGROUND) {
            return Ok(chosen.to_owned());
        }
        let session = self.session.as_ref();
        if let Some((session, bound)) = session.and_then(|s| Some((s, s.bundle_id.as_ref()?))) {
            match state(bound) {
                Some(FOREGROUND) if !self.defers_to_system(world) => return Ok(bound.clone()),
                Some(FOREGROUND) => return Ok(SPRINGBOARD.to_owned()),
                Some(2..) => {}
                _ if session.is_app_expected => {
                    return Err(WireError::state(format!(
                        "The application under test with bundle id '{bound}' is not running, possibly crashed"
                    )));
                }
                _ => {}
            }
        }
        Ok(world.frontmost().to_owned())
    }

    fn defers_to_system(&self, world: &World) -> bool {
        self.settings.flag("respectSystemAlerts")
            && world.alert().is_some_and(|alert| alert.owner == SPRINGBOARD)
    }

    /// The tree of the active application, no deeper than the settings allow.
    pub(crate) fn tree(&self, world: &World) -> Result<AppTree, WireError> {
        self.tree_of(world, &self.active(world)?)
    }

    /// The tree of one application.
    pub(crate) fn tree_of(&self, world: &World, bundle_id: &str) -> Result<AppTree, WireError> {
        let tree = world.tree(bundle_id);
        let mut tree = tree.ok_or_else(|| {
            WireError::unknown(format!("Error getting main window of {bundle_id}"))
        })?;
        let depth = self.settings.whole("snapshotMaxDepth").clamp(1, 62);
        prune(&mut tree.root, depth, self.settings.whole("snapshotMaxChildren"));
        Ok(tree)
    }

    /// An element's handle with its app's present tree and its place in it.
    ///
    /// # Errors
    /// Stale element reference when it is unknown, forgotten or gone.
    pub(crate) fn element(&mut self, world: &World, id: &str) -> Result<Found, WireError> {
        let handle = self.cache.get(id)?;
        let tree = self.tree_of(world, &handle.bundle_id).map_err(|_| stale(id))?;
        let place = handle.place(&Flat::of(&tree.root)).ok_or_else(|| stale(id))?;
        Ok(Found { handle, tree, place })
    }
}

/// A live element.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) handle: Handle,
    pub(crate) tree: AppTree,
    pub(crate) place: usize,
}

impl Found {
    pub(crate) fn node(&self) -> &AxNode {
        let flat = Flat::of(&self.tree.root);
        flat.get(self.place).map_or(&self.tree.root, |entry| entry.node)
    }
}

/// The screen in points, in the current orientation.
pub(crate) fn screen_size(world: &World) -> Size {
    let size = world.device().size;
    if world.orientation().contains("LANDSCAPE") {
        Size { width: size.height, height: size.width }
    } else {
        size
    }
}

/// Bends a tree the way a fault asks.
pub(crate) fn distorted(mut tree: AppTree, distortion: Distortion) -> AppTree {
    match distortion {
        Distortion::RootOnly => tree.root.children.clear(),
        Distortion::Unreadable => unread(&mut tree.root),
        Distortion::WrongApp => {}
    }
    tree
}

fn unread(node: &mut AxNode) {
    let children = std::mem::take(&mut node.children);
    let nowhere = Rect::new(f64::INFINITY, f64::INFINITY, 0.0, 0.0);
    *node = AxNode { view: node.view, kind: "Any", frame: nowhere, children, ..AxNode::default() };
    node.children.iter_mut().for_each(unread);
}

fn prune(node: &mut AxNode, depth: usize, children: usize) {
    if depth == 0 {
        node.children.clear();
        return;
    }
    node.children.truncate(children);
    for child in &mut node.children {
        prune(child, depth - 1, children);
    }
}

/// The reply to a new session, and to a question for one.
pub(crate) fn session_value(id: &str, world: &World) -> Value {
    json!({
        "sessionId": id,
        "capabilities": { "device": "iphone", "sdkVersion": world.device().os },
    })
}

/// An upper-case version-4 UUID drawn from a seed.
fn uuid(seed: u64, number: u64) -> String {
    let a = scramble(seed ^ number.wrapping_mul(0xA24B_AED4_963E_E407));
    let b = scramble(a ^ 0x5EED);
    format!(
        "{:08X}-{:04X}-4{:03X}-{:04X}-{:012X}",
        a >> 32,
        (a >> 16) & 0xFFFF,
        a & 0xFFF,
        0x8000 | (b >> 48 & 0x3FFF),
        b & 0xFFFF_FFFF_FFFF
    )
}

/// A step of splitmix64.
pub(crate) fn scramble(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::{Distortion, Runner, distorted, prune};
    use crate::face::fixture;

    #[test]
    fn session_ids_are_upper_case_uuids_that_never_repeat() {
        let mut runner = Runner::new(7);
        let (first, second) = (runner.open(None, true), runner.open(None, true));
        assert_ne!(first, second);
        assert_eq!(first.len(), 36);
        assert_eq!(first, first.to_uppercase());
    }

    #[test]
    fn a_tree_is_cut_at_the_depth_of_the_settings() {
        let mut tree = fixture::tree();
        prune(&mut tree.root, 2, 2);
        assert_eq!(tree.root.children[0].children.len(), 2);
        prune(&mut tree.root, 1, 9);
        assert_eq!(tree.root.count(), 2);
    }

    #[test]
    fn an_unreadable_tree_keeps_its_shape_and_nothing_else() {
        let whole = fixture::tree();
        let bent = distorted(whole.clone(), Distortion::Unreadable);
        assert_eq!(bent.root.count(), whole.root.count());
        assert_eq!(bent.root.children[0].children[0].kind, "Any");
        assert!(bent.root.label.is_none());
        assert_eq!(distorted(whole, Distortion::RootOnly).root.count(), 1);
    }
}
