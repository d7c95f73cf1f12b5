//! Providers that are configured and wait for calls.

use std::io::Read as _;

use anyhow::Result;
use serde::Serialize;

use crate::order::{Order, Provider};
use crate::process::Process;
use crate::session::Session;
use crate::{block_on, print, start};

#[derive(Debug, Serialize)]
struct Report {
    servers: Vec<Server>,
}

/// The place of a provider, or the reason why it is missing.
#[derive(Debug, Serialize)]
struct Server {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pid: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Keeps the providers running until the other end of standard input is closed.
pub(crate) fn run(order: &Order) -> Result<()> {
    let mut running = Vec::new();
    let mut servers = Vec::new();
    for provider in &order.providers {
        let mut server = Server {
            name: provider.name.clone(),
            address: None,
            pid: None,
            error: None,
        };
        match launch(provider) {
            Ok(process) => {
                server.address = Some(process.address.clone());
                server.pid = Some(process.id());
                running.push(process);
            }
            Err(error) => server.error = Some(format!("{error:#}")),
        }
        servers.push(server);
    }
    print(&Report { servers })?;
    let mut rest = Vec::new();
    std::io::stdin().read_to_end(&mut rest)?;
    drop(running);
    Ok(())
}

fn launch(provider: &Provider) -> Result<Process> {
    let package = start::package(provider)?;
    let process = Process::launch(provider)?;
    block_on(async {
        let session = Session::open(&process.address).await?;
        session.configure(package.as_ref()).await
    })?;
    Ok(process)
}
