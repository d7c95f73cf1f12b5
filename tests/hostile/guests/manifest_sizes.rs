//! Manifests that are large, or take long: each ends at a bound that the message names.

use pulumi_wasm_packages::manifest_section;
use serde_json::{Map, Value, json};
use tonic::Code;

use super::attack::{Asked, Attack, withstand};
use test_support::fake::guest::{Guest, THING};
use test_support::fake::steps::{Answer, Step};

fn with(content: &str) -> Vec<u8> {
    let mut bytes = Guest::new().without_section().build();
    manifest_section::append(&mut bytes, content);
    bytes
}

fn changed(change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut text = String::new();
    drop(Guest::new().manifest(|manifest| {
        change(manifest);
        text = manifest.to_string();
    }));
    with(&text)
}

/// A manifest whose thing has this many more inputs, with rules for them.
fn inputs(count: usize, schema: &Value, rules: &Value) -> Vec<u8> {
    changed(|manifest| {
        let of_all = |value: &Value| -> Map<String, Value> {
            let names = (0..count).map(|number| format!("input{number:05}"));
            names.map(|name| (name, value.clone())).collect()
        };
        let properties = &mut manifest["schema"]["resources"][THING]["inputProperties"];
        let properties = properties.as_object_mut().expect("inputs");
        properties.extend(of_all(schema));
        if !rules.is_null() {
            manifest["resources"][THING]["properties"] = of_all(rules).into();
        }
    })
}

fn input(schema: Value) -> Vec<u8> {
    changed(|manifest| {
        manifest["schema"]["resources"][THING]["inputProperties"]["label"] = schema;
    })
}

/// `before`, the unit so often that it is as large as given, and `after`.
fn repeated(before: &str, unit: &str, after: &str, bytes: usize) -> String {
    let text = unit.repeat(bytes / unit.len());
    format!("{before}{}{after}", text.trim_end_matches(','))
}

