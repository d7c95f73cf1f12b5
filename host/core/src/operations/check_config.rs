//! CheckConfig: checks and completes the provider's configuration.

use crate::call::{Call, Effects};
use crate::config::completed::{Given, Record};
use crate::config::declared_place::is_below_resource;
use crate::config::part::{add_new, part};
use crate::config::project_names;
use crate::config::secrets::marked;
use crate::error::CallError;
use crate::manifest::Hook;
use crate::operations::check::CheckResult;
use crate::package::Package;
use crate::schema;
use crate::state::StoredProperties;

/// Checks the configuration, and returns it with defaults and values from the environment, and with secrets marked.
///
/// Missing values are not failures here, because the engine has a better message for them when
/// [`configure`](super::configure()) reports them.
///
/// # Errors
/// If a component's hook fails.
pub async fn check_config(
    package: &Package,
    call: &Call,
    news: StoredProperties,
) -> Result<CheckResult, CallError> {
    package.checked_providers.add(&call.subject.urn);
    let mut failures = Vec::new();
    let mut notes = Vec::new();
    let mut known = Vec::new();
    let given = Given {
        // The current place, not the recorded one.
        is_below: is_below_resource(&call.subject.urn, package.name()),
        ..Given::of(&news)
    };
    let mut record = Record::of(&given);
    call.secrets
        .learn(&schema::config::secrets_in_text(&news.values));
    for (index, component) in package.components.iter().enumerate() {
        let manifest = component.manifest();
        let part = part(package, index, component, &given);
        record.add(&part.added);
        let is_complete = part.failures.is_empty();
        add_new(&mut failures, part.failures);
        add_new(&mut notes, part.notes);
        let marked = marked(component, &part.configuration);
        call.secrets.learn(&marked);
        known.push(marked);
        // The hook checks the configuration for `configure`, which reports missing values.
        let is_judged = is_complete && part.missing.is_empty() && part.unknown.is_empty();
        if is_judged && manifest.provider_has(Hook::CheckConfig) {
            let call = Call {
                effects: Effects::None,
                ..call.clone()
            };
            let found = component.check_config(&call, &part.configuration).await?;
            add_new(&mut failures, found);
        }
    }
    project_names::explain(package, call, &given.values, &mut failures);
    call.warn_of(&notes);
    let mut inputs = record.into_properties();
    for (component, known) in package.components.iter().zip(&known) {
        inputs.values = marked(component, &inputs.values);
        schema::config::hide_in_text(known, &mut inputs.values);
    }
    Ok(CheckResult { inputs, failures })
}
