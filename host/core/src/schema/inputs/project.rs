//! Converts outputs to the form of inputs.

use crate::schema::model::named_types::Types;
use crate::schema::model::object::ObjectSchema;
use crate::schema::model::types::Type;
use crate::schema::values::member::present;
use crate::value::{PropertyMap, PropertyValue};

/// The task for parts that the schema calls computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Computed {
    Kept,
    LeftOut,
}

/// Outputs as inputs: those that have a value.
pub(super) fn project_object(
    types: &Types,
    object: &ObjectSchema,
    computed: Computed,
    outputs: &PropertyMap,
) -> PropertyMap {
    let declared = object.properties.iter();
    let wanted = declared.filter(|(_, property)| computed == Computed::Kept || !property.computed);
    let present = wanted.filter_map(|(name, property)| {
        let output = present(outputs.get(name))?;
        let value = project(types, &property.value_type, computed, output);
        Some((name.clone(), value))
    });
    present.collect()
}

/// An output as an input of a type: without the parts that the type does not have.
pub(super) fn project(
    types: &Types,
    expected: &Type,
    computed: Computed,
    output: &PropertyValue,
) -> PropertyValue {
    match (expected, output) {
        (_, PropertyValue::Secret(inner)) => {
            project(types, expected, computed, inner).into_secret()
        }
        (expected, output) if expected.is_plain() => output.clone(),
        (Type::Array(items), PropertyValue::Array(values)) => PropertyValue::Array(
            values
                .iter()
                .map(|value| project(types, items, computed, value))
                .collect(),
        ),
        (Type::Map(items), PropertyValue::Object(map)) => {
            let entries = map
                .iter()
                .map(|(key, value)| (key.clone(), project(types, items, computed, value)));
            PropertyValue::Object(entries.collect())
        }
        (Type::Object(id), PropertyValue::Object(map)) => {
            let object = &types.object(*id).schema;
            PropertyValue::Object(project_object(types, object, computed, map))
        }
        // The members of a union are similar, and an output with more parts does not show to which member it belongs.
        _ => output.clone(),
    }
}
