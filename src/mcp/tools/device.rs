//! Tools on devices and apps: which there are, booting, launching, opening links.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::application::context::CallContext;
use crate::application::ui_service::UiService;
use crate::domain::app::BundleId;
use crate::domain::device::Device;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::step::{Expectation, Step, UiStep};
use crate::mcp::render::DevicesContent;
use crate::mcp::tool::{Contract, Reply, ToolDefinition, ToolKind};
use crate::mcp::tools::input::{StepInput, acting, expecting, some_text};
use crate::mcp::tools::words::Words;

/// The one tool that works without a device.
pub(super) const LIST_DEVICES: &str = "list_devices";
/// How long a booted device is watched for the text that the caller expects.
const EXPECTATION_SECONDS: u64 = 3;

/// list_devices, boot_device, launch_app and open_url.
pub(super) fn tools(ui: &Arc<UiService>) -> Vec<ToolDefinition> {
    vec![list_devices(ui), boot_device(ui), launch_app(ui), open_url(ui)]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListDevices {
    /// List only devices whose UDID or name contains this.
    #[serde(default)]
    device: Option<Words>,
}

fn is_called(device: &Device, text: &str) -> bool {
    let text = text.to_lowercase();
    let names = [device.udid.as_str().to_lowercase(), device.name.to_lowercase()];
    names.iter().any(|name| name.contains(&text))
}

fn list_devices(ui: &Arc<UiService>) -> ToolDefinition {
    let contract = Contract {
        name: LIST_DEVICES,
        title: "List devices",
        description: "List the simulators, phones and virtual iPhones that can be driven: UDID, \
                      name, kind, system and state, with a warning for each source that could not \
                      be asked. Call it first when it is unclear which device is meant.",
        kind: ToolKind::ReadOnly,
    };
    let ui = Arc::clone(ui);
    ToolDefinition::new(contract, move |input: ListDevices, _context| {
        let ui = Arc::clone(&ui);
        async move {
            let list = ui.devices().await;
            let text = input.device.as_deref().map(str::trim).unwrap_or_default();
            if text.is_empty() {
                return Ok(Reply::devices(&list));
            }
            Ok(Reply::devices_called(&list, text, |device| is_called(device, text)))
        }
    })
    .answering::<DevicesContent>()
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct BootDevice {
    /// UDID or name.
    #[serde(default)]
    device: Option<Words>,
    /// Text that must be on screen afterwards; "!text" must not.
    #[serde(default)]
    expect: Option<Words>,
}

fn boot_device(ui: &Arc<UiService>) -> ToolDefinition {
    let contract = Contract {
        name: "boot_device",
        title: "Boot device",
        description: "Boot a simulator and wait until it can be driven. Answers \"already\" when it \
                      is booted.",
        kind: ToolKind::ChangesIdempotently,
    };
    let ui = Arc::clone(ui);
    ToolDefinition::new(contract, move |input: BootDevice, context| {
        let ui = Arc::clone(&ui);
        async move { boot(&ui, &input, &context).await }
    })
}

async fn boot(
    ui: &UiService,
    input: &BootDevice,
    context: &CallContext,
) -> Result<Reply, DeviceError> {
    let expect = input.expect.as_deref().map(Expectation::parse).transpose()?;
    let (device, already) = ui.boot(input.device.as_deref(), context).await?;
    let Some(Expectation { text, absent }) = expect else {
        return Ok(Reply::booted(&device, already));
    };
    let timeout = std::time::Duration::from_secs(EXPECTATION_SECONDS);
    let wait = UiStep::WaitFor { text, gone: absent, timeout };
    let waited = ui.wait_for(Some(device.udid.as_str()), &wait, context).await?;
    Ok(Reply::booted_expecting(&device, already, &waited))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LaunchApp {
    /// Bundle id, e.g. "com.apple.Preferences".
    #[serde(default)]
    bundle_id: Option<Words>,
    /// Instead: its name on the home screen, e.g. "Settings".
    #[serde(default)]
    name: Option<Words>,
    /// End a running instance first.
    #[serde(default)]
    fresh: bool,
    /// Launch arguments.
    #[serde(default)]
    arguments: Vec<String>,
    /// UDID or name; optional when only one is booted.
    #[serde(default)]
    device: Option<Words>,
    /// Text that must be on screen afterwards; "!text" must not.
    #[serde(default)]
    expect: Option<Words>,
}

impl StepInput for LaunchApp {
    fn device(&self) -> Option<&str> {
        self.device.as_deref()
    }

    fn step(self) -> Result<Step, DeviceError> {
        if let Some(argument) = self.arguments.iter().find(|text| text.contains('\0')) {
            return Err(DeviceError::invalid(
                "arguments",
                "holds a U+0000, which ends it",
                argument,
            ));
        }
        let (fresh, arguments) = (self.fresh, self.arguments);
        let what = match (self.bundle_id.as_deref(), self.name.as_deref()) {
            (Some(id), None) => UiStep::LaunchApp { app: BundleId::parse(id)?, fresh, arguments },
            (None, Some(name)) => UiStep::LaunchNamed { name: name.to_owned(), fresh, arguments },
            (Some(_), Some(_)) | (None, None) => return Err(one_name()),
        };
        expecting(what, self.expect.as_deref())
    }
}

fn one_name() -> DeviceError {
    let message = "launch_app needs bundle_id or name, and not both";
    DeviceError::new(ErrorCode::InvalidArgument, message)
        .with_hint("pass {\"bundle_id\": \"com.apple.Preferences\"} or {\"name\": \"Settings\"}")
}

fn launch_app(ui: &Arc<UiService>) -> ToolDefinition {
    let contract = Contract {
        name: "launch_app",
        title: "Launch app",
        description: "Bring an app to the front, starting it if needed, and answer with its screen. \
                      \"already\" when it is in front and neither fresh nor arguments are given.",
        kind: ToolKind::ChangesIdempotently,
    };
    acting::<LaunchApp>(contract, ui)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenUrl {
    /// Link with its scheme: https or an app's own.
    url: String,
    /// UDID or name; optional when only one is booted.
    #[serde(default)]
    device: Option<Words>,
    /// Text that must be on screen afterwards; "!text" must not.
    #[serde(default)]
    expect: Option<Words>,
}

impl StepInput for OpenUrl {
    fn device(&self) -> Option<&str> {
        self.device.as_deref()
    }

    fn step(self) -> Result<Step, DeviceError> {
        let url = some_text("url", &self.url)?;
        let scheme = url.split_once(':').map_or("", |(scheme, _)| scheme);
        let named = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
        let clean = !url.chars().any(|c| c.is_control() || c.is_whitespace());
        if !named || !clean {
            return Err(DeviceError::invalid("url", "is not a link with a scheme", &url));
        }
        expecting(UiStep::OpenUrl { url }, self.expect.as_deref())
    }
}

fn open_url(ui: &Arc<UiService>) -> ToolDefinition {
    let contract = Contract {
        name: "open_url",
        title: "Open URL",
        description: "Open a web or deep link as if it was tapped on the device, and answer with the \
                      screen it led to. iOS may ask before it changes the app: answer that alert.",
        kind: ToolKind::Changes,
    };
    acting::<OpenUrl>(contract, ui)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_needs_a_scheme_and_no_white_space() {
        let step = |url: &str| {
            OpenUrl { url: url.to_owned(), device: None, expect: None }.step().map(|step| step.what)
        };
        let url = "myapp://room/2?x=1".to_owned();
        assert_eq!(step(&url).unwrap(), UiStep::OpenUrl { url });
        for refused in ["", "example.com", "-rf:x", "https://a b", "ht tp://x", "https://a\n"] {
            assert!(step(refused).is_err(), "{refused}");
        }
    }
}
