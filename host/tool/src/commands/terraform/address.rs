//! The source addresses of providers.

use std::fmt;
use std::str::FromStr;

/// The address of a provider: the registry's host, the namespace, and the name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    pub(super) host: String,
    pub(super) namespace: String,
    pub(super) name: String,
}

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}/{}", self.host, self.namespace, self.name)
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split('/').collect();
        let [host, namespace, name] = parts.as_slice() else {
            return Err(
                "write it as HOST/NAMESPACE/NAME, as in `registry.example.com/acme/acme`: Terraform and OpenTofu have \
                 different hosts where it is left out"
                    .to_owned(),
            );
        };
        if !host.contains('.')
            || !host
                .chars()
                .all(|letter| is_part(letter) || letter == '.' || letter == ':')
        {
            return Err(format!("`{host}` is not the name of a host"));
        }
        for part in [namespace, name] {
            if part.is_empty() || !part.chars().all(is_part) {
                return Err(format!(
                    "`{part}` can have only lower-case letters, digits and `-`"
                ));
            }
        }
        Ok(Self {
            host: (*host).to_owned(),
            namespace: (*namespace).to_owned(),
            name: (*name).to_owned(),
        })
    }
}

fn is_part(letter: char) -> bool {
    letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_three_parts() {
        let text = "registry.example.com/acme/random";
        let address: Address = text.parse().expect("an address");
        assert_eq!(address.to_string(), text);
        for bad in [
            "random",
            "acme/random",
            "a.b/c/d/e",
            "host/acme/random",
            "a.b/acme/my_random",
            "a.b//random",
            "a.b/Acme/random",
        ] {
            assert!(bad.parse::<Address>().is_err(), "{bad}");
        }
    }
}
