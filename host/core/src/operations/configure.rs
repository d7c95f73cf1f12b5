//! Configure: completes and distributes the provider's configuration.

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
    /// Required values that are missing.
    Missing(Vec<MissingKey>),
    Failed(CallError),
}

/// The configuration of the provider with this URN, marked if a component may have written it: then its addresses grant
/// nothing. If the URN is empty because the engine does not name the provider, only the mark from CheckConfig counts.
#[must_use]
pub fn of_provider(package: &Package, urn: &str, arguments: StoredProperties) -> StoredProperties {
    if is_below_resource(urn, package.name()) {
        completed::below_resource(arguments)
    } else {
        arguments
    }
}

/// Completes the configuration, and passes each component its part. No guest code runs. Its secrets are added to
/// `secrets`, the secrets of the session.
///
/// A component with an unknown value in its part, which happens only in previews, gets no configuration. It is not
/// entered, and the host answers from the schema.
///
/// # Errors
/// If required values are missing, or a value has the wrong form.
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
