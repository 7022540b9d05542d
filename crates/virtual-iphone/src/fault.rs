//! Faults of the wire as data: `{kind, route, after, times, seed}`.
//!
//! A fault waits for matching requests, lets `after` of them pass and then fires `times` times (once
//! when not given; 0 = until it is cleared). `route` is a part of the path, or `METHOD part`. Kinds
//! that the wire does not know are the world's. `clear` removes all wire faults.

use serde::Deserialize;
use serde_json::Value;

use crate::world::WorldFault;

/// What goes wrong between the client and the phone.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum WireFault {
    /// Nobody listens: for a number of connections, or until cleared.
    ConnectionRefused,
    /// The connection closes before anything is applied.
    DropBefore,
    /// The input is applied, and the connection closes without a reply.
    AckLost,
    /// The phone forgot its session.
    SessionLost,
    /// Another client's session replaced ours.
    SessionStolen,
    /// The request takes that much longer.
    Slow { ms: u64 },
    /// The reply never comes, and nothing is applied.
    Hang,
    /// A W3C error instead of an answer; nothing is applied.
    Error { error: String, message: String },
    /// The body ends before its declared length.
    TruncatedBody,
    /// The body is no JSON.
    GarbageBody,
    /// A tree without anything below its root.
    RootOnlySource,
    /// A tree whose attributes could not be read.
    AnySource,
    /// The tree of an app that is not in front.
    WrongAppSource,
    /// The stream of frames, not requests.
    Frame(FrameFault),
}

/// What goes wrong with the stream; `after` and `times` count frames of each viewer together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrameFault {
    /// Frames come that much later.
    Lag { ms: u64 },
    /// The connection stays, and nothing comes.
    Stalled,
    /// An interface on its side is shown as the panel has it.
    Unrotated,
    /// The connection ends in the middle of a frame.
    End,
}

const WIRE_KINDS: [&str; 18] = [
    "connection_refused",
    "drop_before",
    "ack_lost",
    "session_lost",
    "session_stolen",
    "slow",
    "hang",
    "error",
    "truncated_body",
    "garbage_body",
    "root_only_source",
    "any_source",
    "wrong_app_source",
    "frame_lag",
    "stalled_stream",
    "unrotated_frames",
    "stream_end",
    "clear",
];

/// A fault as it arrives.
#[derive(Debug, Deserialize)]
struct Spec {
    kind: String,
    #[serde(default)]
    route: Option<String>,
    #[serde(default)]
    after: Option<u64>,
    #[serde(default)]
    times: Option<u64>,
    #[serde(default)]
    seed: Option<u64>,
    #[serde(default)]
    ms: Option<u64>,
    #[serde(default)]
    error: Option<String>,
    #[serde(default)]
    message: Option<String>,
}

/// What a fault's JSON asks for.
#[derive(Debug)]
pub(crate) enum Asked {
    Clear,
    Wire(Scheduled),
    World(WorldFault),
}

/// One fault and when it fires.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scheduled {
    pub(crate) fault: WireFault,
    route: Option<String>,
    after: u64,
    /// None = until cleared.
    times: Option<u64>,
    pub(crate) seed: u64,
}

