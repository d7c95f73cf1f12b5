//! The things that can be granted: a scheme, a host or all hosts of a domain, and a port.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use url::Url;

use super::address::may_be_public;

/// A grant, as the user writes it: `api.example.com`, `*.example.com:8443`, `http://127.0.0.1:8081`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostPattern {
    scheme: Scheme,
    host: HostMatch,
    port: u16,
    /// From the user's configuration or a grant with an explicit address, so private addresses are allowed.
    private: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scheme {
    Http,
    Https,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum HostMatch {
    /// In lower case.
    Exact(String),
    /// Every host below this domain, at any depth, but not the domain itself.
    Below(String),
    Address(IpAddr),
}

/// The fault of a malformed pattern.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{pattern}` is not a host that can be granted: {reason}")]
pub struct PatternError {
    pattern: String,
    reason: &'static str,
}

impl FromStr for HostPattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let failed = |reason| PatternError {
            pattern: text.to_owned(),
            reason,
        };
        let (scheme, rest) = match text.split_once("://") {
            None => (Scheme::Https, text),
            Some(("https", rest)) => (Scheme::Https, rest),
            Some(("http", rest)) => (Scheme::Http, rest),
            Some(_) => return Err(failed("only http and https can be granted")),
        };
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let (domain, is_wildcard) = match rest.strip_prefix("*.") {
            Some(domain) => (domain, true),
            None => (rest, false),
        };
        if domain.contains('*') {
            return Err(failed(
                "`*` can only stand for the whole first part, as in `*.example.com`",
            ));
        }
        if domain.contains(['/', '?', '#', '@']) {
            return Err(failed("write a host and a port, without path or user"));
        }
        // The parser of addresses decides what a host is, so that a grant and a request are read alike.
        let url = Url::parse(&format!("{}://{domain}", scheme.name()))
            .map_err(|_| failed("it is not a host name or address"))?;
        let port = url
            .port_or_known_default()
            .ok_or_else(|| failed("it has no port"))?;
        let host = match url.host() {
            // A percent escape may stand for `*`.
            Some(url::Host::Domain(name)) if name.contains('*') => {
                return Err(failed("the name of a host cannot have `*` in it"));
            }
            Some(url::Host::Domain(name)) if is_wildcard => HostMatch::Below(name.to_owned()),
            Some(_) if is_wildcard => return Err(failed("an address has nothing below it")),
            Some(url::Host::Domain(name)) => HostMatch::Exact(name.to_owned()),
            Some(url::Host::Ipv4(address)) => HostMatch::Address(address.into()),
            Some(url::Host::Ipv6(address)) => HostMatch::Address(address.into()),
            None => return Err(failed("it has no host")),
        };
        let private = match &host {
            HostMatch::Address(_) => true,
            HostMatch::Exact(name) => name == "localhost" || name.ends_with(".localhost"),
            HostMatch::Below(_) => false,
        };
        Ok(Self {
            scheme,
            host,
            port,
            private,
        })
    }
}

impl HostPattern {
    /// Whether the pattern may include the public internet, judged by its text alone.
    #[must_use]
    pub fn may_be_public(&self) -> bool {
        let name = match &self.host {
            HostMatch::Exact(name) | HostMatch::Below(name) => name.clone(),
            HostMatch::Address(IpAddr::V4(address)) => address.to_string(),
            HostMatch::Address(IpAddr::V6(address)) => format!("[{address}]"),
        };
        let url = Url::parse(&format!("{}://{name}", self.scheme.name()));
        url.is_ok_and(|url| may_be_public(&url))
    }

    /// The grant that follows from an address in the user's configuration: exactly its scheme, host and port, public
    /// or not.
    ///
    /// # Errors
    /// When it is not an http or https address.
    pub fn from_configured_url(text: &str) -> Result<Self, PatternError> {
        let failed = |reason| PatternError {
            pattern: text.to_owned(),
            reason,
        };
        let url = Url::parse(text)
            .map_err(|_| failed("it is not an address such as https://api.example.com"))?;
        let host = url.host_str().ok_or_else(|| failed("it has no host"))?;
        let port = url
            .port_or_known_default()
            .ok_or_else(|| failed("it has no port"))?;
        let mut pattern: Self = format!("{}://{host}:{port}", url.scheme())
            .parse()
            .map_err(|error: PatternError| failed(error.reason))?;
        pattern.private = true;
        Ok(pattern)
    }

    /// Whether a request to this address is covered.
    #[must_use]
    pub fn covers(&self, url: &Url) -> bool {
        url.host().is_some_and(|host| self.host.covers(&host))
            && url.scheme() == self.scheme.name()
            && url.port_or_known_default() == Some(self.port)
    }

