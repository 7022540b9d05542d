//! Every call the runner answers: verb, scope, path, cost and who handles it.
//!
//! Paths match whole and case-insensitively, the first row wins. A trailing slash is dropped unless
//! the phone is strict, as builds before 16.7 did. What matches no row is an unknown command.
//! Source: `docs/wires/wda.md`, "Transport" and the tables of calls.

use crate::ledger::Work;

use super::call::Handler;
use super::handlers::{alerts, apps, device, elements, fields, gestures, session, source};

/// Where a path is registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    Session,
    Bare,
    Both,
}

/// One row of the table.
pub(crate) struct Route {
    pub(crate) method: &'static str,
    scope: Scope,
    path: &'static str,
    pub(crate) work: Work,
    pub(crate) handler: Handler,
}

/// A route with the parameters of one request.
pub(crate) struct Matched {
    pub(crate) route: &'static Route,
    /// The session id in the path, if there was one.
    pub(crate) session: Option<String>,
    pub(crate) parameters: Vec<(&'static str, String)>,
}

impl Matched {
    /// Whether it serves a tree, so that faults of trees apply to it.
    pub(crate) fn is_source(&self) -> bool {
        self.route.path.ends_with("source")
    }
}

use Scope::{Bare, Both, Session};

const fn get(scope: Scope, path: &'static str, work: Work, handler: Handler) -> Route {
    Route { method: "GET", scope, path, work, handler }
}

const fn post(scope: Scope, path: &'static str, work: Work, handler: Handler) -> Route {
    Route { method: "POST", scope, path, work, handler }
}

const fn delete(scope: Scope, path: &'static str, work: Work, handler: Handler) -> Route {
    Route { method: "DELETE", scope, path, work, handler }
}

static GENERAL: &[Route] = &[
    get(Bare, "status", Work::Status, session::status),
    get(Bare, "health", Work::Status, session::health),
    get(Bare, "calibrate", Work::Status, session::calibrate),
    get(Bare, "wda/healthcheck", Work::Status, session::nothing),
    get(Bare, "wda/shutdown", Work::Status, session::shutdown),
    post(Bare, "session", Work::Session, session::create),
    get(Session, "", Work::Session, session::describe),
    delete(Session, "", Work::Session, session::delete),
    get(Session, "appium/settings", Work::Settings, session::settings),
    post(Session, "appium/settings", Work::Settings, session::change_settings),
    post(Session, "timeouts", Work::Settings, session::nothing),
    get(Both, "source", Work::Tree, source::source),
    get(Both, "wda/accessibleSource", Work::Tree, source::accessible),
    get(Both, "screenshot", Work::Screenshot, source::screenshot),
    get(Session, "screenshot/{uuid}", Work::Screenshot, source::element_screenshot),
];

static ELEMENTS: &[Route] = &[
    post(Session, "element", Work::Find, elements::one),
    post(Session, "elements", Work::Find, elements::many),
    get(Session, "element/active", Work::ActiveElement, elements::active),
    post(Session, "element/{uuid}/element", Work::Find, elements::one),
    post(Session, "element/{uuid}/elements", Work::Find, elements::many),
    get(Session, "element/{uuid}/rect", Work::Attribute, elements::rect),
    get(Session, "element/{uuid}/text", Work::Attribute, elements::text),
    get(Session, "element/{uuid}/name", Work::Attribute, elements::type_name),
    get(Session, "element/{uuid}/enabled", Work::Attribute, elements::enabled),
    get(Session, "element/{uuid}/displayed", Work::Attribute, elements::displayed),
    get(Session, "element/{uuid}/selected", Work::Attribute, elements::selected),
    get(Session, "element/{uuid}/attribute/{name}", Work::Attribute, elements::attribute),
    get(Session, "element/{uuid}/screenshot", Work::Screenshot, source::element_screenshot),
    get(Session, "wda/element/{uuid}/accessible", Work::Attribute, elements::accessible),
    get(Session, "wda/element/{uuid}/accessibilityContainer", Work::Attribute, elements::container),
    get(Session, "wda/element/{uuid}/getVisibleCells", Work::Find, elements::visible_cells),
    post(Session, "element/{uuid}/click", Work::Tap, gestures::click),
    post(Session, "element/{uuid}/value", Work::Keys, fields::set_value),
    post(Session, "element/{uuid}/clear", Work::Clear, fields::clear),
    post(Session, "wda/keys", Work::Keys, fields::keys),
    post(Session, "wda/element/{uuid}/keyboardInput", Work::Keys, fields::keyboard_input),
    post(Session, "wda/keyboard/dismiss", Work::Tap, fields::dismiss_keyboard),
    post(Session, "wda/pickerwheel/{uuid}/select", Work::Tap, fields::select_row),
];

static GESTURES: &[Route] = &[
    post(Session, "wda/tap", Work::Tap, gestures::tap),
    post(Session, "wda/tap/{uuid}", Work::Tap, gestures::tap),
    post(Session, "wda/element/{uuid}/tap", Work::Tap, gestures::tap),
    post(Session, "wda/doubleTap", Work::Tap, gestures::double_tap),
    post(Session, "wda/element/{uuid}/doubleTap", Work::Tap, gestures::double_tap),
    post(Session, "wda/touchAndHold", Work::Drag, gestures::touch_and_hold),
    post(Session, "wda/element/{uuid}/touchAndHold", Work::Drag, gestures::touch_and_hold),
    post(Session, "wda/twoFingerTap", Work::Tap, gestures::two_finger_tap),
    post(Session, "wda/element/{uuid}/twoFingerTap", Work::Tap, gestures::two_finger_tap),
    post(Session, "wda/tapWithNumberOfTaps", Work::Tap, gestures::counted_taps),
    post(Session, "wda/element/{uuid}/tapWithNumberOfTaps", Work::Tap, gestures::counted_taps),
    post(Session, "wda/forceTouch", Work::Drag, gestures::touch_and_hold),
    post(Session, "wda/element/{uuid}/forceTouch", Work::Drag, gestures::touch_and_hold),
    post(Session, "wda/dragfromtoforduration", Work::Drag, gestures::drag),
    post(Session, "wda/element/{uuid}/dragfromtoforduration", Work::Drag, gestures::drag),
    post(Session, "wda/pressAndDragWithVelocity", Work::Drag, gestures::paced_drag),
    post(Session, "wda/element/{uuid}/pressAndDragWithVelocity", Work::Drag, gestures::paced_drag),
    post(Session, "wda/swipe", Work::Drag, gestures::swipe),
    post(Session, "wda/element/{uuid}/swipe", Work::Drag, gestures::swipe),
    post(Session, "wda/scroll", Work::Drag, gestures::scroll),
    post(Session, "wda/element/{uuid}/scroll", Work::Drag, gestures::scroll),
    post(Session, "wda/element/{uuid}/scrollTo", Work::Drag, gestures::scroll_to),
    post(Session, "wda/pinch", Work::Drag, gestures::pinch),
    post(Session, "wda/element/{uuid}/pinch", Work::Drag, gestures::pinch),
    post(Session, "wda/rotate", Work::Drag, gestures::rotate),
    post(Session, "wda/element/{uuid}/rotate", Work::Drag, gestures::rotate),
    post(Session, "actions", Work::Drag, gestures::actions),
];

static DEVICE: &[Route] = &[
    post(Bare, "wda/homescreen", Work::Tap, device::homescreen),
    post(Session, "wda/deactivateApp", Work::Drag, device::deactivate),
    post(Both, "wda/lock", Work::Tap, device::lock),
    post(Both, "wda/unlock", Work::Tap, device::unlock),
    get(Both, "wda/locked", Work::Other, device::locked),
    get(Both, "wda/screen", Work::WindowSize, device::screen),
    get(Both, "window/size", Work::WindowSize, device::window_size),
    get(Session, "window/rect", Work::WindowSize, device::window_rect),
    get(Both, "orientation", Work::Other, device::orientation),
    post(Both, "orientation", Work::Other, device::set_orientation),
    get(Both, "rotation", Work::Other, device::rotation),
    post(Both, "rotation", Work::Other, device::set_rotation),
    get(Both, "wda/deviceOrientation", Work::Other, device::device_orientation),
    post(Session, "wda/pressButton", Work::Tap, device::press_button),
    post(Session, "wda/performIoHidEvent", Work::Tap, device::hid_event),
    post(Both, "wda/setPasteboard", Work::Pasteboard, device::set_pasteboard),
    post(Both, "wda/getPasteboard", Work::Pasteboard, device::pasteboard),
    get(Session, "wda/batteryInfo", Work::Other, device::battery),
    get(Both, "wda/device/info", Work::Other, device::device_info),
    post(Bare, "wda/device/appearance", Work::Other, device::set_appearance),
    get(Both, "wda/device/location", Work::Other, device::location),
    get(Both, "wda/simulatedLocation", Work::Other, device::simulated_location),
    post(Both, "wda/simulatedLocation", Work::Other, device::set_simulated_location),
    delete(Both, "wda/simulatedLocation", Work::Other, device::clear_simulated_location),
    post(Session, "wda/siri/activate", Work::Other, device::siri),
    post(Session, "wda/expectNotification", Work::Other, device::expect_notification),
    post(Session, "wda/resetAppAuth", Work::Other, apps::reset_authorisation),
];

static APPS: &[Route] = &[
    post(Session, "wda/apps/launch", Work::Launch, apps::launch),
    post(Session, "wda/apps/activate", Work::Launch, apps::activate),
    post(Session, "wda/apps/terminate", Work::Launch, apps::terminate),
    post(Session, "wda/apps/state", Work::Foreground, apps::state),
    get(Session, "wda/apps/list", Work::Foreground, apps::list),
    post(Bare, "wda/apps/launchUnattached", Work::Launch, apps::launch_unattached),
    get(Both, "wda/activeAppInfo", Work::Foreground, apps::active),
    post(Session, "url", Work::Url, apps::open_url),
    get(Both, "alert/text", Work::AlertText, alerts::text),
    post(Session, "alert/text", Work::Keys, alerts::set_text),
    post(Both, "alert/accept", Work::AlertAnswer, alerts::accept),
    post(Both, "alert/dismiss", Work::AlertAnswer, alerts::dismiss),
    get(Session, "wda/alert/buttons", Work::AlertButtons, alerts::buttons),
];

static TABLES: [&[Route]; 5] = [GENERAL, ELEMENTS, GESTURES, DEVICE, APPS];

/// The route of a request, if there is one.
pub(crate) fn find(method: &str, path: &str, strict: bool) -> Option<Matched> {
    let path = if strict { path } else { path.strip_suffix('/').unwrap_or(path) };
    let segments: Vec<&str> = path.strip_prefix('/')?.split('/').collect();
    let is_session = segments.len() > 1 && segments[0].eq_ignore_ascii_case("session");
    let (session, rest) =
        if is_session { (Some(segments[1]), &segments[2..]) } else { (None, &segments[..]) };
    let wanted = if session.is_some() { Scope::Session } else { Scope::Bare };
    TABLES.iter().flat_map(|table| table.iter()).find_map(|route| {
        let in_scope = route.scope == Scope::Both || route.scope == wanted;
        if !in_scope || route.method != method {
            return None;
        }
        let parameters = parameters(route.path, rest)?;
        Some(Matched { route, session: session.map(str::to_owned), parameters })
    })
}

fn parameters(pattern: &'static str, segments: &[&str]) -> Option<Vec<(&'static str, String)>> {
    let pattern: Vec<&'static str> = pattern.split('/').filter(|part| !part.is_empty()).collect();
    if pattern.len() != segments.len() {
        return None;
    }
    let mut found = Vec::new();
    for (part, segment) in pattern.into_iter().zip(segments) {
        match part.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
            Some(name) if !segment.is_empty() => found.push((name, (*segment).to_owned())),
            None if part.eq_ignore_ascii_case(segment) => {}
            _ => return None,
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::find;

    fn path_of(method: &str, path: &str, strict: bool) -> Option<&'static str> {
        find(method, path, strict).map(|matched| matched.route.path)
    }

    #[test]
    fn paths_match_whole_and_in_any_case() {
        assert_eq!(path_of("GET", "/STATUS", false), Some("status"));
        assert_eq!(path_of("POST", "/session/x/WDA/Tap", false), Some("wda/tap"));
        assert_eq!(path_of("GET", "/status/more", false), None);
        assert_eq!(path_of("POST", "/status", false), None);
        assert_eq!(path_of("GET", "/session/x/element/active", false), Some("element/active"));
    }

    #[test]
    fn scopes_are_as_registered() {
        assert!(path_of("POST", "/wda/homescreen", false).is_some());
        assert!(path_of("POST", "/session/x/wda/homescreen", false).is_none());
        assert!(path_of("GET", "/source", false).is_some());
        assert!(path_of("GET", "/session/x/source", false).is_some());
        assert!(path_of("POST", "/actions", false).is_none());
        assert!(path_of("DELETE", "/session/x/actions", false).is_none());
        assert!(path_of("GET", "/sessions", false).is_none());
    }

    #[test]
    fn a_trailing_slash_is_dropped_unless_strict() {
        assert_eq!(path_of("DELETE", "/session/x/", false), Some(""));
        assert_eq!(path_of("DELETE", "/session/x/", true), None);
        assert_eq!(path_of("GET", "/source/", false), Some("source"));
        assert_eq!(path_of("GET", "/source/", true), None);
    }

    #[test]
    fn parameters_keep_their_case() {
        let matched = find("GET", "/session/S/element/AbC/attribute/Name", false).unwrap();
        assert_eq!(matched.session.as_deref(), Some("S"));
        assert_eq!(matched.parameters, [("uuid", "AbC".to_owned()), ("name", "Name".to_owned())]);
    }
}
