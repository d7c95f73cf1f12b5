//! Networks and IP addresses.

use std::net::IpAddr;

use ipnet::IpNet;

/// Whether a text is an address with the length of a prefix.
pub(super) fn is_network(text: &str) -> bool {
    text.parse::<IpNet>().is_ok()
}

/// The canonical form of a network or address; `None` for any other text. A single address is the network that has it
/// alone, and the bits behind the prefix do not count.
pub(crate) fn canonical(text: &str) -> Option<String> {
    let network = match text.parse::<IpNet>() {
        Ok(network) => network,
        Err(_) => IpNet::from(text.parse::<IpAddr>().ok()?),
    };
    Some(network.trunc().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_have_one_form() {
        let rows = [
            ("10.1.2.3/8", Some("10.0.0.0/8")),
            ("10.0.0.1", Some("10.0.0.1/32")),
            ("10.0.0.1/32", Some("10.0.0.1/32")),
            ("2001:DB8:0:0::1/64", Some("2001:db8::/64")),
            ("::1", Some("::1/128")),
            ("10.0.0.0/33", None),
            ("any", None),
        ];
        for (text, expected) in rows {
            assert_eq!(canonical(text).as_deref(), expected, "{text}");
        }
    }
}
