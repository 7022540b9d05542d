//! Ports: who may touch a device, and who answers when a person must be asked.

use async_trait::async_trait;

use crate::domain::device::Udid;
use crate::domain::error::DeviceError;

/// Who makes a call; refs, keys, approvals and budgets are scoped by it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Caller(pub String);

/// What a caller wants of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Look,
    Touch,
}

/// The right to use a device, as its tenancy granted it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permit {
    pub device: Udid,
    pub caller: Caller,
    /// Rises whenever the right was taken away and granted anew.
    pub epoch: u64,
}

/// Why a device may not be used.
#[derive(Clone, Debug)]
pub enum TenancyError {
    /// Somebody else holds it; the text names the owner.
    Busy(String),
    /// It was ours and is no longer.
    Taken(String),
    Failed(DeviceError),
}

/// Says who may use a device. Asked twice by the room: before queueing and inside the turn.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait TenancyGateway: Send + Sync {
    async fn admit(
        &self,
        device: &Udid,
        who: &Caller,
        access: Access,
    ) -> Result<Permit, TenancyError>;

    async fn check(&self, permit: &Permit) -> Result<(), TenancyError>;
}

/// What a person is asked before a risky step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Device, app, verb, identity with row context and argument hash; never a ref or a coordinate.
    pub signature: String,
    pub text: String,
}

/// Proof that a question was answered with yes; single use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    pub signature: String,
    pub nonce: u64,
}

/// What became of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Granted(Receipt),
    Refused,
    /// Nobody can be asked now; the call comes back with the question.
    Later,
}

/// Puts a question to a person.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait Approver: Send + Sync {
    async fn ask(&self, question: &Question) -> Answer;
}
