//! An expected request.

use serde_json::Value as JsonValue;

use super::host::Host;
use super::script::{Exchange, Reply};
use crate::error::Error;
use crate::host::bindings::pulumi_wasm::provider::http::Body;

impl Host {
    /// The request that has to come next.
    pub fn expect(&self, method: impl Into<String>, url: impl Into<String>) -> Expected<'_> {
        Expected::new(self, method.into(), url.into())
    }
}

/// A request that is expected next. Made by [`Host::expect`]; it counts when it has an answer.
#[must_use = "say what is answered"]
#[derive(Debug)]
pub struct Expected<'a> {
    host: &'a Host,
    exchange: Exchange,
}

impl<'a> Expected<'a> {
    pub(crate) fn new(host: &'a Host, method: String, url: String) -> Self {
        let reply = Reply::Failure(Error::other("the test says no answer"));
        Self {
            host,
            exchange: Exchange {
                method,
                url,
                headers: Vec::new(),
                body: None,
                reply,
            },
        }
    }

    /// The request has this header, with this value.
    pub fn with_header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.exchange
            .headers
            .push((name.into(), Some(value.into())));
        self
    }

    /// The request does not have this header.
    pub fn without_header(mut self, name: impl Into<String>) -> Self {
        self.exchange.headers.push((name.into(), None));
        self
    }

    /// The request has this body: JSON, or a text as a JSON string.
    pub fn with_body(mut self, body: impl Into<JsonValue>) -> Self {
        self.exchange.body = Some(body.into());
        self
    }

    /// The answer: a status, and JSON as the body, or no body for null.
    pub fn answer(self, status: u16, body: impl Into<JsonValue>) -> &'a Host {
        let body = match body.into() {
            JsonValue::Null => String::new(),
            body => body.to_string(),
        };
        let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
        self.reply(Reply::Answer {
            status,
            headers,
            body: Body::Text(body),
        })
    }

    /// The answer: a status, headers, and a text as the body.
    pub fn answer_text(
        self,
        status: u16,
        headers: &[(&str, &str)],
        body: impl Into<String>,
    ) -> &'a Host {
        let headers = headers
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        self.reply(Reply::Answer {
            status,
            headers: headers.collect(),
            body: Body::Text(body.into()),
        })
    }

    /// The request fails before a response.
    pub fn fail(self, error: Error) -> &'a Host {
        self.reply(Reply::Failure(error))
    }

    fn reply(mut self, reply: Reply) -> &'a Host {
        self.exchange.reply = reply;
        self.host.push(self.exchange);
        self.host
    }
}
