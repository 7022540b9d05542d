//! Hit-testing: what a touch lands on, and that the projection's `hittable` is honest about it.

use proptest::prelude::*;
use serde_json::Value;
use virtual_iphone::ax::AxNode;
use virtual_iphone::geometry::{Point, Rect};

use crate::phone::{CONTACTS, FORM, NOTES, Phone, SETTINGS};

fn ids(node: &AxNode, into: &mut Vec<u64>) {
    into.push(node.view);
    for child in &node.children {
        ids(child, into);
    }
}

fn controls(node: &AxNode, into: &mut Vec<AxNode>) {
    let takes =
        matches!(node.kind, "Button" | "Cell" | "TextField" | "Icon" | "Key" | "SearchField");
    if takes && node.hittable {
        into.push(node.clone());
    }
    for child in &node.children {
        controls(child, into);
    }
}

/// Taps the middle of every hittable control, each on a phone of its own.
fn every_control_takes_its_touch(prepare: &dyn Fn() -> Phone) {
    let phone = prepare();
    let mut found = Vec::new();
    controls(&phone.world.tree(phone.world.frontmost()).unwrap().root, &mut found);
    assert!(found.len() > 2);
    for control in found {
        let mut phone = prepare();
        let at = control.frame.center();
        phone.tap_at(at.x, at.y);
        let hit = phone.last().view.as_ref().unwrap().id;
        let mut own = Vec::new();
        ids(&control, &mut own);
        assert!(own.contains(&hit), "{:?} {:?} was not hit", control.kind, control.name());
    }
}

#[test]
fn hittable_controls_are_hit_in_every_app() {
    every_control_takes_its_touch(&Phone::home);
    for app in [SETTINGS, CONTACTS, NOTES, FORM] {
        every_control_takes_its_touch(&|| Phone::with(app));
    }
}

#[test]
fn hittable_controls_are_hit_under_a_keyboard_an_alert_and_a_scroll() {
    every_control_takes_its_touch(&|| {
        let mut phone = Phone::with(FORM);
        phone.tap("TextField", "form.name");
        phone
    });
    every_control_takes_its_touch(&|| {
        let mut phone = Phone::with(SETTINGS);
        phone.drag((200.0, 700.0), (200.0, 430.0), 400, 200);
        phone.wait(1_000);
        phone
    });
}

fn rect(view: &Value) -> Rect {
    serde_json::from_value(view["frame"].clone()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_touch_lands_on_the_view_whose_region_holds_it(x in 0.0..402.0_f64, y in 0.0..850.0_f64) {
        let mut phone = Phone::with(SETTINGS);
        let views = phone.world.snapshot()["views"].as_array().unwrap().clone();
        phone.tap_at(x, y);
        let entry = phone.last().clone();
        prop_assert_eq!((entry.x, entry.y), (Some(x), Some(y)));
        let hit = entry.view.unwrap();
        let view = views.iter().find(|v| v["id"].as_u64() == Some(hit.id)).unwrap();
        // The bar's region reaches up behind the status bar, beyond its frame.
        let fits = rect(view).contains(Point { x, y }) || hit.role == "navigation bar";
        prop_assert!(fits, "{:?} for {},{}", view, x, y);
    }

    #[test]
    fn the_airplane_switch_turns_only_inside_its_toggle(x in 0.0..402.0_f64, dy in -26.0..26.0_f64) {
        let mut phone = Phone::with(SETTINGS);
        let nodes = phone.nodes();
        let toggle = nodes.iter().find(|n| n.kind == "Switch" && n.frame.width == 63.0).unwrap();
        let y = toggle.frame.center().y + dy;
        phone.tap_at(x, y);
        let inside = toggle.frame.contains(Point { x, y });
        prop_assert_eq!(phone.value(SETTINGS, "airplane").as_bool(), Some(inside));
    }
}
