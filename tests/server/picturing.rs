//! Pictures with refs: what is drawn is where the phone has it, and is good for the next call.

use std::io::Cursor;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use virtual_iphone::input::Wire;

use crate::harness::{OnPhones, Outcome};

const FORM: &str = "com.example.form";
/// A picture of 402 points across is sent in 721 pixels.
const PIXELS_PER_POINT: f64 = 721.0 / 402.0;

/// Rows of red, green and blue.
struct Image {
    width: usize,
    rgb: Vec<u8>,
}

impl Image {
    fn of(outcome: &Outcome) -> Self {
        let image = outcome.0.content[1].as_image().expect("an image follows the text");
        let png = STANDARD.decode(&image.data).unwrap();
        let mut reader = png::Decoder::new(Cursor::new(png)).read_info().unwrap();
        let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut rgb).unwrap();
        rgb.truncate(frame.buffer_size());
        Self { width: frame.width as usize, rgb }
    }

    /// The colour at a place in points.
    fn at(&self, x: f64, y: f64) -> &[u8] {
        let (x, y) = ((x * PIXELS_PER_POINT) as usize, (y * PIXELS_PER_POINT) as usize);
        let index = (y * self.width + x) * 3;
        &self.rgb[index..index + 3]
    }
}

/// A phone on which an app was opened by somebody else: no ref was ever shown in words.
async fn untold(app: &str) -> OnPhones {
    let phones = OnPhones::of(1).await;
    let phone = phones.phone().await;
    phone.with_world(|world| world.launch(Wire::Simctl, app, false)).unwrap();
    phone.advance(3_000);
    phones
}

async fn picture(phones: &OnPhones, refs: bool) -> Outcome {
    phones.server.call("take_screenshot", json!({"refs": refs, "format": "png"})).await
}

/// Frame of the view of that identifier, as the phone has it.
async fn frame(phones: &OnPhones, identifier: &str) -> [f64; 4] {
    let world = phones.phone().await.world();
    let views = world["views"].as_array().unwrap();
    let view = views.iter().find(|view| view["identifier"] == identifier).unwrap();
    ["x", "y", "width", "height"].map(|side| view["frame"][side].as_f64().unwrap())
}

#[tokio::test]
async fn a_ref_is_drawn_at_the_frame_that_the_phone_has_and_inside_it_nothing_is_changed() {
    let phones = untold(FORM).await;
    let bare = Image::of(&picture(&phones, false).await);
    let outcome = picture(&phones, true).await;
    assert!(outcome.text().ends_with(" refs drawn"), "{}", outcome.text());
    assert_eq!(outcome.text().lines().count(), 1);
    let drawn = Image::of(&outcome);
    for identifier in ["form.submit", "form.ignored", "form.name"] {
        let [x, y, width, height] = frame(&phones, identifier).await;
        let differs = |x: f64, y: f64| bare.at(x, y) != drawn.at(x, y);
        let sides = [(x + width / 2.0, y + 0.5), (x + width / 2.0, y + height - 0.5)];
        assert!(sides.iter().any(|(x, y)| differs(*x, *y)), "{identifier}");
        let quarter = (x + width / 4.0 + 30.0, y + height / 2.0);
        assert!(!differs(quarter.0, quarter.1), "{identifier}");
    }
}

#[tokio::test]
async fn a_password_cannot_be_seen_on_a_picture_with_refs() {
    let phones = untold(FORM).await;
    let drawn = Image::of(&picture(&phones, true).await);
    let [x, y, width, height] = frame(&phones, "form.password").await;
    let middle = y + height / 2.0;
    let inside = (60..(width as usize - 20)).map(|step| drawn.at(x + step as f64, middle));
    let colours: std::collections::HashSet<&[u8]> = inside.collect();
    assert_eq!(colours.len(), 1, "one flat colour");
}

#[tokio::test]
async fn a_ref_that_was_only_drawn_can_be_used() {
    let phones = untold(FORM).await;
    let unknown = phones.server.call("tap", json!({"ref": "e1"})).await;
    assert_eq!(unknown.code(), "REF_UNKNOWN");
    picture(&phones, true).await;
    let refs = (1..=19).map(|number| format!("e{number}"));
    let mut known = 0;
    for reference in refs {
        let outcome = phones.server.call("find_elements", json!({"text": "Ignored"})).await;
        assert!(!outcome.is_error());
        let held = phones.server.call("set_value", json!({"ref": reference, "value": "on"})).await;
        known += usize::from(held.code() != "REF_UNKNOWN");
        if held.first_line().starts_with("changed") {
            break;
        }
    }
    assert!(known > 0);
    assert_eq!(phones.value(FORM, "subscribe").await, json!(true));
}

#[tokio::test]
async fn while_the_system_asks_nothing_under_its_alert_is_tagged() {
    let phones = untold(FORM).await;
    let fault: Value = json!({"kind": "permission_alert"});
    phones.phone().await.inject(&fault).unwrap();
    phones.server.call("wait_for", json!({"text": "Allow", "timeout_seconds": 5})).await;
    let outcome = picture(&phones, true).await;
    let text = outcome.text();
    assert!(text.contains("; 0 refs drawn; the alert in front is the system's"), "{text}");
    let answered = phones.server.call("tap", json!({"target": "Allow"})).await;
    assert!(answered.first_line().starts_with("changed: "), "{}", answered.text());
}

#[tokio::test]
async fn a_drawn_screen_is_still_a_picture_and_says_that_it_has_no_refs() {
    let phones = untold("com.example.canvas").await;
    let outcome = picture(&phones, true).await;
    let text = outcome.text();
    assert!(text.contains("; 0 refs drawn; nothing could be tagged: "), "{text}");
    assert!(outcome.0.content[1].as_image().is_some());
}
