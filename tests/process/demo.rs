//! The demonstration as a visitor meets it: what is printed, what is kept, and what the README
//! quotes of it.

use std::path::Path;

use crate::binary::run;

/// What a demonstration printed; it must have ended well.
fn shown(folder: &Path, seed: &str) -> String {
    let output = run(&["demo", "--seed", seed, "--output", folder.to_str().unwrap()]);
    let text = String::from_utf8(output.stdout).unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}\n{complaint}");
    text
}

#[test]
fn every_verdict_of_the_demonstration_agrees_with_the_phone_whatever_its_order() {
    for seed in ["0", "7"] {
        let folder = tempfile::tempdir().unwrap();
        let text = shown(folder.path(), seed);
        assert!(text.contains("verdicts agree with what the phone itself recorded"), "{text}");
        for word in ["changed", "already", "no_effect", "contradicted", "unknown"] {
            assert!(text.contains(&format!("← {word}: ")), "{word}\n{text}");
        }
        for refusal in ["ELEMENT_AMBIGUOUS", "ELEMENT_COVERED"] {
            assert!(text.contains(&format!("← {refusal}: ")), "{refusal}\n{text}");
        }
        assert!(!text.contains('\x1b'), "colour outside a terminal");
        let longest = text.lines().max_by_key(|line| line.chars().count()).unwrap();
        assert!(longest.chars().count() <= 100, "{longest}");
        let page = std::fs::read_to_string(folder.path().join("report.html")).unwrap();
        let pictures = std::fs::read_dir(folder.path()).unwrap().count() - 1;
        assert_eq!(page.matches("src=\"data:image/jpeg;base64,").count(), pictures);
        assert!(pictures >= 5 && !page.contains("<script"));
    }
}

/// A text without how long something was watched: the phone's clock runs on between two requests.
fn untimed(text: &str) -> String {
    let mut parts = text.split("watched ");
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'));
    rest.fold(first, |text, part| format!("{text}watched{part}"))
}

#[test]
fn the_readme_quotes_the_demonstration_to_the_letter() {
    let folder = tempfile::tempdir().unwrap();
    let text = untimed(&shown(folder.path(), "0"));
    let readme = untimed(include_str!("../../README.md"));
    let quoted = readme.split("```\n").nth(1).expect("the README begins with a quotation");
    let passages: Vec<&str> = quoted.trim_end().split("\n\n").collect();
    assert!(passages.len() >= 4);
    for passage in passages {
        assert!(text.contains(passage), "the demonstration does not say\n{passage}\n\n{text}");
    }
}
