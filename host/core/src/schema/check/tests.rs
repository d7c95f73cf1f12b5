use proptest::prelude::*;

use super::*;
use crate::schema::keep_secrets;
use crate::schema::model::types::Type;
use crate::schema::testing::{
    acme, fitted, known_properties, list, map, object, package, secret, thing, unknowns,
};
use crate::value::PropertyValue::{self, Null, Unknown};

fn checked(inputs: PropertyMap) -> CheckedInputs {
    let schema = acme();
    check(&schema, &thing(&schema).inputs, inputs, &no_environment)
}

/// The inputs after a check that must succeed, without the defaults that every check adds.
fn good<const N: usize>(inputs: [(&str, PropertyValue); N]) -> PropertyMap {
    let mut inputs = map(inputs);
    inputs.entry("label".to_owned()).or_insert("x".into());
    let CheckedInputs {
        mut inputs,
        failures,
    } = checked(inputs);
    assert_eq!(failures, []);
    for (name, default) in [
        ("count", 1.0.into()),
        ("enabled", false.into()),
        ("size", 2.0.into()),
    ] {
        if inputs.get(name) == Some(&default) {
            inputs.remove(name);
        }
    }
    if inputs.get("label") == Some(&"x".into()) {
        inputs.remove("label");
    }
    inputs
}

/// The failures of one input, as `path: reason`.
fn bad(name: &str, value: impl Into<PropertyValue>) -> Vec<String> {
    let CheckedInputs { failures, .. } =
        checked(map([("label", "x".into()), (name, value.into())]));
    failures
        .iter()
        .map(|failure| format!("{}: {}", failure.property, failure.reason))
        .collect()
}

#[test]
fn defaults_are_for_what_is_absent_and_not_for_what_is_zero() {
    let CheckedInputs { inputs, failures } =
        checked(map([("label", "x".into()), ("count", 0.0.into())]));
    assert_eq!(failures, []);
    let expected = map([
        ("label", "x".into()),
        ("count", 0.0.into()),
        ("enabled", false.into()),
        ("size", 2.0.into()),
    ]);
    assert_eq!(inputs, expected);
}

#[test]
fn null_is_absent() {
    let CheckedInputs { inputs, failures } = checked(map([("label", Null), ("count", Null)]));
    assert_eq!(failures[0].reason, "missing required property `label`");
    assert_eq!(failures[0].property, "label");
    assert_eq!(inputs["count"], 1.0.into());
    assert_eq!(good([("ratio", Null), ("tags", secret(Null))]), map([]));
}

#[test]
fn a_null_entry_stays_if_entries_may_have_any_type() {
    let entries = |items: &str| {
        let document = serde_json::json!({
            "name": "acme",
            "version": "1.0.0",
            "resources": { "acme:index:Thing": { "inputProperties": { "settings": {
                "type": "object", "additionalProperties": { "$ref": items }
            } } } },
            "types": { "acme:index:Part": { "type": "object", "properties": {} } }
        });
        let schema = PackageSchema::parse(&document).unwrap();
        let inputs = map([("settings", object([("off", Null)]))]);
        let checked = check(&schema, &thing(&schema).inputs, inputs, &no_environment);
        assert_eq!(checked.failures, []);
        checked.inputs["settings"].clone()
    };
    assert_eq!(entries("pulumi.json#/Any"), object([("off", Null)]));
    assert_eq!(entries("#/types/acme:index:Part"), object([]));
}

#[test]
fn unknown_is_given_and_fits_anywhere() {
    let CheckedInputs { inputs, failures } = checked(map([
        ("label", Unknown),
        (
            "rules",
            list([Unknown, object([("port", secret(Unknown))])]),
        ),
        ("count", Unknown),
        ("password", Unknown),
        ("pet", object([("kind", Unknown), ("chip", "x".into())])),
    ]));
    assert_eq!(failures, []);
    assert_eq!(inputs["count"], Unknown);
    assert_eq!(inputs["password"], secret(Unknown));
    let pet = object([("kind", Unknown), ("chip", secret("x"))]);
    assert_eq!(inputs["pet"], pet, "what may be a secret is one");
}

