//! Accepting connections, also while the system gives none.

use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};

/// How long to wait before the next attempt. Where descriptors are missing, the listener is ready all the time.
const PAUSE: Duration = Duration::from_millis(50);

/// The next connection. What the system refuses is tried again, as long as it takes.
pub(super) async fn accept(listener: &TcpListener) -> TcpStream {
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
