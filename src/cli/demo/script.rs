//! What the demonstration shows, scene by scene, each with the truth it must agree with.
//!
//! Scenes between the first and the last start their app anew and need nothing of each other, so
//! the seed may order them. Faults are the phone's own (docs/wires/control.md).

use anyhow::Context as _;
use serde_json::json;

use crate::cli::demo::stage::{Claim, Inputs, Stage};
use crate::cli::demo::truth::Truth;

const SETTINGS: &str = "com.apple.Preferences";
const CONTACTS: &str = "com.apple.MobileAddressBook";
const FORM: &str = "com.example.form";

const NAMES: [&str; 4] = ["Ada Lovelace", "Grace Hopper", "Zoë Müller", "Jules O’Hara"];

/// A scene that needs no other.
#[derive(Clone, Copy)]
enum Act {
    KnownSteps,
    LongList,
    LostCharacter,
    NoEffect,
    LyingSwitch,
    TwoAlike,
    MovingLayout,
    SystemAlert,
    LostAnswer,
}

/// In the order of a demonstration without a seed.
const ACTS: [Act; 9] = [
    Act::KnownSteps,
    Act::LongList,
    Act::LostCharacter,
    Act::NoEffect,
    Act::LyingSwitch,
    Act::TwoAlike,
    Act::MovingLayout,
    Act::SystemAlert,
    Act::LostAnswer,
];

/// Plays all scenes.
pub(super) async fn play(stage: &mut Stage<'_>, seed: u64) -> anyhow::Result<()> {
    look_around(stage).await?;
    for act in shuffled(seed) {
        match act {
            Act::KnownSteps => known_steps(stage).await?,
            Act::LongList => long_list(stage).await?,
            Act::LostCharacter => lost_character(stage, seed).await?,
            Act::NoEffect => no_effect(stage).await?,
            Act::LyingSwitch => lying_switch(stage).await?,
            Act::TwoAlike => two_alike(stage).await?,
            Act::MovingLayout => moving_layout(stage).await?,
            Act::SystemAlert => system_alert(stage).await?,
            Act::LostAnswer => lost_answer(stage).await?,
        }
    }
    Ok(())
}

/// The scenes in the order that belongs to the seed; 0 leaves them as they are.
fn shuffled(seed: u64) -> Vec<Act> {
    let mut acts = ACTS.to_vec();
    let mut state = seed;
    for end in (1..acts.len()).rev().filter(|_| seed != 0) {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        acts.swap(end, (state >> 33) as usize % (end + 1));
    }
    acts
}

async fn look_around(stage: &mut Stage<'_>) -> anyhow::Result<()> {
    stage
        .scene(
            "Open an app",
            "The answer is the verdict and the new screen in a few hundred tokens; there is nothing \
             to ask twice. The refs (e1, e2, …) are for the next call, and on the picture as well.",
        )
        .await;
    let claim = Claim::of("open Settings", &["changed"], Inputs::One);
    let arguments = json!({"bundle_id": SETTINGS});
    stage
        .claim(claim, "launch_app", arguments, |truth| {
            (truth.in_front(), truth.foreground() == SETTINGS)
        })
        .await?;
    stage.picture("settings", "Settings with its refs").await
}

async fn known_steps(stage: &mut Stage<'_>) -> anyhow::Result<()> {
    stage
        .scene(
            "Three known steps in one call, and the same once more",
            "Each step is proven before it touches and judged afterwards. Asked again, the switch is \
             on already, so nothing is touched.",
        )
        .await;
    stage.restart(SETTINGS).await?;
    let was = stage.truth.value(SETTINGS, "bold_text") == json!(true);
    let value = if was { "off" } else { "on" };
    let bold = move |truth: &Truth<'_>| {
        let is = truth.value(SETTINGS, "bold_text") == json!(true);
        (format!("Bold Text is {}", if is { "on" } else { "off" }), is != was)
    };
    let steps = json!([
        {"tool": "tap", "target": "Accessibility"},
        {"tool": "tap", "target": "Display & Text Size"},
        {"tool": "set_value", "target": "Bold Text", "value": value},
    ]);
    let claim = Claim::of("three steps at once", &["changed"], Inputs::Some);
    stage.claim(claim, "run_sequence", json!({"steps": steps}), bold).await?;
    let claim = Claim::of("the same switch again", &["already"], Inputs::None);
    let arguments = json!({"target": "Bold Text", "value": value});
    stage.claim(claim, "set_value", arguments, bold).await?;
    Ok(())
}

