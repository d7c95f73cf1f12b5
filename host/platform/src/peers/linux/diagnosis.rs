//! Asks the kernel for one socket by its addresses and ports (`sock_diag(7)`).

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::fd::OwnedFd;

use parking_lot::Mutex;
use rustix::io::Errno;
use rustix::net::netlink::{self, SocketAddrNetlink};
use rustix::net::{AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType};

use crate::peers::socket::Socket;

/// The message types of a question and of its answer.
const SOCKET_BY_FAMILY: u16 = 20;
const IS_REQUEST: u16 = 1;
/// The message types of an answer without a socket, and of an error.
const IS_ERROR: u16 = 2;
const TCP: u8 = 6;
const IPV4: u8 = 2;
const IPV6: u8 = 10;
const HEADER_BYTES: usize = 16;
const QUESTION_BYTES: usize = 72;
/// The size of the buffer. Answers are shorter, except for text at the end, which is not read.
const ANSWER_BYTES: usize = 1024;
/// The maximum number of messages to read. Answers to earlier questions are skipped.
const MAX_ANSWERS: usize = 16;

/// A netlink socket to the kernel.
#[derive(Debug)]
pub(in crate::peers) struct Diagnosis {
    socket: OwnedFd,
    /// The sequence number of the last question. The lock allows one question in flight.
    number: Mutex<u32>,
}

/// The kernel's answer to a question.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    /// The answer belongs to another question.
    Other,
    /// The socket does not exist.
    Absent,
    Found(Socket),
    Failed(i32),
}

impl Diagnosis {
    pub(super) fn open() -> io::Result<Self> {
        let socket = rustix::net::socket_with(
            AddressFamily::NETLINK,
            SocketType::DGRAM,
            SocketFlags::CLOEXEC | SocketFlags::NONBLOCK,
            Some(netlink::SOCK_DIAG),
        )?;
        Ok(Self {
            socket,
            number: Mutex::new(0),
        })
    }

    /// The socket with these addresses, or the listening socket if `remote` is `None`.
    pub(super) fn find(
        &self,
        local: SocketAddr,
        remote: Option<SocketAddr>,
    ) -> io::Result<Option<Socket>> {
        let mut number = self.number.lock();
        *number = number.wrapping_add(1);
        let question = question(*number, local, remote);
        rustix::net::send(&self.socket, &question, SendFlags::empty())?;
        let mut bytes = [0; ANSWER_BYTES];
        for _ in 0..MAX_ANSWERS {
            // The kernel answers before `send` returns.
            let (length, _, sender) =
                rustix::net::recvfrom(&self.socket, &mut bytes, RecvFlags::DONTWAIT)?;
            let sender = sender.map(SocketAddrNetlink::try_from).transpose()?;
            if sender.is_none_or(|sender| sender.pid() != 0) {
                // Not sent by the kernel.
                continue;
            }
            let bytes = bytes.get(..length).unwrap_or_default();
            match answer(bytes, *number, local, remote) {
                Some(Answer::Other) => {}
                Some(Answer::Absent) => return Ok(None),
                Some(Answer::Found(socket)) => return Ok(Some(socket)),
                Some(Answer::Failed(code)) => return Err(io::Error::from_raw_os_error(code)),
                None => return Err(io::Error::other("the kernel's answer is not understood")),
            }
        }
        Err(io::Error::other("the kernel does not answer"))
    }
}

