//! `ios-mcp find FILE TEXT`: looks for a text in the raw tree of a screen dump.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::cli::input::{bytes, tree};
use crate::cli::output::{Failed, print};
use crate::domain::error::DeviceError;
use crate::domain::perception::{
    Counter, DigestOptions, ReadContext, digest, find, fold, perceive,
};
use crate::domain::tree::TreeParser;

#[derive(Args)]
pub(super) struct Find {
    /// WebDriverAgent XML or JSON, or idb JSON; - reads standard input.
    file: PathBuf,
    /// Text to look for in labels, values, identifiers and placeholders.
    text: String,
    /// Most matches to print.
    #[arg(long, value_name = "COUNT", default_value_t = 20, value_parser = some)]
    limit: usize,
}

/// A count of at least one.
fn some(text: &str) -> Result<usize, String> {
    let count: NonZeroUsize = text.parse().map_err(|error| format!("{error}"))?;
    Ok(count.get())
}

impl Find {
    pub(super) fn run(&self, parser: &dyn TreeParser) -> Result<ExitCode, Failed> {
        if fold(&self.text).is_empty() {
            let error = DeviceError::invalid("text", "names nothing to look for", &self.text);
            return Err(Failed::Usage(error.with_hint("give a text that a label may hold")));
        }
        let tree = tree(parser, &bytes(&self.file)?)?;
        let perception = perceive(&tree, &ReadContext::default());
        let written = digest(&perception, &mut Counter::default(), &DigestOptions::default());
        let shown: Vec<usize> = written.shown.into_iter().map(|(_, index)| index).collect();
        print(&find(&tree, &perception, &shown, &self.text, self.limit).text());
        Ok(ExitCode::SUCCESS)
    }
}
