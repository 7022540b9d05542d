//! What requests cost on real hardware, and how many of them there were.
//!
//! One data file, `profiles.json`, holds every number with its tag (measured or assumed). A request
//! that has no row of its own costs a whole tree, so that no cheap way around a read exists.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::clock::ClockKind;

const TABLE: &str = include_str!("../profiles.json");

/// The hardware a phone pretends to be, as far as speed goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// Everything is free.
    #[default]
    Instant,
    Simulator,
    Usb,
    Wifi,
    /// A phone on USB with every assumed number doubled.
    Pessimistic,
}

impl Profile {
    pub const ALL: [Self; 5] =
        [Self::Instant, Self::Simulator, Self::Usb, Self::Wifi, Self::Pessimistic];

    pub fn name(self) -> &'static str {
        match self {
            Self::Instant => "instant",
            Self::Simulator => "simulator",
            Self::Usb => "usb",
            Self::Wifi => "wifi",
            Self::Pessimistic => "pessimistic",
        }
    }

    /// The profile of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|profile| profile.name() == name)
    }

    fn column(self) -> &'static str {
        if self == Self::Pessimistic { "usb" } else { self.name() }
    }
}

/// What one request makes the phone do, as far as its cost goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    Tree,
    Screenshot,
    /// A find that may stop at the first match of an identifier.
    Locate,
    /// A find that may stop at the first match of a predicate, a class or a chain.
    LocatePredicate,
    /// A find that reads the whole tree.
    Find,
    ActiveElement,
    Attribute,
    Clear,
    Tap,
    /// Anything that takes its own duration besides.
    Drag,
    Keys,
    Launch,
    Session,
    Settings,
    WindowSize,
    AlertButtons,
    AlertAnswer,
    Url,
    Pasteboard,
    Status,
    Foreground,
    AlertText,
    /// A call that nothing else names.
    Other,
    /// A request that reached no route.
    Unknown,
}

impl Work {
    /// The name the ledger counts it under.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tree => "tree",
            Self::Screenshot => "screenshot",
            Self::Locate => "locate",
            Self::LocatePredicate => "locate_predicate",
            Self::Find => "find",
            Self::ActiveElement => "active_element",
            Self::Attribute => "attribute",
            Self::Clear => "clear",
            Self::Tap => "tap",
            Self::Drag => "drag",
            Self::Keys => "keys",
            Self::Launch => "launch",
            Self::Session => "session",
            Self::Settings => "settings",
            Self::WindowSize => "window_size",
            Self::AlertButtons => "alert_buttons",
            Self::AlertAnswer => "alert_answer",
            Self::Url => "url",
            Self::Pasteboard => "pasteboard",
            Self::Status => "status",
            Self::Foreground => "foreground",
            Self::AlertText => "alert_text",
            Self::Other => "other",
            Self::Unknown => "unknown",
        }
    }

    /// The table's row: what has none of its own reads a whole tree.
    fn row(self) -> &'static str {
        match self {
            Self::Find | Self::Other => "tree",
            other => other.name(),
        }
    }

    /// How much of the cost passes before the effect: a tree is of the middle of its reading, an
    /// input lands early and its acknowledgement takes the rest.
    pub(crate) fn lead_share(self) -> f64 {
        match self {
            Self::Clear
            | Self::Tap
            | Self::Drag
            | Self::Keys
            | Self::Launch
            | Self::AlertAnswer
            | Self::Url => 0.2,
            _ => 0.5,
        }
    }

    /// Whether the size of the tree matters for the cost.
    pub(crate) fn reads_tree(self) -> bool {
        matches!(self.row(), "tree" | "locate" | "locate_predicate")
    }
}

#[derive(Debug, Deserialize)]
struct Row {
    seconds: Vec<f64>,
    #[serde(default)]
    tree_share: f64,
    #[serde(default)]
    per_character: f64,
    tag: String,
}

/// The cost table.
#[derive(Debug, Deserialize)]
pub(crate) struct Costs {
    profiles: Vec<String>,
    nodes: f64,
    fixed_share: f64,
    requests: BTreeMap<String, Row>,
}

