//! Sends one request and passes on its answer, on the thread of connections.

use std::pin::pin;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use futures_util::{FutureExt, stream};
use http::Request;
use http_body::Body;
use http_body_util::BodyExt;
use http_body_util::combinators::UnsyncBoxBody;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::capture_connection;
use pulumi_wasm_capability::http::{BodyStream, IncomingResponse};
use pulumi_wasm_core::error::GuestError;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio::task::{JoinHandle, yield_now};
use tower_http::decompression::Decompression;
use tower_service::Service;

use super::connect::Connector;
use super::explain::{Explainer, Failure, UploadEnded};
use super::metered::Unasked;
use super::service::BoxError;
use super::sockets::{Unfinished, serving};
use super::upload::{Uploaded, Watched};

pub(super) type Outgoing = UnsyncBoxBody<Bytes, UploadEnded>;
pub(super) type HttpsClient = Decompression<Client<Connector, Outgoing>>;

/// Small chunks are combined up to this size before they are passed on.
const GATHERED: usize = 16 << 10;

/// A task that is aborted when its caller stops waiting.
struct Working(JoinHandle<()>);

impl Drop for Working {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Sends a request, and returns the answer when its head has arrived.
///
/// # Errors
/// The client's error, worded by `explainer`.
pub(super) async fn exchange(
    background: &Handle,
    mut client: HttpsClient,
    request: Request<Outgoing>,
    explainer: Explainer,
) -> Result<IncomingResponse, Failure> {
    let (answered, answer) = oneshot::channel();
    let (chunks, mut rest) = mpsc::channel(1);
    let ended = explainer.clone();
    let uploaded = Uploaded::default();
    let watched = uploaded.clone();
    let mut request = request.map(|body| Watched::new(body, watched).boxed_unsync());
    let working = Working(background.spawn(async move {
        let connection = capture_connection(&mut request);
        // A request without a body is complete at once.
        let has_body = !request.body().is_end_stream();
        let unfinished = has_body.then(|| Unfinished::new(connection.clone()));
        let (mut served, mut found) = (None, pin!(serving(connection.clone())));
        let (mut answer, mut late) = (
            pin!(client.call(request)),
            pin!(explainer.too_long(connection, &uploaded)),
        );
        let answer = loop {
            tokio::select! {
                biased;
                serving = &mut found, if served.is_none() => served = Some(serving),
                answer = &mut answer => break answer.map_err(|error| explainer.failure(&error)),
                failure = &mut late => break Err(failure.into()),
            }
        };
        match answer {
            Ok(response) => {
                let unasked = response.extensions().get::<Arc<Unasked>>().cloned();
                let unasked = unasked.unwrap_or_default();
                unasked.reset();
                let (head, body) = response.into_parts();
                if answered.send(Ok(head)).is_ok()
                    && pass_on(body, &unasked, &chunks, &explainer).await
                    && let Some(unfinished) = unfinished
                {
                    unfinished.finish();
                }
            }
            Err(failure) => drop(answered.send(Err(failure))),
        }
    }));
    let head = answer
        .await
        .map_err(|_| Failure::from(ended.interrupted()))??;
    let headers = head
        .headers
        .iter()
        .map(|(name, value)| (name.as_str().to_owned(), header_text(value.as_bytes())));
    let chunks = stream::poll_fn(move |context| {
        // Dropping the stream ends the exchange.
        let _ = &working;
        rest.poll_recv(context)
    });
    Ok(IncomingResponse {
        status: head.status.as_u16(),
        headers: headers.collect(),
        body: BodyStream::new(chunks),
    })
}

/// The text of a header's value. Values that are not UTF-8 are read as Latin-1, like in earlier HTTP, so that no
/// byte is lost.
fn header_text(value: &[u8]) -> String {
    match std::str::from_utf8(value) {
        Ok(text) => text.to_owned(),
        Err(_) => value.iter().copied().map(char::from).collect(),
    }
}

/// Passes on an answer's body as fast as it is consumed. Returns whether it was read to its end.
async fn pass_on<B>(
    mut body: B,
    unasked: &Unasked,
    chunks: &mpsc::Sender<Result<Bytes, GuestError>>,
    explainer: &Explainer,
) -> bool
where
    B: Body<Data = Bytes, Error = BoxError> + Unpin,
{
    loop {
        let (chunk, end) = gather(&mut body).await;
        if !chunk.is_empty() {
            if chunks.send(Ok(chunk)).await.is_err() {
                return false;
            }
            unasked.reset();
        }
        match end {
            None => {}
            Some(Ok(())) => return true,
            Some(Err(error)) => {
                drop(chunks.send(Err(explainer.explain(&*error))).await);
                return false;
            }
        }
    }
}

/// The next bytes of a body. Small chunks that are already available are combined, so that a server that sends
/// single bytes does not keep other tasks busy. The second value is set when the body has ended.
async fn gather<B>(body: &mut B) -> (Bytes, Option<Result<(), BoxError>>)
where
    B: Body<Data = Bytes, Error = BoxError> + Unpin,
{
    let mut gathered = BytesMut::new();
    loop {
        let frame = if gathered.is_empty() {
            body.frame().await
        } else {
            match body.frame().now_or_never() {
                Some(frame) => frame,
                None => {
                    // Bytes that the connection has already read arrive at the next poll.
                    yield_now().await;
                    match body.frame().now_or_never() {
                        Some(frame) => frame,
                        None => return (gathered.freeze(), None),
                    }
                }
            }
        };
        match frame {
            None => return (gathered.freeze(), Some(Ok(()))),
            Some(Err(error)) => return (gathered.freeze(), Some(Err(error))),
            Some(Ok(frame)) => {
                let Ok(data) = frame.into_data() else {
                    continue;
                };
                if gathered.is_empty() && (data.len() >= GATHERED || body.is_end_stream()) {
                    return (data, None);
                }
                gathered.extend_from_slice(&data);
                if gathered.len() >= GATHERED {
                    return (gathered.freeze(), None);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_byte_of_a_header_is_lost() {
        for (value, expected) in [
            (&b"plain"[..], "plain"),
            ("für".as_bytes(), "für"),
            (b"f\xfcr", "für"),
            (b"\xff\xfe", "ÿþ"),
        ] {
            assert_eq!(header_text(value), expected);
        }
    }
}
