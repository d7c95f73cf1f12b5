//! Reads the kernel's lists of TCP sockets (`proc_pid_net(5)`), which have one line for each socket.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::Path;

use crate::peers::socket::Socket;

/// The list of IPv4 sockets.
pub(super) const FILE: &str = "/proc/net/tcp";
/// The list of IPv6 sockets, which may have IPv4 connections.
const FILE_6: &str = "/proc/net/tcp6";
/// The number of times to look for a socket: the list may miss a socket while others come and go.
const LOOKS: usize = 2;

/// The socket with these addresses, or the listening socket if `remote` is `None`.
pub(super) fn find(local: SocketAddr, remote: Option<SocketAddr>) -> io::Result<Option<Socket>> {
    for _ in 0..LOOKS {
        if let Some(found) = find_in(Path::new(FILE), local, remote)? {
            return Ok(Some(found));
        }
        // A machine without IPv6 does not have that list.
        if Path::new(FILE_6).exists()
            && let Some(found) = find_in(Path::new(FILE_6), local, remote)?
        {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn find_in(
    file: &Path,
    local: SocketAddr,
    remote: Option<SocketAddr>,
) -> io::Result<Option<Socket>> {
    for line in BufReader::with_capacity(64 << 10, File::open(file)?).lines() {
        let Some(row) = Row::parse(&line?) else {
            continue;
        };
        let is_it = match remote {
            Some(remote) => is_same(row.local, local) && is_same(row.remote, remote),
            None => {
                let is_here = row.local.ip().is_unspecified()
                    || row.local.ip().to_canonical() == local.ip().to_canonical();
                row.local.port() == local.port() && is_here && row.remote.port() == 0
            }
        };
        if is_it {
            return Ok(Some(row.socket));
        }
    }
    Ok(None)
}

fn is_same(one: SocketAddr, other: SocketAddr) -> bool {
    (one.ip().to_canonical(), one.port()) == (other.ip().to_canonical(), other.port())
}

/// A line of a list.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    local: SocketAddr,
    remote: SocketAddr,
    socket: Socket,
}

impl Row {
    /// Parses a line. Returns `None` for the heading and for a malformed line.
    fn parse(line: &str) -> Option<Self> {
        let mut fields = line.split_ascii_whitespace().skip(1);
        let local = address(fields.next()?)?;
        let remote = address(fields.next()?)?;
        let state = u8::from_str_radix(fields.next()?, 16).ok()?;
        // Skips queues, timer and retransmissions.
        let uid = fields.nth(3)?.parse().ok()?;
        let inode = fields.nth(1)?.parse().ok()?;
        Some(Self {
            local,
            remote,
            socket: Socket { state, uid, inode },
        })
    }
}

/// Parses an address and a port in hexadecimal digits. Each 32 bits of the address are in this machine's byte
/// order.
fn address(text: &str) -> Option<SocketAddr> {
    let (digits, port) = text.split_once(':')?;
    let port = u16::from_str_radix(port, 16).ok()?;
    let word = |at: usize| {
        let word = u32::from_str_radix(digits.get(at * 8..at * 8 + 8)?, 16).ok()?;
        Some(word.to_ne_bytes())
    };
    let ip = match digits.len() {
        8 => IpAddr::V4(Ipv4Addr::from(word(0)?)),
        32 => {
            let mut octets = [0; 16];
            for (at, place) in octets.chunks_exact_mut(4).enumerate() {
                place.copy_from_slice(&word(at)?);
            }
            IpAddr::V6(Ipv6Addr::from(octets))
        }
        _ => return None,
    };
    Some(SocketAddr::new(ip, port))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADING: &str = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";

    fn line(local: &str, remote: &str, state: &str, uid: u32, inode: u64) -> String {
        format!(
            "   0: {local} {remote} {state} 00000000:00000000 02:00000A7C 00000000  {uid}        0 {inode} 2 0000000000000000 20 4 0 10 -1\n"
        )
    }

    /// The digits of an address in this machine's byte order.
    fn digits(octets: &[u8]) -> String {
        let words = octets.chunks_exact(4);
        words
            .map(|word| {
                format!(
                    "{:08X}",
                    u32::from_ne_bytes(word.try_into().expect("4 bytes"))
                )
            })
            .collect()
    }

    fn found(text: &str, local: &str, remote: Option<&str>) -> Option<Socket> {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("tcp");
        std::fs::write(&file, format!("{HEADING}{text}")).expect("a file");
        let address = |text: &str| text.parse::<SocketAddr>().expect("an address");
        find_in(&file, address(local), remote.map(address)).expect("a readable file")
    }

    #[test]
    fn the_line_of_a_socket_is_found() {
        let loopback = digits(&[127, 0, 0, 1]);
        let here = |port: u16| format!("{loopback}:{port:04X}");
        let mapped = format!(
            "{}:1388",
            digits(&Ipv4Addr::LOCALHOST.to_ipv6_mapped().octets())
        );
        let nowhere = format!("{}:0000", digits(&[0; 4]));
        let everywhere = format!("{}:0FA0", digits(&[0; 4]));
        let (one, other) = ("127.0.0.1:4000", "127.0.0.1:5000");
        let text = line(&here(4001), &here(5000), "01", 1, 1)
            + &line(&here(4000), &here(5001), "01", 2, 2)
            + "   9: garbage\n"
            + &line(&here(4000), &here(5000), "01", 1000, 99);
        let socket = Some(Socket {
            state: 1,
            uid: 1000,
            inode: 99,
        });
        assert_eq!(found(&text, one, Some(other)), socket);
        assert_eq!(found(&text, other, Some(one)), None);
        assert_eq!(found("", one, Some(other)), None);
        let text = line(&mapped, &mapped.replace("1388", "0FA0"), "01", 1000, 99);
        assert_eq!(found(&text, other, Some(one)), socket);
        let listening = Some(Socket {
            state: 10,
            uid: 5,
            inode: 6,
        });
        for place in [&here(4000), &everywhere] {
            let text = line(place, &nowhere, "0A", 5, 6);
            assert_eq!(found(&text, one, None), listening);
            assert_eq!(found(&text, one, Some(other)), None);
        }
    }

    proptest::proptest! {
        #[test]
        fn no_line_is_too_strange(line in "[ -~:0-9A-F]{0,200}") {
            if Row::parse(&line).is_some() {
                proptest::prop_assert!(line.matches(':').count() >= 2);
            }
        }
    }
}