impl Costs {
    /// The built-in table.
    ///
    /// # Errors
    /// The reason, if the data file does not parse.
    pub(crate) fn builtin() -> Result<Self, String> {
        serde_json::from_str(TABLE).map_err(|e| format!("profiles.json: {e}"))
    }

    /// Seconds that a request costs, without an input's own duration.
    pub(crate) fn seconds(
        &self,
        profile: Profile,
        work: Work,
        nodes: usize,
        characters: usize,
    ) -> f64 {
        let Some(row) = self.requests.get(work.row()) else { return 0.0 };
        let tree = self.requests.get("tree").map_or(0.0, |tree| self.cell(profile, tree));
        let sized = self.fixed_share + (1.0 - self.fixed_share) * nodes as f64 / self.nodes;
        let own = self.cell(profile, row);
        if work.row() == "tree" {
            return own * sized;
        }
        let factor = doubling(profile, row);
        own + tree * sized * row.tree_share * free(profile, factor)
            + row.per_character * characters as f64 * free(profile, factor)
    }

    fn cell(&self, profile: Profile, row: &Row) -> f64 {
        let column = self.profiles.iter().position(|name| name == profile.column());
        let seconds = column.and_then(|at| row.seconds.get(at)).copied().unwrap_or(0.0);
        seconds * doubling(profile, row)
    }
}

fn doubling(profile: Profile, row: &Row) -> f64 {
    if profile == Profile::Pessimistic && row.tag == "assumed" { 2.0 } else { 1.0 }
}

fn free(profile: Profile, factor: f64) -> f64 {
    if profile == Profile::Instant { 0.0 } else { factor }
}

/// Counts of requests and the time they took.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    requests: BTreeMap<&'static str, u64>,
    spent_us: u64,
}

impl Ledger {
    pub(crate) fn count(&mut self, work: Work, us: u64) {
        *self.requests.entry(work.name()).or_default() += 1;
        self.spent_us = self.spent_us.saturating_add(us);
    }

    /// `{"requests": {kind: count}, "device_seconds": {profile: seconds}}`.
    ///
    /// On a virtual clock the device's seconds are that clock, chosen waits included; on a real one
    /// they are the time that requests took.
    pub(crate) fn report(&self, profile: Profile, clock: ClockKind, now_us: u64) -> Value {
        let us = if clock == ClockKind::Virtual { now_us } else { self.spent_us };
        let seconds = us as f64 / 1_000_000.0;
        json!({ "requests": self.requests, "device_seconds": { profile.name(): seconds } })
    }
}

#[cfg(test)]
mod tests {
    use super::{Costs, Profile, Work};

    #[track_caller]
    fn check(profile: Profile, work: Work, nodes: usize, characters: usize, expected: f64) {
        let seconds = Costs::builtin().unwrap().seconds(profile, work, nodes, characters);
        assert!((seconds - expected).abs() < 1e-9, "{seconds} instead of {expected}");
    }

    #[test]
    fn costs_follow_the_table() {
        check(Profile::Simulator, Work::Tree, 150, 0, 1.0);
        check(Profile::Simulator, Work::Tree, 300, 0, 0.3 + 1.4);
        check(Profile::Usb, Work::Other, 150, 0, 1.28);
        check(Profile::Wifi, Work::Find, 0, 0, 0.483);
        check(Profile::Simulator, Work::Locate, 150, 0, 0.12 + 0.25);
        check(Profile::Usb, Work::LocatePredicate, 150, 0, 0.768);
        check(Profile::Simulator, Work::Keys, 150, 10, 0.15 + 0.17);
        check(Profile::Pessimistic, Work::Keys, 150, 10, 0.3 + 0.34);
        check(Profile::Pessimistic, Work::Tree, 150, 0, 1.28);
        for work in [Work::Tree, Work::Locate, Work::Keys, Work::Launch] {
            check(Profile::Instant, work, 500, 50, 0.0);
        }
    }

    #[test]
    fn every_row_has_a_number_for_every_profile_and_a_tag() {
        let costs = Costs::builtin().unwrap();
        for (name, row) in &costs.requests {
            assert_eq!(row.seconds.len(), costs.profiles.len(), "{name}");
            assert!(["measured", "assumed"].contains(&row.tag.as_str()), "{name}");
        }
    }
}
