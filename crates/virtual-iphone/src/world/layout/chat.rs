//! A conversation: bubbles that grow upwards, and the field with its button below them.
//!
//! Only the newest messages that fit exist. A bubble's cell carries its text as label, as messaging
//! apps do: `docs/wires/world.md`, "Conversations".

use serde_json::Value;

use crate::apps::ChatSpec;
use crate::geometry::Rect;
use crate::world::process::Screen;
use crate::world::view::{Act, Edit, Paint, TextStyle, View};

use super::{NO_ROW, Site, item, style};

const BAR: f64 = 56.0;
/// Widest bubble, as a share of the screen.
const WIDEST: f64 = 0.72;
const LINE: f64 = 21.0;
/// Mark of one's own messages.
const OWN: &str = "me:";

/// The conversation and its input bar.
pub(crate) fn view(site: &Site<'_>, screen: &Screen, spec: &ChatSpec) -> View {
    let bottom = site.bounds.height - site.bottom_inset();
    let bar = Rect::new(0.0, bottom - BAR, site.bounds.width, BAR);
    let top = site.content_top(screen);
    let area = Rect::new(0.0, top, site.bounds.width, bar.y - top);
    let mut list = View::new(screen.id(item::EDITOR, 2), "CollectionView", area)
        .named(Some("TranscriptCollectionView"), "Messages")
        .with(bubbles(site, screen, spec, area));
    list.clip = Some(area);
    let ground = View::new(screen.id(item::EDITOR, 6), "Other", site.bounds)
        .silent()
        .painted(Paint::Fill(style::WHITE, 0.0));
    View::new(screen.id(item::EDITOR, 1), "Other", site.bounds).opaque().with(vec![
        ground,
        list,
        input(site, screen, spec, bar),
    ])
}

fn bubbles(site: &Site<'_>, screen: &Screen, spec: &ChatSpec, area: Rect) -> Vec<View> {
    let scope = site.app.scope(screen, &NO_ROW);
    let name = scope.expand(&spec.messages);
    let Some(Value::Array(messages)) = site.app.values.get(&name) else { return Vec::new() };
    let mut y = area.y + area.height - 8.0;
    let mut views = Vec::new();
    for (n, message) in messages.iter().enumerate().rev() {
        let text = message.as_str().unwrap_or_default();
        let (own, text) = match text.strip_prefix(OWN) {
            Some(text) => (true, text),
            None => (false, text),
        };
        let widest = site.bounds.width * WIDEST - 28.0;
        let width = style::width_of(text, 17.0);
        let lines = style::lines_of(text, 17.0, widest);
        let height = lines * LINE + 16.0;
        y -= height + 6.0;
        if y < area.y {
            break;
        }
        let width = width.min(widest) + 29.0;
        let x = if own { area.width - 16.0 - width } else { 16.0 };
        views.push(bubble(screen, n as u32, own, text, Rect::new(x, y, width, height), area));
    }
    views.reverse();
    views
}

fn bubble(screen: &Screen, n: u32, own: bool, text: &str, at: Rect, area: Rect) -> View {
    let part = |part: u32, kind, frame| {
        View::new(screen.id(item::FIRST_SLOT + n % 1024, part), kind, frame)
    };
    let (color, ink) = if own { (style::BLUE, style::WHITE) } else { (style::FIELD, style::BLACK) };
    let look = TextStyle { color: ink, wrap: true, ..style::BODY };
    let inner = Rect::new(at.x + 14.0, at.y + 8.0, at.width - 28.0, at.height - 16.0);
    let face = part(3, "StaticText", inner).named(None, text).silent().painted(Paint::Text(look));
    let mut shape =
        part(1, "TextView", at).traits(&["StaticText"]).painted(Paint::Fill(color, 19.0));
    shape.label = None;
    shape.value = Some(text.to_owned());
    let shape = shape.with(vec![face]);
    let who = if own { "Your message" } else { "Message" };
    let line = Rect::new(0.0, at.y, area.width, at.height);
    part(0, "Cell", line).named(None, &format!("{who}, {text}")).opaque().with(vec![shape])
}

fn input(site: &Site<'_>, screen: &Screen, spec: &ChatSpec, bar: Rect) -> View {
    let part = |part: u32, kind, frame| View::new(screen.id(item::EDITOR, part), kind, frame);
    let scope = site.app.scope(screen, &NO_ROW);
    let bind = scope.expand(&spec.bind);
    let typed = scope.text(&bind);
    let empty = typed.is_empty();
    let frame = Rect::new(16.0, bar.y + 8.0, bar.width - 32.0, 40.0);
    let room = Rect { x: frame.x + 14.0, width: frame.width - 58.0, ..frame };
    let outline =
        part(8, "Other", frame).silent().painted(Paint::Fill(style::LINE, 20.0)).with(vec![
            part(
                9,
                "Other",
                Rect::new(frame.x + 1.0, frame.y + 1.0, frame.width - 2.0, frame.height - 2.0),
            )
            .silent()
            .painted(Paint::Fill(style::WHITE, 19.0)),
        ]);
    let mut field = part(4, "TextField", room)
        .named(Some("messageBodyField"), "Message")
        .traits(&[])
        .takes(Act::Focus);
    field.placeholder.clone_from(&spec.placeholder);
    field.value = Some(typed);
    field.edit = Some(Edit { bind, return_key: "return".to_owned(), ..Edit::default() });
    let mut inside = vec![outline, field];
    if !empty {
        let at = Rect::new(frame.x + frame.width - 36.0, frame.y + 4.0, 32.0, 32.0);
        let arrow = Rect::new(at.x + 7.0, at.y + 7.0, 18.0, 18.0);
        let arrow = part(11, "Image", arrow)
            .silent()
            .painted(Paint::Symbol("arrow.up".to_owned(), style::WHITE));
        let button = part(5, "Button", at)
            .named(Some("sendButton"), &spec.send)
            .traits(&["Button"])
            .takes(Act::run(&spec.effects))
            .painted(Paint::Fill(style::BLUE, 16.0));
        inside.push(button.with(vec![arrow]));
    }
    part(3, "Other", bar).painted(Paint::Fill(style::WHITE, 0.0)).with(inside)
}
