//! One HTTP client per runner: sends a request once, within its deadline, and says what became of it.
//!
//! Nothing here repeats a request. reqwest's retry layer is off; hyper's pool still moves a request
//! that was never written to a new connection when an idle one turns out dead, which cannot send it
//! twice (tests/adapters/transport.rs). No proxy, no redirects, no connection without a time limit.
//! Paths never end in a slash (docs/wires/wda.md, "Transport").

use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use reqwest::{Client, RequestBuilder, Response, Url};

use super::error::WdaError;
use super::settings::{BODY_LIMIT, CONNECT_PATIENCE};
use super::wire::{Reply, Route};
use crate::domain::device::Udid;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::time::Deadline;
use crate::infrastructure::clock::{NOW_HEADER, SessionClock};

/// Where a runner answers: `http://HOST:PORT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunnerUrl(Url);

impl RunnerUrl {
    /// Reads `http://HOST:PORT`; a trailing slash is dropped, a missing port is 80.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for another scheme, a path, a query, or what is no address.
    pub fn parse(text: &str) -> Result<Self, DeviceError> {
        let problem = "is not the address of a runner such as http://127.0.0.1:8100";
        let invalid = || {
            let error = DeviceError::invalid("wda", problem, &without_credentials(text));
            if text.contains('@') {
                return error.with_hint("a runner takes no user name and password; leave them out");
            }
            error
        };
        let url = Url::parse(text.trim()).map_err(|_| invalid())?;
        let plain = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
        let open = url.username().is_empty() && url.password().is_none();
        if url.scheme() != "http" || !url.has_host() || !plain || !open {
            return Err(invalid());
        }
        Ok(Self(url))
    }

    /// `HOST:PORT`.
    pub fn authority(&self) -> String {
        let host = self.0.host_str().unwrap_or_default();
        format!("{host}:{}", self.0.port_or_known_default().unwrap_or(80))
    }

    /// Another port of the same host.
    #[must_use]
    pub fn with_port(&self, port: u16) -> Self {
        let mut url = self.0.clone();
        // Fails only for addresses without a host, which are not parsed.
        let _ = url.set_port(Some(port));
        Self(url)
    }

    /// `wda:HOST:PORT`, the identity of a runner that somebody else started.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for a host name that cannot be part of a udid.
    pub fn udid(&self) -> Result<Udid, DeviceError> {
        Udid::parse(&format!("wda:{}", self.authority()))
    }

    fn join(&self, path: &str) -> Url {
        let mut url = self.0.clone();
        let (path, query) = path.split_once('?').map_or((path, None), |(p, q)| (p, Some(q)));
        url.set_path(path);
        url.set_query(query);
        url
    }
}

/// What may be shown of an address that was refused: nothing that could be a user name or password,
/// which stand before an `@`, or in a list that was cut where a password has a comma, after a colon.
fn without_credentials(text: &str) -> String {
    let (scheme, rest) = match text.split_once("://") {
        Some((scheme, rest)) => (format!("{scheme}://"), rest),
        None => (String::new(), text),
    };
    if let Some((_, place)) = rest.rsplit_once('@') {
        return format!("{scheme}…@{place}");
    }
    match rest.split_once(':') {
        Some((host, port))
            if !host.starts_with('[') && !port.starts_with(|c: char| c.is_ascii_digit()) =>
        {
            format!("{scheme}{host}:…")
        }
        _ => text.to_owned(),
    }
}

impl std::fmt::Display for RunnerUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "http://{}", self.authority())
    }
}

/// The wire to one runner. Cheap to clone; clones share connections and clock.
#[derive(Clone, Debug)]
pub(super) struct WdaClient {
    http: Client,
    base: Arc<RunnerUrl>,
    clock: SessionClock,
}

impl WdaClient {
    pub(super) fn new(base: RunnerUrl, clock: SessionClock) -> Result<Self, DeviceError> {
        let http = Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            .referer(false)
            .tcp_nodelay(true)
            .connect_timeout(CONNECT_PATIENCE)
            .build()
            .map_err(|cause| {
                DeviceError::new(ErrorCode::Unexpected, "no HTTP client could be made")
                    .with_hint("restart the server")
                    .with_source(cause)
            })?;
        Ok(Self { http, base: Arc::new(base), clock })
    }

    pub(super) fn base(&self) -> &RunnerUrl {
        &self.base
    }

    pub(super) const fn clock(&self) -> &SessionClock {
        &self.clock
    }

