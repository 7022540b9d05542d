//! Apps that people write: the documented example runs.

use serde_json::json;
use virtual_iphone::apps::AppSpec;
use virtual_iphone::input::Wire;
use virtual_iphone::world::{Setup, World};

use crate::phone::{CONTACTS, Phone};

const MANUAL: &str = include_str!("../../../../docs/virtual-iphone-apps.md");

/// A phone with the manual's example app in front.
fn lamp() -> Phone {
    let example = MANUAL.split("```json").nth(1).unwrap().split("```").next().unwrap();
    let mut setup = Setup::builtin(1);
    setup.apps.push(AppSpec::parse(example).unwrap());
    let mut phone = Phone { world: World::new(setup) };
    phone.world.open_url(Wire::Wda, "lamp://").unwrap();
    phone.wait(1_000);
    phone
}

#[test]
fn the_manuals_example_runs() {
    let mut phone = lamp();
    assert_eq!(phone.world.frontmost(), "com.example.lamp");
    let row = phone.node("Switch", "lamp.on").frame.center();
    phone.tap_at(336.0, row.y);
    assert_eq!(phone.value("com.example.lamp", "on"), json!(true));
    phone.tap("Cell", "Owner: ");
    phone.tap("TextField", "owner");
    phone.world.type_text(Wire::Wda, "Ada\n").unwrap();
    phone.tap("Button", "BackButton");
    phone.node("Cell", "Owner: Ada");
    phone.tap("Button", "Reset");
    phone.world.answer_alert(Wire::Wda, "Reset").unwrap();
    assert_eq!(phone.value("com.example.lamp", "on"), json!(false));
}

#[test]
fn a_sheet_asks_before_a_contact_goes() {
    let mut phone = Phone::with(CONTACTS);
    phone.tap("Cell", "Contact 002");
    phone.tap("Button", "Delete Contact");
    let alert = phone.world.alert().unwrap();
    assert_eq!(
        (alert.kind, alert.buttons.as_slice()),
        ("Sheet", &["Delete Contact".to_owned(), "Cancel".to_owned()][..])
    );
    phone.node("Sheet", "Delete this contact?");
    phone.world.answer_alert(Wire::Wda, "Cancel").unwrap();
    assert_eq!(phone.screen(), "card");
}
