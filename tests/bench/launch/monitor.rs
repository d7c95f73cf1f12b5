//! The resource monitor that components are constructed at: it makes everything at once, and counts. It also accepts a
//! provider's messages to the engine.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context as _, Result, ensure};
use bytes::{BufMut as _, Bytes, BytesMut};
use h2::server::SendResponse;
use http::{HeaderMap, HeaderValue, Request, Response};
use prost::Message;
use prost_types::Struct;
use tokio::net::TcpStream;

/// The prefix of a message: one byte for compression and four for the length.
const PREFIX: usize = 5;
/// The features of an engine of the version that the peers' SDKs have.
const FEATURES: std::ops::RangeInclusive<i32> = 0..=15;
/// The URN of a resource without its type and name.
const URN: &str = "urn:pulumi:dev::bench";

#[derive(Clone, PartialEq, prost::Message)]
struct RegisterResourceRequest {
    #[prost(string, tag = "1")]
    r#type: String,
    #[prost(string, tag = "2")]
    name: String,
    #[prost(bool, tag = "4")]
    custom: bool,
    #[prost(message, optional, tag = "5")]
    object: Option<Struct>,
}

#[derive(Clone, PartialEq, prost::Message)]
struct RegisterResourceResponse {
    #[prost(string, tag = "1")]
    urn: String,
    #[prost(string, tag = "2")]
    id: String,
    #[prost(message, optional, tag = "3")]
    object: Option<Struct>,
}

#[derive(Clone, PartialEq, prost::Message)]
struct DeploymentInfo {
    #[prost(string, tag = "1")]
    project: String,
    #[prost(string, tag = "2")]
    stack: String,
    #[prost(int32, repeated, tag = "8")]
    features: Vec<i32>,
}

#[derive(Clone, PartialEq, prost::Message)]
struct SupportsFeatureResponse {
    #[prost(bool, tag = "1")]
    has_support: bool,
}

/// The requests so far.
#[derive(Debug, Default)]
struct Counts {
    registered: AtomicUsize,
    completed: AtomicUsize,
}

/// A monitor that serves until the process ends.
pub(crate) struct Monitor {
    pub(crate) address: String,
    counts: Arc<Counts>,
}

impl Monitor {
    /// Serves on a separate thread.
    pub(crate) fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?.to_string();
        let counts = Arc::new(Counts::default());
        let shared = Arc::clone(&counts);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        thread::spawn(move || runtime.block_on(accept(listener, shared)));
        Ok(Self { address, counts })
    }

    /// The number of resources that were registered and completed since the last call.
    pub(crate) fn take(&self) -> (usize, usize) {
        let take = |count: &AtomicUsize| count.swap(0, Ordering::Relaxed);
        (take(&self.counts.registered), take(&self.counts.completed))
    }
}

async fn accept(listener: TcpListener, counts: Arc<Counts>) -> Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let counts = Arc::clone(&counts);
        // A client that disconnects in the middle reports its own error.
        tokio::spawn(async move { drop(serve(stream, counts).await) });
    }
}

async fn serve(stream: TcpStream, counts: Arc<Counts>) -> Result<()> {
    let mut connection = h2::server::handshake(stream).await?;
    while let Some(asked) = connection.accept().await {
        let (request, respond) = asked?;
        let counts = Arc::clone(&counts);
        tokio::spawn(async move { drop(answer(request, respond, &counts).await) });
    }
    Ok(())
}

async fn answer(
    request: Request<h2::RecvStream>,
    mut respond: SendResponse<Bytes>,
    counts: &Counts,
) -> Result<()> {
    let (head, mut body) = request.into_parts();
    let mut asked = BytesMut::new();
    while let Some(chunk) = body.data().await {
        let chunk = chunk?;
        body.flow_control().release_capacity(chunk.len())?;
        asked.put_slice(&chunk);
    }
    ensure!(asked.len() >= PREFIX, "a request without a message");
    let method = head.uri.path().rsplit('/').next().unwrap_or_default();
    let message = message(method, &asked[PREFIX..], counts)?;
    let mut framed = BytesMut::with_capacity(PREFIX + message.len());
    framed.put_u8(0);
    framed.put_u32(u32::try_from(message.len()).context("an answer is too long")?);
    framed.put_slice(&message);
    let response = Response::builder()
        .header("content-type", "application/grpc")
        .body(())?;
    let mut stream = respond.send_response(response, false)?;
    stream.send_data(framed.freeze(), false)?;
    let mut trailers = HeaderMap::new();
    trailers.insert("grpc-status", HeaderValue::from_static("0"));
    stream.send_trailers(trailers)?;
    Ok(())
}

/// The message of an answer; empty for calls with empty answers.
fn message(method: &str, asked: &[u8], counts: &Counts) -> Result<Vec<u8>> {
    Ok(match method {
        "GetDeploymentInfo" => DeploymentInfo {
            project: "bench".to_owned(),
            stack: "dev".to_owned(),
            features: FEATURES.collect(),
        }
        .encode_to_vec(),
        "SupportsFeature" => SupportsFeatureResponse { has_support: true }.encode_to_vec(),
        "RegisterResource" => {
            counts.registered.fetch_add(1, Ordering::Relaxed);
            made(RegisterResourceRequest::decode(asked)?).encode_to_vec()
        }
        "RegisterResourceOutputs" => {
            counts.completed.fetch_add(1, Ordering::Relaxed);
            Vec::new()
        }
        _ => Vec::new(),
    })
}

/// A resource with its inputs as outputs, and an id after its name.
fn made(request: RegisterResourceRequest) -> RegisterResourceResponse {
    let urn = format!("{URN}::{}::{}", request.r#type, request.name);
    if request.custom {
        RegisterResourceResponse {
            urn,
            id: id(&request.name),
            object: request.object,
        }
    } else {
        RegisterResourceResponse {
            urn,
            ..RegisterResourceResponse::default()
        }
    }
}

/// The id of a resource of this name.
pub(crate) fn id(name: &str) -> String {
    format!("{name}_id")
}
