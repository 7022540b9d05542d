//! What calls answer: values that a renderer turns into text, and nothing rendered twice.

use std::time::Duration;

use crate::domain::effect::{Effect, Tier};
use crate::domain::flow::Flow;
use crate::domain::frame::Screenshot;
use crate::domain::geometry::Size;
use crate::domain::mark::Markup;
use crate::domain::observation::Completeness;

/// What a step left on the screen, for a caller who knew the screen before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing to add to the verdict.
    Nothing,
    /// Lines of difference against what this caller last saw (`+`, `-`, `~`).
    Delta(String),
    /// A new screen, as a whole digest.
    Screen(String),
}

/// The outcome of one step.
#[derive(Clone, Debug, PartialEq)]
pub struct Acted {
    pub verb: &'static str,
    /// The target as it is listed, without its place: `e4 button "Delete Room"`.
    pub target: Option<String>,
    /// What was asked beyond the target, e.g. the value or the direction.
    pub detail: Option<String>,
    pub tier: Option<Tier>,
    pub effect: Effect,
    pub change: Change,
    /// Led the result: an effect of an earlier step that showed only now.
    pub late: Option<String>,
    pub notes: Vec<String>,
    pub hint: Option<String>,
    /// The stored outcome of an earlier call with the same key.
    pub from_cache: bool,
}

impl Acted {
    /// The first line: `<verdict>: <what> (<tier or reason>; <witness>)`.
    pub fn headline(&self) -> String {
        let mut line = format!("{}: {}", self.effect.verdict.word(), self.verb);
        for part in [&self.target, &self.detail].into_iter().flatten() {
            line.push(' ');
            line.push_str(part);
        }
        let tier = self.tier.map(Tier::word);
        let reason = (!self.effect.reason.is_empty()).then_some(self.effect.reason.as_str());
        let evidence: Vec<&str> = [tier, reason].into_iter().flatten().collect();
        if !evidence.is_empty() {
            line = format!("{line} ({})", evidence.join("; "));
        }
        line
    }
}

/// The outcome of several steps under one permit.
#[derive(Clone, Debug, PartialEq)]
pub struct SequenceReport {
    /// What was done, in order; the last one is the one that stopped the run, if any did.
    pub done: Vec<StepOutcome>,
    /// How many steps were asked.
    pub asked: usize,
    /// The screen after the run: a delta or a digest.
    pub change: Change,
}

/// What became of one step of a sequence.
#[derive(Clone, Debug, PartialEq)]
pub enum StepOutcome {
    Acted(Box<Acted>),
    Waited(Waited),
    Failed(crate::domain::step::Step, SequenceFailure),
}

/// A failure inside a sequence, with what it was about.
#[derive(Clone, Debug)]
pub struct SequenceFailure(pub crate::domain::error::DeviceError);

impl PartialEq for SequenceFailure {
    fn eq(&self, other: &Self) -> bool {
        self.0.code() == other.0.code() && self.0.message() == other.0.message()
    }
}

impl SequenceReport {
    /// Whether every step that was asked was done without a stop.
    pub fn completed(&self) -> bool {
        self.done.len() == self.asked && !self.done.iter().any(StepOutcome::stops)
    }
}

impl StepOutcome {
    /// Whether the run ends here.
    pub fn stops(&self) -> bool {
        match self {
            Self::Acted(acted) => acted.effect.verdict.stops_sequence(),
            Self::Waited(waited) => !waited.met,
            Self::Failed(..) => true,
        }
    }
}

/// The outcome of a wait.
#[derive(Clone, Debug, PartialEq)]
pub struct Waited {
    pub met: bool,
    pub text: String,
    pub gone: bool,
    /// How long it was watched.
    pub watched: Duration,
    /// Readings that were screens.
    pub looks: u32,
    pub change: Change,
}

/// What a caller did, as a flow, and what of it a flow cannot hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordedFlow {
    pub flow: Flow,
    /// Steps that did not hold.
    pub left_out: usize,
    /// The first of them, a line each.
    pub told: Vec<String>,
    /// Steps that are no longer known because too many came after them.
    pub forgotten: usize,
}

/// The screen as a model reads it.
#[derive(Clone, Debug, PartialEq)]
pub struct ScreenReport {
    pub text: String,
    pub completeness: Completeness,
    pub foreground: Option<String>,
    pub size: Size,
    pub late: Option<String>,
}

/// Matches of a search of the raw tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundReport {
    pub text: String,
    pub total: usize,
}

/// A picture with the sizes that relate it to points.
#[derive(Clone, Debug, PartialEq)]
pub struct ScreenshotReport {
    pub picture: Screenshot,
    pub points: Size,
    /// What to draw over it, where refs were asked for.
    pub tagged: Option<Tagged>,
}

/// The refs that belong on a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tagged {
    pub markup: Markup,
    /// Why there are none, or why they may be off.
    pub notes: Vec<String>,
}

/// How an observation is narrowed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ObserveOptions {
    pub query: Option<String>,
    /// In points.
    pub region: Option<crate::domain::geometry::Rect>,
    /// In tokens; the default when absent.
    pub budget: Option<usize>,
}
