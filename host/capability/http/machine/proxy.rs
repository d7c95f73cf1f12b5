//! Proxies that the operator names.
//!
//! Through a proxy, addresses are judged by what they are called alone: the proxy resolves names, and what those lead to
//! is its own affair. Addresses that are written out are judged as always.

use reqwest::{NoProxy, Proxy};
use url::Url;

/// What never goes through a proxy.
const NEVER: &str = "localhost,127.0.0.0/8,::1";

/// The proxies of an operator.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProxySettings {
    /// For `http` addresses.
    pub http: Option<String>,
    /// For `https` addresses.
    pub https: Option<String>,
    /// Hosts that are asked directly, as `NO_PROXY` lists them.
    pub except: String,
}

impl ProxySettings {
    /// The hosts of the proxies themselves.
    pub(super) fn hosts(&self) -> Vec<String> {
        [&self.http, &self.https]
            .into_iter()
            .flatten()
            .filter_map(|address| {
                let address = parse(address).ok()?;
                address.host_str().map(str::to_owned)
            })
            .collect()
    }

    /// # Errors
    /// For what is no address of a proxy. It is not shown: there may be a password in it.
    pub(super) fn build(&self) -> Result<Vec<Proxy>, String> {
        let except = NoProxy::from_string(&format!("{NEVER},{}", self.except));
        let mut proxies = Vec::new();
        for (address, scheme) in [(&self.http, "http"), (&self.https, "https")] {
            let Some(address) = address else { continue };
            let unusable = |_| format!("the address of the proxy for {scheme} cannot be used");
            let address = parse(address).map_err(unusable)?;
            let proxy = match scheme {
                "http" => Proxy::http(address),
                _ => Proxy::https(address),
            };
            let proxy = proxy.map_err(|_| unusable(()))?;
            proxies.push(proxy.no_proxy(except.clone()));
        }
        Ok(proxies)
    }
}

/// As elsewhere, a proxy without a scheme is one for HTTP.
fn parse(address: &str) -> Result<Url, ()> {
    let address = match address.contains("://") {
        true => Url::parse(address),
        false => Url::parse(&format!("http://{address}")),
    };
    address.map_err(|_| ()).and_then(|address| {
        let fits = matches!(address.scheme(), "http" | "https") && address.has_host();
        fits.then_some(address).ok_or(())
    })
}
