//! Dumps of real screens as apps.

use virtual_iphone::apps::AppSpec;
use virtual_iphone::input::Wire;
use virtual_iphone::world::{Setup, World};

use crate::phone::Phone;

const XML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<XCUIElementTypeApplication type="XCUIElementTypeApplication" name="Dumped" label="Dumped" enabled="true" visible="true" x="0" y="0" width="402" height="874" bundleId="com.example.dumped">
  <XCUIElementTypeWindow type="XCUIElementTypeWindow" enabled="true" visible="true" x="0" y="0" width="402" height="874">
    <XCUIElementTypeButton type="XCUIElementTypeButton" name="pay" label="Pay {now}" enabled="true" visible="true" accessible="true" x="20" y="100" width="100" height="44"/>
    <XCUIElementTypeSwitch type="XCUIElementTypeSwitch" name="Wi-Fi" label="Wi-Fi" value="1" enabled="true" visible="true" accessible="true" x="20" y="200" width="300" height="44"/>
    <XCUIElementTypeOther type="XCUIElementTypeOther" name="Card" label="Card" enabled="true" visible="false" accessible="false" x="20" y="300" width="300" height="44"/>
  </XCUIElementTypeWindow>
</XCUIElementTypeApplication>"#;

const IDB: &str = r#"[{"type":"Application","AXLabel":"Flat","frame":{"x":0,"y":0,"width":402,"height":874},"enabled":true},
 {"type":"Button","AXLabel":"Go","AXUniqueId":"go","frame":{"x":20,"y":100,"width":100,"height":44},"enabled":true}]"#;

fn dumped(text: &str) -> Phone {
    let mut setup = Setup::builtin(1);
    let app = AppSpec::parse(text).unwrap();
    let bundle_id = app.bundle_id.clone();
    setup.apps.push(app);
    let mut phone = Phone { world: World::new(setup) };
    phone.world.launch(Wire::Wda, &bundle_id, false).unwrap();
    phone.wait(1_000);
    phone
}

#[test]
fn controls_of_a_dump_are_told_as_they_were_and_can_be_hit() {
    let mut phone = dumped(XML);
    assert_eq!(phone.world.frontmost(), "com.example.dumped");
    let button = phone.node("Button", "pay");
    assert_eq!(button.identifier.as_deref(), Some("pay"));
    assert_eq!(phone.node("Switch", "Wi-Fi").value.as_deref(), Some("1"));
    assert_eq!(phone.node("Switch", "Wi-Fi").identifier, None);
    assert!(phone.find("Other", "Card").is_none(), "it was invisible");
    phone.tap("Button", "pay");
    let entry = phone.last().view.clone().unwrap();
    assert_eq!((entry.role.as_str(), entry.identifier.as_deref()), ("button", Some("pay")));
}

#[test]
fn a_flat_list_of_idb_is_one_screen() {
    let mut phone = dumped(IDB);
    phone.tap("Button", "go");
    assert_eq!(phone.last_label(), Some("Go"));
    assert_eq!(phone.world.frontmost(), "com.example.dump.flat");
}

#[test]
fn a_broken_dump_is_refused_in_one_line() {
    for text in ["<XCUIElementTypeApplication>", "[]", "[1]", r#"{"type":"Button"}"#] {
        let error = AppSpec::parse(text).unwrap_err();
        assert!(!error.is_empty() && !error.contains('\n'), "{error}");
    }
}
