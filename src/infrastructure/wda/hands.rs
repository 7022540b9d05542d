//! [`Hands`] over WebDriverAgent: one request per input, sent once.
//!
//! A text is one `/wda/keys` request, because characters of several overtake each other. Home has a
//! route without session, which is fenced first; builds without it are told to press the button.
//! A fresh launch is two requests and says so when only the first was applied. What came of a
//! request is judged in `delivery.rs`. Source: docs/wires/wda.md, "Inputs".

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use serde_json::{Value, json};
use unicode_segmentation::UnicodeSegmentation;

use super::delivery::{Doing, delivery, half_done};
use super::error::{INSTALLED, WdaError, WireError};
use super::found::Found;
use super::gestures;
use super::session::WdaSession;
use super::wire::Route;
use crate::domain::app::BundleId;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::ports::{Hands, Turn};
use crate::domain::step::{Delivery, HardwareButton, Input, Key, Unable};
use crate::domain::time::Deadline;

/// State of an app that is not installed, as `/wda/apps/state` tells it.
const NOT_INSTALLED: i64 = 0;
/// W3C code of the escape key, which `/wda/keys` has no character for.
const ESCAPE: char = '\u{E00C}';

/// Touches, types and presses on one device.
#[derive(Debug)]
pub(super) struct WdaHands {
    session: Arc<WdaSession>,
    /// The runner said that it has no route for going home.
    no_home_route: AtomicBool,
}

impl WdaHands {
    pub(super) fn new(session: Arc<WdaSession>) -> Self {
        Self { session, no_home_route: AtomicBool::new(false) }
    }

    async fn put(&self, route: &Route, doing: Doing, by: Deadline) -> Delivery {
        delivery(self.session.input(route, by).await, doing)
    }

    async fn home(&self, by: Deadline) -> Delivery {
        if !self.no_home_route.load(Ordering::Relaxed) {
            let route = Route::post("home", "/wda/homescreen", json!({}));
            match self.session.bare_input(&route, by).await {
                Err(error) if error.is(WireError::UnknownCommand) => {
                    self.no_home_route.store(true, Ordering::Relaxed);
                }
                outcome => return delivery(outcome, Doing::AtOnce),
            }
        }
        self.put(&press("home"), Doing::AtOnce, by).await
    }

    async fn launch(&self, app: &BundleId, fresh: bool, with: &[String], by: Deadline) -> Delivery {
        let ended = if fresh { self.end(app, by).await } else { Ok(false) };
        let launched = match ended {
            Ok(_) => self.session.input(&launch(app, with), by).await,
            Err(error) => return self.explained(app, error, by).await,
        };
        let came = match launched {
            Ok(reply) => delivery(Ok(reply), Doing::AtOnce),
            Err(error) => self.explained(app, error, by).await,
        };
        if ended.unwrap_or(false) {
            half_done(&format!("{app} was ended and not launched again"), came)
        } else {
            came
        }
    }

    /// Ends the app; `false` when it was not running.
    async fn end(&self, app: &BundleId, by: Deadline) -> Result<bool, WdaError> {
        let route = app_route("terminate", "/wda/apps/terminate", app);
        let reply = self.session.input(&route, by).await?;
        // A runner that does not say has to be taken for one that ended the app.
        Ok(reply.value().unwrap_or(true))
    }

    /// A failed launch or end, told apart from an app that is not installed.
    async fn explained(&self, app: &BundleId, error: WdaError, by: Deadline) -> Delivery {
        let unclear = error.answered().is_some_and(|name| name != WireError::InvalidSession);
        if unclear && self.is_missing(app, by).await {
            let missing =
                DeviceError::new(ErrorCode::AppNotFound, format!("{app} is not installed"))
                    .with_hint(INSTALLED)
                    .with_source(error);
            return Delivery::Refused(missing);
        }
        delivery(Err(error), Doing::AtOnce)
    }

    async fn is_missing(&self, app: &BundleId, by: Deadline) -> bool {
        let route = app_route("app state", "/wda/apps/state", app);
        let state = self.session.read(&route, by).await.and_then(|reply| reply.value::<i64>());
        state.is_ok_and(|state| state == NOT_INSTALLED)
    }

