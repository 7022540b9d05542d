//! `ios-mcp digest FILE|-`: what a model would see of a screen dump.
//!
//! A dump that can be read but is degenerate succeeds: the note in the digest says what it is.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::cli::input::{bytes, tree};
use crate::cli::output::{Failed, print, remark};
use crate::domain::element::{Element, Ref};
use crate::domain::error::DeviceError;
use crate::domain::observation::Perception;
use crate::domain::perception::{
    Counter, DEFAULT_BUDGET, DigestOptions, LEAST_BUDGET, ReadContext, digest, fold, perceive,
};
use crate::domain::tree::TreeParser;

/// How the digest is printed.
#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
}

#[derive(Args)]
pub(super) struct Digest {
    /// WebDriverAgent XML or JSON, or idb JSON; - reads standard input.
    file: PathBuf,
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Most tokens that the digest may cost (characters / 4), 60 at least.
    #[arg(long, value_name = "TOKENS", default_value_t = DEFAULT_BUDGET, value_parser = budget)]
    budget: usize,
    /// Only elements that contain this text.
    #[arg(long, value_name = "TEXT")]
    query: Option<String>,
    /// Print counts and times as one JSON line on standard error.
    #[arg(long)]
    stats: bool,
}

/// Below its least budget a digest could not say what it leaves out.
fn budget(text: &str) -> Result<usize, String> {
    let tokens: usize = text.parse().map_err(|error| format!("{error}"))?;
    if tokens < LEAST_BUDGET {
        Err(format!("a digest takes at least {LEAST_BUDGET} tokens"))
    } else {
        Ok(tokens)
    }
}

impl Digest {
    pub(super) fn run(&self, parser: &dyn TreeParser) -> Result<ExitCode, Failed> {
        if let Some(query) = self.query.as_deref().filter(|query| fold(query).is_empty()) {
            return Err(Failed::Usage(DeviceError::invalid("query", "names nothing", query)));
        }
        let bytes = bytes(&self.file)?;
        let start = Instant::now();
        let tree = tree(parser, &bytes)?;
        let parsed = start.elapsed();
        let perception = perceive(&tree, &ReadContext::default());
        let options = DigestOptions {
            budget_tokens: self.budget,
            query: self.query.as_deref(),
            region: None,
        };
        let written = digest(&perception, &mut Counter::default(), &options);
        let times = (parsed, start.elapsed().saturating_sub(parsed));
        match self.format {
            Format::Text => print(&written.text),
            Format::Json => print(&as_json(&perception, &written).to_string()),
        }
        if self.stats {
            remark(&stats(tree.len(), &perception, &written, times).to_string());
        }
        Ok(ExitCode::SUCCESS)
    }
}

type Written = crate::domain::perception::Digest;

fn stats(nodes: usize, p: &Perception, written: &Written, times: (Duration, Duration)) -> Value {
    json!({
        "nodes": nodes,
        "elements": p.elements.iter().filter(|e| e.is_listed()).count(),
        "shown": written.shown.len(),
        "characters": written.characters,
        "tokens": written.tokens,
        "parse_us": times.0.as_micros() as u64,
        "digest_us": times.1.as_micros() as u64,
    })
}

fn as_json(p: &Perception, written: &Written) -> Value {
    let shown = written.shown.iter().filter_map(|&(r, index)| Some((r, p.elements.get(index)?)));
    json!({
        "app": p.app,
        "title": p.title,
        "fingerprint": format!("{:08x}", p.fingerprint >> 32),
        "completeness": p.completeness,
        "elements": shown.map(|(r, e)| element(r, e)).collect::<Vec<_>>(),
        "hidden": written.hidden,
        "truncated": written.truncated,
        "notes": p.notes,
        "characters": written.characters,
        "tokens": written.tokens,
        "text": written.text,
    })
}

fn element(reference: Ref, e: &Element) -> Value {
    json!({
        "ref": reference.to_string(),
        "role": e.role,
        "label": e.label,
        "value": e.value,
        "detail": e.detail,
        "placeholder": e.placeholder,
        "id": e.identifier,
        "row_id": e.row_identifier,
        "frame": e.frame,
        "touch": e.touch,
        "enabled": e.enabled,
        "selected": e.selected,
        "focused": e.focused,
        "actionable": e.actionable,
        "repeats": e.repeats,
    })
}
