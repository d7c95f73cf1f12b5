//! Connections that are counted.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tonic::transport::server::Connected;

/// How many connections are open, and how many there ever were.
#[derive(Clone, Default)]
pub(super) struct Counter(Arc<Counts>);

#[derive(Default)]
struct Counts {
    now: AtomicUsize,
    ever: AtomicUsize,
}

impl Counter {
    pub(super) fn now_and_ever(&self) -> (usize, usize) {
        let counts = &self.0;
        (
            counts.now.load(Ordering::SeqCst),
            counts.ever.load(Ordering::SeqCst),
        )
    }
}

/// A connection that counts as open until it is dropped.
pub(super) struct Counted(TcpStream, Counter);

impl Counted {
    pub(super) fn new(stream: TcpStream, counter: &Counter) -> Self {
        counter.0.now.fetch_add(1, Ordering::SeqCst);
        counter.0.ever.fetch_add(1, Ordering::SeqCst);
        Self(stream, counter.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.1.0.now.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Connected for Counted {
    type ConnectInfo = ();

    fn connect_info(&self) {}
}

impl AsyncRead for Counted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for Counted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
