//! [`FrameSource`] over WebDriverAgent's motion JPEG stream.
//!
//! The stream is opened by the first who asks and closed when nobody has asked for a while: capturing
//! costs the device time. Parts are read by their length, because the declared boundary is wrong.
//! Only the newest picture is kept, and it is decoded only when it is asked for and differs from the
//! last one. Equal pictures are equal bytes: the device encodes with fixed settings. A stream that
//! refuses, stalls, ends or shows another shape than the screen is an error, and is left alone for a
//! while. Source: docs/wires/wda.md, "Stream".

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use bytes::{Buf, Bytes, BytesMut};
use reqwest::{Client, Response};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::task::AbortOnDropHandle;

use super::client::RunnerUrl;
use super::grid::{self, Grid};
use super::reader::stopped;
use super::settings::CONNECT_PATIENCE;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::frame::{Frame, FrameId};
use crate::domain::geometry::Size;
use crate::domain::ports::FrameSource;
use crate::domain::time::{Deadline, Moment};
use crate::infrastructure::clock::{NOW_HEADER, SessionClock};

/// A running stream brings ten pictures a second; one that is this late stalls.
const PATIENCE: Duration = Duration::from_millis(400);
/// The first picture takes longer: nothing is captured without a viewer.
const FIRST_PATIENCE: Duration = Duration::from_millis(1500);
/// A stream that failed is not asked again for this long.
const LEFT_ALONE: Duration = Duration::from_secs(30);
/// A stream that nobody asked is closed after this.
const IDLE: Duration = Duration::from_secs(10);
/// Real time between two looks while waiting.
const LOOK: Duration = Duration::from_millis(20);
/// How far a phone's own clock, which stands still by itself, is moved at each look.
const STEP: Duration = Duration::from_millis(50);
/// Longest head of a part, and largest picture.
const HEAD_LIMIT: usize = 8 * 1024;
const PICTURE_LIMIT: usize = 16 * 1024 * 1024;

/// The stream of one device.
pub(super) struct WdaFrames {
    url: String,
    http: Client,
    clock: SessionClock,
    feed: Mutex<Feed>,
    numbers: AtomicU64,
}

#[derive(Default)]
struct Feed {
    running: Option<Running>,
    failed: Option<Moment>,
    seen: Option<Seen>,
}

struct Running {
    newest: watch::Receiver<News>,
    asked: Arc<Mutex<Instant>>,
    _task: AbortOnDropHandle<()>,
}

/// What is known of a stream.
#[derive(Clone)]
enum News {
    Opening,
    Open,
    Shot(Shot),
}

#[derive(Clone)]
struct Shot {
    jpeg: Bytes,
    arrived: Moment,
}

struct Seen {
    jpeg: Bytes,
    size: Size,
    grid: Arc<Grid>,
}

#[derive(Debug, thiserror::Error)]
enum StreamError {
    #[error("the stream cannot be read: {0}")]
    Transport(#[from] reqwest::Error),
    #[error("the stream answered {0}")]
    Status(u16),
    #[error("a part of the stream has no length, or too great a one")]
    Part,
}

impl WdaFrames {
    pub(super) fn new(url: &RunnerUrl, clock: SessionClock) -> Result<Self, DeviceError> {
        let http = Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(CONNECT_PATIENCE)
            .build()
            .map_err(|error| unusable("has no client").with_source(error))?;
        let (feed, numbers) = (Mutex::default(), AtomicU64::new(0));
        Ok(Self { url: url.to_string(), http, clock, feed, numbers })
    }

