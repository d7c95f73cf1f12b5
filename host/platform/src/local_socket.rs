//! Sockets for programs of the same user on this machine: a socket in a folder that only the user can enter, or a port of the
//! loopback on Windows.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;

#[cfg(unix)]
pub use unix::{LocalListener, LocalStream};
#[cfg(windows)]
pub use windows::{LocalListener, LocalStream};

/// The longest path of a folder with a socket: a socket's path has at most some hundred bytes.
pub const MAX_FOLDER_BYTES: usize = 98;

/// The address of a local socket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LocalAddress {
    Unix(PathBuf),
    Tcp(SocketAddr),
}

impl fmt::Display for LocalAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unix(path) => write!(formatter, "{}", path.display()),
            Self::Tcp(address) => write!(formatter, "{address}"),
        }
    }
}
