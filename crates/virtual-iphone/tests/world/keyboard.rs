//! Focus, keys, typing and editors.

use virtual_iphone::ax::AxNode;
use virtual_iphone::input::Wire;
use virtual_iphone::world::Refused;

use crate::phone::{FORM, NOTES, Phone};

fn keyboard(phone: &Phone) -> Option<AxNode> {
    phone.nodes().into_iter().find(|n| n.kind == "Keyboard")
}

#[test]
fn the_keyboard_comes_with_focus_as_an_extra_window_of_about_sixty_nodes() {
    let mut phone = Phone::with(FORM);
    let windows = |phone: &Phone| phone.world.tree(FORM).unwrap().root.children.len();
    let before = (windows(&phone), phone.nodes().len());
    assert!(keyboard(&phone).is_none());
    phone.tap("TextField", "form.name");
    assert_eq!(windows(&phone), before.0 + 1);
    assert_eq!(keyboard(&phone).unwrap().frame.y, 583.0);
    let window = phone.world.tree(FORM).unwrap().root.children[2].count();
    assert!((40..=70).contains(&window), "{window}");
    assert_eq!(phone.node("Button", "Next").label.as_deref(), Some("next"));
    assert_eq!(phone.world.focused(), Some(phone.node("TextField", "form.name").view));
}

#[test]
fn keys_can_be_tapped_one_by_one() {
    let mut phone = Phone::with(FORM);
    phone.tap("TextField", "form.name");
    phone.tap("Button", "shift");
    phone.tap("Key", "A");
    phone.tap("Key", "d");
    phone.tap("Key", "x");
    phone.tap("Key", "delete");
    phone.tap("Key", "a");
    assert_eq!(phone.value(FORM, "name"), "Ada");
    assert_eq!(phone.last().view.as_ref().unwrap().role, "key");
}

#[test]
fn next_goes_to_the_next_field_and_done_puts_the_keyboard_away() {
    let mut phone = Phone::with(FORM);
    phone.tap("TextField", "form.name");
    phone.world.type_text(Wire::Wda, "Ada\nada@example.com\nsecret\n").unwrap();
    assert_eq!(phone.value(FORM, "email"), "ada@example.com");
    assert_eq!(phone.value(FORM, "password"), "secret");
    assert_eq!(phone.world.focused(), None);
    assert_eq!(phone.world.type_text(Wire::Wda, "x"), Err(Refused::NoKeyboard));
    assert_eq!(phone.world.journal().iter().filter(|e| e.kind == "keys").count(), 1);
}

#[test]
fn a_touch_where_the_keyboard_is_lands_on_the_keyboard() {
    let mut phone = Phone::with(FORM);
    let under = phone.nodes().into_iter().filter(|n| n.kind == "Button");
    let under = under.map(|n| n.frame.center()).find(|p| p.y > 600.0).unwrap();
    phone.tap("TextField", "form.name");
    phone.tap_at(under.x, under.y);
    let view = phone.last().view.clone().unwrap();
    assert!(matches!(view.role.as_str(), "key" | "button" | "keyboard"), "{view:?}");
    assert_eq!(phone.value(FORM, "result"), "Not sent");
    assert!(phone.world.alert().is_none());
}

#[test]
fn what_the_keyboard_covers_is_not_hittable() {
    let mut phone = Phone::with(FORM);
    phone.tap("TextField", "form.name");
    let keys = keyboard(&phone).unwrap().frame;
    let covered = phone
        .nodes()
        .into_iter()
        .filter(|n| n.kind == "Cell" && n.visible && keys.contains(n.frame.center()));
    assert!(covered.clone().count() > 0);
    assert!(covered.into_iter().all(|n| !n.hittable));
}

#[test]
fn a_field_low_on_the_screen_moves_above_the_keyboard() {
    let mut phone = Phone::with(FORM);
    phone.drag((200.0, 700.0), (200.0, 200.0), 400, 200);
    phone.wait(1_000);
    let notes = phone.node("TextView", "form.notes");
    phone.tap_at(notes.frame.center().x, notes.frame.center().y);
    phone.wait(500);
    phone.world.type_text(Wire::Wda, "a\nb").unwrap();
    assert_eq!(phone.value(FORM, "notes"), "a\nb");
}

#[test]
fn a_note_is_written_and_kept() {
    let mut phone = Phone::with(NOTES);
    phone.tap("Button", "square.and.pencil");
    assert_eq!(phone.screen(), "editor");
    assert!(phone.find("Button", "Done").is_none());
    phone.tap("TextView", "note.body");
    phone.world.type_text(Wire::Wda, "Plan\nOne thing").unwrap();
    assert_eq!(phone.node("TextView", "note.body").value.as_deref(), Some("Plan\nOne thing"));
    phone.tap("Button", "Done");
    assert_eq!(phone.world.focused(), None);
    phone.tap("Button", "BackButton");
    phone.node("Cell", "Plan");
    phone.node("Cell", "Shopping list");
}

#[test]
fn clearing_and_adjusting_say_when_the_view_does_not_fit() {
    let mut phone = Phone::with(FORM);
    let (name, slider) =
        (phone.node("TextField", "form.name"), phone.node("Slider", "form.volume"));
    phone.world.focus(name.view).unwrap();
    phone.world.type_text(Wire::Wda, "Ada").unwrap();
    phone.world.clear_text(Wire::Wda, name.view).unwrap();
    assert_eq!(phone.value(FORM, "name"), "");
    phone.world.adjust(Wire::Wda, slider.view, "0.8").unwrap();
    assert_eq!(phone.node("Slider", "form.volume").value.as_deref(), Some("80%"));
    assert_eq!(phone.world.adjust(Wire::Wda, name.view, "0.8"), Err(Refused::NotEditable));
    assert_eq!(phone.world.focus(999), Err(Refused::NoSuchView));
}

#[test]
fn dropped_characters_are_missing_and_the_journal_tells_what_was_sent() {
    let mut phone = Phone::with(FORM);
    phone.inject(r#"{"kind":"drop_character","nth":2}"#);
    phone.tap("TextField", "form.name");
    phone.world.type_text(Wire::Wda, "abcdef").unwrap();
    assert_eq!(phone.value(FORM, "name"), "ace");
    assert_eq!(phone.last().text.as_deref(), Some("abcdef"));
}
