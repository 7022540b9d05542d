//! Tools of the toolset `evidence`: save_flow.

use std::path::Path;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::application::report::RecordedFlow;
use crate::application::ui_service::UiService;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::ports::FlowStore;
use crate::mcp::tool::{Contract, Reply, ToolDefinition, ToolKind};
use crate::mcp::tools::input::some_text;
use crate::mcp::tools::words::Words;

pub(super) fn tools(ui: &Arc<UiService>, flows: &Arc<dyn FlowStore>) -> Vec<ToolDefinition> {
    vec![save_flow(ui, flows)]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SaveFlow {
    /// File to write, ending in .json; an earlier flow there is replaced.
    path: Words,
    /// UDID or name; optional when only one is booted.
    #[serde(default)]
    device: Option<Words>,
}

fn save_flow(ui: &Arc<UiService>, flows: &Arc<dyn FlowStore>) -> ToolDefinition {
    let contract = Contract {
        name: "save_flow",
        title: "Save flow",
        description: "Write the steps that you did on this device and that held, since the start or \
                      the last save_flow, as a flow: plain JSON that \"ios-mcp run\" replays without a \
                      model. Text of secure fields is kept out, by name. Says what was left out.",
        kind: ToolKind::Changes,
    };
    let (ui, flows) = (Arc::clone(ui), Arc::clone(flows));
    ToolDefinition::new(contract, move |input: SaveFlow, context| {
        let (ui, flows) = (Arc::clone(&ui), Arc::clone(&flows));
        async move {
            let path = some_text("path", &input.path)?;
            let session = ui.session(input.device.as_deref()).await?;
            let recorded = session.recorded(&context);
            if recorded.flow.steps.is_empty() {
                return Err(nothing_held(&recorded));
            }
            flows.save(Path::new(&path), &recorded.flow)?;
            session.mark(&context);
            Ok(Reply::note(saved(&path, &recorded)))
        }
    })
}

fn nothing_held(recorded: &RecordedFlow) -> DeviceError {
    let message = match recorded.left_out {
        0 => "nothing was done on this device since the start or the last flow".to_owned(),
        n => format!("none of the {n} steps on this device held"),
    };
    DeviceError::new(ErrorCode::NotRecording, message)
        .with_hint("do the steps first, then save_flow")
}

/// What was written, what was not, and how it is replayed.
fn saved(path: &str, recorded: &RecordedFlow) -> String {
    let mut lines = vec![format!("saved: {} steps in {path}", recorded.flow.steps.len())];
    if recorded.left_out > 0 {
        lines.push(format!("left out, because they did not hold: {}", recorded.left_out));
        lines.extend(recorded.told.iter().map(|line| format!("- {line}")));
    }
    if recorded.forgotten > 0 {
        lines.push(format!("left out, because they were too long ago: {}", recorded.forgotten));
    }
    let secrets = recorded.flow.secrets();
    for name in &secrets {
        let variable = format!("IOS_MCP_SECRET_{}", name.as_str().to_uppercase());
        lines.push(format!(
            "secret {name}: replaying takes it from --secret {name}=… or {variable}"
        ));
    }
    lines.push(format!("hint: ios-mcp run {path} replays it; the next flow begins here"));
    lines.join("\n")
}
