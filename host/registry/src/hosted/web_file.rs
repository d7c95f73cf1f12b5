//! Names of components on web servers: `https://HOST[:PORT]/PATH.wasm[#sha256:HEX]`.

use std::fmt;
use std::str::FromStr;

use url::Url;

use crate::Digest;
use crate::reference::is_loopback;
use crate::requests::exchange::host;

const HTTPS: &str = "https://";
const HTTP: &str = "http://";
/// The maximum length of an address without its digest. A package's value has an address for each component, and
/// is copied into each checkpoint.
const MAX_BYTES: usize = 512;
/// The suffix of a component's name.
const END: &str = ".wasm";

/// A component on a web server.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WebFile {
    /// An address without user, query and fragment.
    address: Url,
    /// The digest of the component.
    digest: Option<Digest>,
}

impl FromStr for WebFile {
    type Err = String;

    /// Parses an address.
    ///
    /// # Errors
    /// A sentence with the wrong part, and its form.
    fn from_str(text: &str) -> Result<Self, String> {
        let file = Self::with_any_scheme(text)?;
        file.require_https(|_| false)?;
        Ok(file)
    }
}

impl WebFile {
    /// Parses an address that may begin with `http://`, even if it is on another machine.
    ///
    /// # Errors
    /// As for an address that a user types.
    pub fn with_any_scheme(text: &str) -> Result<Self, String> {
        let named = text.split('#').next().unwrap_or(text);
        if named.len() > MAX_BYTES {
            return Err(format!(
                "without its digest, it has more than {MAX_BYTES} characters"
            ));
        }
        let (place, digest) = match text.split_once('#') {
            None => (text, None),
            Some((place, digest)) => {
                let hex = digest.strip_prefix("sha256:");
                let digest = hex.and_then(|hex| hex.parse().ok()).ok_or(
                    "after `#` comes `sha256:` and 64 hexadecimal digits in lower case, the digest of the component",
                )?;
                (place, Some(digest))
            }
        };
        let address =
            Url::parse(place).map_err(|error| format!("it is not an address: {error}"))?;
        if !address.username().is_empty() || address.password().is_some() {
            return Err("it contains a user, and others can read the recorded address".to_owned());
        }
        if address.query().is_some() {
            return Err(
                "it contains a `?`: a query often has a secret, and others can read the recorded address"
                    .to_owned(),
            );
        }
        if !["https", "http"].contains(&address.scheme()) {
            return Err(format!("it does not begin with `{HTTPS}`"));
        }
        if !address.path().ends_with(END) {
            return Err(format!(
                "an address of a component ends in `{END}`, as in `https://acme.com/acme-1.2.0.wasm`"
            ));
        }
        // The address must be normalized as in requests, so that a text cannot stand for two files.
        if address.as_str() != place {
            return Err(format!("write it as `{address}`"));
        }
        Ok(Self { address, digest })
    }

    /// Fails if the scheme is http, unless the server is on this machine, or `is_plain` allows it.
    ///
    /// # Errors
    /// A sentence with the right form.
    pub fn require_https(&self, is_plain: impl Fn(&str) -> bool) -> Result<(), String> {
        let is_allowed = self.address.scheme() == "https"
            || is_loopback(&self.address)
            || is_plain(&self.server());
        if is_allowed {
            Ok(())
        } else {
            Err(format!(
                "http is allowed only for servers on this machine; write `{HTTPS}`"
            ))
        }
    }

    /// Whether a word is meant as such an address, even if it is malformed.
    #[must_use]
    pub fn is_meant(word: &str) -> bool {
        word.starts_with(HTTPS) || word.starts_with(HTTP)
    }

    /// The address, without the digest.
    #[must_use]
    pub fn address(&self) -> &Url {
        &self.address
    }

    /// `HOST`, or `HOST:PORT` if the port is not the scheme's default.
    #[must_use]
    pub fn server(&self) -> String {
        host(&self.address)
    }

    /// The digest of the component, if there is one.
    #[must_use]
    pub fn digest(&self) -> Option<&Digest> {
        self.digest.as_ref()
    }

    /// The same file, pinned to this digest.
    #[must_use]
    pub fn pinned(&self, digest: Digest) -> Self {
        Self {
            digest: Some(digest),
            ..self.clone()
        }
    }

    /// The same file without a digest.
    #[must_use]
    pub fn unpinned(&self) -> Self {
        Self {
            digest: None,
            ..self.clone()
        }
    }

    /// Whether both have the same address.
    #[must_use]
    pub fn is_at(&self, other: &Self) -> bool {
        self.address == other.address
    }

    /// Whether both are on one server: the same scheme, host and port.
    #[must_use]
    pub fn is_on_server_of(&self, other: &Self) -> bool {
        self.address.origin() == other.address.origin()
    }
}

impl fmt::Display for WebFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.address.as_str())?;
        match &self.digest {
            Some(digest) => write!(formatter, "#{digest}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_it_was_written() {
        let digest = Digest::of(b"x");
        for text in [
            "https://acme.com/acme.wasm".to_owned(),
            "https://acme.com:8443/a/b/acme-1.2.0.wasm".to_owned(),
            "http://127.0.0.1:8080/acme.wasm".to_owned(),
            "http://localhost:8080/acme.wasm".to_owned(),
            "http://[::1]:8080/acme.wasm".to_owned(),
            format!("https://acme.com/acme.wasm#{digest}"),
        ] {
            let file: WebFile = text.parse().expect(&text);
            assert_eq!(file.to_string(), text);
        }
        let file: WebFile = "https://acme.com/acme.wasm".parse().expect("an address");
        assert_eq!(file.digest(), None);
        let pinned = file.pinned(digest.clone());
        assert_eq!(pinned.digest(), Some(&digest));
        assert!(pinned.is_at(&file) && pinned != file && pinned.unpinned() == file);
    }

    #[test]
    fn mistakes_are_told() {
        for (text, expected) in [
            ("https://", "is not an address"),
            ("https://acme.com/acme.zip", "ends in `.wasm`"),
            ("https://acme.com/", "ends in `.wasm`"),
            ("https://acme.com/acme.wasm?token=x", "often has a secret"),
            ("https://acme.com/acme.wasm?", "often has a secret"),
            ("https://alice:secret@acme.com/acme.wasm", "contains a user"),
            ("https://alice@acme.com/acme.wasm", "contains a user"),
            ("http://acme.com/acme.wasm", "write `https://`"),
            ("http://127.0.0.1.evil.com/acme.wasm", "write `https://`"),
            (
                "https://ACME.com/acme.wasm",
                "write it as `https://acme.com/acme.wasm`",
            ),
            (
                "https://acme.com:443/acme.wasm",
                "write it as `https://acme.com/acme.wasm`",
            ),
            (
                "https://acme.com/a/../acme.wasm",
                "write it as `https://acme.com/acme.wasm`",
            ),
            ("https://acme.com/a\tcme.wasm", "write it as"),
            (
                "https://acme.com/ä.wasm",
                "write it as `https://acme.com/%C3%A4.wasm`",
            ),
            ("https://acme.com/acme.wasm#", "after `#` comes"),
            ("https://acme.com/acme.wasm#sha256:abc", "after `#` comes"),
        ] {
            let error = text.parse::<WebFile>().expect_err(text);
            assert!(error.contains(expected), "{text}: {error}");
            assert!(!error.contains("secret@"), "{error}");
        }
        let long = format!("https://acme.com/{}.wasm", "a".repeat(MAX_BYTES));
        assert!(long.parse::<WebFile>().is_err());
    }
}
