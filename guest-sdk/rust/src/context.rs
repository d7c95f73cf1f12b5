//! What a call knows and may do.

use std::any::Any;
use std::fmt::{Debug, Display};
use std::rc::Rc;
use std::time::Duration;

use crate::bindings::pulumi_wasm::provider::common::CallContext;
use crate::bindings::pulumi_wasm::provider::log::Severity;
use crate::config::ProviderConfig;
use crate::error::Result;
use crate::fatal::fatal;
use crate::host;
use crate::http;
use crate::path::PropertyPath;
use crate::random::Random;
use crate::resource::ResourceState;

/// The running call: what it is about, and the ways out of the sandbox.
///
/// Everything outside goes through here. Messages belong to the resource of the call, and appear in order.
pub struct Context {
    call: CallContext,
    config: Option<Rc<dyn Any>>,
}

impl Context {
    pub(crate) fn new(call: CallContext, config: Option<Rc<dyn Any>>) -> Self {
        Self { call, config }
    }

    /// The resource's URN; empty in calls that concern no resource.
    pub fn urn(&self) -> &str {
        &self.call.urn
    }

    /// The type token of the resource, or the token of the function.
    pub fn token(&self) -> &str {
        &self.call.token
    }

    /// The resource's name in the program; empty where there is none.
    pub fn name(&self) -> &str {
        &self.call.name
    }

    /// True while the engine only asks what would happen: nothing outside may change.
    pub fn preview(&self) -> bool {
        self.call.preview
    }

    /// How long the call may take, counted from its start. The host ends it then.
    pub fn deadline(&self) -> Duration {
        Duration::from_millis(self.call.deadline_ms.into())
    }

    /// The provider's configuration. Not there yet in `configure` and in checks of the configuration itself.
    pub fn config<C: ProviderConfig>(&self) -> &C {
        match self
            .config
            .as_ref()
            .and_then(|config| config.downcast_ref())
        {
            Some(config) => config,
            None => fatal("the configuration was asked for before the provider was configured"),
        }
    }

    /// Shows a message where the user asks for debug output.
    pub fn debug(&self, message: impl Display) {
        host::log(Severity::Debug, &message, false);
    }

    /// Shows a message.
    pub fn info(&self, message: impl Display) {
        host::log(Severity::Info, &message, false);
    }

    /// Shows a warning.
    pub fn warn(&self, message: impl Display) {
        host::log(Severity::Warning, &message, false);
    }

    /// Shows an error, and makes the deployment fail at its end. To fail this call, return an error instead.
    pub fn error(&self, message: impl Display) {
        host::log(Severity::Error, &message, false);
    }

    /// Shows progress on the resource's status line. It is not kept.
    pub fn status(&self, message: impl Display) {
        host::log(Severity::Info, &message, true);
    }

    /// A client for HTTP, under the grants that the user gave.
    pub fn http(&self) -> http::Client {
        http::Client::new()
    }

    /// `count` bytes that nobody can guess; in `check`, bytes that are the same each time the same question is asked.
    ///
    /// # Errors
    /// When the host refuses.
    pub fn random(&self, count: usize) -> Result<Vec<u8>> {
        let mut bytes = vec![0; count];
        crate::random::fill(&mut bytes)?;
        Ok(bytes)
    }

    /// The same randomness for crates that want a [`rand_core::RngCore`].
    pub fn rng(&self) -> Random {
        Random::new()
    }

    /// The time of day, as the time since 1970-01-01T00:00:00Z. It stands still where nothing may change outside.
    pub fn now(&self) -> Duration {
        host::now()
    }

    /// Waits.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled) when the deployment is being ended.
    pub fn sleep(&self, duration: Duration) -> Result<()> {
        host::sleep(duration)
    }

    /// The value of an environment variable; `None` when it is not set.
    ///
    /// # Errors
    /// [`Error::Denied`](crate::Error::Denied) when the user did not grant its name.
    pub fn env(&self, name: &str) -> Result<Option<String>> {
        host::env(name)
    }

    /// Records that the thing exists, in the middle of a long `create` or `update`: as soon as there is an id. When the
    /// call fails later, however it fails, the engine keeps this state. The last one saved counts.
    ///
    /// The state must be whole, because `resume` and `delete` get it: give outputs that come late an `Option`.
    ///
    /// # Errors
    /// [`Error::Unsupported`](crate::Error::Unsupported) outside `create` and `update`.
    pub fn checkpoint<R: ResourceState>(&self, id: &str, state: &R) -> Result<()> {
        let outputs = state.to_properties(&PropertyPath::Root)?;
        host::save_checkpoint(id, outputs)
    }
}

impl Debug for Context {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Context").field(&self.call).finish()
    }
}
