//! The server: a port on loopback, the provider service and the health check on it, and the ways in which it ends.

use std::convert::Infallible;
use std::io::Write;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use anyhow::Context as _;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tonic::body::Body;
use tonic::codegen::http::{Request, Response};
use tonic::codegen::{BoxFuture, Service};
use tonic::server::NamedService;
use tonic::transport::Server;
use tonic_health::pb::health_server::{Health, HealthServer};

use super::accept::accept;
use super::connection::{Connection, ConnectionId};
use super::service::ProviderService;
use super::session::{SessionMode, Sessions};
use super::wire::pulumirpc::resource_provider_server::ResourceProviderServer;
use crate::source::Loader;

/// Engines send messages of up to 400 MiB.
const MAX_MESSAGE_BYTES: usize = 400 << 20;
/// How often a launched process looks whether its parent is still there.
const PARENT_INTERVAL: Duration = Duration::from_secs(1);

/// How to serve.
pub struct ServeOptions {
    /// Where the engine listens; none in attach mode.
    pub engine_address: Option<String>,
    pub loader: Loader,
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
    let port = listener.local_addr()?.port();
    // Signals are waited for before anybody knows the port.
    let ended = ended(mode)?;
    let sessions = Sessions::new(mode, options.loader, options.engine_address.as_deref());
    announce(port)?;
    if mode == SessionMode::Attached {
        eprintln!("waiting for engines; let one attach with PULUMI_DEBUG_PROVIDERS=wasm:{port}");
    }
    tokio::select! {
        served = serve_on(listener, sessions) => served,
        // Nothing is left to be written, so nothing is waited for.
        () = ended => Ok(()),
    }
}

/// Serves engines that attach, on a port that somebody else has and announces, until it is dropped.
///
/// # Errors
/// When the server fails.
pub async fn serve_attached(listener: TcpListener, loader: Loader) -> anyhow::Result<()> {
    let sessions = Sessions::new(SessionMode::Attached, loader, None);
    serve_on(listener, sessions).await
}

async fn serve_on(listener: TcpListener, sessions: Arc<Sessions>) -> anyhow::Result<()> {
    let services = Services {
        health: health(),
        provider: provider(Arc::clone(&sessions)),
    };
    let serving = Server::builder().serve_with_incoming(services, incoming(listener, sessions));
    serving.await.context("the server failed")
}

/// The services, by the path of a request: there are two, and a router for any number of them takes its time on every
/// call.
struct Services<H> {
    health: HealthServer<H>,
    provider: ResourceProviderServer<ProviderService>,
}

// Not derived: what is served need not be cloned.
impl<H> Clone for Services<H> {
    fn clone(&self) -> Self {
        Self {
            health: self.health.clone(),
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
        match path.strip_prefix(HealthServer::<H>::NAME) {
            Some(method) if method.starts_with('/') => self.health.call(request),
            // It says itself of what it does not serve.
            _ => self.provider.call(request),
        }
    }
}

/// The provider service with the engine's limits.
fn provider(sessions: Arc<Sessions>) -> ResourceProviderServer<ProviderService> {
    ResourceProviderServer::new(ProviderService::new(sessions))
        .max_decoding_message_size(MAX_MESSAGE_BYTES)
        .max_encoding_message_size(MAX_MESSAGE_BYTES)
}

/// The health check of gRPC, which engines of a certain age call before they end a plugin.
fn health() -> HealthServer<impl Health> {
    // A new reporter says that the server as a whole is serving, which is all that anybody asks.
    tonic_health::server::health_reporter().1
}

fn incoming(
    listener: TcpListener,
    sessions: Arc<Sessions>,
) -> impl tokio_stream::Stream<Item = std::io::Result<Connection>> {
    futures_util::stream::unfold((listener, 0), move |(listener, last)| {
        let sessions = Arc::clone(&sessions);
        async move {
            let stream = accept(&listener).await;
            let number = last + 1;
            let connection = Connection::new(stream, ConnectionId(number), sessions);
            Some((Ok(connection), (listener, number)))
        }
    })
}

/// Prints the port: the engine reads it, and takes anything else there for a failure.
fn announce(port: u16) -> anyhow::Result<()> {
    let mut output = std::io::stdout().lock();
    writeln!(output, "{port}")
        .and_then(|()| output.flush())
        .context("cannot print the port")
}

/// Resolves when the process should end: SIGINT, SIGTERM, or the engine that launched it gone.
fn ended(mode: SessionMode) -> anyhow::Result<impl Future<Output = ()>> {
    let mut interrupt = signal(SignalKind::interrupt()).context("cannot wait for SIGINT")?;
    let mut terminate = signal(SignalKind::terminate()).context("cannot wait for SIGTERM")?;
    let parent = rustix::process::getppid();
    Ok(async move {
        let parent_gone = async {
            if mode == SessionMode::Attached {
                std::future::pending::<()>().await;
            }
            // A process whose parent ends is given another one.
            while rustix::process::getppid() == parent {
                tokio::time::sleep(PARENT_INTERVAL).await;
            }
        };
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            () = parent_gone => {}
        }
    })
}
