//! A socket as the system describes it, and its owner.

/// The TCP states that matter here, by their numbers on Linux.
const ESTABLISHED: u8 = 1;
const SYN_RECEIVED: [u8; 2] = [3, 12];
const LISTEN: u8 = 10;

/// The system's facts about a socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Socket {
    pub(super) state: u8,
    /// The user of the process; also 0 if the socket belongs to no process.
    pub(super) uid: u32,
    /// The inode number; 0 if the socket belongs to no process.
    pub(super) inode: u64,
}

/// The owner of a socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    User(u32),
    /// A connection that its server has not accepted yet.
    NotAccepted,
    /// The socket does not exist, or its process closed it.
    Unowned,
}

/// The owner of a socket that was looked up. After a process closes a socket, the system shows it for a while as
/// root's, without an inode: it counts as unowned.
pub(super) fn owner(found: Option<Socket>, is_connection: bool) -> Owner {
    let Some(Socket { state, uid, inode }) = found else {
        return Owner::Unowned;
    };
    match (is_connection, state, inode) {
        (true, ESTABLISHED, 0) => Owner::NotAccepted,
        (true, state, 0) if SYN_RECEIVED.contains(&state) => Owner::NotAccepted,
        (true, ESTABLISHED, _) => Owner::User(uid),
        (false, LISTEN, inode) if inode != 0 => Owner::User(uid),
        _ => Owner::Unowned,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_socket_without_a_process_has_no_user_and_is_never_roots() {
        const FIN_WAIT_1: u8 = 4;
        const FIN_WAIT_2: u8 = 5;
        const TIME_WAIT: u8 = 6;
        const CLOSE: u8 = 7;
        const CLOSE_WAIT: u8 = 8;
        let found = |state, uid, inode| Some(Socket { state, uid, inode });
        for (found, is_connection, expected) in [
            (found(ESTABLISHED, 1000, 7), true, Owner::User(1000)),
            (found(ESTABLISHED, 0, 7), true, Owner::User(0)),
            (found(LISTEN, 1000, 7), false, Owner::User(1000)),
            (None, true, Owner::Unowned),
            (None, false, Owner::Unowned),
            // Not accepted yet.
            (found(ESTABLISHED, 0, 0), true, Owner::NotAccepted),
            (found(3, 0, 0), true, Owner::NotAccepted),
            (found(12, 0, 0), true, Owner::NotAccepted),
            // Closed, and shown as root's.
            (found(FIN_WAIT_1, 0, 0), true, Owner::Unowned),
            (found(FIN_WAIT_2, 0, 0), true, Owner::Unowned),
            (found(TIME_WAIT, 0, 0), true, Owner::Unowned),
            (found(CLOSE, 0, 0), true, Owner::Unowned),
            // About to be closed. No engine closes a connection before it has the answer.
            (found(FIN_WAIT_2, 1000, 7), true, Owner::Unowned),
            (found(CLOSE_WAIT, 1000, 7), true, Owner::Unowned),
            // A listening socket instead of a connection, and the reverse.
            (found(LISTEN, 1000, 7), true, Owner::Unowned),
            (found(ESTABLISHED, 1000, 7), false, Owner::Unowned),
            (found(LISTEN, 0, 0), false, Owner::Unowned),
        ] {
            assert_eq!(owner(found, is_connection), expected, "{found:?}");
        }
    }
}
