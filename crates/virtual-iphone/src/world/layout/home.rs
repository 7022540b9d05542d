//! SpringBoard: the status bar, the home screen, the lock screen and the system's alerts.
//!
//! The status bar belongs to SpringBoard and is in no app's tree. SpringBoard's windows lie above
//! every app. `docs/wires/world.md`, "SpringBoard".

use crate::geometry::Rect;
use crate::scene::Color;
use crate::world::StatusBar;
use crate::world::notice::Banner;
use crate::world::process::{Alert, App, id};
use crate::world::view::{Act, Paint, TextStyle, View};

use super::{alert, style};

/// Serial of SpringBoard's own views; processes and screens begin above it.
pub(crate) const SERIAL: u64 = 1;

/// What SpringBoard shows at one instant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board<'a> {
    pub(crate) bounds: Rect,
    pub(crate) apps: &'a [App],
    /// No app is in front and the phone is unlocked.
    pub(crate) at_home: bool,
    pub(crate) locked: bool,
    pub(crate) alert: Option<&'a Alert>,
    pub(crate) clock_minutes: u64,
    /// What is in front has a dark ground.
    pub(crate) dark: bool,
    pub(crate) banner: Option<&'a Banner>,
    pub(crate) status: &'a StatusBar,
}

/// SpringBoard's windows, the last on top.
pub(crate) fn windows(board: &Board<'_>) -> Vec<View> {
    let mut windows = Vec::with_capacity(3);
    if board.locked {
        windows.push(lock_window(board));
    } else if board.at_home {
        windows.push(home_window(board));
    }
    if board.bounds.width < board.bounds.height {
        // On its side a phone shows no status bar.
        windows.push(status_window(board));
    }
    if let Some(banner) = board.banner {
        windows.push(banner_window(banner, board.bounds));
    }
    if let Some(alert) = board.alert {
        windows.push(alert::window(alert, board.bounds));
    }
    windows
}

/// The time of day that the status bar shows.
pub(crate) fn clock(minutes: u64) -> String {
    let minute = (9 * 60 + 41 + minutes) % (24 * 60);
    format!("{}:{:02}", minute / 60, minute % 60)
}

/// Where the app's icon is.
pub(crate) fn icon_frame(bounds: Rect, apps: &[App], bundle_id: &str) -> Option<Rect> {
    places(bounds, apps).into_iter().find(|(_, app)| app.spec.bundle_id == bundle_id).map(|p| p.0)
}

/// Icon frames of all apps, in the order of the apps.
fn places<'a>(bounds: Rect, apps: &'a [App]) -> Vec<(Rect, &'a App)> {
    let pitch = (bounds.width - 30.0) / 4.0;
    let (mut home, mut dock) = (0_usize, 0_usize);
    let place = |app: &'a App| {
        let (column, y) = if app.spec.dock {
            dock += 1;
            (dock - 1, bounds.height - 102.0)
        } else {
            home += 1;
            ((home - 1) % 4, 82.0 + 104.0 * ((home - 1) / 4) as f64)
        };
        (Rect::new(15.0 + pitch * column as f64 + (pitch - 68.0) / 2.0, y, 68.0, 86.0), app)
    };
    apps.iter().map(place).collect()
}

fn part(item: u32, part: u32, kind: &'static str, frame: Rect) -> View {
    View::new(id(SERIAL, item, part), kind, frame)
}

