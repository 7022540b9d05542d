//! What was asked, what was expected, and what came.

use serde_json::{Value, json};

/// How sure a claim is, as in `docs/wires`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    Sourced,
    Assumed,
    /// A time, which differs by nature.
    Timing,
}

impl Tag {
    fn name(self) -> &'static str {
        match self {
            Self::Sourced => "sourced",
            Self::Assumed => "assumed",
            Self::Timing => "timing",
        }
    }
}

/// One answered question.
#[derive(Debug)]
struct Finding {
    probe: &'static str,
    expected: Value,
    got: Value,
    tag: Tag,
    differs: bool,
}

/// All answers.
#[derive(Debug, Default)]
pub(super) struct Report {
    findings: Vec<Finding>,
}

impl Report {
    /// The answer is to be exactly that.
    pub(super) fn is(&mut self, probe: &'static str, tag: Tag, expected: Value, got: Value) {
        let differs = expected != got;
        self.findings.push(Finding { probe, expected, got, tag, differs });
    }

    /// A fact that was looked for in the answer; what was found instead is told when it is not so.
    pub(super) fn holds(&mut self, probe: &'static str, tag: Tag, holds: bool, got: Value) {
        let expected = Value::Bool(true);
        let got = if holds { Value::Bool(true) } else { got };
        self.findings.push(Finding { probe, expected, got, tag, differs: !holds });
    }

    /// The answer is to be one of those.
    pub(super) fn one_of(&mut self, probe: &'static str, tag: Tag, expected: &[Value], got: Value) {
        let differs = !expected.contains(&got);
        let expected = json!({ "one_of": expected });
        self.findings.push(Finding { probe, expected, got, tag, differs });
    }

    /// A time; it never counts as a difference.
    pub(super) fn took(&mut self, probe: &'static str, expected: Value, seconds: f64) {
        let got = json!((seconds * 1e4).round() / 1e4);
        self.findings.push(Finding { probe, expected, got, tag: Tag::Timing, differs: false });
    }

    pub(super) fn count(&self) -> usize {
        self.findings.len()
    }

    pub(super) fn differences(&self) -> usize {
        self.findings.iter().filter(|finding| finding.differs).count()
    }

    /// One JSON object a difference, or a probe.
    pub(super) fn lines(&self, all: bool) -> impl Iterator<Item = Value> {
        let shown = move |f: &&Finding| all || f.differs || f.tag == Tag::Timing;
        self.findings.iter().filter(shown).map(|f| {
            json!({
                "probe": f.probe,
                "expected": f.expected,
                "got": f.got,
                "tag": f.tag.name(),
                "differs": f.differs,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Report, Tag};

    #[test]
    fn only_what_differs_is_told_and_times_never_differ() {
        let mut report = Report::default();
        report.is("a", Tag::Sourced, json!(1), json!(1));
        report.is("b", Tag::Assumed, json!(1), json!(2));
        report.holds("c", Tag::Sourced, false, json!("seen"));
        report.one_of("d", Tag::Sourced, &[json!(200), json!(404)], json!(404));
        report.took("e", json!(0.1), 9.0);
        let names: Vec<String> =
            report.lines(false).map(|line| line["probe"].to_string()).collect();
        assert_eq!(names, ["\"b\"", "\"c\"", "\"e\""]);
        assert_eq!((report.count(), report.differences()), (5, 2));
    }
}
