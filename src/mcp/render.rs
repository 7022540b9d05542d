//! What a model reads: every report and every error as text, in one order and one grammar.
//!
//! Order of a step's text: late effect, verdict line, change, notes, hint. Errors: `CODE: message`,
//! `hint:`, `candidates:`. Text of a screen was made safe by perception; messages are kept to one
//! line here. Every text has an upper bound. Not here: what is said (reports and errors carry it).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::application::report::{
    Acted, Change, FoundReport, ScreenReport, SequenceReport, StepOutcome, Tagged, Waited,
};
use crate::domain::device::{Device, DeviceList};
use crate::domain::effect::Verdict;
use crate::domain::error::{Candidate, DeviceError, ErrorCode, Retry};
use crate::domain::geometry::Size;
use crate::domain::ports::FittedPicture;
use crate::mcp::schema::one_line;
use crate::mcp::tool::{Failure, Picture, Reply, Standing};

/// Longest text of one result, in characters: 8,000 tokens at 4 characters each.
const MOST_CHARACTERS: usize = 32_000;
/// Candidates listed before a count says how many more there are.
const MOST_CANDIDATES: usize = 10;

/// Structured content of `list_devices`.
#[derive(Serialize, JsonSchema)]
pub struct DevicesContent {
    devices: Vec<DeviceContent>,
    warnings: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct DeviceContent {
    udid: String,
    name: String,
    kind: String,
    state: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    os: Option<String>,
}

/// Structured content of `wait_for`.
#[derive(Serialize, JsonSchema)]
pub struct WaitContent {
    met: bool,
    text: String,
    gone: bool,
    watched_seconds: f64,
    looks: u32,
}

impl Reply {
    /// Plain words.
    pub fn note(text: impl Into<String>) -> Self {
        Self {
            text: bounded(text.into()),
            standing: Standing::Fine,
            picture: None,
            structured: None,
            failure: None,
        }
    }

    /// A failure: `CODE: message`, then the hint and the candidates.
    pub fn error(error: &DeviceError) -> Self {
        let head = format!("{}: {}", error.code().word(), one_line(error.message()));
        Self::failed(head, Failure::of(error))
    }

    /// The outcome of one step.
    pub fn acted(acted: &Acted) -> Self {
        let mut lines = Vec::new();
        lines.extend(acted.late.clone());
        lines.push(acted.headline());
        lines.extend(change(&acted.change));
        lines.extend(remarks(acted));
        let text = lines.join("\n");
        match Failure::of_acted(acted) {
            Some(failure) => {
                Self { failure: Some(failure), ..Self::standing(text, Standing::Failed) }
            }
            None if acted.effect.verdict.stops_sequence() => {
                Self::standing(text, Standing::Stopped)
            }
            None => Self::note(text),
        }
    }

    /// The outcome of several steps.
    pub fn sequence(report: &SequenceReport) -> Self {
        let mut lines: Vec<String> = report.done.first().and_then(late).into_iter().collect();
        lines.push(sequence_headline(report));
        for (index, outcome) in report.done.iter().enumerate() {
            if index > 0 {
                lines.extend(late(outcome));
            }
            lines.extend(step_lines(index + 1, outcome));
        }
        lines.extend(change(&report.change));
        let text = lines.join("\n");
        match report.done.last() {
            Some(last) if last.stops() => stopped(text, last, report.done.len()),
            _ => Self::note(text),
        }
    }

    /// The outcome of a wait, as text and as data.
    pub fn waited(waited: &Waited) -> Self {
        let mut lines = vec![wait_line(waited)];
        lines.extend(change(&waited.change));
        let standing = if waited.met { Standing::Fine } else { Standing::Stopped };
        let content = WaitContent {
            met: waited.met,
            text: waited.text.clone(),
            gone: waited.gone,
            watched_seconds: (waited.watched.as_secs_f64() * 10.0).round() / 10.0,
            looks: waited.looks,
        };
        Self::standing(lines.join("\n"), standing).with_content(&content)
    }

    /// The screen.
    pub fn screen(report: &ScreenReport) -> Self {
        let lines: Vec<&str> =
            report.late.as_deref().into_iter().chain([report.text.as_str()]).collect();
        Self::note(lines.join("\n"))
    }

    /// Matches of a search.
    pub fn found(report: &FoundReport) -> Self {
        Self::note(report.text.clone())
    }

    /// The devices, as text and as data.
    pub fn devices(list: &DeviceList) -> Self {
        let content = DevicesContent {
            devices: list.devices.iter().map(DeviceContent::of).collect(),
            warnings: list.warnings.clone(),
        };
        Self::note(device_lines(list).join("\n")).with_content(&content)
    }

    /// The devices that are called so; where none is, the text shows those that there are.
    pub fn devices_called(
        list: &DeviceList,
        text: &str,
        is_called: impl Fn(&Device) -> bool,
    ) -> Self {
        let devices = list.devices.iter().filter(|device| is_called(device)).cloned().collect();
        let called = DeviceList { devices, warnings: list.warnings.clone() };
        if !called.devices.is_empty() || list.devices.is_empty() {
            return Self::devices(&called);
        }
        let shown: String = text.chars().take(60).flat_map(char::escape_debug).collect();
        let mut lines = vec![format!("no device matches \"{shown}\"; there are:")];
        lines.extend(device_lines(list));
        Self { text: bounded(lines.join("\n")), ..Self::devices(&called) }
    }

