//! What a runner says of itself without a session: `/status` and `/wda/device/info`.
//!
//! Both wait in WDA's one queue, so a busy runner answers late. Builds of before 2023 lack fields;
//! only `ready` is needed. Source: docs/wires/wda.md, "Sessions".

use serde::Deserialize;

use super::client::WdaClient;
use super::error::WdaError;
use super::wire::Route;
use crate::domain::time::Deadline;

/// A runner's answer to `/status`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Status {
    pub ready: bool,
    pub message: Option<String>,
    /// For example `iOS 26.1`.
    pub os: Option<String>,
    /// The session that is active now, whoever opened it.
    pub active: Option<String>,
}

#[derive(Deserialize)]
struct WireStatus {
    /// Absent in old builds, which answer only when they are ready.
    ready: Option<bool>,
    message: Option<String>,
    os: Option<WireOs>,
}

#[derive(Deserialize)]
struct WireOs {
    name: Option<String>,
    version: Option<String>,
}

impl WireOs {
    fn text(self) -> Option<String> {
        let version = self.version?;
        Some(format!("{} {version}", self.name.as_deref().unwrap_or("iOS")))
    }
}

#[derive(Deserialize)]
struct WireDevice {
    name: Option<String>,
}

/// Asks the runner how it is, once more where the first answer failed: one lost request does not
/// make a device unknown.
pub(super) async fn ask(client: &WdaClient, by: Deadline) -> Result<Status, WdaError> {
    match once(client, by).await {
        Err(error) if !matches!(error, WdaError::TooLate { .. } | WdaError::Timeout { .. }) => {
            tracing::debug!(runner = %client.base(), %error, "the status is asked for again");
            once(client, by).await
        }
        outcome => outcome,
    }
}

async fn once(client: &WdaClient, by: Deadline) -> Result<Status, WdaError> {
    let reply = client.call(None, &Route::get("status", "/status"), by).await?;
    let value: WireStatus = reply.value()?;
    Ok(Status {
        ready: value.ready.unwrap_or(true),
        message: value.message,
        os: value.os.and_then(WireOs::text),
        active: reply.active,
    })
}

/// The device's name, where the runner tells it.
pub(super) async fn device_name(client: &WdaClient, by: Deadline) -> Option<String> {
    let route = Route::get("device info", "/wda/device/info");
    let reply = client.call(None, &route, by).await.ok()?;
    let value: WireDevice = reply.value().ok()?;
    value.name.filter(|name| !name.trim().is_empty())
}
