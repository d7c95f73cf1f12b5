//! Connections that are kept for later requests, of all clients of the process: of too many, those that were made first
//! are closed, so that descriptors are left for other uses.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::task::Waker;

use futures_util::task::AtomicWaker;
use hyper_util::client::legacy::connect::{CaptureConnection, Connected};
use parking_lot::Mutex;
use pulumi_wasm_platform::process::max_descriptors;

/// Connections that serve no request any more.
const MOST_IDLE: usize = 128;
/// Connections that served no request yet: those are being made, or were made for a request that was given up. Requests under
/// way are limited before.
const MOST_NEW: usize = 1000;

/// All connections, in the order in which they were made.
static ALL: Mutex<VecDeque<Weak<Socket>>> = Mutex::new(VecDeque::new());

/// A connection, as far as it matters whether it is in use.
#[derive(Debug, Default)]
pub(super) struct Socket {
    requests: AtomicUsize,
    /// Whether it served a request, and no more is under way to it than [`Self::requests`].
    has_served: AtomicBool,
    is_closed: AtomicBool,
    reader: AtomicWaker,
    writer: AtomicWaker,
}

impl Socket {
    /// Notes a new connection, and closes the oldest of the idle ones if there are too many.
    pub(super) fn open() -> Arc<Self> {
        let socket = Arc::<Self>::default();
        let mut all = ALL.lock();
        all.retain(|other| other.strong_count() > 0);
        let unused = all.iter().filter_map(Weak::upgrade);
        let unused = unused.filter(|other| other.is_unused());
        let (idle, new): (Vec<Arc<Self>>, Vec<Arc<Self>>) =
            unused.partition(|other| other.has_served.load(Ordering::Relaxed));
        for (sockets, most) in [(idle, MOST_IDLE), (new, most_new())] {
            for other in &sockets[..sockets.len().saturating_sub(most - 1)] {
                other.close();
            }
        }
        all.push_back(Arc::downgrade(&socket));
        socket
    }

    /// Whether it must not be read further. If it may be, a later close wakes the reader.
    pub(super) fn is_closed(&self, reader: &Waker) -> bool {
        self.reader.register(reader);
        self.is_closed.load(Ordering::Acquire)
    }

    /// Whether it must not be written to any more. If it may be, a later close wakes the writer.
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
fn most_new() -> usize {
    let most = max_descriptors().unwrap_or(u64::MAX) / 4;
    usize::try_from(most)
        .unwrap_or(usize::MAX)
        .clamp(1, MOST_NEW)
}

/// A request that a connection serves, until it is dropped.
pub(super) struct Serving(Arc<Socket>);

impl Drop for Serving {
    fn drop(&mut self) {
        self.0.has_served.store(true, Ordering::Relaxed);
        self.0.requests.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Waits until a request has its connection, which serves it from then on.
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

/// A request with a body, from its beginning to its end. If it is dropped before its end, it closes its connection, unless that serves other
/// requests by HTTP/2. The client of HTTP/1 would wait until the server has taken what was written, for ever if the server reads
/// nothing, and keep the body meanwhile.
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

    /// Notes that the answer was read to its end.
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
        let mut idle: Vec<_> = (0..MOST_IDLE).map(|_| served()).collect();
        let newest = Socket::open();
        // Others of this process may be in between.
        assert!(!busy.is_closed(waker) && !newest.is_closed(waker));
        assert!(idle[0].is_closed(waker));
        idle.drain(..10);
        let another = Socket::open();
        assert!(!another.is_closed(waker) && !idle[MOST_IDLE / 2].is_closed(waker));
    }

    #[test]
    fn those_that_are_being_made_do_not_give_way_to_a_few_others() {
        let waker = Waker::noop();
        let new: Vec<_> = (0..2 * MOST_IDLE).map(|_| Socket::open()).collect();
        // As many as a process with few descriptors may have.
        let most = most_new().min(new.len());
        let kept = &new[new.len() - most + 1..];
        assert!(kept.iter().all(|socket| !socket.is_closed(waker)));
    }
}
