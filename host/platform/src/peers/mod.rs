//! Whose process is at the other end of a connection on this machine.
//!
//! A port on loopback is open to every user of the machine, and a provider holds credentials. So the system is asked which
//! user made the socket at the other end, before a byte is read from it or sent to it. A connection without a clear
//! answer counts as another user's.

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
    /// Those that need not be named: this process's own user, and root.
    always: Vec<u32>,
    sockets: Arc<Sockets>,
}

/// Why a connection is closed unread.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It belongs to a user that is not allowed.
    #[error("its other end belongs to user {0}")]
    OtherUser(u32),
    /// Its other end no longer belongs to a process, or does not yet.
    #[error("its other end was closed before its user could be found out")]
    Closed,
    /// The system did not say.
    #[error("its user cannot be found out: {0}")]
    Unknown(String),
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::Unknown(error.to_string())
    }
}

impl Peers {
    /// For a process that listens at an address: the way to ask the system is tried on that socket first. Besides the
    /// users that are named, this process's own and root are allowed.
    #[must_use]
    pub fn new(allowed: AllowedUsers, listener: SocketAddr) -> Self {
        Self {
            allowed,
            always: own_users(),
            sockets: Arc::new(Sockets::open(listener)),
        }
    }

    /// The same for tests, which cannot be another user everywhere: not even this process's own user is allowed.
    #[doc(hidden)]
    #[must_use]
    pub fn of_others(listener: SocketAddr) -> Self {
        Self {
            always: Vec::new(),
            ..Self::new(AllowedUsers::default(), listener)
        }
    }

    /// For tests without a listening socket: everyone is allowed.
    #[doc(hidden)]
    #[must_use]
    pub fn of_everyone() -> Self {
        let nowhere = SocketAddr::from(([127, 0, 0, 1], 0));
        Self::new(AllowedUsers::Everyone, nowhere)
    }

    /// Why connections of other users cannot be refused here, for people; `None` if they can.
    #[must_use]
    pub fn weakness(&self) -> Option<&'static str> {
        match self.allowed {
            AllowedUsers::Everyone => {
                Some("every user of this machine may connect, as `*` is allowed")
            }
            AllowedUsers::Named(_) => self.sockets.weakness(),
        }
    }

    /// Judges a connection that was accepted. Nothing may have been read from it.
    ///
    /// # Errors
    /// When it is to be closed.
    pub async fn judge_client(&self, stream: &TcpStream) -> Result<(), Refusal> {
        if self.weakness().is_some() {
            return Ok(());
        }
        let (own, peer) = (stream.local_addr()?, stream.peer_addr()?);
        let uid = match self.owner(peer, Some(own)).await? {
            Owner::User(uid) => uid,
            Owner::NotAccepted | Owner::Unowned => return Err(Refusal::Closed),
        };
        // The other end might have been closed and its port given to another process. As long as ours is there, no
        // other connection has the same addresses and ports, so what was found is the other end of this one.
        still_connected(stream)?;
        self.allow(uid)
    }

    /// Judges a connection that was made, to a server on this machine. Nothing may have been sent.
    ///
    /// # Errors
    /// When it is to be closed.
    pub async fn judge_server(&self, stream: &TcpStream) -> Result<(), Refusal> {
        let (own, peer) = (stream.local_addr()?, stream.peer_addr()?);
        if self.weakness().is_some() || !peer.ip().to_canonical().is_loopback() {
            return Ok(());
        }
        let uid = match self.owner(peer, Some(own)).await? {
            Owner::User(uid) => uid,
            Owner::Unowned => return Err(Refusal::Closed),
            // Until it is accepted it has no owner: the listening process will have it, unless that has changed
            // meanwhile.
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
        match is_allowed {
            true => Ok(()),
            false => Err(Refusal::OtherUser(uid)),
        }
    }

    /// The owner of the socket with this address, and that one at its other end; without another end, the owner of the
    /// listening one.
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

/// Makes sure that a connection was neither closed nor reset meanwhile.
fn still_connected(stream: &TcpStream) -> Result<(), Refusal> {
    match stream.peer_addr() {
        Ok(_) => Ok(()),
        Err(_) => Err(Refusal::Closed),
    }
}
