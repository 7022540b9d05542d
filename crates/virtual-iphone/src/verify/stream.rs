//! The first bytes of the stream of frames.

use std::io;
use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::client::address;
use super::report::{Report, Tag::Sourced};

const HEADER: [&str; 8] = [
    "HTTP/1.0 200 OK",
    "Server: WDA MJPEG Server",
    "Connection: close",
    "Max-Age: 0",
    "Expires: 0",
    "Cache-Control: no-cache, private",
    "Pragma: no-cache",
    "Content-Type: multipart/x-mixed-replace; boundary=--BoundaryString",
];
const PATIENCE: Duration = Duration::from_secs(20);

pub(super) async fn probe(url: &str, report: &mut Report) -> io::Result<()> {
    let mut stream = TcpStream::connect(address(url)?).await?;
    stream.write_all(b"GET / HTTP/1.1\r\n\r\n").await?;
    let mut bytes = Vec::new();
    let header = until_blank(&mut stream, &mut bytes).await?;
    report.is("stream.header", Sourced, json!(HEADER), json!(header));
    let part = until_blank(&mut stream, &mut bytes).await?;
    let start = ["--BoundaryString", "Content-type: image/jpeg"];
    report.is(
        "stream.part.start",
        Sourced,
        json!(start),
        json!(part.iter().take(2).collect::<Vec<_>>()),
    );
    let length = part.get(2).and_then(|line| line.strip_prefix("Content-Length: ")?.parse().ok());
    report.holds("stream.part.length", Sourced, length.is_some(), json!(part));
    let picture = take(&mut stream, &mut bytes, length.unwrap_or(2)).await?;
    let is_jpeg = picture.starts_with(&[0xff, 0xd8]) && picture.ends_with(&[0xff, 0xd9]);
    report.holds("stream.part.jpeg", Sourced, is_jpeg, json!(picture.len()));
    let end = take(&mut stream, &mut bytes, 4).await?;
    report.is("stream.part.end", Sourced, json!("\r\n\r\n"), json!(String::from_utf8_lossy(&end)));
    Ok(())
}

async fn until_blank(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> io::Result<Vec<String>> {
    loop {
        if let Some(end) = bytes.windows(4).position(|part| part == b"\r\n\r\n") {
            let head: Vec<u8> = bytes.drain(..end + 4).collect();
            let text = String::from_utf8_lossy(&head[..end]).into_owned();
            return Ok(text.split("\r\n").map(str::to_owned).collect());
        }
        more(stream, bytes).await?;
    }
}

async fn take(stream: &mut TcpStream, bytes: &mut Vec<u8>, count: usize) -> io::Result<Vec<u8>> {
    while bytes.len() < count {
        more(stream, bytes).await?;
    }
    Ok(bytes.drain(..count).collect())
}

async fn more(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> io::Result<()> {
    let read = timeout(PATIENCE, stream.read_buf(bytes)).await;
    match read.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        _ => Ok(()),
    }
}
