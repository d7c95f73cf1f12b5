//! The HTTP clients of this process, and the thread that serves their connections.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Arc, Weak};
use std::time::Duration;

use hyper_util::client::legacy::Client;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use pulumi_wasm_capability::http::{ChosenRoute, Reach, Route};
use tokio::runtime::Handle;
use tower_http::decompression::Decompression;

use super::background::Background;
use super::connect::Connector;
use super::exchange::HttpsClient;
use super::proxy::{self, Proxies};
use super::resolve::{JudgingResolver, Lookup};
use super::settings::NetworkSettings;
use super::tls;

/// The maximum number of idle connections to a server, and how long they are kept.
const IDLE_CONNECTIONS: usize = 32;
const IDLE_TIME: Duration = Duration::from_secs(90);
/// The maximum size of an answer's head in bytes. Bodies are read in chunks of this size.
const MAX_HEAD: usize = 128 << 10;
/// The flow-control windows of HTTP/2 in bytes: of one stream, and of a connection.
const STREAM_WINDOW: u32 = 1 << 20;
const CONNECTION_WINDOW: u32 = 2 << 20;

/// Sends requests.
#[derive(Clone)]
pub(super) struct Sender {
    pub(super) background: Handle,
    pub(super) client: HttpsClient,
    pub(super) proxies: Option<Proxies>,
}

/// The clients so far.
#[derive(Default)]
pub(super) struct Clients {
    background: Option<Background>,
    /// By the requests that may use them. Connections are never shared between clients.
    made: BTreeMap<Key, Made>,
}

/// The key of a client: the addresses that it may connect to, the addresses that its proxy may have, and its route
/// by the route's address in memory.
type Key = (Reach, Reach, Option<usize>);

struct Made {
    client: HttpsClient,
    proxies: Option<Proxies>,
    /// While this exists, the allocation is not reused, so the key cannot stand for another route.
    way: Weak<Route>,
}

impl Made {
    /// Whether requests may still use the client.
    fn is_of_use(&self, key: &Key) -> bool {
        key.2.is_none() || self.way.strong_count() > 0
    }
}

impl Clients {
    /// The client for requests with these properties.
    ///
    /// # Errors
    /// Why the client cannot be created.
    pub(super) fn get(
        &mut self,
        settings: &NetworkSettings,
        lookup: &Arc<dyn Lookup>,
        reach: Reach,
        taken: Option<&ChosenRoute>,
    ) -> Result<Sender, String> {
        if self.background.is_none() {
            let background = Background::start().map_err(|error| error.to_string())?;
            self.background = Some(background);
        }
        let background = self.background.as_ref().and_then(Background::handle);
        self.made.retain(|key, made| made.is_of_use(key));
        let way = taken.map(|taken| &taken.way);
        // The operator's proxies may be at any address.
        let proxy_may_be_private =
            settings.proxy.is_some() || taken.is_none_or(|taken| taken.proxy_may_be_private);
        let of_proxy = Reach::of_grant(proxy_may_be_private);
        let key = (reach, of_proxy, way.map(|way| Arc::as_ptr(way).addr()));
        let made = match self.made.entry(key) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let resolver = |reach| JudgingResolver {
                    lookup: Arc::clone(lookup),
                    reach,
                };
                let resolvers = (resolver(reach), resolver(of_proxy));
                let (client, proxies) = build(settings, resolvers, way.map(AsRef::as_ref))?;
                place.insert(Made {
                    client,
                    proxies,
                    way: way.map(Arc::downgrade).unwrap_or_default(),
                })
            }
        };
        Ok(Sender {
            background: background.ok_or("the network's thread has ended")?,
            client: made.client.clone(),
            proxies: made.proxies.clone(),
        })
    }
}

#[cfg(test)]
impl Clients {
    /// How many clients there are.
    pub(super) fn count(&self) -> usize {
        self.made.len()
    }
}

/// Creates a client. `resolver` finds servers, and the other resolver finds proxies.
fn build(
    settings: &NetworkSettings,
    (resolver, of_proxies): (JudgingResolver, JudgingResolver),
    way: Option<&Route>,
) -> Result<(HttpsClient, Option<Proxies>), String> {
    let proxies = proxy::of(
        settings.proxy.as_ref(),
        way.and_then(|way| way.proxy.as_ref()),
    )?;
    let (ca_file, authorities) = (settings.ca_file.as_deref(), settings.authorities.as_deref());
    let tls = tls::configuration(ca_file, authorities, way)?;
    // The certificates of a route are for its server. A proxy gets neither the client certificate nor the route's
    // authorities.
    let to_proxies = match (way, authorities) {
        (None, None) => tls.clone(),
        _ => tls::configuration(ca_file, None, None)?,
    };
    let connector = Connector::new(
        (tls, resolver),
        proxies
            .clone()
            .map(|proxies| (proxies, to_proxies, of_proxies)),
    );
    let client = Client::builder(TokioExecutor::new())
        .timer(TokioTimer::new())
        .pool_timer(TokioTimer::new())
        .pool_idle_timeout(IDLE_TIME)
        .pool_max_idle_per_host(IDLE_CONNECTIONS)
        .http1_max_buf_size(MAX_HEAD)
        .http2_initial_stream_window_size(STREAM_WINDOW)
        .http2_initial_connection_window_size(CONNECTION_WINDOW)
        .build(connector);
    Ok((Decompression::new(client), proxies))
}
