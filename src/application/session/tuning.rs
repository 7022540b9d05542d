//! Every span of time that a session chooses, in one place, with its reason.

use std::time::Duration;

use crate::domain::device::DeviceKind;

const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// The windows of one session. Shipped values by [`Tuning::shipped`]; tests and benches shorten them.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// Watch pictures of the screen while settling; without them trees are read until two agree.
    pub frames: bool,
    /// Nothing new for this long is rest. Pictures are polled, so a stream's 250 ms is not enough.
    pub quiet: Duration,
    /// The same where pictures come by themselves.
    pub stream_quiet: Duration,
    /// A stream may show a screen this long after a tree did.
    pub stream_lag: Duration,
    /// Nothing new for this long after an input is "nothing happened". iOS starts every animation
    /// of its own within 0.7 s of a touch; a phone acknowledges later than a simulator.
    pub no_effect: Duration,
    /// Between two pictures. Shorter costs device time and shows nothing a person would see.
    pub frame_gap: Duration,
    /// Between two trees where there are no pictures.
    pub read_gap: Duration,
    /// A screen that has not come to rest by then never will (video, game).
    pub ceiling: Duration,
    /// The same for launches and links, which load.
    pub launch_ceiling: Duration,
    /// Pictures that never rest are given up after this, and trees are compared instead.
    pub restless: Duration,
    /// How long a caller's expectation is waited for beyond settling.
    pub expectation: Duration,
    /// How long a touch waits for its surroundings to stop moving; iOS swallows it otherwise.
    pub moving: Duration,
    /// A field that still shows its old text is read again after this: some fields are slow.
    pub slow_field: Duration,
    /// Longest time for one request to a runner.
    pub request: Duration,
    /// Longest time to open a road that need not start anything.
    pub attach: Duration,
}

/// How often a reading that tore is taken again before it is returned as unsettled.
pub(super) const TORN_READS: u32 = 2;
/// How often a tree that shows nothing of what the picture shows is read again: trees lag behind
/// pictures, seldom by more than a second.
pub(super) const DOUBTED_READS: u32 = 2;
/// A caret is at most so many cells of a picture: 2 by 30 points, across the edges of cells.
pub(super) const CARET_CELLS: usize = 8;
/// A locate that costs more than this share of a read is not worth it.
pub(super) const LOCATE_SHARE: f64 = 0.6;
/// Frames that differ by at most this many points are the same place.
pub(super) const SAME_PLACE: f64 = 2.0;
/// Smallest side of the visible part of a target that is touched, in points.
pub(super) const TOUCHABLE: f64 = 8.0;
/// Pages that `until` looks through before it gives up; 60 pages are some 700 rows.
pub(super) const MAX_PAGES: u32 = 60;
/// The finger travels this share of the area's height, so that a page overlaps the last.
pub(super) const PAGE_SHARE: f64 = 0.6;
/// Travel time of a page, and the rest before lifting, which takes the momentum out.
pub(super) const PAGE_TRAVEL_MS: u32 = 300;
/// See [`PAGE_TRAVEL_MS`].
pub(super) const PAGE_REST_MS: u32 = 100;
/// A swipe's travel: fast enough to throw, slow enough to be followed.
pub(super) const SWIPE_TRAVEL_MS: u32 = 150;
/// Two fingers use this share of an area's width at their widest.
pub(super) const PINCH_SHARE: f64 = 0.8;
/// Fingers cannot be nearer than this, in points: iOS takes them for one.
pub(super) const SMALLEST_PINCH: f64 = 16.0;
/// A pinch's travel.
pub(super) const PINCH_TRAVEL_MS: u32 = 400;
/// A slider that was moved and stands within this share of what was asked is there: iOS tells whole
/// percents, and a finger hits whole points.
pub(super) const SLIDER_TOLERANCE: f64 = 0.011;
/// A slider that was not touched is there already only if it would show the same percent.
pub(super) const SAME_SHARE: f64 = 0.005;

/// Tokens of the digest whose elements are tagged on a picture: the text is not sent, and more tags
/// than some 120 cannot be told apart.
pub(super) const PICTURE_BUDGET: usize = 2_000;

impl Tuning {
    /// The values that are shipped for a kind of device.
    pub const fn shipped(kind: DeviceKind) -> Self {
        let no_effect = match kind {
            DeviceKind::Simulator | DeviceKind::Virtual => ms(1200),
            DeviceKind::Phone | DeviceKind::Runner => ms(1600),
        };
        Self {
            frames: true,
            quiet: ms(400),
            stream_quiet: ms(250),
            stream_lag: ms(400),
            no_effect,
            frame_gap: ms(50),
            read_gap: ms(300),
            ceiling: ms(8_000),
            launch_ceiling: ms(20_000),
            restless: ms(2_500),
            expectation: ms(3_000),
            moving: ms(1_500),
            slow_field: ms(1_000),
            request: ms(30_000),
            attach: ms(10_000),
        }
    }

    /// No windows and no pictures: for measuring the product itself on an instant phone.
    pub const fn instant() -> Self {
        Self {
            frames: false,
            quiet: ms(0),
            no_effect: ms(0),
            read_gap: ms(0),
            frame_gap: ms(0),
            slow_field: ms(0),
            expectation: ms(0),
            ..Self::shipped(DeviceKind::Virtual)
        }
    }
}
