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
use virtual_iphone::scene::Scene;
use virtual_iphone::world::{Setup, World};

/// What leads to a picture.
enum Step {
    Tap(&'static str),
    Type(&'static str),
    /// A drag upwards by so many points.
    Scroll(f64),
    /// A drag from one point to another.
    Drag((f64, f64), (f64, f64)),
    /// A hold on what has a name.
    Hold(&'static str),
    /// The phone on its side.
    Turn,
    /// A fault, as the control port takes it.
    Fault(&'static str),
    /// Milliseconds less than everything needs to settle, for pictures of a transition.
    Glimpse(u64),
}

use Step::{Drag, Fault, Glimpse, Hold, Scroll, Tap, Turn, Type};

const SETTINGS: &str = "com.apple.Preferences";
const CONTACTS: &str = "com.apple.MobileAddressBook";
const FORM: &str = "com.example.form";
const MESSAGES: &str = "com.example.messages";
const SHOP: &str = "com.example.shop";

/// File name, app, and the way to the picture.
const SCREENS: &[(&str, &str, &[Step])] = &[
    ("settings", SETTINGS, &[]),
    ("settings-scrolled", SETTINGS, &[Scroll(300.0)]),
    ("settings-wifi", SETTINGS, &[Tap("Wi-Fi")]),
    ("settings-switching", SETTINGS, &[Tap("Airplane Mode"), Glimpse(120)]),
    ("settings-pushing", SETTINGS, &[Tap("General"), Glimpse(180)]),
    ("settings-accessibility", SETTINGS, &[Tap("Accessibility"), Tap("Display & Text Size")]),
    ("settings-search", SETTINGS, &[Tap("Search"), Type("bold")]),
    (
        "settings-bold",
        SETTINGS,
        &[Tap("Accessibility"), Tap("Display & Text Size"), Tap("Bold Text")],
    ),
    (
        "notes-typing",
        "com.apple.mobilenotes",
        &[Tap("New Note"), Tap("note.body"), Type("Grüße aus Köln")],
    ),
    ("form-bottom", FORM, &[Scroll(600.0)]),
    ("form-password", FORM, &[Tap("form.password"), Type("secret")]),
    ("form-more", FORM, &[Scroll(600.0), Tap("More Controls")]),
    ("form-menu", FORM, &[Scroll(600.0), Tap("More Controls"), Tap("Color")]),
    ("form-wheels", FORM, &[Scroll(600.0), Tap("More Controls"), Scroll(300.0)]),
    ("form-locate", FORM, &[Scroll(600.0), Tap("Locate Me")]),
    ("messages-thread", MESSAGES, &[Tap("Ada")]),
    ("messages-typing", MESSAGES, &[Tap("Ada"), Tap("Message"), Type("On my way")]),
    ("messages-swiped", MESSAGES, &[Drag((360.0, 230.0), (200.0, 230.0))]),
    ("messages-landscape", MESSAGES, &[Tap("Ada"), Turn]),
    ("shop-buy", SHOP, &[Tap("buy.lamp")]),
    ("shop-orders", SHOP, &[Tap("Orders"), Drag((360.0, 200.0), (180.0, 200.0))]),
    ("shop-delete", SHOP, &[Tap("Account"), Tap("Delete Account")]),
    ("cards-scrolled", "com.example.cards", &[Scroll(300.0)]),
    ("web-scrolled", "com.example.web", &[Scroll(300.0)]),
    ("web-typing", "com.example.web", &[Tap("Full name"), Type("Ada")]),
    ("login-de-typing", "com.example.login.de", &[Tap("login.user"), Type("käthe@example.de")]),
    ("login-ja-help", "com.example.login.ja", &[Tap("暗証番号を忘れた方")]),
    ("feed-held", "com.example.feed", &[Hold("Hold me")]),
    ("feed-pulled", "com.example.feed", &[Drag((200.0, 300.0), (200.0, 600.0)), Glimpse(200)]),
    ("settings-alert", SETTINGS, &[Fault("{\"kind\":\"permission_alert\"}")]),
    ("feed-banner", "com.example.feed", &[Tap("Notify in a Moment"), Glimpse(1500)]),
    ("settings-landscape", SETTINGS, &[Turn]),
    ("contacts", CONTACTS, &[]),
    ("contacts-names", CONTACTS, &[Tap("Names")]),
    ("contacts-scrolled", CONTACTS, &[Scroll(500.0)]),
];

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args().nth(1).ok_or("usage: screens DIRECTORY")?;
    let directory = Path::new(&directory);
    std::fs::create_dir_all(directory)?;
    let mut sheet = Sheet { compositor: Compositor::new(), thumbs: Vec::new() };
    let mut world = World::new(Setup::builtin(1));
    settle(&mut world);
    sheet.add(&world, &directory.join("home.png"))?;
    let bundles: Vec<String> = world.apps().into_iter().map(|app| app.bundle_id).collect();
    for bundle in bundles.iter().skip(1) {
        open(&mut world, bundle)?;
        sheet.add(&world, &directory.join(format!("{bundle}.png")))?;
    }
    for (name, bundle, steps) in SCREENS {
        world.reset();
        open(&mut world, bundle)?;
        for step in *steps {
            perform(&mut world, bundle, step).map_err(|error| format!("{name}: {error}"))?;
        }
        if !matches!(steps.last(), Some(Glimpse(_))) {
            settle(&mut world);
        }
        sheet.add(&world, &directory.join(format!("{name}.png")))?;
    }
    sheet.write(directory)
}

/// All pictures, and small ones of them on pages of eight.
struct Sheet {
    compositor: Compositor,
    thumbs: Vec<Vec<u8>>,
}

/// Side of a thumb, and one pixel of it for so many of the picture.
const THUMB: usize = 440;
const SHRINK: usize = 2;
const ACROSS: usize = 4;

impl Sheet {
    fn add(&mut self, world: &World, path: &Path) -> Result<(), Box<dyn Error>> {
        let scene = world.scene();
        std::fs::write(path, self.compositor.png(&scene))?;
        let small = Scene { scale: 1.0, ..scene };
        let (width, height, pixels) = self.compositor.rgba(&small);
        let (width, height) = (width as usize, height as usize);
        let mut thumb = vec![255; THUMB * THUMB * SHRINK * 3];
        for y in 0..height.min(THUMB * SHRINK) {
            for x in 0..width.min(THUMB) {
                let (from, to) = ((y * width + x) * 4, (y * THUMB + x) * 3);
                thumb[to..to + 3].copy_from_slice(&pixels[from..from + 3]);
            }
        }
        self.thumbs.push(thumb);
        Ok(())
    }

    fn write(&self, directory: &Path) -> Result<(), Box<dyn Error>> {
        for (page, thumbs) in self.thumbs.chunks(ACROSS).enumerate() {
            let (width, height) = (THUMB * ACROSS, THUMB * SHRINK);
            let mut pixels = vec![255; width * height * 3];
            for (i, thumb) in thumbs.iter().enumerate() {
                for y in 0..height {
                    let to = (y * width + i * THUMB) * 3;
                    let row = &thumb[y * THUMB * 3..(y + 1) * THUMB * 3];
                    pixels[to..to + THUMB * 3].copy_from_slice(row);
                }
            }
            let file = std::fs::File::create(directory.join(format!("sheet-{page}.png")))?;
            let mut encoder = png::Encoder::new(file, width as u32, height as u32);
            encoder.set_color(png::ColorType::Rgb);
            encoder.write_header()?.write_image_data(&pixels)?;
        }
        Ok(())
    }
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
        Drag((x, y), (to_x, to_y)) => {
            let (from, to) = (Point { x: *x, y: *y }, Point { x: *to_x, y: *to_y });
            let [down, along, up] = [
                (0, TouchPhase::Down, from),
                (500, TouchPhase::Move, to),
                (900, TouchPhase::Up, to),
            ];
            let events = [down, along, up].map(|(at_ms, phase, at)| event(at_ms, phase, at));
            world.touch(Wire::Wda, &events);
        }
        Hold(name) => {
            let tree = world.tree(bundle).ok_or("no tree")?;
            let at = find(&tree.root, name).ok_or_else(|| format!("nothing named {name}"))?;
            let events = [event(0, TouchPhase::Down, at), event(900, TouchPhase::Up, at)];
            world.touch(Wire::Wda, &events);
        }
        Turn => world.set_orientation("LANDSCAPE").map_err(|refused| format!("{refused:?}"))?,
        Fault(json) => world.inject(serde_json::from_str(json)?)?,
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
    let control = named.iter().find(|node| node.kind.ends_with("Field") || node.kind == "Button");
    let frame = switch.or(control).or(named.first())?.frame;
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
