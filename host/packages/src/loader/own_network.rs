//! The network of the host's own requests: a server with authorities of its own has connections of its own.

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use pulumi_wasm_capability::http::{IncomingResponse, OutgoingRequest};
use pulumi_wasm_capability::system::{Network, NoAnswer};
use pulumi_wasm_core::call::Call;
use pulumi_wasm_network::{MachineNetwork, NetworkSettings};

/// Sends the requests to each server by its own settings, those of redirects too.
pub(super) struct OwnNetwork {
    usual: MachineNetwork,
    /// By `HOST`, or `HOST:PORT` if the port is not that of the scheme.
    servers: BTreeMap<String, MachineNetwork>,
}

impl OwnNetwork {
    /// `authorities` are those of single servers, in PEM. Nothing is opened before it is used.
    pub(super) fn new(
        settings: &NetworkSettings,
        authorities: BTreeMap<String, Arc<[u8]>>,
    ) -> Self {
        let of_server = |(host, authorities)| {
            let settings = NetworkSettings {
                authorities: Some(authorities),
                ..settings.clone()
            };
            (host, MachineNetwork::new(settings))
        };
        Self {
            usual: MachineNetwork::new(settings.clone()),
            servers: authorities.into_iter().map(of_server).collect(),
        }
    }
}

#[async_trait]
impl Network for OwnNetwork {
    async fn send(
        &self,
        call: &Call,
        request: OutgoingRequest,
    ) -> Result<IncomingResponse, NoAnswer> {
        let host = request.url.host_str().unwrap_or_default();
        let server = match request.url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        };
        let network = self.servers.get(&server).unwrap_or(&self.usual);
        network.send(call, request).await
    }
}
