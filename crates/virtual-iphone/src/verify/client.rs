//! A plain HTTP client for one runner: a connection a request, bodies by their length.

use std::io;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::Instant;

/// No answer of a healthy runner takes longer.
const PATIENCE: Duration = Duration::from_secs(120);

/// A reply as it came.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) status: u16,
    head: String,
    pub(super) body: String,
    pub(super) seconds: f64,
}

impl Reply {
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }

    pub(super) fn value(&self) -> Value {
        self.json()["value"].take()
    }

    pub(super) fn header(&self, name: &str) -> Value {
        let lines = self.head.lines().filter_map(|line| line.split_once(':'));
        let mut found = lines.filter(|(known, _)| known.eq_ignore_ascii_case(name));
        found.next().map_or(Value::Null, |(_, value)| value.trim().into())
    }

    /// Status and W3C name of an error, or the status and null.
    pub(super) fn error(&self) -> Value {
        json!([self.status, self.value()["error"]])
    }

    pub(super) fn message(&self) -> String {
        self.value()["message"].as_str().unwrap_or_default().to_owned()
    }
}

/// The runner that is asked.
#[derive(Debug)]
pub(super) struct Wire {
    address: String,
    pub(super) session: String,
}

/// Host and port of a URL without a path.
pub(super) fn address(url: &str) -> io::Result<String> {
    let bad = || io::Error::new(io::ErrorKind::InvalidInput, "a URL of the form http://HOST:PORT");
    let rest = url.strip_prefix("http://").ok_or_else(bad)?.trim_end_matches('/');
    if rest.contains('/') || !rest.contains(':') {
        return Err(bad());
    }
    Ok(rest.to_owned())
}

impl Wire {
    pub(super) fn to(url: &str) -> io::Result<Self> {
        Ok(Self { address: address(url)?, session: String::new() })
    }

    pub(super) async fn send(
        &self,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> io::Result<Reply> {
        let late = || io::Error::new(io::ErrorKind::TimedOut, format!("{method} {path}"));
        let sent = tokio::time::timeout(PATIENCE, self.exchange(method, path, body));
        sent.await.map_err(|_| late())?
    }

    async fn exchange(&self, method: &str, path: &str, body: Option<&Value>) -> io::Result<Reply> {
        let start = Instant::now();
        let mut stream = TcpStream::connect(&self.address).await?;
        let body = body.map(Value::to_string).unwrap_or_default();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).await?;
        let mut bytes = Vec::new();
        let has_body = method != "HEAD";
        loop {
            if let Some(mut reply) = whole(&bytes, has_body) {
                reply.seconds = start.elapsed().as_secs_f64();
                return Ok(reply);
            }
            if stream.read_buf(&mut bytes).await? == 0 {
                let text = format!("{method} {path}: the connection ended within the reply");
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, text));
            }
        }
    }

    pub(super) async fn get(&self, path: &str) -> io::Result<Reply> {
        self.send("GET", path, None).await
    }

    pub(super) async fn post(&self, path: &str, body: Value) -> io::Result<Reply> {
        self.send("POST", path, Some(&body)).await
    }

    fn inside(&self, path: &str) -> String {
        format!("/session/{}{path}", self.session)
    }

    /// Within the session.
    pub(super) async fn read(&self, path: &str) -> io::Result<Reply> {
        self.get(&self.inside(path)).await
    }

    /// Within the session.
    pub(super) async fn act(&self, path: &str, body: Value) -> io::Result<Reply> {
        self.post(&self.inside(path), body).await
    }

    /// A session that stays whatever is in front, with an app brought there.
    pub(super) async fn open_session(&mut self, app: &str) -> io::Result<()> {
        let reply = self.post("/session", json!({ "capabilities": {} })).await?;
        let id = reply.json()["sessionId"].as_str().map(str::to_owned);
        self.session = id.ok_or_else(|| io::Error::other("a session could not be opened"))?;
        let quick = json!({"settings": {"waitForIdleTimeout": 0, "animationCoolOffTimeout": 0}});
        self.act("/appium/settings", quick).await?;
        self.act("/wda/apps/launch", json!({ "bundleId": app })).await?;
        self.rested().await
    }

    /// Waits until two trees in a row are the same, for a while at most.
    pub(super) async fn rested(&self) -> io::Result<()> {
        let mut last = self.read("/source").await?.body;
        for _ in 0..20 {
            tokio::time::sleep(Duration::from_millis(200)).await;
            let next = self.read("/source").await?.body;
            if next == last {
                break;
            }
            last = next;
        }
        Ok(())
    }

    pub(super) async fn close_session(&self) -> io::Result<()> {
        self.send("DELETE", &self.inside(""), None).await.map(|_| ())
    }
}

fn whole(bytes: &[u8], has_body: bool) -> Option<Reply> {
    let split = bytes.windows(4).position(|part| part == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..split]).into_owned();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let mut reply = Reply { status, head, body: String::new(), seconds: 0.0 };
    let length: usize = reply.header("content-length").as_str()?.parse().ok()?;
    let rest = &bytes[split + 4..];
    if has_body && rest.len() < length {
        return None;
    }
    reply.body = String::from_utf8_lossy(&rest[..length.min(rest.len())]).into_owned();
    Some(reply)
}

#[cfg(test)]
mod tests {
    use super::{address, whole};

    #[test]
    fn a_reply_is_whole_when_its_length_has_come() {
        let bytes = b"HTTP/1.1 404 Not Found\r\nContent-Length: 3\r\n\r\nabc";
        assert!(whole(&bytes[..bytes.len() - 1], true).is_none());
        let reply = whole(bytes, true).unwrap();
        assert_eq!((reply.status, reply.body.as_str()), (404, "abc"));
    }

    #[test]
    fn only_a_host_and_a_port_make_an_address() {
        assert_eq!(address("http://127.0.0.1:8100/").unwrap(), "127.0.0.1:8100");
        assert!(address("https://x:1").is_err() && address("http://x").is_err());
    }
}
