//! Sending requests: the policy first, then one well-kept client.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use reqwest::redirect;
use url::Url;

use super::HostPattern;
use super::address::{NotPublic, PublicResolver};
use crate::limits::{Limit, Limits};
use crate::provider::call::{Call, Effects};
use crate::provider::error::GuestError;

/// Waiting for a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);
/// Headers that belong to the connection, not to the request: the client sets them.
const RESERVED_HEADERS: [&str; 8] = [
    "connection",
    "content-length",
    "host",
    "keep-alive",
    "proxy-connection",
    "te",
    "transfer-encoding",
    "upgrade",
];

/// A guest's request.
#[derive(Debug, Clone)]
pub struct HttpRequest {
    pub method: String,
    pub url: String,
    pub headers: Vec<(String, String)>,
    pub body: Option<HttpBody>,
    pub timeout: Option<Duration>,
}

/// A body, as text where it is text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HttpBody {
    Text(String),
    Bytes(Vec<u8>),
}

/// A server's answer.
#[derive(Debug, Clone)]
pub struct HttpResponse {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: HttpBody,
}

/// What one component may reach by HTTP, and how.
pub struct HttpCapability {
    granted: Vec<HostPattern>,
    configured: RwLock<Vec<HostPattern>>,
    response_limit: u64,
    /// For names that may lead to public addresses only, and for grants that mean private ones too. Made when the
    /// first request is sent: reading the trusted roots takes longer than a whole check.
    public_client: OnceLock<reqwest::Client>,
    open_client: OnceLock<reqwest::Client>,
}

impl HttpCapability {
    /// What grants of the command line allow.
    #[must_use]
    pub fn new(granted: Vec<HostPattern>, limits: &Limits) -> Self {
        Self {
            granted,
            configured: RwLock::new(Vec::new()),
            response_limit: limits.get(Limit::ResponseSize),
            public_client: OnceLock::new(),
            open_client: OnceLock::new(),
        }
    }

    /// Adds what the user's configuration grants.
    pub fn grant(&self, patterns: Vec<HostPattern>) {
        self.configured
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .extend(patterns);
    }

    /// Sends a request, if it is allowed, and reads the whole answer. A redirect is an answer.
    ///
    /// # Errors
    /// `Denied` by the grants or by what the call may change, `Invalid` for a request that is none, `Unavailable` when
    /// there is no answer, `TimedOut`, `Cancelled`.
    pub async fn fetch(
        &self,
        call: &Call,
        request: HttpRequest,
    ) -> Result<HttpResponse, GuestError> {
        if call.cancellation.is_cancelled() {
            return Err(GuestError::Cancelled(
                "the deployment is being cancelled".to_owned(),
            ));
        }
        let method = http::Method::from_bytes(request.method.as_bytes()).map_err(|_| {
            GuestError::Other(format!("`{}` is not an HTTP method", request.method))
        })?;
        let url = Url::parse(&request.url)
            .map_err(|error| GuestError::Other(format!("not an absolute address: {error}")))?;
        let place = place(&url);
        self.may_change(call, &method, &place)?;
        let client = self.client_for(&url, &place)?;

        let mut builder = client.request(method.clone(), url);
        for (name, value) in &request.headers {
            if RESERVED_HEADERS.contains(&name.to_ascii_lowercase().as_str()) {
                return Err(GuestError::Other(format!(
                    "the header `{name}` cannot be set: the host sets it"
                )));
            }
            builder = builder.header(name, value);
        }
        builder = match request.body {
            Some(HttpBody::Text(text)) => builder.body(text),
            Some(HttpBody::Bytes(bytes)) => builder.body(bytes),
            None => builder,
        };
        if let Some(timeout) = request.timeout {
            builder = builder.timeout(timeout);
        }
        let failed = |error: reqwest::Error| explain(&error, &method, &place);
        let response = builder.send().await.map_err(failed)?;
        let status = response.status().as_u16();
        let headers = response
            .headers()
            .iter()
            .map(|(name, value)| {
                (
                    name.as_str().to_owned(),
                    String::from_utf8_lossy(value.as_bytes()).into_owned(),
                )
            })
            .collect();
        let body = self.read_body(response, &method, &place).await?;
        Ok(HttpResponse {
            status,
            headers,
            body,
        })
    }

