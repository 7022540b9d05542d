//! Replaying a flow: each step through the ordinary session, judged, and compared with the record.
//!
//! No model is asked and nothing is repeated. The run ends at the first step whose verdict does not
//! agree, with the screen as it is then. Secrets are put in at the last moment and taken out of
//! everything that is told; a step that types one is not pictured.

use std::time::Duration;

use crate::application::context::CallContext;
use crate::application::report::{Acted, ObserveOptions, Waited};
use crate::application::session::IosSession;
use crate::domain::error::{Candidate, DeviceError};
use crate::domain::flow::{Flow, FlowStep, Kept, SecretName, naming};
use crate::domain::frame::Screenshot;
use crate::domain::role::Role;
use crate::domain::step::{Step, Target, UiStep};

/// The texts of a flow's secrets.
pub type Secrets = std::collections::BTreeMap<SecretName, String>;

/// A run of a flow on one session.
pub struct Replay<'a> {
    session: &'a IosSession,
    context: &'a CallContext,
    flow: &'a Flow,
    steps: Vec<Step>,
    secrets: &'a Secrets,
    /// Whether screens may be pictured: no longer once a secret stands in a field that shows it.
    pictures: bool,
}

/// A step that was replayed.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// What was asked, in words.
    pub asked: String,
    /// Verdict line or error.
    pub said: String,
    /// Effects of earlier steps that showed now, and what else is to be known.
    pub notes: Vec<String>,
    /// On the session's clock, since the run began.
    pub begun: Duration,
    pub took: Duration,
    pub picture: Option<Screenshot>,
    pub broke: Option<Broke>,
}

/// Why the run ended at a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Broke {
    pub reason: String,
    pub hint: Option<String>,
    pub candidates: Vec<Candidate>,
    /// The screen as it is.
    pub screen: String,
}

/// Everything that was replayed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlowRun {
    pub played: Vec<Played>,
    /// Steps after the one that broke, in words.
    pub left: Vec<String>,
    pub took: Duration,
}

impl FlowRun {
    pub fn held(&self) -> bool {
        self.left.is_empty() && self.played.iter().all(|played| played.broke.is_none())
    }
}

/// What a step came to, before it is told.
struct Came {
    said: String,
    notes: Vec<String>,
    broke: Option<(String, Option<String>, Vec<Candidate>)>,
}

impl<'a> Replay<'a> {
    /// Nothing is touched yet.
    ///
    /// # Errors
    /// `SECRET_NOT_FOUND` when a secret of the flow has no text.
    pub fn new(
        session: &'a IosSession,
        flow: &'a Flow,
        secrets: &'a Secrets,
        pictures: bool,
        context: &'a CallContext,
    ) -> Result<Self, DeviceError> {
        let secret_of = |name: &SecretName| secrets.get(name).cloned();
        let steps = flow.steps.iter().map(|step| step.ready(&secret_of));
        let steps = steps.collect::<Result<Vec<Step>, DeviceError>>()?;
        Ok(Self { session, context, flow, steps, secrets, pictures })
    }

    /// Replays steps until one breaks; each is shown to `watch` as it ends.
    pub async fn run(mut self, mut watch: impl FnMut(usize, &Played)) -> FlowRun {
        let start = self.session.now();
        let mut run = FlowRun::default();
        for (index, step) in self.flow.steps.iter().enumerate() {
            let played = self.play(index, step, start).await;
            watch(index + 1, &played);
            let broke = played.broke.is_some();
            run.played.push(played);
            if broke {
                let left = &self.flow.steps[index + 1..];
                run.left = left.iter().map(naming::step_words).collect();
                break;
            }
        }
        run.took = self.session.now().since(start);
        run
    }

    async fn play(
        &mut self,
        index: usize,
        flow_step: &FlowStep,
        start: crate::domain::time::Moment,
    ) -> Played {
        let begun = self.session.now();
        let step = &self.steps[index];
        let came = match &step.what {
            UiStep::WaitFor { .. } => {
                came_of_wait(self.session.wait_for(&step.what, self.context).await)
            }
            what => came_of(flow_step.kept, what, self.session.run(step, self.context).await),
        };
        let took = self.session.now().since(begun);
        self.pictures &= !shows_secret(flow_step);
        let picture = if self.pictures && flow_step.secret.is_none() {
            self.session.screenshot(self.context).await.ok().map(|shot| shot.picture)
        } else {
            None
        };
        let broke = match came.broke {
            None => None,
            Some((reason, hint, candidates)) => Some(Broke {
                reason: self.hidden(&reason),
                hint,
                candidates: candidates.into_iter().map(|one| self.hidden_in(one)).collect(),
                screen: self.screen().await,
            }),
        };
        Played {
            asked: self.hidden(&naming::step_words(flow_step)),
            said: self.hidden(&came.said),
            notes: came.notes.iter().map(|note| self.hidden(note)).collect(),
            begun: begun.since(start),
            took,
            picture,
            broke,
        }
    }

    async fn screen(&self) -> String {
        match self.session.observe(&ObserveOptions::default(), self.context).await {
            Ok(report) => {
                let lines = report.late.into_iter().chain([report.text]);
                self.hidden(&lines.collect::<Vec<String>>().join("\n"))
            }
            Err(error) => format!("{}: {}", error.code().word(), error.message()),
        }
    }

    /// A text without the secrets that it holds.
    fn hidden(&self, text: &str) -> String {
        let known = self.secrets.iter().filter(|(_, secret)| !secret.is_empty());
        known.fold(text.to_owned(), |text, (name, secret)| {
            text.replace(secret.as_str(), &format!("<secret {name}>"))
        })
    }

    fn hidden_in(&self, candidate: Candidate) -> Candidate {
        Candidate { summary: self.hidden(&candidate.summary), ..candidate }
    }
}

/// Whether a step types a secret into what is not known to hide it.
fn shows_secret(step: &FlowStep) -> bool {
    let hides = match &step.step.what {
        UiStep::TypeText { target: Some(Target::Known(known)), .. } => {
            known.identity.role == Role::SecureField
        }
        _ => false,
    };
    step.secret.is_some() && !hides
}

fn came_of(kept: Kept, what: &UiStep, outcome: Result<Acted, DeviceError>) -> Came {
    let acted = match outcome {
        Ok(acted) => acted,
        Err(error) => return came_to_nothing(&error),
    };
    let said = acted.headline();
    let verdict = acted.effect.verdict;
    let broke = (!kept.agrees(what, verdict)).then(|| {
        let reason =
            format!("it was {} when it was recorded and is {} now", kept.word(), verdict.word());
        (reason, acted.hint.clone(), Vec::new())
    });
    Came { said, notes: acted.late.into_iter().chain(acted.notes).collect(), broke }
}

fn came_of_wait(outcome: Result<Waited, DeviceError>) -> Came {
    match outcome {
        Ok(waited) => {
            let word = if waited.met { "met" } else { "not_met" };
            let said = format!("{word}: wait_for (watched {:.1} s)", waited.watched.as_secs_f64());
            let broke = (!waited.met).then(|| ("it waited in vain".to_owned(), None, Vec::new()));
            Came { said, notes: Vec::new(), broke }
        }
        Err(error) => came_to_nothing(&error),
    }
}

fn came_to_nothing(error: &DeviceError) -> Came {
    let said = format!("{}: {}", error.code().word(), error.message());
    let hint = error.hint().map(str::to_owned);
    let broke = Some((error.message().to_owned(), hint, error.candidates().to_vec()));
    Came { said, notes: Vec::new(), broke }
}
