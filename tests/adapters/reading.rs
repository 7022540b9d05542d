//! Trees, what is in front, sizes and pictures.

use ios_mcp::domain::error::ErrorCode;
use ios_mcp::domain::geometry::{Rect, Size};
use ios_mcp::domain::role::Role;
use serde_json::json;

use crate::stage::{FORM, Stage, instant};

#[tokio::test]
async fn a_tree_is_read_with_its_span_on_the_phones_clock() {
    let stage = Stage::with(virtual_iphone::Options {
        profile: virtual_iphone::Profile::Simulator,
        ..instant()
    })
    .await;
    let reading = stage.road.reader.read(stage.by(30.0)).await.unwrap();
    assert_eq!(reading.tree.nodes()[0].role, Role::Application);
    let took = reading.span.length().as_millis();
    assert!((200..2_000).contains(&took), "{took} ms");
    assert_eq!(reading.span.end, stage.clock.now());
}

#[tokio::test]
async fn the_app_in_front_and_the_screens_size_are_told() {
    let stage = Stage::new().await;
    let front = stage.road.reader.foreground(stage.by(30.0)).await.unwrap();
    assert_eq!(front.bundle_id, FORM);
    assert!(front.process_id.is_some());
    let size = stage.road.reader.screen_size(stage.by(30.0)).await.unwrap();
    let tree = stage.road.reader.read(stage.by(30.0)).await.unwrap().tree;
    assert_eq!(tree.nodes()[0].frame, Some(Rect::of_size(size)));
}

#[tokio::test]
async fn a_read_that_takes_too_long_is_repeated_with_fewer_levels_which_are_restored() {
    let stage = Stage::new().await;
    stage.inject(&json!({ "kind": "slow", "route": "source", "ms": 20_000 }));
    let reading = stage.road.reader.read(stage.by(60.0)).await.unwrap();
    assert!(reading.tree.len() > 5);
    assert_eq!(stage.stranger().settings().await["snapshotMaxDepth"], 50);
}

#[tokio::test]
async fn a_stall_of_a_minute_is_bounded_by_the_deadline() {
    let stage = Stage::new().await;
    stage.inject(&json!({ "kind": "slow", "route": "source", "ms": 61_000 }));
    let error = stage.road.reader.read(stage.by(10.0)).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Timeout);
    assert!(error.hint().unwrap().contains("take_screenshot"));
    stage.road.reader.read(stage.by(10.0)).await.unwrap();
}

#[tokio::test]
async fn a_stuck_accessibility_is_tried_again_and_a_lasting_one_said() {
    let stage = Stage::new().await;
    let stuck = json!({
        "kind": "error", "route": "source", "error": "unknown error",
        "message": "Timed out snapshotting com.example.form",
    });
    stage.inject(&stuck);
    stage.road.reader.read(stage.by(30.0)).await.unwrap();
    stage.inject(&stuck);
    stage.inject(&stuck);
    let error = stage.road.reader.read(stage.by(30.0)).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::ScreenUnreadable);
}

#[tokio::test]
async fn a_cut_or_nonsensical_tree_is_an_error_and_never_an_empty_screen() {
    let stage = Stage::new().await;
    stage.inject(&json!({ "kind": "garbage_body", "route": "source" }));
    stage.road.reader.read(stage.by(30.0)).await.unwrap_err();
    stage.inject(&json!({ "kind": "truncated_body", "route": "source" }));
    // Repeated once: it looks like a connection that ended.
    stage.road.reader.read(stage.by(30.0)).await.unwrap();
}

#[tokio::test]
async fn a_picture_has_the_screens_pixels() {
    let stage = Stage::new().await;
    let picture = stage.road.screens.screenshot(stage.by(30.0)).await.unwrap();
    let size = stage.road.reader.screen_size(stage.by(30.0)).await.unwrap();
    let scale = f64::from(picture.pixels.width) / size.width;
    assert_eq!(scale.fract(), 0.0);
    assert_eq!(f64::from(picture.pixels.height), size.height * scale);
}

#[tokio::test]
async fn frames_are_equal_while_nothing_moves_and_show_where_a_switch_moved() {
    let stage = Stage::new().await;
    let size = stage.road.reader.screen_size(stage.by(30.0)).await.unwrap();
    let before = stage.road.screens.frame(size, stage.by(30.0)).await.unwrap();
    let still = stage.road.screens.frame(size, stage.by(30.0)).await.unwrap();
    assert!(still.equals(&before) && still.id > before.id);

    let at = knob(&stage).await;
    stage.tap(at.center()).await;
    let after = stage.road.screens.frame(size, stage.by(30.0)).await.unwrap();
    let changes = after.changes_since(&before).unwrap();
    assert!(!changes.is_empty());
    for cell in changes {
        assert!(at.grown(12.0).intersection(&cell).is_some(), "{cell:?} is far from {at:?}");
    }
    let turned = Size::new(size.height, size.width);
    let error = stage.road.screens.frame(turned, stage.by(30.0)).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::ScreenUnreadable);
}

/// The frame of the form's switch as its tree tells it: the innermost of two.
async fn knob(stage: &Stage) -> Rect {
    let tree = stage.road.reader.read(stage.by(30.0)).await.unwrap().tree;
    let knobs = tree.ids().filter(|&id| tree.node(id).role == Role::Switch);
    knobs.filter_map(|id| tree.node(id).frame).min_by(|a, b| a.area().total_cmp(&b.area())).unwrap()
}
