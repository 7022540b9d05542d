//! What goes back over a connection: a reply, a reply cut short, or nothing.

use std::convert::Infallible;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use hyper::Response;
use hyper::body::{Body, Frame};
use hyper::header::{CONTENT_LENGTH, CONTENT_TYPE, HeaderValue};

/// JSON as the runner labels it.
pub(crate) const JSON: &str = "application/json;charset=UTF-8";
const TEXT: &str = "text/plain";

/// One reply before it is put on the wire.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) content_type: &'static str,
    pub(crate) body: Vec<u8>,
    /// Only half of the body is sent before the connection closes.
    pub(crate) is_cut: bool,
    pub(crate) now_ms: u64,
}

impl Reply {
    pub(crate) fn json(status: u16, body: Vec<u8>) -> Self {
        Self { status, content_type: JSON, body, is_cut: false, now_ms: 0 }
    }

    pub(crate) fn text(status: u16, text: &str) -> Self {
        Self { content_type: TEXT, ..Self::json(status, text.as_bytes().to_vec()) }
    }

    /// The reply with its headers; always with a length, never chunked.
    pub(crate) fn response(self, headers: &[(&'static str, &'static str)]) -> Response<Sent> {
        let length = self.body.len();
        let mut body = Bytes::from(self.body);
        if self.is_cut {
            body.truncate(length / 2);
        }
        let mut response = Response::new(Sent { rest: Some(body), is_cut: self.is_cut });
        *response.status_mut() =
            hyper::StatusCode::from_u16(self.status).unwrap_or(hyper::StatusCode::OK);
        let list = response.headers_mut();
        for (name, value) in headers {
            list.insert(*name, HeaderValue::from_static(value));
        }
        list.insert(CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        list.insert(CONTENT_LENGTH, HeaderValue::from(length));
        list.insert("x-virtual-now-ms", HeaderValue::from(self.now_ms));
        response
    }
}

/// A body that may break off.
#[derive(Debug)]
pub(crate) struct Sent {
    rest: Option<Bytes>,
    is_cut: bool,
}

/// The connection ends here, without (the rest of) a reply.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closed;

impl fmt::Display for Closed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the connection was closed on purpose")
    }
}

impl std::error::Error for Closed {}

impl From<Infallible> for Closed {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl Body for Sent {
    type Data = Bytes;
    type Error = Closed;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Closed>>> {
        match self.rest.take() {
            Some(bytes) if !bytes.is_empty() => {
                if self.is_cut {
                    // Ask again later, so that the first half leaves before the end comes.
                    context.waker().wake_by_ref();
                }
                Poll::Ready(Some(Ok(Frame::data(bytes))))
            }
            _ if self.is_cut => Poll::Ready(Some(Err(Closed))),
            _ => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        !self.is_cut && self.rest.as_ref().is_none_or(Bytes::is_empty)
    }
}
