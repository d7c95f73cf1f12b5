//! This machine's network, by one well-kept client for all guests of the process.

mod explain;
mod proxy;
mod resolve;
#[cfg(test)]
mod tests;
mod tls;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use futures_util::TryStreamExt;
use reqwest::redirect;

pub use proxy::ProxySettings;
pub use resolve::{Lookup, MachineLookup};

use self::explain::{UploadEnded, explain};
use self::resolve::{JudgingResolver, NotPublic};
use super::address::is_public;
use super::{BodyStream, IncomingResponse, OutgoingRequest, RequestBody};
use crate::capability::surroundings::Network;
use crate::provider::call::Call;
use crate::provider::error::GuestError;

/// Connections to one server that are kept for later, and how long.
const IDLE_CONNECTIONS: usize = 32;
const IDLE_TIME: Duration = Duration::from_secs(90);

/// What the operator of a machine says of its network.
#[derive(Debug, Clone, Default)]
pub struct NetworkSettings {
    /// A file of certificates, in PEM, of authorities that are trusted beside those of the system.
    pub ca_file: Option<PathBuf>,
    /// Proxies that requests go through; none goes straight.
    pub proxy: Option<ProxySettings>,
}

/// The network of this machine. Clients are made when the first request is sent: reading the trusted roots takes longer
/// than a whole check.
pub struct MachineNetwork {
    settings: NetworkSettings,
    lookup: Arc<dyn Lookup>,
    /// By whether they may have connections to private addresses, and how long those may take to be made. A connection
    /// that was made for one is never used by the other.
    clients: Mutex<BTreeMap<(bool, Duration), reqwest::Client>>,
}

impl MachineNetwork {
    #[must_use]
    pub fn new(settings: NetworkSettings) -> Self {
        Self::resolving_by(Arc::new(MachineLookup), settings)
    }

    /// The same with names that lead elsewhere.
    #[must_use]
    pub fn resolving_by(lookup: Arc<dyn Lookup>, settings: NetworkSettings) -> Self {
        Self {
            settings,
            lookup,
            clients: Mutex::default(),
        }
    }

    fn client(&self, open: bool, connect_time: Duration) -> Result<reqwest::Client, GuestError> {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(client) = clients.get(&(open, connect_time)) {
            return Ok(client.clone());
        }
        let client = self.build(open, connect_time).map_err(|reason| {
            GuestError::Other(format!("the HTTP client cannot be made: {reason}"))
        })?;
        clients.insert((open, connect_time), client.clone());
        Ok(client)
    }

    fn build(&self, open: bool, connect_time: Duration) -> Result<reqwest::Client, String> {
        let resolver = JudgingResolver {
            lookup: Arc::clone(&self.lookup),
            open,
            trusted: self
                .settings
                .proxy
                .as_ref()
                .map(ProxySettings::hosts)
                .unwrap_or_default(),
        };
        let mut builder = reqwest::Client::builder()
            .user_agent(concat!("pulumi-wasm/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(connect_time)
            .pool_idle_timeout(IDLE_TIME)
            .pool_max_idle_per_host(IDLE_CONNECTIONS)
            // Every hop is a request of its own, under its own grant.
            .redirect(redirect::Policy::none())
            .use_preconfigured_tls(tls::configuration(self.settings.ca_file.as_deref())?)
            .dns_resolver(Arc::new(resolver))
            .no_proxy();
        if let Some(proxy) = &self.settings.proxy {
            for proxy in proxy.build()? {
                builder = builder.proxy(proxy);
            }
        }
        builder.build().map_err(|error| error.to_string())
    }
}

impl Default for MachineNetwork {
    fn default() -> Self {
        Self::new(NetworkSettings::default())
    }
}

#[async_trait]
impl Network for MachineNetwork {
    async fn send(
        &self,
        _call: &Call,
        request: OutgoingRequest,
    ) -> Result<IncomingResponse, GuestError> {
        let described = format!("{} {}", request.method, request.place());
        judge_literal(&request, &described)?;
        let connect_time = request.connect_time;
        let client = self.client(request.may_be_private, connect_time)?;
        let mut builder = client.request(request.method, request.url);
        for (name, value) in &request.headers {
            builder = builder.header(name, value);
        }
        builder = match request.body {
            RequestBody::Empty => builder,
            RequestBody::Whole(bytes) => builder.body(bytes),
            RequestBody::Streamed { chunks, length } => {
                if let Some(length) = length {
                    builder = builder.header(http::header::CONTENT_LENGTH, length);
                }
                builder.body(reqwest::Body::wrap_stream(chunks.map_err(UploadEnded)))
            }
        };
        let response = builder
            .send()
            .await
            .map_err(|error| explain(&error, &described, connect_time))?;
        let headers = response.headers().iter().map(|(name, value)| {
            let value = String::from_utf8_lossy(value.as_bytes());
            (name.as_str().to_owned(), value.into_owned())
        });
        Ok(IncomingResponse {
            status: response.status().as_u16(),
            headers: headers.collect(),
            body: BodyStream::new(
                response
                    .bytes_stream()
                    .map_err(move |error| explain(&error, &described, connect_time)),
            ),
        })
    }
}

/// What needs no resolver is judged here: an address that is written out is asked only where it was granted as such.
fn judge_literal(request: &OutgoingRequest, described: &str) -> Result<(), GuestError> {
    let address = match request.url.host() {
        Some(url::Host::Ipv4(address)) => address.into(),
        Some(url::Host::Ipv6(address)) => address.into(),
        _ => return Ok(()),
    };
    if request.may_be_private || is_public(address) {
        return Ok(());
    }
    let name = address.to_string();
    Err(explain::refused(described, &NotPublic { name }))
}
