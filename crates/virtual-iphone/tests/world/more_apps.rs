//! The other built-in apps: each has something that real apps do and lists do not.

use serde_json::json;
use virtual_iphone::input::Wire;
use virtual_iphone::world::SPRINGBOARD;

use crate::phone::{Phone, SETTINGS};

const MESSAGES: &str = "com.example.messages";
const SHOP: &str = "com.example.shop";
const CARDS: &str = "com.example.cards";
const CANVAS: &str = "com.example.canvas";
const WEB: &str = "com.example.web";
const FEED: &str = "com.example.feed";

#[test]
fn a_sent_message_stands_in_the_conversation() {
    let mut phone = Phone::with(MESSAGES);
    phone.tap("Cell", "Ada");
    assert!(phone.find("Button", "sendButton").is_none(), "nothing to send yet");
    phone.tap("TextField", "messageBodyField");
    phone.world.type_text(Wire::Wda, "On my way").unwrap();
    phone.tap("Button", "sendButton");
    let thread = phone.value(MESSAGES, "thread.Ada");
    assert_eq!(thread.as_array().unwrap().last(), Some(&json!("me:On my way")));
    assert_eq!(phone.value(MESSAGES, "draft"), json!(""));
    phone.node("Cell", "Your message, On my way");
}

#[test]
fn a_purchase_asks_and_takes_its_time() {
    let mut phone = Phone::with(SHOP);
    phone.tap("Button", "buy.lamp");
    let sheet = phone.world.alert().unwrap();
    assert_eq!((sheet.kind, sheet.texts[0].as_str()), ("Sheet", "Buy Desk Lamp?"));
    phone.world.answer_alert(Wire::Wda, "Buy Now").unwrap();
    assert_eq!(phone.value(SHOP, "status"), json!("Processing…"));
    phone.wait(2_000);
    assert_eq!(phone.value(SHOP, "orders"), json!(["Tea Kettle, $39.00", "Desk Lamp, $24.99"]));
}

#[test]
fn a_short_swipe_uncovers_and_a_full_one_deletes() {
    let mut phone = Phone::with(SHOP);
    phone.tap("Button", "Orders");
    let row = phone.node("Cell", "Tea Kettle, $39.00").frame.center();
    phone.drag((380.0, row.y), (270.0, row.y), 300, 100);
    phone.node("Button", "Track");
    // A touch elsewhere closes the row and does nothing else.
    phone.tap_at(200.0, 500.0);
    assert!(phone.find("Button", "Track").is_none());
    phone.drag((390.0, row.y), (60.0, row.y), 300, 100);
    assert_eq!(phone.value(SHOP, "orders"), json!([]));
}

#[test]
fn a_permission_is_asked_once_and_remembered() {
    let mut phone = Phone::with(SHOP);
    phone.tap("Button", "shop.notify");
    assert_eq!(phone.world.alert().unwrap().owner, SPRINGBOARD);
    phone.world.answer_alert(Wire::Wda, "Allow").unwrap();
    phone.tap("Button", "shop.notify");
    assert_eq!(phone.world.alert(), None);
    assert_eq!(phone.value(SHOP, "alerts"), json!("Allow"));
}

#[test]
fn drawn_controls_are_others_and_images_and_work_all_the_same() {
    let mut phone = Phone::with(CARDS);
    assert!(phone.node("Other", "Directions").accessible);
    phone.tap("Image", "heart_1");
    assert_eq!(phone.value(CARDS, "heart.1"), json!("heart"));
    phone.tap("Other", "filters.open_now");
    assert_eq!(phone.value(CARDS, "chip.open"), json!("#A7F3D0"));
}

#[test]
fn a_label_under_a_drawn_banner_is_told_and_hit() {
    let mut phone = Phone::with(CARDS);
    let covered = phone.node("Other", "Pay later");
    assert!(covered.visible && covered.hittable);
    phone.tap("Other", "Pay later");
    assert_eq!(phone.value(CARDS, "note"), json!("Paid later"));
}

#[test]
fn a_canvas_has_no_elements_and_takes_touches() {
    let mut phone = Phone::with(CANVAS);
    assert!(
        phone.nodes().iter().all(|node| matches!(node.kind, "Application" | "Window" | "Other"))
    );
    assert!(phone.nodes().iter().skip(1).all(|node| node.label.is_none()));
    phone.tap_at(66.0, 230.0);
    assert_eq!(phone.value(CANVAS, "c00"), json!("#FACC15"));
}

#[test]
fn a_web_page_tells_what_is_below_the_screen_and_doubles_its_links() {
    let mut phone = Phone::with(WEB);
    let nodes = phone.nodes();
    assert_eq!(nodes.iter().filter(|node| node.kind == "WebView").count(), 3);
    let links = nodes.iter().filter(|n| n.kind == "Link" && n.name() == Some("Opening hours"));
    assert_eq!(links.count(), 2);
    let below =
        nodes.iter().find(|node| node.frame.y > 874.0 && node.kind == "StaticText").unwrap();
    assert!(!below.visible);
    phone.tap("Link", "Opening hours");
    phone.node("StaticText", "Monday closed");
}

