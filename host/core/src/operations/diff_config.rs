//! DiffConfig: what differs between two configurations, and whether the provider has to be replaced.

use crate::config::completed;
use crate::config::part::concerning;
use crate::failure::PropertyDifference;
use crate::package::Package;
use crate::schema;
use crate::state::StoredProperties;

/// Compares two configurations, both with their defaults. Only a property marked with `replaceOnChanges` replaces the
/// provider, and with it everything that it made.
#[must_use]
pub fn diff_config(
    package: &Package,
    old: &StoredProperties,
    new: &StoredProperties,
    ignore_changes: &[String],
) -> Vec<PropertyDifference> {
    let mut found: Vec<PropertyDifference> = Vec::new();
    for (index, component) in package.components.iter().enumerate() {
        let schema = &component.manifest().schema;
        // What was recorded before defaults were is compared as it was used.
        let decode = |raw| {
            let values = schema::config::decode(schema, concerning(package, index, raw)).values;
            schema::apply_defaults(schema, values, &schema::no_environment).inputs
        };
        for difference in schema::diff(
            schema,
            &schema.config,
            &decode(&old.values),
            &decode(&new.values),
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
