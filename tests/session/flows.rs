//! Flows: what a session did, replayed on other phones, and stopped where the app is another one.

use std::collections::BTreeSet;
use std::path::Path;

use ios_mcp::application::context::CallContext;
use ios_mcp::application::replay::{FlowRun, Replay, Secrets};
use ios_mcp::domain::app::BundleId;
use ios_mcp::domain::effect::Verdict;
use ios_mcp::domain::error::ErrorCode;
use ios_mcp::domain::flow::{Flow, Kept, SecretName};
use ios_mcp::domain::ports::FlowStore;
use ios_mcp::domain::step::{HardwareButton, Step, Target, UiStep};
use ios_mcp::infrastructure::flow::JsonFlowStore;
use serde_json::{Value, json};
use virtual_iphone::input::Wire;
use virtual_iphone::{Options, Profile};

use crate::stage::{FORM, SETTINGS, Stage, set, tap, type_into};

const PASSWORD: &str = "correct horse 7";

fn launch(app: &str, fresh: bool) -> UiStep {
    UiStep::LaunchApp { app: BundleId::parse(app).unwrap(), fresh, arguments: Vec::new() }
}

async fn seeded(seed: u64) -> Stage {
    let options = Options { profile: Profile::Instant, seed, ..Options::default() };
    Stage::without_frames(options).await
}

/// What is done once: a setting two screens deep, then a form with a password.
fn story() -> Vec<UiStep> {
    vec![
        launch(SETTINGS, true),
        tap("Accessibility"),
        tap("Display & Text Size"),
        set("Bold Text", "on"),
        launch(FORM, true),
        type_into("Name", "Ann", true),
        type_into("Password", PASSWORD, true),
        tap("Submit"),
    ]
}

async fn told(stage: &Stage, story: Vec<UiStep>) -> Flow {
    for what in story {
        let acted = stage.run(what).await.unwrap();
        assert!(!acted.effect.verdict.stops_sequence(), "{}", acted.headline());
    }
    let recorded = stage.session.recorded(&stage.context);
    assert_eq!((recorded.left_out, recorded.forgotten), (0, 0), "{:?}", recorded.told);
    recorded.flow
}

/// The flow as it is after a file.
fn through_a_file(flow: &Flow) -> (Flow, Value) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("flow.json");
    JsonFlowStore.save(&path, flow).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    (JsonFlowStore.load(&path).unwrap(), serde_json::from_str(&text).unwrap())
}

fn secrets() -> Secrets {
    [(SecretName::parse("password").unwrap(), PASSWORD.to_owned())].into()
}

async fn replayed(stage: &Stage, flow: &Flow) -> FlowRun {
    let (secrets, context) = (secrets(), CallContext::of("replay"));
    let replay = Replay::new(&stage.session, flow, &secrets, false, &context).unwrap();
    replay.run(|_, _| ()).await
}

/// Another phone in another state: by seed another app in front and another value.
async fn elsewhere(seed: u64) -> Stage {
    let stage = seeded(seed).await;
    if seed.is_multiple_of(5) {
        for what in story().into_iter().take(4) {
            stage.run(what).await.unwrap();
        }
    }
    let front = ["com.apple.mobilenotes", FORM, "com.apple.MobileAddressBook", SETTINGS];
    let app = front[(seed % 4) as usize];
    stage.phone.with_world(|world| world.launch(Wire::Simctl, app, false)).unwrap();
    stage
}

#[tokio::test]
async fn a_flow_of_one_phone_replays_on_twenty_others() {
    let (flow, _) = through_a_file(&told(&seeded(1).await, story()).await);
    let mut seen = BTreeSet::new();
    for seed in 2..22 {
        let stage = elsewhere(seed).await;
        let run = replayed(&stage, &flow).await;
        let last = run.played.last().unwrap();
        assert!(run.held(), "seed {seed}: {} {:?}", last.said, last.broke);
        assert_eq!(run.played.len(), flow.steps.len());
        let values = &stage.phone.world()["values"];
        assert_eq!(values[FORM]["result"], "Sent for Ann", "seed {seed}");
        assert_eq!(values[FORM]["password"], PASSWORD, "seed {seed}");
        seen.insert(run.played[3].said.split(':').next().unwrap().to_owned());
    }
    assert_eq!(seen, BTreeSet::from(["already".to_owned(), "changed".to_owned()]));
}

