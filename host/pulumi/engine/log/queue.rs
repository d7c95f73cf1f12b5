//! Messages that wait for the engine: in order on each queue, the queues in turns.

use std::collections::VecDeque;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::Notify;

use crate::pulumi::wire::pulumirpc::LogRequest;

/// The longest wait for an engine that did not accept messages before.
const SLOW_ENGINE_TIMEOUT: Duration = Duration::from_millis(20);
/// The number of messages that may wait on one queue. Further messages are dropped until the queue has space.
const MAX_WAITING: usize = 4096;
const MAX_WAITING_BYTES: usize = 4 << 20;
/// The bytes that may wait on all queues together, including queues of calls that have ended.
const MAX_BYTES: usize = 64 << 20;

/// The messages of one request.
#[derive(Default)]
pub(super) struct RequestQueue {
    waiting: Mutex<Waiting>,
    is_empty: Notify,
}

#[derive(Default)]
struct Waiting {
    messages: VecDeque<LogRequest>,
    bytes: usize,
    /// Whether it waits for its turn: it has messages, or one is being sent.
    is_listed: bool,
    /// The number of messages that were dropped since the last kept message, with the most severe and the last of them.
    left_out: u64,
    gravest: i32,
    urn: String,
}

/// All queues with messages.
#[derive(Default)]
pub(super) struct Outbox {
    is_open: AtomicBool,
    /// Whether a wait timed out since the last message was sent.
    is_stuck: AtomicBool,
    bytes: AtomicUsize,
    ready: Mutex<VecDeque<Arc<RequestQueue>>>,
    filled: Notify,
}

impl RequestQueue {
    /// Adds a message, or counts it as dropped if the queue is full.
    pub(super) fn put(self: &Arc<Self>, outbox: &Outbox, mut message: LogRequest) {
        let mut waiting = self.lock();
        let size = size(&message);
        let has_room = waiting.messages.len() < MAX_WAITING
            && waiting.bytes + size <= MAX_WAITING_BYTES
            && outbox.bytes.load(Ordering::Relaxed) + size <= MAX_BYTES;
        if !has_room {
            waiting.left_out += 1;
            waiting.gravest = waiting.gravest.max(message.severity);
            waiting.urn = message.urn;
            return;
        }
        if waiting.left_out > 0 {
            message.message = format!("{}\n{}", waiting.note(), message.message);
        }
        self.add(waiting, outbox, message);
    }

    /// Reports the number of dropped messages, if no message came after them.
    pub(super) fn report_dropped(self: &Arc<Self>, outbox: &Outbox) {
        let mut waiting = self.lock();
        if waiting.left_out == 0 {
            return;
        }
        let message = LogRequest {
            severity: waiting.gravest,
            urn: std::mem::take(&mut waiting.urn),
            message: waiting.note(),
            ..LogRequest::default()
        };
        self.add(waiting, outbox, message);
    }

    fn add(
        self: &Arc<Self>,
        mut waiting: MutexGuard<'_, Waiting>,
        outbox: &Outbox,
        message: LogRequest,
    ) {
        let size = size(&message);
        waiting.bytes += size;
        outbox.bytes.fetch_add(size, Ordering::Relaxed);
        waiting.messages.push_back(message);
        let was_listed = std::mem::replace(&mut waiting.is_listed, true);
        drop(waiting);
        if !was_listed {
            outbox.list(Arc::clone(self));
        }
    }

    /// Waits until all messages were sent.
    pub(super) async fn emptied(&self) {
        loop {
            let emptied = self.is_empty.notified();
            if !self.lock().is_listed {
                return;
            }
            emptied.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock()
    }
}

/// The size of a message. A message without text has a size, too.
fn size(message: &LogRequest) -> usize {
    size_of::<LogRequest>() + message.message.len() + message.urn.len()
}

impl Waiting {
    fn note(&mut self) -> String {
        self.gravest = 0;
        let count = std::mem::take(&mut self.left_out);
        format!("({count} messages were left out: they came too fast)")
    }
}

impl Outbox {
    /// Accepts messages from now on.
    pub(super) fn open(&self) {
        self.is_open.store(true, Ordering::Relaxed);
    }

    /// Whether an engine receives messages.
    pub(super) fn is_open(&self) -> bool {
        self.is_open.load(Ordering::Relaxed)
    }

    /// Waits until messages are sent, for at most `patience`. The wait is short if the engine accepted no messages
    /// before.
    pub(super) async fn wait(&self, patience: Duration, sent: impl Future<Output = ()>) {
        let patience = if self.is_stuck.load(Ordering::Relaxed) {
            patience.min(SLOW_ENGINE_TIMEOUT)
        } else {
            patience
        };
        if tokio::time::timeout(patience, sent).await.is_err() {
            self.is_stuck.store(true, Ordering::Relaxed);
            tracing::debug!("the engine does not take log messages");
        }
    }

