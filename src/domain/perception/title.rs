//! What the screen is called.
//!
//! The title of the topmost navigation bar that lies on the screen, else a heading near the top,
//! else a large text there. The title stays the same when an alert covers the screen.

use super::survey::Survey;
use super::text::is_blank;
use crate::domain::element::{Element, Place};
use crate::domain::role::Role;
use crate::domain::tree::{NodeId, UiTree};

/// Part of the screen, from the top, in which a heading may be its title.
const TOP: f64 = 0.25;
/// Least height of a text that is a title without being marked as a heading, in points.
const LARGE: f64 = 24.0;

/// Longest text that is a title without being marked as a heading, in characters.
const LONGEST: usize = 40;
/// Most navigation bars that are looked at, from the topmost.
const MOST_NAVS: usize = 8;

/// The title of the screen, if it has one.
pub(super) fn title(tree: &UiTree, survey: &Survey, elements: &[Element]) -> Option<String> {
    let mut navs =
        survey.navs.iter().rev().take(MOST_NAVS).filter(|&&nav| is_shown(tree, survey, nav));
    navs.find_map(|&nav| of_nav(tree, nav)).or_else(|| drawn(survey, elements))
}

fn is_shown(tree: &UiTree, survey: &Survey, nav: NodeId) -> bool {
    let node = tree.node(nav);
    (node.visible || survey.modal.is_some() || survey.all_covered)
        && node.frame.is_none_or(|f| survey.is_on_screen(f))
}

/// A bar's title: the text in it that it is called by, else its first text, else its name.
fn of_nav(tree: &UiTree, nav: NodeId) -> Option<String> {
    let own = [tree.label(nav), tree.identifier(nav)].into_iter().flatten().find(|t| !is_blank(t));
    let texts = || {
        tree.descendants(nav)
            .filter(|&id| {
                matches!(tree.node(id).role, Role::Text | Role::Heading | Role::Other)
                    && !tree.ancestors(id).take(4).any(|up| tree.node(up).role.is_interactive())
            })
            .filter_map(|id| tree.label(id).filter(|l| !is_blank(l)))
    };
    if let Some(own) = own.filter(|own| texts().any(|text| text == *own)) {
        return Some(own.to_owned());
    }
    texts().next().or(tree.label(nav).filter(|l| !is_blank(l))).or(own).map(str::to_owned)
}

/// A heading or a large text near the top.
fn drawn(survey: &Survey, elements: &[Element]) -> Option<String> {
    let screen = survey.screen?;
    let limit = screen.y + screen.height * TOP;
    let high = || {
        elements.iter().filter(move |e| {
            matches!(e.place, Place::Screen | Place::Behind)
                && !e.in_modal
                && e.frame.is_some_and(|f| f.y < limit && !f.is_empty())
        })
    };
    let heading = high().find(|e| e.role == Role::Heading);
    let short = |e: &Element| e.label.as_deref().is_some_and(|l| l.chars().count() <= LONGEST);
    let large = |e: &&Element| {
        e.role == Role::Text && short(e) && e.frame.is_some_and(|f| f.height >= LARGE)
    };
    heading.or_else(|| high().find(large))?.label.clone()
}

#[cfg(test)]
mod tests {
    use crate::domain::perception::testing::{lines, seen};

    #[test]
    fn the_topmost_navigation_bar_names_the_screen_and_is_not_listed_again() {
        let p = seen(
            "nav #Keyboards [0,47,390,44]\n  button \"General\" [0,47,89,44]\n  text \"Keyboards\" [152,58,86,21]",
        );

        assert_eq!(p.title.as_deref(), Some("Keyboards"));
        assert_eq!(lines(&p), ["e1 button \"General\" @(45,69)"]);
    }

    #[test]
    fn without_a_bar_a_heading_or_a_large_text_near_the_top_names_it() {
        let heading = seen("text \"9 results\" [20,60,90,40]\nheading \"Search\" [20,100,200,20]");
        let large = seen("text \"small\" [20,60,90,16]\ntext \"Welcome\" [20,100,200,27]");
        let none = seen("text \"Welcome\" [20,400,200,27]");

        assert_eq!(heading.title.as_deref(), Some("Search"));
        assert_eq!(large.title.as_deref(), Some("Welcome"));
        assert_eq!(none.title, None);
    }

    #[test]
    fn an_alert_changes_nothing_about_the_title() {
        let p = seen(
            "nav #Drafts [0,47,390,44] hidden\n  text \"Drafts\" [152,58,86,21] hidden\nalert \"Delete?\" [41,375,320,152]\n  button \"Delete\" [205,463,140,48]",
        );

        assert_eq!(p.title.as_deref(), Some("Drafts"));
    }
}
