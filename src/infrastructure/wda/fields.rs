//! [`Fields`] over WebDriverAgent: the focused field with its text, in one request.
//!
//! WDA gives the placeholder as the value of an empty field, so a value that equals it is no text;
//! a text that somebody typed to equal it cannot be told from it. A secure field's value is one
//! bullet per character. Source: docs/wires/wda.md, "Value rules".

use std::sync::Arc;

use async_trait::async_trait;

use super::error::{WdaError, WireError};
use super::found::Found;
use super::session::WdaSession;
use super::wire::Route;
use crate::domain::error::DeviceError;
use crate::domain::ports::{Fields, FocusedField};
use crate::domain::role::Role;
use crate::domain::time::Deadline;

/// Reads the field that has the keyboard.
#[derive(Debug)]
pub(super) struct WdaFields {
    session: Arc<WdaSession>,
}

impl WdaFields {
    pub(super) const fn new(session: Arc<WdaSession>) -> Self {
        Self { session }
    }

    async fn read(&self, by: Deadline) -> Result<FocusedField, WdaError> {
        let reply = self.session.read(&Route::get("active element", "/element/active"), by).await?;
        let found = Found::of(&reply)?.completed(&reply, &self.session, by).await?;
        Ok(field(&found))
    }
}

#[async_trait]
impl Fields for WdaFields {
    async fn focused(&self, by: Deadline) -> Result<Option<FocusedField>, DeviceError> {
        match self.read(by).await {
            Ok(field) => Ok(Some(field)),
            Err(error) if is_gone(&error) => Ok(None),
            Err(error) => Err(error.unread()),
        }
    }
}

fn is_gone(error: &WdaError) -> bool {
    error.is(WireError::NoSuchElement) || error.is(WireError::StaleElement)
}

fn field(found: &Found) -> FocusedField {
    let role = found.role();
    let placeholder = found.placeholder();
    FocusedField {
        role,
        identifier: found.identifier(),
        label: found.label(),
        text: found.value().filter(|value| Some(value) != placeholder.as_ref()),
        secure: role == Some(Role::SecureField),
    }
}
