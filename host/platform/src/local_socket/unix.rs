//! Linux and macOS.

use std::io;
use std::path::Path;

use tokio::net::{UnixListener, UnixStream};

use super::LocalAddress;

pub type LocalStream = UnixStream;

/// A listening socket.
pub struct LocalListener {
    socket: UnixListener,
    address: LocalAddress,
}

impl LocalListener {
    /// Listens on a new socket in a folder, which only the user should be able to enter. Its path has at most
    /// [`super::MAX_FOLDER_BYTES`].
    ///
    /// # Errors
    /// If the socket cannot be made.
    pub fn open(folder: &Path) -> io::Result<Self> {
        let path = folder.join("s");
        let socket = UnixListener::bind(&path)?;
        Ok(Self {
            socket,
            address: LocalAddress::Unix(path),
        })
    }

    #[must_use]
    pub fn address(&self) -> &LocalAddress {
        &self.address
    }

    /// The next connection.
    ///
    /// # Errors
    /// If it ended early, or the process has too many open files.
    pub async fn accept(&self) -> io::Result<LocalStream> {
        let (stream, _) = self.socket.accept().await?;
        Ok(stream)
    }
}