pub(crate) fn home_window(board: &Board<'_>) -> View {
    let bounds = board.bounds;
    let (mut icons, mut docked) = (Vec::new(), Vec::new());
    for (i, (frame, app)) in places(bounds, board.apps).into_iter().enumerate() {
        let icon = icon(i as u32, frame, app);
        if app.spec.dock { docked.push(icon) } else { icons.push(icon) }
    }
    let mut pages =
        part(0, 6, "PageIndicator", Rect::new(0.0, bounds.height - 150.0, bounds.width, 26.0))
            .traits(&["Adjustable"]);
    pages.identifier = Some("Page control".to_owned());
    pages.value = Some("page 1 of 1".to_owned());
    let dots = Rect::new(bounds.width / 2.0 - 4.0, bounds.height - 141.0, 8.0, 8.0);
    pages.children =
        vec![part(0, 7, "Other", dots).silent().painted(Paint::Fill(style::WHITE, 4.0))];
    let dock = Rect::new(12.0, bounds.height - 112.0, bounds.width - 24.0, 100.0);
    let dock = part(0, 5, "Other", dock)
        .named(Some("Dock"), "Dock")
        .painted(Paint::Fill(Color(255, 255, 255, 70), 36.0))
        .with(docked);
    let mut grid =
        part(0, 4, "Other", Rect { height: bounds.height - 150.0, ..bounds }).with(icons);
    grid.identifier = Some("Home screen icons".to_owned());
    let scroll = part(0, 3, "ScrollView", bounds).with(vec![grid]);
    let mut layers = wallpaper(bounds);
    layers.extend([scroll, pages, dock]);
    let wall = part(0, 2, "Other", bounds)
        .opaque()
        .painted(Paint::Fill(Color(38, 84, 142, 255), 0.0))
        .with(layers);
    part(0, 0, "Window", bounds).with(vec![part(0, 1, "Other", bounds).with(vec![wall])])
}

/// A sky that grows lighter towards the ground, in bands.
fn wallpaper(bounds: Rect) -> Vec<View> {
    const BANDS: u8 = 48;
    let height = bounds.height / f64::from(BANDS);
    let band = |n: u8| {
        let frame = Rect::new(0.0, height * f64::from(n), bounds.width, height + 0.5);
        let color = Color(28 + n * 2, 62 + n * 2, 120 + n, 255);
        part(4, u32::from(n), "Other", frame).silent().painted(Paint::Fill(color, 0.0))
    };
    (0..BANDS).map(band).collect()
}

fn icon(n: u32, frame: Rect, app: &App) -> View {
    let tile = Rect::new(frame.x + 2.0, frame.y, 64.0, 64.0);
    let color = style::color(&app.spec.icon.color);
    let mut inside =
        vec![part(16 + n, 1, "Other", tile).silent().painted(Paint::Fill(color, 15.0))];
    if let Some(symbol) = &app.spec.icon.symbol {
        let at = Rect::new(tile.x + 14.0, tile.y + 14.0, 36.0, 36.0);
        let paint = Paint::Symbol(symbol.clone(), style::WHITE);
        inside.push(part(16 + n, 2, "Image", at).silent().painted(paint));
    } else {
        let initial: String = app.spec.name.chars().take(1).collect();
        let look = TextStyle { size: 30.0, bold: true, ..style::ICON_LABEL };
        let view = part(16 + n, 2, "StaticText", tile).named(None, &initial);
        inside.push(view.silent().painted(Paint::Text(look)));
    }
    let label = Rect::new(frame.x - 8.0, frame.y + 68.0, frame.width + 16.0, 16.0);
    let text = part(16 + n, 3, "StaticText", label).named(None, &app.spec.name);
    inside.push(text.silent().painted(Paint::Text(style::ICON_LABEL)));
    part(16 + n, 0, "Icon", frame)
        .named(Some(&app.spec.name), &app.spec.name)
        .traits(&["Button"])
        .takes(Act::Open(app.spec.bundle_id.clone()))
        .with(inside)
}

fn status_window(board: &Board<'_>) -> View {
    let bounds = board.bounds;
    let frame =
        Rect::new(0.0, 0.0, bounds.width, if bounds.width > bounds.height { 20.0 } else { 62.0 });
    let middle = frame.height / 2.0;
    let ground = !board.locked && !board.at_home && !board.dark;
    let color = if ground { style::BLACK } else { style::WHITE };
    let look = TextStyle { color, size: 16.0, ..style::TITLE };
    let clock = part(1, 2, "StaticText", Rect::new(53.0, middle - 10.0, 43.0, 20.0))
        .named(None, &board.status.time.clone().unwrap_or_else(|| clock(board.clock_minutes)))
        .traits(&["StaticText", "UpdatesFrequently"])
        .painted(Paint::Text(look));
    let bars = board.status.wifi.unwrap_or(3);
    let charge = board.status.battery.unwrap_or(100);
    let right = bounds.width - 87.0;
    let wifi = part(1, 3, "Other", Rect::new(right, middle - 6.0, 17.0, 12.0))
        .named(None, &format!("{bars} of 3 Wi-Fi bars"))
        .traits(&["UpdatesFrequently"])
        .painted(Paint::Symbol("wifi".to_owned(), color));
    let battery = part(1, 4, "Other", Rect::new(right + 24.0, middle - 6.0, 27.0, 13.0))
        .named(None, &format!("{charge}% battery power"))
        .traits(&["UpdatesFrequently"])
        .painted(Paint::Symbol("battery".to_owned(), color));
    let mut parts = vec![clock, wifi, battery];
    if charge < 100 {
        // The drawn battery is full: what is spent is drawn over it.
        let spent = 20.0 * f64::from(100 - charge.min(100)) / 100.0;
        let over = Rect::new(right + 24.0 + 22.0 - spent, middle - 4.0, spent, 9.0);
        let ground = if ground { style::GROUPED } else { style::GREY };
        parts.push(part(1, 5, "Other", over).silent().painted(Paint::Fill(ground, 2.0)));
    }
    let bar = part(1, 1, "StatusBar", frame).with(parts);
    part(1, 0, "Window", bounds).with(vec![bar])
}

