//! One component's part of a provider's configuration.

use std::sync::Arc;

use crate::component::{Component, ConfiguredGrants};
use crate::config::completed::{self, Added, Given};
use crate::error::failure::PropertyFailure;
use crate::manifest::Manifest;
use crate::package::Package;
use crate::schema::{self, MissingKey};
use crate::value::{PropertyMap, PropertyValue};

/// One component's part of the configuration, decoded and completed.
pub(crate) struct Part {
    /// The values with defaults, including defaults from the environment.
    pub(crate) configuration: PropertyMap,
    /// The values that were not given.
    pub(crate) added: Added,
    /// The grants of the values.
    pub(crate) grants: ConfiguredGrants,
    pub(crate) failures: Vec<PropertyFailure>,
    /// The deprecated values.
    pub(crate) notes: Vec<PropertyFailure>,
    pub(crate) missing: Vec<MissingKey>,
    /// The unknown values, by the names that users know.
    pub(crate) unknown: Vec<String>,
}

/// Decodes and completes a component's part. All code gets a component's configuration from here.
pub(crate) fn part(
    package: &Package,
    index: usize,
    component: &Arc<dyn Component>,
    raw: &Given,
) -> Part {
    let manifest = component.manifest();
    let schema = &manifest.schema;
    let decode = |raw| schema::config::decode(schema, concerning(package, index, raw));
    let (decoded, recalled) = (decode(&raw.values), decode(&raw.recalled).values);
    let addresses = configured_addresses(manifest, &decoded.values);
    let grants = if raw.is_below {
        ConfiguredGrants::Withheld(addresses)
    } else {
        ConfiguredGrants::User(addresses)
    };
    let notes = schema::deprecations(schema, None, &schema.config, &decoded.values);
    let mut failures = decoded.failures;
    let (given, environment) = (decoded.values.clone(), &package.environment);
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
        grants,
        failures,
        notes,
        unknown,
    }
}

/// The part of a configuration that a component declares. The first component also receives the keys that no component
/// declares, and reports them.
pub(crate) fn concerning(package: &Package, index: usize, raw: &PropertyMap) -> PropertyMap {
    let declares = |component: &Arc<dyn Component>, key: &String| {
        component
            .manifest()
            .schema
            .config
            .properties
            .contains_key(key)
    };
    let concerns = |key: &String| match package.components.get(index) {
        Some(component) if declares(component, key) => true,
        _ => {
            index == 0
                && !package
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

/// Adds the elements that are not there yet, so that a mistake in a shared value is reported once.
pub(crate) fn add_new<T: PartialEq>(all: &mut Vec<T>, more: Vec<T>) {
    for item in more {
        if !all.contains(&item) {
            all.push(item);
        }
    }
}

/// The addresses that a component asks for and the user configured. The host collects them before it adds defaults. A
/// value that equals the schema's default or constant does not count, because generated SDKs send such values and the
/// user did not choose it.
fn configured_addresses(manifest: &Manifest, as_given: &PropertyMap) -> Vec<String> {
    let paths = manifest
        .permissions
        .net
        .iter()
        .filter_map(|permission| permission.configured());
    let addresses = paths.flat_map(|path| {
        let property = path.property(&manifest.schema);
        let brought = property.map(|property| [&property.default, &property.constant]);
        let brought = brought.into_iter().flatten().flatten();
        let brought: Vec<&str> = brought.filter_map(PropertyValue::as_str).collect();
        let texts = path.texts(as_given).into_iter();
        texts.filter(move |address| !brought.contains(address))
    });
    addresses.map(str::to_owned).collect()
}
