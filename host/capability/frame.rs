//! What stands around the grants of a package: what its operator allows at all, and how its user grants more.

use std::collections::BTreeMap;

use url::Url;

use super::http::NetworkBounds;

/// The frame of a package's grants. The default one allows everything that is granted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frame {
    /// What may be reached, of what was granted.
    pub network: NetworkBounds,
    /// Environment variables that were granted and may not be read, with the rule against each.
    pub variables: BTreeMap<String, String>,
    pub remedy: Remedy,
}

/// How a user grants more, for the `hint:` line of a refusal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Remedy {
    /// The command that adds the package as it is.
    pub command: Option<String>,
    /// The configuration values whose address is a grant.
    pub configuration: Vec<ConfiguredAddress>,
}

/// A configuration value whose address is a grant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfiguredAddress {
    /// As users set it: `acme:server`.
    pub name: String,
    /// What the component brings for it, which is no grant.
    pub default: Option<String>,
}

impl ConfiguredAddress {
    /// Whether its default leads to the same place as an address.
    fn is_default(&self, url: &Url) -> bool {
        self.default
            .as_ref()
            .and_then(|default| Url::parse(default).ok())
            .is_some_and(|default| default.origin() == url.origin())
    }
}

impl Remedy {
    /// How to let a component reach an address.
    #[must_use]
    pub fn of_address(&self, url: &Url) -> String {
        let host = url.host_str().unwrap_or_default();
        let scheme = match url.scheme() {
            "http" => "http://",
            _ => "",
        };
        let port = url.port().map(|port| format!(":{port}"));
        let flag = format!("--allow-net {scheme}{host}{}", port.unwrap_or_default());
        let hint = self.of_flag(&flag);
        if let Some(default) = self
            .configuration
            .iter()
            .find(|value| value.is_default(url))
        {
            return format!(
                "{hint}; it is the default of `{}`, which the component brings, and so nobody's decision",
                default.name
            );
        }
        if self.configuration.is_empty() {
            return hint;
        }
        let names: Vec<String> = self
            .configuration
            .iter()
            .map(|value| format!("`{}`", value.name))
            .collect();
        format!(
            "{hint}; or, if it is the address of your server, set {} to it",
            names.join(" or ")
        )
    }

    /// How to let a component read an environment variable.
    #[must_use]
    pub fn of_variable(&self, name: &str) -> String {
        self.of_flag(&format!("--allow-env {name}"))
    }

    fn of_flag(&self, flag: &str) -> String {
        let short = format!("grant it with `{flag}` after `--` of `pulumi package add`");
        match &self.command {
            None => short,
            Some(command) => {
                let separator = if command.contains(" -- ") {
                    " "
                } else {
                    " -- "
                };
                format!("{short}: `{command}{separator}{flag}`")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_gives_the_whole_command() {
        let url = Url::parse("http://127.0.0.1:8081/api?x=hidden").expect("an address");
        let mut remedy = Remedy::default();
        assert_eq!(
            remedy.of_address(&url),
            "grant it with `--allow-net http://127.0.0.1:8081` after `--` of `pulumi package add`"
        );
        remedy.command = Some("pulumi package add wasm ./a.wasm".to_owned());
        assert!(
            remedy
                .of_variable("TOKEN")
                .ends_with(": `pulumi package add wasm ./a.wasm -- --allow-env TOKEN`")
        );
        remedy.command = Some("pulumi package add wasm ./a.wasm -- --limit memory=2GiB".to_owned());
        remedy.configuration = vec![ConfiguredAddress {
            name: "acme:server".to_owned(),
            default: Some("http://127.0.0.1:8082/api".to_owned()),
        }];
        let hint = remedy.of_address(&url);
        assert!(hint.contains("--limit memory=2GiB --allow-net http://127.0.0.1:8081`;"));
        assert!(hint.contains("set `acme:server` to it"), "{hint}");
        let default = Url::parse("http://127.0.0.1:8082").expect("an address");
        let hint = remedy.of_address(&default);
        assert!(
            hint.contains("it is the default of `acme:server`"),
            "{hint}"
        );
    }
}
