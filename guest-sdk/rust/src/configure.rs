//! The author's use of the provider's configuration.

use crate::check::CheckContext;
use crate::config::ConfigState;
use crate::error::{Error, Result};
use crate::hook_context::ConfigureContext;
use crate::hooks::Hooks;

/// The use that a provider makes of its configuration. Optional: without it the values are just there, in
/// [`Context::config`](crate::Context::config).
///
/// Write `#[config]` above the `impl`.
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
pub trait Configure: ConfigState + Hooks {
    /// The type of [`Context::client`](crate::Context::client) in hooks, usually [`http::Client`](crate::http::Client). An `impl`
    /// with `check` alone needs neither this type nor `configure`.
    type Client: 'static;

    /// Makes the client. Called on each new instance before anything else, always with the same values: make it cheap. It
    /// may log in to granted hosts.
    ///
    /// # Errors
    /// The call that needed the instance fails with the error.
    fn configure(&self, cx: &ConfigureContext) -> Result<Self::Client>;

    /// Judges the configuration. Some values may be unknown. Report mistakes with [`CheckContext::fail`]. Pure.
    /// Called in previews and updates, not in refreshes and destroys.
    ///
    /// # Errors
    /// [`Error::Invalid`] is the same as calling `fail`; any other error ends the deployment.
    #[expect(unused_variables, reason = "the names are documentation")]
    fn check(config: &Self::Draft, cx: &CheckContext) -> Result<()> {
        Err(Error::unsupported("the configuration has no `check`"))
    }
}
