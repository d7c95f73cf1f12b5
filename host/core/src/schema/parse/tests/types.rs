//! Types, defaults, enums and functions that are wrong.

use serde_json::json;

use super::{in_property, mistakes};
use crate::schema::PackageSchema;
use crate::schema::model::FunctionOutputs;
use crate::schema::model::types::{Primitive, Type};
use crate::schema::testing::acme_document;

#[test]
fn types_are_checked() {
    let rows = [
        (
            json!({ "type": "int" }),
            "/type: `int` is not a type; the types are",
        ),
        (
            json!({ "type": 1 }),
            "/type: expected a string, found a number",
        ),
        (json!({}), ": the type is missing"),
        (json!("string"), ": expected an object, found a string"),
        (json!({ "type": "array" }), ": an `array` must have `items`"),
        (
            json!({ "type": "array", "items": { "type": "x" } }),
            "/items/type: `x` is not a type",
        ),
        (
            json!({ "type": "object", "properties": {} }),
            "/properties: an object with properties",
        ),
        (
            json!({ "type": "object", "additionalProperties": true }),
            "/additionalProperties: expected an object, found a boolean",
        ),
        (
            json!({ "oneOf": [{ "type": "string" }] }),
            "/oneOf: a union has at least two members",
        ),
        (
            json!({ "oneOf": 1 }),
            "/oneOf: expected a list, found a number",
        ),
        (
            json!({ "$ref": "#/types/acme:index:Rul" }),
            "/$ref: there is no type `acme:index:Rul`; did you mean `acme:index:Rule`?",
        ),
        (
            json!({ "$ref": "#/resources/acme:index:It" }),
            "/$ref: there is no resource",
        ),
        (
            json!({ "$ref": "acme:index:Rule" }),
            "/$ref: `acme:index:Rule` is not a reference",
        ),
        (
            json!({ "$ref": "#/type/x" }),
            "/$ref: `#/type/x` is not a reference",
        ),
        (
            json!({ "$ref": "/aws/schema.json#/types/x" }),
            "/$ref: `/aws/schema.json#/types/x`",
        ),
        (
            json!({ "type": "string", "secert": true }),
            "/secert: unknown key `secert`",
        ),
        (
            json!({ "type": "string", "secret": "yes" }),
            "/secret: expected true or false",
        ),
        (
            json!({ "type": "string", "defaultInfo": {} }),
            "/defaultInfo: `environment` must name",
        ),
        (
            json!({ "type": "array", "items": { "type": "string", "secret": true } }),
            "/items/secret: only a whole property has this key",
        ),
        (
            json!({ "type": "object", "additionalProperties": { "type": "string", "replaceOnChanges": true } }),
            "/additionalProperties/replaceOnChanges: only a whole property has this key",
        ),
        (
            json!({ "oneOf": [{ "type": "string" }, { "type": "integer", "const": 1 }] }),
            "/oneOf/1/const: only a whole property has this key",
        ),
        (
            json!({
                "oneOf": [{ "type": "string" }, { "$ref": "#/types/acme:index:Cat" }],
                "discriminator": {
                    "propertyName": "kind",
                    "mapping": { "dog": "acme:index:Dog" }
                }
            }),
            "/discriminator/mapping/dog: this type is not a member of the union",
        ),
    ];
    for (property, expected) in rows {
        let found = in_property(property);
        assert_eq!(found.len(), 1, "{expected}: {found:?}");
        assert!(found[0].starts_with(expected), "{expected}: {found:?}");
    }
    for reference in [
        "#/types/acme:index%3ARule",
        "/acme/v1.4.0/schema.json#/types/acme:index:Rule",
        "/aws/v6.1.0/schema.json#/types/aws:index:Whatever",
        "/aws/v6.1.0/schema.json#/resources/aws:index:Whatever",
        "#/provider",
        "#/resources/pulumi:providers:acme",
        "pulumi.json#/Any",
    ] {
        assert_eq!(
            in_property(json!({ "$ref": reference })),
            [""; 0],
            "{reference}"
        );
    }
}

#[test]
fn defaults_and_constants_are_of_their_type() {
    let rows = [
        (
            json!({ "type": "integer", "default": 1.5 }),
            "/default: expected a whole number",
        ),
        (
            json!({ "type": "integer", "default": 3_000_000_000_u64 }),
            "/default: expected a whole number of at most 32 bits, because generated SDKs have no more for it, found 3000000000",
        ),
        (
            json!({ "type": "integer", "default": "1" }),
            "/default: expected a whole number, found a string",
        ),
        (
            json!({ "type": "string", "default": 1 }),
            "/default: expected a string, found a number",
        ),
        (
            json!({ "type": "string", "const": "a", "default": "b" }),
            "/default: differs from `const`, the only value",
        ),
        (
            json!({ "type": "boolean", "const": "true" }),
            "/const: expected a boolean",
        ),
        (
            json!({ "type": "array", "items": { "type": "string" }, "default": [] }),
            "/default: only booleans, numbers, strings and enums can have a default",
        ),
        (
            json!({ "$ref": "pulumi.json#/Any", "const": 1 }),
            "/const: only booleans, numbers",
        ),
        (
            json!({ "$ref": "#/types/acme:index:Color", "default": "pink" }),
            "/default: the default is not one of the enum's values",
        ),
        (
            json!({ "oneOf": [{ "type": "integer" }, { "type": "boolean" }], "default": "x" }),
            "/default: a string fits no member of the union",
        ),
    ];
    for (property, expected) in rows {
        let found = in_property(property);
        assert_eq!(found.len(), 1, "{expected}: {found:?}");
        assert!(found[0].starts_with(expected), "{expected}: {found:?}");
    }
    let wrong_type = in_property(json!({ "type": "strin", "default": 1, "const": 2 }));
    assert_eq!(
        wrong_type.len(),
        1,
        "one mistake does not make others: {wrong_type:?}"
    );
}

