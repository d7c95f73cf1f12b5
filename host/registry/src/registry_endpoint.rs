//! Where a registry is, and which addresses its answers may lead to.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};

use pulumi_wasm_capability::http::Reach;
use url::{Host, Url};

use super::reference::{is_loopback, is_on_this_machine};
use super::{Reference, RegistryError, Trust};

/// The registry that is asked, and what is known of its address.
#[derive(Debug)]
pub(crate) struct RegistryEndpoint {
    /// With the path `/`.
    base: Url,
    trust: Trust,
    /// Whether it was found at an address that is not public.
    is_private: AtomicBool,
}

impl RegistryEndpoint {
    /// The registry of a reference: asked by https, and by http on this machine, unless the operator says otherwise.
    ///
    /// # Errors
    /// When the reference leads to no address, which its form rules out.
    pub(crate) fn of(
        reference: &Reference,
        trust: Trust,
        plain_http: &BTreeMap<String, bool>,
    ) -> Result<Self, RegistryError> {
        Self::of_registry(reference.registry(), trust, plain_http)
    }

    /// The same of the registry's name alone.
    ///
    /// # Errors
    /// Likewise.
    pub(crate) fn of_registry(
        registry: &str,
        trust: Trust,
        plain_http: &BTreeMap<String, bool>,
    ) -> Result<Self, RegistryError> {
        let told = plain_http.get(registry).copied();
        let scheme = match told.unwrap_or_else(|| is_on_this_machine(registry)) {
            true => "http",
            false => "https",
        };
        let base = Url::parse(&format!("{scheme}://{registry}/"));
        let base = base.map_err(|error| RegistryError::new(format!("`{registry}`: {error}")))?;
        Ok(Self {
            base,
            trust,
            is_private: AtomicBool::new(false),
        })
    }

    /// The server of an address that a user typed or a value has.
    pub(crate) fn at(address: &Url, trust: Trust) -> Self {
        let mut base = address.clone();
        base.set_path("/");
        Self {
            base,
            trust,
            is_private: AtomicBool::new(false),
        }
    }

    /// The registry's address, with the path `/`.
    pub(crate) fn base(&self) -> &Url {
        &self.base
    }

    /// Whether an address belongs to the registry itself: the same scheme, host and port.
    pub(crate) fn is_own(&self, address: &Url) -> bool {
        self.base.origin() == address.origin()
    }

    /// Whether it may be at an address that is not public.
    pub(crate) fn may_be_private(&self) -> bool {
        self.trust == Trust::Named
    }

    /// Whether it was found at an address that is not public.
    pub(crate) fn is_private(&self) -> bool {
        self.is_private.load(Ordering::Relaxed)
    }

    /// Notes that it was found there.
    pub(crate) fn note_private(&self) {
        self.is_private.store(true, Ordering::Relaxed);
    }

    /// The addresses that a request may go to once the registry was found at one that is not public: its own is where its user says, and
    /// what it leads to is beside it.
    pub(crate) fn reach(&self, address: &Url) -> Reach {
        let is_beside = is_loopback(address) && is_loopback(&self.base);
        match self.is_own(address) || is_beside {
            true => Reach::Any,
            false => Reach::Networks,
        }
    }

    /// Whether requests to it have no TLS.
    pub(crate) fn is_plain(&self) -> bool {
        self.base.scheme() == "http"
    }

    /// Judges an address that the registry named: for the bytes of a blob, or for a token.
    ///
    /// # Errors
    /// A sentence that says why a registry may not redirect to the address.
    pub(crate) fn judge(&self, address: &Url) -> Result<(), String> {
        match address.scheme() {
            "https" => {}
            "http" if self.is_plain() => {}
            "http" => return Err("it leads from https to http".to_owned()),
            _ => return Err("it leads to neither http nor https".to_owned()),
        }
        if !address.username().is_empty() || address.password().is_some() {
            return Err("it leads to an address with a user in it".to_owned());
        }
        // Storage beside a private registry is at private addresses too. Services of the machine itself, and those that
        // clouds have for it alone, are nobody's storage.
        let address_of_host = match address.host() {
            Some(Host::Ipv4(address)) => Some(IpAddr::from(address)),
            Some(Host::Ipv6(address)) => Some(IpAddr::from(address)),
            _ => None,
        };
        let is_beside = is_loopback(address) && is_loopback(&self.base);
        let is_reached = address_of_host.is_none_or(|address| Reach::Networks.has(address));
        if !is_beside && (!is_reached || is_loopback(address)) {
            return Err("it leads to an address that is not public".to_owned());
        }
        // A server on this machine is asked without TLS, because nothing in between can read that, and one that the operator named. It
        // does not hold for others.
        if address.scheme() == "http" && !is_loopback(address) && !self.is_own(address) {
            return Err("it leads to another machine by http".to_owned());
        }
        Ok(())
    }
}
