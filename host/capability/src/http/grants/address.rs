//! Public and private addresses: which addresses a granted name may resolve to, and which addresses a URL may contain.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::Url;

/// Domains that are set aside for hosts that are not on the internet: RFC 6761, 6762, 8375, and `internal`, which
/// clouds use for their metadata.
const INWARD_DOMAINS: [&str; 5] = ["localhost", "internal", "local", "home.arpa", "intranet"];

/// The addresses that a request may reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Addresses of the public internet.
    Public,
    /// Addresses of the public internet and of private networks. This machine and a cloud's services for the machine
    /// alone, such as its metadata service, are excluded.
    Networks,
    /// All.
    Any,
}

impl Reach {
    /// The reach of a grant, which covers addresses that are not public or does not.
    #[must_use]
    pub fn of_grant(may_be_private: bool) -> Self {
        if may_be_private {
            Self::Any
        } else {
            Self::Public
        }
    }

    /// Whether this class contains an address.
    #[must_use]
    pub fn has(self, address: IpAddr) -> bool {
        match self {
            Self::Public => is_public(address),
            Self::Networks => is_public(address) || is_of_network(address.to_canonical()),
            Self::Any => true,
        }
    }
}

/// Whether an address is private: in the ranges of RFC 1918, RFC 6598 and RFC 4193, except the metadata services of
/// clouds.
fn is_of_network(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => {
            let [first, second, ..] = address.octets();
            let is_shared = first == 100 && (64..128).contains(&second);
            address.is_private() || is_shared && address != Ipv4Addr::new(100, 100, 100, 200)
        }
        IpAddr::V6(address) => {
            let segments = address.segments();
            let is_metadata = matches!(segments, [0xfd00, 0xec2, ..] | [0xfd20, 0xce, ..]);
            address.is_unique_local() && !is_metadata
        }
    }
}

/// Whether an address belongs to the public internet.
///
/// Everything that RFC 6890 and its successors set aside is not: loopback, private and shared ranges, link-local with
/// the metadata services of clouds, multicast, documentation; nor an IPv6 form that carries such an IPv4 address.
#[must_use]
pub fn is_public(address: IpAddr) -> bool {
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
        // Relays to 6to4.
        || (first == 192 && second == 88 && third == 99)
        || (first == 198 && (18..20).contains(&second))
        || first >= 240
        // A public address by its range, and the agent of the virtual machine's host in one large cloud.
        || address == Ipv4Addr::new(168, 63, 129, 16))
}

/// In IPv6, only the range of global unicast addresses is public, except the ranges reserved in it. An address that
/// embeds an IPv4 address is public if the IPv4 address is.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    let embedded = |high: u16, low: u16| {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match segments {
        // IPv4-mapped.
        [0, 0, 0, 0, 0, 0xffff, high, low] => embedded(high, low),
        // NAT64 by its well-known prefix; the local one, 64:ff9b:1::/48, depends on the network.
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => embedded(high, low),
        // 6to4.
        [0x2002, high, low, ..] => embedded(high, low),
        // IETF protocol assignments (Teredo, benchmarking, ORCHID), and documentation.
        [0x2001, 0..=0x1ff | 0xdb8, ..] => false,
        [0x3fff, 0..=0xfff, ..] => false,
        // ISATAP: the interface's half is an IPv4 address.
        [first, _, _, _, 0 | 0x200, 0x5efe, high, low] => {
            (first & 0xe000) == 0x2000 && embedded(high, low)
        }
        [first, ..] => (first & 0xe000) == 0x2000,
    }
}

/// Whether a host in a URL may belong to the public internet, judged by its text: a grant of a name does not cover a
/// private address that the name resolves to.
#[must_use]
pub fn may_be_public(url: &Url) -> bool {
    if is_written_as_private(url) {
        return false;
    }
    let Some(url::Host::Domain(name)) = url.host() else {
        return true;
    };
    let name = name.trim_end_matches('.');
    let is_within = |domain: &str| name == domain || name.ends_with(&format!(".{domain}"));
    // Names with a single label belong to the local network.
    name.contains('.') && !INWARD_DOMAINS.into_iter().any(is_within)
}

/// Whether an address can be seen not to be public.
pub(super) fn is_written_as_private(url: &Url) -> bool {
    match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(url::Host::Ipv4(address)) => !is_public(address.into()),
        Some(url::Host::Ipv6(address)) => !is_public(address.into()),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_are_reached_without_the_machine_and_the_metadata_of_clouds() {
        for (address, expected) in [
            ("10.1.2.3", true),
            ("172.16.0.1", true),
            ("192.168.1.1", true),
            ("100.64.0.1", true),
            ("::ffff:10.0.0.1", true),
            ("fd12:3456::1", true),
            ("1.1.1.1", true),
            ("127.0.0.1", false),
            ("0.0.0.0", false),
            ("169.254.169.254", false),
            ("::ffff:169.254.169.254", false),
            ("64:ff9b::169.254.169.254", false),
            ("::ffff:127.0.0.1", false),
            ("100.100.100.200", false),
            ("168.63.129.16", false),
            ("192.0.0.192", false),
            ("224.0.0.1", false),
            ("::", false),
            ("::1", false),
            ("fe80::1", false),
            ("fd00:ec2::254", false),
            ("fd20:ce::254", false),
        ] {
            let parsed: IpAddr = address.parse().unwrap();
            assert_eq!(Reach::Networks.has(parsed), expected, "{address}");
            assert!(Reach::Any.has(parsed));
            assert_eq!(Reach::Public.has(parsed), is_public(parsed));
        }
    }

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
            "192.88.99.1",
            "192.0.0.192",
            "100.100.100.200",
            "168.63.129.16",
            "240.0.0.1",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::127.0.0.1",
            "::1.1.1.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "::ffff:0:10.0.0.1",
            "::ffff:0:1.1.1.1",
            "100::1",
            "64:ff9b::169.254.169.254",
            "64:ff9b:1::1.1.1.1",
            "64:ff9b:1:2:3:4:101:101",
            "2002:a9fe:a9fe::1",
            "2001:0:4136:e378:8000:63bf:3fff:fdd2",
            "2001:2::1",
            "2001:10::1",
            "2001:20::1",
            "3fff::1",
            "5f00::1",
            "fec0::1",
            "4000::1",
            "2606:4700::5efe:10.0.0.1",
            "2606:4700::200:5efe:127.0.0.1",
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
            "::ffff:1.1.1.1",
            "2001:4860:4860::8888",
            "2a00:1450:4001::200e",
        ] {
            assert!(is_public(address.parse().expect("an address")), "{address}");
        }
    }
}
