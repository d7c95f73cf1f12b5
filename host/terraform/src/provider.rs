//! The provider of this process: its package, and the context of its calls.

use std::sync::Arc;

use parking_lot::Mutex;
use pulumi_wasm_core::call::{Call, LogSink, Operation, Subject};
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::manifest::Hook;
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::configure::ConfigureError;
use pulumi_wasm_core::operations::create::ChangeFailure;
use pulumi_wasm_core::package::Package;
use pulumi_wasm_core::redaction::Secrets;
use pulumi_wasm_core::state::StoredProperties;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};
use pulumi_wasm_packages::own_package::OwnPackage;
use pulumi_wasm_packages::{Loaded, Loader};
use pulumi_wasm_platform::termination::Termination;
use tokio::sync::OnceCell;
use tokio_util::sync::CancellationToken;

use crate::convert::value::Value;
use crate::convert::wire::encode;
use crate::diagnostics;
use crate::failure_report;
use crate::handshake::Protocol;
use crate::log::CallLog;
use crate::proto::tfplugin6::{Diagnostic, ResourceIdentityData};
use crate::schema::block::Block;
use crate::schema::catalog::Catalog;
use crate::schema::names;
use crate::schema::timeouts;
use crate::wording::TerraformWording;

/// The provider of this process.
pub(crate) struct Provider {
    loader: Loader,
    own: OwnPackage,
    serving: OnceCell<Serving>,
    secrets: Arc<Secrets>,
    cancellation: Mutex<CancellationToken>,
    protocol: Protocol,
    termination: Termination,
    /// The configuration, if a core has sent it.
    configured: Mutex<Option<PropertyMap>>,
    /// The warnings of loading the package. The next answer has them.
    notes: Mutex<Vec<Diagnostic>>,
}

/// A loaded package.
pub(crate) struct Serving {
    pub(crate) loaded: Loaded,
    pub(crate) catalog: Catalog,
}

impl Serving {
    pub(crate) fn package(&self) -> &Arc<Package> {
        self.catalog.package()
    }
}

impl Provider {
    pub(crate) fn new(
        loader: Loader,
        own: OwnPackage,
        protocol: Protocol,
        termination: Termination,
    ) -> Arc<Self> {
        Arc::new(Self {
            // A resource has no name here that another process knows it by.
            loader: loader
                .without_journal()
                .for_own(Some(own.clone()))
                .naming_configuration(argument),
            own,
            serving: OnceCell::new(),
            secrets: Secrets::new(),
            cancellation: Mutex::default(),
            protocol,
            termination,
            configured: Mutex::default(),
            notes: Mutex::default(),
        })
    }

    /// The warnings of loading the package, once.
    pub(crate) fn take_notes(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.notes.lock())
    }

    /// The package, loaded by the first call that needs it.
    ///
    /// # Errors
    /// With a message for the user, if it cannot be loaded.
    pub(crate) async fn serving(&self) -> Result<&Serving, Vec<Diagnostic>> {
        self.serving.get_or_try_init(|| self.load()).await
    }

    async fn load(&self) -> Result<Serving, Vec<Diagnostic>> {
        let messages = CallLog::new();
        let log: Arc<dyn LogSink> = Arc::<CallLog>::clone(&messages);
        let loaded = self.loader.load_own(&self.own, &log).await;
        *self.notes.lock() = messages.take();
        let loaded = loaded.map_err(|error| vec![diagnostics::from_source(&error)])?;
        for name in &loaded.value.grants.env {
            if let Some(value) = loaded.package.variable(name) {
                self.secrets.keep(&value);
            }
        }
        let catalog =
            Catalog::of(&loaded.package, self.protocol).map_err(|error| vec![unusable(&error)])?;
        Ok(Serving { loaded, catalog })
    }

    /// Configures the components. They keep a configuration whose values are known, because calls may run with it.
    ///
    /// # Errors
    /// If values are missing, or differ from the values of a configuration before.
    pub(crate) fn configure(
        &self,
        package: &Package,
        inputs: &StoredProperties,
    ) -> Result<(), NotConfigured> {
        let mut configured = self.configured.lock();
        if let Some(earlier) = &*configured
            && !is_completed(earlier, &inputs.values)
        {
            return Err(NotConfigured::Already);
        }
        operations::configure(package, &self.secrets, inputs)?;
        *configured = Some(inputs.values.clone());
        Ok(())
    }

    /// The context of a call on a type, with its messages.
    pub(crate) fn call(&self, operation: Operation, token: &str) -> (Call, Arc<CallLog>) {
        self.call_as(operation, token, token.rsplit(':').next().unwrap_or(token))
    }

    /// The context of a call on the provider itself. The configuration is the user's, because no component declares providers here.
    pub(crate) fn call_on_provider(
        &self,
        operation: Operation,
        package: &str,
    ) -> (Call, Arc<CallLog>) {
        self.call_as(operation, &format!("pulumi:providers:{package}"), "default")
    }

    /// The context of a call on a resource of this name. Terraform tells no names, so it is made up.
    pub(crate) fn call_as(
        &self,
        operation: Operation,
        token: &str,
        name: &str,
    ) -> (Call, Arc<CallLog>) {
        let log = CallLog::new();
        let subject = Subject {
            urn: format!("urn:pulumi:terraform::terraform::{token}::{name}"),
            token: token.to_owned(),
            name: name.to_owned(),
        };
        let cancellation = self.cancellation.lock().child_token();
        let sink: Arc<dyn LogSink> = Arc::<CallLog>::clone(&log);
        let call = Call {
            wording: &TerraformWording,
            ..Call::new(operation, subject, cancellation, sink, &self.secrets)
        };
        (call, log)
    }

    /// Ends all running calls after their grace time. A process that is too busy for that is ended.
    pub(crate) fn stop(&self) {
        if let Some(serving) = self.serving.get() {
            let grace = serving.loaded.cancel_grace();
            self.termination.expect_answer_after(grace);
        }
        self.cancellation.lock().cancel();
    }
}

