//! A raw HTTP client: one keep-alive connection, no opinions.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use virtual_iphone::{ClockKind, Options, Profile, VirtualIphone};

pub(crate) const FORM: &str = "com.example.form";

/// One reply as it came over the wire.
#[derive(Debug)]
pub(crate) struct Raw {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Raw {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(crate) fn value(&self) -> Value {
        self.json()["value"].clone()
    }

    pub(crate) fn error(&self) -> (u16, String) {
        (self.status, self.value()["error"].as_str().unwrap_or_default().to_owned())
    }

    pub(crate) fn header(&self, name: &str) -> Option<String> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|line| line.0.eq_ignore_ascii_case(name)).map(|l| l.1.to_owned()).next()
    }
}

/// A connection to one port.
pub(crate) struct Wire {
    address: String,
    stream: TcpStream,
}

impl Wire {
    pub(crate) async fn open(url: &str) -> Self {
        let address = url.trim_start_matches("http://").to_owned();
        let stream = TcpStream::connect(&address).await.unwrap();
        Self { address, stream }
    }

    /// Sends and reads one exchange; an error when the connection ends before a whole reply.
    pub(crate) async fn try_send(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Raw, String> {
        let body = body.map(Value::to_string).unwrap_or_default();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let sent = self.stream.write_all(request.as_bytes()).await;
        sent.map_err(|e| e.to_string())?;
        let mut bytes = Vec::new();
        loop {
            if let Some(raw) = whole(&bytes) {
                return Ok(raw);
            }
            let mut chunk = [0; 4096];
            let read = self.stream.read(&mut chunk).await.map_err(|e| e.to_string())?;
            if read == 0 {
                return Err(format!("the connection ended after {} bytes", bytes.len()));
            }
            bytes.extend_from_slice(&chunk[..read]);
        }
    }

    pub(crate) async fn send(&mut self, method: &str, path: &str, body: Option<&Value>) -> Raw {
        self.try_send(method, path, body).await.unwrap()
    }

    pub(crate) async fn get(&mut self, path: &str) -> Raw {
        self.send("GET", path, None).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Raw {
        self.send("POST", path, Some(body)).await
    }
}

fn whole(bytes: &[u8]) -> Option<Raw> {
    let split = bytes.windows(4).position(|part| part == b"\r\n\r\n")?;
    let head = String::from_utf8(bytes[..split].to_vec()).unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let mut raw = Raw { status, head, body: bytes[split + 4..].to_vec() };
    let length: usize = raw.header("content-length").unwrap().parse().unwrap();
    if raw.body.len() < length {
        return None;
    }
    raw.body.truncate(length);
    Some(raw)
}

/// A phone on virtual time with the form in front, and a session on it.
pub(crate) struct Stage {
    pub phone: VirtualIphone,
    pub wire: Wire,
    pub sid: String,
}

impl Stage {
    pub(crate) async fn with(options: Options) -> Self {
        let phone = VirtualIphone::start(options).await.unwrap();
        let mut wire = Wire::open(&phone.wda_url()).await;
        let session = json!({"capabilities": {"alwaysMatch": {"bundleId": FORM}}});
        let sid =
            wire.post("/session", &session).await.json()["sessionId"].as_str().unwrap().to_owned();
        phone.advance(3000);
        Self { phone, wire, sid }
    }

    pub(crate) async fn new() -> Self {
        Self::with(instant()).await
    }

    pub(crate) async fn get(&mut self, path: &str) -> Raw {
        let path = format!("/session/{}{path}", self.sid);
        self.wire.get(&path).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Raw {
        let path = format!("/session/{}{path}", self.sid);
        self.wire.post(&path, body).await
    }

    pub(crate) async fn try_post(&mut self, path: &str, body: &Value) -> Result<Raw, String> {
        let path = format!("/session/{}{path}", self.sid);
        self.wire.try_send("POST", &path, Some(body)).await
    }

    /// The id of the element with that name.
    pub(crate) async fn element(&mut self, name: &str) -> String {
        let raw = self.post("/element", &json!({"using": "accessibility id", "value": name})).await;
        raw.value()["ELEMENT"].as_str().unwrap_or_else(|| panic!("no {name}: {raw:?}")).to_owned()
    }

    /// Journal entries of one kind.
    pub(crate) fn journal(&self, kind: &str) -> Vec<Value> {
        let journal = self.phone.journal();
        journal.as_array().unwrap().iter().filter(|entry| entry["kind"] == kind).cloned().collect()
    }

    /// What the world holds in the view with that identifier.
    pub(crate) fn held(&self, identifier: &str) -> Value {
        let world = self.phone.world();
        let views = world["views"].as_array().unwrap();
        views.iter().find(|view| view["identifier"] == identifier).unwrap()["value"].clone()
    }
}

pub(crate) fn instant() -> Options {
    Options { clock: ClockKind::Virtual, profile: Profile::Instant, seed: 1, ..Options::default() }
}

pub(crate) fn simulator() -> Options {
    Options { profile: Profile::Simulator, ..instant() }
}
