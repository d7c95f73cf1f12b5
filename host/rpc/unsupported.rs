//! RPCs that components cannot serve, each refused in a sentence that says what is not supported.

use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll};

use tonic::Status;

/// A stream that never exists, because its RPC is refused.
pub(super) struct NoStream<T>(PhantomData<fn() -> T>);

impl<T> tokio_stream::Stream for NoStream<T> {
    type Item = Result<T, Status>;

    fn poll_next(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(None)
    }
}

pub(super) fn list() -> Status {
    Status::unimplemented("WebAssembly providers do not support listing resources (List)")
}

pub(super) fn call() -> Status {
    Status::unimplemented("WebAssembly providers do not support methods of resources (Call)")
}

pub(super) fn construct() -> Status {
    Status::unimplemented("WebAssembly providers do not support component resources (Construct)")
}

pub(super) fn mapping() -> Status {
    Status::unimplemented(
        "WebAssembly providers have no mappings from other ecosystems (GetMapping, GetMappings)",
    )
}
