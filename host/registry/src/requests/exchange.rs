//! Sends one request and returns its answer. The address is checked before sending, and redirects are followed
//! within bounds.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use http::Method;
use pulumi_wasm_capability::http::{
    BodyStream, OutgoingRequest, Reach, RequestBody, may_be_public,
};
use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_capability::system::NoAnswer;
use pulumi_wasm_core::call::{Call, Operation, Subject};
use pulumi_wasm_core::error::GuestError;
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::requests::registry_endpoint::RegistryEndpoint;
use crate::requests::retry;
use crate::{RegistryContext, RegistryError};

/// The maximum number of redirects to follow.
const MAX_REDIRECTS: u32 = 5;

/// A request to a registry. Its debug output omits headers and body, which may contain credentials.
#[derive(Clone)]
pub(crate) struct RegistryRequest {
    pub(crate) method: Method,
    pub(crate) address: Url,
    /// Headers without credentials.
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Bytes,
    /// The maximum number of attempts.
    pub(crate) attempts: u32,
}

impl fmt::Debug for RegistryRequest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Ask")
            .field("method", &self.method)
            .field("host", &host(&self.address))
            .finish_non_exhaustive()
    }
}

impl RegistryRequest {
    /// A request without a body.
    pub(crate) fn get(address: Url) -> Self {
        Self {
            method: Method::GET,
            address,
            headers: Vec::new(),
            body: Bytes::new(),
            attempts: retry::ATTEMPTS,
        }
    }

    /// Sets the maximum number of attempts.
    pub(crate) fn at_most(self, attempts: u32) -> Self {
        Self { attempts, ..self }
    }

    /// Adds a header.
    pub(crate) fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Whether the request is idempotent: it changes nothing, or puts the same bytes under the same name.
    pub(crate) fn may_be_repeated(&self) -> bool {
        let puts_manifest =
            self.method == Method::PUT && self.address.path().contains("/manifests/");
        self.only_reads() || puts_manifest
    }

    /// Whether the request changes nothing, so that redirects may be followed.
    pub(crate) fn only_reads(&self) -> bool {
        [Method::GET, Method::HEAD].contains(&self.method)
    }
}

/// An answer whose head has arrived. The body follows.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// Whether the registry itself answered, and not a server that it redirected to. Challenges of other servers
    /// are ignored.
    pub(crate) is_own: bool,
    /// The address that answered, after redirects.
    pub(crate) address: Url,
    headers: Vec<(String, String)>,
    pub(crate) body: BodyStream,
}

impl Answer {
    /// The first header with this lower-case name.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// All headers with this lower-case name.
    pub(crate) fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        let named = self.headers.iter().filter(move |(known, _)| known == name);
        named.map(|(_, value)| value.as_str())
    }
}

/// Why a request got no answer.
#[derive(Debug)]
pub(crate) enum NotAnswered {
    /// The request must not be sent, or a redirect must not be followed. A retry would fail in the same way.
    Refused(RegistryError),
    /// The connection failed, or no answer arrived.
    Failed(NoAnswer),
}

/// Sends requests to a registry, and follows redirects.
pub(crate) struct Exchange {
    pub(crate) origin: RegistryEndpoint,
    pub(crate) context: RegistryContext,
}

impl Exchange {
    /// Sends a request, and follows redirects if it only reads. Only the registry itself gets `authorization`.
    pub(crate) async fn send(
        &self,
        ask: &RegistryRequest,
        authorization: Option<&str>,
    ) -> Result<Answer, NotAnswered> {
        let mut address = ask.address.clone();
        let mut redirects = 0;
        loop {
            let answer = self.once(ask, &address, authorization).await?;
            let is_redirect = matches!(answer.status, 301 | 302 | 303 | 307 | 308);
            if !is_redirect || !ask.only_reads() {
                return Ok(answer);
            }
            let refused = |reason: &str| {
                NotAnswered::Refused(RegistryError::new(format!(
                    "a redirect of {} is not followed: {reason}",
                    host(&address)
                )))
            };
            if redirects == MAX_REDIRECTS {
                return Err(refused(&format!(
                    "there are more than {MAX_REDIRECTS} redirects"
                )));
            }
            redirects += 1;
            let location = answer.header("location");
            let next = location.and_then(|location| address.join(location).ok());
            let next = next.ok_or_else(|| refused("it does not name an address"))?;
            self.origin
                .judge(&next)
                .map_err(|reason| refused(&reason))?;
            address = next;
        }
    }

