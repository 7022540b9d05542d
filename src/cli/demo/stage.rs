//! Shows a demonstration: what is asked, what the model reads, and whether it is true.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use crate::cli::demo::client::{Answer, Client};
use crate::cli::demo::record::{Call, Cost, Finding, Picture, Record, Scene, Shown};
use crate::cli::demo::terminal::{Terminal, Tone, is_code};
use crate::cli::demo::truth::Truth;
use crate::domain::perception::tokens;

/// Lines of an answer that are shown here; the report has all of them.
const MOST_LINES: usize = 12;
/// Between two things, for eyes that read along; none in a pipe.
const BEAT: Duration = Duration::from_millis(200);

/// What a step must come to, and how the phone can tell.
#[derive(Clone, Copy)]
pub(super) struct Claim<'c> {
    /// It only sets the scene: shown in brief, and no row of the summary.
    pub(super) sets_scene: bool,
    /// A few words for the summary.
    pub(super) step: &'c str,
    /// The words that may lead the answer.
    pub(super) verdicts: &'c [&'c str],
    /// How many inputs the phone must have applied.
    pub(super) inputs: Inputs,
}

impl<'c> Claim<'c> {
    pub(super) const fn of(step: &'c str, verdicts: &'c [&'c str], inputs: Inputs) -> Self {
        Self { sets_scene: false, step, verdicts, inputs }
    }
}

/// Inputs that a claim allows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Inputs {
    None,
    One,
    Some,
}

impl Inputs {
    const fn allow(self, count: usize) -> bool {
        match self {
            Self::None => count == 0,
            Self::One => count == 1,
            Self::Some => count > 0,
        }
    }
}

/// A client, the truth, and an audience.
pub(super) struct Stage<'a> {
    client: Client,
    pub(super) truth: Truth<'a>,
    pub(super) terminal: Terminal,
    output: PathBuf,
    pub(super) record: Record,
    pictures: usize,
}

impl<'a> Stage<'a> {
    pub(super) fn new(client: Client, truth: Truth<'a>, output: PathBuf, seed: u64) -> Self {
        let record = Record { seed, ..Record::default() };
        let terminal = Terminal::of_this_process();
        Self { client, truth, terminal, output, record, pictures: 0 }
    }

    /// Begins a scene.
    pub(super) async fn scene(&mut self, title: &str, narration: &str) {
        self.beat(2).await;
        let number = self.record.scenes.len() + 1;
        self.terminal.gap();
        self.terminal.say(Tone::Title, "", &format!("{number}. {title}"));
        self.terminal.say(Tone::Narration, "   ", narration);
        let (title, narration) = (title.to_owned(), narration.to_owned());
        self.record.scenes.push(Scene { title, narration, shown: Vec::new() });
        self.beat(2).await;
    }

    /// Calls a tool and shows call and answer.
    pub(super) async fn call(&mut self, tool: &str, arguments: Value) -> anyhow::Result<Answer> {
        self.call_showing(MOST_LINES, tool, arguments).await
    }

    async fn call_showing(
        &mut self,
        most: usize,
        tool: &str,
        arguments: Value,
    ) -> anyhow::Result<Answer> {
        self.terminal.say(Tone::Call, "→ ", &format!("{tool} {arguments}"));
        let answer = self.client.call(tool, &arguments).await?;
        self.show(&answer, most);
        let (tool, text) = (tool.to_owned(), answer.text.clone());
        let arguments = arguments.to_string();
        self.record.add(Shown::Call(Call { tool, arguments, answer: text, picture: None }));
        self.beat(1).await;
        Ok(answer)
    }

    fn show(&self, answer: &Answer, most: usize) {
        let lines: Vec<&str> = answer.text.lines().collect();
        let shown = if lines.len() > most { most.max(2) - 1 } else { lines.len() };
        for line in &lines[..shown] {
            let word = line.split(':').next().unwrap_or_default();
            let word = word.rsplit(' ').next().unwrap_or_default();
            match Tone::of(word) {
                Tone::Plain => self.terminal.say(Tone::Screen, "← ", line),
                tone => self.terminal.say_led(tone, Tone::Plain, "← ", line),
            }
        }
        if lines.len() > shown && most > 1 {
            let more = format!("… {} more lines, see the report", lines.len() - shown);
            self.terminal.say(Tone::Screen, "← ", &more);
        }
    }

