//! One rule about hosts, and how much of a grant it covers.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;
use url::{Host, Url};

use super::pattern::{HostMatch, HostPattern, PatternError, Scheme};

/// A rule about hosts. It has the syntax of a grant and may be wider: `*` for any host, `:*` for any port, `*://` for
/// http and https, and a network such as `10.0.0.0/8` for all of its addresses and their ports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostRule {
    /// `None` for any.
    scheme: Option<Scheme>,
    host: RuleHost,
    /// `None` for any.
    port: Option<u16>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum RuleHost {
    Any,
    Within(IpNet),
    Matching(HostMatch),
}

/// How many of a pattern's addresses the rules cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    Nothing,
    Part,
    Whole,
}

impl FromStr for HostRule {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let (any_scheme, written) = match text.strip_prefix("*://") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (any_port, written) = match written.strip_suffix(":*") {
            Some(rest) => (true, rest),
            None => (false, written),
        };
        let (scheme, rest) = match written.split_once("://") {
            Some(("http", rest)) if !any_scheme => (Some(Scheme::Http), rest),
            Some(("https", rest)) if !any_scheme => (Some(Scheme::Https), rest),
            Some(_) => {
                return Err(PatternError::new(
                    text,
                    "only http and https can be granted",
                ));
            }
            None => (None, written),
        };
        if let Ok(network) = rest.parse::<IpNet>() {
            let network = network.trunc();
            return Ok(Self {
                scheme,
                host: RuleHost::Within(network),
                port: None,
            });
        }
        if rest == "*" || rest.starts_with("*:") {
            let port = match rest.strip_prefix("*:") {
                Some(port) => Some(
                    port.parse()
                        .map_err(|_| PatternError::new(text, "the port is not a number"))?,
                ),
                None if any_port => None,
                None => Some(scheme.unwrap_or(Scheme::Https).default_port()),
            };
            return Ok(Self {
                scheme: (!any_scheme).then_some(scheme.unwrap_or(Scheme::Https)),
                host: RuleHost::Any,
                port: port.filter(|_| !any_port),
            });
        }
        let pattern: HostPattern = written
            .parse()
            .map_err(|error: PatternError| PatternError::new(text, error.reason()))?;
        let (scheme, host, port) = pattern.parts();
        Ok(Self {
            scheme: (!any_scheme).then_some(scheme),
            host: RuleHost::Matching(host.clone()),
            port: (!any_port).then_some(port),
        })
    }
}

impl HostRule {
    /// Whether the rule is about a request to this address.
    #[must_use]
    pub fn covers(&self, url: &Url) -> bool {
        let Some(host) = url.host() else {
            return false;
        };
        let host_fits = match &self.host {
            RuleHost::Any => true,
            RuleHost::Within(network) => match host {
                Host::Domain(_) => false,
                Host::Ipv4(address) => network.contains(&IpAddr::from(address)),
                Host::Ipv6(address) => network.contains(&IpAddr::from(address).to_canonical()),
            },
            RuleHost::Matching(known) => known.covers(&host),
        };
        host_fits
            && self.scheme.map_or_else(
                || ["http", "https"].contains(&url.scheme()),
                |scheme| url.scheme() == scheme.name(),
            )
            && self
                .port
                .is_none_or(|port| url.port_or_known_default() == Some(port))
    }

    /// How many of a grant's addresses the rule covers.
    pub(crate) fn fit(&self, pattern: &HostPattern) -> Fit {
        let (scheme, host, port) = pattern.parts();
        if self.scheme.is_some_and(|known| known != scheme)
            || self.port.is_some_and(|known| known != port)
        {
            return Fit::Nothing;
        }
        match (&self.host, host) {
            (RuleHost::Any, _) => Fit::Whole,
            (RuleHost::Within(network), HostMatch::Address(address)) => {
                if network.contains(&address.to_canonical()) {
                    Fit::Whole
                } else {
                    Fit::Nothing
                }
            }
            (RuleHost::Within(_), _) => Fit::Nothing,
            (RuleHost::Matching(known), granted) => known.fit(granted),
        }
    }
}

impl HostPattern {
    /// How many of another pattern's addresses this pattern covers.
    #[must_use]
    pub fn fit(&self, other: &HostPattern) -> Fit {
        let ((scheme, host, port), (other_scheme, other_host, other_port)) =
            (self.parts(), other.parts());
        if scheme == other_scheme && port == other_port {
            host.fit(other_host)
        } else {
            Fit::Nothing
        }
    }
}

impl HostMatch {
    /// How many of another match's addresses this match covers.
    fn fit(&self, other: &HostMatch) -> Fit {
        let below = |name: &str, domain: &str| {
            name.strip_suffix(domain)
                .is_some_and(|rest| rest.ends_with('.'))
        };
        match (self, other) {
            (HostMatch::Below(domain), HostMatch::Below(granted)) => {
                if granted == domain || below(granted, domain) {
                    Fit::Whole
                } else if below(domain, granted) {
                    Fit::Part
                } else {
                    Fit::Nothing
                }
            }
            (HostMatch::Below(domain), HostMatch::Exact(name)) if below(name, domain) => Fit::Whole,
            (HostMatch::Exact(name), HostMatch::Below(granted)) if below(name, granted) => {
                Fit::Part
            }
            (HostMatch::Exact(name), HostMatch::Exact(granted)) if name == granted => Fit::Whole,
            (HostMatch::Address(address), HostMatch::Address(granted)) if address == granted => {
                Fit::Whole
            }
            _ => Fit::Nothing,
        }
    }
}

impl fmt::Display for HostRule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_network = matches!(self.host, RuleHost::Within(_));
        match self.scheme {
            Some(Scheme::Http) => formatter.write_str("http://")?,
            Some(Scheme::Https) if is_network => formatter.write_str("https://")?,
            None if !is_network => formatter.write_str("*://")?,
            Some(Scheme::Https) | None => {}
        }
        match &self.host {
            RuleHost::Any => formatter.write_str("*")?,
            RuleHost::Within(network) => return write!(formatter, "{network}"),
            RuleHost::Matching(host) => write!(formatter, "{host}")?,
        }
        match self.port {
            None => formatter.write_str(":*"),
            Some(port) if port == self.scheme.unwrap_or(Scheme::Https).default_port() => Ok(()),
            Some(port) => write!(formatter, ":{port}"),
        }
    }
}
