//! The operator's proxies, and proxies in a provider's configuration.
//!
//! If a request goes through a proxy, only its name is checked, because the proxy resolves it. Literal addresses
//! are always checked.

mod exceptions;

use std::sync::Arc;

use http::Uri;
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use pulumi_wasm_capability::http::{Proxy, proxy_address};

use crate::proxy::exceptions::Exceptions;

/// The addresses that never go through a proxy.
const NEVER: &str = "localhost,127.0.0.0/8,::1";

/// The proxies of an operator.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProxySettings {
    /// For `http` addresses.
    pub http: Option<String>,
    /// For `https` addresses.
    pub https: Option<String>,
    /// Hosts that are reached directly, in the format of `NO_PROXY`.
    pub except: String,
}

/// Selects the proxy for each request.
#[derive(Clone)]
pub(super) struct Proxies {
    matcher: Arc<Matcher>,
    exceptions: Arc<Exceptions>,
}

/// The operator's proxies if there are any, because the operator controls the machine's traffic. Otherwise the
/// proxy in the configuration.
///
/// # Errors
/// If a proxy's address is not valid. The error does not show the address, because it may contain a password.
pub(super) fn of(
    operators: Option<&ProxySettings>,
    configured: Option<&Proxy>,
) -> Result<Option<Proxies>, String> {
    let configured = configured.map(|proxy| ProxySettings {
        http: Some(proxy.address.to_string()),
        https: Some(proxy.address.to_string()),
        except: String::new(),
    });
    let settings = operators.or(configured.as_ref());
    settings.map(ProxySettings::build).transpose()
}

impl Proxies {
    /// The proxy for an address, or `None` for a direct connection.
    pub(super) fn intercept(&self, address: &Uri) -> Option<Intercept> {
        let is_direct = self.exceptions.contains(address);
        let proxy = (!is_direct).then(|| self.matcher.intercept(address));
        proxy.flatten()
    }
}

impl ProxySettings {
    /// # Errors
    /// If a proxy's address is not valid. The error does not show the address, because it may contain a password.
    pub(super) fn build(&self) -> Result<Proxies, String> {
        let mut matcher = Matcher::builder();
        for (address, scheme) in [(&self.http, "http"), (&self.https, "https")] {
            let Some(address) = address else { continue };
            let address = proxy_address(address)
                .ok_or_else(|| format!("the address of the proxy for {scheme} cannot be used"))?;
            matcher = match scheme {
                "http" => matcher.http(String::from(address)),
                _ => matcher.https(String::from(address)),
            };
        }
        Ok(Proxies {
            matcher: Arc::new(matcher.build()),
            exceptions: Arc::new(Exceptions::parse(&format!("{NEVER},{}", self.except))),
        })
    }
}
