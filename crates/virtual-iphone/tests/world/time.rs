//! Time, faults, seeds, and what a reset leaves.

use serde_json::json;
use virtual_iphone::geometry::Point;
use virtual_iphone::input::{TouchEvent, TouchPhase, Wire};
use virtual_iphone::scene::Item;
use virtual_iphone::world::{Refused, Setup, World};

use crate::phone::{FORM, Phone, SETTINGS};

#[test]
fn the_tree_is_ahead_of_the_picture_during_a_push() {
    let mut phone = Phone::with(SETTINGS);
    let row = phone.node("Cell", "General").frame.center();
    phone.tap_at(row.x, row.y);
    assert!(phone.find("Cell", "About").is_some());
    let x = |phone: &Phone| {
        let items = phone.world.scene().items;
        items.into_iter().find_map(|item| match item {
            Item::Text { rect, text, .. } if text == "About" => Some(rect.x),
            _ => None,
        })
    };
    phone.wait(100);
    let early = x(&phone).unwrap();
    let revision = phone.world.revision();
    phone.wait(150);
    assert!(x(&phone).unwrap() < early);
    assert!(phone.world.revision() > revision);
    phone.wait(1_000);
    assert_eq!(x(&phone), Some(36.0));
}

#[test]
fn the_revision_rests_when_the_picture_does_and_moves_with_it() {
    let mut phone = Phone::with(FORM);
    let (revision, scene) = (phone.world.revision(), phone.world.scene());
    phone.wait(5_000);
    assert_eq!((phone.world.revision(), phone.world.scene()), (revision, scene));
    phone.tap("TextField", "form.name");
    let (revision, scene) = (phone.world.revision(), phone.world.scene());
    phone.wait(500);
    assert_ne!(phone.world.scene(), scene, "the caret blinks");
    assert_ne!(phone.world.revision(), revision);
}

#[test]
fn without_a_caret_a_focused_field_is_still() {
    let mut phone = Phone::home();
    phone.world = World::new(Setup { caret: false, ..Setup::builtin(1) });
    phone.world.launch(Wire::Wda, FORM, false).unwrap();
    phone.wait(1_000);
    phone.tap("TextField", "form.name");
    let scene = phone.world.scene();
    phone.wait(500);
    assert_eq!(phone.world.scene(), scene);
}

#[test]
fn the_clock_turns_with_the_minute() {
    let mut phone = Phone::home();
    let revision = phone.world.revision();
    phone.wait(61_000);
    assert!(phone.find("StaticText", "9:42").is_some());
    assert_ne!(phone.world.revision(), revision);
}

