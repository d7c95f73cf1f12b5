//! The data of a call, and its functions.

use std::fmt::{Debug, Display};
use std::time::{Duration, SystemTime};

use crate::bindings::pulumi_wasm::provider::common::CallContext;
use crate::bindings::pulumi_wasm::provider::log::Severity;
use crate::config::{ProviderConfig, SharedConfig};
use crate::configure::Configure;
use crate::error::Result;
use crate::fatal::fatal;
use crate::host;
use crate::http;
use crate::random::Random;
use crate::shared::Shared;

/// The running call: its resource, and the ways out of the sandbox.
///
/// It has everything that each hook may do, so functions that several hooks call take it. The context of a hook, such as
/// [`CreateContext`], has all of it too, and is accepted where a `&Context` is. Messages belong to the resource of the call,
/// and appear in order.
pub struct Context {
    pub(crate) call: CallContext,
    config: SharedConfig,
    /// The host's monotonic clock when the call began.
    started: Duration,
}

impl Context {
    pub(crate) fn new(call: CallContext, config: SharedConfig) -> Self {
        Self {
            call,
            config,
            started: host::monotonic(),
        }
    }

    /// The resource's URN; empty in calls that concern no resource.
    pub fn urn(&self) -> &str {
        &self.call.urn
    }

    /// The type token of the resource, or the token of the function.
    pub fn token(&self) -> &str {
        &self.call.token
    }

    /// The resource's name in the program; empty if the call has no resource.
    pub fn name(&self) -> &str {
        &self.call.name
    }

    /// The project that is deployed; `None` if the engine did not say.
    pub fn project(&self) -> Option<&str> {
        self.call.project.as_deref()
    }

    /// The stack that is deployed, by its name without the organization, which engines do not tell providers. `None`
    /// if the engine did not say.
    pub fn stack(&self) -> Option<&str> {
        self.call.stack.as_deref()
    }

    /// True while the engine only asks what would happen: nothing outside may change.
    pub fn preview(&self) -> bool {
        self.call.preview
    }

    /// The time that is left for the call. The host ends the call when it is over.
    pub fn time_left(&self) -> Duration {
        let elapsed = host::monotonic().saturating_sub(self.started);
        Duration::from_millis(self.call.time_left_ms.into()).saturating_sub(elapsed)
    }

    /// The provider's configuration. Not there yet in `configure` and in checks of the configuration itself.
    pub fn config<C: ProviderConfig>(&self) -> &C {
        match self.config.as_ref().and_then(|config| config.settings()) {
            Some(config) => config,
            None => fatal("the configuration was asked for before the provider was configured"),
        }
    }

    /// What `configure` made of the configuration: `cx.client::<Settings>()`.
    pub fn client<C: ProviderConfig + Configure>(&self) -> &C::Client {
        match self.config.as_ref().and_then(|config| config.client()) {
            Some(client) => client,
            None => fatal("the client was asked for before the provider was configured"),
        }
    }

    /// Shows a message if the user asks for debug output.
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

    /// `count` unguessable bytes; in `check`, bytes that are the same each time the same question is asked.
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

    /// The time of day. It stands still in calls that may not change anything outside.
    pub fn now(&self) -> SystemTime {
        let time = SystemTime::UNIX_EPOCH.checked_add(host::now());
        time.unwrap_or(SystemTime::UNIX_EPOCH)
    }

    /// Waits.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled) when the deployment is being ended.
    pub fn sleep(&self, duration: Duration) -> Result<()> {
        host::sleep(duration)
    }

    /// The values that all instances of the component share in this process, if they are costly to make, such as the
    /// token of a login, and rates.
    pub fn shared(&self) -> Shared {
        Shared::default()
    }

    /// The value of an environment variable; `None` when it is not set.
    ///
    /// # Errors
    /// [`Error::Denied`](crate::Error::Denied) when the user did not grant its name.
    pub fn env(&self, name: &str) -> Result<Option<String>> {
        host::env(name)
    }
}

impl Debug for Context {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Context").field(&self.call).finish()
    }
}
