//! Draws screens of the built-in apps to PNG files: `cargo run --example screens -- DIRECTORY`.
//!
//! Each picture is reached as a user would reach it, by taps on what the accessibility tree names,
//! so that scenes and compositor can be looked at together.

use std::error::Error;
use std::path::Path;

use virtual_iphone::ax::AxNode;
use virtual_iphone::compositor::Compositor;
use virtual_iphone::geometry::Point;
use virtual_iphone::input::{TouchEvent, TouchPhase, Wire};
use virtual_iphone::world::{Setup, World};

/// What leads to a picture.
enum Step {
    Tap(&'static str),
    Type(&'static str),
    /// A drag upwards by so many points.
    Scroll(f64),
    /// Milliseconds less than everything needs to settle, for pictures of a transition.
    Glimpse(u64),
}

use Step::{Glimpse, Scroll, Tap, Type};

const SETTINGS: &str = "com.apple.Preferences";
const CONTACTS: &str = "com.apple.MobileAddressBook";

/// File name, app, and the way to the picture.
const SCREENS: &[(&str, &str, &[Step])] = &[
    ("settings", SETTINGS, &[]),
    ("settings-scrolled", SETTINGS, &[Scroll(300.0)]),
    ("settings-wifi", SETTINGS, &[Tap("Wi-Fi")]),
    ("settings-switching", SETTINGS, &[Tap("Airplane Mode"), Glimpse(120)]),
    ("settings-pushing", SETTINGS, &[Tap("General"), Glimpse(180)]),
    ("settings-accessibility", SETTINGS, &[Tap("Accessibility"), Tap("Display & Text Size")]),
    ("settings-search", SETTINGS, &[Tap("Search"), Type("bold")]),
    ("contacts", CONTACTS, &[]),
    ("contacts-scrolled", CONTACTS, &[Scroll(500.0)]),
];

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args().nth(1).ok_or("usage: screens DIRECTORY")?;
    let directory = Path::new(&directory);
    std::fs::create_dir_all(directory)?;
    let mut compositor = Compositor::new();
    let mut world = World::new(Setup::builtin(1));
    settle(&mut world);
    std::fs::write(directory.join("home.png"), compositor.png(&world.scene()))?;
    let bundles: Vec<String> = world.apps().into_iter().map(|app| app.bundle_id).collect();
    for bundle in &bundles {
        open(&mut world, bundle)?;
        std::fs::write(directory.join(format!("{bundle}.png")), compositor.png(&world.scene()))?;
    }
    for (name, bundle, steps) in SCREENS {
        world.reset();
        open(&mut world, bundle)?;
        for step in *steps {
            perform(&mut world, bundle, step)?;
        }
        if !matches!(steps.last(), Some(Glimpse(_))) {
            settle(&mut world);
        }
        std::fs::write(directory.join(format!("{name}.png")), compositor.png(&world.scene()))?;
    }
    Ok(())
}

fn open(world: &mut World, bundle: &str) -> Result<(), Box<dyn Error>> {
    world.launch(Wire::Wda, bundle, true).map_err(|refused| format!("{bundle}: {refused:?}"))?;
    settle(world);
    Ok(())
}

fn settle(world: &mut World) {
    world.advance_to(world.now_ms() + 3000);
}

fn perform(world: &mut World, bundle: &str, step: &Step) -> Result<(), Box<dyn Error>> {
    match step {
        Tap(name) => {
            settle(world);
            let tree = world.tree(bundle).ok_or("no tree")?;
            let at = find(&tree.root, name).ok_or_else(|| format!("nothing named {name}"))?;
            world
                .touch(Wire::Wda, &[event(0, TouchPhase::Down, at), event(60, TouchPhase::Up, at)]);
        }
        Type(text) => {
            settle(world);
            world.type_text(Wire::Wda, text).map_err(|refused| format!("{refused:?}"))?;
            settle(world);
        }
        Scroll(distance) => {
            let from = Point { x: 200.0, y: 700.0 };
            let to = Point { y: from.y - distance, ..from };
            let [down, along, up] = [
                (0, TouchPhase::Down, from),
                (500, TouchPhase::Move, to),
                (900, TouchPhase::Up, to),
            ];
            let events = [down, along, up].map(|(at_ms, phase, at)| event(at_ms, phase, at));
            world.touch(Wire::Wda, &events);
            settle(world);
        }
        Glimpse(ms) => world.advance_to(world.now_ms() + ms),
    }
    Ok(())
}

fn event(at_ms: u64, phase: TouchPhase, at: Point) -> TouchEvent {
    TouchEvent { at_ms, finger: 0, phase, at }
}

/// Where to touch the first visible element of a name; a switch of that name comes first.
fn find(root: &AxNode, name: &str) -> Option<Point> {
    let mut named = Vec::new();
    collect(root, name, &mut named);
    let switch = named.iter().find(|node| node.kind == "Switch");
    let frame = switch.or(named.first())?.frame;
    // A row with a switch is one wide element; the switch itself is at its right end.
    let x = match switch {
        Some(_) => frame.x + frame.width - 40.0,
        None => frame.center().x,
    };
    Some(Point { x, y: frame.center().y })
}

fn collect<'a>(node: &'a AxNode, name: &str, named: &mut Vec<&'a AxNode>) {
    if node.visible && (node.label.as_deref() == Some(name) || node.name() == Some(name)) {
        named.push(node);
    }
    for child in &node.children {
        collect(child, name, named);
    }
}