    async fn clear(&self, by: Deadline) -> Delivery {
        match self.focused_id(by).await {
            Ok(id) => {
                let route = Route::post("clear", format!("/element/{id}/clear"), json!({}));
                self.put(&route, Doing::InParts, by).await
            }
            Err(error) if error.is(WireError::NoSuchElement) => Delivery::Refused(
                DeviceError::new(ErrorCode::ElementNotFound, "no field has the keyboard")
                    .with_hint("tap the field first"),
            ),
            Err(error) => delivery(Err(error.unprepared()), Doing::InParts),
        }
    }

    /// Wheels have no names: they are counted, and turned only where they still are as they were
    /// seen. XCTest turns one until it shows the value.
    async fn turn_wheel(&self, turn: &WheelTurn<'_>, by: Deadline) -> Delivery {
        match self.wheel_id(turn, by).await {
            Ok(Some(id)) => {
                let body = json!({ "value": [turn.value] });
                let route = Route::post("wheel", format!("/element/{id}/value"), body);
                self.put(&route, Doing::OnceFound, by).await
            }
            Ok(None) => {
                let moved = "the wheels are not as they were when they were last read";
                Delivery::Refused(
                    DeviceError::new(ErrorCode::ElementNotFound, moved)
                        .with_hint("observe_screen shows what is there now"),
                )
            }
            Err(error) => delivery(Err(error.unprepared()), Doing::OnceFound),
        }
    }

    /// The wheel's handle; `None` when there are more or fewer wheels, or it shows something else.
    async fn wheel_id(
        &self,
        turn: &WheelTurn<'_>,
        by: Deadline,
    ) -> Result<Option<String>, WdaError> {
        let query = json!({ "using": "class chain", "value": "**/XCUIElementTypePickerWheel" });
        let reply = self.session.read(&Route::post("find all", "/elements", query), by).await?;
        let mut wheels = Found::all(&reply)?;
        if wheels.len() != turn.of || turn.nth >= turn.of {
            return Ok(None);
        }
        let wheel = wheels.swap_remove(turn.nth).completed(&reply, &self.session, by).await?;
        let same = wheel.value().as_deref() == Some(turn.shows);
        same.then(|| wheel.id(&reply)).transpose()
    }

    async fn focused_id(&self, by: Deadline) -> Result<String, WdaError> {
        let reply = self.session.read(&Route::get("active element", "/element/active"), by).await?;
        Found::of(&reply)?.id(&reply)
    }
}

/// Which wheel is turned to what.
struct WheelTurn<'a> {
    nth: usize,
    of: usize,
    shows: &'a str,
    value: &'a str,
}

#[async_trait]
impl Hands for WdaHands {
    fn accepts(&self, input: &Input) -> Result<(), Unable> {
        match input {
            Input::Gesture(gesture) => gestures::accepts(gesture),
            Input::Text(text) => typeable(text),
            Input::Link(url) => clean("the link", url),
            Input::AlertButton(label) if label.is_empty() => {
                Err(Unable { reason: "an alert button without a label cannot be named".to_owned() })
            }
            Input::Wheel { value, .. } => clean("the value", value),
            Input::Key(_)
            | Input::Button(_)
            | Input::Launch { .. }
            | Input::Clear
            | Input::AlertButton(_) => Ok(()),
        }
    }

    async fn send(&self, _turn: &Turn, input: &Input, by: Deadline) -> Delivery {
        if let Err(unable) = self.accepts(input) {
            return Delivery::NotSent(refusal(input, unable));
        }
        match input {
            Input::Gesture(gesture) => {
                let route = Route::post("gesture", "/actions", gestures::actions(gesture));
                self.put(&route, Doing::InParts, by).await
            }
            Input::Text(text) => self.put(&keys(text), Doing::InParts, by).await,
            Input::Key(key) => self.put(&key_route(*key), Doing::InParts, by).await,
            Input::Button(HardwareButton::Home) => self.home(by).await,
            Input::Button(button) => self.put(&button_route(*button), Doing::OnceFound, by).await,
            Input::Launch { app, fresh, arguments } => {
                self.launch(app, *fresh, arguments, by).await
            }
            Input::Link(url) => {
                let route = Route::post("link", "/url", json!({ "url": url }));
                self.put(&route, Doing::AtOnce, by).await
            }
            Input::Clear => self.clear(by).await,
            Input::Wheel { nth, of, shows, value } => {
                let turn = WheelTurn { nth: *nth, of: *of, shows, value };
                self.turn_wheel(&turn, by).await
            }
            Input::AlertButton(label) => {
                let route = Route::post("alert button", "/alert/accept", json!({ "name": label }));
                self.put(&route, Doing::OnceFound, by).await
            }
        }
    }
}

