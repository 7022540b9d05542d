//! Menus: pop-up buttons, held rows and the edit menu of a text field.
//!
//! A window over the app with a region that dismisses it: `docs/wires/world.md`, "Menus".

use crate::geometry::Rect;
use crate::world::process::{OpenMenu, id};
use crate::world::view::{Act, MenuEntry, Paint, View};

use super::style;

const WIDTH: f64 = 250.0;
const ENTRY: f64 = 44.0;

/// The window of a menu.
pub(crate) fn window(menu: &OpenMenu, bounds: Rect) -> View {
    let part = |part: u32, kind, frame| View::new(id(menu.serial, 0, part), kind, frame);
    let height = ENTRY * menu.entries.len() as f64 + 16.0;
    let x = (menu.anchor.x + menu.anchor.width - WIDTH).clamp(16.0, bounds.width - WIDTH - 16.0);
    let below = menu.anchor.y + menu.anchor.height + 6.0;
    let y = if below + height < bounds.height - 40.0 {
        below
    } else {
        (menu.anchor.y - height - 6.0).max(60.0)
    };
    let frame = Rect::new(x, y, WIDTH, height);
    let entry = |(i, entry): (usize, &MenuEntry)| {
        let at = Rect::new(x, y + 8.0 + ENTRY * i as f64, WIDTH, ENTRY);
        row(menu.serial, i, entry, at)
    };
    let rows = menu.entries.iter().enumerate().map(entry).collect();
    let dismiss = part(2, "Button", bounds)
        .named(Some("PopoverDismissRegion"), "dismiss popup")
        .traits(&["Button"])
        .takes(Act::CloseMenu);
    let list = part(4, "CollectionView", frame).with(rows);
    let card =
        part(3, "Other", frame).opaque().painted(Paint::Fill(style::CARD, 28.0)).with(vec![list]);
    let shade = Rect::new(x - 1.0, y - 1.0, WIDTH + 2.0, height + 2.0);
    let shade = part(5, "Other", shade).silent().painted(Paint::Fill(style::LINE, 29.0));
    part(0, "Window", bounds).with(vec![part(1, "Other", bounds).with(vec![dismiss, shade, card])])
}

fn row(serial: u64, i: usize, entry: &MenuEntry, at: Rect) -> View {
    let part = |part: u32, kind, frame| View::new(id(serial, 1 + i as u32, part), kind, frame);
    let text = Rect { x: at.x + 44.0, width: at.width - 60.0, ..at };
    let color = if entry.destructive { style::RED } else { style::BLACK };
    let look = crate::world::view::TextStyle { color, ..style::BODY };
    let mut inside = vec![
        part(2, "StaticText", text).named(None, &entry.label).silent().painted(Paint::Text(look)),
    ];
    if entry.chosen {
        let tick = Rect::new(at.x + 16.0, at.center().y - 8.0, 16.0, 16.0);
        let paint = Paint::Symbol("checkmark".to_owned(), style::BLACK);
        inside.push(part(3, "Image", tick).silent().painted(paint));
    }
    let traits: &[&'static str] = if entry.chosen { &["Button", "Selected"] } else { &["Button"] };
    let mut button = part(1, "Button", at)
        .named(None, &entry.label)
        .traits(traits)
        .takes(Act::MenuEntry(i))
        .with(inside);
    button.selected = entry.chosen;
    part(0, "Cell", at).with(vec![button])
}
