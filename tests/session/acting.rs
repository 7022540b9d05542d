//! Steps judged against the phone's world.

use ios_mcp::application::report::Change;
use ios_mcp::domain::effect::{Tier, Verdict};
use ios_mcp::domain::error::ErrorCode;
use ios_mcp::domain::step::{Direction, HardwareButton, Step, Target, UiStep};
use virtual_iphone::Profile;

use crate::stage::{FORM, SETTINGS, Stage, scroll_to, set, tap, type_into};

#[tokio::test]
async fn a_slider_is_dragged_to_the_asked_share_and_read_back() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    let acted = stage.run(set("Volume", "80%")).await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::Changed, "{}", acted.headline());
    assert_eq!(stage.journal().last().unwrap()["kind"], "drag");
}

#[tokio::test]
async fn a_system_alert_is_listed_blocks_what_lies_under_it_and_is_answered_by_name() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    let scroll =
        UiStep::Scroll { direction: Direction::Down, until: Some("Locate Me".into()), area: None };
    stage.run(scroll).await.unwrap();
    let acted = stage.run(tap("Locate Me")).await.unwrap();
    let note = acted.notes.join("\n");
    assert!(note.contains("alert of the system in front"), "{}\n{note}", acted.headline());
    assert!(matches!(acted.effect.verdict, Verdict::Unknown(_)), "{}", acted.headline());

    let touches = stage.journal().len();
    let refused = stage.run(tap("Name")).await.unwrap_err();
    assert_eq!(refused.code(), ErrorCode::ElementCovered);
    assert!(!refused.candidates().is_empty());
    assert_eq!(stage.journal().len(), touches, "nothing was touched");

    let answered = stage.run(tap("Don't Allow")).await.unwrap();
    assert_eq!(answered.effect.verdict, Verdict::Changed, "{}", answered.headline());
    assert!(stage.phone.world()["alert"].is_null());
}

#[tokio::test]
async fn a_button_of_an_alert_is_pressed_by_its_name() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    let error = stage.run(tap("Delete")).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::ElementAmbiguous);
    let reference = error.candidates()[0].handle.clone().unwrap();
    let target = Target::Ref(ios_mcp::domain::element::Ref::parse(&reference).unwrap());
    let opened = stage.run(UiStep::Tap { target, count: 1 }).await.unwrap();
    assert_eq!(opened.effect.verdict, Verdict::Changed);
    let answered = stage.run(tap("Cancel")).await.unwrap();
    assert_eq!(answered.effect.verdict, Verdict::Changed, "{}", answered.headline());
    assert_eq!(stage.journal().last().unwrap()["kind"], "alert");
}

#[tokio::test]
async fn an_expectation_that_held_before_touches_nothing() {
    let stage = Stage::showing(Profile::Instant, SETTINGS).await;
    let before = stage.journal().len();
    let acted = stage.expecting(tap("General"), "Wi-Fi").await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::Already);
    assert_eq!(stage.journal().len(), before);
}

#[tokio::test]
async fn an_expectation_that_fails_contradicts_a_screen_that_changed() {
    let stage = Stage::showing(Profile::Instant, SETTINGS).await;
    let acted = stage.expecting(tap("General"), "Flying carpets").await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::Contradicted, "{}", acted.headline());
}

#[tokio::test]
async fn a_ref_of_the_screen_before_is_stale_and_touches_nothing() {
    let stage = Stage::showing(Profile::Instant, SETTINGS).await;
    let screen = stage.observe().await.text;
    let line = screen.lines().find(|line| line.contains("\"Battery\"")).unwrap();
    let reference = line.split(' ').next().unwrap();
    let target = Target::Ref(ios_mcp::domain::element::Ref::parse(reference).unwrap());
    stage.run(tap("General")).await.unwrap();
    let before = stage.journal().len();
    let error = stage.run(UiStep::Tap { target, count: 1 }).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::RefStale);
    assert_eq!(stage.journal().len(), before);
}

#[tokio::test]
async fn the_same_element_keeps_its_ref_across_screens() {
    let stage = Stage::showing(Profile::Instant, SETTINGS).await;
    let line =
        |text: &str| text.lines().find(|line| line.contains("\"Battery\"")).unwrap().to_owned();
    let before = line(&stage.observe().await.text);
    stage.run(tap("General")).await.unwrap();
    stage.run(tap("Settings")).await.unwrap();
    assert_eq!(line(&stage.observe().await.text), before);
}

