//! The inputs in an id.

use crate::schema::check::{Checker, no_environment};
use crate::schema::model::{PackageSchema, ResourceSchema};
use crate::schema::values::location::Location;
use crate::value::PropertyMap;

/// The inputs in an import's id, converted to their types. Empty if the resource type declares no form of ids.
///
/// # Errors
/// Why the id does not match, with the expected form.
pub fn inputs_from_id(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    id: &str,
) -> Result<PropertyMap, String> {
    let Some(form) = &resource.import_id else {
        return Ok(PropertyMap::new());
    };
    let expected = |why: &str| format!("the id `{id}` {why}; expected `{}`", form.as_str());
    let parts = form
        .split(id)
        .ok_or_else(|| expected("does not have the form of this resource's ids"))?;
    let mut inputs: PropertyMap = parts
        .into_iter()
        .map(|(name, text)| (name.to_owned(), text.into()))
        .collect();
    let mut checker = Checker::new(&schema.types, &no_environment);
    checker.properties(&resource.inputs, &mut inputs, &Location::TOP);
    if checker.failures.is_empty() {
        return Ok(inputs);
    }
    let reasons: Vec<String> = checker
        .failures
        .iter()
        .map(|failure| format!("`{}`: {}", failure.property, failure.reason))
        .collect();
    Err(expected(&format!("cannot be used: {}", reasons.join("; "))))
}
