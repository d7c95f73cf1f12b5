//! A guest's requests: what they may reach and change is judged here, before any is sent.

use std::sync::Arc;
use std::time::Duration;

use url::Url;

use super::HostPattern;
use super::body::{BodyStream, HttpBody};
use super::message::{HttpRequest, HttpResponse, OutgoingRequest, place};
use super::reach::Reach;
use crate::capability::frame::Frame;
use crate::capability::surroundings::Network;
use crate::limits::{Limit, Limits};
use crate::provider::call::{Call, Effects};
use crate::provider::error::GuestError;

/// Waiting for a connection.
const CONNECT_TIME: Duration = Duration::from_secs(30);

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

/// What one component may reach by HTTP.
pub struct HttpCapability {
    network: Arc<dyn Network>,
    reach: Reach,
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
        Self::framed(network, granted, limits, &Frame::default())
    }

    /// The same within what an operator allows.
    #[must_use]
    pub fn framed(
        network: Arc<dyn Network>,
        granted: Vec<HostPattern>,
        limits: &Limits,
        frame: &Frame,
    ) -> Self {
        Self {
            network,
            reach: Reach::new(granted, frame),
            response_limit: limits.get(Limit::ResponseSize),
        }
    }

    /// Adds what the user's configuration grants.
    pub fn grant(&self, patterns: Vec<HostPattern>) {
        self.reach.grant(patterns);
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
        let may_be_private = self.reach.judge(&url)?;
        let reserved = |name: &str| RESERVED_HEADERS.contains(&name.to_ascii_lowercase().as_str());
        if let Some((name, _)) = request.headers.iter().find(|(name, _)| reserved(name)) {
            return Err(GuestError::Other(format!(
                "the header `{name}` cannot be set: the host sets it"
            )));
        }
        let described = format!("{method} {place}");
        let outgoing = OutgoingRequest {
            method,
            url,
            headers: request.headers,
            body: request.body.into(),
            may_be_private,
            connect_time: CONNECT_TIME,
        };
        let exchange = async {
            let response = self.network.send(call, outgoing).await?;
            Ok(HttpResponse {
                status: response.status,
                headers: response.headers,
                body: self.read_body(response.body, &place).await?,
            })
        };
        match request.timeout {
            None => exchange.await,
            Some(time) => tokio::time::timeout(time, exchange)
                .await
                .unwrap_or_else(|_| {
                    Err(GuestError::TimedOut(format!(
                        "{described}: no answer in time"
                    )))
                }),
        }
    }

    /// Reads an answer's body, as far as it may be large.
    async fn read_body(&self, mut body: BodyStream, place: &str) -> Result<HttpBody, GuestError> {
        let mut bytes = Vec::new();
        while let Some(chunk) = body.chunk().await? {
            if (bytes.len() + chunk.len()) as u64 > self.response_limit {
                return Err(self.too_large(place));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes.into())
    }

    /// What it means that an answer's body is larger than its limit.
    fn too_large(&self, place: &str) -> GuestError {
        let limit = Limit::ResponseSize;
        GuestError::Other(format!(
            "the answer of {place} is larger than the limit {} of {}\nhint: raise it with {}",
            limit.name(),
            limit.show(self.response_limit),
            limit.knob()
        ))
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
}
