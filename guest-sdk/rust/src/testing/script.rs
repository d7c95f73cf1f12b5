//! Requests that a test expects, and the answers.

use serde_json::Value as JsonValue;

use crate::error::Error;
use crate::host::bindings::pulumi_wasm::provider::http::{Body, Request};

/// One request and its response.
#[derive(Debug)]
pub(crate) struct Exchange {
    pub(super) method: String,
    pub(super) url: String,
    /// `None` for a header that the request does not have.
    pub(super) headers: Vec<(String, Option<String>)>,
    pub(super) body: Option<JsonValue>,
    pub(crate) reply: Reply,
}

#[derive(Debug)]
pub(crate) enum Reply {
    Answer {
        status: u16,
        headers: Vec<(String, String)>,
        body: Body,
    },
    Failure(Error),
}

impl Exchange {
    /// The difference between the request and the expected one.
    pub(crate) fn accepts(
        &self,
        request: &Request,
        body: &JsonValue,
    ) -> core::result::Result<(), String> {
        if (&self.method, &self.url) != (&request.method, &request.url) {
            return Err(format!("expected {self}"));
        }
        for (name, value) in &self.headers {
            let mut headers = request.headers.iter();
            let found = headers.find(|header| header.name.eq_ignore_ascii_case(name));
            if found.map(|header| &header.value) != value.as_ref() {
                return Err(format!("the header `{name}` is not as expected"));
            }
        }
        match &self.body {
            Some(expected) if expected != body => {
                Err(format!("expected the body {expected}, found {body}"))
            }
            _ => Ok(()),
        }
    }
}

impl std::fmt::Display for Exchange {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} {}", self.method, self.url)
    }
}
