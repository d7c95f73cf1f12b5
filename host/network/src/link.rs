//! A connection of any kind.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::client::legacy::connect::{Connected, Connection};

trait Stream: Read + Write + Connection + Send + Unpin {}

impl<S: Read + Write + Connection + Send + Unpin> Stream for S {}

/// A connection to a server, or to a proxy that forwards requests.
pub(super) struct Link {
    stream: Box<dyn Stream>,
    /// Whether requests go to a proxy, so that they contain the server's whole address.
    is_to_proxy: bool,
}

impl Link {
    pub(super) fn straight(
        stream: impl Read + Write + Connection + Send + Unpin + 'static,
    ) -> Self {
        Self {
            stream: Box::new(stream),
            is_to_proxy: false,
        }
    }

    pub(super) fn to_proxy(
        stream: impl Read + Write + Connection + Send + Unpin + 'static,
    ) -> Self {
        Self {
            is_to_proxy: true,
            ..Self::straight(stream)
        }
    }

    fn stream(self: Pin<&mut Self>) -> Pin<&mut dyn Stream> {
        Pin::new(&mut *self.get_mut().stream)
    }
}

impl Connection for Link {
    fn connected(&self) -> Connected {
        self.stream.connected().proxy(self.is_to_proxy)
    }
}

impl Read for Link {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream().poll_read(context, buffer)
    }
}

impl Write for Link {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.stream().poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_shutdown(context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.stream().poll_write_vectored(context, parts)
    }
}
