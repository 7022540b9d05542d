//! Finding elements and reading them.
//!
//! A find that matches nothing is an error for one element and an empty list for many. Source:
//! `docs/wires/wda.md`, "Elements".

use serde_json::{Map, Value};

use crate::ax::AppTree;
use crate::face::attributes::{self, Datum, Whole};
use crate::face::call::{Answer, Call};
use crate::face::elements::reference;
use crate::face::fail::{Name, WireError};
use crate::face::flat::{Entry, Flat};
use crate::face::{json, kinds, locate};

pub(crate) fn one(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let (using, value) = (call.required("using")?, call.required("value")?);
    let (tree, found) = matches(call, &using, &value)?;
    let Some(node) = found.first() else {
        return Err(WireError::new(
            Name::NoSuchElement,
            format!("unable to find an element using '{using}', value '{value}'"),
        ));
    };
    Ok(Answer::Value(described(call, &tree, &Flat::of(&tree.root), *node)))
}

pub(crate) fn many(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let (using, value) = (call.required("using")?, call.required("value")?);
    let (tree, found) = matches(call, &using, &value)?;
    let flat = Flat::of(&tree.root);
    let list = found.into_iter().map(|node| described(call, &tree, &flat, node)).collect();
    Ok(Answer::Value(Value::Array(list)))
}

fn matches(
    call: &mut Call<'_>,
    using: &str,
    value: &str,
) -> Result<(AppTree, Vec<usize>), WireError> {
    let (tree, from) = if call.element_id().is_some() {
        let found = call.element()?;
        (found.tree, found.place)
    } else {
        (call.runner.tree(call.world)?, 0)
    };
    let found = locate::find(&Flat::of(&tree.root), from, using, value)?;
    Ok((tree, found))
}

/// An element's reference, with the attributes that the settings ask for.
fn described(call: &mut Call<'_>, tree: &AppTree, flat: &Flat<'_>, node: usize) -> Value {
    let id = call.runner.cache.remember(tree, flat, node);
    let mut value = reference(&id);
    if call.runner.settings.flag("shouldUseCompactResponses") {
        return value;
    }
    if let (Some(map), Some(entry)) = (value.as_object_mut(), flat.get(node)) {
        add_attributes(map, entry, call.runner.settings.text("elementResponseAttributes"));
    }
    value
}

fn add_attributes(map: &mut Map<String, Value>, entry: &Entry<'_>, list: &str) {
    let node = entry.node;
    for name in list.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let value = match name {
            // WDA's historical meaning of `name` here is the type.
            "name" | "type" => attributes::full_type(node).into(),
            "text" => shown_text(entry).into(),
            "rect" => json::rect(Whole::of(&node.frame)),
            "enabled" => node.enabled.into(),
            "displayed" => node.visible.into(),
            "selected" => node.selected.into(),
            "label" => attributes::label(node).into(),
            other => match other.strip_prefix("attribute/").map(|n| attributes::read(entry, n)) {
                Some(Some(datum)) => shown(datum),
                _ => continue,
            },
        };
        map.insert(name.to_owned(), value);
    }
}

fn shown_text(entry: &Entry<'_>) -> String {
    let label = || attributes::label(entry.node).map(str::to_owned);
    attributes::value(entry.node).or_else(label).unwrap_or_default()
}

fn shown(datum: Datum) -> Value {
    match datum {
        Datum::Text(text) => text.into(),
        Datum::Flag(flag) => flag.into(),
        Datum::Number(number) if number.fract() == 0.0 => (number as i64).into(),
        Datum::Number(number) => number.into(),
        Datum::Frame(frame) => json::rect(frame),
        Datum::Absent => Value::Null,
    }
}

pub(crate) fn active(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let tree = call.runner.tree(call.world)?;
    let flat = Flat::of(&tree.root);
    let focused = call.world.focused();
    let holds = |entry: &Entry<'_>| {
        kinds::takes_text(entry.node.kind)
            && (entry.node.focused || focused == Some(entry.node.view))
    };
    let place = flat.iter().find(|(_, entry)| holds(entry)).map(|(id, _)| id);
    let missing = "unable to find an element with the keyboard focus";
    let place = place.ok_or_else(|| WireError::new(Name::NoSuchElement, missing))?;
    Ok(Answer::Value(described(call, &tree, &flat, place)))
}

/// Reads one attribute of the element in the path.
fn read(call: &mut Call<'_>, name: &str) -> Result<Datum, WireError> {
    let found = call.element()?;
    let flat = Flat::of(&found.tree.root);
    let datum = flat.get(found.place).and_then(|entry| attributes::read(entry, name));
    datum.ok_or_else(|| {
        WireError::unknown(format!("The attribute '{name}' is unknown to the element"))
    })
}

fn answer(call: &mut Call<'_>, name: &str) -> Result<Answer, WireError> {
    read(call, name).map(|datum| Answer::Value(shown(datum)))
}

pub(crate) fn attribute(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let name = call.parameter("name").unwrap_or_default().to_owned();
    answer(call, &name)
}

pub(crate) fn rect(call: &mut Call<'_>) -> Result<Answer, WireError> {
    answer(call, "rect")
}

pub(crate) fn text(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let found = call.element()?;
    let flat = Flat::of(&found.tree.root);
    Ok(Answer::Value(flat.get(found.place).map(shown_text).unwrap_or_default().into()))
}

pub(crate) fn type_name(call: &mut Call<'_>) -> Result<Answer, WireError> {
    answer(call, "type")
}

pub(crate) fn enabled(call: &mut Call<'_>) -> Result<Answer, WireError> {
    answer(call, "enabled")
}

pub(crate) fn displayed(call: &mut Call<'_>) -> Result<Answer, WireError> {
    answer(call, "visible")
}

pub(crate) fn selected(call: &mut Call<'_>) -> Result<Answer, WireError> {
    answer(call, "selected")
}

pub(crate) fn accessible(call: &mut Call<'_>) -> Result<Answer, WireError> {
    answer(call, "accessible")
}

pub(crate) fn container(call: &mut Call<'_>) -> Result<Answer, WireError> {
    answer(call, "accessibilityContainer")
}

pub(crate) fn visible_cells(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let found = call.element()?;
    let flat = Flat::of(&found.tree.root);
    let is_cell = |id: &usize| {
        flat.get(*id).is_some_and(|entry| entry.node.kind == "Cell" && entry.node.visible)
    };
    let cells: Vec<usize> = flat.below(found.place).filter(is_cell).collect();
    let list = cells.into_iter().map(|id| described(call, &found.tree, &flat, id)).collect();
    Ok(Answer::Value(Value::Array(list)))
}
