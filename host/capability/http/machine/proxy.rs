//! Proxies that the operator names.
//!
//! Through a proxy, addresses are judged by what they are called alone: the proxy resolves names, and what those lead to
//! is its own affair. Addresses that are written out are judged as always.

use std::sync::Arc;

use http::Uri;
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
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

/// Which requests go through which proxy.
#[derive(Clone)]
pub(super) struct Proxies(Arc<Matcher>);

impl Proxies {
    /// The proxy for an address; none where it is asked directly.
    pub(super) fn intercept(&self, address: &Uri) -> Option<Intercept> {
        self.0.intercept(address)
    }
}

impl ProxySettings {
    /// # Errors
    /// For what is no address of a proxy. It is not shown: there may be a password in it.
    pub(super) fn build(&self) -> Result<Proxies, String> {
        let mut matcher = Matcher::builder().no(format!("{NEVER},{}", self.except));
        for (address, scheme) in [(&self.http, "http"), (&self.https, "https")] {
            let Some(address) = address else { continue };
            let address = parse(address)
                .map_err(|()| format!("the address of the proxy for {scheme} cannot be used"))?;
            matcher = match scheme {
                "http" => matcher.http(String::from(address)),
                _ => matcher.https(String::from(address)),
            };
        }
        Ok(Proxies(Arc::new(matcher.build())))
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
