//! The rules of verdicts, one situation each.

use std::sync::LazyLock;

use super::*;
use crate::domain::element::{Element, Place};
use crate::domain::observation::{Completeness, Modal, Viewport};
use crate::domain::role::Role;
use crate::domain::tree::NodeId;

fn row(label: &str, value: &str, y: f64) -> Element {
    let mut element = Element::new(Role::Switch, NodeId(0));
    element.label = Some(label.to_owned());
    element.value = Some(value.to_owned());
    element.frame = Some(Rect::new(0.0, y, 300.0, 40.0));
    element
}

fn screen(elements: Vec<Element>) -> Perception {
    Perception {
        elements,
        title: None,
        app: None,
        completeness: Completeness::Whole,
        modal: None,
        viewport: Viewport::default(),
        notes: Vec::new(),
        fingerprint: 0,
        marks: Vec::new(),
    }
}

fn list(values: [&str; 4], shift: f64) -> Perception {
    let at = |index: usize| 100.0 + 100.0 * index as f64 + shift;
    let rows = values.iter().enumerate();
    screen(rows.map(|(i, value)| row(&format!("Row {i}"), value, at(i))).collect())
}

static NOTHING: LazyLock<HashSet<ElementKey>> = LazyLock::new(HashSet::new);

fn evidence<'a>(before: &'a Perception, after: &'a Perception) -> Evidence<'a> {
    Evidence {
        before,
        after: Some(after),
        front: (Some("app"), Some("app")),
        target: before.elements[0].frame,
        named: None,
        expectation: None,
        uncertain: None,
        unsettled: false,
        watched: Duration::from_secs(1),
        repainted: None,
        alert_appeared: false,
        volatile: &NOTHING,
    }
}

fn verdict<'a>(
    before: &'a Perception,
    after: &'a Perception,
    adjust: impl Fn(&mut Evidence<'a>),
) -> Verdict {
    let mut seen = evidence(before, after);
    adjust(&mut seen);
    judge_touch(&seen).verdict
}

#[test]
fn only_a_change_at_the_target_or_of_the_screen_is_a_change() {
    let before = list(["0", "0", "0", "0"], 0.0);
    let own = list(["1", "0", "0", "0"], 0.0);
    let far = list(["0", "0", "0", "1"], 0.0);
    let shifted = list(["0", "0", "0", "0"], 60.0);
    let other = screen(vec![row("Elsewhere", "1", 0.0)]);
    let unattributable = Verdict::Unknown(Unknown::Unattributable);
    assert_eq!(verdict(&before, &own, |_| ()), Verdict::Changed);
    assert_eq!(verdict(&before, &far, |_| ()), unattributable);
    assert_eq!(verdict(&before, &shifted, |_| ()), unattributable);
    assert_eq!(verdict(&before, &before, |_| ()), Verdict::NoEffect);
    assert_eq!(verdict(&before, &other, |_| ()), Verdict::Changed);
}

#[test]
fn what_cannot_be_told_is_unknown_whatever_the_screen_shows() {
    let before = list(["0", "0", "0", "0"], 0.0);
    let own = list(["1", "0", "0", "0"], 0.0);
    let of = |why| Verdict::Unknown(why);
    assert_eq!(verdict(&before, &own, |s| s.uncertain = Some("lost")), of(Unknown::AckLost));
    assert_eq!(verdict(&before, &own, |s| s.after = None), of(Unknown::Unreadable));
    assert_eq!(verdict(&before, &before, |s| s.unsettled = true), of(Unknown::Unsettled));
    let alert = verdict(&before, &before, |s| s.alert_appeared = true);
    assert_eq!(alert, of(Unknown::Unattributable));
}

