//! The route to a server, if the provider's configuration names one: its proxy, its certificate authorities and the
//! client's certificate.

use std::fmt;
use std::sync::Arc;

use pulumi_wasm_core::manifest::{NetPermission, TlsWant};
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};
use url::Url;

/// A configuration value, with the name that users know.
#[derive(Clone, PartialEq, Eq)]
pub struct Named {
    pub name: String,
    pub value: String,
}

/// The value may be a secret.
impl fmt::Debug for Named {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_tuple("Named")
            .field(&self.name)
            .finish_non_exhaustive()
    }
}

/// The route to the servers of one permission. The host keeps one route for each permission while the configuration is
/// in force.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Route {
    /// Further certificate authorities to trust, in PEM, in addition to the machine's.
    pub ca: Option<Named>,
    /// A certificate with those that lead to its authority, and its key, in PEM.
    pub client: Option<(Named, Named)>,
    /// The configuration value that disables the check of certificates.
    pub insecure: Option<String>,
    pub proxy: Option<Proxy>,
}

/// A proxy that the configuration names.
#[derive(Clone, PartialEq, Eq)]
pub struct Proxy {
    /// The name of the configuration value.
    pub name: String,
    /// With the user and the password, if there are any.
    pub address: Url,
}

impl fmt::Debug for Proxy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Proxy")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// A possible route of a request.
#[derive(Debug, Clone)]
pub struct ChosenRoute {
    pub way: Arc<Route>,
    /// Whether its proxy may be at an address that is not public.
    pub proxy_may_be_private: bool,
}

/// The routes of the permissions, or the reason why one cannot be used.
pub(super) type Planned = Option<Result<Arc<Route>, String>>;

/// The route to a permission's servers, or `None` if the configuration names none.
pub(super) fn plan(permission: &NetPermission, configuration: &PropertyMap) -> Planned {
    let revealed = |name: &str| Some(configuration.get(name)?.reveal());
    let named = |name: &String| {
        let value = revealed(name)?.as_str()?;
        (!value.is_empty()).then(|| Named {
            name: name.clone(),
            value: value.to_owned(),
        })
    };
    let mut way = Route::default();
    if let Some(TlsWant {
        ca,
        client,
        insecure,
    }) = &permission.tls
    {
        way.ca = ca.as_ref().and_then(named);
        if let Some(wanted) = client {
            way.client = match (named(&wanted.certificate), named(&wanted.key)) {
                (Some(certificate), Some(key)) => Some((certificate, key)),
                (None, None) => None,
                (Some(_), None) => return Some(Err(without(&wanted.certificate, &wanted.key))),
                (None, Some(_)) => return Some(Err(without(&wanted.key, &wanted.certificate))),
            };
        }
        let is_set = |name: &&String| matches!(revealed(name), Some(PropertyValue::Bool(true)));
        way.insecure = insecure.as_ref().filter(is_set).cloned();
    }
    if let Some(Named { name, value }) = permission.proxy.as_ref().and_then(named) {
        way.proxy = match proxy_address(&value) {
            Some(address) => Some(Proxy { name, address }),
            None => {
                return Some(Err(format!(
                    "the configuration value `{name}` is not an address of a proxy, such as `http://proxy.example.com:3128`"
                )));
            }
        };
    }
    (way != Route::default()).then(|| Ok(Arc::new(way)))
}

fn without(one: &str, other: &str) -> String {
    format!("the configuration value `{one}` is set without `{other}`, and the two belong together")
}

/// As in other programs, a proxy without a scheme is an HTTP proxy.
pub fn proxy_address(text: &str) -> Option<Url> {
    let address = if text.contains("://") {
        Url::parse(text)
    } else {
        Url::parse(&format!("http://{text}"))
    };
    let address = address.ok()?;
    (matches!(address.scheme(), "http" | "https") && address.has_host()).then_some(address)
}
