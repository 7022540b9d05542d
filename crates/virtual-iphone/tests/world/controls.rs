//! The controls of a form: what accessibility tells of each, and what a finger does to it.

use serde_json::json;
use virtual_iphone::input::Wire;

use crate::phone::{FORM, Phone};

/// The form's second screen, scrolled to its top.
fn more() -> Phone {
    let mut phone = Phone::with(FORM);
    phone.drag((200.0, 700.0), (200.0, 100.0), 300, 200);
    phone.drag((200.0, 700.0), (200.0, 100.0), 300, 200);
    phone.wait(1_000);
    phone.tap("Cell", "More Controls");
    assert_eq!(phone.screen(), "more");
    phone
}

#[test]
fn a_segment_is_a_button_and_the_chosen_one_is_selected() {
    let mut phone = more();
    assert_eq!(phone.node("Button", "Basic").value.as_deref(), Some("1"));
    phone.tap("Button", "Pro");
    assert_eq!(phone.value(FORM, "plan"), json!("Pro"));
    assert!(phone.node("Button", "Pro").selected);
    assert!(!phone.node("Button", "Basic").selected);
}

#[test]
fn a_wheel_tells_its_row_and_wraps() {
    let mut phone = more();
    let wheel =
        |phone: &Phone| phone.nodes().into_iter().find(|node| node.kind == "PickerWheel").unwrap();
    assert_eq!(wheel(&phone).value.as_deref(), Some("Medium"));
    let center = wheel(&phone).frame.center();
    phone.tap_at(center.x, center.y + 32.0);
    assert_eq!(phone.value(FORM, "size"), json!("Large"));
    phone.drag((center.x, center.y), (center.x, center.y - 64.0), 200, 100);
    assert_eq!(phone.value(FORM, "size"), json!("Small"));
}

#[test]
fn a_wheel_can_be_set_by_its_text_and_refuses_what_it_does_not_have() {
    let mut phone = more();
    let wheel = phone.nodes().into_iter().find(|node| node.kind == "PickerWheel").unwrap().view;
    phone.world.adjust(Wire::Wda, wheel, "Huge").unwrap();
    assert_eq!(phone.value(FORM, "size"), json!("Huge"));
    assert!(phone.world.adjust(Wire::Wda, wheel, "Tiny").is_err());
}

#[test]
fn a_date_is_three_wheels_over_one_value() {
    let phone = more();
    let picker = phone.nodes().into_iter().any(|node| node.kind == "DatePicker");
    assert!(picker);
    let wheels: Vec<_> =
        phone.nodes().into_iter().filter(|node| node.kind == "PickerWheel").collect();
    let shown: Vec<_> = wheels[1..].iter().filter_map(|wheel| wheel.value.clone()).collect();
    assert_eq!(shown, ["May", "14", "1990"]);
}

#[test]
fn a_menu_sets_a_value_and_a_touch_beside_it_sets_nothing() {
    let mut phone = more();
    phone.tap("Button", "Color");
    assert!(phone.node("Button", "Blue").selected);
    phone.tap("Button", "Green");
    assert_eq!(phone.value(FORM, "color"), json!("Green"));
    assert_eq!(phone.node("Button", "Color").value.as_deref(), Some("Green"));
    phone.tap("Button", "Color");
    phone.tap_at(30.0, 700.0);
    assert_eq!(phone.value(FORM, "color"), json!("Green"));
    assert!(phone.find("Button", "Red").is_none());
}

#[test]
fn a_drawn_checkbox_says_what_it_is_in_its_value() {
    let mut phone = more();
    assert_eq!(
        phone.node("Other", "Accept the terms").value.as_deref(),
        Some("checkbox, not checked")
    );
    phone.tap("Other", "Accept the terms");
    assert_eq!(phone.value(FORM, "terms"), json!(true));
    assert_eq!(phone.node("Other", "Accept the terms").value.as_deref(), Some("checkbox, checked"));
}

#[test]
fn a_disabled_button_takes_the_touch_and_does_nothing() {
    let mut phone = more();
    let button = phone.node("Button", "Not Available");
    assert!(!button.enabled);
    let before = phone.world.snapshot()["values"].clone();
    phone.tap("Button", "Not Available");
    assert_eq!(phone.world.snapshot()["values"], before);
    assert_eq!(phone.last_label(), Some("Not Available"));
}

#[test]
fn a_field_writes_what_was_typed_in_its_own_way() {
    let mut phone = more();
    for _ in 0..3 {
        phone.drag((390.0, 500.0), (390.0, 100.0), 300, 200);
    }
    phone.wait(1_000);
    phone.tap("TextField", "more.phone");
    phone.world.type_text(Wire::Wda, "5550101234").unwrap();
    assert_eq!(phone.value(FORM, "phone"), json!("(555) 010-1234"));
    phone.world.type_text(Wire::Wda, "\n12345678").unwrap();
    assert_eq!(phone.value(FORM, "code"), json!("123456"));
}

#[test]
fn a_held_field_can_be_selected_copied_and_pasted_into() {
    let mut phone = Phone::with(FORM);
    phone.tap("TextField", "form.name");
    phone.world.type_text(Wire::Wda, "Ada").unwrap();
    phone.world.set_pasteboard("Grace");
    let field = phone.node("TextField", "form.name").frame;
    for entry in ["Select All", "Paste"] {
        phone.press_at(field.x + 40.0, field.center().y, 800);
        phone.tap("Button", entry);
    }
    assert_eq!(phone.value(FORM, "name"), json!("Grace"));
    phone.press_at(field.x + 40.0, field.center().y, 800);
    phone.tap("Button", "Copy");
    assert_eq!(phone.world.pasteboard(), "Grace");
}
