//! Settings: navigation, the row with its toggle, search, and what outlives a process.

use serde_json::json;
use virtual_iphone::input::Wire;

use crate::phone::{FORM, Phone, SETTINGS};

#[test]
fn a_switch_row_ignores_its_middle_and_obeys_its_toggle() {
    let mut phone = Phone::with(SETTINGS);
    let row = phone.node("Switch", "com.apple.settings.airplaneMode");
    assert_eq!((row.frame.x, row.frame.width), (36.0, 330.0));
    let middle = row.frame.center();
    phone.tap_at(middle.x, middle.y);
    assert_eq!(phone.value(SETTINGS, "airplane"), json!(false));
    assert_eq!(phone.last().view.as_ref().unwrap().role, "row");

    let nodes = phone.nodes();
    let toggle = nodes.iter().find(|n| n.kind == "Switch" && n.frame.width == 63.0).unwrap();
    assert_eq!(toggle.frame.x, 305.0);
    assert_eq!(
        (toggle.label.as_deref(), toggle.identifier.as_deref()),
        (Some("Airplane Mode"), None)
    );
    let overhang = toggle.frame.x + toggle.frame.width - (row.frame.x + row.frame.width);
    assert_eq!(overhang, 2.0);
    phone.tap_at(366.5, toggle.frame.center().y);
    assert_eq!(phone.value(SETTINGS, "airplane"), json!(true));
    let entry = phone.last();
    assert_eq!((entry.kind, entry.view.as_ref().unwrap().role.as_str()), ("tap", "switch"));
    assert_eq!(phone.last_label(), Some("Airplane Mode"));
    assert_eq!(phone.node("Switch", "Airplane Mode").value.as_deref(), Some("1"));
}

#[test]
fn bold_text_is_four_taps_away() {
    let mut phone = Phone::with(SETTINGS);
    phone.tap("Cell", "Accessibility");
    phone.tap("Cell", "Display & Text Size");
    assert_eq!(phone.screen(), "text_size");
    let row = phone.node("Switch", "Bold Text");
    phone.tap_at(336.0, row.frame.center().y);
    assert_eq!(phone.value(SETTINGS, "bold_text"), json!(true));
    phone.wait(1_000);
    phone.tap("Button", "BackButton");
    assert_eq!(phone.screen(), "accessibility");
}

#[test]
fn panes_open_and_go_back() {
    for (row, title) in [
        ("Wi-Fi", "Wi-Fi"),
        ("Bluetooth", "Bluetooth"),
        ("General", "General"),
        ("Accessibility", "Accessibility"),
    ] {
        let mut phone = Phone::with(SETTINGS);
        phone.tap("Cell", row);
        phone.node("NavigationBar", title);
        assert_eq!(phone.node("Button", "BackButton").label.as_deref(), Some("Settings"));
        phone.tap("Button", "BackButton");
        assert_eq!(phone.screen(), "root");
    }
}

#[test]
fn a_tap_during_a_push_hits_nothing() {
    let mut phone = Phone::with(SETTINGS);
    let row = phone.node("Cell", "General").frame.center();
    phone.tap_at(row.x, row.y);
    assert_eq!(phone.screen(), "general");
    let about = phone.node("Cell", "About").frame.center();
    phone.tap_at(about.x, about.y);
    assert_eq!(phone.screen(), "general");
    assert_eq!(phone.last().view, None);
    phone.wait(400);
    phone.tap_at(about.x, about.y);
    assert_eq!(phone.screen(), "about");
}

#[test]
fn a_swipe_from_the_left_edge_goes_back() {
    let mut phone = Phone::with(SETTINGS);
    phone.tap("Cell", "General");
    phone.drag((3.0, 400.0), (300.0, 405.0), 300, 0);
    assert_eq!(phone.screen(), "root");
}

#[test]
fn search_is_silent_for_a_while_and_then_finds_rows_of_other_panes() {
    let mut phone = Phone::with(SETTINGS);
    assert_eq!(phone.node("SearchField", "Search").value.as_deref(), Some("Search"));
    phone.tap("SearchField", "Search");
    phone.world.type_text(Wire::Wda, "bold").unwrap();
    phone.wait(400);
    assert!(phone.find("Cell", "Bold Text").is_none());
    assert!(phone.find("Cell", "General").is_some());
    phone.wait(40);
    assert!(phone.find("Cell", "General").is_none());
    phone.world.dismiss_keyboard().unwrap();
    phone.tap("Cell", "Bold Text");
    assert_eq!(phone.screen(), "text_size");
}

#[test]
fn settings_reopens_where_it_was_and_a_relaunch_keeps_only_values() {
    let mut phone = Phone::with(SETTINGS);
    phone.tap("Cell", "Accessibility");
    phone.world.press_button(Wire::Wda, "home").unwrap();
    phone.wait(500);
    assert_eq!(phone.world.frontmost(), "com.apple.springboard");
    phone.world.activate(Wire::Wda, SETTINGS).unwrap();
    phone.wait(500);
    assert_eq!(phone.screen(), "accessibility");

    let old = phone.world.tree(SETTINGS).unwrap().pid;
    phone.tap("Button", "BackButton");
    let toggle = phone.node("Switch", "Airplane Mode").frame.center();
    phone.tap_at(336.0, toggle.y);
    phone.world.launch(Wire::Wda, SETTINGS, true).unwrap();
    phone.wait(500);
    assert_eq!(phone.screen(), "root");
    assert_eq!(phone.value(SETTINGS, "airplane"), json!(true));
    assert_ne!(phone.world.tree(SETTINGS).unwrap().pid, old);
}

#[test]
fn links_to_settings_report_success_and_do_nothing() {
    let mut phone = Phone::with(FORM);
    phone.world.open_url(Wire::Wda, "App-prefs:root=WIFI").unwrap();
    assert_eq!(phone.world.frontmost(), FORM);
    assert_eq!(phone.last().kind, "open_url");
    assert!(phone.world.open_url(Wire::Wda, "nobody:knows").is_err());
    phone.world.open_url(Wire::Wda, "contacts:").unwrap();
    assert_eq!(phone.world.frontmost(), "com.apple.MobileAddressBook");
}
