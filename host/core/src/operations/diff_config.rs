//! DiffConfig: what differs between two configurations, and whether the provider has to be replaced.

use crate::config::completed;
use crate::config::part::concerning;
use crate::failure::PropertyDifference;
use crate::package::Package;
use crate::schema;
use crate::state::StoredProperties;
use crate::value::{PropertyMap, PropertyValue};

/// The differences of two configurations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConfigDifferences {
    pub found: Vec<PropertyDifference>,
    /// Properties that replace the provider if they change. Their values are not known yet, so that `found` does not say
    /// that they replace it.
    pub undecided: Vec<String>,
}

/// Compares two configurations, both with their defaults. Only a property marked with `replaceOnChanges` replaces the
/// provider, and with it everything that it made.
///
/// A value that is not known yet leaves open whether the provider is replaced, if the program has registered it: then
/// CheckConfig came first. Without that, the engine looks for what else a replacement replaces, with the provider from the
/// state, and makes each value unknown that the replacement may change: such a value replaces.
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
        // What was recorded before defaults were is compared as it was used.
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
    undecided.retain(|property| found.iter().any(|found| found.property == *property));
    ConfigDifferences { found, undecided }
}

/// The new properties, with the old value of each property that is not known yet.
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