async fn long_list(stage: &mut Stage<'_>) -> anyhow::Result<()> {
    stage
        .scene(
            "A list of 300 rows",
            "One call scrolls until the row is visible. What the tap must bring is said with it: the \
             number that belongs to this contact.",
        )
        .await;
    stage.restart(CONTACTS).await?;
    let name = "Contact 250";
    let arguments = json!({"direction": "down", "until": name});
    let claim = Claim::of("scroll to Contact 250", &["changed"], Inputs::Some);
    stage
        .claim(claim, "scroll", arguments, |truth| {
            let shown = truth.shows(name);
            (format!("{name} is {}on screen", if shown { "" } else { "not " }), shown)
        })
        .await?;
    let number = "(555) 01250";
    let claim = Claim::of("open that contact", &["changed"], Inputs::One);
    let arguments = json!({"target": name, "expect": number});
    stage
        .claim(claim, "tap", arguments, |truth| {
            let shown = truth.shows("Delete Contact");
            (format!("the card is {}open", if shown { "" } else { "not " }), shown)
        })
        .await?;
    stage.picture("contact", "The contact that was looked for").await
}

async fn lost_character(stage: &mut Stage<'_>, seed: u64) -> anyhow::Result<()> {
    let name = NAMES[(seed % NAMES.len() as u64) as usize];
    stage
        .scene(
            "A keyboard that drops a character",
            "Typed text is read back. What the field holds decides, not that the keys were sent.",
        )
        .await;
    stage.restart(FORM).await?;
    stage.truth.inject(&json!({"kind": "drop_character", "nth": 5, "times": 1}))?;
    let held = |truth: &Truth<'_>| {
        let text = truth.value(FORM, "name").as_str().unwrap_or_default().to_owned();
        (format!("the field holds \"{text}\""), text)
    };
    let claim = Claim::of("type a name", &["contradicted"], Inputs::Some);
    let arguments = json!({"target": "form.name", "text": name, "clear": true});
    stage
        .claim(claim, "type_text", arguments.clone(), |truth| {
            let (told, text) = held(truth);
            (told, text != name)
        })
        .await?;
    let claim = Claim::of("type it once more", &["changed"], Inputs::Some);
    stage
        .claim(claim, "type_text", arguments, |truth| {
            let (told, text) = held(truth);
            (told, text == name)
        })
        .await?;
    Ok(())
}

async fn no_effect(stage: &mut Stage<'_>) -> anyhow::Result<()> {
    stage
        .scene(
            "A button that does nothing",
            "The touch was delivered, so others say \"tapped\". Here the screen was watched.",
        )
        .await;
    stage.restart(FORM).await?;
    let claim = Claim::of("tap a dead button", &["no_effect"], Inputs::One);
    stage
        .claim(claim, "tap", json!({"target": "Ignored"}), |truth| {
            let met = truth.last_input();
            (met.clone(), met == "tap on \"Ignored\"")
        })
        .await?;
    Ok(())
}

async fn lying_switch(stage: &mut Stage<'_>) -> anyhow::Result<()> {
    stage
        .scene(
            "A switch that lies",
            "It shows \"on\" at once and flips back 0.6 s later, as a switch does whose server said \
             no.",
        )
        .await;
    stage.restart(FORM).await?;
    let lie = json!({"kind": "optimistic_switch", "ms": 600, "control": "Subscribe"});
    stage.truth.inject(&lie)?;
    let claim = Claim::of("turn a lying switch on", &["contradicted", "no_effect"], Inputs::One);
    let arguments = json!({"target": "Subscribe", "value": "on"});
    stage
        .claim(claim, "set_value", arguments, |truth| {
            let on = truth.value(FORM, "subscribe") == json!(true);
            (format!("Subscribe is {}", if on { "on" } else { "off" }), !on)
        })
        .await?;
    Ok(())
}

