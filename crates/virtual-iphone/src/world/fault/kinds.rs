//! The kinds of misbehaviour and their parameters, as the control port takes them.
//!
//! Which public failure each stands for: `docs/wires/faults.md`.

use serde::{Deserialize, Serialize};

/// One misbehaviour of the world, for example `{"kind": "late_effect", "ms": 2000}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorldFault {
    #[serde(flatten)]
    pub what: Misbehaviour,
    /// Occasions that pass before the first effect.
    #[serde(default)]
    pub after: u32,
    /// Occasions that are affected; the kind's own number when absent.
    #[serde(default)]
    pub times: Option<u32>,
    /// The fault begins that much later.
    #[serde(default)]
    pub in_ms: Option<u64>,
    /// The fault ends that long after it began.
    #[serde(default)]
    pub for_ms: Option<u64>,
}

/// The kinds of misbehaviour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Misbehaviour {
    /// The control with this identifier or label reacts to nothing.
    DeadControl { control: String },
    /// Before the touch lands, the content moves down.
    LayoutShift {
        #[serde(default = "banner_points")]
        points: f64,
    },
    /// The touch's effect comes later.
    LateEffect { ms: u64 },
    /// The system asks something, over whatever is in front.
    PermissionAlert {
        #[serde(default = "question")]
        title: String,
        #[serde(default)]
        message: Option<String>,
        #[serde(default = "answers")]
        buttons: Vec<String>,
    },
    /// The touch does nothing at all.
    SwallowTouch,
    /// Every nth typed character is lost.
    DropCharacter { nth: u32 },
    /// A switch shows its new state and goes back by itself.
    OptimisticSwitch {
        ms: u64,
        #[serde(default)]
        control: Option<String>,
    },
    /// Animation lengths are drawn by seed from 0.1 to 1.2 seconds.
    Scramble {
        #[serde(default)]
        seed: Option<u64>,
    },
    // Between the reading and the touch.
    /// The touch lands beside its point.
    TouchOffset { dx: f64, dy: f64 },
    /// The tap fires twice.
    DoubleTouch,
    /// A view that nobody sees lies over the control and takes its touches.
    CoveredControl { control: String },
    /// The list grows at its top before the touch.
    RowInserted {
        #[serde(default = "new_row")]
        text: String,
    },
    /// The content scrolls by itself before the touch.
    ScrollJump { points: f64 },
    /// The app's process ends before the touch.
    AppCrash,
    /// Another app comes to the front before the touch.
    AppSwitch { app: String },
    /// The phone locks itself before the touch.
    Lock,
    /// The phone turns before the touch.
    Rotation,
    /// A notification slides in, now or before a later touch.
    Banner {
        #[serde(default = "news")]
        title: String,
        #[serde(default = "news_text")]
        text: String,
        #[serde(default = "banner_ms")]
        ms: u64,
    },
    /// Something moves between any two requests, with this probability.
    Adversary {
        #[serde(default)]
        seed: Option<u64>,
        #[serde(default = "often")]
        rate: f64,
    },
    // Motion.
    /// The next change of screens takes that long.
    SlowTransition { ms: u64 },
    /// A finger does not move the content.
    StuckScroll,
    // Effects.
    /// The effect happens, and the picture stays as it was for a while.
    FrozenPicture { ms: u64 },
    /// What the touch changed is as before after a while.
    LostUpdate { ms: u64 },
    /// A sheet comes instead of the effect.
    SurpriseSheet {
        #[serde(default = "rating")]
        title: String,
    },
    /// A link reports success and does nothing.
    DeadLink,
    /// A link asks first.
    LinkSheet,
    // Text.
    /// The first characters of a text are lost.
    DropLeading { count: u32 },
    /// Every nth character arrives twice.
    RepeatCharacter { nth: u32 },
    /// Neighbouring characters arrive in the wrong order.
    ReorderText,
    /// A finished word is replaced.
    Autocorrect {
        #[serde(default)]
        from: Option<String>,
        #[serde(default)]
        to: Option<String>,
    },
    /// Every field writes what is typed in its own way: `phone`, `words`, `upper`, or a length.
    Reformat { format: String },
    /// The return key does nothing.
    SwallowReturn,
    /// Characters arrive one by one, so far apart.
    TypeLag { ms: u64 },
    /// After so many characters the keyboard goes.
    FocusLost { nth: u32 },
    /// After so many characters the next field has the keyboard.
    FocusJump { nth: u32 },
    /// The keyboard covers the field that it belongs to.
    KeyboardCovers,
    /// A keyboard that went stays in the tree, below the screen.
    ParkedKeyboard,
    // What is read.
    /// The first half of a tree is older than the second.
    TornTree { ms: u64 },
    /// After a touch the tree is still the old one for a while.
    StaleTree { ms: u64 },
    /// An invisible twin stands before the control.
    HiddenTwin { control: String },
    /// Buttons have no labels.
    LostLabels,
    /// Labels hold characters that break encoders.
    OddCharacters,
    /// Texts have no area.
    ZeroFrames,
    /// Nothing is told to be visible.
    WrongVisibility,
    /// Rows farther down all tell the same place.
    OneY,
    /// The tree is that much deeper.
    DeepTree {
        #[serde(default = "fifty")]
        depth: u32,
    },
    /// Something on the screen counts seconds.
    Ticker,
    /// Something on the screen turns forever.
    Spinner,
    /// After an app was left, the next tree takes that long; less once SpringBoard is activated.
    BackgroundStall {
        #[serde(default = "a_minute")]
        ms: u64,
    },
}

fn banner_points() -> f64 {
    60.0
}

fn question() -> String {
    "“Form” Would Like to Send You Notifications".to_owned()
}

fn answers() -> Vec<String> {
    vec!["Allow".to_owned(), "Don’t Allow".to_owned()]
}

fn new_row() -> String {
    "New entry".to_owned()
}

fn news() -> String {
    "Ada".to_owned()
}

fn news_text() -> String {
    "Are you there?".to_owned()
}

fn banner_ms() -> u64 {
    5_000
}

fn often() -> f64 {
    0.2
}

fn rating() -> String {
    "Enjoying this app?".to_owned()
}

fn fifty() -> u32 {
    50
}

fn a_minute() -> u64 {
    61_000
}