    fn feed(&self) -> MutexGuard<'_, Feed> {
        self.feed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What comes of the stream, which is opened if it is not.
    fn follow(&self) -> Result<watch::Receiver<News>, DeviceError> {
        let mut feed = self.feed();
        if feed.failed.is_some_and(|at| self.clock.now().since(at) < LEFT_ALONE) {
            return Err(unusable("failed a moment ago"));
        }
        feed.failed = None;
        if let Some(running) = &feed.running
            && running.newest.has_changed().is_ok()
        {
            *running.asked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
            return Ok(running.newest.clone());
        }
        let (sender, newest) = watch::channel(News::Opening);
        let asked = Arc::new(Mutex::new(Instant::now()));
        let request = self.http.get(&self.url).send();
        let (clock, idle) = (self.clock.clone(), Arc::clone(&asked));
        let task = tokio::spawn(async move {
            let read = async { pour(request.await?, &sender, &clock, &idle).await };
            if let Err(error) = read.await {
                tracing::debug!(%error, "stream");
            }
        });
        let kept = AbortOnDropHandle::new(task);
        feed.running = Some(Running { newest: newest.clone(), asked, _task: kept });
        Ok(newest)
    }

    /// The stream once it is open. Opening takes real time, whatever clock the session is on.
    async fn open(&self) -> Result<watch::Receiver<News>, DeviceError> {
        let mut newest = self.follow()?;
        let opened = newest.wait_for(|news| !matches!(news, News::Opening));
        match tokio::time::timeout(CONNECT_PATIENCE, opened).await {
            Ok(Ok(_)) => {}
            Ok(Err(_)) | Err(_) => return Err(unusable("cannot be opened")),
        }
        Ok(newest)
    }

    /// The first picture that arrives after `after`.
    async fn shot(&self, after: Moment, by: Deadline) -> Result<Shot, DeviceError> {
        let mut newest = self.open().await?;
        let first = !matches!(*newest.borrow(), News::Shot(_));
        let patience = if first { FIRST_PATIENCE } else { PATIENCE };
        let until = self.clock.now().after(patience).min(by.0);
        loop {
            let news = newest.borrow_and_update().clone();
            if let News::Shot(shot) = news
                && shot.arrived > after
            {
                return Ok(shot);
            }
            if self.clock.now() >= until {
                return Err(unusable("brings nothing"));
            }
            match tokio::time::timeout(LOOK, newest.changed()).await {
                Ok(changed) => changed.map_err(|_| unusable("ended"))?,
                Err(_) => self.clock.nudge(STEP).await,
            }
        }
    }

