//! The bench provider written by hand on stock tonic and prost: the cost of native Rust without a framework.

mod service;
mod thing;

#[allow(clippy::all, clippy::pedantic, dead_code, reason = "generated")]
mod protocol {
    include!(concat!(env!("OUT_DIR"), "/protocol.rs"));
}

use std::error::Error;
use std::io::Write as _;

use protocol::pulumirpc::resource_provider_server::ResourceProviderServer;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;

/// Requests may have 400 MiB, as the engine allows them.
const MAX_MESSAGE_BYTES: usize = 400 * 1024 * 1024;

fn main() -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    runtime.block_on(serve())
}

async fn serve() -> Result<(), Box<dyn Error>> {
    let incoming = TcpIncoming::bind("127.0.0.1:0".parse()?)?.with_nodelay(Some(true));
    let mut output = std::io::stdout();
    writeln!(output, "{}", incoming.local_addr()?.port())?;
    output.flush()?;
    let service =
        ResourceProviderServer::new(service::Bench).max_decoding_message_size(MAX_MESSAGE_BYTES);
    Server::builder()
        .add_service(service)
        .serve_with_incoming(incoming)
        .await?;
    Ok(())
}
