//! The parts of a Pulumi package schema that describe properties.

use serde_json::{Value as JsonValue, json};

use crate::encoding::Text;
use crate::error::PropertyFailure;
use crate::fields::Field;
use crate::manifest::annotations::{deprecate, describe};
use crate::manifest::rules::Constant;
use crate::manifest::types::Types;
use crate::value::map::{PropertyMap, map_of};
use crate::value::path::PropertyPath;

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

/// `properties` and `required` of a resource: its recorded properties.
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

/// `stateInputs` of a resource: the properties that a lookup may have beside the id.
pub(crate) fn state_input_schema(fields: &[Field], types: &mut Types) -> Option<PropertyMap> {
    let state_inputs = || fields.iter().filter(|field| field.state_input);
    state_inputs().next()?;
    let mut schema = PropertyMap::new();
    // As for outputs, without defaults: a default says nothing about an existing resource.
    insert_properties(
        &mut schema,
        "properties",
        state_inputs(),
        Side::Output,
        types,
    );
    schema.insert("type".to_owned(), "object".into());
    Some(schema)
}

/// Whether the user must give the property: its type is required, and nothing else supplies it.
fn must_be_given(field: &Field) -> bool {
    field.required && field.default.is_none() && field.environment.is_empty() && !field.named
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
    speak(&mut schema, field.language, field.name, types);
    if let Some(constant) = field.constant {
        check_constant(field, constant, "constant", types);
        schema.insert("const".to_owned(), constant.into());
    }
    if side == Side::Output {
        return JsonValue::Object(schema);
    }
    if field.replace {
        schema.insert("replaceOnChanges".to_owned(), true.into());
    }
    if field.will_replace {
        schema.insert("willReplaceOnChanges".to_owned(), true.into());
    }
    if let Some(default) = field.default {
        check_constant(field, default, "default", types);
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

fn check_constant(field: &Field, constant: Constant, what: &str, types: &mut Types) {
    if let Err(failure) = (field.check_constant)(constant, &PropertyPath::Root.key(field.name)) {
        let PropertyFailure { property, reason } = failure;
        types.problem(format!("the {what} of `{property}` is wrong: {reason}"));
    }
}

/// Adds the information for generators of SDKs, if there is some. The author wrote it as JSON.
pub(crate) fn speak(schema: &mut PropertyMap, language: Option<&str>, of: &str, types: &mut Types) {
    let Some(text) = language else { return };
    let value = Text::new(text).value();
    match value.and_then(|value| value.tree(&PropertyPath::Root)) {
        Ok(JsonValue::Object(language)) => {
            schema.insert("language".to_owned(), language.into());
        }
        Ok(_) => types.problem(format!("the `language` of `{of}` is not a JSON object")),
        Err(failure) => {
            let reason = failure.reason;
            types.problem(format!("the `language` of `{of}` is not JSON: it {reason}"));
        }
    }
}

fn insert_properties<'a>(
    schema: &mut PropertyMap,
    key: &str,
    fields: impl Iterator<Item = &'a Field>,
    side: Side,
    types: &mut Types,
) {
    let property = |field: &Field| (field.name.to_owned(), property_schema(field, side, types));
    let properties = map_of(&mut fields.map(property));
    schema.insert(key.to_owned(), properties.into());
}

fn insert_names<'a>(schema: &mut PropertyMap, key: &str, fields: impl Iterator<Item = &'a Field>) {
    let names: Vec<JsonValue> = fields.map(|field| field.name.into()).collect();
    if !names.is_empty() {
        schema.insert(key.to_owned(), names.into());
    }
}
