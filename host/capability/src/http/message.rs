//! Requests and answers: as guests make and get them, and as the network does.

use std::time::Duration;

use url::Url;

use super::body::{BodyStream, HttpBody, RequestBody};
use super::grants::address::Reach;
use super::route::ChosenRoute;
use crate::polling::backoff::Backoff;

/// A guest's request.
#[derive(Debug)]
pub struct HttpRequest {
    pub method: String,
    pub url: String,
    pub headers: Vec<(String, String)>,
    pub body: RequestBody,
    /// The time limit until the whole response is read, including all attempts and redirects.
    pub timeout: Option<Duration>,
    /// The time limits for parts of the exchange.
    pub waits: Waits,
    /// The maximum number of redirects to follow; with 0 the guest gets the first response.
    pub redirects: u32,
    /// When it is sent again after a failure that may pass.
    pub backoff: Option<Backoff>,
}

impl HttpRequest {
    /// A request without a body.
    #[must_use]
    pub fn get(url: impl Into<String>) -> Self {
        Self {
            method: "GET".to_owned(),
            url: url.into(),
            headers: Vec::new(),
            body: RequestBody::Empty,
            timeout: None,
            waits: Waits::default(),
            redirects: 0,
            backoff: None,
        }
    }
}

/// The guest's time limits, if they are shorter than the limits of the call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Waits {
    /// The time limit for connecting.
    pub connect: Option<Duration>,
    /// The time limit for the head of the response after the connection is established.
    pub first_byte: Option<Duration>,
}

/// A server's complete answer.
#[derive(Debug, Clone)]
pub struct HttpResponse {
    pub status: u16,
    /// The address that answered, after redirects.
    pub url: Url,
    /// In the order of arrival; names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: HttpBody,
}

/// A server's response whose head has arrived.
#[derive(Debug)]
pub struct StreamedResponse {
    pub status: u16,
    /// The address that answered, after redirects.
    pub url: Url,
    /// In the order of arrival; names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: BodyStream,
}

impl StreamedResponse {
    /// The first header of this name, which is in lower case.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }
}

/// A request that may be sent.
#[derive(Debug)]
pub struct OutgoingRequest {
    pub method: http::Method,
    pub url: Url,
    pub headers: Vec<(String, String)>,
    pub body: RequestBody,
    /// The addresses that it may go to.
    pub reach: Reach,
    /// The time limit for connecting.
    pub connect_time: Duration,
    /// The time limit for the head of the response after the connection is established.
    pub first_byte_time: Option<Duration>,
    /// The route to the server, if the configuration names one.
    pub way: Option<ChosenRoute>,
}

impl OutgoingRequest {
    /// The same request once more, or `None` if its body can be sent only once.
    pub fn repeated(&self) -> Option<Self> {
        let body = match &self.body {
            RequestBody::Empty => RequestBody::Empty,
            RequestBody::Whole(bytes) => RequestBody::Whole(bytes.clone()),
            RequestBody::Streamed { .. } => return None,
        };
        Some(Self {
            method: self.method.clone(),
            url: self.url.clone(),
            headers: self.headers.clone(),
            body,
            reach: self.reach,
            connect_time: self.connect_time,
            first_byte_time: self.first_byte_time,
            way: self.way.clone(),
        })
    }

    /// Its address without what may be secret in it: user, query, fragment.
    #[must_use]
    pub fn place(&self) -> String {
        place(&self.url)
    }
}

/// A response whose head has arrived.
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
