//! An expected request.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::exchange::{Exchange, ExpectedRequest};
use super::fault::Fault;
use super::http::Response;
use super::network::FakeNetwork;

/// A request that is expected. It counts as soon as the test sets its response.
#[must_use = "say what it is answered with"]
pub struct Expected {
    network: Arc<FakeNetwork>,
    request: ExpectedRequest,
}

impl Expected {
    pub(super) fn new(network: Arc<FakeNetwork>, method: String, url: String) -> Self {
        Self {
            network,
            request: ExpectedRequest {
                method,
                url,
                headers: Vec::new(),
                json: None,
            },
        }
    }

    /// The body must be this JSON.
    pub fn with_json(mut self, json: Value) -> Self {
        self.request.json = Some(json);
        self
    }

    /// The request must have this header.
    pub fn with_header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.request.headers.push((name.into(), value.into()));
        self
    }

    /// The answer is JSON.
    #[track_caller]
    pub fn answer(self, status: u16, json: &Value) {
        self.respond(Response::json(status, json));
    }

    /// Sets the response.
    #[track_caller]
    pub fn respond(self, response: Response) {
        self.end(Ok(response));
    }

    /// The request fails.
    #[track_caller]
    pub fn fail(self, fault: Fault) {
        self.end(Err(fault));
    }

    #[track_caller]
    fn end(self, reply: Result<Response, Fault>) {
        self.network.expect(Exchange {
            expected: self.request,
            reply,
        });
    }
}

impl fmt::Debug for Expected {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ExpectedRequest { method, url, .. } = &self.request;
        write!(formatter, "Expected({method} {url})")
    }
}
