//! The address of a registry, and the addresses that its answers may lead to.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};

use pulumi_wasm_capability::http::Reach;
use url::{Host, Url};

use crate::reference::{is_loopback, is_on_this_machine};
use crate::{HostTrust, Reference, RegistryError};

/// The registry's address, and the known facts about it.
#[derive(Debug)]
pub(crate) struct RegistryEndpoint {
    /// The path is `/`.
    base: Url,
    trust: HostTrust,
    /// Whether the registry turned out to be at a private address.
    is_private: AtomicBool,
}

impl RegistryEndpoint {
    /// The registry of a reference. The scheme is https, or http on this machine, unless the operator configured
    /// it.
    ///
    /// # Errors
    /// If the registry's name is not a valid address, which parsing a reference excludes.
    pub(crate) fn of(
        reference: &Reference,
        trust: HostTrust,
        plain_http: &BTreeMap<String, bool>,
    ) -> Result<Self, RegistryError> {
        Self::of_registry(reference.registry(), trust, plain_http)
    }

    /// The endpoint for a registry's name.
    ///
    /// # Errors
    /// As for [`RegistryEndpoint::of`].
    pub(crate) fn of_registry(
        registry: &str,
        trust: HostTrust,
        plain_http: &BTreeMap<String, bool>,
    ) -> Result<Self, RegistryError> {
        let told = plain_http.get(registry).copied();
        let scheme = if told.unwrap_or_else(|| is_on_this_machine(registry)) {
            "http"
        } else {
            "https"
        };
        let base = Url::parse(&format!("{scheme}://{registry}/"));
        let base = base.map_err(|error| RegistryError::new(format!("`{registry}`: {error}")))?;
        Ok(Self {
            base,
            trust,
            is_private: AtomicBool::new(false),
        })
    }

    /// The server of an address that a user typed, or that is recorded in a value.
    pub(crate) fn at(address: &Url, trust: HostTrust) -> Self {
        let mut base = address.clone();
        base.set_path("/");
        Self {
            base,
            trust,
            is_private: AtomicBool::new(false),
        }
    }

    /// The registry's address with the path `/`.
    pub(crate) fn base(&self) -> &Url {
        &self.base
    }

    /// Whether an address belongs to the registry itself: the same scheme, host and port.
    pub(crate) fn is_own(&self, address: &Url) -> bool {
        self.base.origin() == address.origin()
    }

    /// Whether the registry may be at a private address.
    pub(crate) fn may_be_private(&self) -> bool {
        self.trust == HostTrust::Named
    }

    /// Whether the registry turned out to be at a private address.
    pub(crate) fn is_private(&self) -> bool {
        self.is_private.load(Ordering::Relaxed)
    }

    /// Records that the registry is at a private address.
    pub(crate) fn note_private(&self) {
        self.is_private.store(true, Ordering::Relaxed);
    }

    /// The addresses that a request may reach once the registry turned out to be private. The user chose the
    /// registry's own address, and redirects may lead to servers beside it.
    pub(crate) fn reach(&self, address: &Url) -> Reach {
        let is_beside = is_loopback(address) && is_loopback(&self.base);
        if self.is_own(address) || is_beside {
            Reach::Any
        } else {
            Reach::Networks
        }
    }

    /// Whether requests to the registry are sent without TLS.
    pub(crate) fn is_plain(&self) -> bool {
        self.base.scheme() == "http"
    }

    /// Checks an address that the registry named: for the bytes of a blob, or for a token.
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
        // Storage of a private registry may be at private addresses too. But it is never on this machine, or at
        // the addresses that clouds reserve for metadata of a machine.
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
        // http is allowed for servers on this machine, because the connection cannot be read from outside, and for
        // registries that the operator configured. Other servers need https.
        if address.scheme() == "http" && !is_loopback(address) && !self.is_own(address) {
            return Err("it leads to another machine by http".to_owned());
        }
        Ok(())
    }
}
