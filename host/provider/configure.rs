//! The provider's own configuration: CheckConfig, DiffConfig, Configure.

use std::sync::Arc;

use super::call::{Call, Effects};
use super::check::Checked;
use super::component::Component;
use super::error::{CallError, GuestError};
use super::failure::Difference;
use super::manifest::{Hook, Manifest};
use super::package::Package;
use super::schema::{self, MissingKey};
use super::value::{PropertyMap, PropertyValue};

/// Why a provider is not configured.
#[derive(Debug, Clone)]
pub enum ConfigureError {
    /// Required values that are given nowhere.
    Missing(Vec<MissingKey>),
    Failed(CallError),
}

impl Package {
    /// Judges the configuration, and gives back what came, with secrets marked.
    ///
    /// Missing values are not failures here: the engine has a better message for them when [`Package::configure`]
    /// reports them.
    ///
    /// # Errors
    /// When a component's hook fails.
    pub async fn check_config(&self, call: &Call, news: PropertyMap) -> Result<Checked, CallError> {
        let mut failures = Vec::new();
        let mut inputs = news.clone();
        for (index, component) in self.components.iter().enumerate() {
            let manifest = component.manifest();
            let decoded = schema::config::decode(&manifest.schema, self.part_of(index, &news));
            failures.extend(decoded.failures);
            inputs = schema::keep_secrets(
                &manifest.schema,
                &manifest.schema.config,
                &PropertyMap::new(),
                inputs,
            );
            if !failures.is_empty() || !manifest.provider_has(Hook::CheckConfig) {
                continue;
            }
            // The hook judges what `configure` will get; what is missing for that is said there.
            let completed =
                schema::apply_defaults(&manifest.schema, decoded.values, &self.environment).inputs;
            let is_known = !completed.values().any(PropertyValue::contains_unknown);
            if is_known && schema::missing(&manifest.schema, &completed).is_empty() {
                let call = Call {
                    effects: Effects::None,
                    ..call.clone()
                };
                failures.extend(component.check_config(&call, &completed).await?);
            }
        }
        Ok(Checked { inputs, failures })
    }

    /// Compares two configurations. Only a property marked with `replaceOnChanges` replaces the provider, and with it
    /// everything that it made.
    #[must_use]
    pub fn diff_config(
        &self,
        old: &PropertyMap,
        new: &PropertyMap,
        ignore_changes: &[String],
    ) -> Vec<Difference> {
        let mut found: Vec<Difference> = Vec::new();
        for (index, component) in self.components.iter().enumerate() {
            let schema = &component.manifest().schema;
            let decode = |raw| schema::config::decode(schema, self.part_of(index, raw)).values;
            for difference in schema::diff(
                schema,
                &schema.config,
                &decode(old),
                &decode(new),
                ignore_changes,
            ) {
                // A value that two components declare differs once.
                if !found
                    .iter()
                    .any(|known| known.property == difference.property)
                {
                    found.push(difference);
                }
            }
        }
        found
    }

    /// Completes the configuration and hands each component its part. No guest code runs.
    ///
    /// # Errors
    /// When required values are missing, or a value has the wrong form.
    pub fn configure(&self, arguments: &PropertyMap) -> Result<(), ConfigureError> {
        let mut failures = Vec::new();
        let mut missing: Vec<MissingKey> = Vec::new();
        let mut ready = Vec::new();
        for (index, component) in self.components.iter().enumerate() {
            let schema = &component.manifest().schema;
            let decoded = schema::config::decode(schema, self.part_of(index, arguments));
            failures.extend(decoded.failures);
            let addresses = configured_addresses(component.manifest(), &decoded.values);
            let completed = schema::apply_defaults(schema, decoded.values, &self.environment);
            failures.extend(completed.failures);
            for key in schema::missing(schema, &completed.inputs) {
                if !missing.iter().any(|known| known.name == key.name) {
                    missing.push(key);
                }
            }
            ready.push((component, addresses, completed.inputs));
        }
        if !failures.is_empty() {
            return Err(ConfigureError::Failed(CallError::Guest(
                GuestError::Invalid(failures),
            )));
        }
        if !missing.is_empty() {
            return Err(ConfigureError::Missing(missing));
        }
        for (component, addresses, configuration) in ready {
            component.grant(addresses);
            component.set_configuration(configuration);
        }
        Ok(())
    }

    /// What of a configuration concerns a component: what it declares. What nobody declares goes to the first, which
    /// says so.
    fn part_of(&self, index: usize, raw: &PropertyMap) -> PropertyMap {
        let declares = |component: &Arc<dyn Component>, key: &String| {
            component
                .manifest()
                .schema
                .config
                .properties
                .contains_key(key)
        };
        let concerns = |key: &String| match self.components.get(index) {
            Some(component) if declares(component, key) => true,
            _ => {
                index == 0
                    && !self
                        .components
                        .iter()
                        .any(|component| declares(component, key))
            }
        };
        raw.iter()
            .filter(|(key, _)| concerns(key))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect()
    }
}

/// The addresses that a component wants and the user configured: as they arrived, before any default, and never one
/// that the component's own schema brings as default, because that was nobody's decision.
fn configured_addresses(manifest: &Manifest, as_given: &PropertyMap) -> Vec<String> {
    let keys = manifest
        .wants
        .net
        .iter()
        .filter_map(|want| want.configuration_key());
    keys.filter_map(|key| {
        let address = as_given.get(key)?.as_str()?;
        let default = manifest
            .schema
            .config
            .properties
            .get(key)
            .and_then(|property| property.default.as_ref());
        (default.and_then(PropertyValue::as_str) != Some(address)).then(|| address.to_owned())
    })
    .collect()
}
