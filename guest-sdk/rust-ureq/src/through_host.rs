//! The way of a request from ureq to the host.
//!
//! It is a middleware that answers each request, so that ureq opens no connection and reads no clock: the standard
//! library has neither on the target of components.

use std::io::{self, Read as _};
use std::time::Duration;

use pulumi_wasm_provider::http::{Client, RequestBuilder, ResponseStream};
use ureq::config::Config;
use ureq::http::{HeaderMap, Method, Request, Response, StatusCode, header};
use ureq::middleware::{Middleware, MiddlewareNext};
use ureq::{Body, Error, SendBody};

/// Sends all requests of an agent through the host.
pub(crate) struct ThroughHost {
    client: Client,
    is_status_error: bool,
    redirects: u32,
    timeout: Option<Duration>,
}

impl ThroughHost {
    /// With the settings of the agent.
    pub(crate) fn new(client: Client, config: &Config) -> Self {
        let timeouts = config.timeouts();
        Self {
            client,
            is_status_error: config.http_status_as_error(),
            redirects: config.max_redirects(),
            timeout: [timeouts.global, timeouts.per_call]
                .into_iter()
                .flatten()
                .min(),
        }
    }

    fn request(
        &self,
        method: &Method,
        address: String,
        headers: &HeaderMap,
    ) -> io::Result<RequestBuilder> {
        let mut request = self
            .client
            .request(method.as_str(), address)
            .redirects(self.redirects);
        for (name, value) in headers {
            // The host writes the length of the body itself.
            if *name != header::CONTENT_LENGTH && *name != header::TRANSFER_ENCODING {
                let value = value.to_str().map_err(io::Error::other)?;
                request = request.header(name.as_str(), value);
            }
        }
        Ok(match self.timeout {
            Some(timeout) => request.timeout(timeout),
            None => request,
        })
    }
}

impl Middleware for ThroughHost {
    fn handle(
        &self,
        request: Request<SendBody<'_>>,
        _: MiddlewareNext<'_>,
    ) -> Result<Response<Body>, Error> {
        let (parts, body) = request.into_parts();
        let mut request = self.request(&parts.method, parts.uri.to_string(), &parts.headers)?;
        let mut bytes = Vec::new();
        body.into_reader().read_to_end(&mut bytes)?;
        if !bytes.is_empty() || [Method::POST, Method::PUT, Method::PATCH].contains(&parts.method) {
            request = request.bytes(bytes);
        }
        let answer = request.open().map_err(io::Error::other)?;
        if self.is_status_error && answer.status() >= 400 {
            return Err(Error::StatusCode(answer.status()));
        }
        Ok(response(answer)?)
    }
}

/// The answer as ureq has it. Its body is read when the client reads it.
fn response(answer: ResponseStream) -> Result<Response<Body>, ureq::http::Error> {
    let mut response = Response::builder().status(StatusCode::from_u16(answer.status())?);
    for (name, value) in answer.headers() {
        response = response.header(name, value);
    }
    let mut body = Body::builder();
    let content_type = answer.header("content-type").unwrap_or_default();
    let mut parts = content_type.split(';').map(str::trim);
    if let Some(mime_type) = parts.next().filter(|text| !text.is_empty()) {
        body = body.mime_type(mime_type);
    }
    if let Some(charset) = parts.find_map(|part| part.strip_prefix("charset=")) {
        body = body.charset(charset.trim_matches('"'));
    }
    response.body(body.reader(answer))
}
