//! Ports: the abilities of one road, a way to automate one device.
//!
//! A road is attached to one device, so its traits take no device. Reads may be repeated by their
//! adapter when a session was lost; an input is sent at most once, and its fate is a [`Delivery`].
//! All coordinates are points in the current orientation.

use std::sync::Arc;

use async_trait::async_trait;

use crate::domain::app::{ForegroundApp, InstalledApp};
use crate::domain::device::Device;
use crate::domain::element::Identity;
use crate::domain::error::DeviceError;
use crate::domain::frame::{Frame, Screenshot};
use crate::domain::geometry::{Rect, Size};
pub use crate::domain::observation::AlertSeen;
use crate::domain::observation::RoadId;
use crate::domain::role::Role;
use crate::domain::step::{Delivery, Input, Unable};
use crate::domain::time::{Deadline, Moment, TimeSpan};
use crate::domain::tree::UiTree;

/// A way to automate devices: WebDriverAgent, a companion, a command line.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait UiAutomationGateway: Send + Sync {
    /// Opens a road to `device`; may start what it needs within the deadline.
    ///
    /// # Errors
    /// `BACKEND_UNAVAILABLE` when this way cannot be used here (the next one may be tried),
    /// `DEVICE_NOT_READY` or `PREPARING` when it may be later.
    async fn attach(&self, device: &Device, by: Deadline) -> Result<UiRoad, DeviceError>;
}

/// The abilities of one attached road. What is absent is `None`.
#[derive(Clone)]
pub struct UiRoad {
    pub id: RoadId,
    pub reader: Arc<dyn TreeReader>,
    pub hands: Arc<dyn Hands>,
    pub screens: Arc<dyn ScreenReader>,
    pub locator: Option<Arc<dyn Locator>>,
    pub fields: Option<Arc<dyn Fields>>,
    pub alerts: Option<Arc<dyn Alerts>>,
    /// Frames as they come; where absent, the session takes frames from `screens`.
    pub frames: Option<Arc<dyn FrameSource>>,
    /// Which apps the device has; absent where only a bundle id can name one.
    pub apps: Option<Arc<dyn InstalledApps>>,
    /// Something to say to the caller about the attachment, e.g. that a session was taken over.
    pub note: Option<String>,
}

/// Lists the apps of one device.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait InstalledApps: Send + Sync {
    /// # Errors
    /// When they could not be listed, which says nothing of any app.
    async fn installed(&self, by: Deadline) -> Result<Vec<InstalledApp>, DeviceError>;
}

/// The exclusive right to touch a device now. Only a device's room makes one, so nobody else can
/// send an input:
///
/// ```compile_fail
/// let turn = ios_mcp::domain::ports::Turn::granted();
/// ```
///
/// ```compile_fail
/// let turn = ios_mcp::domain::ports::Turn { _private: () };
/// ```
///
/// ```
/// fn nobody_has_one(_: &ios_mcp::domain::ports::Turn) {}
/// ```
#[derive(Debug)]
pub struct Turn {
    _private: (),
}

impl Turn {
    /// Made by the room that owns the device, and by nothing else (`tests/architecture.rs`).
    pub(crate) const fn granted() -> Self {
        Self { _private: () }
    }

    /// A turn for tests of hands without a room.
    #[cfg(feature = "testing")]
    pub const fn for_testing() -> Self {
        Self { _private: () }
    }
}

/// One reading of the accessibility tree.
#[derive(Clone, Debug)]
pub struct Reading {
    pub tree: UiTree,
    pub span: TimeSpan,
    /// Size of the app's screen in points, where the back end said it beside the tree.
    pub screen: Option<Size>,
}

/// Reads trees and what is in front. Takes no turn; never touches.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait TreeReader: Send + Sync {
    /// The whole tree of the app in front.
    ///
    /// # Errors
    /// `SCREEN_UNREADABLE` when the back end could not read it, `TIMEOUT`, `DEVICE_GONE`,
    /// `DEVICE_TAKEN`; a failed look is never an empty tree.
    async fn read(&self, by: Deadline) -> Result<Reading, DeviceError>;

    /// The app in front.
    async fn foreground(&self, by: Deadline) -> Result<ForegroundApp, DeviceError>;

    /// Screen size in points, current orientation.
    async fn screen_size(&self, by: Deadline) -> Result<Size, DeviceError>;
}

/// The hands of a road: whatever can put one input on the device.
///
/// Returning means the device acknowledged the event, not that the interface settled. No
/// implementation repeats an input.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait Hands: Send + Sync {
    /// Whether `input` is within reach of this road, decided before anything is sent.
    fn accepts(&self, input: &Input) -> Result<(), Unable>;

    /// Sends `input` once. `Uncertain` when it may have arrived and the acknowledgement did not.
    async fn send(&self, turn: &Turn, input: &Input, by: Deadline) -> Delivery;
}

/// Takes pictures. Takes no turn.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait ScreenReader: Send + Sync {
    /// A picture of the screen as the device encodes it.
    async fn screenshot(&self, by: Deadline) -> Result<Screenshot, DeviceError>;

    /// A picture reduced to evidence; `size` is the screen in points.
    async fn frame(&self, size: Size, by: Deadline) -> Result<Frame, DeviceError>;

    /// One picture as it is and as evidence: what is shown is what was compared.
    async fn pictured(&self, size: Size, by: Deadline) -> Result<(Screenshot, Frame), DeviceError>;
}

/// How sure a locate must be that there is only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// The first match will do; its uniqueness is known from the last whole tree.
    FirstMatch,
    /// All matches are counted.
    Proven,
}

/// Where an identity is now, without a whole read.
#[derive(Clone, Debug, PartialEq)]
pub enum Located {
    One { frame: Rect, role: Role, label: Option<String>, value: Option<String>, sole: bool },
    Several(usize),
    Gone,
}

/// Finds one element by its identity, cheaper than a whole read.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait Locator: Send + Sync {
    /// Whether this identity can be put into the back end's words.
    fn can_name(&self, identity: &Identity) -> bool;

    /// Where it is now.
    async fn locate(
        &self,
        identity: &Identity,
        how: Uniqueness,
        by: Deadline,
    ) -> Result<Located, DeviceError>;
}

/// The field that has the keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FocusedField {
    pub role: Option<Role>,
    pub identifier: Option<String>,
    pub label: Option<String>,
    /// Its text; `None` when empty. A placeholder is not text.
    pub text: Option<String>,
    pub secure: bool,
}

/// Reads the focused text field without a whole read.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait Fields: Send + Sync {
    /// The focused field, or `None` when nothing has the keyboard.
    async fn focused(&self, by: Deadline) -> Result<Option<FocusedField>, DeviceError>;
}

/// Sees alerts that the app's tree may not hold. Answering is an input: [`Input::AlertButton`].
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait Alerts: Send + Sync {
    /// The alert in front, or `None` when the device says there is none.
    async fn showing(&self, by: Deadline) -> Result<Option<AlertSeen>, DeviceError>;
}

/// Frames as they come from a stream.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait FrameSource: Send + Sync {
    /// The first frame that arrives after `after`; `size` is the screen in points.
    ///
    /// # Errors
    /// `SCREEN_UNREADABLE` when the stream cannot be opened, stalls, ends or shows another shape.
    async fn frame(&self, size: Size, after: Moment, by: Deadline) -> Result<Frame, DeviceError>;
}
