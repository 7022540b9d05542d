//! Pictures as they come: the stream of a phone's screen as evidence.

use ios_mcp::domain::error::ErrorCode;
use ios_mcp::domain::frame::Frame;
use ios_mcp::domain::geometry::{Point, Size};
use serde_json::json;

use crate::stage::Stage;

const SCREEN: Size = Size::new(402.0, 874.0);

async fn frame(stage: &Stage) -> Frame {
    let frames = stage.road.frames.as_ref().unwrap();
    frames.frame(SCREEN, stage.clock.now(), stage.by(30.0)).await.unwrap()
}

#[tokio::test]
async fn a_still_screen_gives_equal_frames_and_a_thrown_switch_differs_where_it_is() {
    let stage = Stage::new().await;
    let (first, second) = (frame(&stage).await, frame(&stage).await);
    assert!(second.id > first.id);
    assert!(second.arrived >= first.arrived);
    assert!(second.equals(&first));

    let at = stage.middle("form.subscribe");
    let knob = Point::new(SCREEN.width - 50.0, at.y);
    stage.tap(knob).await;
    let changed = frame(&stage).await.changes_since(&second).unwrap();
    assert!(!changed.is_empty());
    assert!(changed.iter().all(|cell| (cell.center().y - at.y).abs() < 60.0), "{changed:?}");
}

#[tokio::test]
async fn a_stream_that_stalls_is_an_error_and_is_left_alone() {
    let stage = Stage::new().await;
    frame(&stage).await;
    stage.inject(&json!({"kind": "stalled_stream"}));
    let frames = stage.road.frames.as_ref().unwrap();
    for _ in 0..2 {
        let error = frames.frame(SCREEN, stage.clock.now(), stage.by(30.0)).await.err().unwrap();
        assert_eq!(error.code(), ErrorCode::ScreenUnreadable, "{error}");
    }
}

#[tokio::test]
async fn a_stream_of_another_shape_is_no_evidence() {
    let stage = Stage::new().await;
    let frames = stage.road.frames.as_ref().unwrap();
    let aside = Size::new(SCREEN.height, SCREEN.width);
    let error = frames.frame(aside, stage.clock.now(), stage.by(30.0)).await.err().unwrap();
    assert_eq!(error.code(), ErrorCode::ScreenUnreadable, "{error}");
}
