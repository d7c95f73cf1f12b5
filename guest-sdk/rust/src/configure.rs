//! The author's use of the provider's configuration.

use crate::check::CheckContext;
use crate::config::ConfigState;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::hooks::Hooks;

/// A provider's use of its configuration. Optional: without it the values are just there, in
/// [`Context::config`].
///
/// Write `#[config]` above the `impl`.
#[expect(unused_variables, reason = "the names are documentation")]
pub trait Configure: ConfigState + Hooks {
    /// Completes the configuration. Called on each new instance before anything else, always with the same values:
    /// make it cheap. It may log in to granted hosts, and keep what it got in a field marked `#[property(skip)]`.
    ///
    /// # Errors
    /// The call that needed the instance fails with the error.
    fn configure(&mut self, cx: &Context) -> Result<()> {
        Ok(())
    }

    /// Judges the configuration, of which some may be unknown: name what is wrong with [`CheckContext::fail`]. Pure.
    /// Called in previews and updates, not in refreshes and destroys.
    ///
    /// # Errors
    /// [`Error::Invalid`] is the same as calling `fail`; any other error ends the deployment.
    fn check(config: &Self::Draft, cx: &CheckContext) -> Result<()> {
        Err(Error::unsupported("the configuration has no `check`"))
    }
}
