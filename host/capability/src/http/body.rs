//! Bodies in transit, chunk by chunk, so that a large body is never in memory as a whole.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, Stream, StreamExt};
use pulumi_wasm_core::error::GuestError;
use tokio::time::timeout;

use crate::budget::{Budget, LimitReached};

/// A body as a stream of chunks. It ends at the first error; dropping it ends the exchange that it belongs to.
pub struct BodyStream(Pin<Box<dyn Stream<Item = Result<Bytes, GuestError>> + Send>>);

impl BodyStream {
    /// A body of these chunks.
    #[must_use]
    pub fn new(chunks: impl Stream<Item = Result<Bytes, GuestError>> + Send + 'static) -> Self {
        Self(Box::pin(chunks))
    }

    /// A complete body.
    #[must_use]
    pub fn whole(bytes: impl Into<Bytes>) -> Self {
        let bytes = bytes.into();
        Self::new(stream::iter((!bytes.is_empty()).then_some(Ok(bytes))))
    }

    /// The next chunk, or `None` at the end.
    ///
    /// # Errors
    /// The reason for a missing rest.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, GuestError> {
        self.0.next().await.transpose()
    }

    /// The rest of the body.
    ///
    /// # Errors
    /// Like [`Self::chunk`].
    pub async fn read_whole(mut self) -> Result<Vec<u8>, GuestError> {
        let mut bytes = Vec::new();
        while let Some(chunk) = self.chunk().await? {
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }
}

impl Stream for BodyStream {
    type Item = Result<Bytes, GuestError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(context)
    }
}

impl fmt::Debug for BodyStream {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("BodyStream")
    }
}

/// The body of a request.
#[derive(Debug)]
pub enum RequestBody {
    Empty,
    /// The body is complete, so the request can be retried.
    Whole(Bytes),
    /// The body can be sent once.
    Streamed {
        chunks: BodyStream,
        /// The length in bytes, if it is known.
        length: Option<u64>,
    },
}

impl RequestBody {
    /// The whole body.
    ///
    /// # Errors
    /// The errors of the stream.
    pub async fn read_whole(self) -> Result<Vec<u8>, GuestError> {
        match self {
            RequestBody::Empty => Ok(Vec::new()),
            RequestBody::Whole(bytes) => Ok(bytes.into()),
            RequestBody::Streamed { chunks, .. } => chunks.read_whole().await,
        }
    }

    /// The whole body as a stream of chunks.
    #[must_use]
    pub fn into_stream(self) -> BodyStream {
        match self {
            RequestBody::Empty => BodyStream::whole(Bytes::new()),
            RequestBody::Whole(bytes) => BodyStream::whole(bytes),
            RequestBody::Streamed { chunks, .. } => chunks,
        }
    }
}

impl RequestBody {
    /// Waits for the first byte of a body that is written later, for `patience` at most. A body that ends before its
    /// first byte is empty: its request can say so.
    ///
    /// # Errors
    /// The errors of the stream.
    pub(super) async fn begun(self, patience: Option<Duration>) -> Result<Self, GuestError> {
        let (mut chunks, length) = match self {
            RequestBody::Whole(bytes) if bytes.is_empty() => return Ok(RequestBody::Empty),
            RequestBody::Streamed { chunks, length } if length.is_none_or(|length| length == 0) => {
                (chunks, length)
            }
            begun => return Ok(begun),
        };
        let first = async {
            loop {
                match chunks.chunk().await {
                    Ok(Some(chunk)) if chunk.is_empty() => {}
                    first => return first,
                }
            }
        };
        let first = match patience {
            None => Some(first.await?),
            Some(patience) => timeout(patience, first).await.ok().transpose()?,
        };
        Ok(match first {
            Some(None) => RequestBody::Empty,
            Some(Some(chunk)) => RequestBody::Streamed {
                chunks: BodyStream::new(stream::iter([Ok(chunk)]).chain(chunks)),
                length,
            },
            None => RequestBody::Streamed { chunks, length },
        })
    }

    /// A complete body, if it has at most this many bytes, and otherwise the unchanged stream.
    ///
    /// # Errors
    /// The errors of the stream, and `Other` if the host may not keep the body.
    pub(super) async fn gathered(
        self,
        most: usize,
        memory: &Arc<Budget>,
    ) -> Result<Self, GuestError> {
        let RequestBody::Streamed { mut chunks, length } = self else {
            return Ok(self);
        };
        let told = |reached: LimitReached| GuestError::Other(reached.to_string());
        let mut reserved = memory.nothing();
        let mut bytes = Vec::new();
        while let Some(chunk) = chunks.chunk().await? {
            // A list that grows has up to twice as much room as it needs.
            reserved.grow(2 * chunk.len()).map_err(told)?;
            bytes.extend_from_slice(&chunk);
            if bytes.len() > most {
                let start = reserved.hold(bytes);
                return Ok(RequestBody::Streamed {
                    chunks: BodyStream::new(stream::iter([Ok(start)]).chain(chunks)),
                    length,
                });
            }
        }
        Ok(RequestBody::Whole(reserved.hold(bytes)))
    }
}

impl From<Option<HttpBody>> for RequestBody {
    fn from(body: Option<HttpBody>) -> Self {
        match body {
            None => RequestBody::Empty,
            Some(body) => RequestBody::Whole(body.into_bytes().into()),
        }
    }
}

/// A complete body, as text if it is valid text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HttpBody {
    Text(String),
    Bytes(Vec<u8>),
}

impl HttpBody {
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        match self {
            HttpBody::Text(text) => text.into_bytes(),
            HttpBody::Bytes(bytes) => bytes,
        }
    }
}

impl From<Vec<u8>> for HttpBody {
    fn from(bytes: Vec<u8>) -> Self {
        String::from_utf8(bytes)
            .map_or_else(|error| HttpBody::Bytes(error.into_bytes()), HttpBody::Text)
    }
}
