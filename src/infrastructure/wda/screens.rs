//! [`ScreenReader`] over WebDriverAgent: pictures, and pictures reduced to evidence.
//!
//! The reply is always a PNG in base64. A picture that equals the last one byte for byte is not
//! decoded again. An empty or damaged one is an error. Source: docs/wires/wda.md, "Pictures".

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;

use super::error::WdaError;
use super::grid::{self, Grid, GridError};
use super::reader::stopped;
use super::session::WdaSession;
use super::wire::{Reply, Route};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::frame::{Frame, FrameId, Screenshot};
use crate::domain::geometry::Size;
use crate::domain::ports::ScreenReader;
use crate::domain::time::{Deadline, Moment};

/// Takes pictures of one device.
#[derive(Debug)]
pub(super) struct WdaScreens {
    session: Arc<WdaSession>,
    last: Mutex<Option<Seen>>,
    frames: AtomicU64,
}

#[derive(Clone, Debug)]
struct Seen {
    png: Bytes,
    size: Size,
    grid: Arc<Grid>,
}

impl WdaScreens {
    pub(super) fn new(session: Arc<WdaSession>) -> Self {
        Self { session, last: Mutex::default(), frames: AtomicU64::new(0) }
    }

    async fn picture(&self, by: Deadline) -> Result<(Screenshot, Moment), DeviceError> {
        let route = Route::get("screenshot", "/screenshot");
        let reply = self.session.read(&route, by).await.map_err(WdaError::unread)?;
        let arrived = self.session.client().clock().now();
        let decoded = tokio::task::spawn_blocking(move || decoded(&reply)).await;
        Ok((decoded.map_err(stopped)??, arrived))
    }

    async fn grid(&self, png: Bytes, size: Size) -> Result<Arc<Grid>, DeviceError> {
        if let Some(seen) = self.seen().filter(|seen| seen.size == size && seen.png == png) {
            return Ok(seen.grid);
        }
        let bytes = png.clone();
        let grid = tokio::task::spawn_blocking(move || grid::of(&bytes, size)).await;
        let grid = Arc::new(grid.map_err(stopped)?.map_err(damaged)?);
        let seen = Seen { png, size, grid: Arc::clone(&grid) };
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(seen);
        Ok(grid)
    }

    fn seen(&self) -> Option<Seen> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[async_trait]
impl ScreenReader for WdaScreens {
    async fn screenshot(&self, by: Deadline) -> Result<Screenshot, DeviceError> {
        Ok(self.picture(by).await?.0)
    }

    async fn frame(&self, size: Size, by: Deadline) -> Result<Frame, DeviceError> {
        Ok(self.pictured(size, by).await?.1)
    }

    async fn pictured(&self, size: Size, by: Deadline) -> Result<(Screenshot, Frame), DeviceError> {
        let (picture, arrived) = self.picture(by).await?;
        let grid = self.grid(picture.png.clone(), size).await?;
        let id = FrameId(self.frames.fetch_add(1, Ordering::Relaxed) + 1);
        let (columns, cells) = (grid.columns, grid.cells.clone());
        Ok((picture, Frame { id, arrived, size, columns, cells }))
    }
}

fn decoded(reply: &Reply) -> Result<Screenshot, DeviceError> {
    let mut text: String = reply.value().map_err(WdaError::unread)?;
    // Some encoders break base64 into lines.
    text.retain(|c| !c.is_ascii_whitespace());
    let png = STANDARD.decode(text).map_err(|cause| unusable("is no base64").with_source(cause))?;
    let pixels = grid::dimensions(&png).ok_or_else(|| unusable("is empty or damaged"))?;
    Ok(Screenshot { png: Bytes::from(png), pixels })
}

fn damaged(cause: GridError) -> DeviceError {
    unusable(&format!("cannot be compared: {cause}")).with_source(cause)
}

fn unusable(why: &str) -> DeviceError {
    DeviceError::new(ErrorCode::ScreenUnreadable, format!("the runner's screenshot {why}"))
        .with_hint("unlock the device and keep its screen on, then repeat the call")
}
