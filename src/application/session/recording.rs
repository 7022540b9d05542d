//! What a caller did on this device, kept so that it can become a flow.
//!
//! While a step runs, every target that was resolved is noted with the identity it resolved to;
//! when it ends, the step is kept with its verdict, its targets being those identities. Texts of
//! secure fields are held here as everything else is, and leave only as names of secrets
//! ([`Recorder::flow`]). Pictures are not kept: taking them would cost device time.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::Duration;

use super::room::DeviceRoom;
use crate::application::report::{Acted, RecordedFlow, Waited};
use crate::domain::error::DeviceError;
use crate::domain::flow::{
    Flow, FlowStep, Kept, Known, MAX_STEPS, Recorded, SecretName, targets_mut,
};
use crate::domain::observation::Observation;
use crate::domain::perception::{identity_of, plain};
use crate::domain::ports::Caller;
use crate::domain::role::Role;
use crate::domain::step::{Step, Target, UiStep};
use crate::domain::time::Moment;

/// Most steps that are told as left out.
const MOST_TOLD: usize = 10;

/// The steps of every caller of one room.
#[derive(Debug, Default)]
pub(super) struct Recorder {
    kept: HashMap<Caller, Record>,
    /// What the running step's targets turned out to be.
    resolved: Vec<(Target, Known)>,
    /// The running step types into this field, which hides what it holds.
    secure: Option<SecretName>,
    /// What the running step turned out to launch.
    launched: Option<UiStep>,
    /// Whose step was the last one: a late effect is that one's.
    last: Option<Caller>,
}

/// One caller's steps since its last mark.
#[derive(Debug, Default)]
struct Record {
    steps: VecDeque<Done>,
    /// Steps that went by because there were too many.
    forgotten: usize,
}

/// A step that ended.
#[derive(Debug)]
struct Done {
    step: FlowStep,
    /// What a secure field was given.
    hidden: Option<String>,
    /// Why it did not hold, in a line.
    failed: Option<String>,
}

impl Recorder {
    fn begin(&mut self) {
        self.resolved.clear();
        self.secure = None;
        self.launched = None;
    }

    /// Notes which element a target of the running step is.
    pub(super) fn saw(&mut self, target: &Target, screen: &Observation, index: usize) {
        let Some(element) = screen.perception.elements.get(index) else { return };
        let asked = match target {
            Target::Match(query) => Some(query.text.clone()),
            Target::Known(known) => known.asked.clone(),
            Target::Ref(_) | Target::Focused | Target::Point(_) => None,
        };
        let identity = identity_of(&screen.perception, index);
        if element.role == Role::SecureField {
            self.hides(element.name());
        }
        let known = Known { app: screen.foreground.clone(), identity, asked };
        self.resolved.retain(|(of, _)| of != target);
        self.resolved.push((target.clone(), known));
    }

    /// Notes that the field which is typed into hides its text.
    pub(super) fn hides(&mut self, field: Option<&str>) {
        if self.secure.is_none() {
            self.secure = Some(SecretName::of_field(field.unwrap_or_default()));
        }
    }

    /// Notes which app a name meant.
    pub(super) fn launches(&mut self, launch: UiStep) {
        self.launched = Some(launch);
    }

    /// An effect of the last step showed only now.
    pub(super) fn came_late(&mut self) {
        let last = self.last.as_ref().and_then(|caller| self.kept.get_mut(caller));
        if let Some(done) = last.and_then(|record| record.steps.back_mut())
            && done.failed.take().is_some()
        {
            done.step.kept = Kept::Late;
        }
    }

    /// What the last step had brought about is gone again.
    pub(super) fn undone(&mut self, how: &str) {
        let last = self.last.as_ref().and_then(|caller| self.kept.get_mut(caller));
        if let Some(done) = last.and_then(|record| record.steps.back_mut()) {
            done.failed = Some(how.to_owned());
        }
    }

    fn keep(&mut self, caller: &Caller, done: Done) {
        let record = self.kept.entry(caller.clone()).or_default();
        if record.steps.len() == MAX_STEPS {
            record.steps.pop_front();
            record.forgotten += 1;
        }
        record.steps.push_back(done);
        self.last = Some(caller.clone());
    }

    /// The step with the elements that its targets turned out to be; the flag says whether all did.
    fn named(&self, step: &Step) -> (Step, bool) {
        let mut step = step.clone();
        if let Some(launch) = &self.launched {
            step.what = launch.clone();
        }
        if let UiStep::TypeText { target: target @ None, .. } = &mut step.what {
            *target = Some(Target::Focused);
        }
        let mut whole = true;
        for target in targets_mut(&mut step.what) {
            if let Some((_, known)) = self.resolved.iter().find(|(of, _)| of == target) {
                *target = Target::Known(Box::new(known.clone()));
            }
            whole &= matches!(target, Target::Known(_) | Target::Match(_));
        }
        (step, whole)
    }

