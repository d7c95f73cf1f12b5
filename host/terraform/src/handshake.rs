//! The beginning of a plugin's process: a variable that says that a core started it, the protocols that the core offers, and the line
//! on standard output that the core reads.

use std::collections::BTreeSet;
use std::io::Write;

use anyhow::Context;
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use pulumi_wasm_platform::env::{self, TerraformPlugin};
use pulumi_wasm_platform::local_socket::LocalAddress;

/// The value that tells a plugin that a core started it, and not a person.
const COOKIE: &str = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/// The protocols of this host, best first.
const SUPPORTED: [u32; 2] = [6, 5];

/// The facts that the core gives a plugin in its environment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handshake {
    /// The chosen protocol.
    pub(crate) protocol: u32,
    /// The core's certificate as PEM.
    pub(crate) client_certificate: Option<String>,
}

impl Handshake {
    /// The facts in the environment; `None` if no core started the process.
    #[must_use]
    pub fn of_process() -> Option<Self> {
        Self::of(env::terraform_plugin())
    }

    fn of(variables: TerraformPlugin) -> Option<Self> {
        if variables.cookie? != COOKIE {
            return None;
        }
        let certificate = variables.client_certificate;
        Some(Self {
            protocol: chosen(&variables.protocols.unwrap_or_default()),
            client_certificate: certificate.filter(|text| !text.trim().is_empty()),
        })
    }
}

/// The best protocol that both have. Without a common one it is our lowest, which the core names in its message.
fn chosen(offered: &str) -> u32 {
    let offered: BTreeSet<u32> = offered
        .split(',')
        .filter_map(|version| version.trim().parse().ok())
        .collect();
    let both = SUPPORTED.iter().find(|version| offered.contains(version));
    both.copied().unwrap_or(5)
}

/// Prints the line that the core reads.
///
/// # Errors
/// If standard output is closed.
pub(crate) fn announce(
    protocol: u32,
    address: &LocalAddress,
    certificate: Option<&[u8]>,
) -> anyhow::Result<()> {
    let mut output = std::io::stdout().lock();
    writeln!(output, "{}", line(protocol, address, certificate))
        .and_then(|()| output.flush())
        .context("cannot print the address")
}

fn line(protocol: u32, address: &LocalAddress, certificate: Option<&[u8]>) -> String {
    let certificate = certificate.map(|der| STANDARD_NO_PAD.encode(der));
    let network = match address {
        LocalAddress::Unix(_) => "unix",
        LocalAddress::Tcp(_) => "tcp",
    };
    // The first number is the version of this line.
    format!(
        "1|{protocol}|{network}|{address}|grpc|{}",
        certificate.unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn handshake(cookie: Option<&str>, protocols: &str) -> Option<Handshake> {
        Handshake::of(TerraformPlugin {
            cookie: cookie.map(str::to_owned),
            protocols: Some(protocols.to_owned()),
            client_certificate: None,
        })
    }

    #[test]
    fn a_process_without_the_cookie_was_started_by_a_person() {
        assert_eq!(handshake(None, "5,6"), None);
        assert_eq!(handshake(Some("other"), "5,6"), None);
        assert!(handshake(Some(COOKIE), "5,6").is_some());
    }

    #[test]
    fn the_best_common_protocol_is_chosen() {
        for (offered, expected) in [
            ("5,6", 6),
            ("6,5", 6),
            ("5", 5),
            ("4,5", 5),
            ("7", 5),
            ("", 5),
            ("6, 7", 6),
        ] {
            let found = handshake(Some(COOKIE), offered);
            assert_eq!(
                found.map(|found| found.protocol),
                Some(expected),
                "{offered}"
            );
        }
    }

    #[test]
    fn the_line_has_the_certificate_without_padding() {
        let address = LocalAddress::Unix(PathBuf::from("/tmp/a/s"));
        assert_eq!(
            line(6, &address, Some(b"abcd")),
            "1|6|unix|/tmp/a/s|grpc|YWJjZA"
        );
        assert_eq!(line(5, &address, None), "1|5|unix|/tmp/a/s|grpc|");
    }
}