#[tokio::test]
async fn the_back_button_of_another_screen_has_a_ref_of_its_own() {
    let stage = Stage::showing(Profile::Instant, SETTINGS).await;
    let back = |text: &str| {
        let line = text.lines().find(|line| line.contains("id=BackButton")).unwrap().to_owned();
        line.split(' ').next().unwrap().to_owned()
    };
    stage.run(tap("Accessibility")).await.unwrap();
    let first = back(&stage.observe().await.text);
    stage.run(tap("Display & Text Size")).await.unwrap();
    let second = back(&stage.observe().await.text);
    assert_ne!(first, second);

    let before = stage.journal().len();
    let target = Target::Ref(ios_mcp::domain::element::Ref::parse(&first).unwrap());
    let error = stage.run(UiStep::Tap { target, count: 1 }).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::RefStale);
    assert_eq!(stage.journal().len(), before);

    stage.run(tap("Accessibility")).await.unwrap();
    assert_eq!(back(&stage.observe().await.text), first, "the same screen, the same ref");
}

#[tokio::test]
async fn home_puts_the_home_screen_in_front_and_a_volume_key_is_not_observable() {
    let stage = Stage::showing(Profile::Instant, SETTINGS).await;
    let home = stage.run(UiStep::PressButton { button: HardwareButton::Home }).await.unwrap();
    assert_eq!(home.effect.verdict, Verdict::Changed, "{}", home.headline());
    let volume = stage.run(UiStep::PressButton { button: HardwareButton::VolumeUp }).await.unwrap();
    assert!(!volume.effect.verdict.is_error(), "{}", volume.headline());
}

#[tokio::test]
async fn a_secure_field_is_judged_by_its_length_and_never_quoted() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    let acted = stage.run(type_into("Password", "s3cret!", false)).await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::Changed, "{}", acted.headline());
    assert!(!acted.headline().contains("s3cret"), "{}", acted.headline());
}

#[tokio::test]
async fn text_that_cannot_be_typed_is_refused_before_anything_is_touched() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    let before = stage.journal().len();
    let error = stage.run(type_into("Name", "a\u{7}b", false)).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::TextUnsupported);
    assert_eq!(stage.journal().len(), before);
}

#[tokio::test]
async fn a_missing_row_is_not_found_instead_of_its_neighbour() {
    let stage = Stage::showing(Profile::Instant, "com.apple.MobileAddressBook").await;
    let before = stage.journal().len();
    let error = stage.run(tap("Contact 999")).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::ElementNotFound);
    assert_eq!(stage.journal().len(), before);
    let exact = stage.run(tap("Contact 005")).await.unwrap();
    assert_eq!(exact.tier, Some(Tier::Text));
}

#[tokio::test]
async fn replacing_text_that_is_there_already_types_nothing() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    stage.run(type_into("Name", "Ada", true)).await.unwrap();
    assert_eq!(stage.value_of("form.name"), "Ada");
    let again = stage.run(type_into("Name", "Ada", true)).await.unwrap();
    assert_eq!(again.effect.verdict, Verdict::Already, "{}", again.headline());
    let typed = stage.journal().iter().filter(|entry| entry["kind"] == "keys").count();
    assert_eq!(typed, 1);
}

#[tokio::test]
async fn a_sequence_that_is_repeated_under_its_key_touches_nothing_again() {
    let mut stage = Stage::showing(Profile::Instant, FORM).await;
    stage.context = stage.context.clone().with_key("k1");
    let steps = [tap("Subscribe"), tap("Decrement")].map(|what| Step { what, expect: None });
    let first = stage.session.run_sequence(&steps, &stage.context).await.unwrap();
    assert!(first.completed(), "{first:?}");
    let touched = stage.journal().len();
    let again = stage.session.run_sequence(&steps, &stage.context).await.unwrap();
    assert!(again.completed());
    assert_eq!(stage.journal().len(), touched);
}

#[tokio::test]
async fn a_screenshot_is_taken_while_an_act_goes_on() {
    let stage = Stage::showing(Profile::Simulator, SETTINGS).await;
    let scroll = UiStep::Scroll {
        direction: Direction::Down,
        until: Some("Never there".into()),
        area: None,
    };
    let (scrolled, picture) = tokio::join!(stage.run(scroll), async {
        tokio::task::yield_now().await;
        stage.session.screenshot(&stage.context).await
    });
    assert_eq!(scrolled.unwrap().effect.verdict, Verdict::NoEffect);
    assert_eq!(picture.unwrap().picture.pixels.width, 1206);
}

#[tokio::test]
async fn a_button_is_not_pressed_by_typing_into_it() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    let before = stage.journal().len();
    let error = stage.run(type_into("Submit", "hello", false)).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidArgument);
    assert_eq!(stage.journal().len(), before);
}

