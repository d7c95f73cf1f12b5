//! The servers that are reached without a proxy, in the format of `NO_PROXY` as programs in Go read it, Pulumi among
//! them.

use std::net::IpAddr;

use http::Uri;
use ipnet::IpNet;

/// The exceptions of an operator.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Exceptions(Vec<Exception>);

/// Some servers.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Exception {
    /// `*`
    All,
    /// `10.0.0.0/8`, or one address: `10.0.0.1`, `[::1]:8080`.
    Network { network: IpNet, port: Option<u16> },
    /// `example.com` with all names below it; only those below it if it is written as `.example.com` or
    /// `*.example.com`.
    Domain {
        name: String,
        is_itself: bool,
        port: Option<u16>,
    },
}

impl Exceptions {
    /// Reads a list with commas. An entry that is neither a name nor an address matches no server.
    pub(super) fn parse(list: &str) -> Self {
        let entries = list.split(',').map(str::trim);
        let entries = entries.filter(|entry| !entry.is_empty());
        Self(entries.map(Exception::parse).collect())
    }

    /// Whether the server of an address is reached directly.
    pub(super) fn contains(&self, address: &Uri) -> bool {
        let Some(host) = address.host() else {
            return false;
        };
        let usual = if address.scheme_str() == Some("http") {
            80
        } else {
            443
        };
        let port = address.port_u16().unwrap_or(usual);
        let host = without_brackets(host);
        self.0.iter().any(|exception| exception.matches(host, port))
    }
}

impl Exception {
    fn parse(entry: &str) -> Self {
        if entry == "*" {
            return Self::All;
        }
        if let Ok(network) = entry.parse() {
            return Self::Network {
                network,
                port: None,
            };
        }
        let (host, port) = host_and_port(entry);
        if let Ok(address) = without_brackets(host).parse::<IpAddr>() {
            return Self::Network {
                network: address.into(),
                port,
            };
        }
        let host = host.strip_prefix('*').unwrap_or(host);
        Self::Domain {
            name: host.trim_start_matches('.').to_ascii_lowercase(),
            is_itself: !host.starts_with('.'),
            port,
        }
    }

    fn matches(&self, host: &str, asked: u16) -> bool {
        let is_port = |port: &Option<u16>| port.is_none_or(|port| port == asked);
        match self {
            Self::All => true,
            Self::Network { network, port } => {
                let address = host.parse::<IpAddr>();
                is_port(port) && address.is_ok_and(|address| network.contains(&address))
            }
            Self::Domain {
                name,
                is_itself,
                port,
            } => {
                let host = host.to_ascii_lowercase();
                let before = host.strip_suffix(name.as_str());
                let is_meant = before
                    .is_some_and(|before| before.ends_with('.') || before.is_empty() && *is_itself);
                is_port(port) && is_meant
            }
        }
    }
}

/// Splits off a port. An IPv6 address has one only after brackets.
fn host_and_port(entry: &str) -> (&str, Option<u16>) {
    match entry.rsplit_once(':') {
        Some((host, port)) if !host.contains(':') || host.ends_with(']') => match port.parse() {
            Ok(port) => (host, Some(port)),
            Err(_) => (entry, None),
        },
        _ => (entry, None),
    }
}

fn without_brackets(host: &str) -> &str {
    let inner = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'));
    inner.unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_without_proxies_is_read_as_pulumi_reads_it() {
        for (list, direct, proxied) in [
            (
                "*",
                &[
                    "https://10.1.2.3/",
                    "http://[::1]:5000/",
                    "https://a.example/",
                ][..],
                &[][..],
            ),
            ("", &[], &["https://10.1.2.3/", "https://a.example/"]),
            (
                "10.0.0.0/8, fd00::/8",
                &["https://10.1.2.3:5000/", "https://[fd00::1]/"],
                &[
                    "https://11.1.2.3/",
                    "https://[fe00::1]/",
                    "https://a.example/",
                ],
            ),
            (
                "10.1.2.3:5000",
                &["https://10.1.2.3:5000/"],
                &["https://10.1.2.3/", "https://10.1.2.4:5000/"],
            ),
            (
                "[fd00::1]:5000,fd00::2",
                &["https://[fd00::1]:5000/", "https://[fd00::2]/"],
                &["https://[fd00::1]/"],
            ),
            (
                "10.1.2.3:443,10.1.2.4:80",
                &["https://10.1.2.3/", "http://10.1.2.4/"],
                &["http://10.1.2.3/", "https://10.1.2.4/"],
            ),
            (
                "Corp.Example",
                &["https://corp.example/", "https://REG.corp.example:5000/"],
                &["https://notcorp.example/", "https://corp.example.com/"],
            ),
            (
                ".corp.example",
                &["https://reg.corp.example/"],
                &["https://corp.example/", "https://xcorp.example/"],
            ),
            (
                "*.corp.example",
                &["https://reg.corp.example/", "https://a.b.corp.example/"],
                &["https://corp.example/"],
            ),
            (
                "reg.corp.example:5000",
                &["https://reg.corp.example:5000/"],
                &["https://reg.corp.example/"],
            ),
            (
                "a.example:x, ,:5,/",
                &[],
                &["https://a.example/", "https://b.example:5/"],
            ),
        ] {
            let exceptions = Exceptions::parse(list);
            for (addresses, expected) in [(direct, true), (proxied, false)] {
                for address in addresses {
                    let parsed: Uri = address.parse().expect("an address");
                    assert_eq!(exceptions.contains(&parsed), expected, "{list}: {address}");
                }
            }
        }
    }
}
