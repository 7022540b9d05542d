//! The accessibility projection: shape, values and losses.

use virtual_iphone::input::Wire;
use virtual_iphone::world::SPRINGBOARD;

use crate::phone::{CONTACTS, FORM, Phone, SETTINGS};

#[test]
fn the_home_screen_shows_icons_a_dock_and_a_page_indicator() {
    let phone = Phone::home();
    let tree = phone.world.tree(SPRINGBOARD).unwrap();
    assert_eq!(tree.root.label.as_deref(), Some(" "));
    let names: Vec<String> =
        phone.nodes().into_iter().filter(|n| n.kind == "Icon").filter_map(|n| n.label).collect();
    assert_eq!(
        names,
        [
            "Settings",
            "Contacts",
            "Form",
            "Shop",
            "Places",
            "Lights",
            "Web",
            "Stadtwerke",
            "銀行",
            "Player",
            "Feed",
            "Alarm",
            "Notes",
            "Messages"
        ]
    );
    let page = phone.nodes().into_iter().find(|n| n.kind == "PageIndicator").unwrap();
    assert_eq!(page.value.as_deref(), Some("page 1 of 1"));
    assert!(phone.find("StaticText", "9:41").is_some());
}

#[test]
fn an_icon_opens_its_app_and_the_status_bar_is_not_in_it() {
    let mut phone = Phone::home();
    phone.tap("Icon", "Settings");
    assert_eq!(phone.world.frontmost(), SETTINGS);
    assert!(phone.find("StaticText", "9:41").is_none());
    assert!(phone.world.tree(SPRINGBOARD).is_some());
    assert!(phone.world.tree(CONTACTS).is_none(), "an app that does not run has no tree");
}

#[test]
fn the_settings_root_has_the_size_and_shape_of_a_real_one() {
    let phone = Phone::with(SETTINGS);
    let tree = phone.world.tree(SETTINGS).unwrap();
    let count = tree.root.count();
    assert!((90..=170).contains(&count), "{count} nodes");
    assert_eq!(tree.root.children.iter().filter(|w| w.kind == "Window").count(), 2);
    assert_eq!(tree.root.children[1].count(), 3, "the second window is empty");
    let nodes = phone.nodes();
    let chevrons: Vec<_> =
        nodes.iter().filter(|n| n.identifier.as_deref() == Some("chevron.forward")).collect();
    assert!(chevrons.len() > 8);
    assert!(chevrons.iter().all(|n| n.kind == "Image" && n.enabled && n.label.is_none()));
    let wifi = phone.node("Cell", "Wi-Fi");
    assert_eq!(wifi.value.as_deref(), Some("On"));
    assert_eq!(phone.node("StaticText", "Wi-Fi").value.as_deref(), Some("Wi-Fi"));
}

#[test]
fn the_navigation_bar_is_told_first_and_lies_on_top() {
    let mut phone = Phone::with(SETTINGS);
    let kinds: Vec<&str> = phone.nodes().iter().map(|n| n.kind).collect();
    let bar = kinds.iter().position(|kind| *kind == "NavigationBar").unwrap();
    let list = kinds.iter().position(|kind| *kind == "CollectionView").unwrap();
    assert!(bar < list);
    phone.drag((200.0, 600.0), (200.0, 480.0), 300, 200);
    phone.wait(500);
    phone.tap_at(200.0, 85.0);
    assert_eq!(phone.last().view.as_ref().unwrap().role, "navigation bar");
}

#[test]
fn an_empty_field_tells_its_placeholder_and_a_secret_tells_its_length() {
    let mut phone = Phone::with(FORM);
    let name = phone.node("TextField", "form.name");
    assert_eq!(name.value.as_deref(), Some("Name"));
    assert_eq!(name.placeholder.as_deref(), Some("Name"));
    assert_eq!(name.label.as_deref(), Some(""));
    phone.tap("SecureTextField", "form.password");
    phone.world.type_text(Wire::Wda, "hunter2").unwrap();
    let secret = phone.node("SecureTextField", "form.password");
    assert_eq!(secret.value.as_deref(), Some("•••••••"));
    assert!(secret.focused);
    assert_eq!(phone.value(FORM, "password"), "hunter2");
}

#[test]
fn sliders_tell_percent_and_steppers_tell_nothing() {
    let phone = Phone::with(FORM);
    let slider = phone.node("Slider", "form.volume");
    assert_eq!(slider.value.as_deref(), Some("50%"));
    assert_eq!(slider.min_max, Some((0.0, 1.0)));
    assert_eq!(phone.node("Stepper", "form.guests").value, None);
    assert!(phone.find("Button", "Increment").is_some());
}

#[test]
fn view_ids_are_stable_between_readings_and_unique_within_one() {
    let mut phone = Phone::with(SETTINGS);
    let before = phone.nodes();
    phone.wait(5_000);
    assert_eq!(before, phone.nodes());
    let mut ids: Vec<u64> = before.iter().map(|n| n.view).collect();
    ids.sort_unstable();
    let count = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), count);
}

#[test]
fn landscape_turns_the_frames() {
    let mut phone = Phone::with(SETTINGS);
    phone.world.set_orientation("LANDSCAPE").unwrap();
    let tree = phone.world.tree(SETTINGS).unwrap();
    assert_eq!((tree.root.frame.width, tree.root.frame.height), (874.0, 402.0));
    assert_eq!(phone.world.scene().size.width, 874.0);
    assert!(phone.world.set_orientation("UIA_DEVICE_ORIENTATION_PORTRAIT_UPSIDEDOWN").is_err());
}
