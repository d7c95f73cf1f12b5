//! The host's core with one provider in it, called as the engine's requests call it.

use std::cell::RefCell;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use pulumi_wasm_host::capability::http::HostPattern;
use pulumi_wasm_host::capability::{Capabilities, Grants};
use pulumi_wasm_host::limits::Limits;
use pulumi_wasm_host::provider::call::{Call, Effects, Operation, Subject};
use pulumi_wasm_host::provider::component::Component;
use pulumi_wasm_host::provider::configure::ConfigureError;
use pulumi_wasm_host::provider::create::ChangeFailure;
use pulumi_wasm_host::provider::error::{CallError, PartialState};
use pulumi_wasm_host::provider::manifest::Manifest;
use pulumi_wasm_host::provider::package::Package;
use pulumi_wasm_host::provider::redaction::Secrets;
use pulumi_wasm_host::provider::value::PropertyMap;
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;

use crate::fail;
use crate::failure::{Failure, FailureKind};
use crate::fakes::Fakes;
use crate::messages::Messages;

pub(crate) struct Core {
    pub(crate) package: Package,
    runtime: Runtime,
    pub(crate) fakes: Fakes,
    pub(crate) messages: Messages,
    secrets: Arc<Secrets>,
    /// What became of `configure`; none before.
    configured: RefCell<Option<Result<(), Failure>>>,
}

/// A create or update that failed, and what exists nevertheless.
pub(crate) struct FailedChange {
    pub(crate) failure: Failure,
    pub(crate) partial: Option<PartialState>,
    pub(crate) refresh_before_update: bool,
}

impl Core {
    /// The core with one component, which is made of its manifest and what it may reach: all that it wants.
    #[track_caller]
    pub(crate) fn new(
        manifest: &Manifest,
        make: impl FnOnce(&Arc<Capabilities>) -> Arc<dyn Component>,
    ) -> Self {
        let fakes = Fakes::default();
        let surroundings = fakes.surroundings();
        let capabilities =
            Capabilities::within(surroundings, &wanted(manifest), &Limits::default());
        let component = make(&capabilities);
        let environment =
            Box::new(move |name: &str| capabilities.variable(None, name).ok().flatten());
        let package = match Package::assemble(vec![component], environment) {
            Ok(package) => package,
            Err(error) => fail(&error.to_string()),
        };
        let runtime = match Builder::new_current_thread().enable_all().build() {
            Ok(runtime) => runtime,
            Err(error) => fail(&format!(
                "the runtime of the test cannot be started: {error}"
            )),
        };
        Self {
            package,
            runtime,
            fakes,
            messages: Messages::default(),
            secrets: Secrets::new(),
            configured: RefCell::new(None),
        }
    }

    /// A call about something; the seed is that of the engine for the resource.
    pub(crate) fn call(&self, operation: Operation, subject: Subject) -> Call {
        Call {
            effects: Effects::All,
            ..Call::new(
                operation,
                subject,
                CancellationToken::new(),
                Arc::new(self.messages.clone()),
                &self.secrets,
            )
        }
    }

    pub(crate) fn wait<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }

    /// Runs a call of a configured provider.
    pub(crate) fn run<T>(
        &self,
        call: &Call,
        work: impl Future<Output = Result<T, CallError>>,
    ) -> Result<T, Failure> {
        self.ready()?;
        self.wait(work)
            .map_err(|error| Failure::of_call(call, &error))
    }

    /// The same for a call that may leave something behind.
    pub(crate) fn change<T>(
        &self,
        call: &Call,
        work: impl Future<Output = Result<T, ChangeFailure>>,
    ) -> Result<T, FailedChange> {
        self.ready().map_err(|failure| FailedChange {
            failure,
            partial: None,
            refresh_before_update: false,
        })?;
        self.wait(work).map_err(|failed| {
            let failure = Failure::of_call(call, &failed.failure.error);
            FailedChange {
                failure: match &failed.partial {
                    Some(partial) => failure.recorded(&partial.reasons),
                    None => failure,
                },
                partial: failed.partial,
                refresh_before_update: failed.refresh_before_update,
            }
        })
    }

    /// Checks and sets the configuration, as the engine sends it.
    pub(crate) fn configure(&self, configuration: PropertyMap) -> Result<(), Failure> {
        if self.configured.borrow().is_some() {
            return Err(Failure::new(
                "configure",
                FailureKind::Refused,
                "the provider is configured already, as the engine does it once; make another one \
                 for another configuration",
            ));
        }
        let outcome = self.try_configure(configuration);
        *self.configured.borrow_mut() = Some(outcome.clone());
        outcome
    }

    fn try_configure(&self, configuration: PropertyMap) -> Result<(), Failure> {
        let call = self.call(Operation::CheckConfig, Subject::default());
        let checked = self
            .wait(self.package.check_config(&call, configuration))
            .map_err(|error| Failure::of_call(&call, &error))?;
        if !checked.failures.is_empty() {
            return Err(Failure::invalid("check-config", checked.failures));
        }
        let call = self.call(Operation::Configure, Subject::default());
        self.package
            .configure(&self.secrets, &checked.inputs)
            .map_err(|error| match error {
                ConfigureError::Missing(keys) => {
                    let names: Vec<_> = keys.iter().map(|key| format!("`{}`", key.name)).collect();
                    Failure::new(
                        "configure",
                        FailureKind::Invalid,
                        format!("missing configuration: {}", names.join(", ")),
                    )
                }
                ConfigureError::Failed(error) => Failure::of_call(&call, &error),
            })
    }

    /// Configures a provider that was not, with nothing.
    fn ready(&self) -> Result<(), Failure> {
        let known = self.configured.borrow().clone();
        known.unwrap_or_else(|| self.configure(PropertyMap::new()))
    }
}

/// Everything that the manifest asks for: what a provider reaches beyond that is refused, as it would be for a user who
/// granted what was asked.
fn wanted(manifest: &Manifest) -> Grants {
    let net = manifest
        .wants
        .net
        .iter()
        .filter(|want| want.configuration_key().is_none())
        .filter_map(|want| want.host.parse::<HostPattern>().ok());
    let env = manifest.wants.env.iter().map(|want| want.name.clone());
    Grants {
        net: net.collect(),
        env: env.collect(),
    }
}

/// A duration that a program gives as `customTimeouts`.
pub(crate) type Timeout = Option<Duration>;

/// Fails the test where the provider did otherwise than it expected.
impl Drop for Core {
    fn drop(&mut self) {
        let complaints = self.fakes.complaints();
        if !complaints.is_empty() && !std::thread::panicking() {
            fail(&format!(
                "requests were not as expected:\n  {}",
                complaints.join("\n  ")
            ));
        }
    }
}
