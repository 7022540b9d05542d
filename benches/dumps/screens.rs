//! Long screens as WDA writes them, made up: sections of rows with icons, values and switches.
//!
//! Every attribute of today's formats is there; XML and JSON are indented by two as WDA's are. Texts
//! hold entities and letters beyond ASCII, but nothing that JSON must escape, so that the bare
//! parsers compared with can borrow everything.

use std::fmt::Write;

/// An element of the made-up screen.
struct Part {
    kind: &'static str,
    label: Option<String>,
    identifier: Option<String>,
    value: Option<String>,
    traits: &'static str,
    frame: [i32; 4],
    parts: Vec<Part>,
}

fn part(kind: &'static str, frame: [i32; 4]) -> Part {
    let (label, identifier, value) = (None, None, None);
    Part { kind, label, identifier, value, traits: "", frame, parts: Vec::new() }
}

/// A screen of a table with so many rows, ten levels of wrappers around it.
fn screen(rows: usize) -> Part {
    let mut table = part("CollectionView", [0, 103, 393, 666]);
    table.parts = (0..rows).map(row).collect();
    let mut around = table;
    for _ in 0..10 {
        let mut wrapper = part("Other", [0, 0, 393, 852]);
        wrapper.parts.push(around);
        around = wrapper;
    }
    let mut window = part("Window", [0, 0, 393, 852]);
    window.parts.push(around);
    let mut application = part("Application", [0, 0, 393, 852]);
    application.label = Some("Settings".to_owned());
    application.parts.push(window);
    application
}

fn row(number: usize) -> Part {
    let top = 110 + number as i32 * 52;
    let title = format!("Réglage & Privacy {number}");
    let mut cell = part("Cell", [16, top, 361, 52]);
    cell.identifier = Some(format!("com.example.settings.row.{number}"));
    cell.label = Some(title.clone());
    cell.traits = "Button";
    let mut icon = part("Image", [32, top + 11, 30, 30]);
    icon.identifier = Some("gearshape.fill".to_owned());
    icon.traits = "Image";
    let mut text = part("StaticText", [76, top + 15, 180, 22]);
    text.label = Some(title.clone());
    text.value = Some(title.clone());
    text.traits = "StaticText";
    let mut control =
        part(if number.is_multiple_of(4) { "Switch" } else { "Button" }, [310, top + 10, 51, 31]);
    control.label = Some(title);
    control.value = Some(if number.is_multiple_of(3) { "1" } else { "0" }.to_owned());
    control.traits = "Button";
    let mut inner = part("Other", [16, top, 361, 52]);
    inner.parts = vec![icon, text, part("Other", [76, top + 51, 301, 1]), control];
    cell.parts.push(inner);
    cell
}

/// Members that our client asks a runner to leave out.
const LEFT_OUT: [&str; 3] = ["frame", "nativeFrame", "isNativeAccessibilityElement"];

/// The screen as WDA's XML, at least so many bytes long.
pub(crate) fn xml(bytes: usize) -> String {
    sized(bytes, xml_of)
}

/// The tree of [`compact_json`] as XML, with fewer bytes.
pub(crate) fn same_tree_xml(bytes: usize) -> String {
    xml_of(rows_for(bytes, &compact_json_of))
}

fn xml_of(rows: usize) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    write_xml(&screen(rows), 0, 0, &mut out);
    out
}

/// The screen as WDA's JSON in its envelope, indented, at least so many bytes long.
pub(crate) fn json(bytes: usize) -> String {
    sized(bytes, |rows| {
        let mut out = String::from("{\n  \"value\" : ");
        write_json(&screen(rows), 1, &[], &mut out);
        out.push_str(",\n  \"sessionId\" : null\n}\n");
        out
    })
}

/// The same screen without indentation, as a client may pass it on.
pub(crate) fn compact_json(bytes: usize) -> String {
    sized(bytes, compact_json_of)
}

/// The same without what our client asks to leave out: most nodes in so many bytes.
pub(crate) fn asked_json(bytes: usize) -> String {
    sized(bytes, |rows| compact(rows, &LEFT_OUT))
}

fn compact_json_of(rows: usize) -> String {
    compact(rows, &[])
}

