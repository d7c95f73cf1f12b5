//! A provider in a test.

use std::path::Path;
use std::rc::Rc;

use pulumi_wasm_capability::record::{Player, Recording};
use pulumi_wasm_simulator::{self as simulator, Failure, State};
use serde_json::Value;

use crate::core::Core;
use crate::failing::fail;
use crate::fakes::Fakes;
use crate::messages::Message;
use crate::resource::Resource;
use crate::values::{self, Properties};

/// A provider, served by the host as the engine gets it: with defaults, checks, comparisons, previews, secrets and
/// migrations.
///
/// It gets all permissions of its manifest, and its system is simulated: see [`Fakes`]. At its end the test fails when
/// a request was not as expected.
#[derive(Clone)]
pub struct Provider {
    pub(crate) core: Rc<Core>,
}

/// A resource that exists, as a list has it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListedResource {
    /// The id in the form that an import accepts.
    pub id: String,
    /// A name for people.
    pub name: String,
}

impl Provider {
    pub(crate) fn of(core: Core) -> Self {
        Self {
            core: Rc::new(core),
        }
    }

    /// The system of the provider: network, time, randomness, environment.
    #[must_use]
    pub fn fakes(&self) -> &Fakes {
        &self.core.fakes
    }

    /// From now on, answers come from a recording that a user or the author made with `PULUMI_WASM_RECORD`: requests,
    /// the time and random bytes come from the recorded run. Calls of a resource are found by its type and name. The
    /// test fails at its end with the differences.
    ///
    /// # Panics
    /// When the file cannot be read, or has nothing of this package, with the reason.
    #[track_caller]
    pub fn replay(&self, recording: impl AsRef<Path>) {
        let read = Recording::from_file(recording.as_ref());
        match read.and_then(|recording| Player::new(recording, self.name())) {
            Ok(player) => self.core.fakes.replay(player),
            Err(error) => fail(&error.to_string()),
        }
    }

    /// The package's name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.core.package().name()
    }

    /// Configures the provider, as a user's configuration does. Without this it is configured with nothing before its
    /// first call.
    ///
    /// # Errors
    /// When a value is missing or invalid. The provider's own `configure` is called later, before the first call that
    /// needs it. If it fails, that call fails.
    #[track_caller]
    pub fn configure(&self, configuration: Value) -> Result<(), Failure> {
        let configuration = values::map(&configuration);
        self.core
            .wait(self.core.provider().configure(configuration))
    }

    /// A resource of the program, which does not exist yet. The type is a token, or the last part of one.
    #[must_use]
    pub fn resource(&self, token: &str, name: &str) -> Resource {
        Resource::new(
            Rc::clone(&self.core),
            self.core.provider().token(token),
            name.to_owned(),
        )
    }

    /// A resource with recorded state: one from a stack export, or the result of [`Resource::state`].
    ///
    /// # Panics
    /// When the state lacks an id, or has secrets that only the stack can read.
    #[must_use]
    #[track_caller]
    pub fn recorded(&self, token: &str, name: &str, state: &Value) -> Resource {
        let state = State::parse(state).unwrap_or_else(|reason| fail(&reason));
        self.resource(token, name).with(state)
    }

    /// All resources of this package in a stack export, as `pulumi stack export --show-secrets` prints it.
    ///
    /// # Panics
    /// When it is not an export, or a state in it cannot be read.
    #[must_use]
    #[track_caller]
    pub fn recorded_in(&self, export: &Value) -> Vec<Resource> {
        let found = simulator::resources_of_export(export, self.name())
            .unwrap_or_else(|reason| fail(&reason));
        found
            .into_iter()
            .map(|found| self.recorded(&found.token, &found.name, found.state))
            .collect()
    }

    /// Calls a function. The name is a token, or the last part of one.
    ///
    /// # Errors
    /// When arguments are not acceptable, or the call fails.
    #[track_caller]
    pub fn invoke(&self, function: &str, arguments: Value) -> Result<Properties, Failure> {
        self.invoke_in(function, &arguments, false)
    }

    /// Calls a function as a preview does: nothing may be changed outside.
    ///
    /// # Errors
    /// Like [`Self::invoke`].
    #[track_caller]
    pub fn invoke_in_preview(
        &self,
        function: &str,
        arguments: Value,
    ) -> Result<Properties, Failure> {
        self.invoke_in(function, &arguments, true)
    }

    #[track_caller]
    fn invoke_in(
        &self,
        function: &str,
        arguments: &Value,
        preview: bool,
    ) -> Result<Properties, Failure> {
        let provider = self.core.provider();
        let token = provider.token(function);
        let invoked = provider.invoke(&token, values::map(arguments), preview);
        self.core.wait(invoked).map(Properties::from_core)
    }

    /// All existing resources of a type.
    ///
    /// # Errors
    /// When the query is not acceptable, or a call fails.
    #[track_caller]
    pub fn list(&self, token: &str, query: Value) -> Result<Vec<ListedResource>, Failure> {
        let provider = self.core.provider();
        let token = provider.token(token);
        let found = self.core.wait(provider.list(&token, values::map(&query)))?;
        let found = found.into_iter().map(|listed| ListedResource {
            id: listed.id,
            name: listed.name,
        });
        Ok(found.collect())
    }

    /// All messages so far, in order.
    #[must_use]
    pub fn messages(&self) -> Vec<Message> {
        self.core.messages.all()
    }

    /// The number of calls of the provider's code so far. Calls that the host answers alone do not count.
    #[must_use]
    pub fn calls(&self) -> u64 {
        let components = self.core.package().components();
        components.iter().map(|component| component.entries()).sum()
    }
}

impl std::fmt::Debug for Provider {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Provider({})", self.name())
    }
}