/// A package that cannot be served under this protocol, or a type that it does not have.
pub(crate) fn unusable(error: &CallError) -> Diagnostic {
    let hint = error.hint().map(|hint| format!("\nhint: {hint}"));
    let detail = format!("{error}{}", hint.unwrap_or_default());
    let summary = match error {
        CallError::Refused { .. } => "The request cannot be served",
        _ => "The provider cannot be used",
    };
    diagnostics::error(summary, &detail)
}

/// The argument of the provider's block for a configuration value.
fn argument(_: &str, key: &str) -> String {
    names::attribute(key, names::Place::Provider)
}

/// Why a configuration has no effect.
pub(crate) enum NotConfigured {
    /// The provider is configured with other values.
    Already,
    Refused(ConfigureError),
}

impl From<ConfigureError> for NotConfigured {
    fn from(error: ConfigureError) -> Self {
        Self::Refused(error)
    }
}

/// Whether a configuration only completes an earlier one: it has the same known values.
fn is_completed(earlier: &PropertyMap, now: &PropertyMap) -> bool {
    let is_open = earlier.values().any(PropertyValue::contains_unknown);
    let adds = now.keys().any(|name| !earlier.contains_key(name));
    (is_open || !adds)
        && earlier
            .iter()
            .all(|(name, value)| value.contains_unknown() || now.get(name) == Some(value))
}

/// The context of a call that found its type.
pub(crate) struct Typed<'a> {
    pub(crate) provider: &'a Provider,
    pub(crate) serving: &'a Serving,
    /// The type in Terraform's form.
    pub(crate) name: &'a str,
    pub(crate) token: &'a str,
    pub(crate) block: Arc<Block>,
}

impl Provider {
    /// Finds the type of a request.
    ///
    /// # Errors
    /// With a message for the user.
    pub(crate) async fn typed<'a>(
        &'a self,
        kind: crate::schema::catalog::Kind,
        name: &'a str,
    ) -> Result<Typed<'a>, Vec<Diagnostic>> {
        let serving = self.serving().await?;
        let found = serving.catalog.find(kind, name);
        let (token, block) = found.map_err(|error| vec![unusable(&error)])?;
        Ok(Typed {
            provider: self,
            serving,
            name,
            token,
            block,
        })
    }
}

impl Typed<'_> {
    pub(crate) fn call(&self, operation: Operation) -> (Call, Arc<CallLog>) {
        self.provider.call(operation, self.token)
    }

    /// The context of a change, with the time limit in a configuration or state.
    pub(crate) fn call_within(&self, operation: Operation, value: &Value) -> (Call, Arc<CallLog>) {
        let (mut call, log) = self.call(operation);
        call.timeout = timeouts::of(value, operation);
        (call, log)
    }

    pub(crate) fn package(&self) -> &Package {
        self.serving.package()
    }

    /// Whether an update can change an input of the resource. Otherwise a change replaces the resource.
    pub(crate) fn is_updatable(&self, property: &str) -> bool {
        let Some(component) = self.package().component_of(self.token) else {
            return false;
        };
        let manifest = component.manifest();
        let resource = manifest.resource(self.token).ok().flatten();
        let declared = resource.and_then(|(_, schema)| schema.inputs.properties.get(property));
        manifest.resource_has(self.token, Hook::Update)
            && declared.is_some_and(|property| !property.replace_on_changes)
    }

    /// The identity of a resource with this id, for an answer.
    pub(crate) fn identity(&self, id: &str) -> ResourceIdentityData {
        let identity = self.block.identity.of_id(id);
        ResourceIdentityData {
            identity_data: Some(encode::dynamic_value(&identity)),
        }
    }

    /// The messages of a call that failed, behind its warnings.
    pub(crate) fn failed(
        &self,
        (call, log): (&Call, &Arc<CallLog>),
        error: &CallError,
    ) -> Vec<Diagnostic> {
        let report = failure_report::of(self.package(), call, error);
        self.failed_with((call, log), error, &report)
    }

    /// The messages of a change that failed and left nothing to record.
    pub(crate) fn failed_unrecorded(
        &self,
        (call, log): (&Call, &Arc<CallLog>),
        failure: &ChangeFailure,
    ) -> Vec<Diagnostic> {
        let report = failure_report::of_unrecorded(self.package(), call, failure);
        self.failed_with((call, log), &failure.failure.error, &report)
    }

    fn failed_with(
        &self,
        (call, log): (&Call, &Arc<CallLog>),
        error: &CallError,
        report: &str,
    ) -> Vec<Diagnostic> {
        let mut all = log.take();
        let block = &self.block;
        all.extend(diagnostics::from_call(
            call, self.name, block, error, report,
        ));
        all
    }
}