#[test]
fn the_callers_expectation_outranks_the_tree() {
    let before = list(["0", "0", "0", "0"], 0.0);
    let own = list(["1", "0", "0", "0"], 0.0);
    let expecting = |after, (held, holds)| {
        let expected = Expected { held, holds, absent: false };
        verdict(&before, after, |s| s.expectation = Some(expected))
    };
    assert_eq!(expecting(&own, (false, true)), Verdict::Changed);
    assert_eq!(expecting(&own, (false, false)), Verdict::Contradicted);
    assert_eq!(expecting(&before, (false, false)), Verdict::NoEffect);
    // What held before and holds still says nothing of the input.
    assert_eq!(expecting(&before, (true, true)), Verdict::NoEffect);
    assert_eq!(expecting(&own, (true, true)), Verdict::Changed);
    // Expected or not, a touch that was led astray is not claimed.
    let shifted = list(["0", "1", "0", "0"], 60.0);
    let unattributable = Verdict::Unknown(Unknown::Unattributable);
    assert_eq!(expecting(&shifted, (false, true)), unattributable);
}

#[test]
fn an_alert_of_the_system_is_no_evidence_and_answers_an_expectation_of_it() {
    let before = list(["0", "0", "0", "0"], 0.0);
    let alerted = |holds| {
        let expected = Expected { held: false, holds, absent: false };
        verdict(&before, &before, |s| {
            (s.expectation, s.alert_appeared) = (Some(expected), true);
        })
    };
    assert_eq!(alerted(true), Verdict::Changed);
    assert_eq!(alerted(false), Verdict::Unknown(Unknown::Unattributable));
}

#[test]
fn an_alert_that_a_led_astray_touch_opened_is_not_claimed() {
    let before = list(["0", "0", "0", "0"], 0.0);
    let mut after = list(["0", "0", "0", "0"], 60.0);
    for element in &mut after.elements {
        element.place = Place::Behind;
    }
    let alert = Modal {
        role: Role::Alert,
        title: Some("Deleted".to_owned()),
        buttons: vec!["OK".to_owned()],
        by_system: false,
    };
    after.modal = Some(alert.clone());
    let unattributable = Verdict::Unknown(Unknown::Unattributable);
    assert_eq!(verdict(&before, &after, |_| ()), unattributable);

    let mut still = before.clone();
    still.modal = Some(alert);
    assert_eq!(verdict(&before, &still, |_| ()), Verdict::Changed);
}

#[test]
fn an_app_that_was_in_front_before_proves_nothing_by_being_there() {
    let before = list(["0", "0", "0", "0"], 0.0);
    let other = screen(vec![row("A", "", 0.0), row("B", "", 100.0), row("C", "", 200.0)]);
    let front = |was: &'static str, is: &'static str, after| {
        let mut seen = evidence(&before, after);
        seen.front = (Some(was), Some(is));
        judge_front(&seen, "home").verdict
    };
    assert_eq!(front("app", "home", &other), Verdict::Changed);
    assert_eq!(front("home", "home", &before), Verdict::NoEffect);
    assert_eq!(front("home", "home", &other), Verdict::Changed, "another page of it");
    assert_eq!(front("app", "app", &before), Verdict::NoEffect);
    assert_eq!(front("app", "third", &other), Verdict::Contradicted);
}

#[test]
fn a_picture_that_changed_at_the_target_counts_and_one_elsewhere_does_not() {
    let before = list(["0", "0", "0", "0"], 0.0);
    let (near, far) = ([Rect::new(24.0, 108.0, 12.0, 12.0)], [Rect::new(24.0, 600.0, 12.0, 12.0)]);
    assert_eq!(verdict(&before, &before, |s| s.repainted = Some(&near)), Verdict::Changed);
    let elsewhere = verdict(&before, &before, |s| s.repainted = Some(&far));
    assert_eq!(elsewhere, Verdict::Unknown(Unknown::Unattributable));
}

#[test]
fn an_app_that_left_the_front_by_itself_contradicts() {
    let before = list(["0", "0", "0", "0"], 0.0);
    let home = screen(vec![row("Settings", "", 0.0)]);
    let crash = |s: &mut Evidence<'_>| s.front = (Some("app"), Some("com.apple.springboard"));
    assert_eq!(verdict(&before, &home, crash), Verdict::Contradicted);
}
