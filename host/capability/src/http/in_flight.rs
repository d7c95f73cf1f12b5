//! Requests in flight: their number per call and per process, and the memory that the host keeps for each.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pulumi_wasm_core::error::GuestError;
use tokio::sync::Notify;
use tokio::time::timeout_at;

use super::client::HttpClient;
use super::failure::{cancelled, too_many};
use super::transfer::Clocks;
use crate::budget::{Part, Reservation, Share};
use crate::limits::Limit;

/// The memory of the host for a request apart from its body: the buffers of reads and writes, the data that waits
/// to be read, and the memory of TLS and HTTP/2.
const BYTES: usize = 1 << 20;

/// Wakes requests that wait for others of the process to end.
static ENDED: Notify = Notify::const_new();

/// A request in flight. It no longer counts after it is dropped.
#[derive(Debug)]
pub(super) struct Open {
    of_call: Arc<AtomicU64>,
    /// Its part of the connections of the process; `None` once it is given back.
    connection: Option<Part>,
    _memory: Reservation,
}

impl Open {
    /// Begins a request of a call. Waits, for as long as a connection may take, if the process has too many.
    ///
    /// # Errors
    /// If the call has too many requests, or its memory is used up; `Unavailable` if the requests of other calls do not
    /// end; `Cancelled` if the call ended in the meantime.
    pub(super) async fn begin(client: &HttpClient, clocks: &Clocks) -> Result<Self, GuestError> {
        let limits = &client.shared.limits;
        let of_call = Counted::new(&client.usage.open);
        if of_call.before >= limits.get(Limit::HttpConnections) {
            return Err(too_many(limits));
        }
        let told = |reached: crate::budget::LimitReached| GuestError::Other(reached.to_string());
        let memory = client.memory.reserve(BYTES).map_err(told)?;
        let connection = connection(
            &client.shared.connections,
            clocks,
            limits.time(Limit::HttpConnectTime),
        );
        let connection = connection.await?;
        if client.usage.has_ended() {
            return Err(cancelled());
        }
        Ok(Self {
            connection: Some(connection),
            of_call: of_call.keep(),
            _memory: memory,
        })
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.of_call.fetch_sub(1, Ordering::Relaxed);
        drop(self.connection.take());
        ENDED.notify_waiters();
    }
}

/// Waits for one of the process's connections.
async fn connection(
    share: &Arc<Share>,
    clocks: &Clocks,
    time: std::time::Duration,
) -> Result<Part, GuestError> {
    let ends = clocks.ends.min(tokio::time::Instant::now() + time);
    loop {
        let mut ended = std::pin::pin!(ENDED.notified());
        // Every request that ends from here on is noticed.
        ended.as_mut().enable();
        match share.part(1) {
            Ok(part) => return Ok(part),
            Err(reached) if timeout_at(ends, ended).await.is_err() => {
                return Err(GuestError::Unavailable(reached.to_string()));
            }
            Err(_) => {}
        }
    }
}

/// Counts one more request. A drop before [`Self::keep`] takes the request off the count again.
struct Counted<'a> {
    count: Option<&'a Arc<AtomicU64>>,
    before: u64,
}

impl<'a> Counted<'a> {
    fn new(count: &'a Arc<AtomicU64>) -> Self {
        Self {
            before: count.fetch_add(1, Ordering::Relaxed),
            count: Some(count),
        }
    }

    fn keep(mut self) -> Arc<AtomicU64> {
        self.count.take().map(Arc::clone).unwrap_or_default()
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        if let Some(count) = self.count {
            count.fetch_sub(1, Ordering::Relaxed);
        }
    }
}