    async fn read_body(
        &self,
        mut response: reqwest::Response,
        method: &http::Method,
        place: &str,
    ) -> Result<HttpBody, GuestError> {
        let mut bytes = Vec::new();
        while let Some(chunk) = response
            .chunk()
            .await
            .map_err(|error| explain(&error, method, place))?
        {
            if (bytes.len() + chunk.len()) as u64 > self.response_limit {
                let limit = Limit::ResponseSize;
                return Err(GuestError::Other(format!(
                    "the answer of {place} is larger than the limit {} of {}\nhint: raise it with {}",
                    limit.name(),
                    limit.show(self.response_limit),
                    limit.knob()
                )));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(String::from_utf8(bytes)
            .map_or_else(|error| HttpBody::Bytes(error.into_bytes()), HttpBody::Text))
    }

    /// Refuses what could change something where nothing may.
    #[expect(
        clippy::unused_self,
        reason = "exceptions that a manifest declares will be looked up here"
    )]
    fn may_change(
        &self,
        call: &Call,
        method: &http::Method,
        place: &str,
    ) -> Result<(), GuestError> {
        let looks_only =
            [http::Method::GET, http::Method::HEAD, http::Method::OPTIONS].contains(method);
        if looks_only || call.effects == Effects::All {
            return Ok(());
        }
        let occasion = if call.preview {
            "a preview"
        } else {
            call.operation.name()
        };
        Err(GuestError::Denied(format!(
            "{method} {place} was refused: nothing may change during {occasion}"
        )))
    }

    /// The client for an address, if any grant covers it.
    fn client_for(&self, url: &Url, place: &str) -> Result<reqwest::Client, GuestError> {
        let configured = self
            .configured
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        let mut covering = self
            .granted
            .iter()
            .chain(configured.iter())
            .filter(|pattern| pattern.covers(url))
            .peekable();
        if covering.peek().is_none() {
            let host = url.host_str().unwrap_or_default();
            let scheme = if url.scheme() == "http" {
                "http://"
            } else {
                ""
            };
            let port = url
                .port()
                .map(|port| format!(":{port}"))
                .unwrap_or_default();
            return Err(GuestError::Denied(format!(
                "this component may not reach {place}\n\
                 hint: grant it with `--allow-net {scheme}{host}{port}` after `--` of `pulumi package add`"
            )));
        }
        let open = covering.any(HostPattern::includes_private);
        let cell = if open {
            &self.open_client
        } else {
            &self.public_client
        };
        if let Some(client) = cell.get() {
            return Ok(client.clone());
        }
        let client = build(open).map_err(|error| {
            GuestError::Other(format!("the HTTP client cannot be made: {error}"))
        })?;
        Ok(cell.get_or_init(|| client).clone())
    }
}

fn build(open: bool) -> reqwest::Result<reqwest::Client> {
    let builder = reqwest::Client::builder()
        .user_agent(concat!("pulumi-wasm/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(CONNECT_TIMEOUT)
        // Every hop is the guest's own request, under its own grant.
        .redirect(redirect::Policy::none())
        .no_proxy();
    if open {
        builder.build()
    } else {
        builder.dns_resolver(Arc::new(PublicResolver)).build()
    }
}

/// An address without what may be secret in it: user, query, fragment.
fn place(url: &Url) -> String {
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

fn explain(error: &reqwest::Error, method: &http::Method, place: &str) -> GuestError {
    // The innermost cause says what happened; the outer ones repeat the address, query and all.
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        if let Some(refused) = source.downcast_ref::<NotPublic>() {
            return GuestError::Denied(format!(
                "{method} {place} was refused: {refused}\n\
                 hint: grant the address itself, or let the user configure it (a want `config:NAME`)"
            ));
        }
        cause = source;
    }
    if error.is_timeout() {
        return GuestError::TimedOut(format!("{method} {place}: no answer in time"));
    }
    let message = format!("{method} {place} failed: {cause}");
    if error.is_builder() {
        GuestError::Other(message)
    } else {
        GuestError::Unavailable(message)
    }
}
