//! The operator's rules for addresses. No grant exceeds them.

use url::Url;

use super::host_rule::{Fit, HostRule};
use super::pattern::{HostMatch, HostPattern};

/// Rules of an operator with their place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostRules {
    pub rules: Vec<HostRule>,
    /// For messages, as in "`network.allow` in the operator's policy `FILE`, line 3".
    pub place: String,
}

impl HostRules {
    /// Rules that are at a place of a file.
    #[must_use]
    pub fn at(rules: Vec<HostRule>, place: String) -> Self {
        Self { rules, place }
    }

    fn cover(&self, url: &Url) -> bool {
        self.rules.iter().any(|rule| rule.covers(url))
    }

    fn fit(&self, pattern: &HostPattern) -> Fit {
        self.rules
            .iter()
            .map(|rule| rule.fit(pattern))
            .max()
            .unwrap_or(Fit::Nothing)
    }
}

/// The addresses that an operator allows components to reach at most. Without rules, all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NetworkBounds {
    /// The permitted addresses. Each of these lists must cover an address.
    pub allow: Vec<HostRules>,
    /// The permitted private addresses. Each of these lists must cover an address.
    pub private: Vec<HostRules>,
    /// The place of the rule that forbids proxies, if there is such a rule.
    pub no_proxies: Option<String>,
    /// The place of the rule that requires a check of every certificate, if there is such a rule.
    pub no_insecure_tls: Option<String>,
}

impl NetworkBounds {
    /// The place of the rule that does not cover an address; `None` if the address may be reached.
    #[must_use]
    pub fn against(&self, url: &Url) -> Option<&str> {
        let rules = self.allow.iter().find(|rules| !rules.cover(url))?;
        Some(&rules.place)
    }

    /// The place of the rule that keeps requests to this address, or to the addresses of its name, from addresses that
    /// are not public.
    #[must_use]
    pub fn against_private(&self, url: &Url) -> Option<&str> {
        let rules = self.private.iter().find(|rules| !rules.cover(url))?;
        Some(&rules.place)
    }

    /// The part of a grant's addresses that may be reached, and the place of the rule that restricts it.
    #[must_use]
    pub fn fit(&self, pattern: &HostPattern) -> (Fit, Option<&str>) {
        let private = self.private.iter().filter(|_| is_private(pattern));
        let fits = self.allow.iter().chain(private);
        fits.map(|rules| (rules.fit(pattern), Some(rules.place.as_str())))
            .min_by_key(|(fit, _)| *fit)
            .unwrap_or((Fit::Whole, None))
    }
}

/// Whether a grant is written for an address that is not public.
fn is_private(pattern: &HostPattern) -> bool {
    match pattern.parts() {
        (_, HostMatch::Address(address), _) => !super::address::is_public(*address),
        (_, HostMatch::Exact(_), _) => pattern.includes_private(),
        (_, HostMatch::Below(_), _) => false,
    }
}

#[cfg(test)]
#[path = "bounds/tests.rs"]
mod tests;
