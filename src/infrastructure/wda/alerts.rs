//! [`Alerts`] over WebDriverAgent: the alert in front, SpringBoard's included.
//!
//! WDA looks at SpringBoard first, then at the app, so it sees permission prompts that the app's
//! tree does not hold. That there is none is an error on the wire and an answer here. Buttons are
//! never chosen by position. Source: docs/wires/wda.md, "Alerts".

use std::sync::Arc;

use async_trait::async_trait;

use super::error::{WdaError, WireError};
use super::session::WdaSession;
use super::wire::Route;
use crate::domain::error::DeviceError;
use crate::domain::ports::{AlertSeen, Alerts};
use crate::domain::time::Deadline;

/// Sees alerts on one device.
#[derive(Debug)]
pub(super) struct WdaAlerts {
    session: Arc<WdaSession>,
}

impl WdaAlerts {
    pub(super) const fn new(session: Arc<WdaSession>) -> Self {
        Self { session }
    }

    async fn read(&self, by: Deadline) -> Result<AlertSeen, WdaError> {
        let text = self.session.read(&Route::get("alert text", "/alert/text"), by).await?;
        let text: Option<String> = text.value()?;
        let buttons = Route::get("alert buttons", "/wda/alert/buttons");
        let buttons = self.session.read(&buttons, by).await?.value()?;
        Ok(AlertSeen { text: text.unwrap_or_default(), buttons })
    }
}

#[async_trait]
impl Alerts for WdaAlerts {
    async fn showing(&self, by: Deadline) -> Result<Option<AlertSeen>, DeviceError> {
        match self.read(by).await {
            Ok(alert) => Ok(Some(alert)),
            Err(error) if error.is(WireError::NoSuchAlert) => Ok(None),
            Err(error) => Err(error.unread()),
        }
    }
}
