//! Ports: what the application needs of the world, one trait per capability.
//!
//! An optional ability is a separate trait that is absent, never a method that says "unsupported".
//! Every trait is object-safe and held as `Arc<dyn …>`.

pub mod device;
pub mod flow;
pub mod pause;
pub mod picture;
pub mod road;
pub mod safety;

pub use self::device::{DeviceFamily, DeviceGateway};
pub use self::flow::FlowStore;
pub use self::pause::Pause;
pub use self::picture::{FittedPicture, PictureFormat, PictureGateway, PictureLimits};
pub use self::road::{
    AlertSeen, Alerts, Fields, FocusedField, FrameSource, Hands, InstalledApps, Located, Locator,
    Reading, ScreenReader, TreeReader, Turn, UiAutomationGateway, UiRoad, Uniqueness,
};
pub use self::safety::{
    Access, Answer, Approver, Caller, Permit, Question, Receipt, TenancyError, TenancyGateway,
};
