//! Shows a demonstration: what is asked, what the model reads, and whether it is true.

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::Value;

use crate::cli::demo::client::{Answer, Client};
use crate::cli::demo::truth::Truth;
use crate::cli::output::print;

/// Lines of an answer that are shown.
const MOST_LINES: usize = 24;

/// How a line is set off on a terminal.
#[derive(Clone, Copy)]
enum Tone {
    Narration,
    Call,
    Answer,
    Agrees,
    Differs,
}

impl Tone {
    /// Select graphic rendition of ANSI terminals.
    const fn code(self) -> &'static str {
        match self {
            Self::Narration => "1",
            Self::Call => "36",
            Self::Answer => "0",
            Self::Agrees => "32",
            Self::Differs => "31;1",
        }
    }
}

/// A client, the truth, and an audience.
pub(super) struct Stage<'a> {
    client: Client,
    pub(super) truth: Truth<'a>,
    output: PathBuf,
    coloured: bool,
    scenes: usize,
    /// Claims that were checked, and those that do not hold.
    checked: usize,
    differing: Vec<String>,
}

impl<'a> Stage<'a> {
    pub(super) fn new(client: Client, truth: Truth<'a>, output: PathBuf) -> Self {
        let coloured = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        Self { client, truth, output, coloured, scenes: 0, checked: 0, differing: Vec::new() }
    }

    /// Says what is to be seen.
    pub(super) fn open(&self) {
        self.say(
            Tone::Narration,
            "A virtual iPhone, driven through the MCP server of this program.",
        );
        self.say(Tone::Call, "→ what a client asks");
        self.say(Tone::Answer, "← what the model reads");
        self.say(Tone::Agrees, "  ✓ what the phone itself says about it");
    }

    /// Says what comes next.
    pub(super) fn scene(&mut self, narration: &str) {
        self.scenes += 1;
        self.say(Tone::Narration, &format!("\n{}. {narration}", self.scenes));
    }

    /// Calls a tool and shows call and answer.
    pub(super) async fn call(&mut self, tool: &str, arguments: Value) -> anyhow::Result<Answer> {
        self.say(Tone::Call, &format!("→ {tool} {arguments}"));
        let answer = self.client.call(tool, &arguments).await?;
        let lines: Vec<&str> = answer.text.lines().collect();
        for line in lines.iter().take(MOST_LINES) {
            self.say(Tone::Answer, &format!("← {line}"));
        }
        if lines.len() > MOST_LINES {
            self.say(Tone::Answer, &format!("← … {} more lines", lines.len() - MOST_LINES));
        }
        Ok(answer)
    }

    /// Calls a tool; the answer must begin with `word` and agree with the phone's journal.
    pub(super) async fn expect(
        &mut self,
        word: &str,
        tool: &str,
        arguments: Value,
    ) -> anyhow::Result<Answer> {
        let before = self.truth.inputs().len();
        let answer = self.call(tool, arguments).await?;
        self.check(&format!("the answer is \"{word}\""), answer.word() == word);
        let arrived = self.truth.inputs().len() - before;
        match answer.word() {
            "changed" | "no_effect" | "contradicted" => {
                self.check("the phone received an input", arrived > 0);
            }
            "already" => self.check("the phone received no input", arrived == 0),
            word if word.chars().all(|c| c.is_ascii_uppercase() || c == '_') => {
                self.check("the phone received no input", arrived == 0);
            }
            _ => {}
        }
        Ok(answer)
    }

    /// Holds a claim against the truth.
    pub(super) fn check(&mut self, claim: &str, holds: bool) {
        self.checked += 1;
        if holds {
            self.say(Tone::Agrees, &format!("  ✓ {claim}"));
        } else {
            self.say(Tone::Differs, &format!("  ✗ {claim}"));
            self.differing.push(format!("scene {}: {claim}", self.scenes));
        }
    }

    /// Takes a picture and keeps it.
    pub(super) async fn picture(&mut self, name: &str) -> anyhow::Result<()> {
        let answer = self.call("take_screenshot", serde_json::json!({})).await?;
        let picture = answer.picture.unwrap_or_default();
        self.check("the picture is a JPEG", picture.starts_with(&[0xFF, 0xD8]));
        let path = self.output.join(name);
        std::fs::write(&path, picture)?;
        self.say(Tone::Answer, &format!("  saved {}", path.display()));
        Ok(())
    }

    /// Closes the demonstration with its result.
    pub(super) fn end(self) -> ExitCode {
        let (checked, wrong) = (self.checked, self.differing.len());
        if wrong == 0 {
            let text = format!("\nall {checked} claims agree with what the phone itself recorded");
            self.say(Tone::Agrees, &text);
            return ExitCode::SUCCESS;
        }
        self.say(Tone::Differs, &format!("\n{wrong} of {checked} claims do not hold:"));
        for claim in &self.differing {
            self.say(Tone::Differs, &format!("  {claim}"));
        }
        ExitCode::from(1)
    }

    fn say(&self, tone: Tone, text: &str) {
        if self.coloured {
            print(&format!("\x1b[{}m{text}\x1b[0m", tone.code()));
        } else {
            print(text);
        }
    }
}
