//! Every error code with what it means, in the order of the wire contract.
//!
//! The generated page and the tests over all codes read it; [`ErrorCode::ALL`] and the match below
//! grow together with the enum.

use super::ErrorCode;

impl ErrorCode {
    /// Every code, in declaration order.
    pub const ALL: [Self; 36] = [
        Self::InvalidArgument,
        Self::DeviceNotFound,
        Self::DeviceAmbiguous,
        Self::DeviceNotReady,
        Self::DeviceBusy,
        Self::DeviceTaken,
        Self::DeviceGone,
        Self::Preparing,
        Self::NotOnThisDevice,
        Self::AppNotFound,
        Self::AppNotAllowed,
        Self::ElementNotFound,
        Self::ElementAmbiguous,
        Self::ElementDisabled,
        Self::ElementCovered,
        Self::RefUnknown,
        Self::RefStale,
        Self::ScreenMoving,
        Self::ScreenUnreadable,
        Self::TextUnsupported,
        Self::Contradicted,
        Self::UnknownOutcome,
        Self::Timeout,
        Self::NeverObserved,
        Self::Cancelled,
        Self::KeyReused,
        Self::ApprovalRequired,
        Self::ApprovalStale,
        Self::Refused,
        Self::Halted,
        Self::NotRecording,
        Self::SecretNotFound,
        Self::BackendUnavailable,
        Self::CommandFailed,
        Self::PathNotFound,
        Self::Unexpected,
    ];

    /// What happened, in one sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::InvalidArgument => "An argument is missing, unknown or out of range.",
            Self::DeviceNotFound => "No device is what the call names, or none is booted.",
            Self::DeviceAmbiguous => "Several devices are what the call names.",
            Self::DeviceNotReady => "The device is there but cannot be driven now.",
            Self::DeviceBusy => "Somebody else holds the device; the message names the owner.",
            Self::DeviceTaken => "Another client replaced the session that was held.",
            Self::DeviceGone => "The device or its runner stopped answering.",
            Self::Preparing => "Something that the call needs is still starting.",
            Self::NotOnThisDevice => "This kind of device cannot do it.",
            Self::AppNotFound => "The app is not installed.",
            Self::AppNotAllowed => "The app is outside those that may be used.",
            Self::ElementNotFound => "Nothing on the screen is what the call names.",
            Self::ElementAmbiguous => "Several elements are what the call names.",
            Self::ElementDisabled => "The element is disabled; nothing was sent.",
            Self::ElementCovered => "Something lies over the element; nothing was sent.",
            Self::RefUnknown => "The ref was never shown to this caller.",
            Self::RefStale => "The ref's element cannot be found again.",
            Self::ScreenMoving => "The surroundings of the element did not come to rest.",
            Self::ScreenUnreadable => "The screen could not be read or pictured.",
            Self::TextUnsupported => "The text holds a character that cannot be typed here.",
            Self::Contradicted => "What is observed excludes what was asked.",
            Self::UnknownOutcome => "It cannot be told whether the step did what was asked.",
            Self::Timeout => "The call's time was over before an answer was there.",
            Self::NeverObserved => "No reading within the time was a screen.",
            Self::Cancelled => "The caller called it off.",
            Self::KeyReused => "The idempotency key belongs to a call with other arguments.",
            Self::ApprovalRequired => "A person must approve the step first.",
            Self::ApprovalStale => "What was approved is no longer what is there.",
            Self::Refused => "A person or a rule refused the step.",
            Self::Halted => "The device is halted; nothing touches it.",
            Self::NotRecording => "No recording is running.",
            Self::SecretNotFound => "The host holds no secret of that name.",
            Self::BackendUnavailable => "No way to automate the device can be used.",
            Self::CommandFailed => "A program that does the work failed.",
            Self::PathNotFound => "The path does not exist or may not be used.",
            Self::Unexpected => "A failure that was not foreseen; please report it.",
        }
    }
}