#[test]
fn texts_become_numbers_and_numbers_texts_where_they_are_asked_for() {
    let rows: [(&str, PropertyValue, PropertyValue); 9] = [
        ("count", "8".into(), 8.0.into()),
        ("ratio", "0.5".into(), 0.5.into()),
        ("enabled", "true".into(), true.into()),
        ("color", "red".into(), "red".into()),
        ("size", "4".into(), 4.0.into()),
        ("target", "8".into(), 8.0.into()),
        ("target", list(["8".into()]), list([8.0.into()])),
        (
            "tags",
            object([("a", 1.0.into()), ("b", Null)]),
            object([("a", "1".into())]),
        ),
        ("count", secret("8"), secret(8.0)),
    ];
    for (name, value, expected) in rows {
        assert_eq!(good([(name, value)]), map([(name, expected)]));
    }
    assert_eq!(good([("label", 8.0.into())]), map([("label", "8".into())]));
}

#[test]
fn json_text_is_made_of_what_is_no_text() {
    let policy = object([("b", list([1.0.into()])), ("a", secret("x"))]);
    let text = secret(r#"{"a":"x","b":[1]}"#);
    assert_eq!(good([("policy", policy)]), map([("policy", text)]));
    assert_eq!(
        good([("policy", "[1, 2]".into())]),
        map([("policy", "[1, 2]".into())])
    );
    let unknown = object([("a", Unknown)]);
    assert_eq!(good([("policy", unknown)]), map([("policy", Unknown)]));
}

#[test]
fn objects_inside_are_checked_too() {
    let rule = object([("port", "80".into()), ("key", "k".into())]);
    let expected = object([
        ("port", 80.0.into()),
        ("key", secret("k")),
        ("protocol", "tcp".into()),
    ]);
    assert_eq!(
        good([("rules", list([rule]))]),
        map([("rules", list([expected]))])
    );
    let tree = object([
        ("name", "a".into()),
        ("children", list([object([("name", 1.0.into())])])),
    ]);
    let expected = object([
        ("name", "a".into()),
        ("children", list([object([("name", "1".into())])])),
    ]);
    assert_eq!(good([("tree", tree)]), map([("tree", expected)]));
}

#[test]
fn secrets_stay_at_their_place_and_the_schemas_are_marked() {
    assert_eq!(
        good([("password", "p".into())]),
        map([("password", secret("p"))])
    );
    assert_eq!(
        good([("password", secret("p"))]),
        map([("password", secret("p"))])
    );
    let tags = secret(object([("a", 1.0.into())]));
    assert_eq!(
        good([("tags", tags)]),
        map([("tags", secret(object([("a", "1".into())])))])
    );
}

#[test]
fn the_discriminator_tells_the_member() {
    let cat = object([("kind", "cat".into())]);
    let expected = object([("kind", "cat".into()), ("lives", 9.0.into())]);
    assert_eq!(good([("pet", cat)]), map([("pet", expected)]));
    let dog = object([("kind", "dog".into()), ("lives", 9.0.into())]);
    assert_eq!(bad("pet", dog), ["pet.lives: unknown property `lives`"]);
    assert_eq!(
        bad("pet", object([("kind", "cow".into())])),
        ["pet.kind: expected one of `cat`, `dog`"]
    );
    assert_eq!(
        bad("pet", object([("lives", 1.0.into())])),
        ["pet: missing property `kind`, which selects the type of the object: one of `cat`, `dog`"]
    );
}

#[test]
fn without_a_discriminator_what_fits_is_taken() {
    let mut schema = acme();
    let property = schema.resources.get_mut("acme:index:Thing").unwrap();
    let pet = property.inputs.properties.get_mut("pet").unwrap();
    let Type::Union(pet) = &mut pet.value_type else {
        panic!("{pet:?}")
    };
    pet.discriminator = None;
    let checked = |pet: PropertyValue| {
        let inputs = map([("label", "x".into()), ("pet", pet)]);
        check(&schema, &thing(&schema).inputs, inputs, &no_environment)
    };
    let dog = checked(object([("kind", "dog".into()), ("chip", "c".into())]));
    let expected = object([("kind", "dog".into()), ("chip", secret("c"))]);
    assert_eq!((&dog.inputs["pet"], dog.failures.len()), (&expected, 0));
    let cow = checked(object([("kind", "cow".into())]));
    assert_eq!(
        cow.failures[0].reason,
        "the object is not one of `Cat`, `Dog`"
    );
    let number = checked(1.0.into());
    assert_eq!(
        number.failures[0].reason,
        "expected an object, found a number"
    );
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let rows: Vec<(&str, PropertyValue, &str)> = vec![
        (
            "count",
            "many".into(),
            "count: expected a whole number, found a string",
        ),
        (
            "count",
            1.5.into(),
            "count: expected a whole number, found 1.5",
        ),
        (
            "ratio",
            true.into(),
            "ratio: expected a number, found a boolean",
        ),
        (
            "ratio",
            f64::NAN.into(),
            "ratio: expected a number, found a number that is not finite",
        ),
        (
            "enabled",
            "yes".into(),
            "enabled: expected a boolean, found a string",
        ),
        ("label", list([]), "label: expected a string, found a list"),
        (
            "color",
            "grean".into(),
            "color: expected one of `red`, `green`, `blue`; found `grean`; did you mean `green`?",
        ),
        (
            "color",
            list([]),
            "color: expected one of `red`, `green`, `blue`, found a list",
        ),
        (
            "size",
            3.0.into(),
            "size: expected one of `1`, `2`, `4`, found 3",
        ),
        ("mode", "slow".into(), "mode: must be `fast`"),
        (
            "rules",
            object([]),
            "rules: expected a list, found an object",
        ),
        (
            "rules",
            list([object([("port", 1.0.into())]), object([])]),
            "rules[1].port: missing required property `port`",
        ),
        (
            "rules",
            list([object([("port", 1.0.into()), ("protocl", "udp".into())])]),
            "rules[0].protocl: unknown property `protocl`; did you mean `protocol`?",
        ),
        (
            "tags",
            object([("a.b", list([]))]),
            "tags[\"a.b\"]: expected a string, found a list",
        ),
        (
            "target",
            "many".into(),
            "target: expected a whole number or a list, found a string",
        ),
        (
            "target",
            list(["x".into()]),
            "target[0]: expected a whole number, found a string",
        ),
        (
            "policy",
            "{".into(),
            "policy: expected JSON text, found text that is not JSON",
        ),
        (
            "source",
            "x".into(),
            "source: expected an asset, found a string",
        ),
        (
            "parent",
            1.0.into(),
            "parent: expected a resource, found a number",
        ),
        (
            "colour",
            "red".into(),
            "colour: unknown property `colour`; did you mean `color`?",
        ),
        ("wholly", "red".into(), "wholly: unknown property `wholly`"),
        (
            "rules",
            list([Null]),
            "rules[0]: expected an object, found null",
        ),
    ];
    for (name, value, expected) in rows {
        assert_eq!(bad(name, value), [expected]);
    }
}

#[test]
fn all_failures_are_told_at_once() {
    let inputs = map([
        ("count", "x".into()),
        ("enabled", "y".into()),
        ("other", Null),
    ]);
    let paths: Vec<String> = checked(inputs)
        .failures
        .into_iter()
        .map(|failure| failure.property)
        .collect();
    assert_eq!(paths, ["count", "enabled", "other", "label"]);
}

#[test]
fn messages_keep_secrets() {
    let rows: Vec<(&str, PropertyValue, &str)> = vec![
        (
            "color",
            secret("hush"),
            "color: expected one of `red`, `green`, `blue`, found a string",
        ),
        (
            "size",
            secret(77.0),
            "size: expected one of `1`, `2`, `4`, found a number",
        ),
        (
            "count",
            secret(77.5),
            "count: expected a whole number, found a number",
        ),
        (
            "tags",
            secret(object([("hush", list([]))])),
            "tags: expected a string, found a list",
        ),
        (
            "first",
            secret(object([("port", 1.0.into()), ("hush", true.into())])),
            "first: has a property that the schema does not know",
        ),
        (
            "password",
            list(["hush".into()]),
            "password: expected a string, found a list",
        ),
    ];
    for (name, value, expected) in rows {
        assert_eq!(bad(name, value), [expected]);
    }
}

#[test]
fn foreign_keys_pass() {
    let inputs = map([
        ("label", "x".into()),
        ("__wasm", object([("x", Null)])),
        ("__defaults", Null),
    ]);
    let CheckedInputs { inputs, failures } = checked(inputs);
    assert_eq!(failures, []);
    assert_eq!(inputs["__wasm"], object([("x", Null)]));
    assert_eq!(inputs["__defaults"], Null);
}

#[test]
fn environment_defaults_are_secret_and_of_the_type() {
    let schema = acme();
    let set = |variable: &str| match variable {
        "TOKEN" => Some("t".to_owned()),
        "ACME_INSECURE" => Some("1".to_owned()),
        _ => None,
    };
    let CheckedInputs { inputs, failures } = check(
        &schema,
        &schema.config,
        map([("serverUrl", "u".into())]),
        &set,
    );
    assert_eq!(failures, []);
    let expected = map([
        ("serverUrl", "u".into()),
        ("token", secret("t")),
        ("insecure", secret(true)),
        ("retries", 3.0.into()),
    ]);
    assert_eq!(inputs, expected);
    let wrong = |variable: &str| (variable == "ACME_INSECURE").then(|| "perhaps".to_owned());
    let given = map([("serverUrl", "u".into()), ("token", "t".into())]);
    let failures = check(&schema, &schema.config, given.clone(), &wrong).failures;
    assert_eq!(failures.len(), 1);
    assert_eq!(
        failures[0].reason,
        "the environment variable `ACME_INSECURE`: expected a boolean, found a string"
    );
    let empty = |_: &str| Some(String::new());
    let CheckedInputs { inputs, failures } = check(&schema, &schema.config, given, &empty);
    assert_eq!(failures, []);
    assert!(
        !inputs.contains_key("insecure"),
        "an empty variable is none"
    );
}

#[test]
fn a_constant_that_must_be_is_filled_in() {
    let schema = acme();
    let cat = schema
        .types
        .objects()
        .find(|object| object.token.ends_with("Cat"))
        .unwrap();
    let CheckedInputs { inputs, failures } = check(&schema, &cat.schema, map([]), &no_environment);
    assert_eq!(failures, []);
    assert_eq!(inputs, map([("kind", "cat".into()), ("lives", 9.0.into())]));
}

/// Whether any text of a message is from a secret.
fn leaks(failures: &[PropertyFailure]) -> bool {
    failures
        .iter()
        .any(|failure| failure.reason.contains("hush") || failure.property.contains("hush"))
}

/// Makes every string and every key that is not declared say `hush`.
fn hushed(value: &PropertyValue) -> PropertyValue {
    match value {
        PropertyValue::String(_) => "hush".into(),
        PropertyValue::Number(_) => "hush".into(),
        PropertyValue::Array(items) => PropertyValue::Array(items.iter().map(hushed).collect()),
        PropertyValue::Object(map) => PropertyValue::Object(
            map.iter()
                .map(|(key, value)| {
                    (
                        if key == "z" { "hush" } else { key }.to_owned(),
                        hushed(value),
                    )
                })
                .collect(),
        ),
        PropertyValue::Secret(inner) => hushed(inner).into_secret(),
        other => other.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn nothing_panics_and_a_second_check_changes_nothing(
        schema in package(), inputs in known_properties(), fit in any::<bool>(), preview in any::<bool>()
    ) {
        let object = &thing(&schema).inputs;
        let inputs = if fit { fitted(&schema.types, object, inputs) } else { inputs };
        let inputs = if preview { unknowns(inputs) } else { inputs };
        let first = check(&schema, object, inputs, &no_environment);
        if first.failures.is_empty() {
            // A value that a hook does not change need not be marked again.
            let kept = keep_secrets(&schema, object, &first.inputs, first.inputs.clone());
            prop_assert_eq!(&kept, &first.inputs);
            let second = check(&schema, object, first.inputs.clone(), &no_environment);
            prop_assert_eq!(second, first);
        }
    }

    #[test]
    fn failures_never_tell_a_secret(schema in package(), inputs in known_properties()) {
        let inputs = inputs.iter().map(|(key, value)| (key.clone(), hushed(value).into_secret())).collect();
        let checked = check(&schema, &thing(&schema).inputs, inputs, &no_environment);
        prop_assert!(!leaks(&checked.failures), "{:?}", checked.failures);
    }

    #[test]
    fn what_fits_a_type_has_no_failures(schema in package(), inputs in known_properties()) {
        use crate::schema::values::member;
        let object = &thing(&schema).inputs;
        for (name, property) in &object.properties {
            let Some(value) = inputs.get(name) else { continue };
            if member::is_null(value) || property.constant.is_some() {
                continue;
            }
            if member::fits(&schema.types, &property.value_type, value, true) {
                let mut checker = Checker::new(&schema.types, &no_environment);
                let mut value = value.clone();
                checker.value(&property.value_type, &mut value, &Location::TOP);
                prop_assert_eq!(checker.failures, vec![]);
                prop_assert!(member::fits(&schema.types, &property.value_type, &value, false));
            }
        }
    }
}

#[test]
fn a_whole_number_that_may_have_been_another_is_refused() {
    let edge = 9_007_199_254_740_991.0;
    for exact in [edge, -edge] {
        assert_eq!(good([("count", exact.into())])["count"], exact.into());
    }
    let beyond =
        "count: must be from -9007199254740991 to 9007199254740991, where numbers are exact";
    for (value, found) in [
        (
            PropertyValue::from(9_007_199_254_740_992.0),
            "; found 9007199254740992",
        ),
        // Its last digit is lost when it is read.
        ("9007199254740993".into(), "; found 9007199254740992"),
        ((-1e20).into(), "; found -100000000000000000000"),
        (secret(1e20), ""),
    ] {
        assert_eq!(bad("count", value), [format!("{beyond}{found}")]);
    }
    // In a list of a union's member.
    assert!(bad("target", list([1e20.into()]))[0].starts_with("target[0]: must be from"));
    let inexact = "has a whole number that is too large to be exact: numbers are exact up to 9007199254740991";
    let id = || object([("id", list([2_961_068_737_224_365_485.0.into()]))]);
    assert_eq!(
        bad("anything", id()),
        [format!("anything: {inexact}; write it in quotation marks")]
    );
    assert_eq!(
        bad("policy", id()),
        [format!("policy: {inexact}; give the JSON as a text")]
    );
    // A double does not hold the number that the program wrote.
    let infinite = bad("anything", list([f64::INFINITY.into()]));
    assert_eq!(
        infinite,
        [
            "anything: has a number that is not finite, or is larger than 1.7976931348623157e308; write it in quotation marks"
        ]
    );
    let large = object([("id", list([edge.into(), 1e21.into()]))]);
    for kept in [large, r#"{"id":2961068737224365485}"#.into()] {
        assert_eq!(good([("anything", kept.clone())])["anything"], kept);
    }
    // A number that need not be whole keeps its value; a text of it would be inexact.
    assert_eq!(good([("ratio", 1e20.into())])["ratio"], 1e20.into());
    assert_eq!(
        bad("label", 12_345_678_901_234_567_890.0),
        [
            "label: expected a string, found a number that is too large to be exact; write it in quotation marks"
        ]
    );
}
