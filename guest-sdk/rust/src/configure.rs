//! The author's use of the provider's configuration.

use crate::check::CheckContext;
use crate::config::ConfigState;
use crate::context::ConfigureContext;
use crate::error::{Error, Result};
use crate::hooks::Hooks;

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
    /// The type of the client, usually [`http::Client`](crate::http::Client). An `impl` that only has `check` needs neither this
    /// type nor `configure`.
    type Client: 'static;

    /// Makes the client. The host calls it first in each new instance, always with the same values, so it should be cheap. It may
    /// log in to granted hosts.
    ///
    /// # Errors
    /// The call that needed the instance fails with this error.
    fn configure(&self, cx: &ConfigureContext) -> Result<Self::Client>;

    /// Checks the configuration. Some values may be unknown. Report mistakes with [`CheckContext::fail`]. The check changes
    /// nothing outside. The engine calls it in previews and updates, not in refreshes and destroys.
    ///
    /// # Errors
    /// [`Error::Invalid`] has the same effect as `fail`; any other error ends the deployment.
    #[expect(unused_variables, reason = "the names are documentation")]
    fn check(config: &Self::Draft, cx: &CheckContext) -> Result<()> {
        Err(Error::unsupported("the configuration has no `check`"))
    }
}
