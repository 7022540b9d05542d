//! The tree and the picture of the screen.

use serde_json::Value;

use crate::ax::AppTree;
use crate::face::call::{Answer, Call};
use crate::face::fail::WireError;
use crate::face::runner::{Distortion, distorted};
use crate::face::{json, xml};
use crate::world::SPRINGBOARD;

pub(crate) fn source(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let tree = served(call)?;
    let value = match call.parameter("format").unwrap_or("xml") {
        "xml" => {
            let options = xml::Options {
                scope: call.parameter("scope").filter(|s| is_tag(s)).map(str::to_owned),
                excluded: call.excluded(),
                ..xml::Options::from_settings(&call.runner.settings)
            };
            Value::String(xml::source(&tree, &options))
        }
        "json" => json::source(&tree.root, &call.excluded()),
        "description" => Value::String(json::description(&tree.root)),
        other => return Err(WireError::argument(format!("Unknown source format '{other}'"))),
    };
    Ok(Answer::Value(value))
}

pub(crate) fn accessible(call: &mut Call<'_>) -> Result<Answer, WireError> {
    Ok(Answer::Value(json::accessible_source(&served(call)?.root)))
}

/// The active application's tree, bent by a fault if there is one.
fn served(call: &Call<'_>) -> Result<AppTree, WireError> {
    let Some(distortion) = call.distortion else { return call.runner.tree(call.world) };
    let tree = if distortion == Distortion::WrongApp {
        let front = call.runner.active(call.world)?;
        let other =
            call.world.apps().into_iter().find(|app| app.bundle_id != front && app.state > 1);
        let other = other.map_or_else(|| SPRINGBOARD.to_owned(), |app| app.bundle_id);
        call.runner.tree_of(call.world, &other)?
    } else {
        call.runner.tree(call.world)?
    };
    Ok(distorted(tree, distortion))
}

/// A scope becomes an element name, so it must be one.
fn is_tag(scope: &str) -> bool {
    scope.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && scope.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
}

pub(crate) fn screenshot(_: &mut Call<'_>) -> Result<Answer, WireError> {
    Ok(Answer::Picture { part: None })
}

pub(crate) fn element_screenshot(call: &mut Call<'_>) -> Result<Answer, WireError> {
    let found = call.element()?;
    Ok(Answer::Picture { part: Some(found.node().frame) })
}