    /// Sends `route` once, under `session` or without one, and waits for its answer until `by`.
    pub(super) async fn call(
        &self,
        session: Option<&str>,
        route: &Route,
        by: Deadline,
    ) -> Result<Reply, WdaError> {
        let name = route.name;
        let patience = self.clock.patience(by).ok_or(WdaError::TooLate { route: name })?;
        let begun = self.clock.now();
        let outcome = tokio::time::timeout(patience, self.exchange(session, route)).await;
        let took = self.clock.now().since(begun);
        let answered = match outcome {
            Ok(result) => result.and_then(|reply| self.in_time(name, by, took).map(|()| reply)),
            Err(_) => Err(WdaError::Timeout { route: name, after: patience }),
        };
        let elapsed_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        tracing::debug!(runner = %self.base, route = name, elapsed_ms, ok = answered.is_ok());
        let (status, body) = answered?;
        Reply::read(name, status, body)
    }

    /// A reply that arrived after its deadline on the phone's clock came too late, as it would have
    /// in real time.
    fn in_time(&self, route: &'static str, by: Deadline, after: Duration) -> Result<(), WdaError> {
        let late = matches!(self.clock, SessionClock::Phone(_)) && self.clock.now() > by.0;
        if late { Err(WdaError::Timeout { route, after }) } else { Ok(()) }
    }

    async fn exchange(
        &self,
        session: Option<&str>,
        route: &Route,
    ) -> Result<(u16, Bytes), WdaError> {
        let response = self.request(session, route).send().await;
        let response = response.map_err(|cause| self.fate(route.name, cause))?;
        let told = response.headers().get(NOW_HEADER).and_then(|value| value.to_str().ok());
        self.clock.heard(told);
        let status = response.status().as_u16();
        Ok((status, self.body(route.name, response).await?))
    }

    fn request(&self, session: Option<&str>, route: &Route) -> RequestBuilder {
        let path =
            session.map_or_else(|| route.path.clone(), |id| format!("/session/{id}{}", route.path));
        let url = self.base.join(&path);
        match &route.body {
            None => self.http.get(url),
            Some(body) => self
                .http
                .post(url)
                .header(reqwest::header::CONTENT_TYPE, "application/json")
                .body(body.to_string()),
        }
    }

    async fn body(&self, route: &'static str, mut response: Response) -> Result<Bytes, WdaError> {
        let announced = response.content_length().unwrap_or(0);
        let mut body = BytesMut::with_capacity(announced.min(BODY_LIMIT as u64) as usize);
        while let Some(chunk) =
            response.chunk().await.map_err(|source| WdaError::Broken { route, source })?
        {
            if body.len() + chunk.len() > BODY_LIMIT {
                return Err(WdaError::TooLarge { route, limit: BODY_LIMIT });
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body.freeze())
    }

    /// Only a connection that never came about is known to have carried nothing.
    fn fate(&self, route: &'static str, cause: reqwest::Error) -> WdaError {
        if cause.is_connect() || cause.is_builder() {
            WdaError::Unreachable { base: self.base.to_string(), source: Some(cause) }
        } else {
            WdaError::Lost { route, source: cause }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RunnerUrl;

    #[test]
    fn an_address_is_read_and_names_its_device() {
        for (text, udid) in [
            ("http://127.0.0.1:8100", "wda:127.0.0.1:8100"),
            (" http://phone.local:8100/ ", "wda:phone.local:8100"),
            ("http://[::1]:8101", "wda:[::1]:8101"),
        ] {
            assert_eq!(RunnerUrl::parse(text).unwrap().udid().unwrap().as_str(), udid);
        }
    }

    #[test]
    fn what_is_no_runner_address_is_refused() {
        for text in ["", "8100", "https://a:1", "http://a:1/session", "http://u:p@a:1", "ftp://a"] {
            assert!(RunnerUrl::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_refused_address_never_shows_a_user_name_or_a_password() {
        for text in [
            "http://anna:hunter2@a:1",
            "http://hunter2@a:1",
            "anna:hunter2@a:1",
            "https://anna:hun@ter2@a:1/x?y#z",
            "http://anna:hunter2",
            "http://anna:1/hunter2@a",
        ] {
            let error = RunnerUrl::parse(text).unwrap_err();
            let shown = format!("{} {:?}", error.message(), error.hint());
            assert!(!shown.contains("hunter2") && !shown.contains("anna:h"), "{shown}");
        }
    }
}
