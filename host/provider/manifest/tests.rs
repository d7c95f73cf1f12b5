use serde_json::{Value, json};

use super::*;
use crate::provider::schema::{Comparison, Consistency, NameRule};

const THING: &str = "acme:index:Thing";

/// A manifest with every part.
fn document() -> Value {
    json!({
        "manifest": 1,
        "sdk": { "name": "test", "version": "1" },
        "schema": {
            "name": "acme",
            "version": "1.0.0",
            "provider": {
                "inputProperties": {
                    "serverUrl": { "type": "string" },
                    "token": { "type": "string" },
                    "retries": { "type": "integer", "default": 3 }
                }
            },
            "types": {
                "acme:index:Rule": {
                    "type": "object",
                    "properties": {
                        "port": { "type": "integer" },
                        "key": { "type": "string" },
                        "other": { "type": "string" }
                    }
                },
                "acme:index:Color": { "type": "string", "enum": [{ "value": "red" }] }
            },
            "resources": {
                THING: {
                    "inputProperties": {
                        "zone": { "type": "string" },
                        "label": { "type": "string" },
                        "count": { "type": "integer", "default": 1 },
                        "mode": { "type": "string", "const": "fast" },
                        "password": { "type": "string" },
                        "key": { "type": "string" },
                        "keyId": { "type": "string" },
                        "tags": { "type": "object" },
                        "names": { "type": "array", "items": { "type": "string" } },
                        "rules": { "type": "array", "items": { "$ref": "#/types/acme:index:Rule" } }
                    },
                    "requiredInputs": ["zone"],
                    "properties": {
                        "label": { "type": "string" },
                        "names": { "type": "array", "items": { "type": "string" } },
                        "serial": { "type": "integer" }
                    }
                }
            },
            "functions": {
                "acme:index:getThing": { "inputs": { "properties": { "label": { "type": "string" } } } }
            }
        },
        "provider": {
            "hooks": ["configure"],
            "properties": { "retries": { "maximum": 9 } },
            "constraints": [{ "property": "token", "requires": ["serverUrl"] }]
        },
        "types": {
            "acme:index:Rule": {
                "properties": { "port": { "minimum": 1 }, "key": { "writeOnly": true } },
                "constraints": [{ "conflicts": ["key", "other"] }]
            }
        },
        "resources": {
            THING: {
                "hooks": ["create", "migrate"],
                "stateVersion": 2,
                "name": { "property": "label", "maxLength": 63, "lowercase": true },
                "importId": "{zone}/{label}",
                "stable": ["serial"],
                "deleteBeforeReplace": true,
                "refreshBeforeUpdate": true,
                "consistency": "error",
                "properties": {
                    "label": { "pattern": "^[a-z-]+$", "compare": ["ignore-case"], "maxLength": 20 },
                    "names": { "compare": ["set"], "items": { "compare": ["trim"], "maxLength": 9 } },
                    "password": { "writeOnly": true }
                },
                "constraints": [{ "exactlyOneOf": ["password", "key"] }]
            }
        },
        "functions": {
            "acme:index:getThing": { "pure": true, "properties": { "label": { "minLength": 1 } } }
        },
        "mappings": [{ "key": "terraform", "provider": "acme", "data": "{}" }],
        "wants": {
            "net": [{ "host": "config:serverUrl", "required": true, "reason": "it" }],
            "env": [{ "name": "ACME_TOKEN" }]
        }
    })
}

/// Makes a mistake.
type Change = fn(&mut Value);

/// All mistakes after a change.
fn mistakes(change: impl FnOnce(&mut Value)) -> Vec<String> {
    let mut document = document();
    change(&mut document);
    match Manifest::parse(&document.to_string()) {
        Ok(_) => Vec::new(),
        Err(ManifestError::Mistakes(mistakes)) => mistakes,
        Err(other) => panic!("{other}"),
    }
}

/// The mistakes of the resource after keys were set, without the resource's place.
fn in_thing(change: Value) -> Vec<String> {
    let told = mistakes(|document| {
        let thing = &mut document["resources"][THING];
        for (key, value) in change.as_object().unwrap() {
            thing[key] = value.clone();
        }
    });
    let place = format!("/resources/{THING}");
    told.iter()
        .map(|mistake| mistake.strip_prefix(&place).unwrap_or(mistake).to_owned())
        .collect()
}

