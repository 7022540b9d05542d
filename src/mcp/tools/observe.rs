//! Tools that look: observe_screen, find_elements and wait_for.

use std::sync::Arc;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::application::context::CallContext;
use crate::application::report::ObserveOptions;
use crate::application::ui_service::UiService;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::geometry::Rect;
use crate::domain::perception::LEAST_BUDGET;
use crate::domain::step::{Step, UiStep};
use crate::mcp::render::WaitContent;
use crate::mcp::tool::{Contract, Reply, ToolDefinition, ToolKind};
use crate::mcp::tools::input::{
    StepInput, between, counted, expecting, seconds, some_text, without_key,
};
use crate::mcp::tools::words::Words;

/// Most tokens of one digest.
const MOST_TOKENS: u64 = 8000;
/// Matches of a search when the caller names no limit, and most.
const SOME_MATCHES: u64 = 10;
const MOST_MATCHES: u64 = 50;
/// Wait when the caller names none, and the longest, in seconds.
const SOME_SECONDS: f64 = 10.0;
const MOST_SECONDS: f64 = 120.0;
/// What a wait may take beyond its own time: the queue and the last reading.
const WAIT_SLACK: Duration = Duration::from_secs(20);

/// observe_screen and find_elements.
pub(super) fn tools(ui: &Arc<UiService>) -> Vec<ToolDefinition> {
    vec![observe_screen(ui), find_elements(ui)]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ObserveScreen {
    /// Show only elements that match this text.
    #[serde(default)]
    query: Option<Words>,
    /// Show only this rectangle, in points: [x, y, width, height].
    #[serde(default)]
    region: Option<Vec<f64>>,
    /// Most tokens to spend, 60 to 8000; 600 by default.
    #[serde(default)]
    budget: Option<u64>,
    /// UDID or name; optional when only one is booted.
    #[serde(default)]
    device: Option<Words>,
}

impl ObserveScreen {
    fn options(&self) -> Result<ObserveOptions, DeviceError> {
        let region = self.region.as_deref().map(rectangle).transpose()?;
        let budget = self
            .budget
            .map(|n| between("budget", n, LEAST_BUDGET as u64, MOST_TOKENS))
            .transpose()?;
        let query =
            self.query.as_deref().map(|text| some_text("query", without_key(text))).transpose()?;
        Ok(ObserveOptions { query, region, budget })
    }
}

fn rectangle(numbers: &[f64]) -> Result<Rect, DeviceError> {
    match *numbers {
        [x, y, width, height]
            if numbers.iter().all(|n| n.is_finite()) && width > 0.0 && height > 0.0 =>
        {
            Ok(Rect::new(x, y, width, height))
        }
        _ => Err(DeviceError::new(
            ErrorCode::InvalidArgument,
            "region is not four numbers [x, y, width, height] with a width and a height above 0",
        )),
    }
}

fn observe_screen(ui: &Arc<UiService>) -> ToolDefinition {
    let contract = Contract {
        name: "observe_screen",
        title: "Observe screen",
        description: "Read the screen as a short list, one line an element: ref, role, \"label\", \
                      =value, id=identifier and its touch point in points. Use its refs in the other \
                      tools. Acting tools answer with what changed, so observe only when you do not \
                      know the screen.",
        kind: ToolKind::ReadOnly,
    };
    let ui = Arc::clone(ui);
    ToolDefinition::new(contract, move |input: ObserveScreen, context| {
        let ui = Arc::clone(&ui);
        async move {
            let options = input.options()?;
            Ok(Reply::screen(&ui.observe(input.device.as_deref(), &options, &context).await?))
        }
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FindElements {
    /// Text to look for in labels, values and identifiers.
    text: Words,
    /// Most matches to list, 10 by default.
    #[serde(default)]
    limit: Option<u64>,
    /// UDID or name; optional when only one is booted.
    #[serde(default)]
    device: Option<Words>,
}

fn find_elements(ui: &Arc<UiService>) -> ToolDefinition {
    let contract = Contract {
        name: "find_elements",
        title: "Find elements",
        description: "Search everything the screen's tree holds, also what observe_screen left out, \
                      and say of each match whether it was shown, its state and its place. Issues no \
                      refs; pass the text as target.",
        kind: ToolKind::ReadOnly,
    };
    let ui = Arc::clone(ui);
    ToolDefinition::new(contract, move |input: FindElements, context| {
        let ui = Arc::clone(&ui);
        async move {
            let text = some_text("text", without_key(&input.text))?;
            let limit = counted("limit", input.limit.unwrap_or(SOME_MATCHES), MOST_MATCHES)?;
            let device = input.device.as_deref();
            Ok(Reply::found(&ui.find(device, &text, limit, &context).await?))
        }
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WaitFor {
    /// Text to wait for.
    text: Words,
    /// Wait until it is no longer on screen.
    #[serde(default)]
    gone: bool,
    /// Longest wait, 10 by default, 120 at most.
    #[serde(default)]
    timeout_seconds: Option<f64>,
    /// UDID or name; optional when only one is booted.
    #[serde(default)]
    device: Option<Words>,
}

impl WaitFor {
    fn timeout(&self) -> Result<Duration, DeviceError> {
        seconds("timeout_seconds", self.timeout_seconds.unwrap_or(SOME_SECONDS), MOST_SECONDS)
    }
}

impl StepInput for WaitFor {
    fn device(&self) -> Option<&str> {
        self.device.as_deref()
    }

    fn step(self) -> Result<Step, DeviceError> {
        let timeout = self.timeout()?;
        let text = some_text("text", &self.text)?;
        expecting(UiStep::WaitFor { text, gone: self.gone, timeout }, None)
    }
}

/// The tool that waits.
pub(super) fn wait_for(ui: &Arc<UiService>) -> ToolDefinition {
    let contract = Contract {
        name: "wait_for",
        title: "Wait for",
        description: "Wait until a text is on screen, or gone. Answers met or not_met with the screen \
                      as it is then; not_met is no error. Acting tools wait for the screen to settle \
                      by themselves.",
        kind: ToolKind::ReadOnly,
    };
    let ui = Arc::clone(ui);
    ToolDefinition::new(contract, move |input: WaitFor, context: CallContext| {
        let ui = Arc::clone(&ui);
        async move {
            let device = input.device.clone();
            let mut context = context;
            context.patience = context.patience.max(input.timeout()? + WAIT_SLACK);
            let wait = input.step()?.what;
            Ok(Reply::waited(&ui.wait_for(device.as_deref(), &wait, &context).await?))
        }
    })
    .answering::<WaitContent>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_is_four_numbers_with_an_area() {
        assert_eq!(rectangle(&[0.0, 80.5, 402.0, 300.0]).unwrap().height, 300.0);
        for refused in [&[1.0, 2.0, 3.0][..], &[0.0, 0.0, 0.0, 5.0], &[0.0, 0.0, f64::NAN, 5.0]] {
            assert!(rectangle(refused).is_err());
        }
    }
}
