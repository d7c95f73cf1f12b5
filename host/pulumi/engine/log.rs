//! The engine's log: messages for people, in order, without ever holding up a call.

mod queue;

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_platform::peers::Peers;
use queue::{Outbox, RequestQueue};
use tokio::task::AbortHandle;
use tonic::transport::Uri;

use super::connection::channel;
use crate::pulumi::wire::pulumirpc::engine_client::EngineClient;
use crate::pulumi::wire::pulumirpc::{LogRequest, LogSeverity};

/// How long the end of a call waits until its messages are sent.
const PATIENCE: Duration = Duration::from_secs(2);

tokio::task_local! {
    /// The queue of the request that is being served.
    static REQUEST: Arc<RequestQueue>;
}

/// The log of one engine.
///
/// Each request has a separate queue, and the queues take turns, so that a flood in one queue delays no other request.
/// Without an engine messages go to the host's own debug log alone.
pub(crate) struct EngineLog {
    outbox: Arc<Outbox>,
    /// For messages outside of requests.
    own: Arc<RequestQueue>,
    delivery: Mutex<Option<AbortHandle>>,
    patience: Duration,
    peers: Arc<Peers>,
}

impl EngineLog {
    /// A log at an engine's address, if the address is known yet. The host sends no message to a server of a user that
    /// is not allowed.
    pub(crate) fn new(address: Option<&str>, peers: &Arc<Peers>) -> Arc<Self> {
        let log = Self {
            outbox: Arc::default(),
            own: Arc::default(),
            delivery: Mutex::new(None),
            patience: PATIENCE,
            peers: Arc::clone(peers),
        };
        if let Some(address) = address {
            log.connect(address);
        }
        Arc::new(log)
    }

    /// Sends messages to the engine at an address from now on. Connects with the first message.
    pub(crate) fn connect(&self, address: &str) {
        let Ok(engine) = format!("http://{address}").parse::<Uri>() else {
            tracing::debug!("`{address}` is not an address of an engine");
            return;
        };
        self.outbox.open();
        let (outbox, peers) = (Arc::clone(&self.outbox), Arc::clone(&self.peers));
        let delivery = tokio::spawn(deliver(engine, outbox, peers));
        let mut place = self.delivery.lock();
        if let Some(earlier) = place.replace(delivery.abort_handle()) {
            earlier.abort();
        }
    }

    /// Serves a request: the engine gets its messages before its answer. The engine may end this
    /// process right after the answer.
    pub(crate) async fn during<T>(&self, request: impl Future<Output = T>) -> T {
        let queue = Arc::<RequestQueue>::default();
        let answer = REQUEST.scope(Arc::clone(&queue), request).await;
        self.flush(&queue).await;
        answer
    }

    /// The queue of the request that is being served; messages outside of any request have a separate queue.
    pub(crate) fn sink(&self) -> RequestLog {
        RequestLog {
            outbox: Arc::clone(&self.outbox),
            queue: REQUEST
                .try_with(Arc::clone)
                .unwrap_or_else(|_| Arc::clone(&self.own)),
        }
    }

    /// The queue of messages that do not belong to a request.
    pub(crate) fn own_sink(&self) -> RequestLog {
        RequestLog {
            outbox: Arc::clone(&self.outbox),
            queue: Arc::clone(&self.own),
        }
    }

    /// Waits for a limited time until the engine has the messages of a queue and the messages outside of requests.
    async fn flush(&self, queue: &Arc<RequestQueue>) {
        let wait = async {
            queue.emptied().await;
            self.own.emptied().await;
        };
        queue.report_dropped(&self.outbox);
        self.outbox.wait(self.patience, wait).await;
    }
}

/// The log of one request. Clones share one log.
#[derive(Clone)]
pub(crate) struct RequestLog {
    outbox: Arc<Outbox>,
    queue: Arc<RequestQueue>,
}

impl RequestLog {
    /// Waits for a limited time until the engine has the messages.
    pub(crate) async fn flush(&self) {
        self.queue.report_dropped(&self.outbox);
        self.outbox.wait(PATIENCE, self.queue.emptied()).await;
    }
}

impl LogSink for RequestLog {
    fn log(&self, severity: Severity, urn: &str, message: &str, ephemeral: bool) {
        tracing::debug!(?severity, urn, "{message}");
        if !self.outbox.is_open() {
            return;
        }
        let request = LogRequest {
            severity: to_proto(severity).into(),
            message: message.to_owned(),
            urn: urn.to_owned(),
            stream_id: 0,
            ephemeral,
        };
        self.queue.put(&self.outbox, request);
    }
}

fn to_proto(severity: Severity) -> LogSeverity {
    match severity {
        Severity::Debug => LogSeverity::Debug,
        Severity::Info => LogSeverity::Info,
        Severity::Warning => LogSeverity::Warning,
        Severity::Error => LogSeverity::Error,
    }
}

/// Sends one message after the other, so that the messages of a queue arrive in order.
async fn deliver(engine: Uri, outbox: Arc<Outbox>, peers: Arc<Peers>) {
    // A provider without messages needs no client: most of a start is loading the program's pages.
    let mut next = outbox.next().await;
    let mut engine = EngineClient::new(channel(engine, &peers));
    loop {
        let (queue, request) = next;
        if let Err(status) = engine.log(request).await {
            tracing::debug!("the engine did not accept a log message: {status}");
        }
        outbox.sent(queue);
        next = outbox.next().await;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn an_engine_that_takes_nothing_is_waited_for_once() {
        // It accepts connections and never answers.
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let mut log = EngineLog::new(None, &Arc::new(Peers::of_everyone()));
        let patience = Duration::from_millis(300);
        Arc::get_mut(&mut log).expect("the only one").patience = patience;
        log.connect(&address);
        let request = async |log: &EngineLog| {
            let began = Instant::now();
            let said = async { log.sink().log(Severity::Debug, "", "hello", false) };
            log.during(said).await;
            began.elapsed()
        };
        assert!(request(&log).await >= patience);
        let began = Instant::now();
        for _ in 0..5 {
            request(&log).await;
        }
        assert!(began.elapsed() < 5 * patience, "{:?}", began.elapsed());
        drop(listener);
    }
}
