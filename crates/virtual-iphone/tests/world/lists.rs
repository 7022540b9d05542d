//! Long lists: virtualised rows, hidden twins, scrolling and the index.

use proptest::prelude::*;
use virtual_iphone::ax::AxNode;
use virtual_iphone::world::SPRINGBOARD;

use crate::phone::{CONTACTS, Phone};

fn rows(phone: &Phone, visible: bool) -> Vec<AxNode> {
    let fits = |n: &AxNode| n.kind == "Cell" && n.visible == visible;
    phone.nodes().into_iter().filter(fits).collect()
}

#[test]
fn only_rows_on_the_screen_exist_with_a_few_hidden_twins_that_share_one_place() {
    let mut phone = Phone::with(CONTACTS);
    assert!(rows(&phone, true).len() < 20);
    phone.drag((200.0, 700.0), (200.0, 200.0), 400, 200);
    phone.drag((200.0, 700.0), (200.0, 200.0), 400, 200);
    phone.wait(500);
    let seen = rows(&phone, true);
    assert!((10..20).contains(&seen.len()), "{}", seen.len());
    let twins: Vec<_> = rows(&phone, false).into_iter().filter(|n| n.frame.y < 200.0).collect();
    assert_eq!(twins.len(), 3);
    assert!(twins.iter().all(|n| n.frame.y == twins[0].frame.y));
    let label = |n: &AxNode| n.label.clone().unwrap();
    assert!(twins.iter().all(|t| seen.iter().all(|s| label(s) != label(t))));
}

#[test]
fn a_recycled_row_keeps_its_view() {
    let mut phone = Phone::with(CONTACTS);
    let first = rows(&phone, true)[0].clone();
    for _ in 0..6 {
        phone.drag((200.0, 700.0), (200.0, 200.0), 400, 200);
    }
    phone.wait(500);
    let again = rows(&phone, true).into_iter().find(|n| n.view == first.view);
    assert_ne!(again.map(|n| n.label), Some(first.label));
}

#[test]
fn a_slow_drag_scrolls_by_its_length_less_the_slop() {
    let mut phone = Phone::with(CONTACTS);
    let y = |phone: &Phone| phone.node("Cell", "Contact 008").frame.y;
    let before = y(&phone);
    phone.drag((200.0, 500.0), (200.0, 400.0), 400, 200);
    phone.wait(500);
    assert!((before - y(&phone) - 90.0).abs() < 0.01, "{}", before - y(&phone));
    assert_eq!(phone.last().kind, "drag");
}

#[test]
fn a_flick_coasts_and_a_touch_stops_it_without_a_tap() {
    let mut phone = Phone::with(CONTACTS);
    phone.drag((200.0, 700.0), (200.0, 300.0), 150, 0);
    assert_eq!(phone.last().kind, "swipe");
    let first = |phone: &Phone| rows(phone, true)[0].label.clone();
    let early = first(&phone);
    phone.wait(200);
    assert_ne!(early, first(&phone), "momentum");
    phone.tap_at(200.0, 400.0);
    assert_eq!(phone.screen(), "all", "the touch only stopped the list");
    let stopped = first(&phone);
    phone.wait(3_000);
    assert_eq!(stopped, first(&phone));
    phone.tap_at(200.0, 400.0);
    assert_eq!(phone.screen(), "card");
}

#[test]
fn a_row_opens_its_card() {
    let mut phone = Phone::with(CONTACTS);
    phone.tap("Cell", "Contact 007");
    assert_eq!(phone.last_label(), Some("Contact 007"));
    phone.node("NavigationBar", "Contact 007");
    phone.node("StaticText", "(555) 01007");
}

#[test]
fn the_end_of_the_list_is_contact_300() {
    let mut phone = Phone::with(CONTACTS);
    for _ in 0..40 {
        phone.drag((200.0, 750.0), (200.0, 200.0), 60, 0);
        phone.wait(5_000);
    }
    let last = rows(&phone, true).pop().unwrap();
    assert_eq!(last.label.as_deref(), Some("Contact 300"));
    assert!(last.hittable);
}

#[test]
fn the_index_jumps_to_its_letter() {
    let mut phone = Phone::with(CONTACTS);
    phone.tap("Button", "Names");
    let index = phone.node("Other", "Section index").frame;
    phone.tap_at(index.x + 10.0, index.y + index.height - 1.0);
    phone.node("Other", "Z");
    assert!(phone.find("Other", "A").is_none());
}

#[test]
fn a_swipe_up_from_the_bottom_edge_goes_home() {
    let mut phone = Phone::with(CONTACTS);
    phone.drag((200.0, 870.0), (200.0, 500.0), 200, 0);
    assert_eq!(phone.world.frontmost(), SPRINGBOARD);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn whatever_is_dragged_the_rows_stay_in_order_and_one_pitch_apart(
        drags in proptest::collection::vec((150.0..800.0_f64, 150.0..800.0_f64, 5_u64..60, 0_u64..200), 1..8),
    ) {
        let mut phone = Phone::with(CONTACTS);
        for (from, to, tens, rest) in drags {
            phone.drag((200.0, from), (200.0, to), tens * 10, rest);
        }
        phone.wait(10_000);
        if phone.screen() == "all" {
            let rows = rows(&phone, true);
            for pair in rows.windows(2) {
                prop_assert!((pair[1].frame.y - pair[0].frame.y - 52.0).abs() < 0.001);
                prop_assert!(pair[0].label < pair[1].label);
            }
        }
    }
}