/// Encodes a question.
fn question(number: u32, local: SocketAddr, remote: Option<SocketAddr>) -> [u8; QUESTION_BYTES] {
    let family = match local.ip() {
        IpAddr::V4(_) => IPV4,
        IpAddr::V6(_) => IPV6,
    };
    let mut bytes = [0; QUESTION_BYTES];
    let mut at = 0;
    let mut put = |part: &[u8]| {
        if let Some(place) = bytes.get_mut(at..at + part.len()) {
            place.copy_from_slice(part);
        }
        at += part.len();
    };
    put(&u32::try_from(QUESTION_BYTES)
        .unwrap_or_default()
        .to_ne_bytes());
    put(&SOCKET_BY_FAMILY.to_ne_bytes());
    put(&IS_REQUEST.to_ne_bytes());
    put(&number.to_ne_bytes());
    put(&[0; 4]);
    put(&[family, TCP, 0, 0]);
    // In any state.
    put(&u32::MAX.to_ne_bytes());
    put(&local.port().to_be_bytes());
    put(&remote.map_or(0, |remote| remote.port()).to_be_bytes());
    put(&address_bytes(Some(local.ip())));
    put(&address_bytes(remote.map(|remote| remote.ip())));
    // On any interface, with any cookie.
    put(&[0; 4]);
    put(&[0xff; 8]);
    bytes
}

fn address_bytes(address: Option<IpAddr>) -> [u8; 16] {
    let mut bytes = [0; 16];
    match address {
        Some(IpAddr::V4(address)) => {
            for (place, byte) in bytes.iter_mut().zip(address.octets()) {
                *place = byte;
            }
        }
        Some(IpAddr::V6(address)) => bytes = address.octets(),
        None => {}
    }
    bytes
}

/// Decodes an answer, or returns `None` if it is malformed. Without a connection, the kernel answers with a
/// listening socket: any socket except the requested one counts as absent.
fn answer(
    bytes: &[u8],
    number: u32,
    local: SocketAddr,
    remote: Option<SocketAddr>,
) -> Option<Answer> {
    let kind = u16::from_ne_bytes(part(bytes, 4)?);
    if u32::from_ne_bytes(part(bytes, 8)?) != number {
        return Some(Answer::Other);
    }
    let body = bytes.get(HEADER_BYTES..)?;
    if kind == IS_ERROR {
        let code = i32::from_ne_bytes(part(body, 0)?);
        return Some(match code.checked_neg()? {
            code if code == Errno::NOENT.raw_os_error() => Answer::Absent,
            code => Answer::Failed(code),
        });
    }
    if kind != SOCKET_BY_FAMILY {
        return None;
    }
    let [family, state, ..] = part::<4>(body, 0)?;
    let address = |at: usize| match family {
        IPV4 => Some(IpAddr::V4(Ipv4Addr::from(part::<4>(body, at)?))),
        // A socket of both families may have an IPv4 connection.
        IPV6 => Some(IpAddr::V6(Ipv6Addr::from(part::<16>(body, at)?)).to_canonical()),
        _ => None,
    };
    let port = |at: usize| Some(u16::from_be_bytes(part(body, at)?));
    let socket = Socket {
        state,
        uid: u32::from_ne_bytes(part(body, 64)?),
        inode: u32::from_ne_bytes(part(body, 68)?).into(),
    };
    let is_it = match remote {
        Some(remote) => {
            (port(4)?, port(6)?) == (local.port(), remote.port())
                && address(8)? == local.ip().to_canonical()
                && address(24)? == remote.ip().to_canonical()
        }
        // The listening socket may be bound to all addresses.
        None => (port(4)?, port(6)?) == (local.port(), 0),
    };
    Some(if is_it {
        Answer::Found(socket)
    } else {
        Answer::Absent
    })
}

