//! The tool that takes pictures.
//!
//! Limits: 1568 pixels are what models look at; the tightest client takes 1,048,576 characters for
//! a whole result, so base64 stays below 1,000,000. Source: docs/wires/mcp-clients.md, "Images".

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::application::ui_service::UiService;
use crate::domain::ports::{PictureFormat, PictureGateway, PictureLimits};
use crate::mcp::tool::{Contract, Reply, ToolDefinition, ToolKind};
use crate::mcp::tools::words::Words;

/// Longest side of a picture, in pixels.
const LONG_EDGE: u32 = 1568;
/// Most bytes of a picture: 999,996 characters of base64.
const MOST_BYTES: usize = 749_997;

// How the picture is encoded; published as words.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Encoding {
    Jpeg,
    Png,
}

impl From<Encoding> for PictureFormat {
    fn from(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Jpeg => Self::Jpeg,
            Encoding::Png => Self::Png,
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TakeScreenshot {
    /// Draw the refs of what is shown on the picture.
    #[serde(default)]
    refs: bool,
    /// jpeg by default; png is exact and larger.
    #[serde(default)]
    format: Option<Encoding>,
    /// UDID or name; optional when only one is booted.
    #[serde(default)]
    device: Option<Words>,
}

/// take_screenshot.
pub(super) fn take_screenshot(
    ui: &Arc<UiService>,
    pictures: &Arc<dyn PictureGateway>,
) -> ToolDefinition {
    let contract = Contract {
        name: "take_screenshot",
        title: "Take screenshot",
        description: "Take a picture of the screen, for what the element list cannot tell: drawings, \
                      colours, layout. Far more expensive to read than observe_screen. The text says \
                      the sizes in pixels and points.",
        kind: ToolKind::ReadOnly,
    };
    let (ui, pictures) = (Arc::clone(ui), Arc::clone(pictures));
    ToolDefinition::new(contract, move |input: TakeScreenshot, context| {
        let (ui, pictures) = (Arc::clone(&ui), Arc::clone(&pictures));
        async move {
            let report = ui.screenshot(input.device.as_deref(), input.refs, &context).await?;
            let format = input.format.map(Into::into).unwrap_or_default();
            let limits = PictureLimits { format, long_edge: LONG_EDGE, bytes: MOST_BYTES };
            let tagged = report.tagged.as_ref();
            let fitted = match tagged {
                Some(tagged) => {
                    pictures.fit_marked(&report.picture, limits, &tagged.markup).await?
                }
                None => pictures.fit(&report.picture, limits).await?,
            };
            Ok(Reply::picture(&fitted, report.points, tagged))
        }
    })
}
