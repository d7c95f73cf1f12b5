//! The network of this machine: one HTTP client for all guests of the process.

mod background;
mod clients;
mod connect;
mod exchange;
mod explain;
mod link;
mod lookups;
mod metered;
mod prepare;
mod proxy;
mod resolve;
mod service;
mod settings;
mod sockets;
#[cfg(test)]
mod tests;
mod tls;
mod upload;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use parking_lot::Mutex;
pub use proxy::ProxySettings;
use pulumi_wasm_capability::http::{IncomingResponse, OutgoingRequest, Reach};
use pulumi_wasm_capability::system::{Network, NoAnswer, System};
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::error::GuestError;
pub use resolve::{Lookup, MachineLookup};
pub use settings::NetworkSettings;
pub use tls::check_authorities;

use self::clients::Clients;
use self::exchange::exchange;
use self::explain::Explainer;
use self::prepare::prepare;
use self::proxy::Proxies;
use self::resolve::NotPublic;

/// This machine as a system, with its operator's network settings. Nothing is opened before its first use.
#[must_use]
pub fn machine(settings: NetworkSettings) -> System {
    System::of_machine(Arc::new(MachineNetwork::new(settings)))
}

/// How often a request is sent again at once, on another connection, if the server did not process it.
const TURNS: u32 = 2;

/// The network of this machine. Its thread and its clients are created with the first request, because reading the
/// trusted roots takes longer than a whole check.
pub struct MachineNetwork {
    settings: NetworkSettings,
    lookup: Arc<dyn Lookup>,
    clients: Mutex<Clients>,
}

impl MachineNetwork {
    #[must_use]
    pub fn new(settings: NetworkSettings) -> Self {
        Self::resolving_by(Arc::new(MachineLookup::default()), settings)
    }

    /// The same network with another resolver.
    #[must_use]
    pub fn resolving_by(lookup: Arc<dyn Lookup>, settings: NetworkSettings) -> Self {
        Self {
            settings,
            lookup,
            clients: Mutex::default(),
        }
    }
}

impl MachineNetwork {
    /// Checks the addresses of a name that a proxy will resolve, if this machine can resolve it. The proxy may
    /// know other addresses, and names that this machine does not know.
    async fn judge_proxied(
        &self,
        url: &url::Url,
        (reach, max): (Reach, Duration),
        proxies: Option<&Proxies>,
        described: &str,
    ) -> Result<(), GuestError> {
        let (Some(proxies), Some(url::Host::Domain(name))) = (proxies, url.host()) else {
            return Ok(());
        };
        let is_proxied = |address| proxies.intercept(&address).is_some();
        if reach == Reach::Any || !url.as_str().parse().is_ok_and(is_proxied) {
            return Ok(());
        }
        let found = self.lookup.addresses(name);
        let found = tokio::time::timeout(max, found).await;
        let found = found.ok().and_then(Result::ok).unwrap_or_default();
        if found.is_empty() || found.iter().any(|address| reach.has(*address)) {
            return Ok(());
        }
        let name = name.to_owned();
        Err(explain::refused(described, &NotPublic { name }))
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
    ) -> Result<IncomingResponse, NoAnswer> {
        let explainer = Explainer {
            described: format!("{} {}", request.method, request.place()),
            connect_time: request.connect_time,
            first_byte_time: request.first_byte_time,
            way: request.way.as_ref().map(|taken| Arc::clone(&taken.way)),
        };
        judge_literal(&request, &explainer.described).map_err(NoAnswer::unsent)?;
        let sender = self
            .clients
            .lock()
            .get(
                &self.settings,
                &self.lookup,
                request.reach,
                request.way.as_ref(),
            )
            .map_err(|reason| {
                let error = format!("{} was not sent: {reason}", explainer.described);
                NoAnswer::unsent(GuestError::Other(error))
            })?;
        if self.settings.judges_names_of_proxies {
            let reach = request.reach;
            let (url, time) = (request.url.clone(), request.connect_time);
            self.judge_proxied(
                &url,
                (reach, time),
                sender.proxies.as_ref(),
                &explainer.described,
            )
            .await
            .map_err(NoAnswer::unsent)?;
        }
        let (mut request, mut turned_away) = (request, 0);
        loop {
            let again = request.repeated();
            let prepared = prepare(request, sender.proxies.as_ref()).map_err(NoAnswer::unsent)?;
            let client = sender.client.clone();
            let outcome = exchange(&sender.background, client, prepared, explainer.clone()).await;
            match (outcome, again) {
                (Err(failure), Some(again)) if failure.is_turned_away && turned_away < TURNS => {
                    (request, turned_away) = (again, turned_away + 1);
                }
                (outcome, _) => return outcome.map_err(|failure| failure.no_answer),
            }
        }
    }
}

/// Checks a literal address: it must have been granted as an address.
fn judge_literal(request: &OutgoingRequest, described: &str) -> Result<(), GuestError> {
    let address = match request.url.host() {
        Some(url::Host::Ipv4(address)) => address.into(),
        Some(url::Host::Ipv6(address)) => address.into(),
        _ => return Ok(()),
    };
    if request.reach.has(address) {
        return Ok(());
    }
    let name = address.to_string();
    Err(explain::refused(described, &NotPublic { name }))
}