/// Keys are not text: return and tab leave the field, other control characters type something else.
fn typeable(text: &str) -> Result<(), Unable> {
    let reason = match text.chars().find(|c| c.is_control()) {
        None if text.is_empty() => "there is no text to type".to_owned(),
        None => return Ok(()),
        Some('\n' | '\r') => "the text contains a line break, which is the return key".to_owned(),
        Some('\t') => "the text contains a tab, which is the tab key".to_owned(),
        Some(other) => {
            format!("the text contains U+{:04X}, which cannot be typed", u32::from(other))
        }
    };
    Err(Unable { reason })
}

fn clean(what: &str, text: &str) -> Result<(), Unable> {
    if text.is_empty() || text.chars().any(char::is_control) {
        return Err(Unable { reason: format!("{what} is empty or contains control characters") });
    }
    Ok(())
}

fn refusal(input: &Input, unable: Unable) -> DeviceError {
    match input {
        Input::Text(_) => DeviceError::new(ErrorCode::TextUnsupported, unable.reason)
            .with_hint("type what comes before it, press the key, then type the rest"),
        _ => DeviceError::new(ErrorCode::InvalidArgument, unable.reason)
            .with_hint("change the argument that the message names"),
    }
}

/// One string per grapheme: WDA takes a list and joins it.
fn keys(text: &str) -> Route {
    let graphemes: Vec<&str> = text.graphemes(true).collect();
    Route::post("keys", "/wda/keys", json!({ "value": graphemes }))
}

fn key_route(key: Key) -> Route {
    match key {
        Key::Return => keys("\n"),
        Key::Backspace => keys("\u{8}"),
        Key::Tab => keys("\t"),
        Key::Space => keys(" "),
        Key::Escape => Route::post("key", "/actions", gestures::key(ESCAPE)),
    }
}

/// The lock button has no name; locking is a route of its own.
fn button_route(button: HardwareButton) -> Route {
    match button {
        HardwareButton::Home => press("home"),
        HardwareButton::Lock => Route::post("lock", "/wda/lock", json!({})),
        HardwareButton::VolumeUp => press("volumeup"),
        HardwareButton::VolumeDown => press("volumedown"),
    }
}

fn press(name: &str) -> Route {
    Route::post("button", "/wda/pressButton", json!({ "name": name }))
}

fn launch(app: &BundleId, arguments: &[String]) -> Route {
    let mut body = json!({ "bundleId": app, "shouldWaitForQuiescence": false });
    if !arguments.is_empty() {
        body["arguments"] = json!(arguments);
    }
    Route::post("launch", "/wda/apps/launch", body)
}

fn app_route(name: &'static str, path: &str, app: &BundleId) -> Route {
    let body: Value = json!({ "bundleId": app });
    Route::post(name, path, body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_not_text_and_the_character_is_named() {
        for (text, named) in [
            ("a\nb", "return"),
            ("\tx", "tab"),
            ("a\u{3}", "U+0003"),
            ("\r", "return"),
            ("", "no text"),
        ] {
            let reason = typeable(text).unwrap_err().reason;
            assert!(reason.contains(named), "{reason}");
        }
        for text in ["Wünderbar", "日本語", "👩‍👩‍👧", "-rf", "He said \"hi\" $(id) ; rm"]
        {
            assert_eq!(typeable(text), Ok(()));
        }
    }

    #[test]
    fn a_text_is_one_request_of_whole_graphemes() {
        let route = keys("aé👩‍👩‍👧");
        assert_eq!(route.body, Some(json!({ "value": ["a", "é", "👩‍👩‍👧"] })));
        assert_eq!(key_route(Key::Backspace).body, Some(json!({ "value": ["\u{8}"] })));
    }
}