impl Asked {
    /// Reads a fault.
    ///
    /// # Errors
    /// What is wrong with it; for an unknown kind, with all kinds there are.
    pub(crate) fn parse(value: &Value) -> Result<Self, String> {
        let spec: Spec = serde_json::from_value(value.clone()).map_err(|e| e.to_string())?;
        let fault = match spec.kind.as_str() {
            "clear" => return Ok(Self::Clear),
            "connection_refused" => WireFault::ConnectionRefused,
            "drop_before" => WireFault::DropBefore,
            "ack_lost" => WireFault::AckLost,
            "session_lost" => WireFault::SessionLost,
            "session_stolen" => WireFault::SessionStolen,
            "slow" => WireFault::Slow { ms: spec.ms.unwrap_or(1000) },
            "hang" => WireFault::Hang,
            "error" => WireFault::Error {
                error: spec.error.unwrap_or_else(|| "unknown error".to_owned()),
                message: spec.message.unwrap_or_else(|| "a scripted fault".to_owned()),
            },
            "truncated_body" => WireFault::TruncatedBody,
            "garbage_body" => WireFault::GarbageBody,
            "root_only_source" => WireFault::RootOnlySource,
            "any_source" => WireFault::AnySource,
            "wrong_app_source" => WireFault::WrongAppSource,
            "frame_lag" => WireFault::Frame(FrameFault::Lag { ms: spec.ms.unwrap_or(1000) }),
            "stalled_stream" => WireFault::Frame(FrameFault::Stalled),
            "unrotated_frames" => WireFault::Frame(FrameFault::Unrotated),
            "stream_end" => WireFault::Frame(FrameFault::End),
            _ => return world_fault(value).map(Self::World),
        };
        let unbounded = match fault {
            WireFault::ConnectionRefused => true,
            WireFault::Frame(frame) => frame != FrameFault::End,
            _ => false,
        };
        let times = match spec.times {
            Some(0) => None,
            None if unbounded => None,
            None => Some(1),
            given => given,
        };
        Ok(Self::Wire(Scheduled {
            fault,
            route: spec.route,
            after: spec.after.unwrap_or(0),
            times,
            seed: spec.seed.unwrap_or(0),
        }))
    }
}

fn world_fault(value: &Value) -> Result<WorldFault, String> {
    serde_json::from_value(value.clone()).map_err(|error| {
        let text = error.to_string();
        if !text.contains("unknown variant") {
            return text;
        }
        let known: Vec<&str> = WIRE_KINDS.into_iter().chain(quoted(&text).skip(1)).collect();
        let kind = value.get("kind").and_then(Value::as_str).unwrap_or_default();
        format!("unknown fault kind '{kind}'; known kinds: {}", known.join(", "))
    })
}

/// The back-quoted names in serde's message: the unknown one first, then those it expected.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The wire faults that are waiting or active.
#[derive(Debug, Default)]
pub(crate) struct FaultBook {
    entries: Vec<Scheduled>,
}

impl FaultBook {
    pub(crate) fn add(&mut self, fault: Scheduled) {
        self.entries.push(fault);
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }

    /// The fault that this request meets, if any; the earliest scheduled one wins.
    pub(crate) fn meet(&mut self, method: &str, path: &str, is_source: bool) -> Option<Scheduled> {
        let applies = |entry: &Scheduled| match entry.fault {
            WireFault::ConnectionRefused | WireFault::Frame(_) => false,
            WireFault::RootOnlySource | WireFault::AnySource | WireFault::WrongAppSource => {
                is_source && entry.matches(method, path)
            }
            _ => entry.matches(method, path),
        };
        self.fire(applies)
    }

    /// What the first fault of the stream that `pick` takes does to a frame.
    pub(crate) fn meet_frame<T>(&mut self, pick: impl Fn(&FrameFault) -> Option<T>) -> Option<T> {
        let picked = |entry: &Scheduled| match &entry.fault {
            WireFault::Frame(fault) => pick(fault),
            _ => None,
        };
        let fired = self.fire(|entry| picked(entry).is_some())?;
        picked(&fired)
    }

    /// Whether the next connection is to be turned away, and whether the door stays shut.
    pub(crate) fn refuse_connection(&mut self) -> bool {
        self.fire(|entry| entry.fault == WireFault::ConnectionRefused).is_some()
    }

    /// Whether the listener itself is to be closed until somebody clears it.
    pub(crate) fn is_door_shut(&self) -> bool {
        let refused = |e: &&Scheduled| e.fault == WireFault::ConnectionRefused;
        self.entries.iter().find(refused).is_some_and(|e| e.after == 0 && e.times.is_none())
    }

    /// Whether the next connection will be turned away.
    pub(crate) fn is_refusing(&self) -> bool {
        self.entries.iter().any(|e| e.fault == WireFault::ConnectionRefused && e.after == 0)
    }

