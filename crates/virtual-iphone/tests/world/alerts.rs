//! Alerts of the app and of the system.

use virtual_iphone::input::Wire;
use virtual_iphone::world::{Refused, SPRINGBOARD};

use crate::phone::{FORM, Phone, SETTINGS};

/// The form with its drafts in view.
fn drafts() -> Phone {
    let mut phone = Phone::with(FORM);
    phone.drag((200.0, 600.0), (200.0, 400.0), 400, 200);
    phone.wait(500);
    phone
}

#[test]
fn two_equal_buttons_raise_alerts_of_their_own_rows() {
    let mut phone = drafts();
    let buttons: Vec<_> = phone
        .nodes()
        .into_iter()
        .filter(|n| n.kind == "Button" && n.label.as_deref() == Some("Delete"))
        .collect();
    assert_eq!(buttons.len(), 2);
    let second = buttons[1].frame.center();
    phone.tap_at(second.x, second.y);
    let alert = phone.world.alert().unwrap();
    assert_eq!((alert.owner.as_str(), alert.kind), (FORM, "Alert"));
    assert_eq!(alert.texts, ["Delete Draft B?", "This cannot be undone."]);
    assert_eq!(alert.buttons, ["Cancel", "Delete"]);
}

#[test]
fn everything_under_an_alert_is_invisible_and_out_of_reach() {
    let mut phone = drafts();
    phone.tap("Button", "Delete");
    let tree = phone.world.tree(FORM).unwrap();
    assert!(!tree.root.children[0].visible, "the app's window");
    let last = tree.root.children.last().unwrap();
    assert!(last.visible);
    phone.tap_at(200.0, 120.0);
    assert!(phone.world.alert().is_some());
    phone.tap("Button", "Delete");
    assert!(phone.world.alert().is_none());
    assert_eq!(phone.value(FORM, "result"), "Deleted Draft A");
}

#[test]
fn an_alert_is_answered_by_name() {
    let mut phone = drafts();
    assert_eq!(phone.world.answer_alert(Wire::Wda, "OK"), Err(Refused::NoAlert));
    phone.tap("Button", "Delete");
    let wrong = phone.world.answer_alert(Wire::Wda, "OK");
    assert_eq!(wrong, Err(Refused::NoSuchButton("OK".to_owned())));
    phone.world.answer_alert(Wire::Wda, "Cancel").unwrap();
    assert!(phone.world.alert().is_none());
    assert_eq!(phone.value(FORM, "result"), "Not sent");
    assert_eq!((phone.last().kind, phone.last().text.as_deref()), ("alert", Some("Cancel")));
}

#[test]
fn a_permission_alert_belongs_to_springboard_and_a_tap_clears_it() {
    let mut phone = Phone::with(FORM);
    phone.inject(
        r#"{"kind":"permission_alert","title":"Allow?","buttons":["Allow Once","Allow While Using App","Don’t Allow"]}"#,
    );
    assert_eq!(phone.world.alert().unwrap().owner, SPRINGBOARD);
    let holds = |phone: &Phone, bundle_id: &str| {
        let tree = phone.world.tree(bundle_id).unwrap();
        format!("{tree:?}").contains("Allow While Using App")
    };
    assert!(!holds(&phone, FORM));
    assert!(holds(&phone, SPRINGBOARD));
    assert_eq!(phone.world.frontmost(), FORM);

    let views = phone.world.snapshot()["views"].as_array().unwrap().clone();
    let button = views.iter().find(|v| v["label"] == "Allow Once").unwrap()["frame"].clone();
    let middle =
        |at: &str, size: &str| button[at].as_f64().unwrap() + button[size].as_f64().unwrap() / 2.0;
    phone.tap_at(middle("x", "width"), middle("y", "height"));
    assert!(phone.world.alert().is_none());
    assert_eq!(phone.last().app, SPRINGBOARD);
}

#[test]
fn the_answer_to_a_permission_reaches_the_app() {
    let mut phone = drafts();
    phone.drag((200.0, 600.0), (200.0, 100.0), 400, 200);
    phone.wait(1_000);
    phone.tap("Button", "form.locate");
    phone.world.answer_alert(Wire::Wda, "Don’t Allow").unwrap();
    assert_eq!(phone.value(FORM, "permission"), "Don’t Allow");
}

#[test]
fn nothing_under_a_system_alert_takes_a_touch() {
    let mut phone = Phone::with(SETTINGS);
    let general = phone.node("Cell", "General").frame.center();
    phone.inject(r#"{"kind":"permission_alert"}"#);
    phone.tap_at(general.x, general.y);
    assert_eq!(phone.screen(), "root");
}

#[test]
fn web_links_ask_first() {
    let mut phone = Phone::with(SETTINGS);
    phone.world.open_url(Wire::Wda, "https://example.com").unwrap();
    assert_eq!(phone.world.alert().unwrap().buttons, ["Cancel", "Open"]);
}
