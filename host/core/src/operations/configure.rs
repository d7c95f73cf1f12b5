//! The provider's own configuration: CheckConfig, DiffConfig, Configure.

use std::sync::Arc;

use crate::call::{Call, Effects};
use crate::component::Component;
use crate::config::completed::{self, Added, Given, Record};
use crate::config::secrets::{keep_secrets, marked};
use crate::error::{CallError, GuestError};
use crate::failure::{Difference, PropertyFailure};
use crate::manifest::{Hook, Manifest};
use crate::operations::check::Checked;
use crate::package::Package;
use crate::redaction::Secrets;
use crate::schema::{self, MissingKey};
use crate::value::PropertyMap;

/// Why a provider is not configured.
#[derive(Debug, Clone)]
pub enum ConfigureError {
    /// Required values that are given nowhere.
    Missing(Vec<MissingKey>),
    Failed(CallError),
}

/// One component's part of the configuration, decoded and completed.
struct Part {
    /// With defaults, those of the environment included.
    configuration: PropertyMap,
    /// The part of them that was not given.
    added: Added,
    /// The addresses that the user gave for wants of the form `config:NAME`.
    addresses: Vec<String>,
    failures: Vec<PropertyFailure>,
    /// Notes about deprecated values.
    notes: Vec<PropertyFailure>,
    missing: Vec<MissingKey>,
    /// The values that are not known yet, by the names that users give them.
    unknown: Vec<String>,
}

impl Package {
    /// Judges the configuration, and gives back what came, with defaults and values of the environment, and with secrets
    /// marked.
    ///
    /// Missing values are not failures here: the engine has a better message for them when [`Package::configure`]
    /// reports them.
    ///
    /// # Errors
    /// When a component's hook fails.
    pub async fn check_config(&self, call: &Call, news: PropertyMap) -> Result<Checked, CallError> {
        let mut failures = Vec::new();
        let mut notes = Vec::new();
        let mut known = Vec::new();
        let given = Given::of(&news);
        let mut record = Record::of(&given);
        call.secrets.learn(&schema::config::secrets_in_text(&news));
        for (index, component) in self.components.iter().enumerate() {
            let manifest = component.manifest();
            let part = self.part(index, component, &given);
            record.add(&part.added);
            let is_complete = part.failures.is_empty();
            add_new(&mut failures, part.failures);
            add_new(&mut notes, part.notes);
            let marked = marked(component, &part.configuration);
            call.secrets.learn(&marked);
            known.push(marked);
            // The hook judges the values that `configure` will get; that call reports missing values.
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
        call.warn_of(&notes);
        let mut inputs = record.into_properties();
        for (component, known) in self.components.iter().zip(&known) {
            inputs = marked(component, &inputs);
            schema::config::hide_in_text(known, &mut inputs);
        }
        Ok(Checked { inputs, failures })
    }

    /// Compares two configurations, both with their defaults. Only a property marked with `replaceOnChanges` replaces the
    /// provider, and with it everything that it made.
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
            // A record of a host without recorded defaults is compared as it was used.
            let decode = |raw| {
                let values = schema::config::decode(schema, self.concerning(index, raw)).values;
                schema::apply_defaults(schema, values, &schema::no_environment).inputs
            };
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
        completed::forgive(&mut found, old, new);
        found
    }

    /// Completes the configuration and hands each component its part. No guest code runs. Its secrets go to
    /// `secrets`, those of the session.
    ///
    /// A component whose part has a value that is not known yet, which occurs in previews alone, is left without
    /// configuration: it is not entered, and the host answers from the schema if that suffices.
    ///
    /// # Errors
    /// When required values are missing, or a value has the wrong form.
    pub fn configure(
        &self,
        secrets: &Secrets,
        arguments: &PropertyMap,
    ) -> Result<(), ConfigureError> {
        let mut failures = Vec::new();
        let mut missing = Vec::new();
        let mut ready = Vec::new();
        let mut unknown = Vec::new();
        secrets.keep_all(arguments);
        secrets.keep_all(&schema::config::secrets_in_text(arguments));
        let given = Given::of(arguments);
        for (index, component) in self.components.iter().enumerate() {
            let part = self.part(index, component, &given);
            keep_secrets(secrets, component, arguments, &part.configuration);
            add_new(&mut failures, part.failures);
            add_new(&mut missing, part.missing);
            if part.unknown.is_empty() {
                ready.push((component, part.addresses, part.configuration));
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
        for (component, addresses, configuration) in ready {
            component.grant(addresses);
            component.set_configuration(configuration);
        }
        self.readiness.after_configure(unknown);
        Ok(())
    }

    /// Decodes and completes what of a configuration concerns a component: the one way to its configuration.
    fn part(&self, index: usize, component: &Arc<dyn Component>, raw: &Given) -> Part {
        let manifest = component.manifest();
        let schema = &manifest.schema;
        let decode = |raw| schema::config::decode(schema, self.concerning(index, raw));
        let (decoded, recalled) = (decode(&raw.values), decode(&raw.recalled).values);
        let addresses = configured_addresses(manifest, &decoded.values);
        let notes = schema::deprecations(schema, None, &schema.config, &decoded.values);
        let mut failures = decoded.failures;
        let (given, environment) = (decoded.values.clone(), &self.environment);
        let mut values = decoded.values;
        completed::recall(schema, &mut values, recalled.clone(), environment);
        let completed = schema::apply_defaults(schema, values, environment);
        failures.extend(completed.failures);
        let added = Added::between(schema, &given, &recalled, &completed.inputs, environment);
        let unknown = completed
            .inputs
            .iter()
            .filter(|(_, value)| value.contains_unknown())
            .map(|(key, _)| format!("{}:{key}", schema.name))
            .collect();
        Part {
            missing: schema::missing(schema, &completed.inputs),
            configuration: completed.inputs,
            added,
            addresses,
            failures,
            notes,
            unknown,
        }
    }

    /// The part of a configuration that a component declares. A value that no component declares goes to the first,
    /// which reports it.
    fn concerning(&self, index: usize, raw: &PropertyMap) -> PropertyMap {
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

/// Adds what is not there yet: a value that two components declare is wrong or missing once.
fn add_new<T: PartialEq>(all: &mut Vec<T>, more: Vec<T>) {
    for item in more {
        if !all.contains(&item) {
            all.push(item);
        }
    }
}

/// The addresses that a component wants and the user configured: as they arrived, before any default, and never one
/// that the component's own schema brings as default or constant, because that was not the user's decision: generated
/// SDKs put them in, and then they look like the user's.
fn configured_addresses(manifest: &Manifest, as_given: &PropertyMap) -> Vec<String> {
    let keys = manifest
        .wants
        .net
        .iter()
        .filter_map(|want| want.configuration_key());
    keys.filter_map(|key| {
        let address = as_given.get(key)?.as_str()?;
        let property = manifest.schema.config.properties.get(key)?;
        let brought = [&property.default, &property.constant];
        let is_brought = brought
            .into_iter()
            .flatten()
            .any(|brought| brought.as_str() == Some(address));
        (!is_brought).then(|| address.to_owned())
    })
    .collect()
}
