//! A client of the demonstration's own: JSON-RPC lines, no SDK.

use anyhow::{Context, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};

/// One end of the pipe to the server.
pub(super) struct Client {
    write: WriteHalf<DuplexStream>,
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    asked: u64,
}

/// What a call answered.
pub(super) struct Answer {
    pub(super) text: String,
    pub(super) picture: Option<Vec<u8>>,
}

impl Answer {
    /// The word that leads the text: a verdict, or the code of an error.
    pub(super) fn word(&self) -> &str {
        self.text.split(':').next().unwrap_or_default()
    }

    /// The refs that a refusal offers.
    pub(super) fn candidates(&self) -> Vec<&str> {
        let lines = self.text.lines().skip_while(|line| *line != "candidates:");
        let offered = lines.filter(|line| line.starts_with("  "));
        offered.filter_map(|line| line.split_whitespace().next()).collect()
    }
}

impl Client {
    /// Opens a connection with `initialize`.
    pub(super) async fn open(pipe: DuplexStream) -> anyhow::Result<Self> {
        let (read, write) = tokio::io::split(pipe);
        let mut client = Self { write, lines: BufReader::new(read).lines(), asked: 0 };
        let parameters = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "demo", "version": env!("CARGO_PKG_VERSION")},
        });
        client.ask("initialize", &parameters).await?;
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await?;
        Ok(client)
    }

    /// Calls a tool.
    pub(super) async fn call(&mut self, tool: &str, arguments: &Value) -> anyhow::Result<Answer> {
        let parameters = json!({"name": tool, "arguments": arguments});
        let result = self.ask("tools/call", &parameters).await?;
        let blocks = result["content"].as_array().context("the result has no content")?;
        let text = blocks.iter().find_map(|block| block["text"].as_str());
        let base64 = blocks.iter().find_map(|block| block["data"].as_str());
        Ok(Answer {
            text: text.context("the result has no text")?.to_owned(),
            picture: base64.map(|data| STANDARD.decode(data)).transpose()?,
        })
    }

    async fn ask(&mut self, method: &str, parameters: &Value) -> anyhow::Result<Value> {
        self.asked += 1;
        let id = self.asked;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": parameters});
        self.send(&request).await?;
        loop {
            let line = self.lines.next_line().await?.context("the server is gone")?;
            let mut message: Value = serde_json::from_str(&line)?;
            if message["id"] != json!(id) {
                continue;
            }
            if message["error"].is_object() {
                bail!("{method}: {}", message["error"]);
            }
            return Ok(message["result"].take());
        }
    }

    async fn send(&mut self, message: &Value) -> anyhow::Result<()> {
        self.write.write_all(format!("{message}\n").as_bytes()).await?;
        Ok(())
    }
}
