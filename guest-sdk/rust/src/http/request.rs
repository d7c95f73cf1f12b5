//! Making requests.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use crate::bindings::pulumi_wasm::provider::http::{Content, Header, Request};
use crate::error::{Error, Result};
use crate::host::{self, NO_EXTRA};
use crate::http::{Response, ResponseStream, Retry, Upload};
use crate::property::Asset;

/// Makes requests. See [`Context::http`](crate::Context::http).
#[derive(Clone, Debug)]
pub struct Client(());

impl Client {
    pub(crate) fn new() -> Self {
        Self(())
    }

    /// A `GET` request.
    pub fn get(&self, url: impl Into<String>) -> RequestBuilder {
        self.request("GET", url)
    }

    /// A `POST` request.
    pub fn post(&self, url: impl Into<String>) -> RequestBuilder {
        self.request("POST", url)
    }

    /// A `PUT` request.
    pub fn put(&self, url: impl Into<String>) -> RequestBuilder {
        self.request("PUT", url)
    }

    /// A `PATCH` request.
    pub fn patch(&self, url: impl Into<String>) -> RequestBuilder {
        self.request("PATCH", url)
    }

    /// A `DELETE` request.
    pub fn delete(&self, url: impl Into<String>) -> RequestBuilder {
        self.request("DELETE", url)
    }

    /// A request of any method. The URL is an absolute `http` or `https` address.
    pub fn request(&self, method: impl Into<String>, url: impl Into<String>) -> RequestBuilder {
        RequestBuilder {
            request: Request {
                method: method.into(),
                url: url.into(),
                headers: Vec::new(),
                body: None,
                timeout_ms: 0,
                redirects: 0,
                retry: None,
                extra: NO_EXTRA.to_owned(),
            },
            problem: None,
        }
    }
}

/// A request that is being made.
pub struct RequestBuilder {
    request: Request,
    /// The first thing that went wrong while building; `send` fails with it.
    problem: Option<Error>,
}

impl RequestBuilder {
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
        let has_type = self
            .request
            .headers
            .iter()
            .any(|header| header.name.eq_ignore_ascii_case("content-type"));
        if has_type {
            self
        } else {
            self.header("content-type", "application/json")
        }
    }

    /// Makes a text the body.
    #[must_use]
    pub fn text(mut self, body: impl Into<String>) -> Self {
        self.request.body = Some(Content::Text(body.into()));
        self
    }

    /// Makes bytes the body.
    #[must_use]
    pub fn bytes(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.request.body = Some(Content::Bytes(body.into()));
        self
    }

    /// Makes an asset the body. The host sends it; it does not pass through the component's memory.
    #[must_use]
    pub fn asset(mut self, asset: &Asset) -> Self {
        match asset.content_to_send() {
            Ok(content) => self.request.body = Some(content),
            Err(error) => self.problem = Some(error),
        }
        self
    }

    /// Follows so many redirects, if a grant covers each. To another origin go only headers that carry no credentials.
    /// Without this, a redirect is an answer.
    #[must_use]
    pub fn redirects(mut self, most: u32) -> Self {
        self.request.redirects = most;
        self
    }

    /// Sends the request again without an answer, or after one of status 429, 502, 503 or 504: so many attempts, or as
    /// [`Retry`] says. A server that asks by `Retry-After` for some time is given it.
    ///
    /// Only requests that do the same when they are sent twice are: `GET`, `HEAD`, `OPTIONS`, `PUT` and `DELETE`, and
    /// others with a header `Idempotency-Key`.
    #[must_use]
    pub fn retry(mut self, retry: impl Into<Retry>) -> Self {
        self.request.retry = Some(retry.into().wire());
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
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        let response = host::fetch(&self.request)?;
        Ok(Response::new(&self.request, response))
    }

    /// Sends the request, and gives an answer whose body is read in parts: for bodies that are too large for the
    /// component's memory.
    ///
    /// # Errors
    /// As [`RequestBuilder::send`].
    pub fn open(self) -> Result<ResponseStream> {
        match self.problem {
            Some(problem) => Err(problem),
            None => ResponseStream::open(&self.request),
        }
    }

    /// Begins the request, whose body is written in parts. Most servers want to know its length in bytes.
    ///
    /// # Errors
    /// As [`RequestBuilder::send`].
    pub fn upload(mut self, length: Option<u64>) -> Result<Upload> {
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        let bytes = |length| Content::WrittenBytes(length as f64);
        self.request.body = Some(length.map_or(Content::Written, bytes));
        Upload::open(&self.request)
    }
}

/// Shows neither headers nor body, which may have secrets.
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
