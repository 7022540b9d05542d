//! The tool that runs several steps in one call.
//!
//! A step is one flat object: `tool` and the parameters of that tool. The published schema lists
//! the parameters of all of them once and without words; reading a step goes through the input type
//! of its own tool, so a sequence is exactly as strict as single calls are.

use std::sync::Arc;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::application::context::CallContext;
use crate::application::ui_service::UiService;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::step::{Expectation, Step, UiStep};
use crate::mcp::schema::{read, schema_of};
use crate::mcp::tool::{Contract, Object, Reply, ToolDefinition, ToolKind};
use crate::mcp::tools::act::{PressButton, Scroll, SetValue, Tap, TypeText};
use crate::mcp::tools::device::{LaunchApp, OpenUrl};
use crate::mcp::tools::input::{ButtonName, StepInput, Way};
use crate::mcp::tools::observe::WaitFor;
use crate::mcp::tools::words::Words;

/// Patience per step, so that a long run is not cut by the time of a single call.
const STEP_PATIENCE: Duration = Duration::from_secs(20);

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum StepTool {
    Tap,
    TypeText,
    SetValue,
    Scroll,
    PressButton,
    LaunchApp,
    OpenUrl,
    WaitFor,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FlatStep {
    tool: StepTool,
    #[serde(default, rename = "ref", skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    role: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    x: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    y: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hold_seconds: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clear: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    submit: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    value: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    direction: Option<Way>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    until: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    button: Option<ButtonName>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bundle_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fresh: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    arguments: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gone: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    timeout_seconds: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expect: Option<String>,
}

impl FlatStep {
    fn step(&self, index: usize) -> Result<Step, DeviceError> {
        let mut given = match serde_json::to_value(self) {
            Ok(Value::Object(given)) => given,
            _ => Object::new(),
        };
        given.remove("tool");
        match self.tool {
            StepTool::Tap => own::<Tap>(index, "tap", given),
            StepTool::TypeText => own::<TypeText>(index, "type_text", given),
            StepTool::SetValue => own::<SetValue>(index, "set_value", given),
            StepTool::Scroll => own::<Scroll>(index, "scroll", given),
            StepTool::PressButton => own::<PressButton>(index, "press_button", given),
            StepTool::LaunchApp => own::<LaunchApp>(index, "launch_app", given),
            StepTool::OpenUrl => own::<OpenUrl>(index, "open_url", given),
            StepTool::WaitFor => own::<WaitFor>(index, "wait_for", given),
        }
    }
}

/// One element of `steps`, which is an object and nothing else.
fn flat(index: usize, given: &Value, schema: &Object) -> Result<FlatStep, DeviceError> {
    let place = format!("run_sequence steps[{index}]");
    let Value::Object(step) = given else {
        let message = format!("{place} is {}, not an object", kind(given));
        return Err(DeviceError::new(ErrorCode::InvalidArgument, message)
            .with_hint("a step is for example {\"tool\": \"tap\", \"target\": \"Save\"}"));
    };
    read(&place, schema, Some(step.clone()))
}

const fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// The step as its own tool reads it, without a device: a sequence runs on one.
fn own<I: StepInput>(index: usize, tool: &str, given: Object) -> Result<Step, DeviceError> {
    let mut schema = schema_of::<I>();
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.remove("device");
    }
    let place = format!("run_sequence steps[{index}] {tool}");
    read::<I>(&place, &schema, Some(given))?.step().map_err(|error| placed(&place, &error))
}

