//! A run as one page: no script, nothing from elsewhere, every text escaped; well-formed as XML too.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;

use crate::application::replay::{Broke, FlowRun, Played};

const STYLE: &str = "body{font:15px/1.45 system-ui,sans-serif;max-width:60em;margin:2em auto;\
padding:0 1em;color:#1c1c1e;background:#fff}h1{font-size:1.3em}li{margin:0 0 1.2em;clear:both;\
overflow:hidden}img{float:right;width:11em;margin-left:1em;border:1px solid #ccc;border-radius:8px}\
code,pre{font:13px/1.4 ui-monospace,monospace}pre{background:#f2f2f7;padding:.8em;white-space:pre-wrap;\
overflow-wrap:anywhere}.held{color:#1a7f37}.broke{color:#c4001a}.left,.note{color:#6e6e73}";

/// What a page is about.
pub(super) struct Page<'a> {
    pub(super) name: &'a str,
    pub(super) device: &'a str,
    pub(super) run: &'a FlowRun,
    /// One a step, encoded as JPEG.
    pub(super) pictures: &'a [Option<Bytes>],
}

impl Page<'_> {
    pub(super) fn html(&self) -> String {
        let (name, run) = (escaped(self.name), self.run);
        let (class, word) = if run.held() { ("held", "held") } else { ("broke", "broke") };
        let all = run.played.len() + run.left.len();
        let seconds = run.took.as_secs_f64();
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\
             <meta name=\"viewport\" content=\"width=device-width\"/><title>{name}: {word}</title>\
             <style>{STYLE}</style></head><body>\n<h1>{name}: <span class=\"{class}\">{word}</span></h1>\n\
             <p>{} of {all} steps on {}, {seconds:.1} s on the session's clock.</p>\n<ol>\n",
            run.played.iter().filter(|played| played.broke.is_none()).count(),
            escaped(self.device),
        );
        let pictures = self.pictures.iter().map(Option::as_ref).chain(std::iter::repeat(None));
        for (played, picture) in run.played.iter().zip(pictures) {
            page.push_str(&step(played, picture));
        }
        for left in &run.left {
            // Writing into a string does not fail.
            let _ = writeln!(page, "<li class=\"left\">not run: {}</li>", escaped(left));
        }
        page.push_str("</ol>\n</body></html>\n");
        page
    }
}

fn step(played: &Played, picture: Option<&Bytes>) -> String {
    let class = if played.broke.is_some() { "broke" } else { "held" };
    let mut text = String::from("<li>");
    if let Some(bytes) = picture {
        let data = STANDARD.encode(bytes);
        let _ = write!(
            text,
            "<img alt=\"the screen afterwards\" src=\"data:image/jpeg;base64,{data}\"/>"
        );
    }
    let (begun, took) = (played.begun.as_secs_f64(), played.took.as_secs_f64());
    let _ = write!(
        text,
        "<strong>{}</strong><br/><code class=\"{class}\">{}</code><br/>\
         <span class=\"note\">at {begun:.1} s, took {took:.1} s</span>",
        escaped(&played.asked),
        escaped(&played.said),
    );
    for note in &played.notes {
        let _ = write!(text, "<br/><span class=\"note\">{}</span>", escaped(note));
    }
    if let Some(broke) = &played.broke {
        text.push_str(&ending(broke));
    }
    text.push_str("</li>\n");
    text
}

fn ending(broke: &Broke) -> String {
    let mut text = format!("<p class=\"broke\">{}</p>", escaped(&broke.reason));
    if let Some(hint) = &broke.hint {
        let _ = write!(text, "<p>{}</p>", escaped(hint));
    }
    if !broke.candidates.is_empty() {
        text.push_str("<p>Candidates:</p><ul>");
        for one in &broke.candidates {
            let _ = write!(text, "<li><code>{}</code></li>", escaped(&one.summary));
        }
        text.push_str("</ul>");
    }
    let _ = write!(text, "<p>The screen as it is:</p><pre>{}</pre>", escaped(&broke.screen));
    text
}

/// A text that is only text: markup is escaped, and what XML cannot hold is left out.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(c),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => {}
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn whatever_a_screen_says_stays_text_and_the_page_is_well_formed() {
        let evil = "</pre><script>alert('x')</script>\u{0}&\"]]>";
        let broke = Broke {
            reason: evil.to_owned(),
            hint: Some(evil.to_owned()),
            candidates: vec![crate::domain::error::Candidate {
                handle: None,
                summary: evil.to_owned(),
            }],
            screen: evil.to_owned(),
        };
        let played = Played {
            asked: evil.to_owned(),
            said: evil.to_owned(),
            notes: vec![evil.to_owned()],
            begun: Duration::ZERO,
            took: Duration::from_secs(1),
            picture: None,
            broke: Some(broke),
        };
        let run =
            FlowRun { played: vec![played], left: vec![evil.to_owned()], took: Duration::ZERO };
        let pictures = [Some(Bytes::from_static(b"jpeg"))];
        let html = Page { name: evil, device: evil, run: &run, pictures: &pictures }.html();
        assert!(!html.contains("<script") && !html.contains("http"), "{html}");
        let junit = super::super::junit::xml(evil, &run);
        for text in [html, junit] {
            assert!(!elements_of(&text).is_empty());
        }
    }

    /// The names of all elements; fails on what is not well formed.
    fn elements_of(text: &str) -> Vec<String> {
        let mut reader = quick_xml::Reader::from_str(text);
        let (mut names, mut open) = (Vec::new(), 0);
        loop {
            match reader.read_event().unwrap() {
                quick_xml::events::Event::Start(tag) => {
                    open += 1;
                    names.push(tag.name().as_ref().to_owned());
                }
                quick_xml::events::Event::End(_) => open -= 1,
                quick_xml::events::Event::Eof => break,
                _ => {}
            }
        }
        assert_eq!(open, 0);
        names
    }
}