fn part<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at.checked_add(N)?)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn local() -> SocketAddr {
        "127.0.0.1:4000".parse().expect("an address")
    }

    fn remote() -> SocketAddr {
        "127.0.0.1:5000".parse().expect("an address")
    }

    /// Encodes an answer that describes a socket.
    fn found(family: u8, local: &[u8], remote: &[u8], ports: (u16, u16)) -> Vec<u8> {
        let mut bytes = vec![0; HEADER_BYTES + 72];
        bytes[4..6].copy_from_slice(&SOCKET_BY_FAMILY.to_ne_bytes());
        bytes[8..12].copy_from_slice(&7_u32.to_ne_bytes());
        let body = &mut bytes[HEADER_BYTES..];
        body[0] = family;
        body[1] = 1;
        body[4..6].copy_from_slice(&ports.0.to_be_bytes());
        body[6..8].copy_from_slice(&ports.1.to_be_bytes());
        body[8..8 + local.len()].copy_from_slice(local);
        body[24..24 + remote.len()].copy_from_slice(remote);
        body[64..68].copy_from_slice(&1000_u32.to_ne_bytes());
        body[68..72].copy_from_slice(&99_u32.to_ne_bytes());
        bytes
    }

    fn error(code: i32) -> Vec<u8> {
        let mut bytes = vec![0; HEADER_BYTES + 4];
        bytes[4..6].copy_from_slice(&IS_ERROR.to_ne_bytes());
        bytes[8..12].copy_from_slice(&7_u32.to_ne_bytes());
        bytes[HEADER_BYTES..].copy_from_slice(&code.to_ne_bytes());
        bytes
    }

    fn read(bytes: &[u8], remote: Option<SocketAddr>) -> Option<Answer> {
        answer(bytes, 7, local(), remote)
    }

    const LOOPBACK: [u8; 4] = [127, 0, 0, 1];
    const MAPPED: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127, 0, 0, 1];

    #[test]
    fn an_answer_counts_where_it_is_about_the_socket_that_was_asked_for() {
        let socket = Socket {
            state: 1,
            uid: 1000,
            inode: 99,
        };
        let this = Some(remote());
        let exact = found(IPV4, &LOOPBACK, &LOOPBACK, (4000, 5000));
        assert_eq!(read(&exact, this), Some(Answer::Found(socket)));
        let mapped = found(IPV6, &MAPPED, &MAPPED, (4000, 5000));
        assert_eq!(read(&mapped, this), Some(Answer::Found(socket)));
        let listening = found(IPV4, &[0; 4], &[0; 4], (4000, 0));
        assert_eq!(read(&listening, None), Some(Answer::Found(socket)));
        for other in [
            listening,
            found(IPV4, &LOOPBACK, &LOOPBACK, (4000, 5001)),
            found(IPV4, &LOOPBACK, &LOOPBACK, (5000, 4000)),
            found(IPV4, &[127, 0, 0, 2], &LOOPBACK, (4000, 5000)),
            found(IPV4, &LOOPBACK, &[127, 0, 0, 2], (4000, 5000)),
            found(IPV6, &[0; 16], &MAPPED, (4000, 5000)),
        ] {
            assert_eq!(read(&other, this), Some(Answer::Absent), "{other:?}");
        }
        assert_eq!(read(&exact, None), Some(Answer::Absent));
    }

    #[test]
    fn errors_and_answers_to_other_questions_are_told_apart() {
        assert_eq!(read(&error(-2), None), Some(Answer::Absent));
        assert_eq!(read(&error(-1), None), Some(Answer::Failed(1)));
        assert_eq!(answer(&error(-1), 8, local(), None), Some(Answer::Other));
        let whole = found(IPV4, &LOOPBACK, &LOOPBACK, (4000, 5000));
        for length in 0..whole.len() {
            let cut = read(&whole[..length], Some(remote()));
            assert!(!matches!(cut, Some(Answer::Found(_))), "{length}");
        }
        let mut strange = whole.clone();
        strange[HEADER_BYTES] = 9;
        assert_eq!(read(&strange, Some(remote())), None);
        strange[4] = 3;
        assert_eq!(read(&strange, Some(remote())), None);
    }

    proptest::proptest! {
        #[test]
        fn no_answer_is_too_strange(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..200)) {
            if let Some(Answer::Found(_)) = read(&bytes, Some(remote())) {
                proptest::prop_assert!(bytes.len() >= HEADER_BYTES + 72);
            }
        }
    }
}
