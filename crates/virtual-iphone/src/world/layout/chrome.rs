//! Bars and windows: what an app shows around the content of its screen.

use crate::geometry::Rect;
use crate::world::process::{Screen, id};
use crate::world::view::{Act, Paint, View};

use super::rows::SPIN_MS;
use super::{BAR, LARGE, Site, TAB_BAR, alert, item, keyboard, menu, screen_layer, style};

/// All windows of a process, the last on top.
pub(crate) fn windows(site: &Site<'_>) -> Vec<View> {
    let mut windows = vec![main_window(site), empty_window(site)];
    if site.process.keyboard.focus.is_some() {
        windows.push(keyboard::window(site));
    } else if site.process.parked {
        // Left behind below the screen, as keyboards are after a swift dismissal.
        let down = keyboard::frame(site.bounds).height;
        windows.push(keyboard::window(site).moved(0.0, down));
    }
    if let Some(open) = &site.process.menu {
        windows.push(menu::window(open, site.bounds));
    }
    if let Some(open) = site.process.alerts.last() {
        windows.push(alert::window(open, site.bounds));
    }
    windows
}

fn main_window(site: &Site<'_>) -> View {
    let wrapper = |part: u32| View::new(id(site.process.serial, 0, part), "Other", site.bounds);
    let stack = site.process.stack();
    let mut layers = Vec::with_capacity(2);
    if let Some((top, below)) = stack.split_last() {
        layers.push(screen_layer(site, top, below.last()));
    }
    if !site.app.spec.tabs.is_empty() {
        layers.push(tab_bar(site));
    }
    layers.extend(restless(site));
    let inner = wrapper(3).with(vec![wrapper(4).with(layers)]);
    View::new(id(site.process.serial, 0, 1), "Window", site.bounds)
        .with(vec![wrapper(2).with(vec![inner])])
}

/// What faults let move forever, at the lower edge.
fn restless(site: &Site<'_>) -> Vec<View> {
    let part = |part: u32, kind, frame| View::new(id(site.process.serial, 3, part), kind, frame);
    let y = site.bounds.height - 60.0;
    let mut views = Vec::new();
    if site.ticker {
        let text = format!("Updated {} s ago", site.now / 1_000);
        let frame = Rect::new(site.bounds.width / 2.0 - 90.0, y, 180.0, 20.0);
        let look = crate::world::view::TextStyle {
            align: crate::scene::Align::Center,
            ..style::SECONDARY
        };
        views.push(
            part(0, "StaticText", frame)
                .named(None, &text)
                .traits(&["StaticText", "UpdatesFrequently"])
                .painted(Paint::Text(look)),
        );
    }
    if site.spinner {
        let frame = Rect::new(site.bounds.width - 50.0, y, 20.0, 20.0);
        let turn = (site.now % SPIN_MS) as f64 / SPIN_MS as f64;
        let mut view = part(1, "ActivityIndicator", frame)
            .named(Some("In progress"), "In progress")
            .painted(Paint::Spinner(turn));
        view.value = Some("1".to_owned());
        views.push(view);
    }
    views
}

/// The second, empty window that real apps have.
fn empty_window(site: &Site<'_>) -> View {
    let part = |kind, part: u32| View::new(id(site.process.serial, 1, part), kind, site.bounds);
    part("Window", 0).with(vec![part("Other", 1).with(vec![part("Other", 2)])])
}

/// Height of the navigation bar: a large title collapses as the content scrolls.
pub(crate) fn bar_height(site: &Site<'_>, screen: &Screen, offset: f64) -> f64 {
    if site.app.spec_of(screen).large_title {
        BAR + (LARGE - offset).clamp(0.0, LARGE)
    } else {
        BAR
    }
}

