//! One connection for each monitor. It closes when its last user ends, because a stopping engine waits for open
//! connections. The facts about a monitor stay until another monitor replaces it.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use pulumi_wasm_core::monitor::MonitorError;
use pulumi_wasm_platform::peers::Peers;
use tokio::sync::OnceCell;
use tonic::transport::{Channel, Uri};

use super::client::{Client, client, refusal};
use super::features::Features;
use super::packages::Announcement;
use crate::pulumi::callbacks::Callbacks;
use crate::pulumi::engine::connection::channel;
use crate::pulumi::wire::pulumirpc as pb;

/// The monitors of this provider's requests: a preview and its update have different monitors.
pub(in crate::pulumi) struct Monitors {
    peers: Arc<Peers>,
    callbacks: Arc<Callbacks>,
    by_address: Mutex<BTreeMap<String, Known>>,
}

/// A monitor that was used.
struct Known {
    facts: Arc<Facts>,
    channel: Weak<Channel>,
}

/// The facts about a monitor that the host asked for.
#[derive(Default)]
struct Facts {
    features: OnceCell<Features>,
    /// The short names of packages.
    references: Mutex<BTreeMap<Announcement, Arc<OnceCell<String>>>>,
}

/// An open connection to a monitor.
#[derive(Clone)]
pub(in crate::pulumi) struct Connection {
    facts: Arc<Facts>,
    channel: Arc<Channel>,
    callbacks: Arc<Callbacks>,
}

impl Monitors {
    /// `callbacks` are those that the engine behind a monitor may run.
    pub(in crate::pulumi) fn new(peers: &Arc<Peers>, callbacks: &Arc<Callbacks>) -> Self {
        Self {
            peers: Arc::clone(peers),
            callbacks: Arc::clone(callbacks),
            by_address: Mutex::default(),
        }
    }

    /// The connection to the monitor at an address, or `None` if the address is not valid. Connects with the first
    /// request.
    pub(in crate::pulumi) fn open(&self, address: &str) -> Option<Connection> {
        let mut by_address = self.by_address.lock();
        by_address.retain(|known, monitor| known == address || monitor.channel.strong_count() > 0);
        if let Some(known) = by_address.get(address)
            && let Some(channel) = known.channel.upgrade()
        {
            let facts = Arc::clone(&known.facts);
            return Some(self.connection(facts, channel));
        }
        let monitor: Uri = format!("http://{address}").parse().ok()?;
        let channel = Arc::new(channel(monitor, &self.peers));
        let facts = by_address
            .get(address)
            .map_or_else(Arc::default, |known| Arc::clone(&known.facts));
        let known = Known {
            facts: Arc::clone(&facts),
            channel: Arc::downgrade(&channel),
        };
        by_address.insert(address.to_owned(), known);
        Some(self.connection(facts, channel))
    }

    fn connection(&self, facts: Arc<Facts>, channel: Arc<Channel>) -> Connection {
        Connection {
            facts,
            channel,
            callbacks: Arc::clone(&self.callbacks),
        }
    }
}

impl Connection {
    pub(super) fn client(&self) -> Client {
        client(&self.channel)
    }

    /// The functions that the engine may run.
    pub(super) fn callbacks(&self) -> &Arc<Callbacks> {
        &self.callbacks
    }

    /// The features of the monitor. The monitor is asked once.
    ///
    /// # Errors
    /// When it does not answer.
    pub(super) async fn features(&self) -> Result<&Features, MonitorError> {
        let ask = || async { Features::ask(&mut self.client()).await };
        self.facts.features.get_or_try_init(ask).await
    }

    /// The short name of a package at this monitor. The package is announced once.
    ///
    /// # Errors
    /// If the monitor refuses it.
    pub(super) async fn reference(&self, package: &Announcement) -> Result<String, MonitorError> {
        let place = {
            let mut references = self.facts.references.lock();
            let place = references.entry(package.clone()).or_default();
            Arc::clone(place)
        };
        let announce = || self.announce(package);
        place.get_or_try_init(announce).await.cloned()
    }

    async fn announce(&self, package: &Announcement) -> Result<String, MonitorError> {
        let parameter = package.parameter.as_ref();
        let request = pb::RegisterPackageRequest {
            name: package.plugin.clone(),
            version: package.version.clone(),
            download_url: package.download_url.clone(),
            parameterization: parameter.map(|parameter| pb::Parameterization {
                name: parameter.name.clone(),
                version: parameter.version.clone(),
                value: parameter.value.clone(),
            }),
            ..pb::RegisterPackageRequest::default()
        };
        let answer = self.client().register_package(request).await;
        let name = parameter.map_or(&package.plugin, |parameter| &parameter.name);
        let what = format!("the engine did not accept the package `{name}`");
        let answer = answer.map_err(|status| refusal(&what, &status))?;
        Ok(answer.into_inner().r#ref)
    }
}
