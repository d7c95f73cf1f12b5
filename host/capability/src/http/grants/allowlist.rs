//! The addresses that a component may reach: its grants within the operator's rules.

use std::sync::Arc;

use parking_lot::RwLock;
use pulumi_wasm_core::error::GuestError;
use url::Url;

use super::address::is_written_as_private;
use crate::grant_policy::{GrantHint, GrantPolicy};
use crate::http::message::place;
use crate::http::route::{ChosenRoute, Route};
use crate::http::{HostPattern, NetworkBounds};

/// The reason why a configuration value grants nothing.
const BELOW_RESOURCE: &str = "a component may have written the configuration, because the provider is declared below another resource";

/// An address may be reached.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Reached {
    /// Whether the address may be private.
    pub(crate) may_be_private: bool,
    /// The place of the operator's rule that alone forbids that.
    pub(crate) kept_public_by: Option<String>,
}

/// The grants of one component.
pub(crate) struct Allowlist {
    granted: Vec<HostPattern>,
    /// The hosts whose certificates are not checked.
    insecure: Vec<HostPattern>,
    configured: RwLock<Vec<HostPattern>>,
    /// The addresses of a configuration that a component may have written; `None` for one that the user wrote.
    withheld: RwLock<Option<Vec<HostPattern>>>,
    bounds: NetworkBounds,
    grant_hint: GrantHint,
}

impl Allowlist {
    pub(crate) fn new(
        granted: Vec<HostPattern>,
        insecure: Vec<HostPattern>,
        grant_policy: &GrantPolicy,
    ) -> Self {
        Self {
            granted,
            insecure,
            configured: RwLock::default(),
            withheld: RwLock::default(),
            bounds: grant_policy.network.clone(),
            grant_hint: grant_policy.grant_hint.clone(),
        }
    }

    /// Adds the grants of the user's configuration.
    pub(crate) fn grant(&self, patterns: Vec<HostPattern>) {
        self.configured.write().extend(patterns);
    }

    /// Takes the addresses of a configuration that a component may have written.
    pub(crate) fn withhold(&self, patterns: Vec<HostPattern>) {
        *self.withheld.write() = Some(patterns);
    }

    /// Checks that an address may be reached.
    ///
    /// # Errors
    /// `Denied`, with the missing grant or the owner of the rule.
    pub(crate) fn judge(&self, url: &Url) -> Result<Reached, GuestError> {
        let place = place(url);
        let Some(is_private_meant) = self.covering(url) else {
            let withheld = self.withheld.read();
            let is_configured = |pattern: &HostPattern| pattern.covers(url);
            if withheld.iter().flatten().any(is_configured) {
                return Err(GuestError::Denied(format!(
                    "this component may not reach {place}: {BELOW_RESOURCE}, so the address in its configuration grants nothing\n\
                     hint: {}; or declare the provider in the program, without a parent, and give it to the component",
                    self.grant_hint.of_address_alone(url)
                )));
            }
            return Err(GuestError::Denied(format!(
                "this component may not reach {place}\nhint: {}",
                self.grant_hint.of_address(url)
            )));
        };
        if let Some(rule) = self.bounds.against(url) {
            return Err(forbidden(&place, rule));
        }
        match self.bounds.against_private(url) {
            Some(rule) if is_private_meant && is_written_as_private(url) => {
                Err(forbidden(&place, rule))
            }
            Some(rule) => Ok(Reached {
                may_be_private: false,
                kept_public_by: is_private_meant.then(|| rule.to_owned()),
            }),
            None => Ok(Reached {
                may_be_private: is_private_meant,
                kept_public_by: None,
            }),
        }
    }

    /// Checks that an address may be reached by a route of the configuration.
    ///
    /// # Errors
    /// `Denied`, with the missing grant or the owner of the rule.
    pub(crate) fn judge_way(&self, url: &Url, way: Arc<Route>) -> Result<ChosenRoute, GuestError> {
        let mut proxy_may_be_private = false;
        if let Some(name) = way.insecure.as_ref().filter(|_| url.scheme() == "https") {
            let place = place(url);
            if let Some(rule) = &self.bounds.no_insecure_tls {
                return Err(GuestError::Denied(format!(
                    "{place} cannot be reached without checking its certificate, as the configuration value \
                     `{name}` asks: {rule} does not allow that for any host\nhint: unset `{name}`, or ask the \
                     owner of that policy"
                )));
            }
            if !self.insecure.iter().any(|pattern| pattern.covers(url)) {
                return Err(GuestError::Denied(format!(
                    "{place} cannot be reached without checking its certificate: the configuration value `{name}` \
                     asks for that, but it was not granted\nhint: unset `{name}`, or {}",
                    self.grant_hint.of_insecure(url)
                )));
            }
        }
        if let Some(proxy) = &way.proxy {
            let through = format!("the proxy of the configuration value `{}`", proxy.name);
            if self.withheld.read().is_some() {
                return Err(GuestError::Denied(format!(
                    "{} cannot be reached through {through}: {BELOW_RESOURCE}, so it cannot choose a proxy\n\
                     hint: declare the provider in the program, without a parent, and give it to the component, or unset `{}`",
                    place(url),
                    proxy.name
                )));
            }
            let rule = self.bounds.no_proxies.as_deref();
            let rule = rule.or_else(|| self.bounds.against(&proxy.address));
            let private = self.bounds.against_private(&proxy.address);
            let forbids = private.filter(|_| is_written_as_private(&proxy.address));
            if let Some(rule) = rule.or(forbids) {
                return Err(GuestError::Denied(format!(
                    "{} cannot be reached through {through}: {rule} does not allow it\n\
                     hint: unset `{}`, or ask the owner of that policy",
                    place(url),
                    proxy.name
                )));
            }
            proxy_may_be_private = private.is_none();
        }
        Ok(ChosenRoute {
            way,
            proxy_may_be_private,
        })
    }

    /// Whether a grant covers an address, and if so, whether one covers private addresses too.
    fn covering(&self, url: &Url) -> Option<bool> {
        let configured = self.configured.read();
        let patterns = self.granted.iter().chain(configured.iter());
        patterns
            .filter(|pattern| pattern.covers(url))
            .map(HostPattern::includes_private)
            .max()
    }
}

/// A granted name leads to an address that is not public, and this rule is against it.
pub(crate) fn kept_public(place: &str, rule: &str) -> GuestError {
    GuestError::Denied(format!(
        "this component may not reach {place}, whatever was granted: it leads to an address that is not public, and \
         {rule} does not cover it\n\
         hint: ask the owner of that policy"
    ))
}

fn forbidden(place: &str, rule: &str) -> GuestError {
    GuestError::Denied(format!(
        "this component may not reach {place}, whatever was granted: {rule} does not cover it\n\
         hint: ask the owner of that policy"
    ))
}
