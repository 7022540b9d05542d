//! Outcomes under idempotency keys: a repeated call returns what the first one did.
//!
//! An entry belongs to caller, key, verb and arguments; the same key with other arguments is an
//! error. A run that ended unknown is filed as unknown and never sent again.

use std::collections::{HashMap, VecDeque};

use crate::application::report::Acted;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::ports::Caller;
use crate::domain::step::Step;

/// Most entries kept per device; the oldest go first.
const CAPACITY: usize = 512;

type Key = (Caller, String);

#[derive(Clone, Debug)]
struct Entry {
    arguments: String,
    /// `None` while it runs.
    outcome: Option<Result<Acted, DeviceError>>,
}

/// The outcomes of one device.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    entries: HashMap<Key, Entry>,
    order: VecDeque<Key>,
}

/// What the ledger says to a call with a key.
pub(super) enum Filed {
    /// Not seen before: go on, and file the outcome.
    New,
    /// Done before; this is what came of it.
    Before(Box<Result<Acted, DeviceError>>),
}

impl Ledger {
    /// Opens an entry, or answers from an earlier one.
    ///
    /// # Errors
    /// `KEY_REUSED` when the key was used for something else, or its first call still runs.
    pub(super) fn open(
        &mut self,
        caller: &Caller,
        key: &str,
        step: &Step,
    ) -> Result<Filed, DeviceError> {
        let id = (caller.clone(), key.to_owned());
        let arguments = format!("{step:?}");
        match self.entries.get(&id) {
            None => {
                self.insert(id, arguments);
                Ok(Filed::New)
            }
            Some(entry) if entry.arguments != arguments => {
                Err(reused("it was used for another call"))
            }
            Some(Entry { outcome: None, .. }) => Err(reused("its first call is still running")),
            Some(Entry { outcome: Some(outcome), .. }) => {
                let stored = outcome.clone().map(|acted| Acted { from_cache: true, ..acted });
                Ok(Filed::Before(Box::new(stored)))
            }
        }
    }

    /// Files the outcome of an opened entry. Failures that surely touched nothing are forgotten, so
    /// that the corrected call may use the key again.
    pub(super) fn file(
        &mut self,
        caller: &Caller,
        key: &str,
        outcome: &Result<Acted, DeviceError>,
        touched: bool,
    ) {
        let id = (caller.clone(), key.to_owned());
        if outcome.is_err() && !touched {
            self.entries.remove(&id);
            return;
        }
        if let Some(entry) = self.entries.get_mut(&id) {
            entry.outcome = Some(outcome.clone());
        }
    }

    fn insert(&mut self, id: Key, arguments: String) {
        self.order.push_back(id.clone());
        self.entries.insert(id, Entry { arguments, outcome: None });
        while self.order.len() > CAPACITY {
            if let Some(oldest) = self.order.pop_front() {
                self.entries.remove(&oldest);
            }
        }
    }
}

fn reused(why: &str) -> DeviceError {
    DeviceError::new(ErrorCode::KeyReused, format!("the idempotency key was used before: {why}"))
        .with_hint("use a new key for a new call")
}
