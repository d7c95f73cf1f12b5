//! The data of a call, and its functions.

use std::cell::Cell;
use std::fmt::{Debug, Display};
use std::rc::Rc;
use std::time::Duration;

use crate::bindings::pulumi_wasm::provider::common::CallContext;
use crate::bindings::pulumi_wasm::provider::log::Severity;
use crate::config::{ProviderConfig, SharedConfig};
use crate::encoding::{Text, parse};
use crate::error::{Error, Result};
use crate::fatal::fatal;
use crate::fields::{Field, Properties, beside_inputs, decode, print_what_can_be, reason};
use crate::host;
use crate::http;
use crate::random::Random;
use crate::shared::Shared;
use crate::state::Recordable;
use crate::view::{View, Views};
use crate::wait::{Poll, Wait};

/// The running call: its resource, and the ways out of the sandbox.
///
/// Everything outside goes through here. Messages belong to the resource of the call, and appear in order.
pub struct Context {
    call: CallContext,
    config: SharedConfig,
    /// The host's monotonic clock when the call began.
    started: Duration,
    inputs: Option<Rc<Text>>,
    /// What the program gave, in `create` and `update`, and the table that says which of it is recorded.
    given: Option<(Rc<Text>, &'static [Field])>,
    old_views: Vec<View>,
    refresh_before_update: Cell<bool>,
}

impl Context {
    pub(crate) fn new(call: CallContext, config: SharedConfig) -> Self {
        Self {
            call,
            config,
            started: host::monotonic(),
            inputs: None,
            given: None,
            old_views: Vec::new(),
            refresh_before_update: Cell::new(false),
        }
    }

    /// The same context with the inputs that a `read` knows.
    pub(crate) fn with_inputs(self, inputs: Option<Rc<Text>>) -> Self {
        Self { inputs, ..self }
    }

    /// The same context with the inputs that are recorded beside outputs.
    pub(crate) fn with_given(self, inputs: &Rc<Text>, fields: &'static [Field]) -> Self {
        Self {
            given: Some((Rc::clone(inputs), fields)),
            ..self
        }
    }

    /// The same context with the parts that were last shown.
    pub(crate) fn with_views(self, old_views: Vec<View>) -> Self {
        Self { old_views, ..self }
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

    /// How long the call may take, counted from its start. The host ends it then.
    pub fn deadline(&self) -> Duration {
        Duration::from_millis(self.call.time_left_ms.into())
    }

    /// How much of that time is left.
    pub fn remaining(&self) -> Duration {
        let elapsed = host::monotonic().saturating_sub(self.started);
        self.deadline().saturating_sub(elapsed)
    }

    /// In `read`, the known inputs: those last recorded, in an import those that are in its id if the resource has an
    /// `import_id`, in a lookup those that were given. Best as the resource's draft. `None` in an import
    /// by id alone, and outside of `read`.
    ///
    /// # Errors
    /// When they do not fit the type.
    pub fn inputs<P: Properties>(&self) -> Result<Option<P>> {
        let inputs = self.inputs.as_ref().map(|text| text.as_str());
        inputs.map(decode).transpose()
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

    /// The time of day, as the time since 1970-01-01T00:00:00Z. It stands still in calls that may not change anything
    /// outside.
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

    /// Looks at something until it is ready, with pauses in which the host can be cancelled. `look` gets the number of
    /// the look, from 1.
    ///
    /// ```
    /// # use pulumi_wasm_provider::prelude::*;
    /// # use std::time::Duration;
    /// # fn example(cx: &Context, url: &str) -> Result<String> {
    /// let wait = Wait::every(Duration::from_secs(1)).factor(1.5).max_delay(Duration::from_secs(20));
    /// let address = cx.wait(wait, |_| {
    ///     let machine: Json = cx.http().get(url).send()?.error_for_status()?.json()?;
    ///     Ok(match machine.0["address"].as_str() {
    ///         Some(address) => Poll::Ready(address.to_owned()),
    ///         None => Poll::Pending("the machine is starting".into()),
    ///     })
    /// })?;
    /// # Ok(address) }
    /// ```
    ///
    /// # Errors
    /// [`Error::TimedOut`](crate::Error::TimedOut) when the time is over, early enough to still say what there is;
    /// [`Error::Cancelled`](crate::Error::Cancelled) when the deployment is being ended; the errors of `look`.
    pub fn wait<T>(&self, wait: Wait, look: impl FnMut(u32) -> Result<Poll<T>>) -> Result<T> {
        wait.run(look)
    }

    /// Shows parts of the resource as resources of their own, in `create`, `read`, `update` and `delete`, previews
    /// included.
    pub fn views(&self) -> Views {
        Views::default()
    }

    /// The parts as they were last shown, in `read`, `update` and `delete`.
    pub fn old_views(&self) -> &[View] {
        &self.old_views
    }

    /// Asks the engine to refresh the resource before it next updates it, in `create`, `read` and `update`.
    pub fn refresh_before_update(&self) {
        self.refresh_before_update.set(true);
    }

    pub(crate) fn wants_refresh(&self) -> bool {
        self.refresh_before_update.get()
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

    /// Records that the thing exists, in the middle of a long `create` or `update`: as soon as there is an id. When the
    /// call fails later, however it fails, the engine keeps this state. The last one saved counts.
    ///
    /// Give the outputs that there are, as the resource's `…Partial`, or all of them, as its `…Outputs`: they are recorded
    /// beside the inputs of the call. Or give the whole state. `resume` and `delete` get what was recorded; one that takes
    /// the `…Partial` can tell which outputs it lacks.
    ///
    /// # Errors
    /// [`Error::Unsupported`](crate::Error::Unsupported) outside `create` and `update`; and where Pulumi cannot hold a value,
    /// such as a number that is not finite: the rest is recorded.
    pub fn checkpoint<S: Recordable>(&self, id: &str, state: &S) -> Result<()> {
        let (mut outputs, lost) = print_what_can_be(|target| state.write_to(target));
        if let Some((inputs, fields)) = &self.given
            && S::BESIDE_INPUTS
        {
            outputs = beside_inputs(outputs, &lost, inputs, fields);
        }
        host::save_checkpoint(id, parse(&outputs).unwrap_or_default())?;
        match lost.first() {
            None => Ok(()),
            Some(_) => Err(Error::other(reason(&lost))),
        }
    }
}

impl Debug for Context {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Context").field(&self.call).finish()
    }
}
