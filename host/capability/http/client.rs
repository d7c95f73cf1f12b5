//! A guest's requests: what they may reach and change is judged here, before any is sent.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use url::Url;

use super::HostPattern;
use crate::capability::surroundings::Network;
use crate::limits::{Limit, Limits};
use crate::provider::call::{Call, Effects};
use crate::provider::error::GuestError;

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

/// A request that may be sent.
#[derive(Debug, Clone)]
pub struct OutgoingRequest {
    pub method: http::Method,
    pub url: Url,
    pub headers: Vec<(String, String)>,
    pub body: Option<HttpBody>,
    /// How long the whole answer may take.
    pub timeout: Option<Duration>,
    /// Whether its grant covers addresses that are not public.
    pub may_be_private: bool,
    /// The most bytes that the answer's body may have.
    pub response_limit: u64,
}

impl OutgoingRequest {
    /// Its address without what may be secret in it: user, query, fragment.
    #[must_use]
    pub fn place(&self) -> String {
        place(&self.url)
    }

    /// What it means that the answer's body is larger than its limit.
    #[must_use]
    pub fn too_large(&self) -> GuestError {
        let limit = Limit::ResponseSize;
        GuestError::Other(format!(
            "the answer of {} is larger than the limit {} of {}\nhint: raise it with {}",
            self.place(),
            limit.name(),
            limit.show(self.response_limit),
            limit.knob()
        ))
    }
}

/// What one component may reach by HTTP.
pub struct HttpCapability {
    network: Arc<dyn Network>,
    granted: Vec<HostPattern>,
    configured: RwLock<Vec<HostPattern>>,
    response_limit: u64,
}

impl HttpCapability {
    /// What grants of the command line allow, on this machine's network.
    #[cfg(feature = "sandbox")]
    #[must_use]
    pub fn new(granted: Vec<HostPattern>, limits: &Limits) -> Self {
        Self::on(Arc::new(super::MachineNetwork::default()), granted, limits)
    }

    /// The same on another network.
    #[must_use]
    pub fn on(network: Arc<dyn Network>, granted: Vec<HostPattern>, limits: &Limits) -> Self {
        Self {
            network,
            granted,
            configured: RwLock::new(Vec::new()),
            response_limit: limits.get(Limit::ResponseSize),
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
        let may_be_private = self.may_reach(&url, &place)?;
        let reserved = |name: &str| RESERVED_HEADERS.contains(&name.to_ascii_lowercase().as_str());
        if let Some((name, _)) = request.headers.iter().find(|(name, _)| reserved(name)) {
            return Err(GuestError::Other(format!(
                "the header `{name}` cannot be set: the host sets it"
            )));
        }
        self.network
            .send(OutgoingRequest {
                method,
                url,
                headers: request.headers,
                body: request.body,
                timeout: request.timeout,
                may_be_private,
                response_limit: self.response_limit,
            })
            .await
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

    /// Makes sure that a grant covers an address, and says whether one covers private addresses too.
    fn may_reach(&self, url: &Url, place: &str) -> Result<bool, GuestError> {
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
        Ok(covering.any(HostPattern::includes_private))
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
