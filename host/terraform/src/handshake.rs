//! The beginning of a plugin's process: a variable that says that a core started it, the protocols that the core offers, and the line
//! on standard output that the core reads.

use std::io::Write;

use anyhow::{Context, bail, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use pulumi_wasm_packages::bundle::BundlePlace;
use pulumi_wasm_platform::env::{self, TerraformPlugin};
use pulumi_wasm_platform::local_socket::LocalAddress;
use serde_json::json;

/// The value that tells a plugin that a core started it, and not a person.
const COOKIE: &str = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/// The versions of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Protocol {
    Five,
    Six,
}

impl Protocol {
    pub(crate) fn number(self) -> u32 {
        match self {
            Self::Five => 5,
            Self::Six => 6,
        }
    }
}

/// The facts that the core gives a plugin in its environment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handshake {
    /// The chosen protocol.
    pub(crate) protocol: Protocol,
    /// The core's certificate as PEM.
    pub(crate) client_certificate: Option<String>,
}

/// The way in which the program was started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Started {
    /// By a core, which gave it the facts.
    ByCore(Handshake),
    /// By a person, for cores that are to use this process. The text is the provider's source address.
    ByHand(String),
}

impl Started {
    /// The start of this process. `address` is the source address of the provider, if a person gave it.
    ///
    /// # Errors
    /// With advice, if a person started the process without an address.
    pub fn of_process(place: &BundlePlace, address: Option<&str>) -> anyhow::Result<Self> {
        let handshake = Handshake::of(env::terraform_plugin());
        match (handshake, address) {
            (_, Some(address)) => {
                let last = address.rsplit('/').next();
                ensure!(
                    address.matches('/').count() == 2 && last == Some(place.name()),
                    "`{address}` is not the source address of the provider `{0}`\n\
                     hint: write it as HOST/NAMESPACE/{0}, as in `required_providers`",
                    place.name()
                );
                Ok(Self::ByHand(address.to_owned()))
            }
            (Some(handshake), None) => Ok(Self::ByCore(handshake)),
            (None, None) => bail!(
                "this is the provider `{0}` as a plugin of Terraform and OpenTofu, and they start it\n\
                 hint: put it into a folder of `provider_installation` in the CLI configuration, and its name into \
                 `required_providers`; to debug, start it with `--reattach HOST/NAMESPACE/{0}`",
                place.name()
            ),
        }
    }
}

impl Handshake {
    /// The facts in the environment; `None` if no core started the process.
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
fn chosen(offered: &str) -> Protocol {
    let mut offered = offered.split(',').map(str::trim);
    if offered.any(|version| version.parse() == Ok(Protocol::Six.number())) {
        Protocol::Six
    } else {
        Protocol::Five
    }
}

/// The value of `TF_REATTACH_PROVIDERS` that leads a core to this process.
pub(crate) fn reattachment(provider: &str, address: &LocalAddress) -> String {
    let network = network(address);
    let reattachment = json!({
        provider: {
            "Protocol": "grpc",
            "ProtocolVersion": Protocol::Six.number(),
            "Pid": std::process::id(),
            // The core leaves the process running.
            "Test": true,
            "Addr": { "Network": network, "String": address.to_string() },
        }
    });
    reattachment.to_string()
}

fn network(address: &LocalAddress) -> &'static str {
    match address {
        LocalAddress::Unix(_) => "unix",
        LocalAddress::Tcp(_) => "tcp",
    }
}

/// Prints the line that the core reads.
///
/// # Errors
/// If standard output is closed.
pub(crate) fn announce(
    protocol: Protocol,
    address: &LocalAddress,
    certificate: Option<&[u8]>,
) -> anyhow::Result<()> {
    print(&line(protocol, address, certificate))
}

/// Prints a line on standard output.
///
/// # Errors
/// If standard output is closed.
pub(crate) fn print(line: &str) -> anyhow::Result<()> {
    let mut output = std::io::stdout().lock();
    writeln!(output, "{line}")
        .and_then(|()| output.flush())
        .context("cannot print the address")
}

fn line(protocol: Protocol, address: &LocalAddress, certificate: Option<&[u8]>) -> String {
    let certificate = certificate.map(|der| STANDARD_NO_PAD.encode(der));
    // The first number is the version of this line.
    format!(
        "1|{}|{}|{address}|grpc|{}",
        protocol.number(),
        network(address),
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
            ("5,6", Protocol::Six),
            ("6,5", Protocol::Six),
            ("5", Protocol::Five),
            ("4,5", Protocol::Five),
            ("7", Protocol::Five),
            ("", Protocol::Five),
            ("6, 7", Protocol::Six),
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
            line(Protocol::Six, &address, Some(b"abcd")),
            "1|6|unix|/tmp/a/s|grpc|YWJjZA"
        );
        assert_eq!(
            line(Protocol::Five, &address, None),
            "1|5|unix|/tmp/a/s|grpc|"
        );
    }

    #[test]
    fn the_value_for_attaching_has_the_address_of_the_provider() {
        let address = LocalAddress::Unix(PathBuf::from("/tmp/a/s"));
        let text = reattachment("example.com/acme/demo", &address);
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let found = &value["example.com/acme/demo"];
        assert_eq!(found["Protocol"], "grpc");
        assert_eq!(found["ProtocolVersion"], 6);
        assert_eq!(found["Test"], true);
        assert_eq!(
            found["Addr"],
            json!({ "Network": "unix", "String": "/tmp/a/s" })
        );
    }
}
