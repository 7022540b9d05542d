//! A runner by hand: answers like WDA where nothing is said, and breaks the connection as told.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// What to do about one request that was read whole.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    Reply(u16, String),
    /// Answers and ends the connection without having announced it.
    ReplyAndClose(String),
    /// Ends the connection without an answer.
    Close,
    /// Never answers.
    Hang,
}

impl Act {
    pub(crate) fn value(value: &Value) -> Self {
        Self::Reply(200, json!({ "value": value, "sessionId": "S1" }).to_string())
    }

    pub(crate) fn error(status: u16, name: &str) -> Self {
        let value = json!({ "error": name, "message": "told so", "traceback": "0 XCTest" });
        Self::Reply(status, json!({ "value": value, "sessionId": "S1" }).to_string())
    }
}

/// One request that arrived whole.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seen {
    /// `POST /session/S1/actions`.
    pub line: String,
    pub body: Value,
}

type Script = dyn Fn(&Seen) -> Option<Act> + Send + Sync;

/// A running stub; stops when dropped.
pub(crate) struct Stub {
    pub url: String,
    seen: Arc<Mutex<Vec<Seen>>>,
    task: JoinHandle<()>,
}

impl Stub {
    /// A runner that does what `script` says, and answers like WDA where it says nothing.
    pub(crate) async fn new(script: impl Fn(&Seen) -> Option<Act> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (script, log): (Arc<Script>, _) = (Arc::new(script), Arc::clone(&seen));
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&script), Arc::clone(&log)));
            }
        });
        Self { url, seen, task }
    }

    /// Every request that arrived whole, in order.
    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    /// Those whose path ends so.
    pub(crate) fn seen_of(&self, path: &str) -> Vec<Seen> {
        self.seen().into_iter().filter(|seen| seen.line.ends_with(path)).collect()
    }

    /// Closes the port.
    pub(crate) async fn stop(&mut self) {
        self.task.abort();
        assert!((&mut self.task).await.is_err_and(|end| end.is_cancelled()));
    }
}

impl Drop for Stub {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(mut stream: TcpStream, script: Arc<Script>, log: Arc<Mutex<Vec<Seen>>>) {
    let mut buffer = Vec::new();
    while let Some(request) = request(&mut stream, &mut buffer).await {
        let act = script(&request).unwrap_or_else(|| usual(&request));
        log.lock().unwrap().push(request);
        match act {
            Act::Reply(status, body) => reply(&mut stream, status, &body).await,
            Act::ReplyAndClose(body) => return reply(&mut stream, 200, &body).await,
            Act::Close => return,
            Act::Hang => std::future::pending().await,
        }
    }
}

fn usual(request: &Seen) -> Act {
    match request.line.as_str() {
        "GET /status" => {
            let value = json!({ "ready": true, "os": { "name": "iOS", "version": "26.1" } });
            Act::Reply(200, json!({ "value": value, "sessionId": null }).to_string())
        }
        "POST /session" => Act::value(&json!({ "sessionId": "S1", "capabilities": {} })),
        _ => Act::value(&Value::Null),
    }
}

async fn request(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> Option<Seen> {
    loop {
        if let Some((seen, used)) = parsed(buffer) {
            buffer.drain(..used);
            return Some(seen);
        }
        let mut chunk = [0; 4096];
        match stream.read(&mut chunk).await {
            Ok(0) | Err(_) => return None,
            Ok(read) => buffer.extend_from_slice(&chunk[..read]),
        }
    }
}

fn parsed(bytes: &[u8]) -> Option<(Seen, usize)> {
    let head = bytes.windows(4).position(|part| part == b"\r\n\r\n")?;
    let text = std::str::from_utf8(&bytes[..head]).unwrap();
    let line = text.lines().next().unwrap().trim_end_matches(" HTTP/1.1").to_owned();
    let length = text.to_ascii_lowercase().lines().find_map(|line| {
        line.strip_prefix("content-length: ").map(|n| n.parse::<usize>().unwrap())
    });
    let end = head + 4 + length.unwrap_or(0);
    let body = bytes.get(head + 4..end)?;
    Some((Seen { line, body: serde_json::from_slice(body).unwrap_or_default() }, end))
}

async fn reply(stream: &mut TcpStream, status: u16, body: &str) {
    let length = body.len();
    let head = format!("HTTP/1.1 {status} Told\r\nContent-Length: {length}\r\n\r\n");
    let _ = stream.write_all(format!("{head}{body}").as_bytes()).await;
}
