//! A package, called like an engine calls it.

use std::future::Future;
use std::sync::Arc;

use parking_lot::Mutex;
use pulumi_wasm_core::call::{Call, Effects, LogSink, Operation, Subject};
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::configure::ConfigureError;
use pulumi_wasm_core::operations::create::{ChangeFailure, LeftBehind};
use pulumi_wasm_core::operations::list::Listing;
use pulumi_wasm_core::package::Package;
use pulumi_wasm_core::redaction::Secrets;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};
use tokio_util::sync::CancellationToken;

use super::failure::{Failure, FailureKind};
use super::values;

/// A package with a configuration, and the state that its calls share.
pub struct Provider {
    package: Arc<Package>,
    secrets: Arc<Secrets>,
    log: Arc<dyn LogSink>,
    cancellation: CancellationToken,
    /// The result of `configure`; `None` before.
    configured: Mutex<Option<Result<(), Failure>>>,
}

/// A create or update that failed, and the resource that exists nevertheless.
#[derive(Debug)]
pub struct FailedChange {
    /// Why.
    pub failure: Failure,
    /// The resource that exists although the call failed.
    pub partial: Option<LeftBehind>,
    /// Whether the engine refreshes the resource before its next update.
    pub refresh_before_update: bool,
}

/// A resource that a list found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The id in the form that an import accepts.
    pub id: String,
    /// A name for people.
    pub name: String,
}

impl Provider {
    /// A provider that is not configured yet. Messages of its calls go to the log.
    #[must_use]
    pub fn new(package: Arc<Package>, log: Arc<dyn LogSink>) -> Arc<Self> {
        Arc::new(Self {
            package,
            secrets: Secrets::new(),
            log,
            cancellation: CancellationToken::new(),
            configured: Mutex::new(None),
        })
    }

    /// The package.
    #[must_use]
    pub fn package(&self) -> &Package {
        &self.package
    }

    /// The values that no message may contain.
    #[must_use]
    pub fn secrets(&self) -> &Arc<Secrets> {
        &self.secrets
    }

    /// Ends all calls when it is cancelled.
    #[must_use]
    pub fn cancellation(&self) -> &CancellationToken {
        &self.cancellation
    }

    /// A call with a subject.
    pub(super) fn call(&self, operation: Operation, subject: Subject) -> Call {
        Call {
            effects: Effects::All,
            ..Call::new(
                operation,
                subject,
                self.cancellation.child_token(),
                Arc::clone(&self.log),
                &self.secrets,
            )
        }
    }

    /// Runs a call of a configured provider.
    pub(super) async fn run<T>(
        &self,
        call: &Call,
        work: impl Future<Output = Result<T, CallError>>,
    ) -> Result<T, Failure> {
        self.ready().await?;
        work.await.map_err(|error| Failure::of_call(call, &error))
    }

    /// Makes a call that may leave a resource behind.
    pub(super) async fn change<T>(
        &self,
        call: &Call,
        work: impl Future<Output = Result<T, ChangeFailure>>,
    ) -> Result<T, FailedChange> {
        self.ready().await.map_err(|failure| FailedChange {
            failure,
            partial: None,
            refresh_before_update: false,
        })?;
        work.await.map_err(|failed| {
            let failure = Failure::of_call(call, &failed.failure.error);
            FailedChange {
                failure: match &failed.partial {
                    Some(partial) => {
                        failure.recorded(&call.secrets.text(&partial.reasons.join("; ")))
                    }
                    None => failure,
                },
                partial: failed.partial,
                refresh_before_update: failed.refresh_before_update,
            }
        })
    }

    /// Checks and sets the configuration, as the engine sends it: each value that is not text becomes JSON text.
    ///
    /// # Errors
    /// When a value is missing or not acceptable, or the provider is configured already. The component's own
    /// `configure` is called later, before the first call that needs it. If it fails, that call fails.
    pub async fn configure(&self, configuration: PropertyMap) -> Result<(), Failure> {
        if self.known().is_some() {
            return Err(Failure::new(
                "configure",
                FailureKind::Refused,
                "the provider is already configured, and an engine configures it once; create another provider \
                 for another configuration",
            ));
        }
        let sent = |(key, value)| (key, as_text(value));
        let outcome = self
            .try_configure(configuration.into_iter().map(sent).collect())
            .await;
        *self.configured.lock() = Some(outcome.clone());
        outcome
    }

