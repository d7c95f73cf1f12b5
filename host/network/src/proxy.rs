//! Proxies that the operator names, and those of a provider's configuration.
//!
//! Through a proxy, addresses are judged by their names alone: the proxy resolves names, and decides where they lead.
//! Literal addresses are judged as always.

use std::sync::Arc;

use http::Uri;
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use pulumi_wasm_capability::http::{Proxy, proxy_address};

/// The addresses that never go through a proxy.
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

/// The proxies that requests go through: the operator's if there are some, because the operator controls the traffic of
/// a machine, else the one that the configuration names.
///
/// # Errors
/// For what is not an address of a proxy. It is not shown: there may be a password in it.
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
    /// The proxy for an address, or `None` if it is asked directly.
    pub(super) fn intercept(&self, address: &Uri) -> Option<Intercept> {
        self.0.intercept(address)
    }
}

impl ProxySettings {
    /// # Errors
    /// For what is not an address of a proxy. It is not shown: there may be a password in it.
    pub(super) fn build(&self) -> Result<Proxies, String> {
        let mut matcher = Matcher::builder().no(format!("{NEVER},{}", self.except));
        for (address, scheme) in [(&self.http, "http"), (&self.https, "https")] {
            let Some(address) = address else { continue };
            let address = proxy_address(address)
                .ok_or_else(|| format!("the address of the proxy for {scheme} cannot be used"))?;
            matcher = match scheme {
                "http" => matcher.http(String::from(address)),
                _ => matcher.https(String::from(address)),
            };
        }
        Ok(Proxies(Arc::new(matcher.build())))
    }
}
