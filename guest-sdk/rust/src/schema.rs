//! The parts of a Pulumi package schema that describe properties.

use serde_json::{Value as JsonValue, json};

use crate::error::PropertyFailure;
use crate::fields::{Field, PropertyMap};
use crate::path::PropertyPath;
use crate::types::Types;

/// `properties` and `required` of the fields that are accepted, as outputs or as parts of an object.
pub(crate) fn object_schema(
    fields: &[Field],
    accepted: impl Fn(&Field) -> bool,
    types: &mut Types,
) -> PropertyMap {
    let mut schema = PropertyMap::new();
    let fields: Vec<&Field> = fields.iter().filter(|field| accepted(field)).collect();
    let properties = fields.iter().map(|field| {
        (
            field.name.to_owned(),
            property_schema(field, Side::Object, types),
        )
    });
    schema.insert(
        "properties".to_owned(),
        JsonValue::Object(properties.collect()),
    );
    insert_names(
        &mut schema,
        "required",
        fields.iter().filter(|field| must_be_given(field)),
    );
    schema
}

/// `properties` and `required` of a resource: what is recorded.
pub(crate) fn output_schema(fields: &[Field], types: &mut Types) -> PropertyMap {
    let mut schema = PropertyMap::new();
    let outputs: Vec<&Field> = fields.iter().filter(|field| field.output).collect();
    let properties = outputs.iter().map(|field| {
        (
            field.name.to_owned(),
            property_schema(field, Side::Output, types),
        )
    });
    schema.insert(
        "properties".to_owned(),
        JsonValue::Object(properties.collect()),
    );
    let present = outputs
        .iter()
        .filter(|field| field.required || field.default.is_some());
    insert_names(&mut schema, "required", present);
    schema
}

/// `inputProperties` and `requiredInputs` of a resource or of the provider.
pub(crate) fn input_schema(fields: &[Field], types: &mut Types) -> PropertyMap {
    let mut schema = PropertyMap::new();
    let inputs: Vec<&Field> = fields.iter().filter(|field| field.input).collect();
    let properties = inputs.iter().map(|field| {
        (
            field.name.to_owned(),
            property_schema(field, Side::Input, types),
        )
    });
    schema.insert(
        "inputProperties".to_owned(),
        JsonValue::Object(properties.collect()),
    );
    insert_names(
        &mut schema,
        "requiredInputs",
        inputs.iter().filter(|field| must_be_given(field)),
    );
    schema
}

/// Whether the user has to give the property: the type wants it, and nothing else supplies it.
pub(crate) fn must_be_given(field: &Field) -> bool {
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

fn insert_names<'a>(
    schema: &mut PropertyMap,
    key: &str,
    fields: impl Iterator<Item = &'a &'a Field>,
) {
    let names: Vec<JsonValue> = fields.map(|field| field.name.into()).collect();
    if !names.is_empty() {
        schema.insert(key.to_owned(), names.into());
    }
}
