//! Connections that are kept for later requests, of all clients of the process: of too many, those that were made first
//! are closed, so that descriptors are left for everybody else.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::Waker;

use futures_util::task::AtomicWaker;
use hyper_util::client::legacy::connect::CaptureConnection;

/// Connections that serve no request.
const MOST_IDLE: usize = 128;

/// All connections, in the order in which they were made.
static ALL: Mutex<VecDeque<Weak<Socket>>> = Mutex::new(VecDeque::new());

/// A connection, as far as it matters whether it is in use.
#[derive(Debug, Default)]
pub(super) struct Socket {
    requests: AtomicUsize,
    is_closed: AtomicBool,
    reader: AtomicWaker,
}

impl Socket {
    /// Notes a new connection, and closes the oldest of those that serve no request, where there are too many.
    pub(super) fn open() -> Arc<Self> {
        let socket = Arc::<Self>::default();
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|other| other.strong_count() > 0);
        let idle: Vec<Arc<Self>> = all
            .iter()
            .filter_map(Weak::upgrade)
            .filter(|other| other.is_idle())
            .collect();
        for other in idle.iter().take(idle.len().saturating_sub(MOST_IDLE - 1)) {
            other.close();
        }
        all.push_back(Arc::downgrade(&socket));
        socket
    }

    /// Whether it is to be read no further. Where it is not yet, whoever reads is woken when it is.
    pub(super) fn is_closed(&self, reader: &Waker) -> bool {
        self.reader.register(reader);
        self.is_closed.load(Ordering::Acquire)
    }

    fn is_idle(&self) -> bool {
        self.requests.load(Ordering::Relaxed) == 0 && !self.is_closed.load(Ordering::Relaxed)
    }

    fn close(&self) {
        self.is_closed.store(true, Ordering::Release);
        self.reader.wake();
    }
}

/// A request that a connection serves, until it is dropped.
pub(super) struct Serving(Arc<Socket>);

impl Drop for Serving {
    fn drop(&mut self) {
        self.0.requests.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Waits until a request has its connection, which serves it from then on.
pub(super) async fn serving(mut connection: CaptureConnection) -> Option<Serving> {
    let connected = connection.wait_for_connection_metadata().await;
    let mut extras = http::Extensions::new();
    connected.as_ref()?.get_extras(&mut extras);
    let socket = extras.get::<Arc<Socket>>()?;
    socket.requests.fetch_add(1, Ordering::Relaxed);
    Some(Serving(Arc::clone(socket)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_that_serve_nothing_give_way() {
        let waker = Waker::noop();
        let busy = Socket::open();
        busy.requests.fetch_add(1, Ordering::Relaxed);
        let mut idle: Vec<_> = (0..MOST_IDLE).map(|_| Socket::open()).collect();
        let newest = Socket::open();
        // Others of this process may be in between.
        assert!(!busy.is_closed(waker) && !newest.is_closed(waker));
        assert!(idle[0].is_closed(waker));
        idle.drain(..10);
        let another = Socket::open();
        assert!(!another.is_closed(waker) && !idle[MOST_IDLE / 2].is_closed(waker));
    }
}
