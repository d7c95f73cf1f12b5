//! The restrictions on the grants of a package: the operator's rules, and the way in which the user grants more.
//!
//! The user may copy the command in a refusal, and the component has chosen the name in it. So the command is offered
//! only for valid names, quoted for a shell, and never for an address inside the user's network.

use std::collections::BTreeMap;

use pulumi_wasm_core::text::{Excerpt, quoted};
use url::Url;

use super::flag_place::FlagPlace;
use super::http::{HostPattern, NetworkBounds, may_be_public};

/// Longer than the name of any variable.
const MAX_VARIABLE_BYTES: usize = 256;

/// The frame of a package's grants. The default policy allows everything that is granted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GrantPolicy {
    /// The granted addresses that may be reached.
    pub network: NetworkBounds,
    /// Environment variables that were granted and may not be read, with the rule against each.
    pub variables: BTreeMap<String, String>,
    pub grant_hint: GrantHint,
}

/// How a user grants more, for the `hint:` line of a refusal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GrantHint {
    /// Where the flags are that grant more.
    pub place: FlagPlace,
    /// The command that adds the package again with its present grants, if the user adds it.
    pub command: Option<String>,
    /// The configuration values whose address is a grant.
    pub configuration: Vec<ConfiguredAddress>,
}

/// A configuration value whose address is a grant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfiguredAddress {
    /// The name as users set it: `acme:server`, or in Terraform the argument of the provider's block.
    pub name: String,
    /// The component's own default for it, which is not a grant.
    pub default: Option<String>,
}

impl ConfiguredAddress {
    /// Whether the default of the value is the same server as an address.
    fn is_default(&self, url: &Url) -> bool {
        self.default
            .as_ref()
            .and_then(|default| Url::parse(default).ok())
            .is_some_and(|default| default.origin() == url.origin())
    }
}

impl GrantHint {
    /// The hint for access to an address that the component requested itself.
    #[must_use]
    pub fn of_address(&self, url: &Url) -> String {
        let hint = self.of_address_alone(url);
        if let Some(default) = self
            .configuration
            .iter()
            .find(|value| value.is_default(url))
        {
            return format!(
                "{hint}; it is the default of `{}`, so the component chose it, not the user",
                Excerpt::name(&default.name)
            );
        }
        if self.configuration.is_empty() {
            return hint;
        }
        let names: Vec<String> = self
            .configuration
            .iter()
            .map(|value| format!("`{}`", Excerpt::name(&value.name)))
            .collect();
        format!(
            "{hint}; or, if it is the address of your server, set {} to it",
            names.join(" or ")
        )
    }

    /// The hint for granting an address by a flag, without the configuration values that would grant it.
    #[must_use]
    pub fn of_address_alone(&self, url: &Url) -> String {
        match pattern_of(url) {
            Some(pattern) if may_be_public(url) => {
                let pattern = pattern.to_string();
                self.of_flag(&format!("--allow-net {}", quoted(&pattern)))
            }
            _ if self.place != FlagPlace::Added => self.of_flag("--allow-net ADDRESS"),
            _ => format!(
                "`{}` is not a public address; if you know that server and want the component to reach it, {}",
                Excerpt::name(url.host_str().unwrap_or_default()),
                self.place.granting("--allow-net")
            ),
        }
    }

    /// The hint for requests to an address without a check of its certificate.
    #[must_use]
    pub fn of_insecure(&self, url: &Url) -> String {
        match pattern_of(url) {
            Some(pattern) => {
                let pattern = pattern.to_string();
                self.of_flag(&format!("--allow-insecure-tls {}", quoted(&pattern)))
            }
            None => self.of_flag("--allow-insecure-tls HOST"),
        }
    }

    /// The flag that grants an environment variable; `None` if the text is not the name of a variable.
    #[must_use]
    pub fn of_variable(&self, name: &str) -> Option<String> {
        is_variable_name(name).then(|| self.of_flag(&format!("--allow-env {name}")))
    }

    fn of_flag(&self, flag: &str) -> String {
        let hint = self.place.granting(flag);
        match &self.command {
            Some(command) => {
                let separator = if command.contains(" -- ") {
                    " "
                } else {
                    " -- "
                };
                format!("{hint}: `{command}{separator}{flag}`")
            }
            None => hint,
        }
    }
}

/// The grant that covers an address alone; `None` if it cannot be granted.
fn pattern_of(url: &Url) -> Option<HostPattern> {
    let (host, port) = (url.host_str()?, url.port_or_known_default()?);
    format!("{}://{host}:{port}", url.scheme()).parse().ok()
}

