//! Steps on a phone whose screen is streamed, whatever the stream does.

use ios_mcp::domain::effect::Verdict;
use serde_json::json;

use crate::stage::{FORM, Stage, set, tap};

#[tokio::test]
async fn a_stream_shows_what_happened_and_what_did_not() {
    let stage = Stage::streaming(FORM).await;
    let on = stage.run(set("Subscribe", "on")).await.unwrap();
    assert_eq!(on.effect.verdict, Verdict::Changed, "{}", on.headline());
    let nothing = stage.run(tap("Ignored")).await.unwrap();
    assert_eq!(nothing.effect.verdict, Verdict::NoEffect, "{}", nothing.headline());
    assert_eq!(stage.value_of("form.subscribe"), "1");
}

#[tokio::test]
async fn a_stream_that_stalls_lags_or_ends_costs_no_verdict() {
    for fault in ["stalled_stream", "frame_lag", "stream_end"] {
        let stage = Stage::streaming(FORM).await;
        stage.inject(&json!({"kind": fault}));
        let on = stage.run(set("Subscribe", "on")).await.unwrap();
        assert_eq!(on.effect.verdict, Verdict::Changed, "{fault}: {}", on.headline());
        let nothing = stage.run(tap("Ignored")).await.unwrap();
        assert_ne!(nothing.effect.verdict, Verdict::Changed, "{fault}: {}", nothing.headline());
    }
}

#[tokio::test]
async fn a_switch_that_flips_back_is_seen_by_the_stream() {
    let stage = Stage::streaming(FORM).await;
    stage.inject(&json!({"kind": "optimistic_switch", "ms": 150}));
    let acted = stage.run(set("Subscribe", "on")).await.unwrap();
    assert_ne!(acted.effect.verdict, Verdict::Changed, "{}", acted.headline());
}
