//! Requests and answers: as guests make and get them, and as the network does.

use std::time::Duration;

use url::Url;

use super::body::{BodyStream, HttpBody, RequestBody};

/// A guest's request.
#[derive(Debug, Clone)]
pub struct HttpRequest {
    pub method: String,
    pub url: String,
    pub headers: Vec<(String, String)>,
    pub body: Option<HttpBody>,
    /// How long the whole answer may take.
    pub timeout: Option<Duration>,
}

/// A server's answer as a whole.
#[derive(Debug, Clone)]
pub struct HttpResponse {
    pub status: u16,
    /// In the order of arrival; names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: HttpBody,
}

/// A request that may be sent.
#[derive(Debug)]
pub struct OutgoingRequest {
    pub method: http::Method,
    pub url: Url,
    pub headers: Vec<(String, String)>,
    pub body: RequestBody,
    /// Whether its grant covers addresses that are not public.
    pub may_be_private: bool,
    /// How long it may take to have a connection.
    pub connect_time: Duration,
}

impl OutgoingRequest {
    /// Its address without what may be secret in it: user, query, fragment.
    #[must_use]
    pub fn place(&self) -> String {
        place(&self.url)
    }
}

/// An answer of which the head has arrived.
#[derive(Debug)]
pub struct IncomingResponse {
    pub status: u16,
    /// In the order of arrival; names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: BodyStream,
}

/// An address without what may be secret in it: user, query, fragment.
pub(super) fn place(url: &Url) -> String {
    let port = url
        .port()
        .map(|port| format!(":{port}"))
        .unwrap_or_default();
    format!(
        "{}://{}{port}{}",
        url.scheme(),
        url.host_str().unwrap_or_default(),
        url.path()
    )
}
