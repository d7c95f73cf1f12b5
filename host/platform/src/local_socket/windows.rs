//! Windows: a port of the loopback, which every user can reach.

use std::io;
use std::net::Ipv4Addr;
use std::path::Path;

use tokio::net::{TcpListener, TcpStream};

use super::LocalAddress;

pub type LocalStream = TcpStream;

/// A listening port.
pub struct LocalListener {
    socket: TcpListener,
    address: LocalAddress,
}

impl LocalListener {
    /// Listens on a free port. The folder is for the sockets of other systems.
    ///
    /// # Errors
    /// If no port is free.
    pub fn open(_folder: &Path) -> io::Result<Self> {
        let socket = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        socket.set_nonblocking(true)?;
        let address = LocalAddress::Tcp(socket.local_addr()?);
        Ok(Self {
            socket: TcpListener::from_std(socket)?,
            address,
        })
    }

    #[must_use]
    pub fn address(&self) -> &LocalAddress {
        &self.address
    }

    /// The next connection.
    ///
    /// # Errors
    /// If it ended early.
    pub async fn accept(&self) -> io::Result<LocalStream> {
        let (stream, _) = self.socket.accept().await?;
        Ok(stream)
    }
}
