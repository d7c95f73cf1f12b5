//! The parts of a Pulumi package schema that describe properties.

use serde_json::{Value as JsonValue, json};

use crate::error::PropertyFailure;
use crate::fields::{Field, PropertyMap};
use crate::path::PropertyPath;
use crate::types::Types;

/// An object with these fields.
pub(crate) fn object_schema(fields: &[Field], types: &mut Types) -> PropertyMap {
    let mut schema = PropertyMap::new();
    let all = || fields.iter();
    insert_properties(&mut schema, "properties", all(), Side::Object, types);
    insert_names(
        &mut schema,
        "required",
        all().filter(|field| must_be_given(field)),
    );
    schema.insert("type".to_owned(), "object".into());
    schema
}

/// `properties` and `required` of a resource: what is recorded.
pub(crate) fn output_schema(fields: &[Field], types: &mut Types) -> PropertyMap {
    let mut schema = PropertyMap::new();
    let outputs = || fields.iter().filter(|field| field.output);
    insert_properties(&mut schema, "properties", outputs(), Side::Output, types);
    insert_names(
        &mut schema,
        "required",
        outputs().filter(|field| field.required),
    );
    schema
}

/// `inputProperties` and `requiredInputs` of a resource or of the provider.
pub(crate) fn input_schema(fields: &[Field], types: &mut Types) -> PropertyMap {
    let mut schema = PropertyMap::new();
    let inputs = || fields.iter().filter(|field| field.input);
    insert_properties(&mut schema, "inputProperties", inputs(), Side::Input, types);
    insert_names(
        &mut schema,
        "requiredInputs",
        inputs().filter(|field| must_be_given(field)),
    );
    schema
}

/// Whether the user has to give the property: the type wants it, and nothing else supplies it.
fn must_be_given(field: &Field) -> bool {
    field.required && field.default.is_none() && field.environment.is_empty()
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Input,
    Output,
    Object,
}

fn property_schema(field: &Field, side: Side, types: &mut Types) -> JsonValue {
    let mut schema = match (field.schema)(types) {
        JsonValue::Object(schema) => schema,
        other => return other,
    };
    describe(&mut schema, field.description);
    if field.secret {
        schema.insert("secret".to_owned(), true.into());
    }
    deprecate(&mut schema, field.deprecated);
    if side == Side::Output {
        return JsonValue::Object(schema);
    }
    if field.replace {
        schema.insert("replaceOnChanges".to_owned(), true.into());
    }
    if let Some(default) = field.default {
        if let Err(failure) = (field.check_default)(default, &PropertyPath::Root.key(field.name)) {
            types.problem(wrong_default(&failure));
        }
        schema.insert("default".to_owned(), default.into());
    }
    if !field.environment.is_empty() {
        schema.insert(
            "defaultInfo".to_owned(),
            json!({ "environment": field.environment }),
        );
    }
    JsonValue::Object(schema)
}

fn wrong_default(failure: &PropertyFailure) -> String {
    format!(
        "the default of `{}` is wrong: {}",
        failure.property, failure.reason
    )
}

/// Adds the description, where there is one.
pub(crate) fn describe(schema: &mut PropertyMap, description: &str) {
    if !description.is_empty() {
        schema.insert("description".to_owned(), description.into());
    }
}

/// Adds the deprecation message, where there is one.
pub(crate) fn deprecate(schema: &mut PropertyMap, message: Option<&str>) {
    if let Some(message) = message {
        schema.insert("deprecationMessage".to_owned(), message.into());
    }
}

fn insert_properties<'a>(
    schema: &mut PropertyMap,
    key: &str,
    fields: impl Iterator<Item = &'a Field>,
    side: Side,
    types: &mut Types,
) {
    let properties: PropertyMap = fields
        .map(|field| (field.name.to_owned(), property_schema(field, side, types)))
        .collect();
    schema.insert(key.to_owned(), properties.into());
}

fn insert_names<'a>(schema: &mut PropertyMap, key: &str, fields: impl Iterator<Item = &'a Field>) {
    let names: Vec<JsonValue> = fields.map(|field| field.name.into()).collect();
    if !names.is_empty() {
        schema.insert(key.to_owned(), names.into());
    }
}