    /// Calls a tool and holds its verdict against the phone: against the inputs that arrived and
    /// against what `told` says of the world, and whether that bears the verdict out.
    pub(super) async fn claim(
        &mut self,
        claim: Claim<'_>,
        tool: &str,
        arguments: Value,
        told: impl FnOnce(&Truth<'_>) -> (String, bool),
    ) -> anyhow::Result<Answer> {
        let (before, spent) = (self.truth.inputs(), self.truth.spent());
        let most = if claim.sets_scene { 1 } else { MOST_LINES };
        let answer = self.call_showing(most, tool, arguments).await?;
        let after = self.truth.spent();
        let inputs = self.truth.inputs() - before;
        let (truth, holds) = told(&self.truth);
        let verdict = answer.word().to_owned();
        let mut differs = Vec::new();
        if !claim.verdicts.contains(&verdict.as_str()) {
            differs.push(format!("the verdict should be {}", claim.verdicts.join(" or ")));
        }
        if !claim.inputs.allow(inputs) || (is_code(&verdict) && inputs > 0) {
            differs.push(format!("the phone received {inputs} inputs"));
        }
        if !holds {
            differs.push("the phone says otherwise".to_owned());
        }
        let cost = Cost {
            trees: after.0 - spent.0,
            seconds: after.1 - spent.1,
            tokens: tokens(&answer.text),
        };
        let (step, sets_scene) = (claim.step.to_owned(), claim.sets_scene);
        let finding = Finding { sets_scene, step, verdict, truth, differs, cost };
        if !(sets_scene && finding.agrees()) {
            self.judge(&finding, inputs);
        }
        self.record.add(Shown::Finding(finding));
        self.beat(1).await;
        Ok(answer)
    }

    /// Starts an app anew, so that a scene begins at its first screen.
    pub(super) async fn restart(&mut self, app: &str) -> anyhow::Result<()> {
        let step = format!("start {app} anew");
        let claim = Claim { sets_scene: true, ..Claim::of(&step, &["changed"], Inputs::Some) };
        let arguments = json!({"bundle_id": app, "fresh": true});
        self.claim(claim, "launch_app", arguments, |truth| {
            (truth.in_front(), truth.foreground() == app)
        })
        .await?;
        Ok(())
    }

    fn judge(&self, finding: &Finding, inputs: usize) {
        let plural = if inputs == 1 { "" } else { "s" };
        let truth = format!("the phone: {}; {inputs} input{plural}", finding.truth);
        if finding.agrees() {
            self.terminal.say(Tone::Good, "✓ ", &truth);
        } else {
            let text = format!("{truth}. {}", finding.differs.join(", "));
            self.terminal.say(Tone::Bad, "✗ ", &text);
        }
    }

    /// Takes a picture with refs and keeps it.
    pub(super) async fn picture(&mut self, name: &str, caption: &str) -> anyhow::Result<()> {
        let arguments = json!({"refs": true});
        self.terminal.say(Tone::Call, "→ ", &format!("take_screenshot {arguments}"));
        let answer = self.client.call("take_screenshot", &arguments).await?;
        let jpeg = answer.picture.unwrap_or_default();
        anyhow::ensure!(jpeg.starts_with(&[0xFF, 0xD8]), "the picture is no JPEG");
        self.pictures += 1;
        let name = format!("{:02}-{name}.jpg", self.pictures);
        std::fs::write(self.output.join(&name), &jpeg)?;
        self.terminal.say(Tone::Screen, "← ", &answer.text);
        self.terminal.say(Tone::Screen, "  ", &format!("saved as {name}"));
        let picture = Some(Picture { name, jpeg, caption: caption.to_owned() });
        let (tool, arguments) = ("take_screenshot".to_owned(), arguments.to_string());
        self.record.add(Shown::Call(Call { tool, arguments, answer: answer.text, picture }));
        Ok(())
    }

    /// A pause for whoever reads along.
    async fn beat(&self, beats: u32) {
        if self.terminal.watched {
            tokio::time::sleep(BEAT * beats).await;
        }
    }
}