#[test]
fn a_player_is_in_landscape_however_the_phone_is_held() {
    let phone = Phone::with("com.example.player");
    assert_eq!(phone.world.orientation(), "LANDSCAPE");
    assert!((phone.nodes()[0].frame.width - 874.0).abs() < 0.1);
    let scene = phone.world.scene();
    assert!(scene.size.width > scene.size.height);
}

#[test]
fn a_login_waits_and_then_welcomes() {
    let mut phone = Phone::with("com.example.login.de");
    phone.tap("SecureTextField", "login.secret");
    phone.world.type_text(Wire::Wda, "geheim").unwrap();
    assert_eq!(phone.node("SecureTextField", "login.secret").value.as_deref(), Some("••••••"));
    phone.tap("Button", "login.go");
    phone.wait(1_000);
    phone.node("StaticText", "Willkommen zurück! Schön, dass du da bist.");
}

#[test]
fn a_pull_refreshes_and_a_hold_opens_a_menu() {
    let mut phone = Phone::with(FEED);
    phone.drag((200.0, 300.0), (200.0, 620.0), 300, 100);
    assert!(phone.find("ActivityIndicator", "In progress").is_some());
    phone.wait(2_000);
    assert_eq!(phone.value(FEED, "unread"), json!("7"));
    let row = phone.node("Cell", "feed.hold").frame.center();
    phone.press_at(row.x, row.y, 700);
    phone.tap("Button", "Share");
    assert_eq!(phone.value(FEED, "menu_choice"), json!("Share"));
    phone.tap("Cell", "feed.hold");
    assert_eq!(phone.value(FEED, "menu_choice"), json!("tapped"));
}

#[test]
fn what_counts_seconds_changes_the_picture_every_second() {
    let mut phone = Phone::with(FEED);
    let text = |phone: &Phone| {
        let nodes = phone.nodes();
        nodes.into_iter().find_map(|n| n.label.filter(|l| l.starts_with("Updated"))).unwrap()
    };
    let (before, revision) = (text(&phone), phone.world.revision());
    phone.wait(1_000);
    assert_ne!(text(&phone), before);
    assert_ne!(phone.world.revision(), revision);
}

#[test]
fn a_banner_lies_over_the_app_and_goes_by_itself() {
    let mut phone = Phone::with(FEED);
    phone.tap("Button", "Notify in a Moment");
    phone.wait(500);
    let tree = phone.world.tree(SPRINGBOARD).unwrap();
    assert!(tree.root.count() > 8);
    let button = phone.node("Cell", "Clock");
    assert!(button.visible, "the app's tree does not know of the banner");
    phone.tap_at(200.0, 90.0);
    assert_eq!(phone.last().app, SPRINGBOARD);
    phone.wait(6_000);
    assert_eq!(phone.world.frontmost(), FEED);
}

#[test]
fn a_crash_leaves_the_home_screen() {
    let mut phone = Phone::with(FEED);
    phone.tap("Button", "Crash");
    assert_eq!(phone.world.frontmost(), SPRINGBOARD);
}

#[test]
fn the_status_bar_can_say_something_else() {
    let mut phone = Phone::with(SETTINGS);
    phone.world.override_status_bar(virtual_iphone::world::StatusBar {
        time: Some("10:10".to_owned()),
        battery: Some(40),
        wifi: None,
    });
    let tree = phone.world.tree(SPRINGBOARD).unwrap();
    let text = format!("{tree:?}");
    assert!(text.contains("10:10") && text.contains("40% battery power"));
}

#[test]
fn a_drawn_slider_follows_its_thumb_and_a_banner_is_flicked_away() {
    let mut phone = Phone::with("com.example.player");
    let bar = phone.node("Slider", "Position").frame;
    assert_eq!(phone.node("Slider", "Position").value.as_deref(), Some("35%"));
    let thumb = bar.x + 14.0 + (bar.width - 28.0) * 0.35;
    phone.drag((thumb, bar.center().y), (thumb + 200.0, bar.center().y), 300, 100);
    assert_ne!(phone.node("Slider", "Position").value.as_deref(), Some("35%"));
    let mut phone = Phone::with(SETTINGS);
    phone.inject(r#"{"kind":"banner"}"#);
    phone.drag((200.0, 100.0), (200.0, 40.0), 100, 0);
    assert_eq!(phone.world.frontmost(), SETTINGS);
    assert!(!format!("{:?}", phone.world.tree(SPRINGBOARD)).contains("NotificationShortLookView"));
}