fn compact(rows: usize, left_out: &[&str]) -> String {
    let mut out = String::from("{\"value\":");
    write_json(&screen(rows), 1, left_out, &mut out);
    out.push('}');
    out.lines().map(str::trim).collect()
}

fn sized(bytes: usize, write: impl Fn(usize) -> String) -> String {
    write(rows_for(bytes, &write))
}

fn rows_for(bytes: usize, write: &impl Fn(usize) -> String) -> usize {
    let (few, more) = (write(10).len(), write(20).len());
    let each = (more - few) / 10;
    if few > bytes { 4 } else { 10 + bytes.saturating_sub(few) / each }
}

fn write_xml(part: &Part, level: usize, index: usize, out: &mut String) {
    let Part { kind, frame: [x, y, width, height], .. } = part;
    let _ =
        write!(out, "{:1$}<XCUIElementType{kind} type=\"XCUIElementType{kind}\"", "", level * 2);
    let mut attribute = |name: &str, value: &Option<String>| {
        if let Some(value) = value {
            let _ = write!(out, " {name}=\"{}\"", value.replace('&', "&amp;"));
        }
    };
    attribute("value", &part.value);
    attribute("name", if part.identifier.is_some() { &part.identifier } else { &part.label });
    attribute("label", &part.label);
    let _ = write!(
        out,
        " enabled=\"true\" visible=\"true\" accessible=\"false\" x=\"{x}\" y=\"{y}\" \
         width=\"{width}\" height=\"{height}\" index=\"{index}\" traits=\"{}\"",
        part.traits
    );
    if part.parts.is_empty() {
        out.push_str("/>\n");
        return;
    }
    out.push_str(">\n");
    for (index, child) in part.parts.iter().enumerate() {
        write_xml(child, level + 1, index, out);
    }
    let _ = writeln!(out, "{:1$}</XCUIElementType{kind}>", "", level * 2);
}

fn write_json(part: &Part, level: usize, left_out: &[&str], out: &mut String) {
    let Part { kind, frame: [x, y, width, height], .. } = part;
    let text = |value: &Option<String>| match value {
        Some(value) => format!("\"{value}\""),
        None => "null".to_owned(),
    };
    let name = if part.identifier.is_some() { &part.identifier } else { &part.label };
    let frame = format!("\"{{{{{x}, {y}}}, {{{width}, {height}}}}}\"");
    let rect =
        format!("{{ \"x\" : {x}, \"y\" : {y}, \"width\" : {width}, \"height\" : {height} }}");
    let members = [
        ("type", format!("\"{kind}\"")),
        ("rawIdentifier", text(&part.identifier)),
        ("name", text(name)),
        ("value", text(&part.value)),
        ("label", text(&part.label)),
        ("rect", rect),
        ("customActions", "null".to_owned()),
        ("frame", frame.clone()),
        ("nativeFrame", frame),
        ("isEnabled", "\"1\"".to_owned()),
        ("isVisible", "\"1\"".to_owned()),
        ("isAccessible", "\"0\"".to_owned()),
        ("isNativeAccessibilityElement", "\"0\"".to_owned()),
        ("isFocused", "\"0\"".to_owned()),
        ("traits", format!("\"{}\"", part.traits)),
    ];
    let blank = "  ".repeat(level + 1);
    out.push_str("{\n");
    let kept = members.iter().filter(|(key, _)| !left_out.contains(key));
    for (index, (key, value)) in kept.enumerate() {
        let _ = write!(out, "{}{blank}\"{key}\" : {value}", if index == 0 { "" } else { ",\n" });
    }
    write_children(part, level, left_out, out);
    let _ = write!(out, "\n{}}}", "  ".repeat(level));
}

fn write_children(part: &Part, level: usize, left_out: &[&str], out: &mut String) {
    if part.parts.is_empty() {
        return;
    }
    let blank = "  ".repeat(level + 1);
    let _ = write!(out, ",\n{blank}\"children\" : [\n");
    for (index, child) in part.parts.iter().enumerate() {
        out.push_str(if index == 0 { "" } else { ",\n" });
        out.push_str(&"  ".repeat(level + 2));
        write_json(child, level + 2, left_out, out);
    }
    let _ = write!(out, "\n{blank}]");
}
