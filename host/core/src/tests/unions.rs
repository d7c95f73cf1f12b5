//! Unions whose values switch their member: in sets, with defaults, as secrets.

use serde_json::{Value as Json, json};

use crate::call::Operation;
use crate::operations;
use crate::operations::diff::DiffParameters;
use crate::schema;
use crate::testing::{Answers, Scene, THING};
use crate::value::{PropertyMap, PropertyValue};

fn scene() -> Scene {
    let change = |manifest: &mut Json| {
        let kind = |name: &str| json!({ "type": "string", "const": name });
        let of = |name: &str| json!({ "$ref": format!("#/types/acme:index:{name}") });
        let size = json!({ "type": "integer", "default": 10, "replaceOnChanges": true });
        manifest["schema"]["types"] = json!({
            "acme:index:Disk": { "type": "object", "properties": {
                "type": kind("disk"), "size": size, "note": { "type": "string" },
            }, "required": ["type"] },
            "acme:index:Net": { "type": "object", "properties": {
                "type": kind("net"), "host": { "type": "string" },
            }, "required": ["type", "host"] },
        });
        let store = json!({
            "oneOf": [of("Disk"), of("Net")],
            "discriminator": { "propertyName": "type", "mapping": {
                "disk": "#/types/acme:index:Disk", "net": "#/types/acme:index:Net",
            } },
        });
        let text = json!({ "type": "string" });
        let properties = json!({
            "store": store,
            "stores": { "type": "array", "items": store },
            "set": { "type": "array", "items": store },
            "words": { "oneOf": [text, { "type": "array", "items": text }] },
            "hidden": { "secret": true, "oneOf": store["oneOf"], "discriminator": store["discriminator"] },
        });
        let thing = &mut manifest["schema"]["resources"][THING];
        thing["inputProperties"] = properties.clone();
        thing["properties"] = properties;
        manifest["resources"][THING]["properties"] = json!({ "set": { "compare": ["set"] } });
    };
    Scene::with(&["create", "read", "update"], change, Answers::default())
}

fn properties(value: &Json) -> PropertyMap {
    match schema::from_json(value.clone()) {
        Ok(PropertyValue::Object(properties)) => properties,
        other => panic!("no object: {other:?}"),
    }
}

/// The differences, each with a `!` if it replaces.
async fn told(old: &Json, new: &Json) -> Vec<String> {
    let scene = scene();
    let parameters = DiffParameters {
        id: "made".to_owned(),
        old_inputs: Some(properties(old).into()),
        old_outputs: properties(old).into(),
        inputs: properties(new).into(),
        ..DiffParameters::default()
    };
    let found = operations::diff(&scene.package, &scene.call(Operation::Diff), parameters).await;
    let told = found.expect("an answer").found.into_iter();
    told.map(|one| format!("{}{}", one.property, if one.replace { "!" } else { "" }))
        .collect()
}

#[tokio::test]
async fn a_switch_replaces_by_the_properties_of_both_members() {
    let disk = |size: u32| json!({ "type": "disk", "size": size });
    let bare = json!({ "type": "disk" });
    let net = |host: &str| json!({ "type": "net", "host": host });
    for (old, new, expected) in [
        // A default that replaces is a value of its member.
        (
            json!({ "store": net("h") }),
            json!({ "store": bare }),
            &["store.host", "store.size!", "store.type"][..],
        ),
        (json!({ "store": bare }), json!({ "store": disk(10) }), &[]),
        (
            json!({ "store": bare }),
            json!({ "store": disk(11) }),
            &["store.size!"],
        ),
        // In a list, one element switches to another member, and another element only moves.
        (
            json!({ "stores": [net("h"), disk(1)] }),
            json!({ "stores": [disk(1)] }),
            &["stores"],
        ),
        (
            json!({ "stores": [disk(1), net("h")] }),
            json!({ "stores": [net("i"), net("h")] }),
            &["stores[0].host", "stores[0].size!", "stores[0].type"],
        ),
        // In sets, by the common parts of the elements.
        (
            json!({ "set": [disk(1), net("h")] }),
            json!({ "set": [net("h"), disk(1)] }),
            &[],
        ),
        (
            json!({ "set": [net("h"), net("i")] }),
            json!({ "set": [net("i")] }),
            &["set[0]"],
        ),
        // Names of the schema are not a part of a secret.
        (
            json!({ "hidden": disk(1) }),
            json!({ "hidden": net("h") }),
            &["hidden.host", "hidden.size!", "hidden.type"],
        ),
        // A text and a list of texts.
        (
            json!({ "words": "a" }),
            json!({ "words": ["a"] }),
            &["words"],
        ),
        (
            json!({ "words": ["a"] }),
            json!({ "words": ["a", "b"] }),
            &["words[1]"],
        ),
    ] {
        assert_eq!(told(&old, &new).await, expected, "{old} {new}");
    }
    let switched = told(&json!({ "set": [disk(1)] }), &json!({ "set": [net("h")] })).await;
    assert!(
        switched.iter().any(|told| told.ends_with('!')),
        "{switched:?}"
    );
}