    async fn try_configure(&self, configuration: PropertyMap) -> Result<(), Failure> {
        let call = self.call(Operation::CheckConfig, Subject::default());
        let checked = operations::check_config(&self.package, &call, configuration.into())
            .await
            .map_err(|error| Failure::of_call(&call, &error))?;
        if !checked.failures.is_empty() {
            return Err(Failure::invalid(&call, "check-config", &checked.failures));
        }
        let call = self.call(Operation::Configure, Subject::default());
        operations::configure(&self.package, &self.secrets, &checked.inputs).map_err(|error| {
            match error {
                ConfigureError::Missing(keys) => {
                    let names: Vec<_> = keys.iter().map(|key| format!("`{}`", key.name)).collect();
                    Failure::new(
                        "configure",
                        FailureKind::Invalid,
                        format!("missing configuration: {}", names.join(", ")),
                    )
                }
                ConfigureError::Failed(error) => Failure::of_call(&call, &error),
            }
        })
    }

    fn known(&self) -> Option<Result<(), Failure>> {
        self.configured.lock().clone()
    }

    /// Configures an unconfigured provider with an empty configuration.
    async fn ready(&self) -> Result<(), Failure> {
        match self.known() {
            Some(outcome) => outcome,
            None => self.configure(PropertyMap::new()).await,
        }
    }

    /// Calls a function by its token. In a preview, nothing outside may change.
    ///
    /// # Errors
    /// When arguments are not acceptable, or the call fails.
    pub async fn invoke(
        &self,
        token: &str,
        arguments: PropertyMap,
        preview: bool,
    ) -> Result<PropertyMap, Failure> {
        let subject = Subject {
            token: token.to_owned(),
            ..Subject::default()
        };
        let call = Call {
            preview,
            ..self.call(Operation::Invoke, subject)
        };
        let invoked = self
            .run(&call, operations::invoke(&self.package, &call, arguments))
            .await?;
        if invoked.failures.is_empty() {
            Ok(invoked.result)
        } else {
            let shown = token.rsplit(':').next().unwrap_or(token);
            Err(Failure::invalid(
                &call,
                &format!("invoke of `{shown}`"),
                &invoked.failures,
            ))
        }
    }

    /// All existing resources of a type.
    ///
    /// # Errors
    /// When the query is not acceptable, or a call fails.
    pub async fn list(&self, token: &str, query: PropertyMap) -> Result<Vec<Listed>, Failure> {
        let subject = Subject {
            token: token.to_owned(),
            ..Subject::default()
        };
        let call = self.call(Operation::List, subject);
        let all = async {
            let mut listing = Listing::begin(0, 0, "")?;
            let mut found = Vec::new();
            while let Some(page) = listing.next(&self.package, &call, &query).await? {
                found.extend(page.found.into_iter().map(|listed| Listed {
                    id: listed.id,
                    name: listed.name,
                }));
            }
            Ok(found)
        };
        self.run(&call, all).await
    }

    /// The token for a name: the token itself, or the only token of the package that ends with the name.
    #[must_use]
    pub fn token(&self, name: &str) -> String {
        if name.contains(':') {
            return name.to_owned();
        }
        let schemas = self.package.components().iter();
        let mut tokens = schemas.flat_map(|component| {
            let schema = &component.manifest().schema;
            schema.resources.keys().chain(schema.functions.keys())
        });
        let is_named = |token: &&str| token.rsplit(':').next() == Some(name);
        tokens
            .find(is_named)
            .map(str::to_owned)
            .unwrap_or_else(|| format!("{}:index:{name}", self.package.name()))
    }
}

impl std::fmt::Debug for Provider {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Provider({})", self.package.name())
    }
}

/// A configuration value as the engine sends it: text, or the JSON of any other value.
fn as_text(value: PropertyValue) -> PropertyValue {
    match value {
        PropertyValue::Secret(inner) => as_text(*inner).into_secret(),
        value @ (PropertyValue::String(_) | PropertyValue::Unknown) => value,
        value if value.contains_secret() => as_text(value.without_secrets()).into_secret(),
        value => values::from_value(value).to_string().into(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::values::secret;

    #[test]
    fn configuration_is_sent_as_the_engine_sends_it() {
        let sent = |value: &Value| {
            let map = values::to_map(&json!({ "a": value })).expect("properties");
            map.into_values()
                .map(as_text)
                .map(values::from_value)
                .next()
        };
        for (value, expected) in [
            (json!("x"), json!("x")),
            (json!(true), json!("true")),
            (json!({ "b": [1] }), json!("{\"b\":[1]}")),
            (secret(5), secret("5")),
            (json!({ "b": secret("x") }), secret("{\"b\":\"x\"}")),
        ] {
            assert_eq!(sent(&value), Some(expected), "{value}");
        }
    }
}
