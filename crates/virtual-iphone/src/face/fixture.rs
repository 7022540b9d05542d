//! A small tree that the unit tests of the face share: two buttons, a field, a switch and a table.

use crate::ax::{AppTree, AxNode};
use crate::geometry::Rect;

pub(crate) fn node(kind: &'static str, view: u64, frame: Rect) -> AxNode {
    AxNode { view, kind, frame, enabled: true, visible: true, ..AxNode::default() }
}

fn named(kind: &'static str, view: u64, id: &str, label: Option<&str>, frame: Rect) -> AxNode {
    AxNode {
        identifier: Some(id.to_owned()),
        label: label.map(str::to_owned),
        accessible: true,
        hittable: true,
        ..node(kind, view, frame)
    }
}

fn row(view: u64, text: &str, y: f64) -> AxNode {
    let frame = Rect::new(0.0, y, 402.0, 44.0);
    let label = AxNode {
        label: Some(text.to_owned()),
        accessible: true,
        ..node("StaticText", view + 100, frame)
    };
    AxNode { children: vec![label], ..node("Cell", view, frame) }
}

pub(crate) fn tree() -> AppTree {
    let back = AxNode {
        traits: vec!["Button"],
        ..named("Button", 3, "back", Some("A & \"B\"\n"), Rect::new(15.5, 60.25, 46.0, 44.0))
    };
    let field = AxNode {
        placeholder: Some("Name".into()),
        ..named("TextField", 4, "name_field", None, Rect::new(16.0, 120.0, 370.0, 40.0))
    };
    let toggle = AxNode {
        value: Some("1".into()),
        ..named("Switch", 5, "lamp", Some("Ceiling Light"), Rect::new(320.0, 180.0, 51.0, 31.0))
    };
    let save = AxNode {
        enabled: false,
        ..named("Button", 6, "save", Some("Save"), Rect::new(300.0, 60.0, 60.0, 44.0))
    };
    let rows = vec![row(21, "One", 300.0), row(22, "Two", 344.0), row(23, "Three", 388.0)];
    let table = AxNode { children: rows, ..node("Table", 20, Rect::new(0.0, 300.0, 402.0, 574.0)) };
    let screen = Rect::new(0.0, 0.0, 402.0, 874.0);
    let window =
        AxNode { children: vec![back, field, toggle, save, table], ..node("Window", 2, screen) };
    let root = AxNode {
        label: Some("Lamp".into()),
        children: vec![window],
        ..node("Application", 1, screen)
    };
    AppTree { pid: 2686, bundle_id: "com.example.lamp".into(), root }
}
