//! The blocks of a manifest with each kind of property, in both protocols.

use std::collections::BTreeSet;

use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};
use serde_json::{Value as Json, json};

use super::block::{Block, Source};
use super::catalog::Kind;
use super::documents::Documents;
use super::presence::Presence;
use super::{emit, tables};
use crate::convert::attribute_path::of_property;
use crate::convert::value::Value;
use crate::convert::write_only;
use crate::mapping::Mapping;
use crate::proto::tfplugin6;

const THING: &str = "acme:index:Thing";

fn document() -> Json {
    let login = json!({
        "type": "object",
        "properties": {
            "user": { "type": "string" },
            "password": { "type": "string", "secret": true },
            "realm": { "type": "string", "default": "local" },
            "pin": { "type": "string" }
        },
        "required": ["user"]
    });
    let mut session = login.clone();
    session["properties"]["expires"] = json!({ "type": "integer" });
    json!({
        "manifest": 1,
        "sdk": { "name": "test", "version": "1" },
        "schema": {
            "name": "acme",
            "version": "1.0.0",
            "provider": { "inputProperties": { "region": { "type": "string" } } },
            "types": { "acme:index:Login": login, "acme:index:Session": session },
            "resources": {
                THING: {
                    "inputProperties": {
                        "zone": { "type": "string" },
                        "label": { "type": "string" },
                        "login": { "$ref": "#/types/acme:index:Login" },
                        "logins": { "type": "array", "items": { "$ref": "#/types/acme:index:Login" } },
                        "secretKey": { "type": "string" }
                    },
                    "requiredInputs": ["zone", "label"],
                    "properties": {
                        "login": { "$ref": "#/types/acme:index:Session" },
                        "serial": { "type": "integer" }
                    },
                    "aliases": [{ "type": "acme:old/item:Item" }, { "name": "other" }]
                },
                "acme:index:Group": { "isComponent": true }
            },
            "functions": {
                "acme:index:join": {
                    "inputs": {
                        "properties": { "b": { "type": "string" }, "a": { "type": "string" }, "c": { "type": "string" } },
                        "required": ["b"]
                    },
                    "outputs": { "type": "string" }
                },
                "acme:index:getKey": {
                    "outputs": { "properties": { "key": { "type": "string", "secret": true } } }
                }
            }
        },
        "types": { "acme:index:Login": { "properties": { "pin": { "writeOnly": true } } } },
        "resources": {
            THING: {
                "hooks": ["create", "read", "migrate"],
                "stateVersion": 2,
                "importId": "{zone}/{label}",
                "properties": { "secretKey": { "writeOnly": true } }
            },
            "acme:index:Group": { "hooks": ["construct"] }
        },
        "functions": { "acme:index:join": { "pure": true }, "acme:index:getKey": { "pure": true } }
    })
}

fn manifest(document: &Json) -> Manifest {
    Manifest::parse(&document.to_string()).expect("a manifest")
}

fn block(nests: bool) -> Block {
    let manifest = manifest(&document());
    let found = tables::block(
        std::iter::once(&manifest),
        Kind::Resource,
        ("acme_thing", THING),
        nests,
    );
    found.expect("a block")
}

type Attribute = tfplugin6::schema::Attribute;

fn find<'a>(attributes: &'a [Attribute], name: &str) -> &'a Attribute {
    let found = attributes.iter().find(|attribute| attribute.name == name);
    found.unwrap_or_else(|| panic!("no attribute {name}"))
}

/// Whether an attribute is required, optional, computed, sensitive, write-only.
fn flags(attribute: &Attribute) -> [bool; 5] {
    [
        attribute.required,
        attribute.optional,
        attribute.computed,
        attribute.sensitive,
        attribute.write_only,
    ]
}

