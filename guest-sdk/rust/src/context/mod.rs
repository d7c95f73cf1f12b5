//! The contexts of hooks: the data of a call, and the functions that a hook may call.

pub(crate) mod backoff;
pub(crate) mod check;
pub(crate) mod config;
pub(crate) mod hook;
pub(crate) mod random;
pub(crate) mod shared;

use std::fmt::{self, Debug, Display};
use std::ops::Deref;
use std::time::{Duration, SystemTime};

use crate::context::config::{Configure, ProviderConfig, SharedConfig};
use crate::context::random::Random;
use crate::context::shared::Shared;
use crate::error::Result;
use crate::host;
use crate::host::bindings::pulumi_wasm::provider::common::CallContext;
use crate::host::bindings::pulumi_wasm::provider::log::Severity;
use crate::host::fatal::fatal;
use crate::http;

/// The running call: its resource, and the functions that every hook may call.
///
/// This is the context of `configure`, which runs before the configuration exists. A [`Context`] and the contexts of
/// all other hooks have the same functions. Messages belong to the resource of the call, and appear in order.
///
/// ```compile_fail,E0599
/// # use pulumi_wasm_provider::prelude::*;
/// # #[derive(Config)]
/// # struct Settings { url: String }
/// fn url(cx: &ConfigureContext) -> &str {
///     &cx.config::<Settings>().url // the configuration does not exist yet
/// }
/// ```
pub struct ConfigureContext {
    pub(crate) call: CallContext,
    /// The host's monotonic clock when the call began.
    started: Duration,
}

impl ConfigureContext {
    pub(crate) fn new(call: CallContext) -> Self {
        Self {
            call,
            started: host::monotonic(),
        }
    }

    /// The resource's URN; empty if the call has no resource.
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

    /// The project that is deployed; `None` if the engine did not tell it.
    pub fn project(&self) -> Option<&str> {
        self.call.project.as_deref()
    }

    /// The name of the stack that is deployed, without the organization, because engines do not tell it to providers.
    /// `None` if the engine did not send the stack.
    pub fn stack(&self) -> Option<&str> {
        self.call.stack.as_deref()
    }

    /// Whether the call is part of a preview: then nothing outside may change.
    pub fn preview(&self) -> bool {
        self.call.preview
    }

    /// The time that is left for the call. The host ends the call after it.
    pub fn time_left(&self) -> Duration {
        let elapsed = host::monotonic().saturating_sub(self.started);
        Duration::from_millis(self.call.time_left_ms.into()).saturating_sub(elapsed)
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

    /// Shows an error. The deployment continues, and fails at its end. To fail this call, return an error instead.
    pub fn error(&self, message: impl Display) {
        host::log(Severity::Error, &message, false);
    }

    /// Shows progress on the resource's status line. The message is not stored.
    pub fn status(&self, message: impl Display) {
        host::log(Severity::Info, &message, true);
    }

    /// An HTTP client, which may reach the hosts that the user granted.
    pub fn http(&self) -> http::Client {
        http::Client::new()
    }

    /// `count` unpredictable bytes. In `check`, the same request gets the same bytes.
    ///
    /// # Errors
    /// If the host refuses.
    pub fn random(&self, count: usize) -> Result<Vec<u8>> {
        let mut bytes = vec![0; count];
        crate::context::random::fill(&mut bytes)?;
        Ok(bytes)
    }

    /// The same randomness for crates that expect a [`rand_core::RngCore`].
    pub fn rng(&self) -> Random {
        Random::new()
    }

    /// The current time. It stands still in calls that may not change anything outside.
    pub fn now(&self) -> SystemTime {
        let time = SystemTime::UNIX_EPOCH.checked_add(host::now());
        time.unwrap_or(SystemTime::UNIX_EPOCH)
    }

    /// Waits.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled) if the deployment is cancelled.
    pub fn sleep(&self, duration: Duration) -> Result<()> {
        host::sleep(duration)
    }

    /// Values that all instances of the component in this process share: values that are expensive to obtain, such as a
    /// login token, and rate limits.
    pub fn shared(&self) -> Shared {
        Shared::default()
    }

    /// The value of an environment variable; `None` if it is not set.
    ///
    /// # Errors
    /// [`Error::Denied`](crate::Error::Denied) if the user did not grant the variable.
    pub fn env(&self, name: &str) -> Result<Option<String>> {
        host::env(name)
    }
}

impl Debug for ConfigureContext {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_tuple("ConfigureContext")
            .field(&self.call)
            .finish()
    }
}

/// The running call of a configured provider: the functions of a [`ConfigureContext`], the configuration, and the client.
///
/// A function that several hooks call takes a `&Context`. The context of each hook except `configure`, such as
/// [`CreateContext`](crate::CreateContext), is accepted there.
pub struct Context {
    base: ConfigureContext,
    config: SharedConfig,
}

impl Context {
    pub(crate) fn new(call: CallContext, config: SharedConfig) -> Self {
        Self {
            base: ConfigureContext::new(call),
            config,
        }
    }

    pub(crate) fn without_config(self) -> ConfigureContext {
        self.base
    }

    /// The provider's configuration. In the check of the configuration itself it does not exist yet, and asking for it
    /// is fatal.
    pub fn config<C: ProviderConfig>(&self) -> &C {
        match self.config.as_ref().and_then(|config| config.settings()) {
            Some(config) => config,
            None => fatal("the configuration was asked for before the provider was configured"),
        }
    }

    /// The client that `configure` returned: `cx.client::<Settings>()`.
    pub fn client<C: ProviderConfig + Configure>(&self) -> &C::Client {
        match self.config.as_ref().and_then(|config| config.client()) {
            Some(client) => client,
            None => fatal("the client was asked for before the provider was configured"),
        }
    }
}

impl Deref for Context {
    type Target = ConfigureContext;

    fn deref(&self) -> &ConfigureContext {
        &self.base
    }
}

impl Debug for Context {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Context").field(&self.call).finish()
    }
}
