//! Finding one element without a whole read, and reading the focused field.

use ios_mcp::domain::element::{Identity, Strength};
use ios_mcp::domain::ports::{Located, Uniqueness};
use ios_mcp::domain::role::Role;
use ios_mcp::domain::step::Input;
use serde_json::Value;

use crate::stage::Stage;

fn identity(identifier: Option<&str>, role: Role, label: Option<&str>) -> Identity {
    Identity {
        alert: None,
        app: None,
        identifier: identifier.map(str::to_owned),
        role,
        label: label.map(str::to_owned),
        context: Vec::new(),
        ordinal: 0,
        twins: 1,
        strength: if identifier.is_some() { Strength::Identifier } else { Strength::Label },
    }
}

async fn locate(stage: &Stage, identity: &Identity, how: Uniqueness) -> Located {
    let locator = stage.road.locator.as_ref().unwrap();
    assert!(locator.can_name(identity));
    locator.locate(identity, how, stage.by(30.0)).await.unwrap()
}

/// How many requests the phone has served.
fn served(stage: &Stage) -> u64 {
    let ledger = stage.phone.ledger();
    ledger["requests"].as_object().unwrap().values().filter_map(Value::as_u64).sum()
}

#[tokio::test]
async fn a_locate_answers_with_its_rectangle_in_one_request() {
    let stage = Stage::new().await;
    let submit = identity(Some("form.submit"), Role::Button, Some("Submit"));
    let before = served(&stage);
    let located = locate(&stage, &submit, Uniqueness::FirstMatch).await;
    assert_eq!(served(&stage) - before, 1);
    let Located::One { frame, role, label, sole, .. } = located else { panic!("{located:?}") };
    assert!(frame.contains(stage.middle("form.submit")));
    assert_eq!((role, label.as_deref(), sole), (Role::Button, Some("Submit"), false));
}

#[tokio::test]
async fn uniqueness_is_proven_by_counting_all() {
    let stage = Stage::new().await;
    let submit = identity(Some("form.submit"), Role::Button, Some("Submit"));
    let sole = locate(&stage, &submit, Uniqueness::Proven).await;
    assert!(matches!(sole, Located::One { sole: true, .. }), "{sole:?}");
    let deletes = identity(None, Role::Button, Some("Delete"));
    let several = locate(&stage, &deletes, Uniqueness::Proven).await;
    assert!(matches!(several, Located::Several(n) if n >= 2), "{several:?}");
}

#[tokio::test]
async fn a_label_is_found_with_its_type_and_what_is_not_there_is_gone() {
    let stage = Stage::new().await;
    let submit = identity(None, Role::Button, Some("Submit"));
    let located = locate(&stage, &submit, Uniqueness::FirstMatch).await;
    assert!(matches!(located, Located::One { role: Role::Button, .. }), "{located:?}");
    for gone in [
        identity(None, Role::Slider, Some("Submit")),
        identity(None, Role::Button, Some("\"Sub\\mit'")),
        identity(Some("no.such.thing"), Role::Button, None),
    ] {
        for how in [Uniqueness::FirstMatch, Uniqueness::Proven] {
            assert_eq!(locate(&stage, &gone, how).await, Located::Gone, "{gone:?}");
        }
    }
}

#[tokio::test]
async fn the_focused_field_is_read_in_one_request_and_a_placeholder_is_no_text() {
    let stage = Stage::new().await;
    let fields = stage.road.fields.clone().unwrap();
    assert_eq!(fields.focused(stage.by(30.0)).await.unwrap(), None);

    stage.tap(stage.middle("form.name")).await;
    let before = served(&stage);
    let field = fields.focused(stage.by(30.0)).await.unwrap().unwrap();
    assert_eq!(served(&stage) - before, 1);
    assert_eq!((field.role, field.text.as_deref()), (Some(Role::TextField), None));
    assert_eq!(field.identifier.as_deref(), Some("form.name"));

    stage.delivered(Input::Text("Ann".to_owned())).await;
    let field = fields.focused(stage.by(30.0)).await.unwrap().unwrap();
    assert_eq!(field.text.as_deref(), Some("Ann"));
    assert!(!field.secure);
}

#[tokio::test]
async fn a_secure_field_tells_only_how_long_its_text_is() {
    let stage = Stage::new().await;
    stage.tap(stage.middle("form.password")).await;
    stage.delivered(Input::Text("geheim".to_owned())).await;
    let fields = stage.road.fields.as_ref().unwrap();
    let field = fields.focused(stage.by(30.0)).await.unwrap().unwrap();
    assert!(field.secure);
    assert_eq!(field.text.as_deref(), Some("••••••"));
}

#[tokio::test]
async fn a_runner_that_keeps_its_answers_short_is_asked_for_the_rest() {
    let stage = Stage::new().await;
    let stranger = stage.stranger();
    let session = stranger.active().await;
    let settings = serde_json::json!({ "settings": { "shouldUseCompactResponses": true } });
    let path = format!("/session/{}/appium/settings", session.as_str().unwrap());
    stranger.post(&path, &settings).await;
    let submit = identity(Some("form.submit"), Role::Button, Some("Submit"));
    let located = locate(&stage, &submit, Uniqueness::FirstMatch).await;
    let Located::One { frame, role, .. } = located else { panic!("{located:?}") };
    assert!(role == Role::Button && frame.contains(stage.middle("form.submit")));
}
