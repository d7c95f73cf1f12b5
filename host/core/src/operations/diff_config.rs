//! DiffConfig: the differences between two configurations, and whether the provider must be replaced.

use crate::config::completed;
use crate::config::part::concerning;
use crate::error::failure::PropertyDifference;
use crate::package::Package;
use crate::schema;
use crate::state::StoredProperties;
use crate::value::{PropertyMap, PropertyValue};

/// The differences of two configurations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConfigDifferences {
    pub found: Vec<PropertyDifference>,
    /// Properties that replace the provider if they change, but whose values are unknown. `found` does not yet report a
    /// replacement for them.
    pub undecided: Vec<String>,
}

/// Compares two configurations, both with their defaults. Only a property marked with `replaceOnChanges` replaces the
/// provider, and with it all resources that it manages.
///
/// An unknown value leaves it open whether the provider is replaced, if the program has registered the provider:
/// CheckConfig came first then. Otherwise the engine is looking for further replacements that a replacement causes. It
/// sends the provider from the state, with each value unknown that the replacement may change. Such a value replaces
/// the provider.
#[must_use]
pub fn diff_config(
    package: &Package,
    urn: &str,
    old: &StoredProperties,
    new: &StoredProperties,
    ignore_changes: &[String],
) -> ConfigDifferences {
    let wanted = schema::reset_ignored(ignore_changes, &old.values, &new.values);
    let mut found: Vec<PropertyDifference> = Vec::new();
    let mut undecided = Vec::new();
    let is_registered = package.checked_providers.has(urn);
    for (index, component) in package.components.iter().enumerate() {
        let schema = &component.manifest().schema;
        // A configuration without recorded defaults is compared with its defaults.
        let decode = |raw| {
            let values = schema::config::decode(schema, concerning(package, index, raw)).values;
            schema::apply_defaults(schema, values, &schema::no_environment).inputs
        };
        let (old, new) = (decode(&old.values), decode(&wanted));
        let mut differences = schema::diff(schema, &schema.config, &old, &new);
        if is_registered && differences.iter().any(|found| found.replace) {
            let known = with_known(&old, &new);
            let decided = schema::diff(schema, &schema.config, &old, &known);
            for difference in differences.iter_mut().filter(|found| found.replace) {
                let replaces = |known: &PropertyDifference| {
                    known.replace && known.property == difference.property
                };
                if !decided.iter().any(replaces) {
                    difference.replace = false;
                    undecided.push(difference.property.clone());
                }
            }
        }
        for difference in differences {
            // A value that two components declare differs only once.
            if !found
                .iter()
                .any(|known| known.property == difference.property)
            {
                found.push(difference);
            }
        }
    }
    completed::forgive(&mut found, old, new);
    undecided.retain(|property| found.iter().any(|found| found.property == *property));
    ConfigDifferences { found, undecided }
}

/// The new properties, with the old value of each unknown property.
fn with_known(old: &PropertyMap, new: &PropertyMap) -> PropertyMap {
    let known = new.iter().filter_map(|(name, new)| {
        let value = known_value(old.get(name), new)?;
        Some((name.clone(), value))
    });
    known.collect()
}

fn known_value(old: Option<&PropertyValue>, new: &PropertyValue) -> Option<PropertyValue> {
    if !new.contains_unknown() {
        return Some(new.clone());
    }
    Some(match (old.map(PropertyValue::reveal), new.reveal()) {
        (old, PropertyValue::Unknown) => old?.clone(),
        (Some(PropertyValue::Object(old)), PropertyValue::Object(new)) => {
            PropertyValue::Object(with_known(old, new))
        }
        (Some(PropertyValue::Array(old)), PropertyValue::Array(new)) => {
            let values = new.iter().enumerate();
            let known = values.filter_map(|(at, new)| known_value(old.get(at), new));
            PropertyValue::Array(known.collect())
        }
        (old, _) => old?.clone(),
    })
}
