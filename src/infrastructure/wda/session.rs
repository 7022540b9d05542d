//! WDA's one session, kept ours: opened when needed, healed when it died, never taken back.
//!
//! WDA has one session at a time and a new one ends the old. Its id is the fencing value: when the
//! runner's active session is a live one that is neither ours nor one we had, another client took
//! the device, which is said and not healed over. A session found at the first attach is taken over
//! once. A read on a lost session or connection is repeated once; an input never.
//! Source: docs/wires/wda.md, "Sessions" and "Reuse of sessions".

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Deserialize;

use super::client::WdaClient;
use super::error::{WdaError, WireError};
use super::settings;
use super::status::{self, Status};
use super::wire::{Reply, Route, malformed};
use crate::domain::time::Deadline;

/// The session on one runner; shared by all abilities of the road.
#[derive(Debug)]
pub(super) struct WdaSession {
    client: WdaClient,
    /// One opens at a time, so that two reads that find the session lost open one new session.
    opening: tokio::sync::Mutex<()>,
    known: Mutex<Known>,
    recovered: AtomicU64,
}

#[derive(Debug, Default)]
struct Known {
    current: Option<String>,
    /// Every id that was ever ours on this runner.
    ours: Vec<String>,
    /// A session was asked for and the answer was lost: a stranger may be ours.
    asked: bool,
}

/// What attaching found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attached {
    /// Another session was active before and has been ended.
    pub took_over: bool,
}

#[derive(Deserialize)]
struct Created {
    #[serde(rename = "sessionId")]
    session_id: Option<String>,
}

impl WdaSession {
    pub(super) fn new(client: WdaClient) -> Self {
        Self {
            client,
            opening: tokio::sync::Mutex::new(()),
            known: Mutex::default(),
            recovered: AtomicU64::new(0),
        }
    }

    pub(super) const fn client(&self) -> &WdaClient {
        &self.client
    }

    /// How often a read was saved by a new session.
    pub(super) fn recovered(&self) -> u64 {
        self.recovered.load(Ordering::Relaxed)
    }

    /// Makes sure that our session is open, taking over once what is found the first time.
    pub(super) async fn attach(&self, status: &Status, by: Deadline) -> Result<Attached, WdaError> {
        let _one = self.opening.lock().await;
        if self.is_current(status.active.as_deref()) {
            return Ok(Attached { took_over: false });
        }
        let first = self.known().ours.is_empty();
        if !first {
            self.fence(status.active.as_deref())?;
        }
        self.open(by).await?;
        Ok(Attached { took_over: first && status.active.is_some() })
    }

    /// Reads under the session. On a lost session or connection it is repeated once.
    pub(super) async fn read(&self, route: &Route, by: Deadline) -> Result<Reply, WdaError> {
        let mut id = self.ready(by).await?;
        let (mut may_heal, mut may_rejoin) = (true, true);
        loop {
            match self.client.call(Some(&id), route, by).await {
                Err(error) if error.is(WireError::InvalidSession) && may_heal => {
                    may_heal = false;
                    id = self.heal(&id, by).await?;
                    self.recovered.fetch_add(1, Ordering::Relaxed);
                }
                Err(WdaError::Lost { .. } | WdaError::Broken { .. }) if may_rejoin => {
                    may_rejoin = false;
                }
                Ok(reply) => return self.fence(reply.active.as_deref()).map(|()| reply),
                Err(error) => return Err(error),
            }
        }
    }

    /// Sends an input under the session, once. A lost session is opened anew for what comes next.
    pub(super) async fn input(&self, route: &Route, by: Deadline) -> Result<Reply, WdaError> {
        let id = self.ready(by).await.map_err(WdaError::unprepared)?;
        match self.client.call(Some(&id), route, by).await {
            Err(lost) if lost.is(WireError::InvalidSession) => match self.heal(&id, by).await {
                Err(taken @ WdaError::Taken { .. }) => Err(taken),
                // A failed heal is found again by the next call.
                Ok(_) | Err(_) => Err(lost),
            },
            outcome => outcome,
        }
    }

    /// Sends an input to a route that knows no sessions, after making sure that the device is ours.
    pub(super) async fn bare_input(&self, route: &Route, by: Deadline) -> Result<Reply, WdaError> {
        let status = status::ask(&self.client, by).await.map_err(WdaError::unprepared)?;
        self.fence(status.active.as_deref()).map_err(WdaError::unprepared)?;
        self.client.call(None, route, by).await
    }

    /// The id to send under, opening a session when there is none.
    async fn ready(&self, by: Deadline) -> Result<String, WdaError> {
        if let Some(id) = self.current() {
            return Ok(id);
        }
        let _one = self.opening.lock().await;
        match self.current() {
            Some(id) => Ok(id),
            None => self.reopen(by).await,
        }
    }

    /// A new session in place of `lost`, unless somebody else holds the device now.
    async fn heal(&self, lost: &str, by: Deadline) -> Result<String, WdaError> {
        let _one = self.opening.lock().await;
        if let Some(id) = self.current().filter(|id| id != lost) {
            return Ok(id);
        }
        self.reopen(by).await
    }

    async fn reopen(&self, by: Deadline) -> Result<String, WdaError> {
        let status = status::ask(&self.client, by).await?;
        self.fence(status.active.as_deref())?;
        self.open(by).await
    }

    /// Opens a session and tells it the settings. Called while `opening` is held.
    async fn open(&self, by: Deadline) -> Result<String, WdaError> {
        self.known().asked = true;
        let route = Route::post("session", "/session", settings::capabilities());
        let reply = self.client.call(None, &route, by).await?;
        let created: Option<Created> = reply.value()?;
        let id = created.and_then(|value| value.session_id).or(reply.active);
        let id = id.ok_or_else(|| malformed(route.name, 200, "no sessionId"))?;
        self.known().ours.push(id.clone());
        self.push_settings(&id, by).await?;
        let mut known = self.known();
        known.asked = false;
        known.current = Some(id.clone());
        Ok(id)
    }

    /// A runner that rejects a setting still works, slower or with less to say.
    async fn push_settings(&self, id: &str, by: Deadline) -> Result<(), WdaError> {
        let route = Route::post("settings", "/appium/settings", settings::every_session());
        match self.client.call(Some(id), &route, by).await {
            Err(error) if error.answered().is_some_and(|e| e != WireError::InvalidSession) => {
                tracing::warn!(runner = %self.client.base(), %error, "settings were rejected");
                Ok(())
            }
            outcome => outcome.map(|_| ()),
        }
    }

    /// Fails when `active` is another client's session.
    fn fence(&self, active: Option<&str>) -> Result<(), WdaError> {
        let known = self.known();
        match active {
            Some(id) if !known.asked && !known.ours.iter().any(|ours| ours == id) => {
                Err(WdaError::Taken { by: id.to_owned() })
            }
            _ => Ok(()),
        }
    }

    fn is_current(&self, active: Option<&str>) -> bool {
        active.is_some() && self.known().current.as_deref() == active
    }

    fn current(&self) -> Option<String> {
        self.known().current.clone()
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
