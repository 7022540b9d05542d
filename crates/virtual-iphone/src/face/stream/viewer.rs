//! One client of the stream: waits for its first bytes, sends the header, then part after part.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;

use crate::clock::ClockKind;
use crate::fault::FrameFault;
use crate::machine::Machine;
use crate::world::Shot;

use super::frames::{Look, Turn};
use super::line::{Line, Waiting};
use super::parts;

/// A seat that is given back when its viewer goes, however it goes.
struct Seat {
    machine: Arc<Machine>,
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.machine.audience.leave();
        self.machine.refocus();
    }
}

/// Serves one viewer until it hangs up.
pub(super) async fn watch(stream: TcpStream, machine: Arc<Machine>) {
    let _ = stream.set_nodelay(true);
    let (mut reader, mut writer) = stream.into_split();
    let mut first = [0; 1024];
    // Any byte starts the stream; what it asks for is not looked at.
    if !matches!(reader.read(&mut first).await, Ok(read) if read > 0) {
        return;
    }
    let shots = machine.audience.join();
    let _seat = Seat { machine: Arc::clone(&machine) };
    machine.refocus();
    if writer.write_all(parts::HEADER.as_bytes()).await.is_err() {
        return;
    }
    tokio::select! {
        // A viewer that hangs up is nobody's error.
        _ = play(&mut writer, &machine, shots) => {}
        () = hung_up(reader) => {}
    }
}

async fn hung_up(mut reader: OwnedReadHalf) {
    let mut rest = [0; 1024];
    while matches!(reader.read(&mut rest).await, Ok(read) if read > 0) {}
}

async fn play(
    writer: &mut (impl AsyncWriteExt + Unpin),
    machine: &Machine,
    mut shots: Receiver<Shot>,
) -> io::Result<()> {
    let mut line = Line::default();
    let skips = machine.clock_kind() == ClockKind::Real;
    let mut sent = None;
    loop {
        let shot = match shots.recv().await {
            Ok(shot) => shot,
            Err(RecvError::Lagged(_)) => continue,
            Err(RecvError::Closed) => return Ok(()),
        };
        let now = shot.at_ms;
        // A gesture carries the world ahead of a real clock; its frames wait for their time.
        if !machine.until(now).await {
            continue;
        }
        if let Some(frame) = met(machine, shot) {
            line.push(frame);
        }
        if skips {
            let next = now + machine.frame_interval_ms();
            let is_behind = !shots.is_empty() && machine.clock_ms() >= next;
            if is_behind || sent.is_some_and(|at| is_early(machine, at)) {
                continue;
            }
            if let Some(frame) = line.newest(now) {
                sent = Some(Instant::now());
                send(writer, machine, &frame, now).await?;
            }
            continue;
        }
        while let Some(frame) = line.next(now) {
            send(writer, machine, &frame, now).await?;
        }
    }
}

/// Whether the last frame went so short a time ago that a runner would not send the next: a phone
/// whose inputs take no time can pass many moments of its film at once.
fn is_early(machine: &Machine, sent: Instant) -> bool {
    sent.elapsed() < Duration::from_millis(machine.frame_interval_ms() * 3 / 4)
}

/// What the faults leave of a shot.
fn met(machine: &Machine, shot: Shot) -> Option<Waiting> {
    machine.with_faults(|faults| {
        if faults.meet_frame(|fault| (*fault == FrameFault::Stalled).then_some(())).is_some() {
            return None;
        }
        let lag = faults.meet_frame(|fault| match fault {
            FrameFault::Lag { ms } => Some(*ms),
            _ => None,
        });
        let mut frame = Waiting::new(shot, lag.unwrap_or(0));
        let mut has =
            |kind: FrameFault| faults.meet_frame(|fault| (*fault == kind).then_some(())).is_some();
        frame.is_sideways = has(FrameFault::Unrotated);
        frame.is_last = has(FrameFault::End);
        Some(frame)
    })
}

async fn send(
    writer: &mut (impl AsyncWriteExt + Unpin),
    machine: &Machine,
    frame: &Waiting,
    now_ms: u64,
) -> io::Result<()> {
    let style = machine.stream_style();
    let is_panel = frame.is_sideways && !style.fixes_orientation;
    let turn = if is_panel { Turn::on_panel(frame.shot.orientation) } else { Turn::Upright };
    let is_wide = frame.shot.scene.size.width > frame.shot.scene.size.height;
    let turn = if is_wide { turn } else { Turn::Upright };
    let look = Look { quality: style.quality, factor: style.factor, turn };
    let Some(jpeg) = machine.frames.jpeg(&frame.shot, look).await else { return Ok(()) };
    let part = parts::part(&jpeg, now_ms);
    if frame.is_last {
        writer.write_all(&part[..part.len() / 2]).await?;
        return Err(io::ErrorKind::ConnectionAborted.into());
    }
    writer.write_all(&part).await?;
    machine.frames.count_sent();
    Ok(())
}
