//! Alerts, wherever they belong.
//!
//! Accepting without a name presses the last button of an alert and the first of a sheet, dismissing
//! the opposite: what that means is the alert's affair. Source: `docs/wires/wda.md`, "Alerts".

use serde_json::Value;

use crate::ax::AxNode;
use crate::face::attributes;
use crate::face::call::{Answer, Call, nothing};
use crate::face::chain::Chain;
use crate::face::fail::{Name, WireError};
use crate::face::flat::Flat;
use crate::input::Wire;
use crate::world::AlertInfo;

fn open_alert(call: &Call<'_>) -> Result<AlertInfo, WireError> {
    call.world.alert().ok_or_else(none_open)
}

fn none_open() -> WireError {
    WireError::new(
        Name::NoSuchAlert,
        "An attempt was made to operate on a modal dialog when one was not open. No alert is open",
    )
}

pub(crate) fn text(call: &mut Call<'_>) -> Result<Answer, WireError> {
    Ok(Answer::Value(open_alert(call)?.texts.join("\n").into()))
}

pub(crate) fn buttons(call: &mut Call<'_>) -> Result<Answer, WireError> {
    Ok(Answer::Value(open_alert(call)?.buttons.into()))
}

pub(crate) fn accept(call: &mut Call<'_>) -> Result<Answer, WireError> {
    respond(call, true)
}

pub(crate) fn dismiss(call: &mut Call<'_>) -> Result<Answer, WireError> {
    respond(call, false)
}

fn respond(call: &mut Call<'_>, accepts: bool) -> Result<Answer, WireError> {
    let alert = open_alert(call)?;
    let button = match call.text("name") {
        Some(name) => name.to_owned(),
        None => match selected(call, &alert, accepts) {
            Some(label) => label,
            None => by_position(&alert, accepts).ok_or_else(|| {
                WireError::state("The alert has no buttons that could be pressed")
            })?,
        },
    };
    if !alert.buttons.contains(&button) {
        return Err(WireError::state(format!(
            "Failed to find button with label '{button}' for alert: {}",
            alert.texts.join(" ")
        )));
    }
    call.world.answer_alert(Wire::Wda, &button)?;
    nothing()
}

fn by_position(alert: &AlertInfo, accepts: bool) -> Option<String> {
    let takes_last = accepts == (alert.kind != "Sheet");
    if takes_last { alert.buttons.last() } else { alert.buttons.first() }.cloned()
}

/// The button that the session's selector names, if it names one of the alert's.
fn selected(call: &Call<'_>, alert: &AlertInfo, accepts: bool) -> Option<String> {
    let setting = if accepts { "acceptAlertButtonSelector" } else { "dismissAlertButtonSelector" };
    let selector = call.runner.settings.text(setting);
    let chain = Chain::parse(Some(selector).filter(|text| !text.is_empty())?).ok()?;
    let tree = call.runner.tree_of(call.world, &alert.owner).ok()?;
    let flat = Flat::of(&tree.root);
    let found = chain.find(&flat, 0).ok()?;
    let labels = found.iter().filter_map(|id| attributes::label(flat.get(*id)?.node));
    labels.map(str::to_owned).find(|label| alert.buttons.contains(label))
}

pub(crate) fn set_text(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let value = call.body.get("value");
    let text = match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).collect(),
        _ => return Err(WireError::argument("Missing 'value' parameter")),
    };
    let alert = open_alert(call)?;
    let tree = call.runner.tree_of(call.world, &alert.owner)?;
    let fields = fields(&tree.root, false);
    let [field] = fields.as_slice() else {
        return Err(WireError::new(
            Name::Unsupported,
            format!("The alert must have exactly one text field, not {}", fields.len()),
        ));
    };
    call.world.focus(*field)?;
    call.world.clear_text(Wire::Wda, *field)?;
    call.world.type_text(Wire::Wda, &text)?;
    nothing()
}

fn fields(node: &AxNode, inside: bool) -> Vec<u64> {
    let inside = inside || matches!(node.kind, "Alert" | "Sheet");
    let is_field = inside && matches!(node.kind, "TextField" | "SecureTextField");
    let below = node.children.iter().flat_map(|child| fields(child, inside));
    is_field.then_some(node.view).into_iter().chain(below).collect()
}
