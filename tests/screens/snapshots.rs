//! Digests of invented screens, preceded by their size.

use std::path::Path;

use ios_mcp::domain::perception::DEFAULT_BUDGET;

use crate::reading::{seen, told};

#[track_caller]
fn check(name: &str) {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/screen-{name}.xml"));
    let digest = told(&seen(&path), DEFAULT_BUDGET);
    insta::assert_snapshot!(name, format!("{} characters\n{}", digest.characters, digest.text));
}

#[test]
fn a_swiftui_form_is_its_controls() {
    check("swiftui-list");
}

#[test]
fn a_split_view_names_its_detail_and_its_two_scrolling_halves() {
    check("ipad-split");
}

#[test]
fn a_flutter_screen_with_semantics_is_read_like_any_other() {
    check("flutter");
}

#[test]
fn a_landscape_player_is_read_in_its_orientation() {
    check("landscape");
}

#[test]
fn a_long_article_fits_the_budget_with_its_paragraphs() {
    check("article");
}

#[test]
fn a_crowded_screen_keeps_its_tab_bar_and_counts_the_rest() {
    check("crowded");
}
