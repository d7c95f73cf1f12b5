//! Limits the open connections of all clients in the process, so that descriptors are left for other uses. If
//! there are too many, the oldest are closed.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::task::Waker;

use futures_util::task::AtomicWaker;
use hyper_util::client::legacy::connect::{CaptureConnection, Connected};
use parking_lot::Mutex;
use pulumi_wasm_platform::process::max_descriptors;

/// The maximum number of connections that serve no request any more.
const MAX_IDLE: usize = 128;
/// The maximum number of connections that served no request yet: they are being opened, or their request was
/// cancelled. Requests in flight are limited elsewhere.
const MAX_NEW: usize = 1000;

/// All connections, from old to new.
static ALL: Mutex<VecDeque<Weak<Socket>>> = Mutex::new(VecDeque::new());

/// Whether a connection is in use.
#[derive(Debug, Default)]
pub(super) struct Socket {
    requests: AtomicUsize,
    /// Whether it has served a request. [`Self::requests`] counts all requests on it.
    has_served: AtomicBool,
    is_closed: AtomicBool,
    reader: AtomicWaker,
    writer: AtomicWaker,
}

impl Socket {
    /// Registers a new connection, and closes the oldest idle connections if there are too many.
    pub(super) fn open() -> Arc<Self> {
        let socket = Arc::<Self>::default();
        let mut all = ALL.lock();
        all.retain(|other| other.strong_count() > 0);
        let unused = all.iter().filter_map(Weak::upgrade);
        let unused = unused.filter(|other| other.is_unused());
        let (idle, new): (Vec<Arc<Self>>, Vec<Arc<Self>>) =
            unused.partition(|other| other.has_served.load(Ordering::Relaxed));
        for (sockets, max) in [(idle, MAX_IDLE), (new, max_new())] {
            for other in &sockets[..sockets.len().saturating_sub(max - 1)] {
                other.close();
            }
        }
        all.push_back(Arc::downgrade(&socket));
        socket
    }

    /// Whether reading must stop. Otherwise closing the connection later wakes `reader`.
    pub(super) fn is_closed(&self, reader: &Waker) -> bool {
        self.reader.register(reader);
        self.is_closed.load(Ordering::Acquire)
    }

    /// Whether writing must stop. Otherwise closing the connection later wakes `writer`.
    pub(super) fn is_closed_for(&self, writer: &Waker) -> bool {
        self.writer.register(writer);
        self.is_closed.load(Ordering::Acquire)
    }

    fn is_unused(&self) -> bool {
        self.requests.load(Ordering::Relaxed) == 0 && !self.is_closed.load(Ordering::Relaxed)
    }

    fn close(&self) {
        self.is_closed.store(true, Ordering::Release);
        self.reader.wake();
        self.writer.wake();
    }
}

/// At most a quarter of the descriptors that the system allows.
fn max_new() -> usize {
    let max = max_descriptors().unwrap_or(u64::MAX) / 4;
    usize::try_from(max).unwrap_or(usize::MAX).clamp(1, MAX_NEW)
}

/// A request on a connection, until it is dropped.
pub(super) struct Serving(Arc<Socket>);

impl Drop for Serving {
    fn drop(&mut self) {
        self.0.has_served.store(true, Ordering::Relaxed);
        self.0.requests.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Waits until a request has a connection, and counts the request on it.
pub(super) async fn serving(mut connection: CaptureConnection) -> Option<Serving> {
    let connected = connection.wait_for_connection_metadata().await;
    let socket = of(connected.as_ref()?)?;
    socket.requests.fetch_add(1, Ordering::Relaxed);
    Some(Serving(socket))
}

/// The socket of a connection.
fn of(connected: &Connected) -> Option<Arc<Socket>> {
    let mut extras = http::Extensions::new();
    connected.get_extras(&mut extras);
    extras.get::<Arc<Socket>>().map(Arc::clone)
}

/// A request with a body, from its start to its end. If it is dropped early, it closes its connection, unless
/// other HTTP/2 requests use it. Otherwise the HTTP/1 client would hold the body until the server has read it, and
/// a server might never do that.
pub(super) struct Unfinished {
    connection: CaptureConnection,
    is_finished: bool,
}

impl Unfinished {
    pub(super) fn new(connection: CaptureConnection) -> Self {
        Self {
            connection,
            is_finished: false,
        }
    }

    /// Records that the answer was read to its end.
    pub(super) fn finish(mut self) {
        self.is_finished = true;
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if self.is_finished {
            return;
        }
        let connected = self.connection.connection_metadata();
        if let Some(connected) = connected.as_ref()
            && !connected.is_negotiated_h2()
            && let Some(socket) = of(connected)
        {
            socket.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_that_serve_nothing_give_way() {
        let waker = Waker::noop();
        let busy = Socket::open();
        busy.requests.fetch_add(1, Ordering::Relaxed);
        let served = || {
            let socket = Socket::open();
            socket.requests.fetch_add(1, Ordering::Relaxed);
            drop(Serving(Arc::clone(&socket)));
            socket
        };
        let mut idle: Vec<_> = (0..MAX_IDLE).map(|_| served()).collect();
        let newest = Socket::open();
        // Other tests of this process may open connections at the same time.
        assert!(!busy.is_closed(waker) && !newest.is_closed(waker));
        assert!(idle[0].is_closed(waker));
        idle.drain(..10);
        let another = Socket::open();
        assert!(!another.is_closed(waker) && !idle[MAX_IDLE / 2].is_closed(waker));
    }

    #[test]
    fn those_that_are_being_made_do_not_give_way_to_a_few_others() {
        let waker = Waker::noop();
        let new: Vec<_> = (0..2 * MAX_IDLE).map(|_| Socket::open()).collect();
        // The maximum in a process with few descriptors.
        let max = max_new().min(new.len());
        let kept = &new[new.len() - max + 1..];
        assert!(kept.iter().all(|socket| !socket.is_closed(waker)));
    }
}
