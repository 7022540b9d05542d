//! The screen's stream: motion JPEG on a port of its own, as WDA's broadcaster sends it.
//!
//! Untouched by the session and by the runner's queue, so it goes on while a request hangs. Nothing
//! is captured while nobody watches. Frames come at multiples of the interval of the phone's clock; a
//! virtual clock that stands still gives none. Facts: `docs/wires/wda.md`, "Stream".

mod audience;
mod frames;
mod line;
mod parts;
mod viewer;

use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::task::JoinSet;

use crate::machine::Machine;

pub(crate) use audience::Audience;
pub(crate) use frames::Frames;

/// How long after a failed accept the next one is tried.
const RETRY: Duration = Duration::from_millis(20);

/// Serves viewers until the phone ends.
pub(crate) async fn broadcast(listener: TcpListener, machine: Arc<Machine>) {
    let mut viewers = JoinSet::new();
    let clock = machine.drive_film();
    tokio::pin!(clock);
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    viewers.spawn(viewer::watch(stream, Arc::clone(&machine)));
                }
                // Out of descriptors, most likely: trying again at once would spin.
                Err(_) => tokio::time::sleep(RETRY).await,
            },
            Some(_) = viewers.join_next() => {}
            () = &mut clock => {}
            () = machine.stopped() => break,
        }
    }
}
