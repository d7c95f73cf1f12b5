//! Finds the user whose process is at the other end of a loopback connection.
//!
//! Every user of the machine can connect to a loopback port, and a provider holds credentials. So the host asks
//! the system for the user of the other end before it reads or sends a byte. A connection without a clear answer
//! counts as another user's.

#[cfg(target_os = "linux")]
mod linux;
mod socket;
#[cfg(test)]
mod tests;
#[cfg(not(target_os = "linux"))]
mod unsupported;
mod users;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

#[cfg(target_os = "linux")]
use linux::{Sockets, own_users};
use socket::Owner;
use tokio::net::TcpStream;
#[cfg(not(target_os = "linux"))]
use unsupported::{Sockets, own_users};
pub use users::AllowedUsers;

/// Judges connections by the user at their other end.
#[derive(Debug)]
pub struct Peers {
    allowed: AllowedUsers,
    /// The users that are always allowed: the process's own user, and root.
    always: Vec<u32>,
    sockets: Arc<Sockets>,
}

/// Why a connection is closed unread.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The user is not allowed.
    #[error("its other end belongs to user {0}")]
    OtherUser(u32),
    /// The other end does not belong to a process any more, or not yet.
    #[error("its other end was closed before its user could be found out")]
    Closed,
    /// The system did not report the user.
    #[error("its user cannot be found out: {0}")]
    Unknown(String),
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::Unknown(error.to_string())
    }
}

impl Peers {
    /// For a process that listens at an address. The way to ask the system is tested on the listening socket. The
    /// process's own user and root are allowed in addition to the named users.
    #[must_use]
    pub fn new(allowed: AllowedUsers, listener: SocketAddr) -> Self {
        Self {
            allowed,
            always: own_users(),
            sockets: Arc::new(Sockets::open(listener)),
        }
    }

    /// For tests, which cannot always run as another user: not even the process's own user is allowed.
    #[doc(hidden)]
    #[must_use]
    pub fn of_others(listener: SocketAddr) -> Self {
        Self {
            always: Vec::new(),
            ..Self::new(AllowedUsers::default(), listener)
        }
    }

    /// For tests without a listening socket: every user is allowed.
    #[doc(hidden)]
    #[must_use]
    pub fn of_everyone() -> Self {
        let nowhere = SocketAddr::from(([127, 0, 0, 1], 0));
        Self::new(AllowedUsers::Everyone, nowhere)
    }

    /// Why connections of other users cannot be refused here, as a message; `None` if they can.
    #[must_use]
    pub fn weakness(&self) -> Option<&'static str> {
        match self.allowed {
            AllowedUsers::Everyone => {
                Some("every user of this machine may connect, as `*` is allowed")
            }
            AllowedUsers::Named(_) => self.sockets.weakness(),
        }
    }

    /// Judges a connection that was accepted. Call this before reading from it.
    ///
    /// # Errors
    /// If the connection must be closed.
    pub async fn judge_client(&self, stream: &TcpStream) -> Result<(), Refusal> {
        if self.weakness().is_some() {
            return Ok(());
        }
        let (own, peer) = (stream.local_addr()?, stream.peer_addr()?);
        let uid = match self.owner(peer, Some(own)).await? {
            Owner::User(uid) => uid,
            Owner::NotAccepted | Owner::Unowned => return Err(Refusal::Closed),
        };
        // The other end might have been closed and its port reused. While our end is connected, no other
        // connection has the same addresses and ports, so the lookup found the other end of this one.
        still_connected(stream)?;
        self.allow(uid)
    }

    /// Judges a connection that was made to a server on this machine. Call this before sending.
    ///
    /// # Errors
    /// If the connection must be closed.
    pub async fn judge_server(&self, stream: &TcpStream) -> Result<(), Refusal> {
        let (own, peer) = (stream.local_addr()?, stream.peer_addr()?);
        if self.weakness().is_some() || !peer.ip().to_canonical().is_loopback() {
            return Ok(());
        }
        let uid = match self.owner(peer, Some(own)).await? {
            Owner::User(uid) => uid,
            Owner::Unowned => return Err(Refusal::Closed),
            // A connection has no owner until the server accepts it. Then it belongs to the listening process,
            // unless the listener changed in the meantime.
            Owner::NotAccepted => {
                let listener = self.owner(peer, None).await?;
                match (self.owner(peer, Some(own)).await?, listener) {
                    (Owner::User(uid), _) | (Owner::NotAccepted, Owner::User(uid)) => uid,
                    _ => return Err(Refusal::Closed),
                }
            }
        };
        still_connected(stream)?;
        self.allow(uid)
    }

    fn allow(&self, uid: u32) -> Result<(), Refusal> {
        let is_allowed = match &self.allowed {
            AllowedUsers::Everyone => true,
            AllowedUsers::Named(users) => self.always.contains(&uid) || users.contains(&uid),
        };
        if is_allowed {
            Ok(())
        } else {
            Err(Refusal::OtherUser(uid))
        }
    }

    /// The owner of the socket with these addresses, or of the listening socket if `remote` is `None`.
    async fn owner(&self, local: SocketAddr, remote: Option<SocketAddr>) -> io::Result<Owner> {
        let found = if self.sockets.are_quick() {
            self.sockets.find(local, remote)?
        } else {
            let sockets = Arc::clone(&self.sockets);
            let look = move || sockets.find(local, remote);
            tokio::task::spawn_blocking(look)
                .await
                .map_err(io::Error::other)??
        };
        Ok(socket::owner(found, remote.is_some()))
    }
}

/// Fails if a connection was closed or reset in the meantime.
fn still_connected(stream: &TcpStream) -> Result<(), Refusal> {
    match stream.peer_addr() {
        Ok(_) => Ok(()),
        Err(_) => Err(Refusal::Closed),
    }
}
