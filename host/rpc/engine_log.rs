//! The engine's log: what is meant for people, in order, without ever holding up a call.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tonic::transport::{Channel, Endpoint};

use super::proto::pulumirpc::engine_client::EngineClient;
use super::proto::pulumirpc::{LogRequest, LogSeverity};
use crate::provider::call::{LogSink, Severity};

/// Messages that may wait for the engine. A guest that says more is not listened to until there is room again.
const QUEUE: usize = 4096;
/// How long the end of a call waits for its messages to be on their way.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(2);
/// The engine takes messages of 400 MiB, but nobody reads them.
const MAX_MESSAGE_BYTES: usize = 64 << 10;

enum Item {
    Message(LogRequest),
    Flush(oneshot::Sender<()>),
}

/// The way to one engine's log.
pub(super) struct EngineLog {
    queue: Mutex<Option<mpsc::Sender<Item>>>,
    /// Messages since the last flush.
    pending: AtomicU64,
    dropped: AtomicU64,
}

impl EngineLog {
    /// A log at an engine's address; without one, messages go to the host's own debug log.
    pub(super) fn new(address: Option<&str>) -> Arc<Self> {
        let log = Self {
            queue: Mutex::new(None),
            pending: AtomicU64::new(0),
            dropped: AtomicU64::new(0),
        };
        if let Some(address) = address {
            log.connect(address);
        }
        Arc::new(log)
    }

    /// Sends messages to the engine at an address from now on. Connects with the first message.
    pub(super) fn connect(&self, address: &str) {
        let Ok(endpoint) = Endpoint::from_shared(format!("http://{address}")) else {
            tracing::debug!("`{address}` is no address of an engine");
            return;
        };
        let (sender, receiver) = mpsc::channel(QUEUE);
        tokio::spawn(deliver(endpoint.connect_lazy(), receiver));
        *self.queue.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
    }

    /// Waits until what was said so far is with the engine, for a while: the engine may end this process right after
    /// the answer to a call.
    pub(super) async fn flush(&self) {
        if self.pending.swap(0, Ordering::Relaxed) == 0 {
            return;
        }
        let queue = self
            .queue
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let Some(queue) = queue else { return };
        let wait = async {
            let (done, waiter) = oneshot::channel();
            if queue.send(Item::Flush(done)).await.is_ok() {
                drop(waiter.await);
            }
        };
        if tokio::time::timeout(FLUSH_TIMEOUT, wait).await.is_err() {
            tracing::debug!("the engine does not take log messages");
        }
    }
}

impl LogSink for EngineLog {
    fn log(&self, severity: Severity, urn: &str, message: &str, ephemeral: bool) {
        tracing::debug!(?severity, urn, "{message}");
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(queue) = queue.as_ref() else { return };
        let severity = match severity {
            Severity::Debug => LogSeverity::Debug,
            Severity::Info => LogSeverity::Info,
            Severity::Warning => LogSeverity::Warning,
            Severity::Error => LogSeverity::Error,
        };
        let mut message = shortened(message);
        let dropped = self.dropped.swap(0, Ordering::Relaxed);
        if dropped > 0 {
            message = format!("({dropped} messages were left out: they came too fast)\n{message}");
        }
        let request = LogRequest {
            severity: severity.into(),
            message,
            urn: urn.to_owned(),
            stream_id: 0,
            ephemeral,
        };
        if queue.try_send(Item::Message(request)).is_ok() {
            self.pending.fetch_add(1, Ordering::Relaxed);
        } else {
            self.dropped.fetch_add(dropped + 1, Ordering::Relaxed);
        }
    }
}

/// Sends one message after the other, so that they arrive in order.
async fn deliver(channel: Channel, mut queue: mpsc::Receiver<Item>) {
    let mut engine = EngineClient::new(channel);
    while let Some(item) = queue.recv().await {
        match item {
            Item::Message(request) => {
                if let Err(status) = engine.log(request).await {
                    tracing::debug!("the engine did not take a log message: {status}");
                }
            }
            // Whoever waited may have stopped.
            Item::Flush(done) => drop(done.send(())),
        }
    }
}

fn shortened(message: &str) -> String {
    if message.len() <= MAX_MESSAGE_BYTES {
        return message.to_owned();
    }
    let mut end = MAX_MESSAGE_BYTES;
    while !message.is_char_boundary(end) {
        end -= 1;
    }
    format!(
        "{}… ({} bytes in all)",
        message.get(..end).unwrap_or_default(),
        message.len()
    )
}