#[tokio::test]
async fn a_file_names_elements_by_what_they_are_and_secrets_by_name_alone() {
    let (flow, file) = through_a_file(&told(&seeded(1).await, story()).await);
    assert!(!file.to_string().contains(PASSWORD), "{file:#}");
    assert_eq!(file["format"], 1);
    let typed = &file["steps"][6];
    assert_eq!(typed["secret"], "password");
    assert!(typed.get("text").is_none(), "{typed}");
    assert_eq!(typed["target"]["identifier"], "form.password");
    assert_eq!(file["steps"][3]["verdict"], "changed");
    assert_eq!(file["steps"][1]["target"]["asked"], "Accessibility");
    assert_eq!(flow.secrets().len(), 1);
    for key in ["x", "y", "ref", "frame"] {
        assert!(!file.to_string().contains(&format!("\"{key}\":")), "{key}");
    }
}

#[tokio::test]
async fn without_its_secret_a_flow_touches_nothing() {
    let (flow, _) = through_a_file(&told(&seeded(1).await, story()).await);
    let (stage, context, none) = (seeded(2).await, CallContext::of("replay"), Secrets::new());
    let refused = Replay::new(&stage.session, &flow, &none, false, &context);
    assert_eq!(refused.err().unwrap().code(), ErrorCode::SecretNotFound);
    assert_eq!(stage.journal().len(), 0);
}

/// The form with one text of it replaced.
fn changed_form(folder: &Path, from: &str, to: &str) -> std::path::PathBuf {
    let built_in =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/virtual-iphone/apps/form.json");
    let text = std::fs::read_to_string(built_in).unwrap();
    assert!(text.contains(from));
    let path = folder.join("form.json");
    std::fs::write(&path, text.replace(from, to)).unwrap();
    path
}

async fn with_changed_form(from: &str, to: &str) -> Stage {
    let folder = tempfile::tempdir().unwrap();
    let apps = vec![changed_form(folder.path(), from, to)];
    Stage::with(Options { profile: Profile::Instant, seed: 3, apps, ..Options::default() }).await
}

/// A launch and a tap on "Submit", as recorded on the app as it was.
async fn submitting() -> Flow {
    let story = vec![launch(FORM, true), type_into("Name", "Ann", true), tap("Submit")];
    told(&seeded(1).await, story).await
}

#[tokio::test]
async fn a_control_that_was_renamed_stops_the_run_at_its_step_untouched() {
    let flow = submitting().await;
    let stage =
        with_changed_form("\"label\": \"Submit\"", "\"label\": \"Delete everything\"").await;
    let run = replayed(&stage, &flow).await;
    assert!(!run.held());
    assert_eq!(run.played.len(), 3);
    let broke = run.played[2].broke.as_ref().unwrap();
    assert!(run.played[2].said.starts_with("ELEMENT_NOT_FOUND"), "{}", run.played[2].said);
    assert!(broke.candidates[0].summary.contains("Delete everything"), "{broke:?}");
    assert!(broke.screen.contains("Delete everything"), "{}", broke.screen);
    assert_eq!(stage.phone.world()["values"][FORM]["result"], "Not sent");
}

#[tokio::test]
async fn a_new_identifier_alone_is_the_same_control() {
    let flow = submitting().await;
    let stage = with_changed_form("form.submit", "form.send_button").await;
    let run = replayed(&stage, &flow).await;
    assert!(run.held(), "{:?}", run.played.last());
    assert!(run.played[2].said.contains("label+role"), "{}", run.played[2].said);
}

#[tokio::test]
async fn a_control_that_is_gone_stops_the_run_and_the_rest_is_told_as_not_run() {
    let story = vec![launch(FORM, true), set("Subscribe", "on"), set("Volume", "80%")];
    let flow = told(&seeded(1).await, story).await;
    let stage = with_changed_form(
        "{\n              \"title\": \"Subscribe\",\n              \"identifier\": \"form.subscribe\",\n              \
         \"control\": {\"kind\": \"switch\", \"bind\": \"subscribe\"}\n            },",
        "",
    )
    .await;
    let run = replayed(&stage, &flow).await;
    assert_eq!((run.played.len(), run.left.len()), (2, 1));
    assert!(run.played[1].said.starts_with("ELEMENT_NOT_FOUND"), "{}", run.played[1].said);
    assert_eq!(stage.phone.world()["values"][FORM]["volume"], 0.5);
}

