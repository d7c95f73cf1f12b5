//! Which network addresses a name that was granted may lead to.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// Whether an address is one of the public internet.
///
/// Everything that RFC 6890 and its successors set aside is not: loopback, private and shared ranges, link-local with
/// the metadata services of clouds, multicast, documentation; nor an IPv6 form that carries such an IPv4 address.
#[must_use]
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    !(address.is_unspecified()
        || address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_broadcast()
        || address.is_documentation()
        || first == 0
        || (first == 100 && (64..128).contains(&second))
        || (first == 192 && second == 0 && third == 0)
        || (first == 198 && (18..20).contains(&second))
        || first >= 240)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    let embedded = |high: u16, low: u16| {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match segments {
        // IPv4-mapped, IPv4-compatible, loopback and unspecified.
        [0, 0, 0, 0, 0, 0xffff | 0, high, low] => embedded(high, low),
        // NAT64.
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => embedded(high, low),
        [0x64, 0xff9b, ..] => false,
        // 6to4.
        [0x2002, high, low, ..] => embedded(high, low),
        // Teredo, documentation, unique local, link-local, multicast.
        [0x2001, 0 | 0xdb8, ..] => false,
        [first, ..] => {
            !((first & 0xfe00) == 0xfc00
                || (first & 0xffc0) == 0xfe80
                || (first & 0xff00) == 0xff00)
        }
    }
}

/// Resolves names, and leaves out every address that is not public.
#[derive(Debug, Default)]
pub(super) struct PublicResolver;

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let (public, other): (Vec<SocketAddr>, Vec<SocketAddr>) =
                found.partition(|address| is_public(address.ip()));
            if public.is_empty() && !other.is_empty() {
                return Err(NotPublic {
                    name: name.as_str().to_owned(),
                }
                .into());
            }
            let addresses: Addrs = Box::new(public.into_iter());
            Ok(addresses)
        })
    }
}

/// A granted name leads to addresses that were not.
#[derive(Debug, thiserror::Error)]
#[error(
    "`{name}` leads to an address that is not public, and a grant by name does not cover those"
)]
pub(super) struct NotPublic {
    name: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_are_not_public_are_known_in_every_form() {
        for address in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "198.18.0.1",
            "192.0.0.8",
            "240.0.0.1",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::127.0.0.1",
            "64:ff9b::10.0.0.1",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "fe80::1",
            "fc00::1",
            "fd00:ec2::254",
            "ff02::1",
            "2001:db8::1",
        ] {
            assert!(
                !is_public(address.parse().expect("an address")),
                "{address}"
            );
        }
        for address in [
            "1.1.1.1",
            "93.184.216.34",
            "2606:4700::1111",
            "64:ff9b::1.1.1.1",
            "2002:101:101::",
        ] {
            assert!(is_public(address.parse().expect("an address")), "{address}");
        }
    }
}
