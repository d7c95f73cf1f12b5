//! The provider's configuration.

use std::any::Any;
use std::rc::Rc;

use crate::context::ConfigureContext;
use crate::context::check::CheckContext;
use crate::error::{Error, Result};
use crate::fields::Properties;
use crate::resource::hooks::Hooks;

/// The configuration of a provider. Written by `#[derive(Config)]`, which also writes the draft.
pub trait ConfigState: Properties + 'static {
    /// The configuration while some of it may be unknown or absent.
    type Draft: Properties;
}

/// The configuration type of a provider. Implemented by `provider!`, and used by
/// [`Context::config`](crate::Context::config).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not this provider's configuration",
    label = "write `.config::<{Self}>()` in `provider!`"
)]
pub trait ProviderConfig: ConfigState {}

/// The configuration that the running call gets.
pub(crate) type SharedConfig = Option<Rc<Configured>>;

/// A configuration of any type, and the result of its `configure`.
#[derive(Debug)]
pub(crate) struct Configured {
    settings: Box<dyn Any>,
    client: Box<dyn Any>,
}

impl Configured {
    pub(crate) fn new(settings: impl Any, client: impl Any) -> Rc<Self> {
        Rc::new(Self {
            settings: Box::new(settings),
            client: Box::new(client),
        })
    }

    pub(crate) fn settings<C: Any>(&self) -> Option<&C> {
        self.settings.downcast_ref()
    }

    pub(crate) fn client<K: Any>(&self) -> Option<&K> {
        self.client.downcast_ref()
    }
}

/// Turns the configuration into the client that hooks use. Optional: hooks read the values themselves by
/// [`Context::config`](crate::Context::config).
///
/// Write `#[config]` above the `impl`. Hooks get the client by `cx.client::<Settings>()`.
///
/// ```
/// use pulumi_wasm_provider::http;
/// use pulumi_wasm_provider::prelude::*;
///
/// #[derive(Config)]
/// struct Settings {
///     url: String,
///     #[property(secret)]
///     token: String,
/// }
///
/// #[config]
/// impl Configure for Settings {
///     type Client = http::Client;
///
///     fn configure(&self, cx: &ConfigureContext) -> Result<http::Client> {
///         Ok(cx.http().base_url(&self.url).bearer(&self.token).attempts(5))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no client",
    label = "write `#[config] impl Configure for {Self}`, whose `configure` returns the client"
)]
pub trait Configure: ConfigState + Hooks {
    /// The type of the client, usually [`http::Client`](crate::http::Client). An `impl` that only has `check` needs
    /// neither this type nor `configure`.
    type Client: 'static;

    /// Creates the client. The host calls it first in each new instance, always with the same values, so it should be
    /// cheap. It may log in to granted hosts.
    ///
    /// # Errors
    /// The call that needed the instance fails with this error.
    fn configure(&self, cx: &ConfigureContext) -> Result<Self::Client>;

    /// Checks the configuration. Some values may be unknown. Report mistakes with [`CheckContext::fail`]. The check
    /// changes nothing outside. The engine calls it in previews and updates, not in refreshes and destroys.
    ///
    /// # Errors
    /// [`Error::Invalid`] has the same effect as `fail`; any other error ends the deployment.
    #[expect(unused_variables, reason = "the names are documentation")]
    fn check(config: &Self::Draft, cx: &CheckContext) -> Result<()> {
        Err(Error::unsupported("the configuration has no `check`"))
    }
}