    /// Sends a request with credentials to a token endpoint of the registry. A redirect is returned as the answer.
    pub(crate) async fn send_to_realm(
        &self,
        ask: &RegistryRequest,
        authorization: Option<&str>,
    ) -> Result<Answer, NotAnswered> {
        let mut ask = ask.clone();
        if let Some(authorization) = authorization {
            ask = ask.header("authorization", authorization);
        }
        self.reach(&ask, &ask.address, None).await
    }

    async fn once(
        &self,
        ask: &RegistryRequest,
        address: &Url,
        authorization: Option<&str>,
    ) -> Result<Answer, NotAnswered> {
        let authorization = authorization.filter(|_| self.origin.is_own(address));
        self.reach(ask, address, authorization).await
    }

    /// Tries public addresses only at first. If the network refuses, the registry is at a private address. So the
    /// name of a registry that was public cannot lead into a private network later.
    async fn reach(
        &self,
        ask: &RegistryRequest,
        address: &Url,
        authorization: Option<&str>,
    ) -> Result<Answer, NotAnswered> {
        let is_own = self.origin.is_own(address);
        if !self.origin.is_private() {
            // A proxy resolves names itself, so the name is checked as it is written.
            let answer = if may_be_public(address) {
                let answer = self.transmit(ask, address, authorization, Reach::Public);
                answer.await
            } else {
                Err(NoAnswer::unsent(GuestError::Denied(String::new())))
            };
            match answer {
                Err(NoAnswer {
                    error: GuestError::Denied(_),
                    ..
                }) if is_own && self.origin.may_be_private() => self.origin.note_private(),
                Err(NoAnswer {
                    error: GuestError::Denied(_),
                    ..
                }) => return Err(NotAnswered::Refused(self.not_public(address))),
                other => return other.map_err(NotAnswered::Failed),
            }
        }
        let reach = self.origin.reach(address);
        let answer = self.transmit(ask, address, authorization, reach).await;
        answer.map_err(|no_answer| match no_answer.error {
            GuestError::Denied(_) => NotAnswered::Refused(self.not_public(address)),
            _ => NotAnswered::Failed(no_answer),
        })
    }

    fn not_public(&self, address: &Url) -> RegistryError {
        let place = host(address);
        if self.origin.is_own(address) {
            return RegistryError::new(format!(
                "{place} is at an address that is not public, and only a recorded value names it"
            ))
            .hint(
                "if you know that server, add the package in the project that uses it, so that `Pulumi.yaml` names it",
            );
        }
        let base = host(self.origin.base());
        if self.origin.is_private() {
            RegistryError::new(format!(
                "{base} leads to {place}, whose address only exists on this machine"
            ))
        } else {
            RegistryError::new(format!(
                "{base} has a public address, but leads to {place}, whose address is not public"
            ))
        }
    }

    async fn transmit(
        &self,
        ask: &RegistryRequest,
        address: &Url,
        authorization: Option<&str>,
        reach: Reach,
    ) -> Result<Answer, NoAnswer> {
        let RegistryContext {
            network,
            limits,
            log,
            secrets,
            ..
        } = &self.context;
        let call = Call::new(
            Operation::Invoke,
            Subject::default(),
            CancellationToken::new(),
            Arc::clone(log),
            secrets,
        );
        let headers = ask.headers.iter();
        let headers = headers.map(|(name, value)| ((*name).to_owned(), value.clone()));
        // The digest of the bytes to send is their address.
        let identity = [("accept-encoding".to_owned(), "identity".to_owned())];
        let authorization =
            authorization.map(|value| ("authorization".to_owned(), value.to_owned()));
        let body = if ask.only_reads() {
            RequestBody::Empty
        } else {
            RequestBody::Whole(ask.body.clone())
        };
        let request = OutgoingRequest {
            method: ask.method.clone(),
            url: address.clone(),
            headers: headers.chain(identity).chain(authorization).collect(),
            body,
            reach,
            connect_time: limits.time(Limit::HttpConnectTime),
            first_byte_time: Some(limits.time(Limit::FetchIdleTime)),
            way: None,
        };
        let answer = network.send(&call, request).await?;
        Ok(Answer {
            status: answer.status,
            is_own: self.origin.is_own(address),
            address: address.clone(),
            headers: answer.headers,
            body: answer.body,
        })
    }
}

/// The host and port of an address, for messages.
pub(crate) fn host(address: &Url) -> String {
    let host = address.host_str().unwrap_or_default();
    match address.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}
