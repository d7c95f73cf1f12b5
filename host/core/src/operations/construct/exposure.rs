//! Which inputs of a component may be shown beside the reason why they are refused: the engine prints the value at the path of
//! a refusal, and opens secrets for that.

use crate::graph::parse_path;
use crate::package::Package;
use crate::property_path::PathElement;
use crate::schema;
use crate::value::{PropertyMap, PropertyValue};

/// Whether the value at a path of a component's inputs is secret, lies in a secret, or has a secret inside. `inputs` are those
/// of the request: what the schema calls secret counts, too. A path that cannot be read counts as one to a secret.
#[must_use]
pub fn is_secret(package: &Package, token: &str, inputs: &PropertyMap, path: &str) -> bool {
    let Ok(elements) = parse_path(path) else {
        return true;
    };
    let marked = match package.resource(token) {
        Ok(binding) => {
            let nothing = PropertyMap::new();
            let declared = &binding.schema.inputs;
            schema::keep_secrets(binding.package, declared, &nothing, inputs.clone())
        }
        Err(_) => inputs.clone(),
    };
    meets_secret(&PropertyValue::Object(marked), &elements)
}

/// Whether a way into a value passes a secret, or ends above one.
fn meets_secret(value: &PropertyValue, elements: &[PathElement]) -> bool {
    let Some((first, rest)) = elements.split_first() else {
        return value.contains_secret();
    };
    match (value, first) {
        (PropertyValue::Secret(_), _) => true,
        (PropertyValue::Object(map), PathElement::Key(key)) => map
            .get(key)
            .is_some_and(|member| meets_secret(member, rest)),
        (PropertyValue::Array(items), PathElement::Index(index)) => items
            .get(*index)
            .is_some_and(|item| meets_secret(item, rest)),
        // The engine finds nothing there either.
        _ => false,
    }
}