fn placed(place: &str, error: &DeviceError) -> DeviceError {
    let placed = DeviceError::new(error.code(), format!("{place}: {}", error.message()));
    match error.hint() {
        Some(hint) => placed.with_hint(hint.to_owned()),
        None => placed,
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RunSequence {
    /// Steps in order, each {"tool": …} with the parameters of that tool.
    #[schemars(with = "Vec<FlatStep>")]
    steps: Vec<Value>,
    /// UDID or name; optional when only one is booted.
    #[serde(default)]
    device: Option<Words>,
    /// As expect of the last step.
    #[serde(default)]
    expect: Option<Words>,
}

impl RunSequence {
    fn steps(&self) -> Result<Vec<Step>, DeviceError> {
        let schema = schema_of::<FlatStep>();
        let read = |(index, step)| flat(index, step, &schema)?.step(index);
        let steps = self.steps.iter().enumerate().map(read);
        let mut steps = steps.collect::<Result<Vec<Step>, DeviceError>>()?;
        if let (Some(text), Some(last)) = (&self.expect, steps.last_mut()) {
            let expect = Expectation::parse(text)?;
            if last.expect.is_some() || matches!(last.what, UiStep::WaitFor { .. }) {
                let message = "expect belongs to the last step, which has its own or only waits";
                return Err(DeviceError::new(ErrorCode::InvalidArgument, message));
            }
            last.expect = Some(expect);
        }
        Ok(steps)
    }
}

/// run_sequence.
pub(super) fn run_sequence(ui: &Arc<UiService>) -> ToolDefinition {
    let contract = Contract {
        name: "run_sequence",
        title: "Run sequence",
        description: "Run up to 50 known steps on one device in one call: faster and cheaper than \
                      single calls. Every step is verified; the run stops at the first that fails, \
                      has no effect or waits in vain, and says which steps were done. Name elements \
                      of later screens by target.",
        kind: ToolKind::Changes,
    };
    let ui = Arc::clone(ui);
    ToolDefinition::new(contract, move |input: RunSequence, context: CallContext| {
        let ui = Arc::clone(&ui);
        async move {
            let steps = input.steps()?;
            let mut context = context;
            context.patience = context.patience.max(patience(&steps));
            let device = input.device.as_deref();
            Ok(Reply::sequence(&ui.run_sequence(device, &steps, &context).await?))
        }
    })
}

fn patience(steps: &[Step]) -> Duration {
    let own = |step: &Step| match step.what {
        UiStep::WaitFor { timeout, .. } => timeout + STEP_PATIENCE,
        _ => STEP_PATIENCE,
    };
    steps.iter().map(own).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn reading(steps: &Value) -> Result<Vec<Step>, String> {
        let arguments = json!({"steps": steps}).as_object().cloned();
        read::<RunSequence>("run_sequence", &schema_of::<RunSequence>(), arguments)
            .and_then(|input| input.steps())
            .map_err(|error| error.message().to_owned())
    }

    #[test]
    fn each_step_is_read_as_its_own_tool_reads_it() {
        let steps = reading(&json!([
            {"tool": "launch_app", "bundle_id": "com.apple.Preferences"},
            {"tool": "tap", "target": "Accessibility", "expect": "Display"},
            {"tool": "wait_for", "text": "Bold Text", "timeout_seconds": "3"},
        ]))
        .unwrap();
        let verbs: Vec<&str> = steps.iter().map(|step| step.what.verb()).collect();
        assert_eq!(verbs, ["launch_app", "tap", "wait_for"]);
        assert_eq!(patience(&steps), Duration::from_secs(63));
    }

    #[test]
    fn a_step_with_a_parameter_of_another_tool_is_refused_with_its_place() {
        let error =
            reading(&json!([{"tool": "tap", "target": "A"}, {"tool": "tap", "url": "x:y"}]));
        assert_eq!(error, Err("run_sequence steps[1] tap has no parameter \"url\"".to_owned()));
        let error = reading(&json!([{"tool": "scroll", "direction": "sideways"}]));
        let expected = "run_sequence steps[0]: direction: unknown variant `sideways`";
        assert!(error.as_ref().is_err_and(|m| m.starts_with(expected)), "{error:?}");
        let error = reading(&json!([{"target": "A"}]));
        assert_eq!(error, Err("run_sequence steps[0] needs tool".to_owned()));
        let error = reading(&json!([{"tool": "tap", "target": "A"}, ["tap", null, "A"]]));
        assert_eq!(error, Err("run_sequence steps[1] is a list, not an object".to_owned()));
        let error = reading(&json!([{"tool": "tap"}]));
        assert_eq!(error, Err("run_sequence steps[0] tap: tap needs ref or target".to_owned()));
    }

    #[test]
    fn the_expectation_of_a_run_is_that_of_its_last_step() {
        let arguments = json!({"steps": [{"tool": "tap", "target": "A"}], "expect": "!Loading"});
        let input: RunSequence = serde_json::from_value(arguments).unwrap();
        let steps = input.steps().unwrap();
        let expect = Expectation { text: "Loading".to_owned(), absent: true };
        assert_eq!(steps[0].expect, Some(expect));
    }
}