/// The mistakes of one property's rules, without their place.
fn in_rules(name: &str, rules: Value) -> Vec<String> {
    let place = format!("/properties/{name}");
    let mut told = in_thing(json!({ "properties": { name: rules } }));
    for mistake in &mut told {
        if let Some(rest) = mistake.strip_prefix(&place) {
            *mistake = rest.to_owned();
        }
    }
    told
}

#[test]
fn every_part_is_read() {
    let manifest = Manifest::parse(&document().to_string()).unwrap();
    assert_eq!(manifest.sdk.name, "test");
    assert!(manifest.provider_has(Hook::Configure) && !manifest.provider_has(Hook::CheckConfig));
    assert!(manifest.resource_has(THING, Hook::Migrate));
    assert!(!manifest.resource_has(THING, Hook::Read));
    assert!(manifest.function("acme:index:getThing").pure);
    assert!(!manifest.function("acme:index:other").pure);
    assert_eq!(manifest.mappings[0].provider, "acme");
    assert_eq!(manifest.wants.net[0].configuration_key(), Some("serverUrl"));
    assert_eq!(manifest.wants.env[0].name, "ACME_TOKEN");

    let schema = &manifest.schema;
    let thing = &schema.resources[THING];
    let traits = &thing.traits;
    assert_eq!(traits.state_version, 2);
    assert!(traits.delete_before_replace && traits.refresh_before_update);
    assert_eq!(traits.consistency, Consistency::Error);
    assert!(traits.stable.contains("serial"));
    // A rule of the property bounds the name as well.
    let name = NameRule {
        max_length: Some(20),
        lowercase: true,
        ..NameRule::of("label")
    };
    assert_eq!(traits.name, Some(name));
    assert_eq!(thing.import_id.as_ref().unwrap().as_str(), "{zone}/{label}");
    assert_eq!(thing.inputs.constraints.len(), 1);
    let password = &thing.inputs.properties["password"];
    assert!(password.write_only && password.secret);
    // Outputs are compared as inputs are, and no more.
    let names = &thing.outputs.properties["names"].rules;
    assert!(names.compare.has(Comparison::Set));
    assert!(names.of_items().compare.has(Comparison::Trim));
    assert_eq!(names.of_items().max_length, None);

    assert_eq!(schema.config.properties["retries"].rules.maximum, Some(9.0));
    assert_eq!(schema.config.constraints.len(), 1);
    let arguments = &schema.functions["acme:index:getThing"].inputs;
    assert_eq!(arguments.properties["label"].rules.min_length, Some(1));
    let rule = schema.types.objects().next().unwrap();
    assert_eq!(rule.schema.properties["port"].rules.minimum, Some(1.0));
    assert!(rule.schema.properties["key"].write_only);
    assert_eq!(rule.schema.constraints.len(), 1);
}

