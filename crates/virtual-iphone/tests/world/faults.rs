//! Every misbehaviour of the world, reached by what a client does.

use serde_json::json;
use virtual_iphone::ax::AxNode;
use virtual_iphone::input::Wire;
use virtual_iphone::world::SPRINGBOARD;

use crate::phone::{CONTACTS, FORM, NOTES, Phone, SETTINGS};

const FEED: &str = "com.example.feed";

fn typed(fault: &str, text: &str) -> String {
    let mut phone = Phone::with(FORM);
    phone.tap("TextField", "form.name");
    phone.inject(fault);
    phone.world.type_text(Wire::Wda, text).unwrap();
    phone.value(FORM, "name").as_str().unwrap().to_owned()
}

fn tap_general(phone: &mut Phone) {
    let row = phone.node("Cell", "General").frame.center();
    phone.tap_at(row.x, row.y);
}

#[test]
fn a_touch_can_land_beside_its_point() {
    let mut phone = Phone::with(SETTINGS);
    phone.inject(r#"{"kind":"touch_offset","dx":0,"dy":52}"#);
    tap_general(&mut phone);
    assert_eq!(phone.last_label(), Some("Accessibility"));
}

#[test]
fn a_tap_can_fire_twice() {
    let mut phone = Phone::with(FORM);
    phone.inject(r#"{"kind":"double_touch"}"#);
    phone.tap("Button", "Increment");
    assert_eq!(phone.value(FORM, "guests"), json!(4.0));
    assert_eq!(phone.last().kind, "tap");
}

#[test]
fn a_covered_control_is_told_as_hittable_and_never_touched() {
    let mut phone = Phone::with(FORM);
    phone.inject(r#"{"kind":"covered_control","control":"form.submit"}"#);
    assert!(phone.node("Button", "form.submit").hittable);
    phone.tap("Button", "form.submit");
    assert_eq!(phone.value(FORM, "result"), json!("Not sent"));
    assert_eq!(phone.last().view.as_ref().unwrap().role, "other");
}

#[test]
fn a_row_that_comes_first_moves_all_others_under_the_finger() {
    let mut phone = Phone::with(NOTES);
    phone.inject(r#"{"kind":"row_inserted","text":"n9"}"#);
    phone.tap("Cell", "Ideas");
    assert_eq!(phone.last_label(), Some("Shopping list"));
}

#[test]
fn content_can_scroll_by_itself() {
    let mut phone = Phone::with(CONTACTS);
    phone.inject(r#"{"kind":"scroll_jump","points":52}"#);
    phone.tap("Cell", "Contact 005");
    assert_ne!(phone.last_label(), Some("Contact 005"));
}

#[test]
fn an_app_can_end_or_give_way_before_the_touch() {
    let mut phone = Phone::with(SETTINGS);
    phone.inject(r#"{"kind":"app_switch","app":"com.example.feed"}"#);
    tap_general(&mut phone);
    assert_eq!(phone.world.frontmost(), FEED);
    phone.inject(r#"{"kind":"app_crash"}"#);
    phone.tap_at(200.0, 400.0);
    assert_eq!(phone.world.frontmost(), SPRINGBOARD);
    assert!(phone.world.apps().iter().any(|app| app.bundle_id == FEED && app.state == 1));
}

#[test]
fn a_phone_can_lock_itself_or_turn() {
    let mut phone = Phone::with(SETTINGS);
    phone.inject(r#"{"kind":"rotation"}"#);
    tap_general(&mut phone);
    assert_eq!(phone.world.orientation(), "LANDSCAPE");
    phone.inject(r#"{"kind":"lock"}"#);
    phone.tap_at(200.0, 200.0);
    assert!(phone.world.locked());
}

#[test]
fn a_banner_takes_the_touch_that_was_meant_for_what_is_under_it() {
    let mut phone = Phone::with(SETTINGS);
    phone.inject(r#"{"kind":"banner","after":1}"#);
    phone.tap_at(200.0, 600.0);
    phone.wait(1_000);
    phone.inject(r#"{"kind":"banner"}"#);
    phone.tap_at(200.0, 90.0);
    assert_eq!(
        phone.last().view.as_ref().unwrap().identifier.as_deref(),
        Some("NotificationShortLookView")
    );
}

#[test]
fn a_fault_may_begin_later_and_end_by_itself() {
    let mut phone = Phone::with(SETTINGS);
    phone.inject(r#"{"kind":"permission_alert","in_ms":3000}"#);
    assert_eq!(phone.world.alert(), None);
    phone.wait(3_000);
    assert!(phone.world.alert().is_some());
    phone.inject(r#"{"kind":"wrong_visibility","for_ms":1000}"#);
    assert!(phone.nodes().iter().all(|node| !node.visible));
    phone.wait(1_000);
    assert!(phone.nodes().iter().any(|node| node.visible));
}

#[test]
fn the_adversary_moves_the_world_by_its_seed() {
    let run = |seed: u64| {
        let mut phone = Phone::with(CONTACTS);
        phone.inject(&json!({"kind": "adversary", "seed": seed, "rate": 0.5}).to_string());
        for _ in 0..40 {
            phone.world.between_requests();
        }
        phone.world.snapshot()
    };
    assert_eq!(run(3), run(3));
    assert_ne!(run(3), run(4));
    let mut calm = Phone::with(CONTACTS);
    let before = calm.world.snapshot();
    calm.inject(r#"{"kind":"adversary","rate":0}"#);
    calm.world.between_requests();
    assert_eq!(calm.world.snapshot(), before);
}

#[test]
fn a_transition_can_take_long_and_swallows_touches_until_its_end() {
    let mut phone = Phone::with(SETTINGS);
    phone.inject(r#"{"kind":"slow_transition","ms":4000}"#);
    tap_general(&mut phone);
    phone.wait(3_000);
    phone.tap_at(200.0, 300.0);
    assert_eq!(phone.last().view, None);
}

#[test]
fn a_stuck_list_does_not_follow_the_finger() {
    let mut phone = Phone::with(CONTACTS);
    phone.inject(r#"{"kind":"stuck_scroll"}"#);
    let before = phone.node("Cell", "Contact 003").frame;
    phone.drag((200.0, 600.0), (200.0, 300.0), 200, 100);
    assert_eq!(phone.node("Cell", "Contact 003").frame, before);
    phone.world.clear_faults();
    phone.drag((200.0, 600.0), (200.0, 300.0), 200, 100);
    assert_ne!(phone.node("Cell", "Contact 005").frame, before);
}

#[test]
fn a_picture_can_lag_behind_what_happened() {
    let mut phone = Phone::with(SETTINGS);
    let scene = phone.world.scene();
    phone.inject(r#"{"kind":"frozen_picture","ms":2000}"#);
    tap_general(&mut phone);
    phone.wait(1_500);
    assert_eq!((phone.screen().as_str(), phone.world.scene()), ("general", scene.clone()));
    let revision = phone.world.revision();
    phone.wait(600);
    assert_ne!(phone.world.scene(), scene);
    assert_ne!(phone.world.revision(), revision);
}

#[test]
fn a_tree_can_lag_behind_what_happened() {
    let mut phone = Phone::with(SETTINGS);
    phone.inject(r#"{"kind":"stale_tree","ms":2000}"#);
    tap_general(&mut phone);
    phone.wait(1_900);
    assert_eq!(phone.screen(), "general");
    assert!(phone.find("Cell", "About").is_none());
    phone.wait(100);
    assert!(phone.find("Cell", "About").is_some());
}

#[test]
fn an_update_can_be_lost_after_it_was_shown() {
    let mut phone = Phone::with(FORM);
    phone.inject(r#"{"kind":"lost_update","ms":1500}"#);
    phone.tap("Button", "Increment");
    assert_eq!(phone.value(FORM, "guests"), json!(3.0));
    phone.wait(1_000);
    assert_eq!(phone.value(FORM, "guests"), json!(2));
}

#[test]
fn a_sheet_can_come_instead_of_the_effect() {
    let mut phone = Phone::with(FORM);
    phone.inject(r#"{"kind":"surprise_sheet"}"#);
    phone.tap("Button", "form.submit");
    assert_eq!(phone.world.alert().unwrap().kind, "Sheet");
    assert_eq!(phone.value(FORM, "result"), json!("Not sent"));
}

#[test]
fn a_link_can_do_nothing_or_ask_first() {
    let mut phone = Phone::with(SETTINGS);
    phone.inject(r#"{"kind":"dead_link"}"#);
    phone.world.open_url(Wire::Wda, "feed://").unwrap();
    assert_eq!((phone.world.frontmost(), phone.world.alert()), (SETTINGS, None));
    phone.inject(r#"{"kind":"link_sheet"}"#);
    phone.world.open_url(Wire::Wda, "feed://").unwrap();
    assert_eq!(phone.world.frontmost(), SETTINGS);
    assert_eq!(phone.world.alert().unwrap().owner, SPRINGBOARD);
}

#[test]
fn text_arrives_as_keyboards_and_fields_make_it() {
    assert_eq!(typed(r#"{"kind":"drop_leading","count":3}"#, "abcdef"), "def");
    assert_eq!(typed(r#"{"kind":"repeat_character","nth":3}"#, "abcdef"), "abccdeff");
    assert_eq!(typed(r#"{"kind":"reorder_text"}"#, "test"), "etts");
    assert_eq!(typed(r#"{"kind":"autocorrect"}"#, "teh cat"), "the cat");
    let own = r#"{"kind":"autocorrect","from":"ios","to":"iOS"}"#;
    assert_eq!(typed(own, "on ios ios"), "on iOS ios");
    assert_eq!(typed(r#"{"kind":"reformat","format":"upper"}"#, "abc"), "ABC");
    assert_eq!(typed(r#"{"kind":"focus_lost","nth":2}"#, "abcd"), "ab");
    assert_eq!(typed(r#"{"kind":"focus_jump","nth":2}"#, "abcd"), "ab");
}

#[test]
fn a_jump_of_the_focus_puts_the_rest_into_the_next_field() {
    let mut phone = Phone::with(FORM);
    phone.tap("TextField", "form.name");
    phone.inject(r#"{"kind":"focus_jump","nth":2}"#);
    phone.world.type_text(Wire::Wda, "abcd").unwrap();
    assert_eq!(phone.value(FORM, "email"), json!("cd"));
}

#[test]
fn characters_can_arrive_late_and_a_return_not_at_all() {
    let mut phone = Phone::with(FORM);
    phone.tap("TextField", "form.name");
    phone.inject(r#"{"kind":"swallow_return"}"#);
    phone.inject(r#"{"kind":"type_lag","ms":100}"#);
    phone.world.type_text(Wire::Wda, "ab\n").unwrap();
    assert_eq!(phone.value(FORM, "name"), json!(""));
    phone.wait(100);
    assert_eq!(phone.value(FORM, "name"), json!("a"));
    phone.wait(1_000);
    assert_eq!(phone.value(FORM, "name"), json!("ab"));
    assert_eq!(phone.node("TextField", "form.name").view, phone.world.focused().unwrap());
}

#[test]
fn a_keyboard_can_cover_its_own_field() {
    let covered = |phone: &mut Phone| {
        phone.drag((200.0, 700.0), (200.0, 400.0), 300, 200);
        phone.wait(1_000);
        let at = phone.nodes().into_iter().find(|n| n.kind == "TextView").unwrap().frame;
        phone.tap_at(at.center().x, at.center().y);
        phone.wait(1_000);
        phone.nodes().into_iter().find(|n| n.kind == "TextView").unwrap().frame
    };
    let mut phone = Phone::with(FORM);
    phone.inject(r#"{"kind":"keyboard_covers"}"#);
    assert!(covered(&mut phone).center().y > 583.0);
}

#[test]
fn a_parked_keyboard_is_told_below_the_screen() {
    let mut phone = Phone::with(FORM);
    phone.inject(r#"{"kind":"parked_keyboard"}"#);
    phone.tap("TextField", "form.name");
    phone.world.dismiss_keyboard().unwrap();
    phone.wait(1_000);
    let keyboard = phone.nodes().into_iter().find(|n| n.kind == "Keyboard").unwrap();
    assert!(keyboard.frame.y >= 874.0 && !keyboard.visible);
    assert!(phone.world.snapshot()["keyboard"].is_null());
}

#[test]
fn a_tree_taken_while_the_list_moves_is_torn() {
    let mut phone = Phone::with(CONTACTS);
    phone.inject(r#"{"kind":"torn_tree","ms":30}"#);
    let pitches = |phone: &Phone| {
        let rows: Vec<AxNode> =
            phone.nodes().into_iter().filter(|n| n.kind == "Cell" && n.visible).collect();
        rows.windows(2).map(|pair| pair[1].frame.y - pair[0].frame.y).collect::<Vec<_>>()
    };
    let even = |pitches: &[f64]| pitches.iter().all(|pitch| (pitch - 52.0).abs() < 0.01);
    assert!(even(&pitches(&phone)), "nothing moves yet");
    phone.drag((200.0, 700.0), (200.0, 300.0), 100, 0);
    assert!(!even(&pitches(&phone)));
    phone.wait(9_000);
    assert!(even(&pitches(&phone)));
}

#[test]
fn what_is_told_can_be_wrong_while_touches_still_land() {
    let with = |fault: &str| {
        let mut phone = Phone::with(SETTINGS);
        phone.inject(fault);
        phone
    };
    let phone = with(r#"{"kind":"hidden_twin","control":"General"}"#);
    let twins: Vec<_> = phone
        .nodes()
        .into_iter()
        .filter(|n| n.kind == "Cell" && n.label.as_deref() == Some("General"))
        .collect();
    assert_eq!(twins.iter().map(|n| n.visible).collect::<Vec<_>>(), [false, true]);
    let mut phone = with(r#"{"kind":"lost_labels"}"#);
    assert!(phone.nodes().iter().all(|n| n.kind != "Button" || n.label.is_none()));
    tap_general(&mut phone);
    assert_eq!(phone.screen(), "general");
    let phone = with(r#"{"kind":"odd_characters"}"#);
    assert!(phone.nodes().iter().any(|n| n.label.as_deref().is_some_and(|l| l.contains('\u{3}'))));
    let phone = with(r#"{"kind":"zero_frames"}"#);
    assert!(phone.nodes().iter().all(|n| n.kind != "StaticText" || n.frame.width == 0.0));
    let phone = with(r#"{"kind":"one_y"}"#);
    let ys: Vec<f64> =
        phone.nodes().iter().filter(|n| n.kind == "Cell").map(|n| n.frame.y).collect();
    assert!(ys.len() > 8 && ys[6..].iter().all(|y| (y - ys[6]).abs() < 0.01));
}

#[test]
fn a_tree_can_be_deeper_than_a_reader_expects() {
    let depth = |phone: &Phone| {
        fn of(node: &AxNode) -> usize {
            1 + node.children.iter().map(of).max().unwrap_or(0)
        }
        of(&phone.world.tree(SETTINGS).unwrap().root)
    };
    let mut phone = Phone::with(SETTINGS);
    let usual = depth(&phone);
    phone.inject(r#"{"kind":"deep_tree","depth":60}"#);
    assert_eq!(depth(&phone), usual + 60);
}

#[test]
fn a_ticker_and_a_spinner_never_let_the_picture_rest() {
    for (fault, ms) in [(r#"{"kind":"ticker"}"#, 1_000), (r#"{"kind":"spinner"}"#, 125)] {
        let mut phone = Phone::with(SETTINGS);
        phone.inject(fault);
        let (revision, scene) = (phone.world.revision(), phone.world.scene());
        phone.wait(ms);
        assert_ne!(phone.world.revision(), revision, "{fault}");
        assert_ne!(phone.world.scene(), scene, "{fault}");
    }
}

#[test]
fn reading_stalls_after_an_app_was_left_until_springboard_is_activated() {
    let mut phone = Phone::with(SETTINGS);
    phone.inject(r#"{"kind":"background_stall"}"#);
    phone.world.press_button(Wire::Wda, "home").unwrap();
    assert_eq!(phone.world.read_stall_ms(), 61_000);
    phone.world.activate(Wire::Wda, SPRINGBOARD).unwrap();
    assert_eq!(phone.world.read_stall_ms(), 5_000);
    phone.wait(5_000);
    assert_eq!(phone.world.read_stall_ms(), 0);
}