/// Whether a text is a valid name of an environment variable: such a name means nothing to a shell or to the flag
/// parser.
fn is_variable_name(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    name.len() <= MAX_VARIABLE_BYTES
        && !name.is_empty()
        && name.bytes().all(is_part)
        && !name.starts_with(|first: char| first.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_command_is_offered_for_what_is_not_public() {
        let grant_hint = GrantHint {
            command: Some("pulumi package add wasm ./a.wasm".to_owned()),
            ..GrantHint::default()
        };
        for address in [
            "http://169.254.169.254/latest/meta-data/",
            "https://127.0.0.1/",
            "http://0x7f.1:8081/",
            "http://2130706433/",
            "http://[::1]/",
            "http://[::ffff:10.0.0.1]/",
            "http://[fd00:ec2::254]/",
            "http://10.0.0.1:8080/",
            "http://192.168.1.1/",
            "http://100.100.100.200/",
            "http://localhost:2375/",
            "http://a.LOCALHOST./",
            "http://metadata.google.internal/",
            "http://metadata.google.internal./",
            "http://instance-data/",
            "http://printer.local/",
            "http://nas.home.arpa/",
        ] {
            let url = Url::parse(address).expect("an address");
            let hint = grant_hint.of_address(&url);
            assert!(hint.contains("is not a public address"), "{hint}");
            assert!(!hint.contains("--allow-net "), "{hint}");
            assert!(!hint.contains("./a.wasm"), "{hint}");
        }
    }

    #[test]
    fn nothing_in_a_command_means_anything_to_a_shell() {
        let grant_hint = GrantHint::default();
        for (address, flag) in [
            (
                "http://$(reboot).example/",
                "--allow-net 'http://$(reboot).example'",
            ),
            (
                "https://a;reboot;b.example/",
                "--allow-net 'a;reboot;b.example'",
            ),
            ("https://a'b.example/", r"--allow-net 'a'\''b.example'"),
            ("https://a`b`.example/", "--allow-net 'a`b`.example'"),
        ] {
            let url = Url::parse(address).expect("an address");
            let hint = grant_hint.of_address(&url);
            assert!(hint.contains(flag), "{hint}");
        }
        // The flag parser would take it for another flag.
        for name in [
            "--allow-net=evil.example",
            "X; curl a.example | sh",
            "$(reboot)",
            "a b",
            "1A",
            "",
            "X\u{1b}[2K",
            "Ä",
        ] {
            assert_eq!(grant_hint.of_variable(name), None, "{name}");
        }
        assert_eq!(grant_hint.of_variable(&"A".repeat(1 << 20)), None);
    }

    #[test]
    fn a_refusal_gives_the_whole_command() {
        let url = Url::parse("http://api.acme.com:8081/api?x=hidden").expect("an address");
        let mut grant_hint = GrantHint::default();
        assert_eq!(
            grant_hint.of_address(&url),
            "grant it with `--allow-net http://api.acme.com:8081` after `--` of `pulumi package add`"
        );
        let local = Url::parse("http://127.0.0.1:8081").expect("an address");
        for (place, command) in [
            (FlagPlace::Bundle, "pulumi-wasm bundle"),
            (FlagPlace::TerraformProvider, "pulumi-wasm terraform"),
        ] {
            grant_hint.place = place;
            for url in [&url, &local] {
                let hint = grant_hint.of_address(url);
                assert!(hint.contains(&format!("of `{command}`")), "{hint}");
                assert!(!hint.contains("pulumi package add"), "{hint}");
            }
        }
        grant_hint.place = FlagPlace::Added;
        grant_hint.command = Some("pulumi package add wasm ./a.wasm".to_owned());
        assert!(
            grant_hint
                .of_variable("TOKEN")
                .expect("a hint")
                .ends_with(": `pulumi package add wasm ./a.wasm -- --allow-env TOKEN`")
        );
        grant_hint.command =
            Some("pulumi package add wasm ./a.wasm -- --limit memory=2GiB".to_owned());
        grant_hint.configuration = vec![ConfiguredAddress {
            name: "acme:server".to_owned(),
            default: Some("http://api.acme.com:8082/api".to_owned()),
        }];
        let hint = grant_hint.of_address(&url);
        assert!(hint.contains("--limit memory=2GiB --allow-net http://api.acme.com:8081`;"));
        assert!(hint.contains("set `acme:server` to it"), "{hint}");
        let default = Url::parse("http://api.acme.com:8082").expect("an address");
        let hint = grant_hint.of_address(&default);
        assert!(
            hint.contains("it is the default of `acme:server`"),
            "{hint}"
        );
    }
}
