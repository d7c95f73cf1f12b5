//! The server of a plugin that a core started, and how it ends.

use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use anyhow::Context as _;
use pulumi_wasm_core::call::Severity;
use pulumi_wasm_packages::own_package::OwnPackage;
use pulumi_wasm_packages::{Loader, TemporaryFolder, remove_abandoned_folders};
use pulumi_wasm_platform::local_socket::{LocalListener, LocalStream, MAX_FOLDER_BYTES};
use pulumi_wasm_platform::termination::Termination;
use rustls::ServerConfig;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::sync::CancellationToken;
use tonic::transport::Server;
use tonic::transport::server::Connected;

use crate::controller::{Controller, SilentStdio};
use crate::handshake::{self, Protocol, Started};
use crate::log;
use crate::proto::plugin::grpc_controller_server::GrpcControllerServer;
use crate::proto::plugin::grpc_stdio_server::GrpcStdioServer;
use crate::proto::tfplugin5::provider_server::ProviderServer as ProviderServer5;
use crate::proto::tfplugin6::provider_server::ProviderServer as ProviderServer6;
use crate::provider::Provider;
use crate::rpc::service::ProviderService;
use crate::tls;

/// Cores send messages of up to 256 MiB, and receive more.
const MAX_MESSAGE_BYTES: usize = 256 << 20;
/// The time in which a connection has to be secure.
const TLS_TIME: Duration = Duration::from_secs(10);
/// The time in which the answer to the shutdown is sent.
const ANSWER_TIME: Duration = Duration::from_millis(50);

/// How to serve.
pub struct ServeOptions {
    pub started: Started,
    pub loader: Loader,
    /// The package of this program.
    pub own: OwnPackage,
    /// The signal that the process should end.
    pub termination: Termination,
}

/// Serves the package of this program until the core ends it or is gone; if a person started it, until the person ends it. Prints the
/// address on standard output.
///
/// # Errors
/// If the core's certificate cannot be read, or no address can be had.
pub async fn serve(options: ServeOptions) -> anyhow::Result<()> {
    let ServeOptions {
        started,
        loader,
        own,
        termination,
    } = options;
    let folder = TemporaryFolder::with_path_within(MAX_FOLDER_BYTES)
        .context("cannot make a folder for the socket")?;
    let listener = LocalListener::open(folder.path()).context("cannot listen")?;
    let ended = CancellationToken::new();
    let protocol = match &started {
        Started::ByCore(handshake) => handshake.protocol,
        Started::ByHand(_) => Protocol::Six,
    };
    let provider = {
        let termination = termination.clone();
        move || Provider::new(loader.clone(), own.clone(), protocol, termination.clone())
    };
    let first = provider();
    let (config, provider_of): (_, ProviderOf) = match started {
        Started::ByCore(handshake) => {
            let certificate = handshake.client_certificate.as_deref();
            let (config, certificate) = certificate.map(tls::server).transpose()?.unzip();
            handshake::announce(protocol, listener.address(), certificate.as_deref())?;
            let shared = Arc::clone(&first);
            (config, Box::new(move || Arc::clone(&shared)))
        }
        Started::ByHand(address) => {
            let value = handshake::reattachment(&address, listener.address());
            handshake::print(&format!("export TF_REATTACH_PROVIDERS='{value}'"))?;
            // Each configuration of the provider has its own connection, and all of them use this process.
            (None, Box::new(provider))
        }
    };
    // The core waits for the address alone, and there can be many folders.
    if let Some(parent) = folder.path().parent().map(Path::to_owned) {
        tokio::task::spawn_blocking(move || remove_abandoned_folders(&parent));
    }
    let service = ProviderService(first);
    let five = ProviderServer5::new(service.clone())
        .max_decoding_message_size(MAX_MESSAGE_BYTES)
        .max_encoding_message_size(MAX_MESSAGE_BYTES);
    let six = ProviderServer6::new(service)
        .max_decoding_message_size(MAX_MESSAGE_BYTES)
        .max_encoding_message_size(MAX_MESSAGE_BYTES);
    let serving = Server::builder()
        .add_service(five)
        .add_service(six)
        .add_service(GrpcControllerServer::new(Controller(ended.clone())))
        .add_service(GrpcStdioServer::new(SilentStdio))
        .serve_with_incoming(incoming(listener, config, provider_of));
    tokio::select! {
        served = serving => served.context("the server failed"),
        () = async {
            ended.cancelled().await;
            tokio::time::sleep(ANSWER_TIME).await;
        } => Ok(()),
        () = termination.begun() => Ok(()),
    }
}

/// Returns the provider of a new connection.
type ProviderOf = Box<dyn Fn() -> Arc<Provider> + Send + Sync>;

/// The connections that are secure, if they have to be.
fn incoming(
    listener: LocalListener,
    config: Option<Arc<ServerConfig>>,
    provider_of: ProviderOf,
) -> ReceiverStream<std::io::Result<Connection>> {
    let (sender, receiver) = mpsc::channel(1);
    let acceptor = config.map(TlsAcceptor::from);
    tokio::spawn(async move {
        while !sender.is_closed() {
            let Ok(stream) = listener.accept().await else {
                // A connection that ended early, or no file is left: the next one may work.
                tokio::time::sleep(ANSWER_TIME).await;
                continue;
            };
            let (sender, acceptor) = (sender.clone(), acceptor.clone());
            let provider = provider_of();
            tokio::spawn(async move {
                if let Some(stream) = secured(stream, acceptor).await {
                    let connection = Connection { stream, provider };
                    // The server may have ended.
                    sender.send(Ok(connection)).await.ok();
                }
            });
        }
    });
    ReceiverStream::new(receiver)
}

async fn secured(stream: LocalStream, acceptor: Option<TlsAcceptor>) -> Option<Bytes> {
    let Some(acceptor) = acceptor else {
        return Some(Box::pin(stream));
    };
    let refused = match tokio::time::timeout(TLS_TIME, acceptor.accept(stream)).await {
        Ok(Ok(stream)) => return Some(Box::pin(stream)),
        Ok(Err(error)) => error.to_string(),
        Err(_) => "it took too long".to_owned(),
    };
    log::write(
        Severity::Warning,
        &format!(
            "a connection was refused, because it is not of the core that started the provider: {refused}"
        ),
    );
    None
}

/// A connection to the core.
struct Connection {
    stream: Bytes,
    /// The provider that the connection configures.
    provider: Arc<Provider>,
}

/// The bytes of a connection.
type Bytes = Pin<Box<dyn Stream>>;

trait Stream: AsyncRead + AsyncWrite + Send {}

impl<S: AsyncRead + AsyncWrite + Send> Stream for S {}

impl Connected for Connection {
    type ConnectInfo = Arc<Provider>;

    fn connect_info(&self) -> Arc<Provider> {
        Arc::clone(&self.provider)
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        self.stream.as_mut().poll_read(context, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        self.stream.as_mut().poll_write(context, bytes)
    }

    fn poll_flush(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<std::io::Result<()>> {
        self.stream.as_mut().poll_flush(context)
    }

    fn poll_shutdown(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<std::io::Result<()>> {
        self.stream.as_mut().poll_shutdown(context)
    }
}