    fn fire(&mut self, applies: impl Fn(&Scheduled) -> bool) -> Option<Scheduled> {
        let mut hit = None;
        for (at, entry) in self.entries.iter_mut().enumerate() {
            if !applies(entry) {
                continue;
            }
            if entry.after > 0 {
                entry.after -= 1;
                continue;
            }
            hit = Some(at);
            break;
        }
        let at = hit?;
        let fired = self.entries[at].clone();
        if let Some(times) = &mut self.entries[at].times {
            *times = times.saturating_sub(1);
            if *times == 0 {
                self.entries.remove(at);
            }
        }
        Some(fired)
    }
}

impl Scheduled {
    fn matches(&self, method: &str, path: &str) -> bool {
        let Some(route) = &self.route else { return true };
        let (verb, part) = match route.split_once(' ') {
            Some((verb, part)) => (Some(verb), part),
            None => (None, route.as_str()),
        };
        verb.is_none_or(|verb| verb.eq_ignore_ascii_case(method))
            && path.to_ascii_lowercase().contains(&part.trim().to_ascii_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Asked, FaultBook, WireFault};

    fn book(values: &[serde_json::Value]) -> FaultBook {
        let mut book = FaultBook::default();
        for value in values {
            match Asked::parse(value).unwrap() {
                Asked::Wire(fault) => book.add(fault),
                other => panic!("{other:?}"),
            }
        }
        book
    }

    #[test]
    fn a_fault_waits_fires_and_is_spent() {
        let mut book =
            book(&[json!({"kind": "hang", "route": "post /tap", "after": 1, "times": 2})]);
        let mut meet = |method| book.meet(method, "/session/x/wda/TAP", false).is_some();
        assert_eq!([meet("GET"), meet("POST"), meet("POST")], [false, false, true]);
        assert_eq!([meet("POST"), meet("POST")], [true, false]);
    }

    #[test]
    fn source_faults_meet_trees_only() {
        let mut book = book(&[json!({"kind": "any_source"})]);
        assert!(book.meet("GET", "/status", false).is_none());
        assert_eq!(book.meet("GET", "/source", true).unwrap().fault, WireFault::AnySource);
    }

    #[test]
    fn an_unknown_kind_is_answered_with_all_kinds() {
        let error = Asked::parse(&json!({"kind": "gremlins"})).unwrap_err();
        assert!(error.contains("ack_lost") && error.contains("dead_control"), "{error}");
    }

    const PAGE: &str = include_str!("../../../docs/wires/faults.md");

    /// Kinds of the page with their examples.
    fn documented() -> Vec<(&'static str, serde_json::Value)> {
        let row = |line: &'static str| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let kind = cells.get(1)?.strip_prefix('`')?.strip_suffix('`')?;
            let example = cells.get(3)?.trim_matches('`');
            Some((kind, serde_json::from_str(example).unwrap()))
        };
        PAGE.lines().filter_map(row).collect()
    }

    #[test]
    fn the_page_has_an_example_of_every_kind_and_every_example_is_taken() {
        let error = Asked::parse(&json!({"kind": "gremlins"})).unwrap_err();
        let known: Vec<&str> = error.split("kinds: ").nth(1).unwrap().split(", ").collect();
        let page = documented();
        for kind in known.iter().filter(|kind| **kind != "clear") {
            assert!(page.iter().any(|(name, _)| name == kind), "{kind} is not on the page");
        }
        let served: Vec<_> = page.iter().filter(|(kind, _)| known.contains(kind)).collect();
        assert!(served.len() >= 40, "{}", served.len());
        for (kind, example) in served {
            assert_eq!(example["kind"], *kind);
            Asked::parse(example).unwrap();
        }
    }

    #[test]
    fn a_refused_connection_is_counted_or_lasts() {
        let mut counted = book(&[json!({"kind": "connection_refused", "times": 1})]);
        assert!(!counted.is_door_shut());
        assert!(counted.refuse_connection() && !counted.refuse_connection());
        assert!(book(&[json!({"kind": "connection_refused"})]).is_door_shut());
    }
}
