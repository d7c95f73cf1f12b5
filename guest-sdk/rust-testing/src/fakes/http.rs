//! Requests and answers.

use std::fmt;
use std::sync::Arc;

use pulumi_wasm_capability::http::{BodyStream, IncomingResponse, OutgoingRequest};
use pulumi_wasm_core::error::GuestError;
use serde_json::Value;

use super::network::{FakeNetwork, Fault};
use crate::fail;

/// A request that the provider made.
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

    /// The body, or an empty one.
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

    /// The same with a header.
    #[must_use]
    pub fn header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_ascii_lowercase(), value.into()));
        self
    }

    /// The same with this body.
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

/// A request that is expected. It counts once it is said how it is answered.
#[must_use = "say what it is answered with"]
pub struct Expected {
    network: Arc<FakeNetwork>,
    pub(super) method: String,
    pub(super) url: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) json: Option<Value>,
}

impl Expected {
    pub(super) fn new(network: Arc<FakeNetwork>, method: String, url: String) -> Self {
        Self {
            network,
            method,
            url,
            headers: Vec::new(),
            json: None,
        }
    }

    /// The body has to be this JSON.
    pub fn with_json(mut self, json: Value) -> Self {
        self.json = Some(json);
        self
    }

    /// This header has to be there.
    pub fn with_header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// It is answered with JSON.
    pub fn answer(self, status: u16, json: &Value) {
        self.respond(Response::json(status, json));
    }

    /// It is answered like this.
    pub fn respond(self, response: Response) {
        self.network.clone().expect(Exchange {
            expected: self,
            reply: Ok(response),
        });
    }

    /// It fails.
    pub fn fail(self, fault: Fault) {
        self.network.clone().expect(Exchange {
            expected: self,
            reply: Err(fault),
        });
    }

    /// How a request differs from the expected one.
    fn differs(&self, request: &Request) -> Option<String> {
        if (request.method(), request.url()) != (&self.method, &self.url) {
            return Some(format!("expected {} {}", self.method, self.url));
        }
        for (name, value) in &self.headers {
            if request.header(name) != Some(value) {
                return Some(format!("expected the header `{name}` to be `{value}`"));
            }
        }
        match &self.json {
            Some(json) if request.json() != *json => Some(format!(
                "expected the body {json}, found {}",
                String::from_utf8_lossy(request.body())
            )),
            _ => None,
        }
    }
}

/// An expected request and how it ends.
pub(super) struct Exchange {
    pub(super) expected: Expected,
    pub(super) reply: Result<Response, Fault>,
}

impl Exchange {
    pub(super) fn differs(&self, request: &Request) -> Option<String> {
        self.expected.differs(request)
    }
}

impl fmt::Debug for Expected {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Expected({} {})", self.method, self.url)
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
