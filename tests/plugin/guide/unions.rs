//! Unions: values that switch from one member to another.

use serde_json::{Value, json};
use test_support::protocol::pulumirpc::diff_response::DiffChanges;
use test_support::protocol::pulumirpc::property_diff::Kind;

use super::diff::kinds;
use super::guests::echo;
use super::properties::UNKNOWN;
use super::world::World;
use test_support::fake::guest::{Guest, THING};

/// [`echo`] with unions: of texts and two objects with a discriminator, and lists and maps of them.
fn with_unions() -> Guest {
    echo().manifest(|manifest| {
        let schema = &mut manifest["schema"];
        let kind = |name: &str| json!({ "type": "string", "const": name });
        schema["types"]["acme:index:Disk"] = json!({
            "type": "object",
            "properties": {
                "type": kind("disk"),
                "size": { "type": "integer", "replaceOnChanges": true },
                "shared": { "type": "string" },
                "more": { "$ref": "#/types/acme:index:Rule" },
            },
            "required": ["type", "size"],
        });
        schema["types"]["acme:index:Net"] = json!({
            "type": "object",
            "properties": {
                "type": kind("net"),
                "host": { "type": "string" },
                "shared": { "type": "string", "replaceOnChanges": true },
                "more": { "type": "object", "additionalProperties": { "type": "string" } },
            },
            "required": ["type", "host"],
        });
        let store = json!({
            "oneOf": [
                { "$ref": "#/types/acme:index:Disk" },
                { "$ref": "#/types/acme:index:Net" },
                { "type": "string" },
            ],
            "discriminator": { "propertyName": "type", "mapping": {
                "disk": "#/types/acme:index:Disk", "net": "#/types/acme:index:Net",
            } },
        });
        let thing = &mut schema["resources"][THING];
        for side in ["inputProperties", "properties"] {
            thing[side]["stores"] = json!({ "type": "array", "items": store });
            thing[side]["named"] = json!({ "type": "object", "additionalProperties": store });
            thing[side]["store"] = store.clone();
        }
    })
}

#[tokio::test]
async fn a_member_of_a_union_that_goes_or_comes_replaces_by_its_properties() {
    let world = World::of(&with_unions()).await;
    let disk = || json!({ "type": "disk", "size": 1 });
    let net = || json!({ "type": "net", "host": "h" });
    let with = |mut value: Value, name: &str, part: Value| {
        value[name] = part;
        value
    };
    let shared = |value: Value, text: &str| with(value, "shared", text.into());
    let more = |value: Value, part: Value| with(value, "more", part);
    let rule = || json!({ "port": 1, "host": "h" });
    for (old, new, replaces) in [
        // `size` disappears, or appears.
        (disk(), net(), true),
        (net(), disk(), true),
        (disk(), "text".into(), true),
        ("text".into(), disk(), true),
        // The value has no property that replaces.
        (net(), "text".into(), false),
        ("text".into(), net(), false),
        // Only one member says that `shared` replaces.
        (shared(net(), "a"), "text".into(), true),
        // Of the same member.
        (disk(), json!({ "type": "disk", "size": 2 }), true),
        (disk(), shared(disk(), "a"), false),
        (net(), json!({ "type": "net", "host": "i" }), false),
        (net(), shared(net(), "a"), true),
        // Deeper.
        (disk(), more(disk(), rule()), true),
        (disk(), more(disk(), json!({ "port": 1 })), false),
    ] {
        for name in ["store", "stores", "named"] {
            let inputs = |value: &Value| {
                let value = match name {
                    "stores" => json!(["first", value]),
                    "named" => json!({ "a": value }),
                    _ => value.clone(),
                };
                json!({ "label": "x", name: value })
            };
            let answer = world.compared(inputs(&old), inputs(&new)).await;
            assert_eq!(answer.changes(), DiffChanges::DiffSome, "{old} {new}");
            assert_eq!(!answer.replaces.is_empty(), replaces, "{name}: {old} {new}");
        }
    }
    // The property of both members has the same value: it did not change.
    let (old, new) = (shared(disk(), "a"), shared(net(), "a"));
    let answer = world
        .compared(json!({ "store": old }), json!({ "store": new }))
        .await;
    let replacing = |(path, kind): (&str, Kind)| {
        let replaces = [Kind::AddReplace, Kind::DeleteReplace, Kind::UpdateReplace];
        replaces.contains(&kind).then(|| path.to_owned())
    };
    let replaces: Vec<String> = kinds(&answer).into_iter().filter_map(replacing).collect();
    assert_eq!(replaces, ["store.size"]);
    // A part of the discriminator that is not known yet may be the old member.
    let unknown = json!({ "type": UNKNOWN, "size": 1 });
    let answer = world
        .compared(json!({ "store": disk() }), json!({ "store": unknown }))
        .await;
    assert!(answer.replaces.is_empty(), "{answer:?}");
}