#[tokio::test]
async fn home_at_home_and_an_app_that_was_in_front_are_no_changes() {
    let stage = Stage::showing(Profile::Instant, SETTINGS).await;
    let home = || UiStep::PressButton { button: HardwareButton::Home };
    stage.run(home()).await.unwrap();
    let again = stage.run(home()).await.unwrap();
    assert_eq!(again.effect.verdict, Verdict::NoEffect, "{}", again.headline());
}

#[tokio::test]
async fn an_app_that_is_launched_anew_shows_its_screen() {
    let stage = Stage::showing(Profile::Instant, SETTINGS).await;
    let app = ios_mcp::domain::app::BundleId::parse(SETTINGS).unwrap();
    let fresh = UiStep::LaunchApp { app, fresh: true, arguments: Vec::new() };
    let acted = stage.run(fresh).await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::Changed, "{}", acted.headline());
    assert!(matches!(acted.change, Change::Screen(_)), "{:?}", acted.change);
}

#[tokio::test]
async fn a_slider_is_at_a_value_only_if_it_shows_it() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    let same = stage.run(set("Volume", "50%")).await.unwrap();
    assert_eq!(same.effect.verdict, Verdict::Already, "{}", same.headline());
    let near = stage.run(set("Volume", "51%")).await.unwrap();
    assert_eq!(near.effect.verdict, Verdict::Changed, "{}", near.headline());
    for share in ["0%", "100%", "37%", "3%", "88%"] {
        let acted = stage.run(set("Volume", share)).await.unwrap();
        assert_eq!(acted.effect.verdict, Verdict::Changed, "{share}: {}", acted.headline());
    }
}

#[tokio::test]
async fn a_text_that_scrolling_did_not_bring_is_told_with_how_far_it_went() {
    let stage = Stage::showing(Profile::Instant, SETTINGS).await;
    let acted = stage.run(scroll_to("Never there")).await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::NoEffect);
    assert!(acted.effect.reason.contains("not found; moved"), "{}", acted.headline());
    assert!(acted.effect.reason.contains("at the end"), "{}", acted.headline());
}

#[tokio::test]
async fn nothing_is_launched_or_opened_on_a_locked_phone_and_it_is_told_as_such() {
    let stage = Stage::showing(Profile::Instant, SETTINGS).await;
    let press = |button| UiStep::PressButton { button };
    let locked = stage.run(press(HardwareButton::Lock)).await.unwrap();
    assert_eq!(locked.effect.verdict, Verdict::Changed, "{}", locked.headline());
    let app = ios_mcp::domain::app::BundleId::parse(FORM).unwrap();
    let launch = UiStep::LaunchApp { app, fresh: false, arguments: Vec::new() };
    for going in [launch, UiStep::OpenUrl { url: "form://x".into() }] {
        let error = stage.run(going).await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::DeviceNotReady, "{}", error.message());
    }
    let home = stage.run(press(HardwareButton::Home)).await.unwrap();
    assert_ne!(home.effect.verdict, Verdict::Changed, "{}", home.headline());
}

#[tokio::test]
async fn a_target_below_the_fold_is_scrolled_in_and_touched_where_it_is() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    let notes = type_into("Anything else?", "Nothing", false);
    let acted = stage.run(notes).await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::Changed, "{}", acted.headline());
    assert!(acted.notes.iter().any(|note| note.contains("into view")), "{:?}", acted.notes);
    assert_eq!(stage.value_of("form.notes"), "Nothing");
    let kinds: Vec<_> = stage.journal().iter().map(|entry| entry["kind"].clone()).collect();
    assert_eq!(kinds[kinds.len() - 3..], ["drag", "tap", "keys"]);
}

#[tokio::test]
async fn a_field_that_the_keyboard_hides_is_scrolled_out_from_under_it() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    stage.run(type_into("Name", "Ada", false)).await.unwrap();
    let acted = stage.run(type_into("Anything else?", "Nothing", false)).await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::Changed, "{}", acted.headline());
    assert_eq!(stage.value_of("form.notes"), "Nothing");
}

#[tokio::test]
async fn a_launch_by_name_is_kept_as_the_app_that_it_meant() {
    let stage = Stage::showing(Profile::Instant, FORM).await;
    let name = "settings".to_owned();
    let launch = UiStep::LaunchNamed { name, fresh: false, arguments: Vec::new() };
    let acted = stage.run(launch).await.unwrap();
    assert_eq!(acted.effect.verdict, Verdict::Changed, "{}", acted.headline());
    assert_eq!(stage.phone.world()["foreground"], SETTINGS);
    let kept = stage.session.recorded(&stage.context);
    let last = &kept.flow.steps.last().unwrap().step.what;
    assert!(matches!(last, UiStep::LaunchApp { app, .. } if app.as_str() == SETTINGS), "{last:?}");
}