    /// Whether it is an address of this machine, or `localhost`. A subdomain may resolve to another address.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        match &self.host {
            HostMatch::Address(address) => address.to_canonical().is_loopback(),
            HostMatch::Exact(name) => name == "localhost",
            HostMatch::Below(_) => false,
        }
    }

    /// Whether the pattern includes private and loopback addresses.
    #[must_use]
    pub fn includes_private(&self) -> bool {
        self.private
    }

    /// Its scheme, host and port.
    pub(crate) fn parts(&self) -> (Scheme, &HostMatch, u16) {
        (self.scheme, &self.host, self.port)
    }
}

impl HostMatch {
    /// Whether the pattern includes a host.
    pub(crate) fn covers(&self, host: &url::Host<&str>) -> bool {
        match (self, host) {
            (HostMatch::Exact(granted), url::Host::Domain(name)) => granted == name,
            (HostMatch::Below(domain), url::Host::Domain(name)) => name
                .strip_suffix(domain.as_str())
                .is_some_and(|rest| rest.ends_with('.')),
            (HostMatch::Address(granted), url::Host::Ipv4(address)) => {
                *granted == IpAddr::from(*address)
            }
            (HostMatch::Address(granted), url::Host::Ipv6(address)) => {
                *granted == IpAddr::from(*address)
            }
            _ => false,
        }
    }
}

impl PatternError {
    pub(crate) fn new(pattern: &str, reason: &'static str) -> Self {
        Self {
            pattern: pattern.to_owned(),
            reason,
        }
    }

    pub(crate) fn reason(&self) -> &'static str {
        self.reason
    }
}

impl Scheme {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Scheme::Http => "http",
            Scheme::Https => "https",
        }
    }

    pub(super) fn default_port(self) -> u16 {
        match self {
            Scheme::Http => 80,
            Scheme::Https => 443,
        }
    }
}

impl fmt::Display for HostPattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.scheme == Scheme::Http {
            formatter.write_str("http://")?;
        }
        write!(formatter, "{}", self.host)?;
        if self.port != self.scheme.default_port() {
            write!(formatter, ":{}", self.port)?;
        }
        Ok(())
    }
}

impl fmt::Display for HostMatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HostMatch::Exact(name) => formatter.write_str(name),
            HostMatch::Below(domain) => write!(formatter, "*.{domain}"),
            HostMatch::Address(IpAddr::V4(address)) => write!(formatter, "{address}"),
            HostMatch::Address(IpAddr::V6(address)) => write!(formatter, "[{address}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covers(pattern: &str, url: &str) -> bool {
        let pattern: HostPattern = pattern.parse().expect("a pattern");
        pattern.covers(&Url::parse(url).expect("an address"))
    }

    #[test]
    fn a_grant_covers_its_scheme_host_and_port_and_nothing_else() {
        for (pattern, url, expected) in [
            ("api.example.com", "https://api.example.com/v1?x=1", true),
            ("api.example.com", "https://API.example.com:443/", true),
            ("api.example.com", "http://api.example.com/", false),
            ("api.example.com", "https://api.example.com:8443/", false),
            (
                "api.example.com",
                "https://api.example.com.evil.net/",
                false,
            ),
            ("api.example.com", "https://user:x@api.example.com/", true),
            (
                "api.example.com",
                "https://evil.net/#@api.example.com",
                false,
            ),
            ("*.example.com", "https://a.b.example.com/", true),
            ("*.example.com", "https://example.com/", false),
            ("*.example.com", "https://badexample.com/", false),
            ("http://127.0.0.1:8081", "http://127.0.0.1:8081/api", true),
            // Other spellings of the same address count as the same address.
            ("http://127.0.0.1:8081", "http://0x7f.1:8081/api", true),
            ("http://[::1]:80", "http://[0:0:0:0:0:0:0:1]/", true),
            ("http://127.0.0.1:8081", "http://localhost:8081/", false),
        ] {
            assert_eq!(covers(pattern, url), expected, "{pattern} and {url}");
        }
    }

    #[test]
    fn what_cannot_be_granted_is_said() {
        for pattern in [
            "ftp://example.com",
            "*",
            "a.c%2Aom",
            "*.c%2Aom",
            "*foo.com",
            "a.*.com",
            "example.com/path",
            "",
            "user@example.com",
            "*.127.0.0.1",
            "https://",
        ] {
            let message = pattern.parse::<HostPattern>().unwrap_err().to_string();
            assert!(
                message.contains("not a host that can be granted"),
                "{message}"
            );
        }
    }

    #[test]
    fn a_pattern_is_written_as_it_is_read() {
        for pattern in [
            "api.example.com",
            "*.example.com:8443",
            "http://127.0.0.1:8081",
            "http://[::1]",
        ] {
            assert_eq!(
                pattern
                    .parse::<HostPattern>()
                    .expect("a pattern")
                    .to_string(),
                pattern
            );
        }
        let configured = HostPattern::from_configured_url("http://pdns.internal:8081/api/v1")
            .expect("an address");
        assert_eq!(configured.to_string(), "http://pdns.internal:8081");
        assert!(configured.includes_private());
    }
}
