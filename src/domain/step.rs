//! Interactions as values, and what became of the inputs they were made of.

use super::app::BundleId;
use super::element::Ref;
use super::error::DeviceError;
use super::flow::Known;
use super::geometry::{Point, Rect};
use super::role::Role;

/// Which element a step is about.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A ref that was shown to the caller.
    Ref(Ref),
    /// A visible text or identifier, optionally only of one role.
    Match(ElementQuery),
    /// Whatever has the focus.
    Focused,
    /// A position in points; judged by what is there.
    Point(Point),
    /// An element of an earlier session's screen, by what made it that element.
    Known(Box<Known>),
}

/// A plain-language description of one element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementQuery {
    pub text: String,
    pub role: Option<Role>,
}

/// A direction on the screen; for scrolling, the way to look (`Down` shows what lies below).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Direction {
    pub const fn word(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// A button of the device or a named key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HardwareButton {
    Home,
    Lock,
    VolumeUp,
    VolumeDown,
}

impl HardwareButton {
    pub const ALL: [Self; 4] = [Self::Home, Self::Lock, Self::VolumeUp, Self::VolumeDown];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Home => "home",
            Self::Lock => "lock",
            Self::VolumeUp => "volume_up",
            Self::VolumeDown => "volume_down",
        }
    }
}

/// Where a swipe goes.
#[derive(Clone, Debug, PartialEq)]
pub enum SwipePath {
    /// The way the finger moves, through the middle of the content.
    Way(Direction),
    Between {
        from: Target,
        to: Target,
    },
}

/// How an alert is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AlertAnswer {
    /// By a button's label.
    Button(String),
    /// By what it says yes with; refused where there are three buttons or more.
    Accept,
    /// By what it says no with; refused likewise.
    Dismiss,
}

/// One interaction.
#[derive(Clone, Debug, PartialEq)]
pub enum UiStep {
    /// Taps once or twice.
    Tap {
        target: Target,
        count: u8,
    },
    /// Presses and holds.
    Hold {
        target: Target,
        seconds: f64,
    },
    /// Moves a finger fast and lifts it in motion.
    Swipe {
        path: SwipePath,
    },
    /// Picks something up after holding it, carries it to another place and lets go at rest.
    Drag {
        from: Target,
        to: Target,
        hold_seconds: f64,
    },
    /// Spreads two fingers (`scale` above 1) or closes them, on the target or in the middle.
    Pinch {
        target: Option<Target>,
        scale: f64,
    },
    PressKey {
        key: Key,
    },
    /// Answers the alert in front.
    AnswerAlert {
        answer: AlertAnswer,
    },
    /// Types into the target, or into the focused field; `clear` replaces instead of appending.
    TypeText {
        text: String,
        target: Option<Target>,
        clear: bool,
        submit: bool,
    },
    /// Brings a control to a value: on or off, a percentage, a number, an option's text, a date.
    SetValue {
        target: Target,
        value: String,
    },
    /// Scrolls a page, or until a text is visible.
    Scroll {
        direction: Direction,
        until: Option<String>,
        area: Option<Target>,
    },
    PressButton {
        button: HardwareButton,
    },
    LaunchApp {
        app: BundleId,
        fresh: bool,
        arguments: Vec<String>,
    },
    /// The same by the name under the app's icon; becomes a launch by bundle id.
    LaunchNamed {
        name: String,
        fresh: bool,
        arguments: Vec<String>,
    },
    OpenUrl {
        url: String,
    },
    /// Waits until a text is (or is no longer) on the screen; a miss is data, not an error.
    WaitFor {
        text: String,
        gone: bool,
        timeout: std::time::Duration,
    },
}

