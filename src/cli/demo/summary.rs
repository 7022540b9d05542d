//! The last thing that is shown: one row a verdict, beside what the phone says and what it cost.

use crate::cli::demo::record::{Cost, Finding, Record};
use crate::cli::demo::terminal::{Terminal, Tone, cut};

/// Columns of the summary, numbers aside.
const STEP: usize = 24;
const VERDICT: usize = 17;
const TRUTH: usize = 31;

/// Prints the summary; true when everything agrees.
pub(super) fn print(terminal: &Terminal, record: &Record) -> bool {
    let row = |tone: Tone, cells: [&str; 3], numbers: [String; 3]| {
        let plain = |text: String| (Tone::Plain, text);
        let [reads, seconds, tokens] = numbers;
        terminal.say_cells(&[
            plain(padded(cells[0], STEP)),
            (tone, padded(cells[1], VERDICT)),
            plain(padded(cells[2], TRUTH)),
            plain(format!("{reads:>5}")),
            plain(format!("{seconds:>8}")),
            plain(format!("{tokens:>6}")),
        ]);
    };
    terminal.gap();
    terminal.say(Tone::Title, "", "What was said, and what was true");
    let heads = ["reads", "device s", "tokens"].map(str::to_owned);
    row(Tone::Plain, ["step", "verdict", "the phone says"], heads);
    for finding in record.findings().filter(|finding| !finding.sets_scene || !finding.agrees()) {
        let mark = if finding.agrees() { "✓" } else { "✗" };
        let truth = format!("{mark} {}", finding.truth);
        let tone = Tone::of(&finding.verdict);
        row(tone, [&finding.step, &finding.verdict, &truth], numbers(finding.cost));
    }
    let setting = record.findings().filter(|finding| finding.sets_scene);
    let (count, cost) = setting.fold((0, Cost::default()), |(n, sum), f| (n + 1, sum + f.cost));
    row(Tone::Good, [&format!("{count} apps started anew"), "changed", ""], numbers(cost));
    let total = record.findings().fold(Cost::default(), |sum, finding| sum + finding.cost);
    row(Tone::Plain, ["all", "", ""], numbers(total));
    terminal.say(
        Tone::Screen,
        "",
        "reads: whole trees; device s: on the phone's own clock, at the speed of an iOS Simulator; \
         tokens: what the model read, characters / 4",
    );
    verdict(terminal, record)
}

fn verdict(terminal: &Terminal, record: &Record) -> bool {
    let wrong: Vec<&Finding> = record.findings().filter(|finding| !finding.agrees()).collect();
    let all = record.findings().count();
    terminal.gap();
    if wrong.is_empty() {
        let text = format!("all {all} verdicts agree with what the phone itself recorded");
        terminal.say(Tone::Good, "", &text);
        return true;
    }
    terminal.say(Tone::Bad, "", &format!("{} of {all} verdicts do not agree:", wrong.len()));
    for finding in wrong {
        let text = format!("{}: {}: {}", finding.step, finding.verdict, finding.differs.join(", "));
        terminal.say(Tone::Bad, "  ", &text);
    }
    false
}

fn numbers(cost: Cost) -> [String; 3] {
    [cost.trees.to_string(), format!("{:.1}", cost.seconds), cost.tokens.to_string()]
}

fn padded(text: &str, width: usize) -> String {
    format!("{:<width$}", cut(text, width))
}
