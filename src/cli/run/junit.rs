//! A run as JUnit XML: one case a step, the broken one a failure, those after it skipped.

use std::fmt::Write as _;

use super::html::escaped;
use crate::application::replay::{FlowRun, Played};

pub(super) fn xml(name: &str, run: &FlowRun) -> String {
    let name = escaped(name);
    let failures = run.played.iter().filter(|played| played.broke.is_some()).count();
    let (tests, skipped) = (run.played.len() + run.left.len(), run.left.len());
    let seconds = run.took.as_secs_f64();
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"{name}\" \
         tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\" \
         time=\"{seconds:.3}\">\n"
    );
    for (index, played) in run.played.iter().enumerate() {
        text.push_str(&case(&name, index + 1, played));
    }
    for (index, left) in run.left.iter().enumerate() {
        let number = run.played.len() + index + 1;
        // Writing into a string does not fail.
        let _ = writeln!(
            text,
            "<testcase classname=\"{name}\" name=\"{number}. {}\" time=\"0\"><skipped/></testcase>",
            escaped(left)
        );
    }
    text.push_str("</testsuite>\n</testsuites>\n");
    text
}

fn case(name: &str, number: usize, played: &Played) -> String {
    let (asked, seconds) = (escaped(&played.asked), played.took.as_secs_f64());
    let mut text =
        format!("<testcase classname=\"{name}\" name=\"{number}. {asked}\" time=\"{seconds:.3}\">");
    if let Some(broke) = &played.broke {
        let _ = write!(
            text,
            "<failure message=\"{}\">{}\n{}</failure>",
            escaped(&broke.reason),
            escaped(&played.said),
            escaped(&broke.screen)
        );
    }
    let notes = escaped(&[vec![played.said.clone()], played.notes.clone()].concat().join("\n"));
    let _ = writeln!(text, "<system-out>{notes}</system-out></testcase>");
    text
}
