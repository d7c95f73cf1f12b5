//! Plain inputs: a component reads them as values, for example the number of its children. It could not keep such a
//! value secret, because the host cannot mark the results of a value that the component reads.

use std::collections::BTreeSet;

use crate::error::failure::PropertyFailure;
use crate::schema::ObjectSchema;
use crate::value::PropertyMap;

/// The names of plain inputs.
pub(in crate::operations) fn names(declared: &ObjectSchema) -> BTreeSet<String> {
    let properties = declared.properties.iter();
    let plain = properties.filter(|(_, property)| property.plain);
    plain.map(|(name, _)| name.clone()).collect()
}

/// The plain inputs that are or contain secrets.
pub(in crate::operations) fn secret(
    declared: &ObjectSchema,
    inputs: &PropertyMap,
) -> Vec<PropertyFailure> {
    let names = names(declared).into_iter();
    let secret = names.filter(|name| {
        inputs
            .get(name)
            .is_some_and(|value| value.contains_secret())
    });
    let failure = |property| {
        PropertyFailure {
        property,
        reason: "is secret, and the component reads it as a plain value, which it could not keep secret: give a value that is not secret"
            .to_owned(),
    }
    };
    secret.map(failure).collect()
}
