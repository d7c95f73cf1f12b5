//! The hosts and variables that a provider asks for.

use super::{Credential, Tls};
use crate::context::config::ConfigState;
use crate::value::path::PropertyName;

/// A host that the provider asks for, in [`Provider::net`](crate::Provider::net).
///
/// ```
/// use pulumi_wasm_provider::Net;
///
/// const API: Net = Net::host("api.example.com").required().reason("the server that is managed");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Net {
    pub(crate) host: Host,
    pub(crate) required: bool,
    pub(crate) reason: &'static str,
    pub(crate) safe_requests: &'static [&'static str],
    pub(crate) credential: Option<Credential>,
    pub(crate) tls: Option<Tls>,
    pub(crate) proxy: Option<&'static str>,
}

/// The source of a host's name.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Host {
    Named(&'static str),
    /// A value of the configuration.
    Configured(&'static str),
}

impl Net {
    /// The host in a value of the configuration, which is its address: `Net::from(Settings::SERVER_URL)`. A user who
    /// sets the value grants the host.
    pub const fn from<C: ConfigState, T>(value: PropertyName<C, T>) -> Self {
        Self::at(Host::Configured(value.as_str()))
    }

    /// A host by its name: `api.example.com`, `api.example.com:8443`, `*.example.com`.
    ///
    /// ```compile_fail,E0080
    /// use pulumi_wasm_provider::Net;
    ///
    /// const API: Net = Net::host("config:serverUrl");
    /// ```
    #[track_caller]
    pub const fn host(host: &'static str) -> Self {
        refuse_reference(host);
        Self::at(Host::Named(host))
    }

    const fn at(host: Host) -> Self {
        Self {
            host,
            required: false,
            reason: "",
            safe_requests: &[],
            credential: None,
            tls: None,
            proxy: None,
        }
    }

    /// The component does not run without the grant.
    #[must_use]
    pub const fn required(self) -> Self {
        Self {
            required: true,
            ..self
        }
    }

    /// Why, for the user who grants it.
    #[must_use]
    pub const fn reason(self, reason: &'static str) -> Self {
        Self { reason, ..self }
    }

    /// Read-only requests, such as `POST /search`: they are also sent in calls that may not change anything. `GET`,
    /// `HEAD`, `OPTIONS` and GraphQL queries are sent there without it. An entry for the path of a GraphQL server lets
    /// mutations pass too.
    #[must_use]
    pub const fn safe_requests(self, requests: &'static [&'static str]) -> Self {
        Self {
            safe_requests: requests,
            ..self
        }
    }

    /// The secret of the configuration that the host attaches to requests.
    #[must_use]
    #[track_caller]
    pub const fn credential(self, credential: Credential) -> Self {
        Self {
            credential: Some(credential.checked()),
            ..self
        }
    }

    /// The values of the configuration that TLS with the host follows.
    #[must_use]
    #[track_caller]
    pub const fn tls(self, tls: Tls) -> Self {
        Self {
            tls: Some(tls.checked()),
            ..self
        }
    }

    /// The value of the configuration with the address of a proxy.
    #[must_use]
    pub const fn proxy<C: ConfigState, T>(self, value: PropertyName<C, T>) -> Self {
        Self {
            proxy: Some(value.as_str()),
            ..self
        }
    }
}

/// An environment variable that the provider asks for, in [`Provider::env`](crate::Provider::env).
#[derive(Clone, Copy, Debug)]
pub struct Env {
    pub(crate) name: &'static str,
    pub(crate) required: bool,
    pub(crate) reason: &'static str,
}

impl Env {
    /// The variable of this name.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            required: false,
            reason: "",
        }
    }

    /// The component does not run without the grant.
    #[must_use]
    pub const fn required(self) -> Self {
        Self {
            required: true,
            ..self
        }
    }

    /// Why, for the user who grants it.
    #[must_use]
    pub const fn reason(self, reason: &'static str) -> Self {
        Self { reason, ..self }
    }
}

/// Ends the compilation if a host's name refers to the configuration as the manifest does.
#[track_caller]
#[expect(
    clippy::panic,
    reason = "ends the compilation, with an error at the author's line"
)]
const fn refuse_reference(host: &str) {
    if let Some((b"config:", _)) = host.as_bytes().split_first_chunk::<7>() {
        panic!(
            "a host in the configuration is named by the constant of its field: write `Net::from(Settings::SERVER_URL)`"
        )
    }
}
