//! The messages that the engine was told to show, as cases write them.

use serde_json::{Map, Value};

use super::notation::readable;
use super::protocol::transcode;
use crate::engine::FakeEngine;
use crate::protocol::pulumirpc as pb;

/// A running engine service; it ends with the runtime.
pub(crate) struct Engine {
    pub(crate) address: String,
    service: FakeEngine,
}

/// The position before later messages and views.
#[derive(Clone, Copy)]
pub(crate) struct Moment {
    messages: usize,
    views: usize,
}

impl Engine {
    pub(crate) async fn start() -> Self {
        let service = FakeEngine::start().await;
        Self {
            address: service.address.clone(),
            service,
        }
    }

    /// The position before all messages and views from now on.
    pub(crate) fn now(&self) -> Moment {
        Moment {
            messages: self.service.messages().len(),
            views: self.service.views().len(),
        }
    }

    /// The messages on a resource since then, each as `{SEVERITY: TEXT}`.
    pub(crate) fn messages(&self, urn: &str, since: Moment) -> Vec<Value> {
        let messages = self.service.messages_since(since.messages);
        let own = messages
            .into_iter()
            .filter(|message| message.urn == urn && !is_summary(message));
        own.map(written).collect()
    }

    /// The steps of views that were published with a token since then.
    pub(crate) fn views(&self, token: &str, since: Moment) -> Vec<Value> {
        let published = self.service.views_since(since.views);
        let own = published.iter().filter(|request| request.token == token);
        own.flat_map(|request| {
            let message = transcode("pulumirpc.PublishViewStepsRequest", request);
            message["steps"].as_array().cloned().unwrap_or_default()
        })
        .map(|step| readable(&step))
        .collect()
    }

    /// Waits until a resource shows this text.
    pub(crate) async fn hears(&self, urn: &str, since: Moment, text: &str) {
        let is_it = |message: &pb::LogRequest| {
            message.urn == urn && !is_summary(message) && message.message.contains(text)
        };
        self.service.hears_since(since.messages, is_it).await;
    }
}

/// A message as a case writes it.
fn written(message: pb::LogRequest) -> Value {
    let word = match message.severity() {
        _ if message.ephemeral => "status",
        pb::LogSeverity::Debug => "debug",
        pb::LogSeverity::Info => "info",
        pb::LogSeverity::Warning => "warning",
        pb::LogSeverity::Error => "error",
    };
    Map::from_iter([(word.to_owned(), message.message.into())]).into()
}

/// Whether it is the host's own line about a call with its duration.
fn is_summary(request: &pb::LogRequest) -> bool {
    request.severity() == pb::LogSeverity::Debug
        && request.message.contains(" of it in the component")
}