pub(crate) fn navigation_bar(
    site: &Site<'_>,
    screen: &Screen,
    below: Option<&Screen>,
    offset: f64,
) -> View {
    let spec = site.app.spec_of(screen);
    let title = site.app.title_of(screen);
    let (top, width) = (site.safe_top(), site.bounds.width);
    let height = bar_height(site, screen, offset);
    let frame = Rect::new(0.0, top, width, height);
    let part = |part: u32| screen.id(item::BAR, part);
    let mut views = Vec::with_capacity(4);
    if let Some(below) = below {
        let label = spec.back.clone().unwrap_or_else(|| site.app.title_of(below));
        let chevron = Rect::new(33.0, top + 18.0, 10.0, 18.0);
        let chevron = View::new(part(8), "Image", chevron)
            .silent()
            .painted(Paint::Symbol("chevron.backward".to_owned(), style::BLUE));
        let back = View::new(part(1), "Button", Rect::new(16.0, top + 5.0, 44.0, 44.0))
            .named(Some("BackButton"), &label)
            .traits(&["Button"])
            .takes(Act::Back)
            .painted(Paint::Fill(style::WHITE, 22.0));
        views.push(back.with(vec![chevron]));
    }
    let large = height > BAR + LARGE / 2.0;
    let text = style::bold_width_of(&title, if large { 34.0 } else { 17.0 }).min(width - 140.0);
    let (place, look) = if large {
        (Rect::new(16.0, top + height - 49.0, text, 41.0), style::LARGE_TITLE)
    } else {
        (Rect::new((width - text) / 2.0, top + 16.0, text, 22.0), style::TITLE)
    };
    let heading = View::new(part(2), "StaticText", place)
        .named(None, &title)
        .traits(&["StaticText", "Header"])
        .painted(Paint::Text(look));
    views.push(heading);
    views.extend(bar_buttons(site, screen));
    let backdrop = Rect::new(0.0, 0.0, width, top + height);
    let mut bar = View::new(part(0), "NavigationBar", frame).named(Some(&title), "");
    bar.label = None;
    // The ground behind the status bar belongs to the bar and takes touches with it.
    bar.hit = Some(backdrop);
    bar.children = vec![
        View::new(part(9), "Other", backdrop).silent().painted(Paint::Fill(style::GROUPED, 0.0)),
    ];
    bar.children.extend(views);
    bar.listed_first = true;
    bar
}

fn bar_buttons(site: &Site<'_>, screen: &Screen) -> Vec<View> {
    let editing = site.process.keyboard.focus.is_some();
    let mut right = site.bounds.width - 16.0;
    let mut views = Vec::new();
    for (i, spec) in site.app.spec_of(screen).bar.iter().enumerate().rev() {
        if spec.while_editing && !editing {
            continue;
        }
        let width = match &spec.symbol {
            Some(_) => 44.0,
            None => style::width_of(&spec.label, 17.0).max(20.0) + 24.0,
        };
        right -= width;
        let frame = Rect::new(right, site.safe_top() + 5.0, width, 44.0);
        let part = 16 + i as u32;
        let mut view = View::new(screen.id(item::BAR, part), "Button", frame)
            .named(spec.identifier.as_deref(), &spec.label)
            .traits(&["Button"])
            .takes(Act::run(&spec.effects));
        if let Some(symbol) = &spec.symbol {
            let inner = Rect::new(frame.x + 12.0, frame.y + 12.0, 20.0, 20.0);
            let symbol = Paint::Symbol(symbol.clone(), style::BLUE);
            let icon = View::new(screen.id(item::BAR, part + 64), "Image", inner);
            view.children = vec![icon.silent().painted(symbol)];
            view.paint = Paint::Fill(style::WHITE, 22.0);
        } else {
            view.paint = Paint::Text(style::ACTION);
        }
        views.push(view);
        right -= 8.0;
    }
    views.reverse();
    views
}

fn tab_bar(site: &Site<'_>) -> View {
    let part = |part: u32| id(site.process.serial, 2, part);
    let frame = Rect::new(0.0, site.bounds.height - TAB_BAR, site.bounds.width, TAB_BAR);
    let width = frame.width / site.app.spec.tabs.len() as f64;
    let tabs = site.app.spec.tabs.iter().enumerate().map(|(i, tab)| {
        let chosen = i == site.process.tab;
        let at = Rect::new(width * i as f64, frame.y, width, 49.0);
        let color = if chosen { style::BLUE } else { style::GREY };
        let look = crate::world::view::TextStyle { size: 11.0, color, ..style::ACTION };
        let mut button = View::new(part(1 + i as u32), "Button", at)
            .named(None, &tab.label)
            .traits(if chosen { &["Button", "Selected"] } else { &["Button"] })
            .takes(Act::Tab(i));
        button.selected = chosen;
        let center = at.x + at.width / 2.0;
        let symbol = tab.symbol.clone().unwrap_or_else(|| "person".to_owned());
        button.children = vec![
            View::new(
                part(64 + i as u32),
                "Image",
                Rect::new(center - 12.0, at.y + 6.0, 24.0, 24.0),
            )
            .silent()
            .painted(Paint::Symbol(symbol, color)),
            View::new(
                part(96 + i as u32),
                "StaticText",
                Rect::new(at.x, at.y + 32.0, at.width, 14.0),
            )
            .named(None, &tab.label)
            .silent()
            .painted(Paint::Text(look)),
        ];
        button
    });
    View::new(part(0), "TabBar", frame)
        .named(None, "Tab Bar")
        .traits(&["TabBar"])
        .opaque()
        .painted(Paint::Fill(style::WHITE, 0.0))
        .with(tabs.collect())
}
