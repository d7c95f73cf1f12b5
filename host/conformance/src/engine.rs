//! The engine that the plugin calls: it records the messages and views that it should show, as cases write them.

use std::time::Duration;

use anyhow::Context as _;
use pulumi_wasm_stand_in::engine;
use pulumi_wasm_stand_in::protocol::pulumirpc as pb;
use serde_json::{Map, Value};

use crate::notation::readable;
use crate::protocol::transcode;

/// The longest wait for a message. It does not measure speed.
const PATIENCE: Duration = Duration::from_secs(180);

/// The first words of the host's statuses about the compilation of a component.
const PROGRESS: [&str; 2] = ["compiling `", "waiting for another process that compiles `"];

/// A running service; it ends with the runtime.
pub(crate) struct Engine(engine::Engine);

/// The position before later messages and views.
#[derive(Clone, Copy)]
pub(crate) struct Moment {
    messages: usize,
    views: usize,
}

impl Engine {
    /// Starts the service on a free port of loopback.
    ///
    /// # Errors
    /// If no port is free.
    pub(crate) async fn start() -> std::io::Result<Self> {
        engine::Engine::start().await.map(Self)
    }

    /// Host and port.
    pub(crate) fn address(&self) -> &str {
        &self.0.address
    }

    /// The position before all messages and views from now on.
    pub(crate) fn now(&self) -> Moment {
        Moment {
            messages: self.0.count_of_messages(),
            views: self.0.count_of_views(),
        }
    }

    /// The messages on a resource since then, each as `{SEVERITY: TEXT}`.
    pub(crate) fn messages(&self, urn: &str, moment: Moment) -> Vec<Value> {
        let messages = self.0.messages_since(moment.messages);
        let own = messages
            .into_iter()
            .filter(|message| message.urn == urn && !is_of_the_host(message));
        own.map(written).collect()
    }

    /// The steps of views that were published with a token since then.
    ///
    /// # Errors
    /// If the protocol does not have their message.
    pub(crate) fn views(&self, token: &str, moment: Moment) -> anyhow::Result<Vec<Value>> {
        let mut steps = Vec::new();
        for request in self.0.views_since(moment.views) {
            if request.token == token {
                let message = transcode("pulumirpc.PublishViewStepsRequest", &request)?;
                let published = message.get("steps").and_then(Value::as_array);
                steps.extend(published.into_iter().flatten().map(readable));
            }
        }
        Ok(steps)
    }

    /// Waits until a resource shows this text.
    ///
    /// # Errors
    /// If the text does not come in time.
    pub(crate) async fn hears(&self, urn: &str, moment: Moment, text: &str) -> anyhow::Result<()> {
        let is_it = |message: &pb::LogRequest| {
            message.urn == urn && !is_of_the_host(message) && message.message.contains(text)
        };
        let look = self.0.hears_since(moment.messages, is_it);
        match tokio::time::timeout(PATIENCE, look).await {
            Ok(heard) => heard.map(drop).context("the engine has ended"),
            Err(_) => anyhow::bail!("the resource did not show `{text}` within {PATIENCE:?}"),
        }
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

/// Whether the host sent it for itself: the duration of a call, or the progress of a compilation. It depends on the machine and not on the
/// component.
fn is_of_the_host(request: &pb::LogRequest) -> bool {
    let text = &request.message;
    if request.ephemeral {
        return request.urn.is_empty() && PROGRESS.iter().any(|start| text.starts_with(start));
    }
    let debug = request.severity() == pb::LogSeverity::Debug;
    debug && (text.contains(" of it in the component") || text.starts_with("compiled `"))
}
