//! Putting inputs into the one spelling that is compared, recorded and sent.

use std::net::{IpAddr, SocketAddr};

use pulumi_wasm_provider::prelude::*;
use pulumi_wasm_provider::{Elements, PropertyName};

use crate::name::DomainName;

/// The port that DNS servers listen on where nothing else is said.
const DNS_PORT: u16 = 53;

/// Replaces a known text by its canonical spelling, or reports its fault.
pub(crate) fn text<R>(
    value: &mut Value<String>,
    property: PropertyName<R, String>,
    cx: &CheckContext,
    canonical: impl Fn(&str) -> core::result::Result<String, String>,
) {
    let Some(given) = value.get() else { return };
    match canonical(given) {
        // A correct value is not touched: setting it would lose the marks of its secret parts.
        Ok(spelling) if spelling == *given => {}
        Ok(spelling) => value.set(spelling),
        Err(reason) => cx.fail(property, reason),
    }
}

/// Replaces each text of a known list by its canonical spelling, or reports its fault.
pub(crate) fn list<R, L: Elements>(
    value: &mut Value<Vec<String>>,
    property: PropertyName<R, L>,
    cx: &CheckContext,
    canonical: impl Fn(&str) -> core::result::Result<String, String>,
) {
    let Some(given) = value.get() else { return };
    let mut spellings = Vec::with_capacity(given.len());
    for (index, text) in given.iter().enumerate() {
        match canonical(text) {
            Ok(spelling) => spellings.push(spelling),
            Err(reason) => cx.fail(property.index(index), reason),
        }
    }
    if spellings.len() == given.len() && spellings != *given {
        value.set(spellings);
    }
}

/// Reports what occurs twice in a list that the server takes as a set.
pub(crate) fn distinct<R, L: Elements>(
    list: &[String],
    property: PropertyName<R, L>,
    cx: &CheckContext,
    same: impl Fn(&String, &String) -> bool,
) {
    for (index, text) in list.iter().enumerate() {
        if let Some(first) = list.iter().take(index).position(|other| same(text, other)) {
            let same = property.index(first);
            cx.fail(
                property.index(index),
                format!("`{text}` is the same as {same}"),
            );
        }
    }
}

/// The canonical spelling of a domain name.
pub(crate) fn name(text: &str) -> core::result::Result<String, String> {
    DomainName::parse(text).map(|name| name.to_string())
}

/// The canonical spelling of another server's address: the port is written only where it is not the usual one.
pub(crate) fn address(text: &str) -> core::result::Result<String, String> {
    if let Ok(address) = text.parse::<IpAddr>() {
        return Ok(address.to_string());
    }
    match text.parse::<SocketAddr>() {
        Ok(address) if address.port() == DNS_PORT => Ok(address.ip().to_string()),
        Ok(address) => Ok(address.to_string()),
        Err(_) => match text
            .strip_prefix('[')
            .and_then(|text| text.strip_suffix(']'))
            .map(str::parse::<IpAddr>)
        {
            Some(Ok(address)) => Ok(address.to_string()),
            _ => Err(format!(
                "`{text}` is not an IP address, alone or with a port: `192.0.2.1:5300`, `[2001:db8::1]:5300`"
            )),
        },
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::address;

    #[test]
    fn addresses_have_their_port_only_where_it_is_unusual() {
        for (text, expected) in [
            ("192.0.2.1", "192.0.2.1"),
            ("192.0.2.1:53", "192.0.2.1"),
            ("192.0.2.1:5300", "192.0.2.1:5300"),
            ("2001:DB8::1", "2001:db8::1"),
            ("[2001:DB8::1]", "2001:db8::1"),
            ("[2001:db8::1]:53", "2001:db8::1"),
            ("[2001:DB8::1]:54", "[2001:db8::1]:54"),
        ] {
            let once = address(text).unwrap();
            assert_eq!(once, expected);
            assert_eq!(address(&once).unwrap(), once, "twice");
        }
        assert!(address("ns1.example.org").is_err());
        assert!(address("192.0.2.1:dns").is_err());
    }
}