#[test]
fn another_format_is_not_read() {
    let newer = Manifest::parse(r#"{ "manifest": 2, "schema": 7 }"#).unwrap_err();
    assert!(matches!(newer, ManifestError::Format { found: 2 }));
    assert!(newer.hint().contains("newer version"));
    for text in ["", "[]", "{}", r#"{ "manifest": "1" }"#] {
        let error = Manifest::parse(text).unwrap_err();
        assert!(matches!(error, ManifestError::Malformed(_)), "{text}");
    }
}

#[test]
fn unknown_keys_are_told_everywhere() {
    let rows: Vec<(Change, &str)> = vec![
        (
            |document| document["resorces"] = json!({}),
            "/resorces: unknown key `resorces`; did you mean `resources`?",
        ),
        (
            |document| document["sdk"]["nmae"] = json!(""),
            "/sdk/nmae: unknown key `nmae`; did you mean `name`?",
        ),
        (
            |document| document["provider"]["hook"] = json!([]),
            "/provider/hook: unknown key `hook`; did you mean `hooks`?",
        ),
        (
            |document| document["resources"][THING]["stateversion"] = json!(1),
            "/resources/acme:index:Thing/stateversion: unknown key `stateversion`; did you mean `stateVersion`?",
        ),
        (
            |document| document["resources"][THING]["name"]["maxlenght"] = json!(1),
            "/resources/acme:index:Thing/name/maxlenght: unknown key `maxlenght`; did you mean `maxLength`?",
        ),
        (
            |document| document["resources"][THING]["properties"]["label"]["minlength"] = json!(1),
            "/resources/acme:index:Thing/properties/label/minlength: unknown key `minlength`; did you mean `minLength`?",
        ),
        (
            |document| document["resources"][THING]["constraints"][0]["because"] = json!(1),
            "/resources/acme:index:Thing/constraints/0/because: unknown key `because`",
        ),
        (
            |document| document["types"]["acme:index:Rule"]["hooks"] = json!([]),
            "/types/acme:index:Rule/hooks: unknown key `hooks`",
        ),
        (
            |document| document["functions"]["acme:index:getThing"]["Pure"] = json!(true),
            "/functions/acme:index:getThing/Pure: unknown key `Pure`; did you mean `pure`?",
        ),
        (
            |document| document["mappings"][0]["name"] = json!(""),
            "/mappings/0/name: unknown key `name`",
        ),
        (
            |document| document["wants"]["net"][0]["port"] = json!(1),
            "/wants/net/0/port: unknown key `port`",
        ),
    ];
    for (change, expected) in rows {
        assert_eq!(mistakes(change), [expected]);
    }
}

#[test]
fn names_that_name_nothing_are_told() {
    let rows: Vec<(Change, &str)> = vec![
        (
            |document| document["resources"]["acme:index:Thin"] = json!({}),
            "/resources/acme:index:Thin: the schema has no such resource; did you mean `acme:index:Thing`?",
        ),
        (
            |document| document["functions"]["acme:index:x"] = json!({}),
            "/functions/acme:index:x: the schema has no such function",
        ),
        (
            |document| document["types"]["acme:index:Color"] = json!({}),
            "/types/acme:index:Color: the schema has no such object type",
        ),
        (
            |document| document["resources"][THING]["hooks"] = json!(["create", "migrate", "raed"]),
            "/resources/acme:index:Thing/hooks/2: there is no hook `raed` here; did you mean `read`?",
        ),
        (
            |document| document["provider"]["hooks"] = json!(["create"]),
            "/provider/hooks/0: there is no hook `create` here",
        ),
        (
            |document| document["wants"]["net"][0]["host"] = json!("config:url"),
            "/wants/net/0: the configuration has no `url`, which `config:url` names",
        ),
        (
            |document| document["wants"]["env"][0]["name"] = json!("A=B"),
            "/wants/env/0: `A=B` is no name of a variable",
        ),
        (
            |document| document["wants"]["env"][0] = json!({}),
            "/wants/env/0: `name` must say what is wanted",
        ),
        (
            |document| document["mappings"][1] = document["mappings"][0].clone(),
            "/mappings/1: there is a mapping for `acme` of `terraform` already",
        ),
        (
            |document| document["mappings"][0] = json!({ "key": "terraform", "provider": "acme" }),
            "/mappings/0: `data` is missing",
        ),
        (
            |document| {
                document["resources"].as_object_mut().unwrap().remove(THING);
            },
            "/resources/acme:index:Thing: the hook `create` is missing",
        ),
    ];
    for (change, expected) in rows {
        // A list is made longer by its next index alone.
        let change = |document: &mut Value| {
            if expected.starts_with("/mappings/1") {
                document["mappings"]
                    .as_array_mut()
                    .unwrap()
                    .push(Value::Null);
            }
            change(document);
        };
        assert_eq!(mistakes(change), [expected]);
    }
}

#[test]
fn traits_are_checked() {
    let rows = [
        (
            json!({ "stable": ["serail"] }),
            "/stable: there is no output `serail`; did you mean `serial`?",
        ),
        (
            json!({ "importId": "{zon}" }),
            "/importId: there is no input `zon`; did you mean `zone`?",
        ),
        (
            json!({ "importId": "{password}" }),
            "/importId: `password` is a secret, and ids are shown",
        ),
        (
            json!({ "stateVersion": 0 }),
            ": the hook `migrate` needs a `stateVersion` above 0",
        ),
        (
            json!({ "hooks": ["create"] }),
            ": a `stateVersion` needs the hook `migrate`",
        ),
        (
            json!({ "stateVersion": -1, "hooks": ["create"] }),
            "/stateVersion: expected a whole number, zero or above; found -1",
        ),
        (
            json!({ "stateVersion": 5_000_000_000_u64, "hooks": ["create"] }),
            "/stateVersion: 5000000000 is too large",
        ),
        (
            json!({ "consistency": "maybe" }),
            "/consistency: expected `off`, `warn` or `error`, found `maybe`",
        ),
        (
            json!({ "deleteBeforeReplace": "yes" }),
            "/deleteBeforeReplace: expected true or false, found a string",
        ),
        (
            json!({ "name": "label" }),
            "/name: expected an object, found a string",
        ),
        (
            json!({ "name": { "property": "lable" } }),
            "/name/property: there is no input `lable`; did you mean `label`?",
        ),
        (
            json!({ "name": { "property": "tags" } }),
            "/name/property: `tags` is not a string, and cannot be a name that is made up",
        ),
        (
            json!({ "name": { "property": "mode" } }),
            "/name/property: `mode` is a constant, and cannot be a name that is made up",
        ),
        (
            json!({ "name": { "property": "label", "alphabet": "aa" } }),
            "/name/alphabet: an alphabet has at least two characters, each of them once",
        ),
        (
            json!({ "name": { "property": "label", "randomLength": 101 } }),
            "/name/randomLength: at most 100 random characters are drawn",
        ),
        (
            json!({ "name": { "property": "label", "randomLength": 19 } }),
            "/name: separator and random characters have 20 characters, which leaves no room for the resource's name",
        ),
        (
            json!({ "name": { "property": "label", "alphabet": "AB", "lowercase": true } }),
            "/name: `lowercase`, and `alphabet` or `separator` has capital letters",
        ),
    ];
    for (change, expected) in rows {
        assert_eq!(in_thing(change), [expected]);
    }
}

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
            "/compare/0: `trim` is for strings, and the value is a list; what is said of its elements belongs into `items`",
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
            ": `minLength` is above `maxLength`: no value can be so",
        ),
        (
            "label",
            json!({ "minLength": 1.5 }),
            "/minLength: expected a whole number, zero or above; found 1.5",
        ),
        (
            "count",
            json!({ "minimum": 2, "exclusiveMaximum": 2 }),
            ": nothing lies between `minimum` and `exclusiveMaximum`",
        ),
        (
            "count",
            json!({ "multipleOf": 0 }),
            "/multipleOf: a number is a multiple of one above zero",
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
        [
            "/provider/properties/token/writeOnly: only what is read back can be write-only: inputs of resources"
        ]
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
            "`property` must name the one that requires others",
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
fn all_mistakes_are_told_at_once() {
    let told = mistakes(|document| {
        document["sdk"] = json!([]);
        document["types"]["acme:index:Rule"]["properties"]["port"] = json!({ "minLength": 1 });
        document["resources"][THING]["stable"] = json!(["x", "y"]);
        document["resources"][THING]["properties"]["label"]["pattern"] = json!("(");
        document["wants"] = json!(7);
    });
    assert_eq!(told.len(), 6, "{told:#?}");
}

#[test]
fn mistakes_of_the_schema_come_first() {
    let told = mistakes(|document| {
        document["schema"]["version"] = json!("one");
        document["sdk"] = json!([]);
    });
    assert_eq!(told.len(), 1);
    assert!(told[0].starts_with("/schema/version: "), "{told:?}");
    assert_eq!(
        mistakes(|document| {
            document.as_object_mut().unwrap().remove("schema");
        }),
        ["/schema: the package's schema is missing"]
    );
}

/// Every place of a document.
fn places(value: &Value, place: &str, found: &mut Vec<String>) {
    found.push(place.to_owned());
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                places(item, &format!("{place}/{index}"), found);
            }
        }
        Value::Object(members) => {
            for (key, value) in members {
                places(value, &format!("{place}/{key}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn no_manifest_panics_and_mistakes_are_near_what_is_wrong() {
    let document = document();
    let mut all = Vec::new();
    places(&document, "", &mut all);
    let wrong = [
        json!(null),
        json!(7),
        json!(-0.5),
        json!("x"),
        json!("{"),
        json!([]),
        json!({}),
        json!([{}]),
        json!({ "x": 1 }),
    ];
    for place in all.iter().filter(|place| !place.is_empty()) {
        for value in &wrong {
            let mut document = document.clone();
            *document.pointer_mut(place).unwrap() = value.clone();
            let Err(ManifestError::Mistakes(mistakes)) = Manifest::parse(&document.to_string())
            else {
                continue;
            };
            for mistake in mistakes {
                let told = mistake.split(": ").next().unwrap();
                let exists = |place: &str| document.pointer(place).is_some();
                let mut near = told.rsplit_once('/').map_or("", |(parent, _)| parent);
                if !exists(near) {
                    near = near.rsplit_once('/').map_or("", |(parent, _)| parent);
                }
                assert!(exists(near), "{place}: {mistake}");
            }
        }
    }
}
