//! Requests and answers.

use std::fmt;

use pulumi_wasm_capability::http::{BodyStream, IncomingResponse, OutgoingRequest};
use pulumi_wasm_core::error::GuestError;
use serde_json::Value;

use crate::failing::fail;

/// A request from the provider.
#[derive(Debug, Clone)]
pub struct Request {
    method: String,
    url: String,
    path: String,
    query: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Request {
    pub(super) async fn receive(request: OutgoingRequest) -> Result<Self, GuestError> {
        Ok(Self {
            method: request.method.as_str().to_owned(),
            url: request.url.as_str().to_owned(),
            path: request.url.path().to_owned(),
            query: request.url.query().unwrap_or_default().to_owned(),
            headers: request.headers,
            body: request.body.read_whole().await?,
        })
    }

    /// `GET`, `POST` and so on.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.method
    }

    /// The whole address.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The path of the address.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The address after the `?`, or an empty text.
    #[must_use]
    pub fn query(&self) -> &str {
        &self.query
    }

    /// Method and path, for a `match`.
    #[must_use]
    pub fn route(&self) -> (&str, &str) {
        (&self.method, &self.path)
    }

    /// The first header of this name, in any case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// The body; empty without one.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// The body as JSON; null if it is not JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

/// Method and address.
impl fmt::Display for Request {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.method, self.url)
    }
}

/// An answer.
#[derive(Debug, Clone)]
pub struct Response {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Response {
    /// An answer without a body.
    #[must_use]
    pub fn status(status: u16) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: Vec::new(),
        }
    }

    /// An answer of JSON.
    #[must_use]
    pub fn json(status: u16, body: &Value) -> Self {
        Self::status(status)
            .header("content-type", "application/json")
            .body(body.to_string())
    }

    /// An answer of text.
    #[must_use]
    pub fn text(status: u16, body: &str) -> Self {
        Self::status(status)
            .header("content-type", "text/plain")
            .body(body)
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_ascii_lowercase(), value.into()));
        self
    }

    /// Sets the body.
    #[must_use]
    pub fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }
}

impl From<Response> for IncomingResponse {
    fn from(response: Response) -> Self {
        Self {
            status: response.status,
            headers: response.headers,
            body: BodyStream::whole(response.body),
        }
    }
}

/// An address as the network will see it, so that `https://a.b` and `https://a.b/` are the same.
#[track_caller]
pub(super) fn normal(url: &str) -> String {
    let Some((_, rest)) = url.split_once("://") else {
        fail(&format!("`{url}` is not an absolute address"));
    };
    if rest.contains(['/', '?', '#']) {
        url.to_owned()
    } else {
        format!("{url}/")
    }
}
