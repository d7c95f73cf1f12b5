//! Configure: the provider's configuration, complete.

use crate::config::completed::{self, Given};
use crate::config::declared_place::is_below_resource;
use crate::config::part::{add_new, part};
use crate::config::secrets::keep_secrets;
use crate::error::{CallError, GuestError};
use crate::package::Package;
use crate::redaction::Secrets;
use crate::schema::{self, MissingKey};
use crate::state::StoredProperties;

/// Why a provider is not configured.
#[derive(Debug, Clone)]
pub enum ConfigureError {
    /// Required values that are given nowhere.
    Missing(Vec<MissingKey>),
    Failed(CallError),
}

/// The configuration of the provider with this URN, with a mark if a component may have written it: then it grants no address. The URN is
/// empty if the engine does not name the provider; then the mark that CheckConfig recorded counts alone.
#[must_use]
pub fn of_provider(package: &Package, urn: &str, arguments: StoredProperties) -> StoredProperties {
    match is_below_resource(urn, package.name()) {
        true => completed::below_resource(arguments),
        false => arguments,
    }
}

/// Completes the configuration and hands each component its part. No guest code runs. What is secret in it goes to
/// `secrets`, those of the session.
///
/// A component whose part has a value that is not known yet, which occurs in previews alone, is left without
/// configuration: it is not entered, and what can be said without it is said from the schema.
///
/// # Errors
/// When required values are missing, or a value has the wrong form.
pub fn configure(
    package: &Package,
    secrets: &Secrets,
    arguments: &StoredProperties,
) -> Result<(), ConfigureError> {
    let mut failures = Vec::new();
    let mut missing = Vec::new();
    let mut ready = Vec::new();
    let mut unknown = Vec::new();
    secrets.keep_all(&arguments.values);
    secrets.keep_all(&schema::config::secrets_in_text(&arguments.values));
    let given = Given::of(arguments);
    for (index, component) in package.components.iter().enumerate() {
        let part = part(package, index, component, &given);
        keep_secrets(secrets, component, &arguments.values, &part.configuration);
        add_new(&mut failures, part.failures);
        add_new(&mut missing, part.missing);
        if part.unknown.is_empty() {
            ready.push((component, part.grants, part.configuration));
        }
        unknown.push(part.unknown);
    }
    if !failures.is_empty() {
        return Err(ConfigureError::Failed(CallError::Guest(
            GuestError::Invalid(failures),
        )));
    }
    if !missing.is_empty() {
        return Err(ConfigureError::Missing(missing));
    }
    for (component, grants, configuration) in ready {
        component.grant(grants);
        component.set_configuration(configuration);
    }
    package.config_state.after_configure(unknown);
    Ok(())
}
