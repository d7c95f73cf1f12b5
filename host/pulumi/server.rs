//! The server: a port on loopback with the provider service and the health check, and how it stops.

use std::convert::Infallible;
use std::io::Write;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::task::{Context, Poll};

use anyhow::Context as _;
use pulumi_wasm_packages::Loader;
use pulumi_wasm_packages::own_package::OwnPackage;
use pulumi_wasm_platform::peers::{AllowedUsers, Peers};
use pulumi_wasm_platform::termination::Termination;
use tokio::net::TcpListener;
use tonic::body::Body;
use tonic::codegen::http::{Request, Response};
use tonic::codegen::{BoxFuture, Service};
use tonic::server::NamedService;
use tonic::transport::Server;
use tonic_health::pb::health_server::{Health, HealthServer};

use super::callbacks::{Callbacks, Served};
use super::connection::Connection;
use super::connection::admission::admitted;
use super::rpc::service::ProviderService;
use super::session::sessions::ConnectionId;
use super::session::sessions::{SessionMode, Sessions};
use super::wire::pulumirpc::callbacks_server::CallbacksServer;
use super::wire::pulumirpc::resource_provider_server::ResourceProviderServer;

/// Engines send messages of up to 400 MiB.
const MAX_MESSAGE_BYTES: usize = 400 << 20;

/// The options of the server.
pub struct ServeOptions {
    /// The engine's address; `None` in attach mode.
    pub engine_address: Option<String>,
    pub loader: Loader,
    /// The signal that the process should end.
    pub termination: Termination,
    /// The users whose engines may connect, in addition to the process's user and root.
    pub allowed_users: AllowedUsers,
}

/// Serves until a signal, or until the engine that launched the process is gone. Prints the port as the first and only
/// line on standard output.
///
/// # Errors
/// When no port can be had, or the port cannot be printed.
pub async fn serve(options: ServeOptions) -> anyhow::Result<()> {
    let mode = if options.engine_address.is_some() {
        SessionMode::Launched
    } else {
        SessionMode::Attached
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .await
        .context("cannot listen on 127.0.0.1")?;
    let address = listener.local_addr()?;
    let port = address.port();
    let peers = Arc::new(Peers::new(options.allowed_users, address));
    let termination = options.termination;
    let plugin = match options.loader.own() {
        Some(OwnPackage::Bundle(place)) => place.name().to_owned(),
        Some(OwnPackage::Folder(_)) | None => "wasm".to_owned(),
    };
    let callbacks = Callbacks::new(address);
    let sessions = Sessions::new(
        mode,
        options.loader,
        options.engine_address.as_deref(),
        Some(termination.clone()),
        &peers,
        &callbacks,
    );
    announce(port)?;
    if mode == SessionMode::Attached {
        say(&format!(
            "waiting for an engine; attach it with PULUMI_DEBUG_PROVIDERS={plugin}:{port}"
        ));
        warn_about_weakness(&peers);
    }
    tokio::select! {
        served = serve_on(listener, sessions, peers, callbacks) => served,
        // The server has nothing left to write, so it waits for nothing.
        () = termination.begun() => Ok(()),
    }
}

/// Serves engines that attach, on a port that the caller opened and announces, until it is dropped.
///
/// # Errors
/// When the server fails.
pub async fn serve_attached(
    listener: TcpListener,
    loader: Loader,
    allowed_users: AllowedUsers,
) -> anyhow::Result<()> {
    let address = listener.local_addr()?;
    let peers = Arc::new(Peers::new(allowed_users, address));
    warn_about_weakness(&peers);
    let callbacks = Callbacks::new(address);
    let attached = SessionMode::Attached;
    let sessions = Sessions::new(attached, loader, None, None, &peers, &callbacks);
    serve_on(listener, sessions, peers, callbacks).await
}

/// Warns if other users may connect.
fn warn_about_weakness(peers: &Peers) {
    if let Some(weakness) = peers.weakness() {
        say(&format!("warning: {weakness}"));
    }
}

/// Prints a line on standard error. Ignores a closed standard error, on which `eprintln!` would panic.
fn say(line: &str) {
    writeln!(std::io::stderr(), "{line}").ok();
}

async fn serve_on(
    listener: TcpListener,
    sessions: Arc<Sessions>,
    peers: Arc<Peers>,
    callbacks: Arc<Callbacks>,
) -> anyhow::Result<()> {
    let services = Services {
        health: health(),
        callbacks: callbacks_service(callbacks),
        provider: provider(Arc::clone(&sessions)),
    };
    let serving =
        Server::builder().serve_with_incoming(services, incoming(listener, sessions, peers));
    serving.await.context("the server failed")
}

/// Dispatches a request to one of three services by its path. It is faster than a general router, which would cost time
/// on every call.
struct Services<H> {
    health: HealthServer<H>,
    callbacks: CallbacksServer<Served>,
    provider: ResourceProviderServer<ProviderService>,
}

// Not derived, because the service need not be cloned.
impl<H> Clone for Services<H> {
    fn clone(&self) -> Self {
        Self {
            health: self.health.clone(),
            callbacks: self.callbacks.clone(),
            provider: self.provider.clone(),
        }
    }
}

impl<H: Health> Service<Request<Body>> for Services<H> {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<Response<Body>, Infallible>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let path = request.uri().path().strip_prefix('/').unwrap_or_default();
        let is_of = |service: &str| {
            let method = path.strip_prefix(service);
            method.is_some_and(|method| method.starts_with('/'))
        };
        if is_of(HealthServer::<H>::NAME) {
            self.health.call(request)
        } else if is_of(CallbacksServer::<Served>::NAME) {
            self.callbacks.call(request)
        } else {
            // The server answers calls of unknown methods.
            self.provider.call(request)
        }
    }
}

/// The service of callbacks with the engine's limits.
fn callbacks_service(callbacks: Arc<Callbacks>) -> CallbacksServer<Served> {
    CallbacksServer::new(Served(callbacks))
        .max_decoding_message_size(MAX_MESSAGE_BYTES)
        .max_encoding_message_size(MAX_MESSAGE_BYTES)
}

/// The provider service with the engine's limits.
fn provider(sessions: Arc<Sessions>) -> ResourceProviderServer<ProviderService> {
    ResourceProviderServer::new(ProviderService::new(sessions))
        .max_decoding_message_size(MAX_MESSAGE_BYTES)
        .max_encoding_message_size(MAX_MESSAGE_BYTES)
}

/// The health check of gRPC, which engines of a certain age call before they end a plugin.
fn health() -> HealthServer<impl Health> {
    // A new reporter says that the server as a whole is serving, and clients ask only that.
    tonic_health::server::health_reporter().1
}

fn incoming(
    listener: TcpListener,
    sessions: Arc<Sessions>,
    peers: Arc<Peers>,
) -> impl tokio_stream::Stream<Item = std::io::Result<Connection>> {
    let mut next = 0;
    tokio_stream::StreamExt::map(admitted(listener, peers), move |stream| {
        next += 1;
        stream.map(|stream| Connection::new(stream, ConnectionId(next), Arc::clone(&sessions)))
    })
}

/// Prints the port: the engine reads it, and takes anything else there for a failure.
pub(super) fn announce(port: u16) -> anyhow::Result<()> {
    let mut output = std::io::stdout().lock();
    writeln!(output, "{port}")
        .and_then(|()| output.flush())
        .context("cannot print the port")
}
