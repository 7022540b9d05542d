//! What must never be claimed: that nothing happened where the picture says otherwise, that a list
//! ends where it only stood still, or that a step did what something else did.

use ios_mcp::domain::effect::{Unknown, Verdict};
use ios_mcp::domain::step::{Direction, SwipePath, Target, UiStep};
use serde_json::json;
use virtual_iphone::Profile;

use crate::stage::{FORM, SETTINGS, Stage, named, set, tap, type_into};

const CONTACTS: &str = "com.apple.MobileAddressBook";
const UNATTRIBUTABLE: Verdict = Verdict::Unknown(Unknown::Unattributable);

fn page(direction: Direction) -> UiStep {
    UiStep::Scroll { direction, until: None, area: None }
}

#[tokio::test]
async fn a_tree_that_lags_behind_the_picture_never_makes_an_effect_no_effect() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    for ms in [700, 3000, 20_000] {
        stage.inject(&json!({"kind": "stale_tree", "ms": ms}));
        let asked = if stage.value_of("form.subscribe") == "1" { "off" } else { "on" };
        let acted = stage.run(set("Subscribe", asked)).await.unwrap();
        assert_ne!(acted.effect.verdict, Verdict::NoEffect, "{ms}: {}", acted.headline());
        stage.phone.advance(20_000);
        stage.observe().await;
    }
}

#[tokio::test]
async fn text_that_is_drawn_and_not_read_is_not_told_as_missing() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    stage.inject(&json!({"kind": "stale_tree", "ms": 20_000}));
    let typed = stage.run(type_into("Name", "Katherine Johnson", false)).await;
    if let Ok(typed) = typed {
        assert_ne!(typed.effect.verdict, Verdict::NoEffect, "{}", typed.headline());
    }
}

#[tokio::test]
async fn a_scroll_that_is_swallowed_at_the_top_is_no_end_of_the_list() {
    let stage = Stage::showing(Profile::Instant, CONTACTS).await;
    stage.inject(&json!({"kind": "stuck_scroll"}));
    let stuck = stage.run(page(Direction::Down)).await.unwrap();
    assert_eq!(stuck.effect.verdict, Verdict::NoEffect, "{}", stuck.headline());
    assert!(!stuck.headline().contains("end"), "{}", stuck.headline());
    stage.inject(&json!({"kind": "clear"}));
    let top = stage.run(page(Direction::Up)).await.unwrap();
    assert_eq!(top.effect.verdict, Verdict::NoEffect, "{}", top.headline());
    assert!(top.headline().contains("at the end"), "{}", top.headline());
}

#[tokio::test]
async fn a_return_that_is_swallowed_is_not_credited_with_the_focus() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    stage.inject(&json!({"kind": "swallow_return"}));
    let UiStep::TypeText { text, target, clear, .. } = type_into("Name", "Ada", false) else {
        unreachable!()
    };
    let acted = stage.run(UiStep::TypeText { text, target, clear, submit: true }).await.unwrap();
    assert!(acted.headline().contains("return: no_effect"), "{}", acted.headline());
}

#[tokio::test]
async fn a_screen_that_turns_under_a_touch_is_not_its_effect() {
    let kinds = [json!({"kind": "rotation"}), json!({"kind": "app_switch", "app": SETTINGS})];
    for kind in kinds {
        let steps = [
            tap("Submit"),
            set("Subscribe", "on"),
            page(Direction::Down),
            UiStep::Swipe { path: SwipePath::Way(Direction::Up) },
            UiStep::Hold { target: named("Submit"), seconds: 0.8 },
        ];
        for step in steps {
            let stage = Stage::showing(Profile::Instant, FORM).await;
            stage.inject(&kind);
            let acted = stage.run(step).await.unwrap();
            let unknown = matches!(acted.effect.verdict, Verdict::Unknown(_));
            assert!(unknown, "{kind}: {}", acted.headline());
        }
    }
}

#[tokio::test]
async fn a_layout_that_shifts_is_neither_a_pinch_nor_a_swipe_nor_nothing() {
    let steps = [
        UiStep::Pinch { target: Some(named("Name")), scale: 1.5 },
        UiStep::Pinch { target: None, scale: 0.5 },
        UiStep::Swipe {
            path: SwipePath::Between {
                from: named("Subscribe"),
                to: Target::Point(ios_mcp::domain::geometry::Point::new(20.0, 300.0)),
            },
        },
    ];
    for step in steps {
        let stage = Stage::showing(Profile::Instant, FORM).await;
        stage.inject(&json!({"kind": "layout_shift", "points": 52.0}));
        let acted = stage.run(step).await.unwrap();
        assert_eq!(acted.effect.verdict, UNATTRIBUTABLE, "{}", acted.headline());
    }
}

#[tokio::test]
async fn what_is_undone_later_is_told_as_undone_and_kept_out_of_the_flow() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    stage.inject(&json!({"kind": "optimistic_switch", "ms": 6000}));
    let acted = stage.run(set("Subscribe", "on")).await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::Changed, "{}", acted.headline());
    stage.phone.advance(8000);
    let late = stage.observe().await.late.unwrap();
    assert!(late.contains("did not last"), "{late}");
    let kept = stage.session.recorded(&stage.context);
    assert!(kept.flow.steps.iter().all(|step| step.step.what.verb() != "set_value"));
}
