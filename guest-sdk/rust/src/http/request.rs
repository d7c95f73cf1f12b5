//! Making requests.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use crate::context::backoff::Backoff;
use crate::error::{Error, Result};
use crate::host::bindings::pulumi_wasm::provider::http::{Content, Header, Request};
use crate::host::{self, NO_EXTRA};
use crate::http::{Response, ResponseStream, Upload};
use crate::property::Asset;

/// A request that is being built.
pub struct RequestBuilder {
    request: Request,
    /// Headers of the client, for those that the request does not have.
    defaults: Vec<Header>,
    is_json: bool,
    /// The first mistake in the request; `send` fails with it.
    problem: Option<Error>,
}

impl RequestBuilder {
    pub(super) fn new(method: String, url: String, problem: Option<Error>) -> Self {
        Self {
            request: Request {
                method,
                url,
                headers: Vec::new(),
                body: None,
                timeout_ms: 0,
                redirects: 0,
                backoff: None,
                extra: NO_EXTRA.to_owned(),
            },
            defaults: Vec::new(),
            is_json: false,
            problem,
        }
    }

    /// The same request with these headers, except headers that it has already.
    pub(super) fn defaults(self, headers: &[Header]) -> Self {
        Self {
            defaults: headers.to_vec(),
            ..self
        }
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.request.headers.push(Header {
            name: name.into(),
            value: value.into(),
        });
        self
    }

    /// Makes a value the body, as JSON, with the content type that goes with it.
    #[must_use]
    pub fn json(mut self, body: &(impl Serialize + ?Sized)) -> Self {
        match serde_json::to_string(body) {
            Ok(text) => self.request.body = Some(Content::Text(text)),
            Err(error) => {
                self.problem = Some(Error::from(error).context("writing the request as JSON"))
            }
        }
        self.is_json = true;
        self
    }

    /// Sets the body to a text.
    #[must_use]
    pub fn text(mut self, body: impl Into<String>) -> Self {
        self.request.body = Some(Content::Text(body.into()));
        self
    }

    /// Sets the body to bytes.
    #[must_use]
    pub fn bytes(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.request.body = Some(Content::Bytes(body.into()));
        self
    }

    /// Sets the body to an asset. The host sends it; it does not pass through the component's memory.
    #[must_use]
    pub fn asset(mut self, asset: &Asset) -> Self {
        match asset.content_to_send() {
            Ok(content) => self.request.body = Some(content),
            Err(error) => self.problem = Some(error),
        }
        self
    }

    /// Follows this number of redirects, if a grant covers each. Only headers without credentials are sent to another
    /// origin. Without this, a redirect is an answer.
    #[must_use]
    pub fn redirects(mut self, most: u32) -> Self {
        self.request.redirects = most;
        self
    }

    /// Sends the request again without an answer, or after an answer of status 429, 502, 503 or 504: so many attempts
    /// in all, at most 20, with the pauses of [`Backoff::default`]. The host honours `Retry-After`.
    ///
    /// The host retries only idempotent requests: `GET`, `HEAD`, `OPTIONS`, `PUT` and `DELETE`, and requests with a
    /// header `Idempotency-Key`.
    #[must_use]
    pub fn attempts(self, attempts: u32) -> Self {
        self.backoff(attempts.into())
    }

    /// Sets the pauses between attempts. If a server requests a longer pause than the longest, the request is not
    /// retried.
    #[must_use]
    pub fn backoff(mut self, backoff: Backoff) -> Self {
        self.request.backoff = Some(backoff.wire());
        self
    }

    /// The time until the whole answer must have arrived. Without it, the call's own deadline counts.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        // 0 would mean no limit.
        self.request.timeout_ms = u32::try_from(timeout.as_millis())
            .unwrap_or(u32::MAX)
            .max(1);
        self
    }

    /// Sends the request and waits for the whole answer. Each status is an answer, not an error: see
    /// [`Response::error_for_status`].
    ///
    /// # Errors
    /// [`Error::Denied`] without a grant, and for a request that could change something while nothing may;
    /// [`Error::Unavailable`], [`Error::TimedOut`], [`Error::Cancelled`], [`Error::Invalid`].
    pub fn send(self) -> Result<Response> {
        let request = self.finish()?;
        let response = host::fetch(&request)?;
        Ok(Response::new(&request, response))
    }

    /// Sends the request, and fails unless the status is between 200 and 299.
    ///
    /// # Errors
    /// Like [`RequestBuilder::send`] and [`Response::error_for_status`].
    pub fn send_ok(self) -> Result<Response> {
        self.send()?.error_for_status()
    }

    /// The whole request, with the client's settings.
    fn finish(mut self) -> Result<Request> {
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        for header in self.defaults {
            add_missing(&mut self.request.headers, header);
        }
        if self.is_json {
            let header = Header {
                name: "content-type".to_owned(),
                value: "application/json".to_owned(),
            };
            add_missing(&mut self.request.headers, header);
        }
        Ok(self.request)
    }

    /// Sends the request, and returns a response whose body is read in parts: for bodies that are too large for the
    /// component's memory.
    ///
    /// # Errors
    /// Like [`RequestBuilder::send`].
    pub fn open(self) -> Result<ResponseStream> {
        ResponseStream::open(&self.finish()?)
    }

    /// Begins the request; its body is written in parts. Most servers want to know its length in bytes.
    ///
    /// # Errors
    /// Like [`RequestBuilder::send`].
    pub fn upload(mut self, length: Option<u64>) -> Result<Upload> {
        let bytes = |length| Content::WrittenBytes(length as f64);
        self.request.body = Some(length.map_or(Content::Written, bytes));
        Upload::open(&self.finish()?)
    }
}

/// Adds a header unless one with its name exists.
fn add_missing(headers: &mut Vec<Header>, header: Header) {
    let is_same = |other: &Header| other.name.eq_ignore_ascii_case(&header.name);
    if !headers.iter().any(is_same) {
        headers.push(header);
    }
}

/// Shows neither headers nor body, which may contain secrets.
impl fmt::Debug for RequestBuilder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Request { method, url, .. } = &self.request;
        write!(
            formatter,
            "RequestBuilder({method} {})",
            super::response::without_query(url)
        )
    }
}
