//! The body of a request. It records when the connection takes a chunk, so that the time of the last one is known.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use parking_lot::Mutex;
use tokio::time::Instant;

/// The size of the chunks of a complete body. The next chunk is taken when the connection has room for it.
const PART_BYTES: usize = 64 << 10;

/// When a chunk of a body was last taken.
#[derive(Debug, Clone, Default)]
pub(super) struct Uploaded(Arc<Mutex<Option<Instant>>>);

impl Uploaded {
    /// The time, or `None` if no chunk was taken yet.
    pub(super) fn last(&self) -> Option<Instant> {
        *self.0.lock()
    }

    fn note(&self) {
        *self.0.lock() = Some(Instant::now());
    }
}

/// A body that records when its chunks are taken.
pub(super) struct Watched<B> {
    body: B,
    uploaded: Uploaded,
}

impl<B> Watched<B> {
    pub(super) fn new(body: B, uploaded: Uploaded) -> Self {
        Self { body, uploaded }
    }
}

impl<B: Body<Data = Bytes> + Unpin> Body for Watched<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if frame.is_ready() {
            self.uploaded.note();
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A body whose bytes are all available, sent in chunks.
pub(super) struct Parts(pub(super) Bytes);

impl Body for Parts {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let length = self.0.len().min(PART_BYTES);
        let part = self.0.split_to(length);
        Poll::Ready((!part.is_empty()).then(|| Ok(Frame::data(part))))
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.0.len() as u64)
    }
}