async fn two_alike(stage: &mut Stage<'_>) -> anyhow::Result<()> {
    stage
        .scene(
            "Two buttons of one name",
            "Nothing is guessed: both are named with what tells them apart. A ref says which one is \
             meant, and the question that the app asks comes back as the answer.",
        )
        .await;
    stage.restart(FORM).await?;
    let still = |truth: &Truth<'_>| (alert_of(truth), truth.alert().is_none());
    let claim = Claim::of("tap \"Delete\"", &["ELEMENT_AMBIGUOUS"], Inputs::None);
    let answer = stage.claim(claim, "tap", json!({"target": "Delete"}), still).await?;
    let candidates = answer.candidates();
    let first = candidates.first().context("no candidate is named")?;
    stage.picture("two-alike", "Which \"Delete\"? The refs tell them apart").await?;
    let claim = Claim::of("tap the first by its ref", &["changed"], Inputs::One);
    stage.claim(claim, "tap", json!({"ref": first}), asks("Delete Draft A?")).await?;
    stage.picture("alert", "Under an alert only its buttons are tagged").await?;
    let claim = Claim::of("answer \"Cancel\"", &["changed"], Inputs::One);
    let arguments = json!({"target": "Cancel", "expect": "!Delete Draft A?"});
    stage.claim(claim, "tap", arguments, still).await?;
    Ok(())
}

async fn moving_layout(stage: &mut Stage<'_>) -> anyhow::Result<()> {
    stage
        .scene(
            "A layout that moves under the finger",
            "The rows jump down by one row between the last look and the touch, so the finger that \
             meant Draft B lands on the \"Delete\" of Draft A.",
        )
        .await;
    stage.restart(FORM).await?;
    let answer = stage.call("tap", json!({"target": "Delete"})).await?;
    let candidates = answer.candidates();
    let second = candidates.get(1).context("no second candidate is named")?;
    stage.truth.inject(&json!({"kind": "layout_shift", "points": 52.0}))?;
    let claim = Claim::of("tap Draft B's \"Delete\"", &["contradicted", "unknown"], Inputs::One);
    let arguments = json!({"ref": second, "expect": "Delete Draft B?"});
    stage.claim(claim, "tap", arguments, asks("Delete Draft A?")).await?;
    stage.picture("astray", "The question that came is another one").await?;
    let claim = Claim::of("answer \"Cancel\"", &["changed"], Inputs::One);
    let gone = |truth: &Truth<'_>| (alert_of(truth), truth.alert().is_none());
    stage.claim(claim, "tap", json!({"target": "Cancel"}), gone).await?;
    Ok(())
}

async fn system_alert(stage: &mut Stage<'_>) -> anyhow::Result<()> {
    stage
        .scene(
            "The system asks something",
            "An alert that the app's own tree does not hold. It leads every answer, nothing under it \
             is touched, and it is answered by the name of its button.",
        )
        .await;
    stage.restart(FORM).await?;
    stage.truth.inject(&json!({"kind": "permission_alert"}))?;
    let open = |truth: &Truth<'_>| (alert_of(truth), truth.alert().is_some());
    let claim = Claim::of("tap under the alert", &["ELEMENT_COVERED"], Inputs::None);
    stage.claim(claim, "tap", json!({"target": "Submit"}), open).await?;
    let claim = Claim::of("answer \"Don’t Allow\"", &["changed"], Inputs::One);
    stage
        .claim(claim, "tap", json!({"target": "Don't Allow"}), |truth| {
            (alert_of(truth), truth.alert().is_none())
        })
        .await?;
    Ok(())
}

async fn lost_answer(stage: &mut Stage<'_>) -> anyhow::Result<()> {
    stage
        .scene(
            "The line breaks after a touch",
            "The phone took the touch and its answer was lost. A repeated touch would count twice, \
             so there is none: the outcome is called unknown, with the screen as it is.",
        )
        .await;
    stage.restart(FORM).await?;
    let was = stage.truth.value(FORM, "guests").as_f64().unwrap_or(0.0);
    stage.truth.inject(&json!({"kind": "ack_lost", "route": "POST /actions"}))?;
    let claim = Claim::of("tap, answer lost", &["unknown"], Inputs::One);
    stage
        .claim(claim, "tap", json!({"target": "Increment"}), |truth| {
            let is = truth.value(FORM, "guests").as_f64().unwrap_or(0.0);
            (format!("{was} guests before, {is} now"), (is - was - 1.0).abs() < 0.01)
        })
        .await?;
    Ok(())
}

fn alert_of(truth: &Truth<'_>) -> String {
    truth.alert().map_or_else(|| "no alert is open".to_owned(), |title| format!("asks \"{title}\""))
}

fn asks(title: &'static str) -> impl FnOnce(&Truth<'_>) -> (String, bool) {
    move |truth| (alert_of(truth), truth.alert().as_deref() == Some(title))
}