impl UiStep {
    /// The verb as tools and verdict lines name it.
    pub const fn verb(&self) -> &'static str {
        match self {
            Self::Tap { .. } => "tap",
            Self::Hold { .. } => "hold",
            Self::Swipe { .. } => "swipe",
            Self::Drag { .. } => "drag",
            Self::Pinch { .. } => "pinch",
            Self::PressKey { .. } => "press_key",
            Self::AnswerAlert { .. } => "answer_alert",
            Self::TypeText { .. } => "type_text",
            Self::SetValue { .. } => "set_value",
            Self::Scroll { .. } => "scroll",
            Self::PressButton { .. } => "press_button",
            Self::LaunchApp { .. } | Self::LaunchNamed { .. } => "launch_app",
            Self::OpenUrl { .. } => "open_url",
            Self::WaitFor { .. } => "wait_for",
        }
    }
}

/// Text that must (or, with `absent`, must not) be on the screen afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    pub text: String,
    pub absent: bool,
}

impl Expectation {
    /// Parses `Saved` or `!Loading`.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` when nothing but white space is expected.
    pub fn parse(text: &str) -> Result<Self, DeviceError> {
        let (absent, rest) = match text.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        if rest.trim().is_empty() {
            return Err(DeviceError::invalid("expect", "names no text", text));
        }
        Ok(Self { text: rest.to_owned(), absent })
    }
}

/// An interaction with what the caller expects of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub what: UiStep,
    pub expect: Option<Expectation>,
}

/// A path of one or more fingers; the only way a touch is described inside the product.
#[derive(Clone, Debug, PartialEq)]
pub enum Gesture {
    /// `count` taps in quick succession.
    Tap { at: Point, count: u8 },
    /// Press, hold and lift.
    Hold { at: Point, seconds: f64 },
    /// Press, optionally hold, travel, optionally rest (which removes inertia), lift.
    Drag { from: Point, to: Point, press_ms: u32, travel_ms: u32, rest_ms: u32 },
    /// Two fingers left and right of `center`, whose distance goes from one length to another.
    Pinch { center: Point, from: f64, to: f64, travel_ms: u32 },
}

impl Gesture {
    /// Where the first finger goes down.
    pub const fn start(&self) -> Point {
        match self {
            Self::Tap { at, .. } | Self::Hold { at, .. } => *at,
            Self::Drag { from, .. } => *from,
            Self::Pinch { center, .. } => *center,
        }
    }
}

/// An editing key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Return,
    Backspace,
    Tab,
    Space,
    Escape,
}

impl Key {
    pub const ALL: [Self; 5] =
        [Self::Return, Self::Backspace, Self::Tab, Self::Space, Self::Escape];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Return => "return",
            Self::Backspace => "backspace",
            Self::Tab => "tab",
            Self::Space => "space",
            Self::Escape => "escape",
        }
    }
}

/// One thing that is sent to a device, once.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    Gesture(Gesture),
    /// Text typed into the focus.
    Text(String),
    Key(Key),
    Button(HardwareButton),
    Launch {
        app: BundleId,
        fresh: bool,
        arguments: Vec<String>,
    },
    Link(String),
    /// Empties the focused field.
    Clear,
    /// Presses the button of the alert in front that has exactly this label.
    AlertButton(String),
    /// Turns a picker's wheel until it shows `value`. Most wheels have no name of their own, so they
    /// are counted from 0 in the tree's order; the wheel is turned only if there are `of` of them
    /// and it still `shows` this.
    Wheel {
        nth: usize,
        of: usize,
        shows: String,
        value: String,
    },
}

/// Why a road cannot send an input; decided before anything is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unable {
    pub reason: String,
}

/// What became of an input. There is no other way to report one.
#[derive(Clone, Debug)]
pub enum Delivery {
    /// The device acknowledged it; whether anything happened is for `judge` to say.
    Delivered,
    /// The device answered that it did not apply it.
    Refused(DeviceError),
    /// It surely never left.
    NotSent(DeviceError),
    /// It may have been applied: the acknowledgement is missing. Never sent again.
    Uncertain(DeviceError),
}

impl Delivery {
    pub const fn is_delivered(&self) -> bool {
        matches!(self, Self::Delivered)
    }
}

/// Where a touch went and what was known to be there.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    pub point: Point,
    /// Frame of the geometry node the point lies in.
    pub frame: Option<Rect>,
}
