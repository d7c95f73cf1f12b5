//! Names of components that lie on web servers: `https://HOST[:PORT]/PATH.wasm[#sha256:HEX]`.

use std::fmt;
use std::str::FromStr;

use url::Url;

use super::Digest;
use super::exchange::host;
use super::reference::is_loopback;

const HTTPS: &str = "https://";
const HTTP: &str = "http://";
/// The longest address without the digest behind it: a value of a package has one for each component, and is copied into each checkpoint.
const MOST_BYTES: usize = 512;
/// The end of a component's name.
const END: &str = ".wasm";

/// A component on a web server.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WebFile {
    /// Without user, query and fragment.
    address: Url,
    /// The digest of the component.
    digest: Option<Digest>,
}

impl FromStr for WebFile {
    type Err = String;

    /// Reads an address.
    ///
    /// # Errors
    /// A sentence: the part that is wrong, and its form.
    fn from_str(text: &str) -> Result<Self, String> {
        let file = Self::with_any_scheme(text)?;
        file.require_https(|_| false)?;
        Ok(file)
    }
}

impl WebFile {
    /// Reads an address. It can begin with `http://`, also if it names another machine.
    ///
    /// # Errors
    /// As for an address that a user types.
    pub fn with_any_scheme(text: &str) -> Result<Self, String> {
        let named = text.split('#').next().unwrap_or(text);
        if named.len() > MOST_BYTES {
            return Err(format!(
                "without its digest, it has more than {MOST_BYTES} characters"
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
        // In the one form that it has in requests, so that no text means two files.
        if address.as_str() != place {
            return Err(format!("write it as `{address}`"));
        }
        Ok(Self { address, digest })
    }

    /// Fails if the file is asked for by http, unless its server is on this machine, or one that may be asked so.
    ///
    /// # Errors
    /// A sentence with the right form.
    pub fn require_https(&self, is_plain: impl Fn(&str) -> bool) -> Result<(), String> {
        let is_allowed = self.address.scheme() == "https"
            || is_loopback(&self.address)
            || is_plain(&self.server());
        match is_allowed {
            true => Ok(()),
            false => Err(format!(
                "only a server on this machine is asked by http; write `{HTTPS}`"
            )),
        }
    }

    /// Whether a word is meant as such an address, well-formed or not.
    #[must_use]
    pub fn is_meant(word: &str) -> bool {
        word.starts_with(HTTPS) || word.starts_with(HTTP)
    }

    /// The address, without the digest.
    #[must_use]
    pub fn address(&self) -> &Url {
        &self.address
    }

    /// `HOST`, or `HOST:PORT` if the port is not that of the scheme.
    #[must_use]
    pub fn server(&self) -> String {
        host(&self.address)
    }

    /// The digest of the component, if there is one.
    #[must_use]
    pub fn digest(&self) -> Option<&Digest> {
        self.digest.as_ref()
    }

    /// The same, held to the component with this digest.
    #[must_use]
    pub fn pinned(&self, digest: Digest) -> Self {
        Self {
            digest: Some(digest),
            ..self.clone()
        }
    }

    /// The same without a digest.
    #[must_use]
    pub fn unpinned(&self) -> Self {
        Self {
            digest: None,
            ..self.clone()
        }
    }

    /// Whether both are at one address.
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
        let long = format!("https://acme.com/{}.wasm", "a".repeat(MOST_BYTES));
        assert!(long.parse::<WebFile>().is_err());
    }
}
