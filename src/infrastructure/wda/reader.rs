//! [`TreeReader`] over WebDriverAgent: the whole tree, what is in front, and the screen's size.
//!
//! A read that takes too long is tried once more with fewer levels, which are restored afterwards;
//! a screen of hundreds of rows can take WDA longer than any deadline. WDA finishes a read that we
//! gave up before it serves the next request, so the retry may be late too; both lie within the
//! deadline. Parsing is `source.rs`'s, off the async threads when large.
//! Source: docs/wires/wda.md, "Reading".

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use bytes::Bytes;
use serde::Deserialize;

use super::error::{TREE, WdaError};
use super::session::WdaSession;
use super::settings::{
    INLINE_PARSE, READ_PATIENCE, RETRY_NEEDS, SHALLOW_DEPTH, SNAPSHOT_DEPTH, depth,
};
use super::wire::{Reply, Route, malformed};
use crate::domain::app::ForegroundApp;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::geometry::Size;
use crate::domain::ports::{Reading, TreeReader};
use crate::domain::time::{Deadline, TimeSpan};
use crate::domain::tree::{ParseError, TreeParser, UiTree};

/// The tree without what nobody here reads: texts of frames that `rect` tells as numbers, and ranges.
/// About a third of the bytes.
const SOURCE: &str = "/source?format=json\
    &excluded_attributes=frame,nativeFrame,nativeAccessibilityElement,minValue,maxValue";

/// Reads the screen of one device.
pub(super) struct WdaReader {
    session: Arc<WdaSession>,
    parser: Arc<dyn TreeParser>,
    /// Fewer levels were asked for and could not be restored yet.
    shallow: AtomicBool,
}

#[derive(Deserialize)]
struct ActiveApp {
    #[serde(rename = "bundleId")]
    bundle_id: String,
    pid: Option<i64>,
}

#[derive(Deserialize)]
struct WindowSize {
    width: f64,
    height: f64,
}

impl WdaReader {
    pub(super) fn new(session: Arc<WdaSession>, parser: Arc<dyn TreeParser>) -> Self {
        Self { session, parser, shallow: AtomicBool::new(false) }
    }

    async fn source(&self, by: Deadline) -> Result<Reply, WdaError> {
        self.session.read(&Route::get(TREE, SOURCE), by).await
    }

    async fn whole(&self, by: Deadline) -> Result<Reply, WdaError> {
        let clock = self.session.client().clock();
        self.deepen(by).await;
        match self.source(by.or_in(clock.now(), READ_PATIENCE)).await {
            Err(slow) if slow.is_slow_snapshot() => {
                if by.left(clock.now()) < RETRY_NEEDS {
                    return Err(slow);
                }
                self.flat(by).await
            }
            outcome => outcome,
        }
    }

    /// Reads fewer levels once.
    async fn flat(&self, by: Deadline) -> Result<Reply, WdaError> {
        self.shallow.store(true, Ordering::Release);
        self.levels(SHALLOW_DEPTH, by).await?;
        tracing::warn!(
            levels = SHALLOW_DEPTH,
            "a read took too long and is repeated with fewer levels"
        );
        let reply = self.source(by).await?;
        self.deepen(by).await;
        Ok(reply)
    }

    /// Restores the usual number of levels; what fails now is tried again before the next read.
    async fn deepen(&self, by: Deadline) {
        if self.shallow.load(Ordering::Acquire) && self.levels(SNAPSHOT_DEPTH, by).await.is_ok() {
            self.shallow.store(false, Ordering::Release);
        }
    }

    async fn levels(&self, levels: u32, by: Deadline) -> Result<(), WdaError> {
        let route = Route::post("settings", "/appium/settings", depth(levels));
        self.session.read(&route, by).await.map(|_| ())
    }

    async fn parse(&self, body: Bytes) -> Result<UiTree, DeviceError> {
        if body.len() <= INLINE_PARSE {
            return self.parser.parse(&body).map_err(unreadable);
        }
        let parser = Arc::clone(&self.parser);
        let parsed = tokio::task::spawn_blocking(move || parser.parse(&body)).await;
        parsed.map_err(stopped)?.map_err(unreadable)
    }
}

fn unreadable(cause: ParseError) -> DeviceError {
    let message = format!("the runner's tree cannot be read: {cause}");
    DeviceError::new(ErrorCode::ScreenUnreadable, message)
        .with_hint("take_screenshot works without the tree")
        .with_source(cause)
}

/// The reader of a large reply was stopped, as happens when the server shuts down.
pub(super) fn stopped(cause: tokio::task::JoinError) -> DeviceError {
    DeviceError::new(ErrorCode::Unexpected, "reading the runner's reply was stopped")
        .with_hint("repeat the call")
        .with_source(cause)
}

#[async_trait]
impl TreeReader for WdaReader {
    async fn read(&self, by: Deadline) -> Result<Reading, DeviceError> {
        let clock = self.session.client().clock();
        let start = clock.now();
        let reply = self.whole(by).await.map_err(WdaError::unread)?;
        let span = TimeSpan { start, end: clock.now() };
        Ok(Reading { tree: self.parse(reply.body).await?, span, screen: None })
    }

    async fn foreground(&self, by: Deadline) -> Result<ForegroundApp, DeviceError> {
        let route = Route::get("the app in front", "/wda/activeAppInfo");
        let reply = self.session.read(&route, by).await.map_err(WdaError::unread)?;
        let app: ActiveApp = reply.value().map_err(WdaError::unread)?;
        let process_id = app.pid.and_then(|pid| u32::try_from(pid).ok()).filter(|&pid| pid > 0);
        Ok(ForegroundApp { bundle_id: app.bundle_id, process_id })
    }

    async fn screen_size(&self, by: Deadline) -> Result<Size, DeviceError> {
        let route = Route::get("the screen size", "/window/size");
        let reply = self.session.read(&route, by).await.map_err(WdaError::unread)?;
        let size: WindowSize = reply.value().map_err(WdaError::unread)?;
        let is_real = |side: f64| side.is_finite() && side > 0.0;
        if !is_real(size.width) || !is_real(size.height) {
            let detail = format!("a screen of {} x {}", size.width, size.height);
            return Err(malformed(reply.route, 200, detail).unread());
        }
        Ok(Size::new(size.width, size.height))
    }
}
