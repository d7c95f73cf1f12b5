//! Linux: the kernel answers a question about one socket in microseconds, and lists all sockets in a file. Reading
//! the file takes milliseconds, so it is read only if the question is not permitted.

mod diagnosis;
mod table;

use std::io;
use std::net::SocketAddr;

use diagnosis::Diagnosis;

use super::socket::{Owner, Socket, owner};

/// The number that the kernel shows by default for users outside of a container's own range.
const UNMAPPED: u32 = 65534;
const UNMAPPED_FILE: &str = "/proc/sys/kernel/overflowuid";
/// The mapping from the user numbers of this container to the numbers outside.
const USER_MAP: &str = "/proc/self/uid_map";

/// Looks up sockets of this machine, or of this container's network.
#[derive(Debug)]
pub(super) enum Sockets {
    /// Asks the kernel for each socket.
    Asked(Diagnosis),
    /// Reads the list of all sockets.
    Listed,
    /// Both ways fail, so that no connection can be judged. The text says why.
    Hidden(String),
}

impl Sockets {
    /// Finds a way that works, by looking up a listening socket of this process.
    pub(super) fn open(listener: SocketAddr) -> Self {
        let own = own_user();
        let works = |sockets: &Self| match owner(sockets.find(listener, None)?, false) {
            Owner::User(uid) if uid == own => Ok(()),
            other => Err(io::Error::other(format!(
                "the socket of this process is shown as {other:?}"
            ))),
        };
        let asked = Diagnosis::open().map(Self::Asked);
        let failed = match asked.and_then(|asked| works(&asked).map(|()| asked)) {
            Ok(asked) => return asked,
            Err(error) => error,
        };
        match works(&Self::Listed) {
            Ok(()) => Self::Listed,
            Err(error) => Self::Hidden(format!(
                "the kernel does not answer (NETLINK_SOCK_DIAG: {failed}), and {} cannot be used ({error})",
                table::FILE
            )),
        }
    }

    /// Why connections of other users are allowed because the system cannot tell users apart. Always `None` on
    /// Linux.
    pub(super) fn weakness(&self) -> Option<&'static str> {
        None
    }

    /// Whether a lookup takes only microseconds.
    pub(super) fn are_quick(&self) -> bool {
        !matches!(self, Self::Listed)
    }

    /// The socket with these addresses, or the listening socket if `remote` is `None`.
    pub(super) fn find(
        &self,
        local: SocketAddr,
        remote: Option<SocketAddr>,
    ) -> io::Result<Option<Socket>> {
        match self {
            Self::Asked(diagnosis) => diagnosis.find(local, remote),
            Self::Listed => table::find(local, remote),
            Self::Hidden(reason) => Err(io::Error::other(reason.clone())),
        }
    }
}

/// The users that are always allowed: the process's own user, and root.
pub(super) fn own_users() -> Vec<u32> {
    let users = [0, own_user()].into_iter();
    users.filter(|uid| !is_ambiguous(*uid)).collect()
}

fn own_user() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// Whether several users may have this number: in a container, all users outside of its range share one.
fn is_ambiguous(uid: u32) -> bool {
    let unmapped = std::fs::read_to_string(UNMAPPED_FILE)
        .ok()
        .and_then(|text| text.trim().parse().ok())
        .unwrap_or(UNMAPPED);
    uid == unmapped && !std::fs::read_to_string(USER_MAP).is_ok_and(|map| is_whole(&map))
}

/// Whether a mapping covers all users.
fn is_whole(map: &str) -> bool {
    let words: Vec<&str> = map.split_whitespace().collect();
    words == ["0", "0", "4294967295"]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_of_users_is_whole_if_it_leaves_no_user_out() {
        assert!(is_whole("         0          0 4294967295\n"));
        for map in ["", "0 1000 1", "0 100000 65536", "0 1000 1\n1 100000 65536"] {
            assert!(!is_whole(map), "{map}");
        }
    }
}
