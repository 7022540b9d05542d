//! The gate: every mutating verb passes here, on what is known, before any input.
//!
//! Rules and lexicons come with the safety work; today the gate has no rule and lets every step
//! pass. Its place in the step, and what it is told, are fixed.

use std::sync::Arc;

use crate::domain::element::Element;
use crate::domain::error::DeviceError;
use crate::domain::ports::Approver;
use crate::domain::step::UiStep;

/// What a step is about to do, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Intent<'a> {
    pub(super) step: &'a UiStep,
    pub(super) element: Option<&'a Element>,
    /// Bundle id of the app in front.
    pub(super) foreground: Option<&'a str>,
}

/// Judges intents; asks a person where a rule says so.
#[derive(Clone, Default)]
pub(super) struct Gate {
    _approver: Option<Arc<dyn Approver>>,
}

impl Gate {
    /// Lets the step pass, or refuses it.
    pub(super) fn consider(&self, intent: &Intent<'_>) -> Result<(), DeviceError> {
        tracing::trace!(verb = intent.step.verb(), app = intent.foreground, role = ?intent.element.map(|e| e.role), "gate");
        Ok(())
    }
}
