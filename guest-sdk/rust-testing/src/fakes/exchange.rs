//! An expected request, and its answer.

use serde_json::Value;

use super::fault::Fault;
use super::http::{Request, Response};

/// An expected request.
#[derive(Debug)]
pub(super) struct ExpectedRequest {
    pub(super) method: String,
    pub(super) url: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) json: Option<Value>,
}

/// An expected request and its end.
pub(super) struct Exchange {
    pub(super) expected: ExpectedRequest,
    pub(super) reply: Result<Response, Fault>,
}

impl ExpectedRequest {
    /// The difference between a request and this one.
    pub(super) fn differs(&self, request: &Request) -> Option<String> {
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
