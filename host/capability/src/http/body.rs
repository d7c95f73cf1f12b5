//! Bodies on their way, chunk by chunk, so that a large one is never whole in memory.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_util::stream::{self, Stream, StreamExt};
use pulumi_wasm_core::error::GuestError;

/// A body as a stream of chunks. It ends at the first error; dropping it ends the exchange that it belongs to.
pub struct BodyStream(Pin<Box<dyn Stream<Item = Result<Bytes, GuestError>> + Send>>);

impl BodyStream {
    /// A body of these chunks.
    #[must_use]
    pub fn new(chunks: impl Stream<Item = Result<Bytes, GuestError>> + Send + 'static) -> Self {
        Self(Box::pin(chunks))
    }

    /// A body that is there already.
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

    /// All that is left of it.
    ///
    /// # Errors
    /// As [`Self::chunk`].
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
    /// It is there already, so that the request can be sent again.
    Whole(Bytes),
    /// It can be sent once.
    Streamed {
        chunks: BodyStream,
        /// In bytes, if it is known.
        length: Option<u64>,
    },
}

impl RequestBody {
    /// All of it.
    ///
    /// # Errors
    /// Those of the stream.
    pub async fn read_whole(self) -> Result<Vec<u8>, GuestError> {
        match self {
            RequestBody::Empty => Ok(Vec::new()),
            RequestBody::Whole(bytes) => Ok(bytes.into()),
            RequestBody::Streamed { chunks, .. } => chunks.read_whole().await,
        }
    }

    /// The same, for those that are read by chunks.
    #[must_use]
    pub fn into_stream(self) -> BodyStream {
        match self {
            RequestBody::Empty => BodyStream::whole(Bytes::new()),
            RequestBody::Whole(bytes) => BodyStream::whole(bytes),
            RequestBody::Streamed { chunks, .. } => chunks,
        }
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

/// A body that is there as a whole, as text if it is text.
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
