//! The verdict: did what a step asked for come about, because of this step?

use std::time::Duration;

use serde::Serialize;

/// The answer to that question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The asked state holds, did not before, and the change is attributable to this step.
    Changed,
    /// It held before; nothing was sent.
    Already,
    /// Fully watched, read whole and untorn, equal to before. Never a licence to repeat.
    NoEffect,
    /// What is observed excludes what was asked.
    Contradicted,
    /// Cannot be told; the reason says why.
    Unknown(Unknown),
}

/// Why an outcome cannot be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unknown {
    AckLost,
    Unreadable,
    Unattributable,
    Interrupted,
    Unsettled,
    /// Nothing can show it (a volume key, a push that was accepted); not an error.
    NotObservable,
}

impl Unknown {
    pub const fn word(self) -> &'static str {
        match self {
            Self::AckLost => "ack_lost",
            Self::Unreadable => "unreadable",
            Self::Unattributable => "unattributable",
            Self::Interrupted => "interrupted",
            Self::Unsettled => "unsettled",
            Self::NotObservable => "not_observable",
        }
    }
}

impl Verdict {
    /// The word that leads a result.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Already => "already",
            Self::NoEffect => "no_effect",
            Self::Contradicted => "contradicted",
            Self::Unknown(_) => "unknown",
        }
    }

    /// Whether a caller must treat it as a failure.
    pub const fn is_error(self) -> bool {
        match self {
            Self::Contradicted => true,
            Self::Unknown(why) => !matches!(why, Unknown::NotObservable),
            Self::Changed | Self::Already | Self::NoEffect => false,
        }
    }

    /// Whether a sequence stops on it.
    pub const fn stops_sequence(self) -> bool {
        self.is_error() || matches!(self, Self::NoEffect)
    }
}

/// What a verdict rests on, strongest first; a weaker witness never upgrades a stronger one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Witness {
    Expectation,
    ReadBack,
    AppState,
    TreeAtTarget,
    TreeOfScreen,
    Frames,
    None,
}

/// Where the change that counted was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Attribution {
    AtTarget,
    OfScreen,
    Elsewhere,
    None,
}

/// Whether anything reached the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Touched {
    No,
    Yes,
    Maybe,
}

/// How the element was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// The ref's element, unchanged.
    Ref,
    Identifier,
    LabelRole,
    Proximity,
    Text,
    Value,
    Partial,
    Focused,
    Point,
}

impl Tier {
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ref => "ref",
            Self::Identifier => "identifier",
            Self::LabelRole => "label+role",
            Self::Proximity => "proximity",
            Self::Text => "text",
            Self::Value => "value",
            Self::Partial => "partial",
            Self::Focused => "focused",
            Self::Point => "point",
        }
    }
}

/// A verdict with its evidence.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Effect {
    pub verdict: Verdict,
    /// What was seen, as the fragment of the result's first line, e.g. `an alert opened`.
    pub reason: String,
    pub witness: Witness,
    pub attribution: Attribution,
    pub touched: Touched,
    /// How long the screen was watched after the input.
    pub watched: Duration,
}
