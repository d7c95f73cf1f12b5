//! The values that the host adds to a configuration, and how they are recorded.
//!
//! The engine records and compares the answer of CheckConfig, so the answer contains defaults and values from
//! environment variables. Both are marked, because the user did not choose them: an address among them grants nothing.
//! The default in the schema always wins over a recorded default. In a refresh or a destroy, which do not call
//! CheckConfig, the current value of a variable wins over the recorded value; if the variable is unset, the recorded
//! value is used.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::error::failure::PropertyDifference;
use crate::schema::PackageSchema;
use crate::state::StoredProperties;
use crate::value::property_path::PropertyPath;
use crate::value::{PropertyMap, PropertyValue};

/// Private state of a recorded configuration: lists of keys.
const ENVIRONMENT: &str = "environment";
const DEFAULTS: &str = "defaults";
/// Private state: whether the provider is declared below another resource. Some engines name the provider only in
/// CheckConfig, not in Configure.
const BELOW: &str = "belowResource";

/// A configuration as the user gave it or the engine recorded it, in parts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Given {
    /// The values that the user chose.
    pub(crate) values: PropertyMap,
    /// The values that an earlier check took from the environment.
    pub(crate) recalled: PropertyMap,
    /// Whether a component may have written the values, because the provider is declared below another resource.
    pub(crate) is_below: bool,
}

impl Given {
    /// Splits a configuration into its parts.
    pub(crate) fn of(raw: &StoredProperties) -> Self {
        let [from_environment, defaults] = [listed(raw, ENVIRONMENT), listed(raw, DEFAULTS)];
        let mut given = Self {
            is_below: is_below(raw),
            ..Self::default()
        };
        for (key, value) in &raw.values {
            let place = if from_environment.contains(key) {
                &mut given.recalled
            } else if defaults.contains(key) {
                continue;
            } else {
                &mut given.values
            };
            place.insert(key.clone(), value.clone());
        }
        given
    }
}

/// Whether the provider was below another resource when its configuration was checked.
fn is_below(raw: &StoredProperties) -> bool {
    let private = raw.private_of_configuration();
    let below = private.as_ref().and_then(|private| private.get(BELOW));
    below.is_some_and(|below| *below.reveal() == PropertyValue::Bool(true))
}

/// The same configuration, marked as written below another resource.
pub(crate) fn below_resource(raw: StoredProperties) -> StoredProperties {
    let private = raw.private_of_configuration().map(Cow::into_owned);
    let mut private = private.unwrap_or_default();
    private.insert(BELOW.to_owned(), true.into());
    StoredProperties::new(raw.values, private)
}

/// The keys in one of the lists.
fn listed(raw: &StoredProperties, list: &str) -> BTreeSet<String> {
    let private = raw.private_of_configuration();
    let list = private.as_ref().and_then(|private| private.get(list));
    match list.map(PropertyValue::reveal) {
        Some(PropertyValue::Array(names)) => {
            let names = names.iter().filter_map(PropertyValue::as_str);
            names.map(str::to_owned).collect()
        }
        _ => BTreeSet::new(),
    }
}

/// Restores the recorded values of variables that are unset now.
pub(crate) fn recall(
    schema: &PackageSchema,
    values: &mut PropertyMap,
    recalled: PropertyMap,
    environment: &dyn Fn(&str) -> Option<String>,
) {
    for (key, value) in recalled {
        let is_declared = schema.config.properties.contains_key(&key);
        if is_declared && !is_set(schema, &key, environment) {
            values.entry(key).or_insert(value);
        }
    }
}

/// Whether the variable of a key is set. As in the SDKs, an empty variable counts as unset.
fn is_set(schema: &PackageSchema, key: &str, environment: &dyn Fn(&str) -> Option<String>) -> bool {
    let property = schema.config.properties.get(key);
    let variables = property.into_iter().flat_map(|found| &found.environment);
    variables
        .filter_map(|variable| environment(variable))
        .any(|text| !text.is_empty())
}

/// The values that completed one component's part of a configuration.
#[derive(Debug, Clone, Default)]
pub(crate) struct Added {
    /// The values of keys that were not given.
    pub(crate) values: PropertyMap,
    /// The keys with values from the environment.
    pub(crate) from_environment: BTreeSet<String>,
}

impl Added {
    /// The values of a complete configuration that were not given.
    pub(crate) fn between(
        schema: &PackageSchema,
        given: &PropertyMap,
        recalled: &PropertyMap,
        complete: &PropertyMap,
        environment: &dyn Fn(&str) -> Option<String>,
    ) -> Self {
        let new = complete.iter().filter(|(key, _)| !given.contains_key(*key));
        let values: PropertyMap = new
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        let comes_from_environment =
            |key: &&String| recalled.contains_key(*key) || is_set(schema, key, environment);
        let from_environment = values
            .keys()
            .filter(comes_from_environment)
            .cloned()
            .collect();
        Self {
            values,
            from_environment,
        }
    }
}

/// A configuration that will be recorded.
#[derive(Debug, Default)]
pub(crate) struct Record {
    values: PropertyMap,
    from_environment: BTreeSet<String>,
    defaults: BTreeSet<String>,
    is_below: bool,
}

impl Record {
    /// The configuration with the user's values only.
    pub(crate) fn of(given: &Given) -> Self {
        Self {
            values: given.values.clone(),
            is_below: given.is_below,
            ..Self::default()
        }
    }

    /// Adds the values that completed one component's part. All components of a package complete a key in the same way.
    pub(crate) fn add(&mut self, added: &Added) {
        for (key, value) in &added.values {
            let names = if added.from_environment.contains(key) {
                &mut self.from_environment
            } else {
                &mut self.defaults
            };
            names.insert(key.clone());
            self.values.insert(key.clone(), value.clone());
        }
    }

    /// The properties, with the lists that are not empty.
    pub(crate) fn into_properties(self) -> StoredProperties {
        let Self {
            values,
            from_environment,
            defaults,
            is_below,
        } = self;
        let all = [(ENVIRONMENT, from_environment), (DEFAULTS, defaults)];
        let mut private: PropertyMap = all
            .into_iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(list, names)| {
                let names = names.into_iter().map(PropertyValue::from).collect();
                (list.to_owned(), PropertyValue::Array(names))
            })
            .collect();
        if is_below {
            private.insert(BELOW.to_owned(), true.into());
        }
        StoredProperties::new(values, private)
    }
}

/// Removes the replacement from differences of keys that the environment sets now and that were not recorded, because
/// an earlier host used such values without recording them.
pub(crate) fn forgive(
    differences: &mut [PropertyDifference],
    old: &StoredProperties,
    new: &StoredProperties,
) {
    let unrecorded = listed(new, ENVIRONMENT)
        .into_iter()
        .filter(|key| !old.values.contains_key(key));
    for key in unrecorded {
        let root = PropertyPath::root(&key).to_string();
        for difference in differences.iter_mut() {
            let rest = difference.property.strip_prefix(&root);
            if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '['])) {
                difference.replace = false;
            }
        }
    }
}