#[tokio::test]
async fn a_control_that_no_longer_works_stops_the_run_with_its_verdict() {
    let flow = submitting().await;
    let stage = seeded(4).await;
    stage.inject(&json!({"kind": "dead_control", "control": "form.submit"}));
    let run = replayed(&stage, &flow).await;
    let last = run.played.last().unwrap();
    assert_eq!(run.played.len(), 3);
    assert!(last.said.starts_with("no_effect: tap"), "{}", last.said);
    let reason = &last.broke.as_ref().unwrap().reason;
    assert_eq!(reason, "it was changed when it was recorded and is no_effect now");
}

#[tokio::test]
async fn steps_that_did_not_hold_are_left_out_and_told() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    stage.run(tap("Ignored")).await.unwrap();
    stage.run(tap("Nowhere")).await.unwrap_err();
    stage.run(set("Subscribe", "on")).await.unwrap();
    let volume = UiStep::PressButton { button: HardwareButton::VolumeUp };
    stage.run(volume).await.unwrap();
    let recorded = stage.session.recorded(&stage.context);
    let kept: Vec<Kept> = recorded.flow.steps.iter().map(|step| step.kept).collect();
    assert_eq!(kept, [Kept::Changed, Kept::Changed, Kept::NotObservable]);
    assert_eq!(recorded.left_out, 2);
    assert!(recorded.told[0].starts_with("no_effect: tap"), "{:?}", recorded.told);
    assert!(recorded.told[1].starts_with("ELEMENT_NOT_FOUND: tap"), "{:?}", recorded.told);
}

#[tokio::test]
async fn a_mark_begins_a_new_flow_and_another_caller_has_one_of_its_own() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    stage.session.mark(&stage.context);
    stage.run(set("Subscribe", "on")).await.unwrap();
    let other = CallContext::of("other");
    let step = Step { what: set("Volume", "80%"), expect: None };
    assert_eq!(stage.session.run(&step, &other).await.unwrap().effect.verdict, Verdict::Changed);
    let verbs = |context: &CallContext| {
        let flow = stage.session.recorded(context).flow;
        flow.steps.iter().map(|step| step.step.what.verb()).collect::<Vec<_>>()
    };
    assert_eq!(verbs(&stage.context), ["set_value"]);
    assert_eq!(verbs(&other), ["set_value"]);
    assert_eq!(stage.session.recorded(&CallContext::of("nobody")).flow.steps.len(), 0);
}

#[tokio::test]
async fn a_step_by_position_cannot_be_kept_and_one_by_ref_is_kept_by_its_identity() {
    let stage = Stage::showing(Profile::Instant, SETTINGS).await;
    stage.session.mark(&stage.context);
    let screen = stage.observe().await.text;
    let line = screen.lines().find(|line| line.contains("\"General\"")).unwrap();
    let reference = line.split(' ').next().unwrap();
    let target = Target::Ref(ios_mcp::domain::element::Ref::parse(reference).unwrap());
    stage.run(UiStep::Tap { target, count: 1 }).await.unwrap();
    // The back button, by where it is.
    let target = Target::Point(ios_mcp::domain::geometry::Point::new(40.0, 89.0));
    let back = stage.run(UiStep::Tap { target, count: 1 }).await.unwrap();
    assert_eq!(back.effect.verdict, Verdict::Changed, "{}", back.headline());
    let recorded = stage.session.recorded(&stage.context);
    let UiStep::Tap { target: Target::Known(known), .. } = &recorded.flow.steps[0].step.what else {
        panic!("{:?}", recorded.flow.steps)
    };
    assert_eq!(known.identity.label.as_deref(), Some("General"));
    assert_eq!(known.app.as_deref(), Some(SETTINGS));
    assert_eq!((recorded.flow.steps.len(), recorded.left_out), (1, 1), "{:?}", recorded.told);
}

#[tokio::test]
async fn a_wait_is_a_step_and_stops_the_run_when_it_is_in_vain() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    let timeout = std::time::Duration::from_secs(2);
    let wait = |text: &str| UiStep::WaitFor { text: text.to_owned(), gone: false, timeout };
    assert!(stage.wait(wait("Not sent")).await.met);
    let (flow, _) = through_a_file(&stage.session.recorded(&stage.context).flow);
    assert_eq!(flow.steps.last().unwrap().kept, Kept::Met);
    let other = with_changed_form("\"Not sent\"", "\"Nothing yet\"").await;
    let run = replayed(&other, &flow).await;
    assert!(run.played.last().unwrap().said.starts_with("not_met"), "{:?}", run.played.last());
}
