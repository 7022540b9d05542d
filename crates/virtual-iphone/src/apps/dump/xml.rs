//! WebDriverAgent's XML: elements, attributes, the five entities and numeric ones. Nothing more.

use super::Node;

/// Reads the first element and everything in it.
pub(super) fn read(text: &str) -> Result<Node, String> {
    let mut open: Vec<Node> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.split_once("-->").ok_or("a comment does not end")?.1;
            continue;
        }
        let end = end_of_tag(rest).ok_or("a tag does not end")?;
        let tag = &rest[..end];
        rest = &rest[end + 1..];
        if tag.starts_with(['?', '!']) {
            continue;
        }
        if tag.starts_with('/') {
            let node = open.pop().ok_or("a tag closes that was not open")?;
            if let Some(done) = place(node, &mut open) {
                return Ok(done);
            }
            continue;
        }
        let (tag, closed) = match tag.strip_suffix('/') {
            Some(tag) => (tag, true),
            None => (tag, false),
        };
        let node = node(tag);
        if !closed {
            open.push(node);
        } else if let Some(done) = place(node, &mut open) {
            return Ok(done);
        }
    }
    Err("the XML has no complete element".to_owned())
}

/// Puts a finished element into its parent; without one it is the whole.
fn place(node: Node, open: &mut [Node]) -> Option<Node> {
    match open.last_mut() {
        Some(parent) => {
            parent.children.push(node);
            None
        }
        None => Some(node),
    }
}

/// Where a tag ends: angle brackets inside quotes do not count.
fn end_of_tag(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '>') => return Some(at),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            _ => {}
        }
    }
    None
}

fn node(tag: &str) -> Node {
    let (name, mut rest) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
    let mut node = Node { kind: short(name), ..Node::default() };
    while let Some((key, after)) = rest.split_once('=') {
        let after = after.trim_start();
        let Some(quote) = after.chars().next().filter(|c| matches!(c, '"' | '\'')) else { break };
        let Some((value, left)) = after[1..].split_once(quote) else { break };
        attribute(&mut node, key.trim(), &unescaped(value));
        rest = left;
    }
    node
}

fn attribute(node: &mut Node, key: &str, value: &str) {
    let text = || Some(value.to_owned());
    let number = || value.parse().unwrap_or(0.0);
    match key {
        "type" => node.kind = short(value),
        "label" => node.label = text(),
        "name" => node.name = text(),
        "value" => node.value = text(),
        "placeholderValue" => node.placeholder = text(),
        "bundleId" => node.bundle_id = text(),
        "x" => node.frame[0] = number(),
        "y" => node.frame[1] = number(),
        "width" => node.frame[2] = number(),
        "height" => node.frame[3] = number(),
        "enabled" => node.disabled = value == "false",
        "visible" => node.invisible = value == "false",
        "accessible" => node.accessible = value == "true",
        "traits" => node.traits = value.split(", ").map(str::to_owned).collect(),
        _ => {}
    }
}

fn short(kind: &str) -> String {
    kind.strip_prefix("XCUIElementType").unwrap_or(kind).to_owned()
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let Some((name, left)) = after.split_once(';').filter(|(name, _)| name.len() < 9) else {
            out.push('&');
            rest = after;
            continue;
        };
        if let Some(c) = entity(name) {
            out.push(c);
        } else {
            out.push('&');
            out.push_str(name);
            out.push(';');
        }
        rest = left;
    }
    out.push_str(rest);
    out
}

fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn attributes_may_hold_brackets_and_entities() {
        let text = "<?xml version='1.0'?><!-- x > y --><XCUIElementTypeButton label=\"a &gt; b &#10; 'c'\" \
                    x=\"1\" y=\"2.5\" width=\"3\" height=\"4\" enabled=\"false\"/>";
        let node = read(text).unwrap();
        assert_eq!(node.kind, "Button");
        assert_eq!(node.label.as_deref(), Some("a > b \n 'c'"));
        assert_eq!(node.frame.map(|n| (n * 10.0) as i32), [10, 25, 30, 40]);
        assert!(node.disabled);
    }

    #[test]
    fn what_is_cut_off_is_refused() {
        assert!(read("<A><B/>").is_err());
        assert!(read("</A>").is_err());
        assert!(read("no xml").is_err());
    }
}
