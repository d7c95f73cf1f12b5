//! The language host's server: a port on loopback, as the plugin has.

use std::net::Ipv4Addr;
use std::sync::Arc;

use anyhow::Context as _;
use pulumi_wasm_platform::peers::{AllowedUsers, Peers};
use pulumi_wasm_platform::termination::Termination;
use tokio::net::TcpListener;
use tonic::transport::Server;

use super::service::LanguageService;
use crate::pulumi::connection::admission::admitted;
use crate::pulumi::server::announce;
use crate::pulumi::wire::pulumirpc::language_runtime_server::LanguageRuntimeServer;

/// The options of the server.
pub struct LanguageOptions {
    /// The signal that the process should end.
    pub termination: Termination,
    /// The users whose engines may connect, in addition to the process's user and root.
    pub allowed_users: AllowedUsers,
}

/// Serves until a signal, or until the engine that launched the process is gone. Prints the port as the first and only
/// line on standard output. The plugins that it started end with it.
///
/// # Errors
/// When no port can be had, or the port cannot be printed.
pub async fn serve(options: LanguageOptions) -> anyhow::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .await
        .context("cannot listen on 127.0.0.1")?;
    let address = listener.local_addr()?;
    let peers = Arc::new(Peers::new(options.allowed_users, address));
    announce(address.port())?;
    let service = LanguageRuntimeServer::new(LanguageService);
    let serving = Server::builder()
        .add_service(service)
        .serve_with_incoming(admitted(listener, peers));
    tokio::select! {
        served = serving => served.context("the server failed"),
        () = options.termination.begun() => Ok(()),
    }
}
