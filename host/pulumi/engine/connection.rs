//! Connections from the plugin to its engine: their messages are only for the engine's user.
//!
//! Another process may use the port of an engine that has ended.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use hyper_util::rt::TokioIo;
use pulumi_wasm_platform::peers::Peers;
use tokio::net::TcpStream;
use tonic::codegen::Service;
use tonic::transport::{Channel, Endpoint, Uri};

/// The default port of an address.
const DEFAULT_PORT: u16 = 80;
/// The size that is read of an answer's headers: the message of an error is among them.
const MAX_HEADER_BYTES: u32 = 16 << 20;

/// A connection to an engine. It connects when the first message is sent, and reconnects after a loss.
pub(crate) fn channel(engine: Uri, peers: &Arc<Peers>) -> Channel {
    let connector = Connector {
        peers: Arc::clone(peers),
    };
    Endpoint::from(engine)
        .http2_max_header_list_size(MAX_HEADER_BYTES)
        .connect_with_connector_lazy(connector)
}

/// Connects to servers of users that are allowed.
#[derive(Clone)]
struct Connector {
    peers: Arc<Peers>,
}

impl Service<Uri> for Connector {
    type Response = TokioIo<TcpStream>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Self::Response>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, engine: Uri) -> Self::Future {
        let peers = Arc::clone(&self.peers);
        Box::pin(async move {
            let host = engine.host().unwrap_or_default();
            let host = host.trim_start_matches('[').trim_end_matches(']');
            let port = engine.port_u16().unwrap_or(DEFAULT_PORT);
            let stream = TcpStream::connect((host, port)).await?;
            // Small messages are sent at once. If the system refuses the option, sending is only slower.
            drop(stream.set_nodelay(true));
            peers.judge_server(&stream).await.map_err(|refusal| {
                io::Error::other(format!("{engine} is not the engine's: {refusal}"))
            })?;
            Ok(TokioIo::new(stream))
        })
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use tokio::io::AsyncReadExt;
    use tokio::net::TcpListener;

    use super::*;
    use crate::pulumi::wire::pulumirpc::LogRequest;
    use crate::pulumi::wire::pulumirpc::engine_client::EngineClient;

    #[tokio::test]
    async fn nothing_is_sent_to_a_server_of_another_user() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let engine: Uri = format!("http://{address}").parse().expect("an address");
        let peers = Arc::new(Peers::of_others(address));
        let mut client = EngineClient::new(channel(engine, &peers));
        let status = client
            .log(LogRequest::default())
            .await
            .expect_err("a refusal");
        assert_eq!(status.code(), tonic::Code::Unavailable, "{status:?}");
        let (mut stream, _) = listener.accept().await.expect("a connection");
        let mut sent = Vec::new();
        drop(stream.read_to_end(&mut sent).await);
        assert_eq!(sent, b"");
    }
}
