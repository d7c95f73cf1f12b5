//! Connections with an identity. The server notices when a connection ends.
//!
//! Writes are buffered until they are flushed. A small answer is three frames, its head, its message and its end: they
//! go out in one system call, which costs as much as all the work on such a request.

pub(crate) mod admission;
mod opening;

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tonic::transport::server::Connected;

use crate::pulumi::session::sessions::ConnectionId;
use crate::pulumi::session::sessions::Sessions;
use opening::Opening;

/// The largest number of held bytes; more goes out at once.
const MAX_HELD_BYTES: usize = 32 << 10;

/// The number of bytes to read at once until the first call has begun.
const OPENING_BYTES: usize = 512;

/// A TCP connection from an engine.
pub(crate) struct Connection {
    stream: TcpStream,
    /// The bytes that wait to be sent, and the number of bytes already sent.
    held: Vec<u8>,
    sent: usize,
    opening: Opening,
    id: ConnectionId,
    sessions: Arc<Sessions>,
}

impl Connection {
    pub(crate) fn new(stream: TcpStream, id: ConnectionId, sessions: Arc<Sessions>) -> Self {
        // Small messages go back and forth: waiting to fill a packet would cost more than the work. If the system
        // refuses, the connection is only slower.
        drop(stream.set_nodelay(true));
        Self {
            stream,
            held: Vec::new(),
            sent: 0,
            opening: Opening::new(),
            id,
            sessions,
        }
    }

    /// Sends the buffered bytes.
    fn poll_send(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while let Some(rest) = self.held.get(self.sent..)
            && !rest.is_empty()
        {
            let sent = ready!(Pin::new(&mut self.stream).poll_write(context, rest))?;
            if sent == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.sent += sent;
        }
        self.held.clear();
        self.sent = 0;
        Poll::Ready(Ok(()))
    }

    /// Reads the bytes up to the first call.
    fn poll_opening(
        &mut self,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            let given = self.opening.give(buffer.remaining());
            if !given.is_empty() || self.opening.is_over() {
                buffer.put_slice(&given);
                return Poll::Ready(Ok(()));
            }
            let mut bytes = [0; OPENING_BYTES];
            let mut read = ReadBuf::new(&mut bytes);
            ready!(Pin::new(&mut self.stream).poll_read(context, &mut read))?;
            match read.filled() {
                [] => self.opening.end(),
                bytes => self.opening.take(bytes),
            }
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.sessions.closed(self.id);
    }
}

impl Connected for Connection {
    type ConnectInfo = ConnectionId;

    fn connect_info(&self) -> ConnectionId {
        self.id
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.opening.is_over() {
            Pin::new(&mut self.stream).poll_read(context, buffer)
        } else {
            self.poll_opening(context, buffer)
        }
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.held.len() + bytes.len() > MAX_HELD_BYTES {
            ready!(self.poll_send(context))?;
            if bytes.len() > MAX_HELD_BYTES {
                return Pin::new(&mut self.stream).poll_write(context, bytes);
            }
        }
        self.held.extend_from_slice(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_send(context))?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_send(context))?;
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    // A vectored writer sends a message of more than 256 bytes separately from its end; any other writer does so from 1
    // KiB on.
    fn is_write_vectored(&self) -> bool {
        false
    }
}