    /// A device that was booted now, or had been.
    pub fn booted(device: &Device, already: bool) -> Self {
        let (word, evidence) =
            if already { ("already", "booted; nothing touched") } else { ("changed", "booted") };
        let udid = &device.udid;
        Self::note(format!("{word}: boot_device {} {udid} ({evidence})", one_line(&device.name)))
    }

    /// As [`Self::booted`], with what became of the text that the caller expects.
    pub fn booted_expecting(device: &Device, already: bool, waited: &Waited) -> Self {
        if waited.met {
            let text = format!("{}\n{}", Self::booted(device, already).text, wait_line(waited));
            return Self::note(text);
        }
        let head = format!("contradicted: boot_device {} ({})", device.udid, wait_line(waited));
        let error = DeviceError::new(ErrorCode::Contradicted, head.clone())
            .with_hint("observe_screen shows what is there");
        Self::failed(head, Failure::of(&error))
    }

    /// A picture, with the sizes that relate its pixels to points.
    pub fn picture(picture: &FittedPicture, points: Size, tagged: Option<&Tagged>) -> Self {
        let (original, sent) = (picture.original, picture.pixels);
        let mut text = format!(
            "screenshot: {}x{} pixels, sent as {}x{} {}; the screen is {}x{} points",
            original.width,
            original.height,
            sent.width,
            sent.height,
            picture.format.word(),
            points.width,
            points.height,
        );
        if let Some(tagged) = tagged {
            let drawn = tagged.markup.marks.len();
            let plural = if drawn == 1 { "" } else { "s" };
            let drawn = format!("{drawn} ref{plural} drawn");
            for said in
                std::iter::once(drawn.as_str()).chain(tagged.notes.iter().map(String::as_str))
            {
                text.push_str("; ");
                text.push_str(&one_line(said));
            }
        }
        let base64 = STANDARD.encode(&picture.bytes);
        let picture = Picture { base64, mime: picture.format.mime() };
        Self { picture: Some(picture), ..Self::note(text) }
    }

    fn standing(text: String, standing: Standing) -> Self {
        Self { standing, ..Self::note(text) }
    }

    fn failed(head: String, failure: Failure) -> Self {
        let mut lines = vec![head];
        lines.extend(failure.hint.as_deref().map(hint));
        lines.extend(candidate_lines(&failure.candidates));
        Self { failure: Some(failure), ..Self::standing(lines.join("\n"), Standing::Failed) }
    }

    fn with_content(mut self, content: &impl Serialize) -> Self {
        self.structured = serde_json::to_value(content).ok().filter(Value::is_object);
        self
    }
}

impl Failure {
    fn of(error: &DeviceError) -> Self {
        Self {
            code: error.code(),
            message: error.message().to_owned(),
            hint: error.hint().map(str::to_owned),
            candidates: error.candidates().to_vec(),
            retry: error.retry(),
        }
    }