    async fn grid(&self, jpeg: Bytes, size: Size) -> Result<Arc<Grid>, DeviceError> {
        if let Some(seen) = &self.feed().seen
            && seen.size == size
            && seen.jpeg == jpeg
        {
            return Ok(Arc::clone(&seen.grid));
        }
        let bytes = jpeg.clone();
        let grid = tokio::task::spawn_blocking(move || grid::of_jpeg(&bytes, size)).await;
        let unfit = |error: grid::GridError| unusable("is no evidence").with_source(error);
        let grid = Arc::new(grid.map_err(stopped)?.map_err(unfit)?);
        self.feed().seen = Some(Seen { jpeg, size, grid: Arc::clone(&grid) });
        Ok(grid)
    }
}

#[async_trait]
impl FrameSource for WdaFrames {
    async fn frame(&self, size: Size, after: Moment, by: Deadline) -> Result<Frame, DeviceError> {
        let taken = async {
            let shot = self.shot(after, by).await?;
            let grid = self.grid(shot.jpeg, size).await?;
            Ok::<_, DeviceError>((shot.arrived, grid))
        };
        match taken.await {
            Ok((arrived, grid)) => {
                let id = FrameId(self.numbers.fetch_add(1, Ordering::Relaxed) + 1);
                Ok(Frame { id, arrived, size, columns: grid.columns, cells: grid.cells.clone() })
            }
            Err(error) => {
                let mut feed = self.feed();
                feed.failed.get_or_insert(self.clock.now());
                feed.running = None;
                Err(error)
            }
        }
    }
}

/// Reads the stream to its end, or until nobody asks any more.
async fn pour(
    mut response: Response,
    newest: &watch::Sender<News>,
    clock: &SessionClock,
    asked: &Mutex<Instant>,
) -> Result<(), StreamError> {
    if !response.status().is_success() {
        return Err(StreamError::Status(response.status().as_u16()));
    }
    newest.send_replace(News::Open);
    let mut buffer = BytesMut::new();
    loop {
        let idle = *asked.lock().unwrap_or_else(PoisonError::into_inner) + IDLE;
        let chunk = tokio::select! {
            chunk = response.chunk() => chunk?,
            () = tokio::time::sleep_until(idle) => {
                let last = *asked.lock().unwrap_or_else(PoisonError::into_inner);
                if last.elapsed() >= IDLE { return Ok(()) }
                continue;
            }
        };
        let Some(chunk) = chunk else { return Ok(()) };
        buffer.extend_from_slice(&chunk);
        while let Some(part) = next_part(&mut buffer)? {
            clock.heard(part.now_ms.as_deref());
            let arrived = clock.now();
            newest.send_replace(News::Shot(Shot { jpeg: part.body, arrived }));
        }
    }
}

struct Part {
    body: Bytes,
    now_ms: Option<String>,
}

/// Takes the next whole part out of what has arrived; `None` while it is not whole.
fn next_part(buffer: &mut BytesMut) -> Result<Option<Part>, StreamError> {
    const END: &[u8] = b"\r\n\r\n";
    // Line ends of the part before.
    while buffer.starts_with(b"\r\n") {
        buffer.advance(2);
    }
    let Some(end) = buffer.windows(END.len()).take(HEAD_LIMIT).position(|at| at == END) else {
        return if buffer.len() > HEAD_LIMIT { Err(StreamError::Part) } else { Ok(None) };
    };
    let head = String::from_utf8_lossy(&buffer[..end]).into_owned();
    let value = |name: &str| {
        let lines = head.lines().filter_map(|line| line.split_once(':'));
        let mut named = lines.filter(|(key, _)| key.trim().eq_ignore_ascii_case(name));
        named.next().map(|(_, value)| value.trim().to_owned())
    };
    let length: usize =
        value("content-length").and_then(|text| text.parse().ok()).ok_or(StreamError::Part)?;
    if length > PICTURE_LIMIT {
        return Err(StreamError::Part);
    }
    let start = end + END.len();
    if buffer.len() < start + length {
        return Ok(None);
    }
    buffer.advance(start);
    Ok(Some(Part { body: buffer.split_to(length).freeze(), now_ms: value(NOW_HEADER) }))
}

fn unusable(why: &str) -> DeviceError {
    DeviceError::new(ErrorCode::ScreenUnreadable, format!("the runner's stream {why}"))
        .with_hint("screenshots are taken instead")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_taken_by_their_length_however_they_arrive() {
        let wire =
            b"--BoundaryString\r\nContent-type: image/jpeg\r\nContent-Length: 6\r\n\r\nab\r\ncd";
        let mut buffer = BytesMut::new();
        let mut bodies = Vec::new();
        for byte in [wire.as_slice(), b"\r\n\r\n", wire].concat() {
            buffer.extend_from_slice(&[byte]);
            bodies.extend(next_part(&mut buffer).unwrap().map(|part| part.body));
        }
        assert_eq!(bodies, ["ab\r\ncd", "ab\r\ncd"].map(Bytes::from));
    }

    #[test]
    fn parts_without_a_length_or_with_too_great_a_one_end_the_stream() {
        for head in ["--B\r\nContent-type: image/jpeg", "--B\r\nContent-Length: 99999999999"] {
            let mut buffer = BytesMut::from(format!("{head}\r\n\r\nab").as_bytes());
            assert!(next_part(&mut buffer).is_err(), "{head}");
        }
        let mut endless = BytesMut::from(vec![b'x'; HEAD_LIMIT + 8].as_slice());
        assert!(next_part(&mut endless).is_err());
    }
}