pub(crate) fn attacks() -> Vec<Attack> {
    let added = |name, bytes: Vec<u8>| Attack::new(name, bytes).asks(Asked::Parameterize);
    let refused = |name, bytes: Vec<u8>, words: &[&str]| {
        added(name, bytes).fails(Code::InvalidArgument, words)
    };
    let beyond = |name, bytes: Vec<u8>, limit: &str| {
        added(name, bytes).reaches(Code::InvalidArgument, limit)
    };
    let objects = |bytes| repeated("{\"manifest\":1,\"x\":[", "{\"a\":0},", "]}", bytes);
    let string = json!({ "type": "string" });
    let many_sections = {
        let mut bytes = Guest::new().without_section().build();
        for _ in 0..4 {
            manifest_section::append(&mut bytes, &objects(8 << 20));
        }
        bytes
    };
    let values = |count: usize| {
        let values = (0..count).map(|number| json!({ "value": format!("v{number}") }));
        let values: Vec<Value> = values.collect();
        changed(|manifest| {
            manifest["schema"]["types"] =
                json!({ "acme:index:Kind": { "type": "string", "enum": values } });
        })
    };
    let permissions = |count: usize| {
        let permission = json!({ "host": "example.com", "required": true, "reason": "x" });
        changed(|manifest| manifest["permissions"] = json!({ "net": vec![permission; count] }))
    };
    vec![
        beyond(
            "a manifest of small objects",
            with(&objects(60 << 20)),
            "manifest-size",
        ),
        beyond(
            "a manifest of fewer small objects",
            with(&objects(8 << 20)),
            "manifest-entries",
        ),
        beyond(
            "a manifest of empty lists",
            with(&repeated("[", "[],", "]", 8 << 20)),
            "manifest-entries",
        ),
        beyond(
            "a manifest of numbers",
            with(&repeated("[", "0,", "]", 8 << 20)),
            "manifest-entries",
        ),
        beyond(
            "several manifests of small objects",
            many_sections,
            "manifest-entries",
        ),
        beyond(
            "a manifest of objects instead of a schema",
            with(&repeated(
                "{\"manifest\":1,\"schema\":{\"name\":\"acme\",\"keywords\":[",
                "{\"a\":0},",
                "]}}",
                8 << 20,
            )),
            "manifest-entries",
        ),
        Attack::new(
            "a description by the component that is too large",
            Guest::new()
                .without_section()
                .does("describe", [Step::Answer(Answer::Text(objects(8 << 20)))]),
        )
        .asks(Asked::Parameterize)
        .reaches(Code::InvalidArgument, "manifest-entries"),
        beyond(
            "very many regular expressions that are large",
            inputs(2000, &string, &json!({ "pattern": "\\w{16}" })),
            "manifest-patterns",
        ),
        beyond(
            "very many regular expressions that are small",
            inputs(9000, &string, &json!({ "pattern": "^a$" })),
            "manifest-patterns",
        ),
        beyond(
            "large regular expressions for keys and elements",
            inputs(
                500,
                &json!({ "type": "object", "additionalProperties": { "type": "string" } }),
                &json!({ "keyPattern": "\\w{16}", "items": { "pattern": "\\w{16}" } }),
            ),
            "manifest-patterns",
        ),
        refused(
            "a regular expression and a long text for it",
            changed(|manifest| {
                let label = &mut manifest["schema"]["resources"][THING]["inputProperties"]["label"];
                *label = json!({ "type": "string", "default": "a".repeat(1 << 20) });
                manifest["schema"]["resources"][THING]["requiredInputs"] = json!([]);
                manifest["resources"][THING]["properties"] =
                    json!({ "label": { "pattern": "\\w{16}" } });
            }),
            &["is too long for its pattern"],
        ),
        refused(
            "a regular expression whose text is long",
            inputs(1, &string, &json!({ "pattern": "\\w".repeat(400_000) })),
            &["it may have 4096"],
        ),
        refused(
            "a regular expression with very many groups",
            inputs(
                1,
                &string,
                &json!({ "pattern": format!("\\b{}[a-z]", "()".repeat(1900)) }),
            ),
            &["more than 16 groups that capture"],
        ),
        beyond(
            "regular expressions that are refused, one after the other",
            inputs(200, &string, &json!({ "pattern": "\\w{9999}" })),
            "manifest-patterns",
        ),
        refused(
            "a mistake in very many values",
            inputs(9000, &json!({ "type": "strnig" }), &Value::Null),
            &["`strnig` is not a type", "more mistakes"],
        ),
        refused(
            "rules for very many properties that are not there",
            changed(|manifest| {
                let names = |what: &str| -> Map<String, Value> {
                    let names =
                        (0..9000).map(|number| format!("{what}PropertyWithALongName{number}"));
                    names.map(|name| (name, json!({}))).collect()
                };
                let mut properties = names("some");
                for property in properties.values_mut() {
                    *property = json!({ "type": "string" });
                }
                manifest["schema"]["resources"][THING]["inputProperties"] = properties.into();
                manifest["schema"]["resources"][THING]["requiredInputs"] = json!([]);
                manifest["resources"][THING]["properties"] = names("same").into();
            }),
            &["there is no property", "more mistakes"],
        ),
        added(
            "keys that are nearly known, very many of them",
            changed(|manifest| {
                let keys = (0..50_000).map(|number| (format!("descriptionx{number:05}"), json!(0)));
                let thing = &mut manifest["schema"]["resources"][THING];
                let thing = thing.as_object_mut().expect("a resource");
                thing.extend(keys);
            }),
        ),
        refused(
            "an object with very many properties",
            inputs(20_000, &string, &Value::Null),
            &["at most 10000 properties"],
        ),
        refused(
            "an enum with very many values",
            values(6000),
            &["at most 5000 values"],
        ),
        refused(
            "very many permissions",
            permissions(2000),
            &["more than 1000 elements"],
        ),
        refused(
            "a union of very many types",
            input(json!({ "oneOf": vec![string.clone(); 2000] })),
            &["at most 1000 members"],
        ),
        refused(
            "very many constraints",
            changed(|manifest| {
                let constraint = json!({ "exactlyOneOf": ["label", "label"] });
                manifest["resources"][THING]["constraints"] = json!(vec![constraint; 200]);
            }),
            &["more than 100 constraints"],
        ),
        refused(
            "a form of ids with very many inputs",
            changed(|manifest| {
                manifest["resources"][THING]["importId"] = "{a}-".repeat(100_000).into()
            }),
            &["at most 1000 bytes"],
        ),
        refused(
            "very long names within each other",
            changed(|manifest| {
                let name = "x".repeat(1 << 20);
                let many: Map<String, Value> = (0..9000)
                    .map(|number| (format!("a{number}"), json!({ "type": "x" })))
                    .collect();
                manifest["schema"]["types"] =
                    json!({ name: { "type": "object", "properties": many } });
            }),
            &["names have 1024 bytes at most"],
        ),
    ]
}

#[tokio::test]
async fn large_manifests_end_at_a_bound_that_is_named() {
    withstand(attacks()).await;
}
