//! Rules that fit nothing, and constraints that no inputs can satisfy.

use serde_json::json;

use super::{THING, document, in_rules, in_thing, mistakes};
use crate::manifest::Manifest;
use crate::schema::Comparison;

#[test]
fn rules_fit_the_type_and_each_other() {
    let rows = [
        (
            "label",
            json!({ "minimum": 1 }),
            "/minimum: `minimum` is for numbers, and the value is a string",
        ),
        (
            "count",
            json!({ "pattern": "1" }),
            "/pattern: `pattern` is for strings, and the value is a whole number",
        ),
        (
            "label",
            json!({ "minItems": 1 }),
            "/minItems: `minItems` is for lists, and the value is a string",
        ),
        (
            "names",
            json!({ "keyPattern": "x" }),
            "/keyPattern: `keyPattern` is for maps, and the value is a list",
        ),
        (
            "label",
            json!({ "items": {} }),
            "/items: `items` is for lists and maps, and the value is a string",
        ),
        (
            "names",
            json!({ "items": { "maximum": 1 } }),
            "/items/maximum: `maximum` is for numbers, and the value is a string",
        ),
        (
            "rules",
            json!({ "items": { "minProperties": 1 } }),
            "/items/minProperties: `minProperties` is for maps, and the value is an object",
        ),
        (
            "names",
            json!({ "items": { "writeOnly": true } }),
            "/items/writeOnly: unknown key `writeOnly`",
        ),
        (
            "label",
            json!({ "compare": ["set"] }),
            "/compare/0: `set` is for lists, and the value is a string",
        ),
        (
            "names",
            json!({ "compare": ["trim"] }),
            "/compare/0: `trim` is for strings, and the value is a list; put rules for its elements into `items`",
        ),
        (
            "label",
            json!({ "compare": ["ignorecase"] }),
            "/compare/0: unknown comparison `ignorecase`; did you mean `ignore-case`?",
        ),
        (
            "label",
            json!({ "compare": "trim" }),
            "/compare: expected a list, found a string",
        ),
        (
            "label",
            json!({ "format": "ipv5" }),
            "/format: unknown format `ipv5`; did you mean `ipv4`?",
        ),
        (
            "label",
            json!({ "pattern": "[a" }),
            "/pattern: not a regular expression: unclosed character class",
        ),
        (
            "label",
            json!({ "pattern": "(?=a)" }),
            "/pattern: not a regular expression: look-around, including look-ahead and look-behind, is not supported",
        ),
        (
            "label",
            json!({ "pattern": "((a{99}){99}){99}" }),
            "/pattern: the regular expression is too large: compiled, it may have 1048576 bytes",
        ),
        (
            "label",
            json!({ "patternReason": "x" }),
            "/patternReason: a reason without a `pattern`",
        ),
        (
            "key",
            json!({ "minLength": 2, "maxLength": 1 }),
            ": `minLength` is above `maxLength`: no value can satisfy both",
        ),
        (
            "label",
            json!({ "minLength": 1.5 }),
            "/minLength: expected a whole number, zero or above; found 1.5",
        ),
        (
            "count",
            json!({ "minimum": 2, "exclusiveMaximum": 2 }),
            ": no value lies between `minimum` and `exclusiveMaximum`",
        ),
        (
            "count",
            json!({ "multipleOf": 0 }),
            "/multipleOf: it must be above zero",
        ),
        (
            "count",
            json!({ "minimum": 2 }),
            ": the default of the schema must be at least 2; found 1",
        ),
        (
            "mode",
            json!({ "maxLength": 3 }),
            ": the constant of the schema must have at most 3 characters; found 4",
        ),
        (
            "pasword",
            json!({}),
            ": there is no property `pasword`; did you mean `password`?",
        ),
        (
            "names",
            json!({ "writeOnly": true }),
            ": is write-only, and is an output as well",
        ),
    ];
    for (name, rules, expected) in rows {
        assert_eq!(in_rules(name, rules), [expected], "{name}");
    }
}

#[test]
fn outputs_alone_are_only_compared() {
    let mut document = document();
    let schema = &mut document["schema"]["resources"][THING]["properties"];
    schema["address"] = json!({ "type": "string" });
    let rules = &mut document["resources"][THING]["properties"];
    rules["address"] = json!({ "compare": ["ignore-case"] });
    let manifest = Manifest::parse(&document.to_string()).unwrap();
    let address = &manifest.schema.resources[THING].outputs.properties["address"];
    assert!(address.rules.compare.has(Comparison::IgnoreCase));
    assert_eq!(
        in_rules(
            "serial",
            json!({ "minimum": 1, "writeOnly": true, "compare": ["trim"] })
        ),
        [
            "/minimum: `minimum` is for inputs, and `serial` is an output alone",
            "/writeOnly: `writeOnly` is for inputs, and `serial` is an output alone",
            "/compare/0: `trim` is for strings, and the value is a whole number",
        ]
    );
}

#[test]
fn only_resources_have_what_is_never_read_back() {
    let told = mistakes(|document| {
        document["provider"]["properties"]["token"] = json!({ "writeOnly": true });
    });
    assert_eq!(
        told,
        ["/provider/properties/token/writeOnly: only an input of a resource can be write-only"]
    );
}

