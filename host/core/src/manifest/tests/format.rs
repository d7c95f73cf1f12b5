//! The format's number, and the additions of each.

use serde_json::{Value, json};

use super::{THING, document, in_rules, in_thing, mistakes};
use crate::manifest::format::{AddedKey, check_added};
use crate::manifest::{FORMAT, Manifest, ManifestError};
use crate::schema::parse::reader::Reader;

/// Makes `key` an output too, and computed.
fn computed_key(document: &mut Value) {
    let thing = &mut document["schema"]["resources"][THING];
    thing["properties"]["key"] = json!({ "type": "string" });
    document["resources"][THING]["properties"]["key"] = json!({ "serverDefault": true });
}

#[test]
fn all_formats_up_to_the_newest_are_read() {
    for format in 1..=FORMAT {
        let mut document = document();
        document["manifest"] = format.into();
        Manifest::parse(&document.to_string()).unwrap();
    }
    for format in [0, FORMAT + 1] {
        let mut document = document();
        document["manifest"] = format.into();
        let refused = Manifest::parse(&document.to_string()).unwrap_err();
        assert!(matches!(refused, ManifestError::Format { found } if found == u64::from(format)));
    }
}

#[test]
fn a_key_is_refused_in_a_format_before_it() {
    let added: &[AddedKey] = &[
        (2, &["resources", "*", "properties", "*", "later"]),
        (2, &["permissions", "net", "*", "later"]),
        (3, &["latest"]),
    ];
    let document = json!({
        "manifest": 1,
        "latest": {},
        "resources": { THING: { "properties": { "key": { "later": true }, "later": {} } } },
        "permissions": { "net": [{ "host": "a" }, { "host": "b", "later": 1 }] },
    });
    let mut reader = Reader::with_patterns(0);
    check_added(&mut reader, document.as_object().unwrap(), added);
    let told: Vec<_> = reader.mistakes.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            format!(
                "/resources/{THING}/properties/key/later: `later` came with format 2, and the manifest has format 1"
            ),
            "/permissions/net/1/later: `later` came with format 2, and the manifest has format 1"
                .to_owned(),
            "/latest: `latest` came with format 3, and the manifest has format 1".to_owned(),
        ]
    );
}

#[test]
fn a_property_of_the_name_of_a_key_is_no_key() {
    let told = mistakes(|document| {
        let thing = &mut document["schema"]["resources"][THING];
        thing["inputProperties"]["serverDefault"] = json!({ "type": "string" });
        let rules = &mut document["resources"][THING]["properties"];
        rules["serverDefault"] = json!({ "minLength": 1 });
    });
    assert_eq!(told, Vec::<String>::new());
}

#[test]
fn what_the_server_chooses_is_read() {
    let mut document = document();
    computed_key(&mut document);
    document["types"]["acme:index:Rule"]["properties"]["other"] = json!({ "serverDefault": true });
    document["resources"][THING]["outputDependencies"] = json!({ "serial": ["zone", "label"] });
    let manifest = Manifest::parse(&document.to_string()).unwrap();
    let thing = &manifest.schema.resources[THING];
    assert!(thing.inputs.properties["key"].computed);
    assert!(!thing.inputs.properties["zone"].computed);
    let rule = manifest.schema.types.objects().next().unwrap();
    assert!(rule.schema.properties["other"].computed);
    let serial = &thing.traits.output_dependencies["serial"];
    assert!(serial.iter().eq(["label", "zone"]));
}

#[test]
fn only_what_the_program_may_leave_to_the_server_is_computed() {
    let cases = [
        ("zone", json!({ "serverDefault": true }), "is required"),
        ("count", json!({ "serverDefault": true }), "has a default"),
        (
            "mode",
            json!({ "serverDefault": true }),
            "is computed, but not an output",
        ),
        (
            "password",
            json!({ "serverDefault": true, "writeOnly": true }),
            "is write-only",
        ),
        (
            "label",
            json!({ "serverDefault": true }),
            "cannot be a generated name",
        ),
        (
            "serial",
            json!({ "serverDefault": true }),
            "is an output alone",
        ),
        (
            "key",
            json!({ "serverDefault": 1 }),
            "expected true or false",
        ),
    ];
    for (name, rules, expected) in cases {
        let told = in_rules(name, rules);
        assert!(
            told.iter().any(|mistake| mistake.contains(expected)),
            "{name}: {told:?}"
        );
    }
    let told = mistakes(|document| {
        document["provider"]["properties"]["retries"] = json!({ "serverDefault": true });
    });
    assert!(told[0].contains("only an input of a resource"), "{told:?}");
}

#[test]
fn outputs_depend_on_inputs_that_there_are() {
    let cases = [
        (json!({ "serail": ["zone"] }), "did you mean `serial`?"),
        (json!({ "serial": ["zoen"] }), "did you mean `zone`?"),
        (json!({ "serial": [] }), "is `stable`"),
        (json!({ "serial": "zone" }), "expected a list"),
        (json!(["serial"]), "expected an object"),
    ];
    for (dependencies, expected) in cases {
        let told = in_thing(json!({ "outputDependencies": dependencies }));
        assert!(
            told.iter().any(|mistake| mistake.contains(expected)),
            "{told:?}"
        );
    }
}

#[test]
fn how_many_are_changed_at_once_is_a_number_from_1_on() {
    for (concurrency, expected) in [
        (json!(0), "must be 1 or more"),
        (json!(-1), "concurrency"),
        (json!("2"), "concurrency"),
        (json!(1u64 << 40), "is too large"),
    ] {
        let told = mistakes(|document| {
            document["resources"][THING]["concurrency"] = concurrency.clone();
        });
        assert!(told[0].contains(expected), "{concurrency}: {told:?}");
    }
    let mut document = document();
    document["resources"][THING]["concurrency"] = 4.into();
    let manifest = Manifest::parse(&document.to_string()).unwrap();
    assert_eq!(manifest.schema.resources[THING].traits.concurrency, Some(4));
}
