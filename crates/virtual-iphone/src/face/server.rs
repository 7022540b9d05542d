//! The accept loop that every HTTP face of the phone runs on.
//!
//! HTTP/1.1 with keep-alive on a loopback port. A face can shut its door: the listener is really
//! closed while the port stays reserved, so that clients meet a refused connection.

use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinSet;

use crate::fault::FaultBook;
use crate::machine::Machine;

use super::reply::{Closed, Sent};

/// How long open connections may finish when the phone ends.
const FAREWELL: Duration = Duration::from_millis(500);
/// How long after a failed accept the next one is tried.
const RETRY: Duration = Duration::from_millis(20);

/// A listener on the loopback address; port 0 is chosen by the system.
pub(crate) async fn bind(port: u16) -> io::Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await
}

/// Serves until the phone ends. `has_door` says whether connection faults apply to this face.
pub(crate) async fn serve<F, R>(
    listener: TcpListener,
    machine: Arc<Machine>,
    has_door: bool,
    answer: F,
) where
    F: Fn(Request<Incoming>) -> R + Clone + Send + Sync + 'static,
    R: Future<Output = Result<Response<Sent>, Closed>> + Send + 'static,
{
    let Ok(address) = listener.local_addr() else { return };
    let mut listener = Some(listener);
    let mut connections = JoinSet::new();
    let mut changes = machine.fault_changes();
    loop {
        if let Some(open) = listener.take_if(|_| has_door && is_shut(&machine)) {
            connections.shutdown().await;
            drop(open);
            listener = reopened(address, &machine).await;
            continue;
        }
        let Some(open) = &listener else { break };
        tokio::select! {
            accepted = open.accept() => {
                let Ok((stream, _)) = accepted else {
                    // Out of descriptors, most likely: trying again at once would spin.
                    tokio::time::sleep(RETRY).await;
                    continue;
                };
                if has_door && machine.with_faults(FaultBook::refuse_connection) {
                    let _ = stream.set_zero_linger();
                    continue;
                }
                connections.spawn(connection(stream, Arc::clone(&machine), answer.clone()));
            }
            Some(_) = connections.join_next() => {}
            _ = changes.changed(), if has_door => {
                if machine.with_faults(|faults| faults.is_refusing()) {
                    connections.shutdown().await;
                }
            }
            () = machine.stopped() => break,
        }
    }
    drop(listener);
    let all = async { while connections.join_next().await.is_some() {} };
    // Connections that are still busy after that are dropped with their set.
    let _ = tokio::time::timeout(FAREWELL, all).await;
}

fn is_shut(machine: &Machine) -> bool {
    machine.with_faults(|faults| faults.is_door_shut())
}

/// Keeps the port without listening until the fault is cleared; nothing when the phone ends.
async fn reopened(address: SocketAddr, machine: &Machine) -> Option<TcpListener> {
    let mut changes = machine.fault_changes();
    let reserved = reserve(address).ok();
    while is_shut(machine) {
        tokio::select! {
            changed = changes.changed() => changed.ok()?,
            () = machine.stopped() => return None,
        }
    }
    match reserved.and_then(|socket| socket.listen(1024).ok()) {
        Some(listener) => Some(listener),
        None => TcpListener::bind(address).await.ok(),
    }
}

/// Bound and not listening: connections are refused, and nobody else can take the port.
fn reserve(address: SocketAddr) -> io::Result<TcpSocket> {
    let socket = TcpSocket::new_v4()?;
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    Ok(socket)
}

async fn connection<F, R>(stream: TcpStream, machine: Arc<Machine>, answer: F)
where
    F: Fn(Request<Incoming>) -> R + Send + Sync + 'static,
    R: Future<Output = Result<Response<Sent>, Closed>> + Send + 'static,
{
    let _ = stream.set_nodelay(true);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).title_case_headers(true).auto_date_header(false);
    let serving = http.serve_connection(TokioIo::new(stream), service_fn(answer));
    tokio::pin!(serving);
    tokio::select! {
        // A client that hangs up is nobody's error.
        _ = serving.as_mut() => return,
        () = machine.stopped() => serving.as_mut().graceful_shutdown(),
    }
    let _ = serving.await;
}