#[test]
fn enums_are_checked() {
    let rows = [
        (
            json!({ "type": "integer", "enum": [{ "value": "x" }] }),
            "/enum/0/value: expected a whole",
        ),
        (
            json!({ "type": "string", "enum": [{ "name": "x" }] }),
            "/enum/0/value: the value is missing",
        ),
        (
            json!({ "type": "string", "enum": [] }),
            "/enum: an enum lists its values",
        ),
        (
            json!({ "type": "string" }),
            "/enum: an enum lists its values",
        ),
        (
            json!({ "type": "array", "enum": [{ "value": "x" }] }),
            "/type: a named type is an `object`",
        ),
        (
            json!({ "enum": [{ "value": "x" }] }),
            "/type: the type is missing",
        ),
    ];
    for (definition, expected) in rows {
        let found = mistakes(|document| document["types"]["acme:index:Extra"] = definition);
        let expected = format!("/types/acme:index:Extra{expected}");
        assert_eq!(found.len(), 1, "{expected}: {found:?}");
        assert!(found[0].starts_with(&expected), "{expected}: {found:?}");
    }
}

#[test]
fn functions_and_methods_are_checked() {
    let thing = "acme:index:Thing";
    let method = |function: &str| {
        mistakes(|document| {
            let this = json!({ "$ref": "#/resources/acme:index:Thing" });
            document["functions"]["acme:index:Thing/reset"] =
                json!({ "inputs": { "properties": { "__self__": this } } });
            document["resources"][thing]["methods"] = json!({ "reset": function });
        })
    };
    assert_eq!(method("acme:index:Thing/reset"), [""; 0]);
    assert!(method("acme:index:getThing")[0].contains("must be `acme:index:Thing/<method>`"));
    assert!(method("acme:index:nothing")[0].contains("names one of the package's functions"));
    for (token, this) in [
        ("acme:index:Thing/reset", json!({})),
        (
            "acme:index:Thing/reset",
            json!({ "__self__": { "type": "string" } }),
        ),
    ] {
        let found = mistakes(|document| {
            document["functions"][token] = json!({ "inputs": { "properties": this } });
            document["resources"][thing]["methods"] = json!({ "reset": token });
        });
        let place = "/functions/acme:index:Thing~1reset/inputs";
        let expected = format!("{place}: a method has its resource as the argument `__self__`");
        assert_eq!(found, [expected]);
    }
    let function = mistakes(|document| {
        let this = json!({ "$ref": "#/resources/acme:index:Thing" });
        document["functions"]["acme:index:getThing"]["inputs"] =
            json!({ "properties": { "__self__": this } });
    });
    assert!(function[0].contains("`__self__` is reserved by Pulumi"));
    let arguments = mistakes(|document| {
        document["functions"]["acme:index:getThing"]["multiArgumentInputs"] = json!(["name"]);
    });
    assert_eq!(
        arguments,
        ["/functions/acme:index:getThing/multiArgumentInputs/0: `name` is not an argument"]
    );
    let result = mistakes(|document| {
        document["functions"]["acme:index:count"] =
            json!({ "outputs": { "type": "integer", "secret": true } });
    });
    let expected = "/functions/acme:index:count/outputs/secret: only a whole property has this key: write it there";
    assert_eq!(result, [expected]);
    let mut document = acme_document();
    document["functions"]["acme:index:count"] = json!({ "outputs": { "type": "integer" } });
    document["functions"]["acme:index:find"] =
        json!({ "returnType": { "$ref": "#/types/acme:index:Rule" } });
    document["functions"]["acme:index:list"] =
        json!({ "outputs": { "type": "object", "properties": {} } });
    let schema = PackageSchema::parse(&document).unwrap();
    let outputs = |name: &str| &schema.functions[&format!("acme:index:{name}")].outputs;
    assert!(matches!(
        outputs("count"),
        FunctionOutputs::Value(Type::Primitive(Primitive::Integer))
    ));
    assert!(matches!(
        outputs("find"),
        FunctionOutputs::Value(Type::Object(_))
    ));
    assert!(matches!(outputs("list"), FunctionOutputs::Object(_)));
}
