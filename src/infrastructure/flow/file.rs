//! The shape of a flow's file, and which fields each verb takes.
//!
//! One flat object a step, its fields named as the parameters of the tools are. Unknown fields and
//! fields that stand twice are refused by serde; a field of another verb by [`fields_of`].

use serde::{Deserialize, Serialize};

/// The version that this program writes and reads.
pub(super) const FORMAT: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FlowFile {
    pub(super) format: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) device: Option<String>,
    pub(super) steps: Vec<StepFile>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StepFile {
    pub(super) verb: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) target: Option<TargetFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<TargetFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) to: Option<TargetFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) count: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) hold_seconds: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) scale: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) secret: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) clear: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) submit: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) value: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) direction: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) until: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) button: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) action: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) key: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) bundle_id: Option<String>,
    /// Of an app, where a person who writes a flow does not know its bundle id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fresh: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) arguments: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) url: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) gone: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) timeout_seconds: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) expect: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) verdict: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) screen: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seconds: Option<f64>,
}

/// An element: a visible `text`, or what made it that element.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TargetFile {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) role: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) identifier: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) label: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) alert: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) context: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) ordinal: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) twins: Option<u32>,
    /// What told it apart: identifier, label, context or position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) app: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) asked: Option<String>,
}

/// What every step takes.
pub(super) const COMMON: &[&str] = &["verb", "expect", "verdict", "reason", "screen", "seconds"];

/// What the steps of a verb take beside that; `None` for what is no verb.
pub(super) fn fields_of(verb: &str) -> Option<&'static [&'static str]> {
    Some(match verb {
        "tap" => &["target", "count"],
        "hold" => &["target", "hold_seconds"],
        "swipe" => &["direction", "from", "to"],
        "drag" => &["from", "to", "hold_seconds"],
        "pinch" => &["target", "scale"],
        "press_key" => &["key"],
        "answer_alert" => &["button", "action"],
        "type_text" => &["target", "text", "secret", "clear", "submit"],
        "set_value" => &["target", "value"],
        "scroll" => &["direction", "until", "target"],
        "press_button" => &["button"],
        "launch_app" => &["bundle_id", "fresh", "arguments"],
        "open_url" => &["url"],
        "wait_for" => &["text", "gone", "timeout_seconds"],
        _ => return None,
    })
}
