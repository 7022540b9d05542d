//! What the demonstration shows, scene by scene, each with the truth it must agree with.

use anyhow::Context as _;
use serde_json::{Value, json};

use crate::cli::demo::stage::Stage;

const SETTINGS: &str = "com.apple.Preferences";
const CONTACTS: &str = "com.apple.MobileAddressBook";
const NOTES: &str = "com.apple.mobilenotes";
const FORM: &str = "com.example.form";

const NAMES: [&str; 4] = ["Ada Lovelace", "Grace Hopper", "Zoë Müller", "Jules O’Hara"];

/// Plays all scenes.
pub(super) async fn play(stage: &mut Stage<'_>, seed: u64) -> anyhow::Result<()> {
    stage.open();
    look_around(stage).await?;
    change_a_setting(stage).await?;
    find_a_contact(stage, 120 + seed % 170).await?;
    fill_a_form(stage, NAMES[(seed % NAMES.len() as u64) as usize]).await?;
    meet_controls_that_lie(stage).await?;
    refuse_to_guess(stage).await?;
    write_a_note(stage).await
}

async fn look_around(stage: &mut Stage<'_>) -> anyhow::Result<()> {
    stage.scene("Which devices are there?");
    let list = stage.call("list_devices", json!({})).await?;
    stage.check("one virtual device is listed", list.text.starts_with("1 device\n"));
    stage.scene("Open Settings. The answer is the new screen: there is nothing to ask twice.");
    stage.expect("changed", "launch_app", json!({"bundle_id": SETTINGS})).await?;
    let in_front = stage.truth.foreground() == SETTINGS;
    stage.check("Settings is in front", in_front);
    stage.picture("1-settings.jpg").await
}

async fn change_a_setting(stage: &mut Stage<'_>) -> anyhow::Result<()> {
    stage.scene("Three known steps in one call; each is proven before and judged after.");
    let was = stage.truth.value(SETTINGS, "bold_text") == json!(true);
    let value = if was { "off" } else { "on" };
    let steps = json!([
        {"tool": "tap", "target": "Accessibility"},
        {"tool": "tap", "target": "Display & Text Size"},
        {"tool": "set_value", "target": "Bold Text", "value": value},
    ]);
    stage.expect("changed", "run_sequence", json!({"steps": steps})).await?;
    let is = stage.truth.value(SETTINGS, "bold_text") == json!(true);
    stage.check(&format!("Bold Text is {value}"), is != was);
    stage.scene("The same again: it is there already, so nothing is touched.");
    stage.expect("already", "set_value", json!({"target": "Bold Text", "value": value})).await?;
    stage.picture("2-bold-text.jpg").await
}

async fn find_a_contact(stage: &mut Stage<'_>, number: u64) -> anyhow::Result<()> {
    let name = format!("Contact {number}");
    stage.scene(&format!("A list of 300 rows: one call scrolls until \"{name}\" is visible."));
    stage.expect("changed", "launch_app", json!({"bundle_id": CONTACTS})).await?;
    stage.expect("changed", "scroll", json!({"direction": "down", "until": name})).await?;
    let shown = stage.truth.shows(&name);
    stage.check(&format!("\"{name}\" is on the screen"), shown);
    let expect = format!("(555) 01{number}");
    stage.expect("changed", "tap", json!({"target": name, "expect": expect})).await?;
    stage.picture("3-contact.jpg").await
}

async fn fill_a_form(stage: &mut Stage<'_>, name: &str) -> anyhow::Result<()> {
    stage.scene("Typing is read back: the verdict says what the field really holds.");
    stage.expect("changed", "launch_app", json!({"bundle_id": FORM})).await?;
    let arguments = json!({"target": "form.name", "text": name, "clear": true});
    stage.expect("changed", "type_text", arguments).await?;
    let held = stage.truth.value(FORM, "name") == json!(name);
    stage.check(&format!("the form holds \"{name}\""), held);
    let expect = format!("Sent for {name}");
    stage.expect("changed", "tap", json!({"target": "Submit", "expect": expect})).await?;
    let sent = stage.truth.value(FORM, "result") == json!(expect);
    stage.check("the form was sent", sent);
    Ok(())
}

async fn meet_controls_that_lie(stage: &mut Stage<'_>) -> anyhow::Result<()> {
    stage.scene("A button that does nothing. Other tools say \"tapped\".");
    let before = stage.truth.inputs().len();
    stage.expect("no_effect", "tap", json!({"target": "Ignored"})).await?;
    let inputs = stage.truth.inputs();
    let touched = inputs[before..].iter().filter(|input| input["view"]["label"] == "Ignored");
    let once = touched.count() == 1;
    stage.check("the button was touched exactly once", once);

    stage.scene("A switch that is dead: it takes the touch and stays as it is.");
    stage.truth.inject(&json!({"kind": "dead_control", "control": "Subscribe"}))?;
    let answer = stage.call("set_value", json!({"target": "Subscribe", "value": "on"})).await?;
    let is_off = stage.truth.value(FORM, "subscribe") == json!(false);
    stage.check("the switch is still off", is_off);
    let honest = matches!(answer.word(), "no_effect" | "contradicted");
    stage.check("the answer does not claim a change", honest);
    stage.picture("4-form.jpg").await
}

async fn refuse_to_guess(stage: &mut Stage<'_>) -> anyhow::Result<()> {
    stage.scene("Two buttons are called \"Delete\". Nothing is touched; both are named.");
    let answer = stage.expect("ELEMENT_AMBIGUOUS", "tap", json!({"target": "Delete"})).await?;
    let candidates = answer.candidates();
    stage.check("both candidates are named", candidates.len() == 2);
    let first = candidates.first().context("no candidate is named")?;

    stage.scene("With a ref it is clear which one is meant. An alert opens: it is the answer.");
    stage.expect("changed", "tap", json!({"ref": first})).await?;
    let asked = stage.truth.alert().unwrap_or_default();
    stage.check("the phone asks before it deletes Draft A", asked.contains("Draft A"));
    stage.picture("5-alert.jpg").await?;
    let step = json!({"target": "Cancel", "expect": "!Delete Draft A?"});
    stage.expect("changed", "tap", step).await?;
    let gone = stage.truth.alert().is_none();
    stage.check("the alert is gone, and nothing was deleted", gone);
    Ok(())
}

async fn write_a_note(stage: &mut Stage<'_>) -> anyhow::Result<()> {
    stage.scene("Write a note, umlauts and signs included, and read the screen once more.");
    let text = "Brötchen & 3 eggs, 50 % off";
    stage.expect("changed", "launch_app", json!({"bundle_id": NOTES})).await?;
    let open = |note: &Value| note.as_array().map_or(0, Vec::len);
    let before = open(&stage.truth.value(NOTES, "notes"));
    stage.expect("changed", "tap", json!({"target": "New Note"})).await?;
    let created = open(&stage.truth.value(NOTES, "notes")) == before + 1;
    stage.check("there is one note more", created);
    let arguments = json!({"target": "note.body", "text": text});
    stage.expect("changed", "type_text", arguments).await?;
    stage.call("observe_screen", json!({})).await?;
    stage.picture("6-note.jpg").await
}