#[test]
fn a_dead_control_takes_the_touch_and_does_nothing() {
    let mut phone = Phone::with(SETTINGS);
    phone.inject(r#"{"kind":"dead_control","control":"Airplane Mode"}"#);
    let y = phone.node("Switch", "Airplane Mode").frame.center().y;
    phone.tap_at(336.0, y);
    assert_eq!(phone.value(SETTINGS, "airplane"), json!(false));
    assert_eq!(phone.last_label(), Some("Airplane Mode"));
}

#[test]
fn an_optimistic_switch_goes_back_by_itself() {
    let mut phone = Phone::with(SETTINGS);
    phone.inject(r#"{"kind":"optimistic_switch","ms":900,"control":"Airplane Mode"}"#);
    let y = phone.node("Switch", "Airplane Mode").frame.center().y;
    phone.tap_at(336.0, y);
    assert_eq!(phone.value(SETTINGS, "airplane"), json!(true));
    phone.wait(899);
    assert_eq!(phone.value(SETTINGS, "airplane"), json!(true));
    phone.wait(1);
    assert_eq!(phone.value(SETTINGS, "airplane"), json!(false));
}

#[test]
fn a_late_effect_comes_when_it_is_due() {
    let mut phone = Phone::with(SETTINGS);
    phone.inject(r#"{"kind":"late_effect","ms":3000}"#);
    let row = phone.node("Cell", "General").frame.center();
    phone.tap_at(row.x, row.y);
    phone.wait(2_900);
    assert_eq!(phone.screen(), "root");
    phone.wait(100);
    assert_eq!(phone.screen(), "general");
}

#[test]
fn a_layout_shift_moves_the_row_away_from_under_the_finger() {
    let mut phone = Phone::with(SETTINGS);
    let row = phone.node("Cell", "Bluetooth").frame;
    phone.inject(r#"{"kind":"layout_shift","points":52}"#);
    phone.tap_at(row.center().x, row.center().y);
    assert_eq!(phone.last_label(), Some("Wi-Fi"));
    assert_eq!(phone.screen(), "wifi");
}

#[test]
fn a_swallowed_touch_is_journaled_without_a_view() {
    let mut phone = Phone::with(SETTINGS);
    phone.inject(r#"{"kind":"swallow_touch"}"#);
    let row = phone.node("Cell", "General").frame.center();
    phone.tap_at(row.x, row.y);
    assert_eq!(phone.last().view, None);
    phone.tap_at(row.x, row.y);
    assert_eq!(phone.screen(), "general");
}

#[test]
fn gestures_are_classified_and_take_their_own_time() {
    let mut phone = Phone::with(FORM);
    let start = phone.world.now_ms();
    phone.press_at(200.0, 40.0, 900);
    assert_eq!(phone.last().kind, "hold");
    assert_eq!(phone.world.now_ms(), start + 900);
    let at = Point { x: 200.0, y: 40.0 };
    let event = |at_ms, finger, phase| TouchEvent { at_ms, finger, phase, at };
    let (down, up) = (TouchPhase::Down, TouchPhase::Up);
    phone.world.touch(
        Wire::Wda,
        &[event(0, 0, down), event(50, 0, up), event(150, 0, down), event(200, 0, up)],
    );
    assert_eq!(phone.last().kind, "double_tap");
    phone.world.touch(
        Wire::Wda,
        &[event(0, 0, down), event(0, 1, down), event(300, 0, up), event(300, 1, up)],
    );
    assert_eq!(phone.last().kind, "pinch");
    let seqs: Vec<u64> = phone.world.journal().iter().map(|e| e.seq).collect();
    assert_eq!(seqs, (1..=seqs.len() as u64).collect::<Vec<_>>());
}

#[test]
fn a_slider_follows_only_a_finger_that_began_on_its_thumb() {
    let mut phone = Phone::with(FORM);
    let frame = phone.node("Slider", "form.volume").frame;
    let y = frame.center().y;
    phone.tap_at(frame.x + frame.width - 4.0, y);
    assert_eq!(phone.value(FORM, "volume"), json!(0.5));
    phone.drag((frame.center().x, y), (frame.x + frame.width, y), 300, 0);
    assert_eq!(phone.value(FORM, "volume"), json!(1.0));
}

#[test]
fn locking_hides_the_app_and_refuses_launches() {
    let mut phone = Phone::with(SETTINGS);
    phone.world.press_button(Wire::Wda, "lock").unwrap();
    assert!(phone.world.locked());
    assert_eq!(phone.world.frontmost(), "com.apple.springboard");
    assert_eq!(phone.world.launch(Wire::Wda, FORM, false), Err(Refused::Locked));
    phone.world.set_locked(false);
    assert_eq!(phone.world.frontmost(), SETTINGS);
}

#[test]
fn equal_seeds_give_equal_worlds_and_a_reset_gives_the_first_again() {
    let play = |phone: &mut Phone| {
        phone.inject(r#"{"kind":"scramble"}"#);
        for row in ["General", "About"] {
            phone.tap("Cell", row);
            phone.wait(300);
        }
        (phone.world.snapshot(), phone.world.scene())
    };
    let (mut one, mut two) = (Phone::with(SETTINGS), Phone::with(SETTINGS));
    let first = play(&mut one);
    assert_eq!(first, play(&mut two));
    one.world.reset();
    assert!(one.world.journal().is_empty());
    assert_eq!(one.world.now_ms(), 0);
    one.world.launch(Wire::Wda, SETTINGS, false).unwrap();
    one.wait(2_000);
    assert_eq!(first, play(&mut one));
}

#[test]
fn the_udid_has_its_fixed_shape() {
    let udid = World::new(Setup::builtin(3)).device().udid.clone();
    let parts: Vec<usize> = udid.split('-').map(str::len).collect();
    assert_eq!(parts, [8, 4, 4, 4, 12]);
    assert!(udid.chars().all(|c| c == '-' || c.is_ascii_digit() || c.is_ascii_uppercase()));
    assert_ne!(udid, World::new(Setup::builtin(4)).device().udid);
}
