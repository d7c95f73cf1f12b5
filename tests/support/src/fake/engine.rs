//! An engine that answers nothing and records the messages that it should show.

use std::time::Duration;

use pulumi_wasm_stand_in::engine::Engine;

use crate::protocol::pulumirpc as pb;

/// The end of a wait that hangs. It does not judge speed.
const PATIENCE: Duration = Duration::from_secs(600);

/// A running engine service; it ends with the test's runtime.
#[derive(Clone)]
pub struct FakeEngine {
    pub address: String,
    engine: Engine,
}

impl FakeEngine {
    pub async fn start() -> Self {
        let engine = Engine::start().await.expect("a port");
        Self {
            address: engine.address.clone(),
            engine,
        }
    }

    /// The steps of views that were published so far.
    pub fn views(&self) -> Vec<pb::PublishViewStepsRequest> {
        self.views_since(0)
    }

    /// The published steps after this many.
    pub fn views_since(&self, number: usize) -> Vec<pb::PublishViewStepsRequest> {
        self.engine.views_since(number)
    }

    /// The messages to show so far.
    pub fn messages(&self) -> Vec<pb::LogRequest> {
        self.messages_since(0)
    }

    /// The messages after the first ones.
    pub fn messages_since(&self, number: usize) -> Vec<pb::LogRequest> {
        self.engine.messages_since(number)
    }

    /// Waits for a message with this text.
    pub async fn hears(&self, words: &str) -> pb::LogRequest {
        self.hears_since(0, |message| message.message.contains(words))
            .await
    }

    /// Waits for such a message after the first ones.
    pub async fn hears_since(
        &self,
        number: usize,
        is_it: impl Fn(&pb::LogRequest) -> bool,
    ) -> pb::LogRequest {
        let look = self.engine.hears_since(number, is_it);
        match tokio::time::timeout(PATIENCE, look).await {
            Ok(found) => found.expect("an engine that runs"),
            Err(_) => {
                let messages = self.messages_since(number);
                panic!("the message did not come within {PATIENCE:?}, these did: {messages:?}")
            }
        }
    }
}
