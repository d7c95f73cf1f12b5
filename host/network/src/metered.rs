//! Connections with limits for the server: on the bytes of one turn, and on bytes that belong to no answer.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};

use hyper_util::client::legacy::connect::{Connected, Connection};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::sockets::Socket;

/// The bytes that one connection may read before others get their turn.
const TURN_BYTES: usize = 32 << 10;
/// The bytes that a server may send unasked: before the head of an answer, and between two chunks of its body. The
/// limit is above the read-ahead for a slow guest.
const MAX_UNASKED: u64 = 4 << 20;

/// The received bytes since an answer was last passed on.
#[derive(Debug, Default)]
pub(super) struct Unasked(AtomicU64);

impl Unasked {
    /// Records that a part of an answer was passed on.
    pub(super) fn reset(&self) {
        self.0.store(0, Ordering::Relaxed);
    }

    fn came(&self, bytes: usize) -> io::Result<()> {
        let bytes = bytes as u64;
        if self.0.fetch_add(bytes, Ordering::Relaxed) + bytes > MAX_UNASKED {
            Err(io::Error::other(Flooded))
        } else {
            Ok(())
        }
    }
}

/// A server sends data that belongs to no answer.
#[derive(Debug, thiserror::Error)]
#[error("the server sent more than {} MiB outside of any answer", MAX_UNASKED >> 20)]
pub(super) struct Flooded;

/// A connection with these limits.
pub(super) struct Metered {
    stream: TcpStream,
    unasked: Arc<Unasked>,
    socket: Arc<Socket>,
    /// Bytes of this turn.
    turn: usize,
}

impl Metered {
    pub(super) fn new(stream: TcpStream) -> Self {
        Self {
            stream,
            unasked: Arc::default(),
            socket: Socket::open(),
            turn: 0,
        }
    }
}

impl AsyncRead for Metered {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.socket.is_closed(context.waker()) {
            // Ends the stream as if the server had closed it.
            return Poll::Ready(Ok(()));
        }
        if self.turn >= TURN_BYTES {
            // A reader reads until no bytes are left, and a fast server always sends more.
            self.turn = 0;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_pending() {
            self.turn = 0;
            return read;
        }
        let count = buffer.filled().len() - before;
        self.turn += count;
        self.unasked.came(count)?;
        read
    }
}

impl Metered {
    /// Fails if the connection is closed, because the remaining bytes are useless then.
    fn may_write(&self, context: &Context<'_>) -> io::Result<()> {
        if self.socket.is_closed_for(context.waker()) {
            Err(io::ErrorKind::ConnectionAborted.into())
        } else {
            Ok(())
        }
    }
}

impl AsyncWrite for Metered {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.may_write(context)?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.may_write(context)?;
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

impl Connection for Metered {
    /// Passes the connection's count on to each answer, and the connection to each request.
    fn connected(&self) -> Connected {
        Connected::new()
            .extra(Arc::clone(&self.unasked))
            .extra(Arc::clone(&self.socket))
    }
}
