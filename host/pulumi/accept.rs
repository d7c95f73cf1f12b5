//! Accepting connections, even while the system refuses them.

use std::io;
use std::time::Duration;

use futures_util::stream::{self, Stream};
use tokio::net::{TcpListener, TcpStream};

/// How long to wait before the next attempt. If descriptors are missing, the listener is ready all the time.
const PAUSE: Duration = Duration::from_millis(50);

/// The connections that come. If the system refuses one, the listener tries again, as long as it takes.
pub(super) fn accepted(listener: TcpListener) -> impl Stream<Item = io::Result<TcpStream>> {
    stream::unfold(listener, |listener| async move {
        let stream = next(&listener).await;
        Some((Ok(stream), listener))
    })
}

async fn next(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return stream,
            Err(error) => {
                tracing::debug!("cannot accept a connection: {error}");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}