/// A notification that slid in at the top.
fn banner_window(banner: &Banner, bounds: Rect) -> View {
    let width = (bounds.width - 16.0).min(386.0);
    let frame =
        Rect::new((bounds.width - width) / 2.0, 58.0_f64.min(bounds.height / 10.0), width, 78.0);
    let spoken = format!("{}, now, {}, {}", banner.app.to_uppercase(), banner.title, banner.text);
    let icon = Rect::new(frame.x + 14.0, frame.y + 20.0, 38.0, 38.0);
    let line = |n: u32, y: f64, text: &str, look| {
        let at = Rect::new(frame.x + 64.0, frame.y + y, width - 110.0, 20.0);
        part(3, n, "StaticText", at).named(None, text).silent().painted(Paint::Text(look))
    };
    let small = TextStyle { size: 15.0, ..style::BODY };
    let bold = TextStyle { bold: true, ..small };
    let when = Rect::new(frame.x + width - 50.0, frame.y + 16.0, 36.0, 18.0);
    let when = part(3, 8, "StaticText", when)
        .named(None, "now")
        .silent()
        .painted(Paint::Text(style::SECONDARY));
    let inside = vec![
        part(3, 4, "Other", icon).silent().painted(Paint::Fill(style::GREEN, 9.0)),
        line(5, 16.0, &banner.title, bold),
        line(6, 38.0, &banner.text, small),
        when,
    ];
    let edge = Rect::new(frame.x - 1.0, frame.y - 1.0, frame.width + 2.0, frame.height + 3.0);
    let edge = part(3, 7, "Other", edge).silent().painted(Paint::Fill(style::LINE, 25.0));
    let card = part(3, 3, "Button", frame)
        .named(Some("NotificationShortLookView"), &spoken)
        .traits(&["Button"])
        .takes(Act::Banner)
        .painted(Paint::Fill(style::CARD, 24.0))
        .with(inside);
    let holder = part(3, 2, "Other", frame).with(vec![edge, card]);
    part(3, 0, "Window", bounds).with(vec![part(3, 1, "Other", bounds).with(vec![holder])])
}

fn lock_window(board: &Board<'_>) -> View {
    let bounds = board.bounds;
    let look = TextStyle { size: 84.0, bold: true, ..style::ICON_LABEL };
    let time = Rect::new(20.0, 130.0, bounds.width - 40.0, 100.0);
    let time = part(2, 2, "StaticText", time)
        .named(Some("lockscreen-date-view"), &clock(board.clock_minutes))
        .traits(&["StaticText", "UpdatesFrequently"])
        .painted(Paint::Text(look));
    let button = |n: u32, x: f64, label: &str| {
        part(2, n, "Button", Rect::new(x, bounds.height - 110.0, 50.0, 50.0))
            .named(None, label)
            .traits(&["Button"])
            .opaque()
            .painted(Paint::Fill(Color(0, 0, 0, 120), 25.0))
    };
    let ground = part(2, 1, "Other", bounds)
        .opaque()
        .painted(Paint::Fill(Color(24, 40, 66, 255), 0.0))
        .with(vec![time, button(3, 46.0, "Flashlight"), button(4, bounds.width - 96.0, "Camera")]);
    part(2, 0, "Window", bounds).with(vec![ground])
}