    /// What a caller did since its last mark and held, with secrets by name.
    fn flow(&self, caller: &Caller) -> RecordedFlow {
        let empty = Record::default();
        let record = self.kept.get(caller).unwrap_or(&empty);
        let names = secret_names(record);
        let held = record.steps.iter().filter(|done| done.failed.is_none());
        let steps = held.map(|done| with_secret(&done.step, &names)).collect();
        let failed: Vec<String> =
            record.steps.iter().filter_map(|done| done.failed.clone()).collect();
        RecordedFlow {
            flow: Flow { device: None, steps },
            left_out: failed.len(),
            told: failed.into_iter().take(MOST_TOLD).collect(),
            forgotten: record.forgotten,
        }
    }
}

/// A name for every text that a secure field was given.
fn secret_names(record: &Record) -> BTreeMap<String, SecretName> {
    let mut names: BTreeMap<String, SecretName> = BTreeMap::new();
    for done in &record.steps {
        let (Some(text), Some(name)) = (&done.hidden, &done.step.secret) else { continue };
        if names.contains_key(text) {
            continue;
        }
        let taken = |name: &SecretName| names.values().any(|taken| taken == name);
        let free =
            (2..=MAX_STEPS + 1).map(|number| name.numbered(number)).find(|name| !taken(name));
        let name = if taken(name) { free.unwrap_or_else(|| name.clone()) } else { name.clone() };
        names.insert(text.clone(), name);
    }
    names
}

/// The step without its text where that is a secret, wherever it was typed.
fn with_secret(step: &FlowStep, names: &BTreeMap<String, SecretName>) -> FlowStep {
    let mut step = step.clone();
    if let UiStep::TypeText { text, .. } = &mut step.step.what {
        step.secret = names.get(text).cloned();
        if step.secret.is_some() {
            text.clear();
            // The read-back of a field that shows its text would tell it.
            step.recorded = step.recorded.map(|recorded| Recorded { reason: None, ..recorded });
        }
    }
    step
}

impl DeviceRoom {
    /// Begins to note what a step's targets are.
    pub(super) fn begin_record(&self) -> Moment {
        self.desk().recorder.begin();
        self.pause.now()
    }

    /// Keeps a step that ended, unless it was never one.
    pub(super) fn record(
        &self,
        caller: &Caller,
        step: &Step,
        begun: Moment,
        outcome: &Result<Acted, DeviceError>,
    ) {
        let kept = outcome.as_ref().ok().and_then(|acted| Kept::of(acted.effect.verdict));
        let reason = outcome.as_ref().ok().map(|acted| acted.effect.reason.clone());
        let failed = match outcome {
            Ok(acted) if kept.is_none() => Some(acted.headline()),
            Ok(_) => None,
            Err(error) => {
                let (verb, code) = (step.what.verb(), error.code().word());
                Some(format!("{code}: {verb}: {}", plain(error.message(), 200)))
            }
        };
        self.file(caller, step, begun, (kept.unwrap_or_default(), reason), failed);
    }

    /// Keeps a wait that ended.
    pub(super) fn record_wait(&self, caller: &Caller, step: &Step, begun: Moment, waited: &Waited) {
        let failed = (!waited.met).then(|| format!("not_met: \"{}\"", plain(&waited.text, 60)));
        self.file(caller, step, begun, (Kept::Met, None), failed);
    }

    fn file(
        &self,
        caller: &Caller,
        step: &Step,
        begun: Moment,
        (kept, reason): (Kept, Option<String>),
        failed: Option<String>,
    ) {
        let took: Duration = self.pause.now().since(begun);
        let mut desk = self.desk();
        let (named, whole) = desk.recorder.named(step);
        let screen = desk.seen.get(caller).map(|seen| screen_words(seen));
        let hidden = match &step.what {
            UiStep::TypeText { text, .. } if desk.recorder.secure.is_some() => Some(text.clone()),
            _ => None,
        };
        let secret = desk.recorder.secure.clone().filter(|_| hidden.is_some());
        let unnamed = || format!("{}: its target has no identity to be found by", step.what.verb());
        let failed = failed.or_else(|| (!whole).then(unnamed));
        let recorded = Some(Recorded { reason, screen, took: Some(took) });
        let step = FlowStep { step: named, secret, kept, recorded };
        desk.recorder.keep(caller, Done { step, hidden, failed });
    }

    /// What a caller did since its last mark.
    pub(super) fn recorded(&self, caller: &Caller) -> RecordedFlow {
        let mut recorded = self.desk().recorder.flow(caller);
        recorded.flow.device = Some(self.device.name.clone());
        recorded
    }

    /// Sets a mark: the caller's next flow begins here.
    pub(super) fn mark(&self, caller: &Caller) {
        self.desk().recorder.kept.remove(caller);
    }
}

fn screen_words(seen: &Observation) -> String {
    let app = seen.perception.app.as_deref().or(seen.foreground.as_deref()).unwrap_or("unknown");
    match &seen.perception.title {
        Some(title) => format!("{} / \"{}\"", plain(app, 60), plain(title, 60)),
        None => plain(app, 60),
    }
}
