//! The demonstration as one page that can be kept and sent: nothing in it is loaded from elsewhere.
//!
//! Everything that was said is escaped; pictures lie in the page as base64. It reads on a phone and
//! follows the reader's choice of dark or light. No script.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::cli::demo::record::{Call, Cost, Finding, Record, Scene, Shown};
use crate::cli::demo::terminal::{Tone, is_code};
use crate::domain::perception::tokens;

/// Lines of an answer from which it is folded.
const LONG: usize = 14;

const STYLE: &str = include_str!("report.css");

/// The page.
pub(super) fn page(record: &Record) -> String {
    let mut html = String::new();
    let wrong = record.findings().filter(|finding| !finding.agrees()).count();
    let all = record.findings().count();
    let outcome = match wrong {
        0 => format!(
            "<p class=\"good\">All {all} verdicts agree with what the phone itself recorded.</p>"
        ),
        _ => format!("<p class=\"bad\">{wrong} of {all} verdicts do not agree.</p>"),
    };
    // Writing to a String cannot fail.
    let _ = write!(
        html,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>ios-mcp demo</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>ios-mcp demo</h1>\n\
         <p>A virtual iPhone, driven through the MCP server as a client drives it. Each verdict stands \
         beside what the phone itself says, which no tool sees. Version {}, seed {}.</p>\n{outcome}\n",
        env!("CARGO_PKG_VERSION"),
        record.seed,
    );
    html.push_str(&table(record));
    for (index, scene) in record.scenes.iter().enumerate() {
        html.push_str(&section(index + 1, scene));
    }
    html.push_str("</main>\n</body>\n</html>\n");
    html
}

/// A text that cannot become markup.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

fn class(word: &str) -> &'static str {
    match Tone::of(word) {
        Tone::Good => "good",
        Tone::Calm => "calm",
        Tone::Doubt => "doubt",
        Tone::Bad => "bad",
        _ => "plain",
    }
}

fn table(record: &Record) -> String {
    let mut html = "<div class=\"wide\"><table>\n<tr><th>step</th><th>verdict</th>\
                    <th>the phone says</th><th>reads</th><th>device s</th><th>tokens</th></tr>\n"
        .to_owned();
    for finding in record.findings() {
        let cells = [escaped(&finding.step), badge(&finding.verdict), truth(finding)];
        html.push_str(&row(&cells, finding.cost));
    }
    let total = record.findings().fold(Cost::default(), |sum, finding| sum + finding.cost);
    html.push_str(&row(&["all".to_owned(), String::new(), String::new()], total));
    html.push_str(
        "</table></div>\n<p class=\"small\">reads: whole trees. device s: on the phone’s own clock, \
         at the speed of an iOS Simulator, waits included. tokens: what the model read, characters \
         / 4.</p>\n",
    );
    html
}

fn row(cells: &[String; 3], cost: Cost) -> String {
    let [step, verdict, truth] = cells;
    format!(
        "<tr><td>{step}</td><td>{verdict}</td><td>{truth}</td><td class=\"n\">{}</td>\
         <td class=\"n\">{:.1}</td><td class=\"n\">{}</td></tr>\n",
        cost.trees, cost.seconds, cost.tokens
    )
}

fn badge(word: &str) -> String {
    format!("<span class=\"badge {}\">{}</span>", class(word), escaped(word))
}

fn truth(finding: &Finding) -> String {
    let told = escaped(&finding.truth);
    if finding.agrees() {
        return format!("<span class=\"good\">✓</span> {told}");
    }
    format!("<span class=\"bad\">✗</span> {told}. {}", escaped(&finding.differs.join(", ")))
}

fn section(number: usize, scene: &Scene) -> String {
    let (title, narration) = (escaped(&scene.title), escaped(&scene.narration));
    let mut html = format!("<section>\n<h2>{number}. {title}</h2>\n<p>{narration}</p>\n");
    for shown in &scene.shown {
        match shown {
            Shown::Call(call) => html.push_str(&exchange(call)),
            Shown::Finding(finding) => {
                let verdict = badge(&finding.verdict);
                let line =
                    format!("<p class=\"truth\">{verdict} the phone: {}</p>\n", truth(finding));
                html.push_str(&line);
            }
        }
    }
    html.push_str("</section>\n");
    html
}

fn exchange(call: &Call) -> String {
    let mut html =
        format!("<pre class=\"call\">{} {}</pre>\n", escaped(&call.tool), escaped(&call.arguments));
    let answer = format!("<pre class=\"answer\">{}</pre>\n", lines(&call.answer));
    let count = call.answer.lines().count();
    if count > LONG {
        let head = escaped(call.answer.lines().next().unwrap_or_default());
        let cost = tokens(&call.answer);
        // Long answers open on a touch; what leads them is read without.
        let _ = writeln!(
            html,
            "<details><summary><code>{head}</code> <span class=\"small\">{count} lines, {cost} \
             tokens</span></summary>\n{answer}</details>"
        );
    } else {
        html.push_str(&answer);
    }
    if let Some(picture) = &call.picture {
        let (name, caption) = (escaped(&picture.name), escaped(&picture.caption));
        let data = STANDARD.encode(&picture.jpeg);
        let _ = writeln!(
            html,
            "<figure><img alt=\"{caption}\" src=\"data:image/jpeg;base64,{data}\">\
             <figcaption>{caption} <span class=\"small\">({name})</span></figcaption></figure>"
        );
    }
    html
}

/// An answer with its verdicts set off.
fn lines(answer: &str) -> String {
    let line = |line: &str| {
        let word = line.split(':').next().unwrap_or_default();
        let is_verdict = Tone::of(word) != Tone::Plain || is_code(word);
        match (is_verdict, line.split_once(':')) {
            (true, Some((word, rest))) => {
                format!("<b class=\"{}\">{}</b>:{}", class(word), escaped(word), escaped(rest))
            }
            _ => escaped(line),
        }
    };
    answer.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::demo::record::Picture;

    #[test]
    fn what_was_said_never_becomes_markup_and_nothing_is_loaded_from_elsewhere() {
        let evil = "<script>alert(\"x\")</script>&'";
        let picture = Some(Picture {
            name: evil.to_owned(),
            jpeg: vec![0xFF, 0xD8],
            caption: evil.to_owned(),
        });
        let call = Call {
            tool: evil.to_owned(),
            arguments: evil.to_owned(),
            answer: format!("changed: {evil}\n{}", format!("{evil}\n").repeat(20)),
            picture,
        };
        let finding = Finding {
            sets_scene: false,
            step: evil.to_owned(),
            verdict: evil.to_owned(),
            truth: evil.to_owned(),
            differs: vec![evil.to_owned()],
            cost: Cost::default(),
        };
        let shown = vec![Shown::Call(call), Shown::Finding(finding)];
        let scene = Scene { title: evil.to_owned(), narration: evil.to_owned(), shown };
        let page = page(&Record { seed: 1, scenes: vec![scene] });
        assert!(!page.contains("<script") && !page.contains("alert(\""), "{page}");
        assert!(page.contains("&lt;script&gt;alert(&quot;x&quot;)"), "{page}");
        for from_elsewhere in ["http:", "https:", "url(", "@import", "<link", "src=\"/"] {
            assert!(!page.contains(from_elsewhere), "{from_elsewhere}");
        }
    }
}
