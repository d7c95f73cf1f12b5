//! One connection to a server: HTTP/2 without a gRPC library above it.

use anyhow::{Context as _, Result, ensure};
use bytes::Bytes;
use h2::client::SendRequest;
use http::{HeaderMap, Method as Verb, Request};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

/// The bytes that a server may send before it must wait for us: more than any answer.
const WINDOW: u32 = 64 << 20;

/// A connection that stays for all of a run.
#[derive(Clone)]
pub(crate) struct Connection {
    sender: SendRequest<Bytes>,
    /// Scheme, host and port.
    base: String,
}

impl Connection {
    pub(crate) async fn open(address: &str) -> Result<Self> {
        let stream = TcpStream::connect(address)
            .await
            .with_context(|| format!("cannot connect to {address}"))?;
        stream.set_nodelay(true)?;
        Self::over(stream, address).await
    }

    /// A connection over a stream to a server of this name.
    pub(crate) async fn over(
        stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
        server: &str,
    ) -> Result<Self> {
        let (sender, connection) = h2::client::Builder::new()
            .initial_window_size(WINDOW)
            .initial_connection_window_size(WINDOW)
            .handshake(stream)
            .await?;
        // It ends with the last sender; the call reports the reason of a failure.
        tokio::spawn(async move { drop(connection.await) });
        Ok(Self {
            sender,
            base: format!("http://{server}"),
        })
    }

    /// The calls of one method on this connection.
    pub(crate) fn calls(&self, path: &str, body: &Bytes) -> Result<Caller> {
        let request = Request::builder()
            .method(Verb::POST)
            .uri(format!("{}{path}", self.base))
            .header("content-type", "application/grpc")
            .header("te", "trailers")
            .body(())?;
        Ok(Caller {
            sender: self.sender.clone(),
            request,
            body: body.clone(),
        })
    }
}

/// Repeats the same call.
#[derive(Clone)]
pub(crate) struct Caller {
    sender: SendRequest<Bytes>,
    request: Request<()>,
    body: Bytes,
}

impl Caller {
    /// Makes the call and returns the size of its answer in bytes.
    pub(crate) async fn call(&mut self) -> Result<usize> {
        let mut bytes = 0;
        self.answer(|chunk| bytes += chunk.len()).await?;
        Ok(bytes)
    }

    /// Makes the call and returns its answer.
    pub(crate) async fn fetch(&mut self) -> Result<Vec<u8>> {
        let mut answer = Vec::new();
        self.answer(|chunk| answer.extend_from_slice(&chunk))
            .await?;
        Ok(answer)
    }

    async fn answer(&mut self, mut take: impl FnMut(Bytes)) -> Result<()> {
        std::future::poll_fn(|context| self.sender.poll_ready(context)).await?;
        let (response, mut stream) = self.sender.send_request(self.request.clone(), false)?;
        stream.send_data(self.body.clone(), true)?;
        let (head, mut body) = response.await?.into_parts();
        // An error without an answer has its status there.
        succeeded(&head.headers, false)?;
        while let Some(chunk) = body.data().await {
            let chunk = chunk?;
            body.flow_control().release_capacity(chunk.len())?;
            take(chunk);
        }
        let trailers = body.trailers().await?.unwrap_or_default();
        succeeded(&trailers, true)
    }
}

/// Whether a call went well, by its status.
fn succeeded(headers: &HeaderMap, is_last: bool) -> Result<()> {
    let Some(status) = headers.get("grpc-status") else {
        ensure!(!is_last, "the call ended without a status");
        return Ok(());
    };
    ensure!(
        status == "0",
        "the call failed with status {status:?}: {:?}",
        headers.get("grpc-message")
    );
    Ok(())
}