    /// A verdict that callers must treat as a failure, as data.
    fn of_acted(acted: &Acted) -> Option<Self> {
        let code = match acted.effect.verdict {
            verdict if !verdict.is_error() => return None,
            Verdict::Contradicted => ErrorCode::Contradicted,
            _ => ErrorCode::UnknownOutcome,
        };
        let error = DeviceError::new(code, acted.headline());
        let hinted = match &acted.hint {
            Some(hint) => error.with_hint(hint.clone()),
            None => error,
        };
        Some(Self::of(&hinted))
    }
}

impl DeviceContent {
    fn of(device: &Device) -> Self {
        Self {
            udid: device.udid.to_string(),
            name: device.name.clone(),
            kind: device.kind.word().to_owned(),
            state: device.state.word().to_owned(),
            os: device.os.clone(),
        }
    }
}

fn change(change: &Change) -> Option<String> {
    match change {
        Change::Nothing => None,
        Change::Delta(text) | Change::Screen(text) => Some(text.trim_end().to_owned()),
    }
    .filter(|text| !text.is_empty())
}

fn remarks(acted: &Acted) -> Vec<String> {
    let mut lines: Vec<String> = acted.notes.iter().map(|note| format!("note: {note}")).collect();
    if acted.from_cache {
        lines.push(
            "note: stored outcome of the earlier call with this key; nothing was sent".into(),
        );
    }
    lines.extend(acted.hint.as_deref().map(hint));
    lines
}

fn hint(text: &str) -> String {
    format!("hint: {}", one_line(text))
}

fn candidate_lines(candidates: &[Candidate]) -> Vec<String> {
    if candidates.is_empty() {
        return Vec::new();
    }
    let mut lines = vec!["candidates:".to_owned()];
    for candidate in candidates.iter().take(MOST_CANDIDATES) {
        let handle = candidate.handle.as_deref().map(|h| format!("{h} ")).unwrap_or_default();
        lines.push(format!("  {handle}{}", one_line(&candidate.summary)));
    }
    if candidates.len() > MOST_CANDIDATES {
        lines.push(format!("  … and {} more", candidates.len() - MOST_CANDIDATES));
    }
    lines
}

fn late(outcome: &StepOutcome) -> Option<String> {
    match outcome {
        StepOutcome::Acted(acted) => acted.late.clone(),
        StepOutcome::Waited(_) | StepOutcome::Failed(..) => None,
    }
}

fn sequence_headline(report: &SequenceReport) -> String {
    let (done, asked) = (report.done.len(), report.asked);
    match report.done.last().filter(|last| last.stops()) {
        Some(StepOutcome::Acted(acted)) => {
            let word = acted.effect.verdict.word();
            format!("{word}: run_sequence stopped at step {done} of {asked}")
        }
        Some(StepOutcome::Waited(_)) => {
            format!("not_met: run_sequence stopped at step {done} of {asked}")
        }
        Some(StepOutcome::Failed(step, failure)) => format!(
            "{}: run_sequence stopped at step {done} of {asked}, {}: {}",
            failure.0.code().word(),
            step.what.verb(),
            one_line(failure.0.message())
        ),
        None if report.done.iter().all(held_before) => {
            format!("already: run_sequence {done} of {asked} steps (nothing touched)")
        }
        None => format!("changed: run_sequence {done} of {asked} steps"),
    }
}

fn held_before(outcome: &StepOutcome) -> bool {
    match outcome {
        StepOutcome::Acted(acted) => acted.effect.verdict == Verdict::Already,
        StepOutcome::Waited(_) => true,
        StepOutcome::Failed(..) => false,
    }
}

fn step_lines(number: usize, outcome: &StepOutcome) -> Vec<String> {
    let mut lines = Vec::new();
    match outcome {
        StepOutcome::Acted(acted) => {
            lines.push(format!("{number}. {}", acted.headline()));
            lines.extend(remarks(acted));
        }
        StepOutcome::Waited(waited) => lines.push(format!("{number}. {}", wait_line(waited))),
        StepOutcome::Failed(step, failure) => {
            let error = &failure.0;
            let (code, verb) = (error.code().word(), step.what.verb());
            lines.push(format!("{number}. {code}: {verb}: {}", one_line(error.message())));
            lines.extend(error.hint().map(hint));
            lines.extend(candidate_lines(error.candidates()));
        }
    }
    lines
}

fn stopped(text: String, last: &StepOutcome, done: usize) -> Reply {
    let mut failure = match last {
        StepOutcome::Acted(acted) => Failure::of_acted(acted),
        StepOutcome::Waited(_) => None,
        StepOutcome::Failed(_, failure) => Some(Failure::of(&failure.0)),
    };
    // Steps that were done would be done once more by the identical call.
    if let Some(failure) = &mut failure
        && done > 1
        && failure.retry == Retry::Safe
    {
        failure.retry = Retry::AfterObserve;
    }
    let standing = if failure.is_some() { Standing::Failed } else { Standing::Stopped };
    Reply { failure, ..Reply::standing(text, standing) }
}

fn wait_line(waited: &Waited) -> String {
    let word = if waited.met { "met" } else { "not_met" };
    let state = match (waited.met, waited.gone) {
        (true, false) => "is on screen",
        (false, false) => "is not on screen",
        (true, true) => "is gone",
        (false, true) => "is still on screen",
    };
    let seconds = waited.watched.as_secs_f64();
    let looks = waited.looks;
    let plural = if looks == 1 { "" } else { "s" };
    let text = one_line(&waited.text);
    format!("{word}: \"{text}\" {state} (watched {seconds:.1} s, {looks} look{plural})")
}

fn device_lines(list: &DeviceList) -> Vec<String> {
    let count = list.devices.len();
    let mut lines = vec![format!("{count} device{}", if count == 1 { "" } else { "s" })];
    for device in &list.devices {
        let os = device.os.as_deref().map(|os| format!(", {os}")).unwrap_or_default();
        let (name, kind, state) = (one_line(&device.name), device.kind.word(), device.state.word());
        lines.push(format!("{} \"{name}\" ({kind}{os}, {state})", device.udid));
    }
    lines.extend(list.warnings.iter().map(|warning| format!("warning: {}", one_line(warning))));
    if list.devices.is_empty() {
        lines.push(hint(NO_DEVICE));
    }
    lines
}

/// What to do where nothing can be driven.
const NO_DEVICE: &str = "ios-mcp serve --virtual brings a built-in virtual iPhone; \
                         --wda URL drives a runner that is already up";

fn bounded(text: String) -> String {
    if text.chars().count() <= MOST_CHARACTERS {
        return text;
    }
    let mut cut: String = text.chars().take(MOST_CHARACTERS).collect();
    cut.push_str("\n… cut: the result was longer than this");
    cut
}

#[cfg(test)]
#[path = "render/tests.rs"]
mod tests;