#[test]
fn members_of_objects_are_attributes_with_flags_in_protocol_6() {
    let schema = emit::six(&block(true), "");
    assert_eq!(schema.version, 2);
    let attributes = schema.block.expect("a block").attributes;
    let yes = true;
    let no = false;
    for (name, expected) in [
        ("zone", [yes, no, no, no, no]),
        ("login", [no, yes, yes, no, no]),
        ("logins", [no, yes, no, no, no]),
        ("secret_key", [no, yes, no, yes, yes]),
        ("secret_key_version", [no, yes, no, no, no]),
        ("serial", [no, no, yes, no, no]),
        ("id", [no, no, yes, no, no]),
    ] {
        assert_eq!(flags(find(&attributes, name)), expected, "{name}");
    }
    let nested = |name: &str| {
        let attribute = find(&attributes, name);
        assert!(attribute.r#type.is_empty(), "{name}");
        attribute.nested_type.clone().expect("a nested type")
    };
    let login = nested("login");
    for (name, expected) in [
        ("user", [yes, no, no, no, no]),
        ("password", [no, yes, no, yes, no]),
        ("realm", [no, yes, yes, no, no]),
        ("pin", [no, yes, no, yes, yes]),
        // The result alone has it.
        ("expires", [no, no, yes, no, no]),
    ] {
        assert_eq!(flags(find(&login.attributes, name)), expected, "{name}");
    }
    let list = tfplugin6::schema::object::NestingMode::List;
    assert_eq!(nested("logins").nesting, i32::from(list));
}

#[test]
fn objects_are_single_values_in_protocol_5() {
    let schema = emit::six(&block(false), "");
    let block = schema.block.expect("a block");
    let login = find(&block.attributes, "login");
    assert_eq!(flags(login), [false, true, true, true, false]);
    assert_eq!(login.nested_type, None);
    let found: Json = serde_json::from_slice(&login.r#type).expect("JSON");
    assert_eq!(
        found,
        json!([
            "object",
            { "user": "string", "password": "string", "realm": "string", "pin": "string" },
            ["password", "pin", "realm"]
        ])
    );
    let [limits] = block.block_types.as_slice() else {
        panic!("one block")
    };
    assert_eq!(limits.type_name, "timeouts");
}

#[test]
fn no_text_of_an_author_controls_a_terminal_or_looks_like_a_line_of_the_host() {
    const OBEYED: &str = "old\u{1b}[2K\r\u{202e}\nhint: run it";
    let mut texts = document();
    let thing = &mut texts["schema"]["resources"][THING];
    thing["deprecationMessage"] = json!(OBEYED);
    let zone = &mut thing["inputProperties"]["zone"];
    zone["description"] = json!(OBEYED);
    zone["deprecationMessage"] = json!(OBEYED);
    let user = &mut texts["schema"]["types"]["acme:index:Login"]["properties"]["user"];
    user["description"] = json!(OBEYED);
    user["deprecationMessage"] = json!(OBEYED);
    let manifest = manifest(&texts);
    let of_thing = ("acme_thing", THING);
    let block = tables::block(std::iter::once(&manifest), Kind::Resource, of_thing, true);
    let schema = emit::six(&block.expect("a block"), OBEYED);
    let block = schema.block.expect("a block");
    let zone = find(&block.attributes, "zone");
    let login = find(&block.attributes, "login").nested_type.as_ref();
    let user = find(&login.expect("members").attributes, "user");
    for description in [&block.description, &zone.description, &user.description] {
        assert_eq!(description, "old␛[2K␍�\nhint: run it");
    }
    for message in [
        &block.deprecation_message,
        &zone.deprecation_message,
        &user.deprecation_message,
    ] {
        assert_eq!(message, "old␛[2K␍�\n  hint: run it");
    }
}

#[test]
fn the_mapping_has_each_name_and_the_reason_for_each_token_without_one() {
    let manifest = manifest(&document());
    let mapping = Mapping::of(&[&manifest]).expect("a mapping");
    let found = mapping.json();
    let thing = &found["resources"]["acme_thing"];
    assert_eq!(thing["token"], THING);
    assert_eq!(
        thing["attributes"]["secret_key"],
        json!({
            "presence": "optional", "type": "string", "property": "secretKey", "sensitive": true, "writeOnly": true
        })
    );
    let version = &thing["attributes"]["secret_key_version"];
    assert_eq!(version["versionOf"], "secretKey");
    let realm = &thing["attributes"]["login"]["attributes"]["realm"];
    assert_eq!(realm["presence"], "optional, computed");
    assert_eq!(found["functions"]["join"]["token"], "acme:index:join");
    // A secret would be shown.
    assert_eq!(found["functions"]["get_key"], Json::Null);
    assert_eq!(found["dataSources"]["acme_key"]["ephemeral"], true);
    assert_eq!(found["configuration"]["region"]["presence"], "optional");
    assert!(mapping.left_out()["acme:index:Group"].contains("Pulumi's engine"));
    assert!(!mapping.is_empty());

    // Cores call functions before the provider is configured.
    let mut required = document();
    required["schema"]["provider"]["requiredInputs"] = json!(["region"]);
    let mapping = Mapping::of(&[&self::manifest(&required)]).expect("a mapping");
    assert_eq!(mapping.json()["functions"], json!({}));
}

#[test]
fn arguments_with_files_have_a_hash_beside_them() {
    let mut files = document();
    let inputs = &mut files["schema"]["resources"][THING]["inputProperties"];
    inputs["code"] = json!({ "$ref": "pulumi.json#/Archive" });
    inputs["pages"] = json!({ "type": "array", "items": { "$ref": "pulumi.json#/Asset" } });
    inputs["pagesSha256"] = json!({ "type": "string" });
    let manifest = manifest(&files);
    for nests in [false, true] {
        let manifests = std::iter::once(&manifest);
        let block = tables::block(manifests, Kind::Resource, ("acme_thing", THING), nests);
        let attributes = block.expect("a block").attributes;
        // A property of the same name keeps it.
        for (name, property) in [("code_sha256", "code"), ("pages_sha256_", "pages")] {
            let attribute = &attributes[name];
            assert_eq!(attribute.source, Source::HashOf(property.to_owned()));
            assert_eq!(attribute.presence, Presence::Computed);
        }
        assert!(!attributes.contains_key("zone_sha256"));
    }
    let mapping = Mapping::of(&[&manifest]).expect("a mapping");
    let shown = &mapping.json()["resources"]["acme_thing"]["attributes"];
    assert_eq!(shown["code_sha256"]["hashOf"], "code");
}

#[test]
fn a_resource_can_be_moved_from_each_type_that_it_had() {
    let manifest = manifest(&document());
    let documents = Documents::of_manifests(std::iter::once(&manifest));
    assert_eq!(documents.earlier_types(THING), ["acme_old_item"]);
    assert!(documents.earlier_types("acme:index:Group").is_empty());
}

#[test]
fn names_that_collide_are_refused_with_both() {
    let mut two = document();
    let inputs = &mut two["schema"]["resources"][THING]["inputProperties"];
    inputs["secret_key"] = json!({ "type": "string" });
    let first = manifest(&two);
    let error = Mapping::of(&[&first]).err().expect("a collision");
    let text = error.to_string();
    assert!(
        text.contains("`secretKey`") && text.contains("`secret_key`"),
        "{text}"
    );

    let mut query = document();
    query["resources"][THING]["hooks"] = json!(["create", "read", "migrate", "list"]);
    query["schema"]["resources"][THING]["listInputs"] =
        json!({ "properties": { "zoneId": { "type": "string" } } });
    let mapping = Mapping::of(&[&manifest(&query)]).expect("a mapping");
    let shown = &mapping.json()["resources"]["acme_thing"]["query"];
    assert_eq!(shown["zone_id"]["property"], "zoneId");
    query["schema"]["resources"][THING]["listInputs"]["properties"]["zone_id"] =
        json!({ "type": "string" });
    let error = Mapping::of(&[&manifest(&query)])
        .err()
        .expect("a collision");
    assert!(error.to_string().contains("list resource"), "{error}");

    let mut other = document();
    other["schema"]["provider"]["inputProperties"]["region"] = json!({ "type": "integer" });
    let (first, second) = (manifest(&document()), manifest(&other));
    let shared = tables::configuration([&first, &first].into_iter(), true);
    assert!(shared.is_ok_and(|block| block.attributes.len() == 1));
    let differing = tables::configuration([&first, &second].into_iter(), true);
    let text = differing.expect_err("two types").to_string();
    assert!(
        text.contains("declare `region` with different types"),
        "{text}"
    );
}

#[test]
fn an_identity_has_the_id_and_its_parts() {
    let identity = block(true).identity;
    // A stored identity is upgraded with the state, because the parts of a later version can be others.
    assert_eq!(identity.message().version, 2);
    let value = identity.of_id("a/b");
    let part = |name: &str| match &value {
        Value::Map(members) => members[name].clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        [part("id"), part("zone"), part("label")],
        ["a/b", "a", "b"].map(Value::from)
    );
    assert_eq!(identity.id(&value), Ok("a/b".to_owned()));
    let Value::Map(mut members) = value.clone() else {
        panic!("an object")
    };
    members.insert("id".to_owned(), Value::Null);
    assert_eq!(
        identity.id(&Value::Map(members.clone())),
        Ok("a/b".to_owned())
    );
    // An id with parts that it does not have, and parts that cannot be told apart in an id.
    for (id, zone, part) in [
        ("a/b".into(), "c", "c"),
        ("a".into(), "a", "b"),
        (Value::Null, "a/c", "b"),
    ] {
        let mut other = members.clone();
        other.insert("id".to_owned(), id);
        other.insert("zone".to_owned(), zone.into());
        let error = identity.id(&Value::Map(other)).expect_err("another part");
        assert!(
            error.contains(&format!("of the identity is `{part}`")),
            "{error}"
        );
        assert!(error.contains("`{zone}/{label}`\nhint: "), "{error}");
    }
    members.insert("zone".to_owned(), Value::Null);
    let error = identity
        .id(&Value::Map(members))
        .expect_err("a part is missing");
    assert_eq!(error, "the identity needs `id`, or each of `label`, `zone`");
}

#[test]
fn a_place_inside_an_attribute_is_written_with_the_names_of_attributes() {
    let block = block(true);
    for (path, steps, inside) in [
        ("zone", 1, None),
        ("secretKey", 1, None),
        ("logins[1].password", 3, Some("logins[1].password")),
        // The block does not have the last step.
        ("login.otherName[2]", 1, Some("login.otherName[2]")),
    ] {
        let place = of_property(path, &block).expect("a place");
        assert_eq!(place.path.steps.len(), steps, "{path}");
        assert_eq!(place.inside.as_deref(), inside, "{path}");
    }
}

#[test]
fn write_only_values_are_not_recorded_and_are_recalled_for_a_comparison() {
    let block = block(true);
    let login = |pin: Option<&str>| {
        let pin = pin.map(|pin| ("pin".to_owned(), PropertyValue::from(pin)));
        let user = ("user".to_owned(), PropertyValue::from("u"));
        PropertyValue::Object([user].into_iter().chain(pin).collect())
    };
    let inputs = PropertyMap::from([
        ("zone".to_owned(), "z".into()),
        (
            "secretKey".to_owned(),
            PropertyValue::Secret(Box::new("k".into())),
        ),
        ("login".to_owned(), login(Some("1"))),
        (
            "logins".to_owned(),
            PropertyValue::Array(vec![login(Some("2")), login(None)]),
        ),
    ]);
    let mut recorded = inputs.clone();
    write_only::remove(&mut recorded, &block);
    let expected = PropertyMap::from([
        ("zone".to_owned(), "z".into()),
        ("login".to_owned(), login(None)),
        (
            "logins".to_owned(),
            PropertyValue::Array(vec![login(None), login(None)]),
        ),
    ]);
    assert_eq!(recorded, expected);

    let mut unchanged = recorded.clone();
    write_only::recall(&mut unchanged, &inputs, &block, &BTreeSet::new());
    assert_eq!(unchanged, inputs);
    let sent_again = BTreeSet::from(["secretKey".to_owned()]);
    write_only::recall(&mut recorded, &inputs, &block, &sent_again);
    assert!(!recorded.contains_key("secretKey"));
}

#[test]
fn a_secret_inside_a_value_that_carries_its_type_is_sensitive() {
    let mut document = document();
    let object = |properties: Json| json!({ "type": "object", "properties": properties });
    let reference = |name: &str| json!({ "$ref": format!("#/types/acme:index:{name}") });
    let any = json!({ "$ref": "pulumi.json#/Any" });
    let schema = &mut document["schema"];
    schema["types"]["acme:index:Free"] =
        object(json!({ "anyValue": any, "inner": reference("Login") }));
    schema["types"]["acme:index:Open"] = object(json!({ "anyValue": any }));
    // The password is in a member whose type is inside itself.
    schema["types"]["acme:index:Node"] = object(json!({
        "children": { "type": "array", "items": reference("Node") },
        "login": reference("Login")
    }));
    schema["resources"][THING]["inputProperties"] = json!({
        "one": { "oneOf": [reference("Login"), { "type": "number" }] },
        "number": { "oneOf": [{ "type": "string" }, { "type": "number" }] },
        "free": { "type": "array", "items": reference("Free") },
        "open": { "type": "array", "items": reference("Open") },
        "node": reference("Node"),
    });
    schema["resources"][THING]["requiredInputs"] = json!([]);
    document["resources"][THING] = json!({ "hooks": ["create"] });
    let manifest = manifest(&document);
    for nests in [false, true] {
        let block = tables::block(
            std::iter::once(&manifest),
            Kind::Resource,
            ("acme_thing", THING),
            nests,
        );
        let block = block.expect("a block");
        let is_sensitive = |name: &str| block.attributes[name].sensitive;
        for name in ["one", "free"] {
            assert!(is_sensitive(name), "{name}");
        }
        for name in ["number", "open"] {
            assert!(!is_sensitive(name), "{name}");
        }
        // In protocol 6 the member alone is sensitive.
        assert_eq!(is_sensitive("node"), !nests);
    }
    let block = tables::block(
        std::iter::once(&manifest),
        Kind::Resource,
        ("acme_thing", THING),
        true,
    );
    let message = emit::six(&block.expect("a block"), "")
        .block
        .expect("a block");
    let node = message.attributes.iter().find(|one| one.name == "node");
    let members = &node
        .expect("node")
        .nested_type
        .as_ref()
        .expect("members")
        .attributes;
    let children = members.iter().find(|one| one.name == "children");
    assert!(children.expect("children").sensitive);
}
