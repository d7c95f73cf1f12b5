//! The parts of a manifest that are read.

use serde_json::{Value, json};

use super::{Change, THING, document, in_thing, mistakes};
use crate::manifest::{ConfiguredPath, Documents, Hook, Manifest, ManifestError};
use crate::schema::{Comparison, Consistency, NameRule};

#[test]
fn every_part_is_read() {
    let manifest = Manifest::parse(&document().to_string()).unwrap();
    assert_eq!(manifest.sdk.name, "test");
    assert!(manifest.provider_has(Hook::Configure) && !manifest.provider_has(Hook::CheckConfig));
    assert!(manifest.resource_has(THING, Hook::Migrate));
    assert!(!manifest.resource_has(THING, Hook::Read));
    assert!(manifest.function("acme:index:getThing").pure);
    assert!(!manifest.function("acme:index:other").pure);
    assert_eq!(manifest.documents().unwrap().mappings[0].provider, "acme");
    assert_eq!(
        manifest.permissions.net[0]
            .configured()
            .map(ConfiguredPath::as_str),
        Some("serverUrl")
    );
    assert_eq!(manifest.permissions.env[0].name, "ACME_TOKEN");

    let schema = &manifest.schema;
    let thing = &schema.resources[THING];
    let traits = &thing.traits;
    assert_eq!(traits.state_version, 2);
    assert!(traits.delete_before_replace && traits.refresh_before_update);
    assert_eq!(traits.consistency, Consistency::Error);
    assert!(traits.stable.contains("serial"));
    // A rule of the property also limits the name.
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
    // Outputs are compared like inputs, and nothing more.
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
    let newer = Manifest::parse(r#"{ "manifest": 4, "schema": 7 }"#).unwrap_err();
    assert!(matches!(newer, ManifestError::Format { found: 4 }));
    assert!(newer.hint().contains("newer version"));
    for text in ["", "[]", "{}", r#"{ "manifest": "1" }"#] {
        let error = Manifest::parse(text).unwrap_err();
        assert!(matches!(error, ManifestError::Malformed(_)), "{text}");
    }
}

#[test]
fn mistakes_are_told_where_the_documents_alone_are_read() {
    let mut document = document();
    Documents::read(&document.to_string()).unwrap();
    document["mappings"][0]["data"] = json!(1);
    let error = Documents::read(&document.to_string()).unwrap_err();
    assert!(error.to_string().contains("/mappings/0/data"), "{error}");
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
            |document| document["resources"][THING]["autoName"]["maxlenght"] = json!(1),
            "/resources/acme:index:Thing/autoName/maxlenght: unknown key `maxlenght`; did you mean `maxLength`?",
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
            |document| document["permissions"]["net"][0]["port"] = json!(1),
            "/permissions/net/0/port: unknown key `port`",
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
            |document| document["permissions"]["net"][0]["host"] = json!("config:url"),
            "/permissions/net/0: the configuration has no `url`, which `config:url` names",
        ),
        (
            |document| document["permissions"]["net"][0]["host"] = json!("{config.url}"),
            "/permissions/net/0: `{config.url}` is not an address, because braces are not replaced; for an address from the \
             configuration, write `config:` and the key of the configuration value, which is what the SDKs write when the host is \
             an option of the configuration",
        ),
        (
            |document| document["permissions"]["env"][0]["name"] = json!("A=B"),
            "/permissions/env/0: `A=B` is not a name of a variable",
        ),
        (
            |document| document["permissions"]["env"][0] = json!({}),
            "/permissions/env/0: `name` must name the wanted access",
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
        // Only the next index extends a list.
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
            "/importId: `password` is a secret, but ids are shown as plain text",
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
            json!({ "autoName": "label" }),
            "/autoName: expected an object, found a string",
        ),
        (
            json!({ "autoName": { "property": "lable" } }),
            "/autoName/property: there is no input `lable`; did you mean `label`?",
        ),
        (
            json!({ "autoName": { "property": "tags" } }),
            "/autoName/property: `tags` is not a string, so it cannot be a generated name",
        ),
        (
            json!({ "autoName": { "property": "mode" } }),
            "/autoName/property: `mode` is a constant, so it cannot be a generated name",
        ),
        (
            json!({ "autoName": { "property": "label", "alphabet": "aa" } }),
            "/autoName/alphabet: an alphabet has at least two characters, each of them only once",
        ),
        (
            json!({ "autoName": { "property": "label", "randomLength": 101 } }),
            "/autoName/randomLength: a name has at most 100 random characters",
        ),
        (
            json!({ "autoName": { "property": "label", "randomLength": 19 } }),
            "/autoName: separator and random characters have 20 characters, which leaves no room for the resource's name",
        ),
        (
            json!({ "autoName": { "property": "label", "alphabet": "AB", "lowercase": true } }),
            "/autoName: `lowercase` is set, but `alphabet` or `separator` has capital letters",
        ),
    ];
    for (change, expected) in rows {
        assert_eq!(in_thing(change), [expected]);
    }
}
