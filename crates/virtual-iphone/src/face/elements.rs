//! Handles of elements: what an id on the wire stands for, and when it is stale.
//!
//! An id names a live view, not a place in a tree that was served: the same view keeps its id while
//! it lives, and an id whose view is gone, or that fell out of the last 1024, is stale. Source:
//! `docs/wires/wda.md`, "Elements".

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::ax::AppTree;

use super::fail::{Name, WireError};
use super::flat::Flat;
use super::kinds;

/// Handles a session remembers.
const CAPACITY: usize = 1024;

/// What an id stands for: a view's element in an app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Handle {
    pub(crate) bundle_id: String,
    view: u64,
    kind: &'static str,
    /// Which one, when a view shows as several elements of one type.
    nth: usize,
}

impl Handle {
    /// The node it stands for in its app's present tree.
    pub(crate) fn place(&self, flat: &Flat<'_>) -> Option<usize> {
        flat.iter()
            .filter(|(_, e)| e.node.view == self.view && e.node.kind == self.kind)
            .nth(self.nth)
            .map(|(id, _)| id)
    }

    pub(crate) fn view(&self) -> u64 {
        self.view
    }

    pub(crate) fn kind(&self) -> &'static str {
        self.kind
    }
}

/// The ids of a session, least recently used first to go.
#[derive(Debug, Default)]
pub(crate) struct Cache {
    handles: HashMap<String, (u64, Handle)>,
    uses: u64,
}

impl Cache {
    /// The id of a node, new or known.
    pub(crate) fn remember(&mut self, tree: &AppTree, flat: &Flat<'_>, node: usize) -> String {
        let Some(entry) = flat.get(node) else { return String::new() };
        let (view, kind) = (entry.node.view, entry.node.kind);
        let same =
            |id: &usize| flat.get(*id).is_some_and(|e| e.node.view == view && e.node.kind == kind);
        let nth = (0..node).filter(same).count();
        let handle = Handle { bundle_id: tree.bundle_id.clone(), view, kind, nth };
        let id = wire_id(&handle, tree.pid);
        self.uses += 1;
        self.handles.insert(id.clone(), (self.uses, handle));
        if self.handles.len() > CAPACITY {
            let oldest =
                self.handles.iter().min_by_key(|(_, used)| used.0).map(|(id, _)| id.clone());
            oldest.and_then(|id| self.handles.remove(&id));
        }
        id
    }

    /// What an id stands for.
    ///
    /// # Errors
    /// Stale element reference when it was never given or has been forgotten.
    pub(crate) fn get(&mut self, id: &str) -> Result<Handle, WireError> {
        self.uses += 1;
        let uses = self.uses;
        let found = self.handles.get_mut(id).map(|slot| {
            slot.0 = uses;
            slot.1.clone()
        });
        found.ok_or_else(|| stale(id))
    }
}

/// The error of an element that is not there any more.
pub(crate) fn stale(id: &str) -> WireError {
    WireError::new(
        Name::StaleElement,
        format!(
            "The previously found element \"{id}\" is not present in the current view anymore. Make sure the application UI has the expected state"
        ),
    )
}

/// Both keys that clients read an element by.
pub(crate) fn reference(id: &str) -> Value {
    json!({ "ELEMENT": id, "element-6066-11e4-a52e-4f735466cecf": id })
}

/// Looks like WDA's: made of the accessibility element's id and the process id, little-endian.
fn wire_id(handle: &Handle, pid: u32) -> String {
    let view = u128::from(handle.view.swap_bytes());
    let (high, rest) = ((view >> 32) as u32, view as u32);
    let process = pid.swap_bytes();
    let tail = (kinds::number(handle.kind) as u64) << 8 | handle.nth as u64 & 0xFF;
    format!(
        "{high:08X}-{:04X}-{:04X}-{:04X}-{:04X}{tail:08X}",
        rest >> 16,
        rest & 0xFFFF,
        process >> 16,
        process & 0xFFFF,
    )
}

#[cfg(test)]
mod tests {
    use super::Cache;
    use crate::face::fixture;
    use crate::face::flat::Flat;

    #[test]
    fn a_view_keeps_its_id_and_two_views_never_share_one() {
        let tree = fixture::tree();
        let flat = Flat::of(&tree.root);
        let mut cache = Cache::default();
        let ids: Vec<String> = (0..flat.len()).map(|n| cache.remember(&tree, &flat, n)).collect();
        let again: Vec<String> = (0..flat.len()).map(|n| cache.remember(&tree, &flat, n)).collect();
        assert_eq!(ids, again);
        assert_eq!(ids.iter().collect::<std::collections::HashSet<_>>().len(), flat.len());
        assert_eq!(ids[2], "03000000-0000-0000-7E0A-000000000900");
        for (node, id) in ids.iter().enumerate() {
            assert_eq!(cache.get(id).unwrap().place(&flat), Some(node));
        }
    }

    #[test]
    fn the_least_recently_used_of_more_than_1024_is_forgotten() {
        let mut tree = fixture::tree();
        let mut cache = Cache::default();
        let mut ids = Vec::new();
        for view in 0..1026 {
            tree.root.view = 10_000 + view;
            ids.push(cache.remember(&tree, &Flat::of(&tree.root), 0));
            if view == 1000 {
                assert!(cache.get(&ids[0]).is_ok());
            }
        }
        assert!(cache.get(&ids[0]).is_ok());
        assert!(cache.get(&ids[1]).is_err());
        assert!(cache.get(&ids[1025]).is_ok());
    }
}