#[test]
fn constraints_are_checked() {
    let rows = [
        (
            json!({ "conflicts": ["zone", "key"] }),
            "`zone` is required, so the others can never be given",
        ),
        (
            json!({ "exactlyOneOf": ["count", "key"] }),
            "`count` has a default, so the others can never be given",
        ),
        (
            json!({ "conflicts": ["label", "key"] }),
            "`label` is the name, and always given, so the others can never be given",
        ),
        (
            json!({ "atLeastOneOf": ["zone", "key"] }),
            "`zone` is required, so the constraint always holds",
        ),
        (
            json!({ "allOrNone": ["zone", "key"] }),
            "`zone` is required, so the others must always be given: make them required",
        ),
        (
            json!({ "property": "key", "requires": ["key"] }),
            "`key` requires itself",
        ),
        (
            json!({ "property": "key", "requires": [] }),
            "`requires` must name a property",
        ),
        (
            json!({ "requires": ["key"] }),
            "`property` must name the property that requires others",
        ),
        (
            json!({}),
            "a constraint is one of `exactlyOneOf`, `atLeastOneOf`, `conflicts`, `allOrNone`, or `property` with `requires`",
        ),
        (
            json!({ "conflicts": ["key", "tags"], "allOrNone": ["key", "tags"] }),
            "this is several constraints; write one object for each",
        ),
        (json!([]), "expected an object, found a list"),
    ];
    for (constraint, expected) in rows {
        let told = in_thing(json!({ "constraints": [constraint] }));
        assert_eq!(told, [format!("/constraints/0: {expected}")]);
    }
    let rows = [
        (
            json!([{ "conflicts": ["key", "kay"] }]),
            "/0/conflicts/1: there is no property `kay`; did you mean `key`?",
        ),
        (
            json!([{ "conflicts": ["key", "key"] }]),
            "/0/conflicts/1: `key` occurs twice",
        ),
        (
            json!([{ "conflicts": ["key"] }]),
            "/0/conflicts: names fewer than two properties",
        ),
        (
            json!([{ "property": "kay", "requires": ["key"] }]),
            "/0/property: there is no property `kay`; did you mean `key`?",
        ),
        (
            json!([{ "conflicts": ["key", "keyId"] }, { "property": "key", "requires": ["keyId"] }]),
            "/1: `key` requires `keyId`, with which it cannot be given by constraint 0",
        ),
        (json!({}), ": expected a list, found an object"),
    ];
    for (constraints, expected) in rows {
        let told = in_thing(json!({ "constraints": constraints }));
        assert_eq!(told, [format!("/constraints{expected}")]);
    }
}

#[test]
fn a_default_comes_only_from_variables_that_the_manifest_asks_for() {
    let places = [
        "/schema/provider/inputProperties/token",
        "/schema/types/acme:index:Rule/properties/key",
        "/schema/resources/acme:index:Thing/inputProperties/keyId",
        "/schema/functions/acme:index:getThing/inputs/properties/label",
    ];
    let told = |variable: &str, place: &str| {
        mistakes(|document| {
            let property = document.pointer_mut(place).unwrap();
            property["defaultInfo"] = json!({ "environment": [variable] });
        })
    };
    for place in places {
        assert_eq!(told("ACME_TOKEN", place), [] as [String; 0]);
        let expected = "`permissions.env` does not ask for the variable `ACME_TOKNE`; did you mean `ACME_TOKEN`?";
        assert_eq!(
            told("ACME_TOKNE", place),
            [format!("{place}/defaultInfo: {expected}")]
        );
    }
    let told = mistakes(|document| {
        let variables =
            json!({ "other": { "type": "string", "defaultInfo": { "environment": ["HOME"] } } });
        document["schema"]["config"] = json!({ "variables": variables });
        document.as_object_mut().unwrap().remove("permissions");
    });
    assert_eq!(
        told,
        [
            "/schema/config/variables/other/defaultInfo: `permissions.env` does not ask for the variable `HOME`"
        ]
    );
}

#[test]
fn no_property_shows_a_component_the_variable_of_a_value_that_the_host_keeps_from_it() {
    let told = |place: &str| {
        mistakes(|document| {
            let from_variable = json!({ "environment": ["ACME_TOKEN"] });
            let token = &mut document["schema"]["provider"]["inputProperties"]["token"];
            token["secret"] = json!(true);
            token["defaultInfo"] = from_variable.clone();
            document["permissions"]["net"] = json!([{
                "host": "api.acme.com",
                "credential": { "as": "bearer", "config": "token", "hostOnly": true },
            }]);
            document.pointer_mut(place).unwrap()["defaultInfo"] = from_variable;
        })
    };
    let itself = "/schema/provider/inputProperties/token";
    assert_eq!(told(itself), [] as [String; 0]);
    for place in [
        "/schema/types/acme:index:Rule/properties/key",
        "/schema/resources/acme:index:Thing/inputProperties/keyId",
        "/schema/functions/acme:index:getThing/inputs/properties/label",
    ] {
        let expected = "the component would see the value of `ACME_TOKEN`, which `hostOnly` keeps from it as `token` of the configuration";
        assert_eq!(told(place), [format!("{place}/defaultInfo: {expected}")]);
    }
}
