//! Replays a recording instead of a test's fakes.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use pulumi_wasm_capability::http::{IncomingResponse, OutgoingRequest};
use pulumi_wasm_capability::record::Player;
use pulumi_wasm_capability::system::{Network, NoAnswer};
use pulumi_wasm_core::call::Call;

use super::lock::lock;

/// The recording that is replayed, if there is one. Clones share their state.
#[derive(Clone, Default)]
pub(super) struct Replay(Arc<Mutex<Option<Arc<Player>>>>);

impl Replay {
    pub(super) fn set(&self, player: Arc<Player>) {
        *lock(&self.0) = Some(player);
    }

    pub(super) fn player(&self) -> Option<Arc<Player>> {
        lock(&self.0).clone()
    }

    pub(super) fn complaints(&self) -> Vec<String> {
        let player = self.player();
        player
            .map(|player| player.differences())
            .unwrap_or_default()
    }

    /// The recorded network if the test replays a recording, otherwise the given network.
    pub(super) fn network(&self, otherwise: Arc<dyn Network>) -> Arc<dyn Network> {
        Arc::new(ReplayedNetwork {
            replay: self.clone(),
            otherwise,
        })
    }
}

struct ReplayedNetwork {
    replay: Replay,
    otherwise: Arc<dyn Network>,
}

#[async_trait]
impl Network for ReplayedNetwork {
    async fn send(
        &self,
        call: &Call,
        request: OutgoingRequest,
    ) -> Result<IncomingResponse, NoAnswer> {
        match self.replay.player() {
            Some(player) => player.send(call, request).await,
            None => self.otherwise.send(call, request).await,
        }
    }
}
