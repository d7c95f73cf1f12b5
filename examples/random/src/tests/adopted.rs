//! State that another provider wrote reads as state of this one.

use std::path::Path;

use pulumi_wasm_provider::prelude::*;
use pulumi_wasm_provider::{PropertyMap, testing};
use serde_json::Value as JsonValue;

use crate::bytes::RandomBytes;
use crate::generate::encoding::{base64, base64_url, decimal, from_base64, from_base64_url, hex};
use crate::generate::hash::verify;
use crate::id::RandomId;
use crate::integer::RandomInteger;
use crate::password::RandomPassword;
use crate::pet::RandomPet;
use crate::shuffle::RandomShuffle;
use crate::string::RandomString;
use crate::uuid::{RandomUuid, RandomUuid4, RandomUuid7};

const DOCUMENTS: [&str; 2] = ["adopted-stack.json", "adopted-stack-4.8.json"];

/// A recorded resource, its secrets in the form that they cross the interface in.
struct Recorded {
    urn: String,
    kind: String,
    id: String,
    inputs: PropertyMap,
    outputs: PropertyMap,
}

fn recorded(document: &str) -> Vec<Recorded> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/state");
    let text = std::fs::read_to_string(path.join(document)).unwrap();
    let document: JsonValue = serde_json::from_str(&text).unwrap();
    let resources = document["deployment"]["resources"].as_array().unwrap();
    let text = |value: &JsonValue| value.as_str().unwrap().to_owned();
    let object = |value: &JsonValue| match open(value.clone()) {
        JsonValue::Object(object) => object,
        _ => PropertyMap::new(),
    };
    resources
        .iter()
        .filter(|resource| text(&resource["type"]).starts_with("random:"))
        .map(|resource| Recorded {
            urn: text(&resource["urn"]),
            kind: text(&resource["type"])
                .rsplit(':')
                .next()
                .unwrap()
                .to_owned(),
            id: text(&resource["id"]),
            inputs: object(&resource["inputs"]),
            outputs: object(&resource["outputs"]),
        })
        .collect()
}

/// The engine reads `plaintext` and hands over `value`.
fn open(value: JsonValue) -> JsonValue {
    match value {
        JsonValue::Object(mut object) => {
            if let Some(JsonValue::String(text)) = object.remove("plaintext") {
                let value = open(serde_json::from_str(&text).unwrap());
                object.insert("value".to_owned(), value);
                return JsonValue::Object(object);
            }
            let entries = object.into_iter();
            JsonValue::Object(entries.map(|(key, value)| (key, open(value))).collect())
        }
        JsonValue::Array(items) => JsonValue::Array(items.into_iter().map(open).collect()),
        other => other,
    }
}

/// Every call needs that.
fn reads_as<R: Lifecycle>(resource: &Recorded) {
    let (inputs, outputs) = (resource.inputs.clone(), resource.outputs.clone());
    let read = testing::migrate::<R>(0, Some(inputs.into()), Some(outputs.into()));
    assert!(read.is_ok(), "{}: {:?}", resource.urn, read.err());
}

#[test]
fn every_recorded_resource_can_be_read() {
    for resource in DOCUMENTS.into_iter().flat_map(recorded) {
        match resource.kind.as_str() {
            "RandomBytes" => reads_as::<RandomBytes>(&resource),
            "RandomId" => reads_as::<RandomId>(&resource),
            "RandomInteger" => reads_as::<RandomInteger>(&resource),
            "RandomPassword" => reads_as::<RandomPassword>(&resource),
            "RandomPet" => reads_as::<RandomPet>(&resource),
            "RandomShuffle" => reads_as::<RandomShuffle>(&resource),
            "RandomString" => reads_as::<RandomString>(&resource),
            "RandomUuid" => reads_as::<RandomUuid>(&resource),
            "RandomUuid4" => reads_as::<RandomUuid4>(&resource),
            "RandomUuid7" => reads_as::<RandomUuid7>(&resource),
            other => panic!("{other} is not known here"),
        }
    }
}

#[test]
fn a_password_without_its_hash_can_be_read() {
    for mut resource in recorded("adopted-stack-4.8.json") {
        if resource.kind == "RandomPassword" {
            resource.outputs.remove("bcryptHash");
            reads_as::<RandomPassword>(&resource);
        }
    }
}

#[test]
fn the_documents_are_what_such_a_provider_would_have_made() {
    for resource in DOCUMENTS.into_iter().flat_map(recorded) {
        let output = |name: &str| {
            let output = &resource.outputs[name];
            output
                .get("value")
                .unwrap_or(output)
                .as_str()
                .unwrap()
                .to_owned()
        };
        match resource.kind.as_str() {
            "RandomPassword" => assert!(verify(&output("result"), &output("bcryptHash"))),
            "RandomBytes" => {
                assert_eq!(hex(&from_base64(&resource.id).unwrap()), output("hex"));
                assert_eq!(output("base64"), resource.id);
            }
            "RandomId" => {
                let bytes = from_base64_url(&resource.id).unwrap();
                let prefix = resource.outputs.get("prefix").and_then(JsonValue::as_str);
                for (name, text) in [
                    ("b64Std", base64(&bytes)),
                    ("b64Url", base64_url(&bytes)),
                    ("dec", decimal(&bytes)),
                    ("hex", hex(&bytes)),
                ] {
                    assert_eq!(
                        output(name),
                        format!("{}{text}", prefix.unwrap_or_default())
                    );
                }
            }
            _ => {}
        }
    }
}
