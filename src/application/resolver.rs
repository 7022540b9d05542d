//! Which device a call means.
//!
//! Exact udid, exact name, folded name, unique prefix, unique substring, in that order. Without a
//! name: the only booted device that is not a plugged-in phone. Never a guess: several answers are
//! refused with the candidates. A device that is known without asking (a runner named by its
//! address) counts whether it answers now or not: its session finds out and says so, and a device
//! that is silent for a moment is never swapped for another one.

use std::sync::Arc;

use futures::future::join_all;

use crate::domain::device::{Device, DeviceKind, DeviceList, DeviceState};
use crate::domain::error::{Candidate, DeviceError, ErrorCode};
use crate::domain::ports::DeviceFamily;

/// Resolves what callers write into devices of all families.
#[derive(Clone)]
pub struct DeviceResolver {
    families: Arc<Vec<DeviceFamily>>,
}

impl DeviceResolver {
    pub fn new(families: Vec<DeviceFamily>) -> Self {
        Self { families: Arc::new(families) }
    }

    /// The family that serves `device`.
    pub fn family(&self, device: &Device) -> Option<&DeviceFamily> {
        self.families.iter().find(|family| family.kind == device.kind)
    }

    /// Every device of every family that could be asked, and a warning for each that could not.
    pub async fn list(&self) -> DeviceList {
        let answers = join_all(self.families.iter().map(|family| family.devices.list())).await;
        let mut list = DeviceList::default();
        for (family, answer) in self.families.iter().zip(answers) {
            match answer {
                Ok(devices) => {
                    list.warnings.extend(devices.iter().filter_map(silent));
                    list.devices.extend(devices);
                }
                Err(error) => list.warnings.push(warning(family.kind, &error)),
            }
        }
        list
    }

    /// The device that `reference` names, whatever its state.
    ///
    /// # Errors
    /// `DEVICE_NOT_FOUND` or `DEVICE_AMBIGUOUS`, with candidates.
    pub async fn any(&self, reference: Option<&str>) -> Result<Device, DeviceError> {
        let list = self.list().await;
        match reference.map(str::trim).filter(|text| !text.is_empty()) {
            Some(text) => named(&list, text),
            None => only_booted(&list),
        }
    }

    /// The booted device that `reference` names.
    ///
    /// # Errors
    /// As [`Self::any`]; `DEVICE_NOT_READY` when it is not booted.
    pub async fn booted(&self, reference: Option<&str>) -> Result<Device, DeviceError> {
        if let Some(device) = self.unasked(reference) {
            return Ok(device);
        }
        let device = self.any(reference).await?;
        if device.is_booted() || self.is_known(&device) {
            return Ok(device);
        }
        let message = format!("{} is {}", device.name, device.state.word());
        Err(DeviceError::new(ErrorCode::DeviceNotReady, message).with_hint("boot_device starts it"))
    }

    /// The device that can only be meant, where that is certain without asking anybody: it is named
    /// by its udid, or it is the only one there can be.
    fn unasked(&self, reference: Option<&str>) -> Option<Device> {
        let known: Vec<Vec<Device>> =
            self.families.iter().map(|family| family.devices.known()).collect();
        let all_known = known.iter().all(|devices| !devices.is_empty());
        let mut known: Vec<Device> = known.into_iter().flatten().collect();
        match reference.map(str::trim).filter(|text| !text.is_empty()) {
            Some(text) => known.into_iter().find(|d| d.udid.as_str().eq_ignore_ascii_case(text)),
            None if all_known && known.len() == 1 => known.pop(),
            None => None,
        }
    }

    fn is_known(&self, device: &Device) -> bool {
        let mut known = self.families.iter().flat_map(|family| family.devices.known());
        known.any(|known| known.udid == device.udid)
    }
}

/// What to say of a listed device that did not answer as one that can be driven.
fn silent(device: &Device) -> Option<String> {
    match &device.state {
        DeviceState::Other(seen) if is_connected_to(device) => Some(format!(
            "{} cannot be driven now: {seen}; start WebDriverAgent on it, or repeat the call",
            device.udid
        )),
        _ => None,
    }
}

/// Of a kind that is never booted from here.
fn is_connected_to(device: &Device) -> bool {
    matches!(device.kind, DeviceKind::Runner | DeviceKind::Virtual)
}

fn warning(kind: DeviceKind, error: &DeviceError) -> String {
    let hint = error.hint().map(|hint| format!("; {hint}")).unwrap_or_default();
    format!("{}s could not be listed: {}{hint}", kind.word(), error.message())
}

fn named(list: &DeviceList, text: &str) -> Result<Device, DeviceError> {
    let folded = text.to_lowercase();
    let name = |device: &Device| device.name.to_lowercase();
    let tests: [&dyn Fn(&Device) -> bool; 5] = [
        &|device| device.udid.as_str().eq_ignore_ascii_case(text),
        &|device| device.name == text,
        &|device| name(device) == folded,
        &|device| {
            name(device).starts_with(&folded)
                || device.udid.as_str().to_lowercase().starts_with(&folded)
        },
        &|device| name(device).contains(&folded),
    ];
    for test in tests {
        let mut matches: Vec<&Device> = list.devices.iter().filter(|d| test(d)).collect();
        if matches.len() > 1 {
            let booted: Vec<&Device> =
                matches.iter().copied().filter(|d| d.is_booted() || is_connected_to(d)).collect();
            if booted.len() == 1 {
                matches = booted;
            }
        }
        match matches.as_slice() {
            [] => {}
            [device] => return Ok((*device).clone()),
            several => return Err(ambiguous(text, several)),
        }
    }
    Err(not_found(list, &format!("no device matches \"{}\"", text.escape_debug())))
}

fn only_booted(list: &DeviceList) -> Result<Device, DeviceError> {
    let usable = |device: &&Device| {
        (device.is_booted() && device.kind != DeviceKind::Phone) || is_connected_to(device)
    };
    let booted: Vec<&Device> = list.devices.iter().filter(usable).collect();
    match booted.as_slice() {
        [device] => Ok((*device).clone()),
        [] => Err(not_found(list, "no device is booted")),
        several => Err(ambiguous("the booted one", several)),
    }
}

fn ambiguous(text: &str, matches: &[&Device]) -> DeviceError {
    let message = format!("{} devices match \"{}\"", matches.len(), text.escape_debug());
    DeviceError::new(ErrorCode::DeviceAmbiguous, message)
        .with_hint("pass one candidate's udid as device")
        .with_candidates(matches.iter().map(|device| candidate(device)).collect())
}

fn not_found(list: &DeviceList, message: &str) -> DeviceError {
    let hint = if list.devices.is_empty() {
        "no device is known here; ios-mcp serve --virtual brings a built-in virtual iPhone"
    } else {
        "list_devices shows what there is"
    };
    let mut message = message.to_owned();
    for warning in &list.warnings {
        message.push_str("; ");
        message.push_str(warning);
    }
    DeviceError::new(ErrorCode::DeviceNotFound, message)
        .with_hint(hint)
        .with_candidates(list.devices.iter().take(10).map(candidate).collect())
}

fn candidate(device: &Device) -> Candidate {
    let os = device.os.as_deref().unwrap_or("unknown system");
    let summary =
        format!("{} ({}, {os}, {})", device.name, device.kind.word(), device.state.word());
    Candidate { handle: Some(device.udid.to_string()), summary }
}
