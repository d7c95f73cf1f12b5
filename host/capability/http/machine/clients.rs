//! The clients of this machine's network, and the thread that their connections are served by.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use hyper_util::client::legacy::Client;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use tokio::runtime::Handle;
use tower_http::decompression::Decompression;

use super::background::Background;
use super::connect::Connector;
use super::exchange::HttpsClient;
use super::proxy::{Proxies, ProxySettings};
use super::resolve::{JudgingResolver, Lookup};
use super::{NetworkSettings, tls};

/// Connections to one server that are kept for later, and how long.
const IDLE_CONNECTIONS: usize = 32;
const IDLE_TIME: Duration = Duration::from_secs(90);
/// Bytes that the head of an answer may have; as much of a body is read at once.
const MOST_HEAD: usize = 128 << 10;
/// What a server may send by HTTP/2 before it was taken: of one answer, and of all on a connection.
const STREAM_WINDOW: u32 = 1 << 20;
const CONNECTION_WINDOW: u32 = 2 << 20;

/// What requests are sent by.
#[derive(Clone)]
pub(super) struct Sender {
    pub(super) background: Handle,
    pub(super) client: HttpsClient,
    pub(super) proxies: Option<Proxies>,
}

/// What was made so far.
#[derive(Default)]
pub(super) struct Clients {
    background: Option<Background>,
    /// By whether they may have connections to private addresses. A connection that was made for one is never used by the
    /// other.
    made: BTreeMap<bool, (HttpsClient, Option<Proxies>)>,
}

impl Clients {
    /// The client for such connections.
    ///
    /// # Errors
    /// Why there can be none.
    pub(super) fn get(
        &mut self,
        settings: &NetworkSettings,
        lookup: &Arc<dyn Lookup>,
        open: bool,
    ) -> Result<Sender, String> {
        if self.background.is_none() {
            let background = Background::start().map_err(|error| error.to_string())?;
            self.background = Some(background);
        }
        let background = self.background.as_ref().and_then(Background::handle);
        let (client, proxies) = match self.made.entry(open) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let resolver = JudgingResolver {
                    lookup: Arc::clone(lookup),
                    open,
                };
                place.insert(build(settings, resolver)?)
            }
        };
        Ok(Sender {
            background: background.ok_or("the network's thread has ended")?,
            client: client.clone(),
            proxies: proxies.clone(),
        })
    }
}

fn build(
    settings: &NetworkSettings,
    resolver: JudgingResolver,
) -> Result<(HttpsClient, Option<Proxies>), String> {
    let proxies = settings.proxy.as_ref().map(ProxySettings::build);
    let proxies = proxies.transpose()?;
    let tls = tls::configuration(settings.ca_file.as_deref())?;
    let connector = Connector::new(tls, resolver, proxies.clone());
    let client = Client::builder(TokioExecutor::new())
        .timer(TokioTimer::new())
        .pool_timer(TokioTimer::new())
        .pool_idle_timeout(IDLE_TIME)
        .pool_max_idle_per_host(IDLE_CONNECTIONS)
        .http1_max_buf_size(MOST_HEAD)
        .http2_initial_stream_window_size(STREAM_WINDOW)
        .http2_initial_connection_window_size(CONNECTION_WINDOW)
        .build(connector);
    Ok((Decompression::new(client), proxies))
}