    /// The next message, of the queue whose turn it is. Its queue has no other turn until it was [sent](Self::sent).
    pub(super) async fn next(&self) -> (Arc<RequestQueue>, LogRequest) {
        loop {
            let filled = self.filled.notified();
            let queue = self.ready().pop_front();
            let Some(queue) = queue else {
                filled.await;
                continue;
            };
            let message = {
                let mut waiting = queue.lock();
                let message = waiting.messages.pop_front();
                waiting.bytes -= message.as_ref().map_or(0, size);
                message
            };
            match message {
                Some(message) => {
                    self.bytes.fetch_sub(size(&message), Ordering::Relaxed);
                    return (queue, message);
                }
                None => self.sent(queue),
            }
        }
    }

    /// Puts a queue at the end of the line for its next turn, if it has more messages.
    pub(super) fn sent(&self, queue: Arc<RequestQueue>) {
        self.is_stuck.store(false, Ordering::Relaxed);
        let mut waiting = queue.lock();
        waiting.is_listed = !waiting.messages.is_empty();
        let is_listed = waiting.is_listed;
        drop(waiting);
        if is_listed {
            self.list(queue);
        } else {
            queue.is_empty.notify_waiters();
        }
    }

    fn list(&self, queue: Arc<RequestQueue>) {
        self.ready().push_back(queue);
        self.filled.notify_one();
    }

    fn ready(&self) -> MutexGuard<'_, VecDeque<Arc<RequestQueue>>> {
        self.ready.lock()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> LogRequest {
        LogRequest {
            message: text.to_owned(),
            severity: 2,
            ..LogRequest::default()
        }
    }

    #[tokio::test]
    async fn queues_take_turns_and_keep_their_order() {
        let outbox = Outbox::default();
        let (loud, quiet) = (
            Arc::<RequestQueue>::default(),
            Arc::<RequestQueue>::default(),
        );
        for index in 0..100 {
            loud.put(&outbox, message(&format!("loud {index}")));
        }
        quiet.put(&outbox, message("quiet 0"));
        quiet.put(&outbox, message("quiet 1"));
        let mut heard = Vec::new();
        for _ in 0..6 {
            let (queue, request) = outbox.next().await;
            heard.push(request.message);
            outbox.sent(queue);
        }
        let expected = ["loud 0", "quiet 0", "loud 1", "quiet 1", "loud 2", "loud 3"];
        assert_eq!(heard, expected);
        // It does not wait for the messages of other requests.
        quiet.emptied().await;
    }

    #[tokio::test]
    async fn a_queue_is_empty_when_its_last_message_was_sent_not_when_it_was_taken() {
        let outbox = Outbox::default();
        let queue = Arc::<RequestQueue>::default();
        queue.emptied().await;
        queue.put(&outbox, message("one"));
        let (taken, _) = outbox.next().await;
        let mut emptied = Box::pin(queue.emptied());
        let waits = std::time::Duration::from_millis(1);
        assert!(tokio::time::timeout(waits, &mut emptied).await.is_err());
        outbox.sent(taken);
        emptied.await;
    }

    #[test]
    fn messages_without_text_take_room_as_well() {
        let outbox = Outbox::default();
        let empty = || LogRequest {
            urn: "u".repeat(1000),
            ..LogRequest::default()
        };
        // Queues of ended calls whose messages the engine does not accept.
        for _ in 0..100 {
            let queue = Arc::<RequestQueue>::default();
            for _ in 0..MAX_WAITING {
                queue.put(&outbox, empty());
            }
        }
        let kept = outbox.bytes.load(Ordering::Relaxed);
        assert!(kept <= MAX_BYTES && kept > MAX_BYTES - 2000, "{kept}");
        let messages: usize = outbox
            .ready()
            .iter()
            .map(|queue| queue.lock().messages.len())
            .sum();
        assert_eq!(messages, kept / size(&empty()));
    }

    #[tokio::test]
    async fn what_there_is_no_room_for_is_counted_and_told() {
        let outbox = Outbox::default();
        let queue = Arc::<RequestQueue>::default();
        for _ in 0..MAX_WAITING + 3 {
            queue.put(&outbox, message("again"));
        }
        let (taken, _) = outbox.next().await;
        outbox.sent(taken);
        queue.put(&outbox, message("later"));
        queue.put(&outbox, message("too late"));
        queue.report_dropped(&outbox);
        queue.report_dropped(&outbox);
        let mut last = Vec::new();
        while queue.lock().is_listed {
            let (taken, request) = outbox.next().await;
            last.push(request);
            outbox.sent(taken);
        }
        let texts = last.iter().map(|request| request.message.as_str()).rev();
        assert_eq!(
            texts.take(3).collect::<Vec<_>>(),
            [
                "(1 messages were left out: they came too fast)",
                "(3 messages were left out: they came too fast)\nlater",
                "again",
            ]
        );
        assert_eq!(last.last().map(|request| request.severity), Some(2));
        assert_eq!(outbox.bytes.load(Ordering::Relaxed), 0);
    }
}
