//! Accepts connections, even while the system refuses them, and closes connections of users that are not allowed before
//! it reads from them.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream;
use pulumi_wasm_platform::peers::{Peers, Refusal};
use tokio::net::{TcpListener, TcpStream};
use tokio_stream::Stream;

/// The number of refusals that are logged: a neighbour that connects in a loop must not fill the log.
const MAX_REPORTED: u64 = 8;

/// The pause before the next attempt to accept. If file descriptors are missing, the listener is ready all the time.
const PAUSE: Duration = Duration::from_millis(50);

/// The connections of users that may connect. If the system refuses a connection, the listener tries again without end.
pub(crate) fn admitted(
    listener: TcpListener,
    peers: Arc<Peers>,
) -> impl Stream<Item = io::Result<TcpStream>> {
    let connections = stream::unfold(listener, |listener| async move {
        let stream = next_connection(&listener).await;
        Some((Ok(stream), listener))
    });
    let admission = Arc::new(Admission {
        peers,
        refused: AtomicU64::new(0),
    });
    connections.filter_map(move |connection| {
        let admission = Arc::clone(&admission);
        async move { admission.judge(connection).await }
    })
}

async fn next_connection(listener: &TcpListener) -> TcpStream {
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

/// Checks one connection after the other.
struct Admission {
    peers: Arc<Peers>,
    /// The number of refused connections that were worth a message.
    refused: AtomicU64,
}

impl Admission {
    async fn judge(&self, connection: io::Result<TcpStream>) -> Option<io::Result<TcpStream>> {
        let stream = match connection {
            Ok(stream) => stream,
            failed => return Some(failed),
        };
        let refusal = match self.peers.judge_client(&stream).await {
            Ok(()) => return Some(Ok(stream)),
            Err(refusal) => refusal,
        };
        drop(stream);
        self.tell(&refusal);
        // A client that connects in a loop must wait for the calls in progress, and not the other way round.
        tokio::task::yield_now().await;
        None
    }

    fn tell(&self, refusal: &Refusal) {
        tracing::debug!("a connection is refused: {refusal}");
        if *refusal == Refusal::Closed {
            // A check whether the port is open; the client does not wait for an answer.
            return;
        }
        let number = self.refused.fetch_add(1, Ordering::Relaxed) + 1;
        if number > MAX_REPORTED {
            return;
        }
        let more = if number == MAX_REPORTED {
            "\nfurther connections that are refused are not shown"
        } else {
            ""
        };
        let hint = hint(refusal);
        // The reader may have ended.
        drop(writeln!(
            io::stderr(),
            "warning: a connection is refused: {refusal}\nhint: {hint}{more}"
        ));
    }
}

/// The advice for a refusal. No user is proposed: the connecting process must not choose the text that is offered for
/// copying.
fn hint(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::Unknown(_) => {
            "let this process read /proc/net/tcp; or, if you trust every user of this machine, allow all with \
             `--allow-user '*'` or `PULUMI_WASM_ALLOW_USERS='*'`"
        }
        Refusal::OtherUser(_) | Refusal::Closed => {
            "only the user of this process and root may connect; allow another user with `--allow-user USER`, or with `PULUMI_WASM_ALLOW_USERS` if the engine starts the plugin"
        }
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::net::Ipv4Addr;

    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    #[tokio::test]
    async fn a_connection_of_another_user_is_closed_unread_and_the_next_is_judged_anew() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
        let listener = listener.expect("a port");
        let address = listener.local_addr().expect("an address");
        let peers = Arc::new(Peers::of_others(address));
        let incoming = admitted(listener, peers);
        let serving = tokio::spawn(async move {
            tokio::pin!(incoming);
            incoming.next().await.is_some()
        });
        for _ in 0..2 * MAX_REPORTED {
            let mut client = TcpStream::connect(address).await.expect("a connection");
            // The connection may be closed already.
            drop(client.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await);
            let mut answer = Vec::new();
            drop(client.read_to_end(&mut answer).await);
            assert_eq!(answer, b"");
        }
        assert!(!serving.is_finished(), "a connection was let in");
        serving.abort();
    }
}
