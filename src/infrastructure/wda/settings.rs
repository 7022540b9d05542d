//! What every WDA session is told, and the numbers this road works by, each with its reason.
//!
//! WDA forgets its session settings whenever a session is created, so they are pushed after every
//! one. Source: docs/wires/wda.md, "Sessions" and "Settings that are pushed".

use std::time::Duration;

use serde_json::{Value, json};

/// Levels of the tree that WDA fetches. 40 and 60 gave the same 421 nodes on a phone, 20 lost 85;
/// XCTest gives no more than 62.
pub(super) const SNAPSHOT_DEPTH: u32 = 50;
/// Levels for the one retry after a whole read took too long: shows the frame of the screen, costs
/// about three quarters.
pub(super) const SHALLOW_DEPTH: u32 = 20;
/// How long a whole read may take before it is tried once more with fewer levels. Public figures
/// are 0.3 to 10 s for lists of 200 rows; a read that hangs takes 60 s.
pub(super) const READ_PATIENCE: Duration = Duration::from_secs(15);
/// What must be left of the deadline for the retry to be worth a request.
pub(super) const RETRY_NEEDS: Duration = Duration::from_secs(2);
/// How long a runner may take to say that it is there. Appium and facebook-wda wait 3 s.
pub(super) const STATUS_PATIENCE: Duration = Duration::from_secs(3);
/// How long a connection may take to open. A refused one fails at once; a phone on Wi-Fi that fell
/// asleep does not answer.
pub(super) const CONNECT_PATIENCE: Duration = Duration::from_secs(5);
/// Largest reply that is read, in bytes; a screenshot of an iPad is about 10 MB in base64.
pub(super) const BODY_LIMIT: usize = 64 * 1024 * 1024;
/// Replies up to this size are parsed where they arrive, larger ones on a blocking thread: 256 KB
/// of tree take about a millisecond.
pub(super) const INLINE_PARSE: usize = 256 * 1024;
/// How long a finger of a tap stays down and up, in milliseconds. 50 to 100 is what clients use.
pub(super) const TAP_PAUSE_MS: u32 = 60;
/// Longest gesture that is accepted, in milliseconds: WDA serves nothing else meanwhile.
pub(super) const LONGEST_GESTURE_MS: u64 = 60_000;

/// What a new session is asked to be: bound to no app, so that it follows whatever is in front
/// (naming an app pins `/source` to it for good), and not ending anything when it ends.
pub(super) fn capabilities() -> Value {
    json!({"capabilities": {
        "alwaysMatch": {
            "shouldTerminateApp": false,
            "shouldWaitForQuiescence": false,
            "eventloopIdleDelaySec": 0,
        },
        "firstMatch": [{}],
    }})
}

/// The settings of every session.
///
/// `respectSystemAlerts` is left alone: it only matters to sessions that are bound to an app.
pub(super) fn every_session() -> Value {
    json!({"settings": {
        "snapshotMaxDepth": SNAPSHOT_DEPTH,
        // Waiting for an app that animates without end costs the whole timeout on every call.
        "waitForIdleTimeout": 0,
        "animationCoolOffTimeout": 0,
        // A find that answers with its rectangle saves a request each for place, type and texts.
        "shouldUseCompactResponses": false,
        "elementResponseAttributes":
            "type,label,rect,attribute/name,attribute/value,attribute/placeholderValue",
        // A find by identifier stops at the first match; uniqueness is asked for by find-all.
        "useFirstMatch": true,
        // Text must arrive as it was sent.
        "keyboardAutocorrection": false,
        "keyboardPrediction": false,
        // Pictures are compared cell by cell; a lossy capture smears a change over its neighbours.
        "screenshotQuality": 0,
        // A cell of evidence is 12 points, so a pixel a point is enough of the stream; on the
        // three pixels a point of a phone it is a ninth to send and to decode.
        "mjpegScalingFactor": 33,
    }})
}

/// The one setting that a shallow retry changes.
pub(super) fn depth(levels: u32) -> Value {
    json!({"settings": {"snapshotMaxDepth": levels}})
}
