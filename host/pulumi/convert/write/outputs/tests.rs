//! Output values that go through the core and come back.

use prost::Message as _;
use prost_types::value::Kind;
use prost_types::{ListValue, Struct, Value};
use pulumi_wasm_core::value::output_values;
use serde_json::{Value as Json, json};

use super::*;
use crate::pulumi::convert::{map_to_proto, properties_from_proto};

/// JSON as the engine would send it.
fn proto(json: &Json) -> Value {
    let kind = match json {
        Json::Null => Kind::NullValue(0),
        Json::Bool(value) => Kind::BoolValue(*value),
        Json::Number(value) => Kind::NumberValue(value.as_f64().expect("a number")),
        Json::String(text) => Kind::StringValue(text.clone()),
        Json::Array(values) => Kind::ListValue(ListValue {
            values: values.iter().map(proto).collect(),
        }),
        Json::Object(members) => Kind::StructValue(Struct {
            fields: members
                .iter()
                .map(|(key, value)| (key.clone(), proto(value)))
                .collect(),
        }),
    };
    Value { kind: Some(kind) }
}

fn properties(json: &Json) -> Struct {
    match proto(json).kind {
        Some(Kind::StructValue(object)) => object,
        _ => Struct::default(),
    }
}

fn output_json(members: &Json) -> Json {
    let mut output = json!({ (special_values::KEY): special_values::OUTPUT });
    let all = output.as_object_mut().expect("an object");
    all.extend(members.as_object().expect("members").clone());
    output
}

fn secret(value: &Json) -> Json {
    json!({ (special_values::KEY): special_values::SECRET, "value": value })
}

fn asset(text: &str) -> Json {
    json!({ (special_values::KEY): special_values::ASSET, "hash": "", "text": text })
}

fn archive(assets: &Json) -> Json {
    json!({ (special_values::KEY): special_values::ARCHIVE, "hash": "", "assets": assets })
}

#[test]
fn output_values_come_back_as_they_went() {
    for sent in [
        output_json(&json!({ "value": "x", "dependencies": ["urn:a"] })),
        output_json(&json!({ "value": "x", "secret": true, "dependencies": ["urn:a"] })),
        output_json(&json!({ "dependencies": ["urn:a"] })),
        output_json(&json!({ "secret": true })),
        json!([output_json(&json!({ "dependencies": ["urn:a"] })), "y"]),
        json!({ "deep": output_json(&json!({ "value": { "deeper": output_json(&json!({})) } })) }),
        secret(&json!([output_json(&json!({ "dependencies": ["urn:a"] }))])),
        json!("plain"),
        secret(&json!("plain")),
    ] {
        let sent = properties(&json!({ "p": sent }));
        let bytes = sent.encode_to_vec();
        let through = properties_from_proto(&bytes).expect("values");
        let written = map_with_outputs_to_proto(&through.map, &through.outputs);
        assert_eq!(written, bytes);
    }
}

#[test]
fn an_answer_of_its_own_keeps_what_it_depends_on() {
    let dependent = |members: &Json| {
        let mut members = members.clone();
        members["dependencies"] = json!(["urn:a"]);
        output_json(&members)
    };
    for (sent, answer, expected) in [
        (
            dependent(&json!({ "value": "3" })),
            json!(3),
            dependent(&json!({ "value": 3 })),
        ),
        (
            dependent(&json!({})),
            json!("known"),
            dependent(&json!({ "value": "known" })),
        ),
        (
            dependent(&json!({ "value": "x" })),
            secret(&json!("x")),
            dependent(&json!({ "value": "x", "secret": true })),
        ),
        // The elements cannot be distinguished.
        (
            json!([dependent(&json!({ "value": "x" }))]),
            json!(["a", "b"]),
            json!(["a", "b"]),
        ),
        (
            json!([dependent(&json!({ "value": "x" })), "y"]),
            json!(["a", "b"]),
            json!([dependent(&json!({ "value": "a" })), "b"]),
        ),
        (
            json!({ "a": dependent(&json!({})), "b": 1 }),
            json!({ "a": [1], "c": 2 }),
            json!({ "a": dependent(&json!({ "value": [1] })), "c": 2 }),
        ),
        // A special form is written as it is.
        (
            json!({ "a": dependent(&json!({})) }),
            json!("plain"),
            json!("plain"),
        ),
        (
            secret(&json!({ "a": dependent(&json!({})) })),
            json!({ "a": "x" }),
            json!({ "a": dependent(&json!({ "value": "x" })) }),
        ),
        // As an archive has assets.
        (
            archive(&json!({ "a": dependent(&json!({ "value": asset("x") })) })),
            archive(&json!({ "a": asset("y") })),
            archive(&json!({ "a": dependent(&json!({ "value": asset("y") })) })),
        ),
    ] {
        let sent = properties(&json!({ "p": sent }));
        let answer = properties(&json!({ "p": answer, "new": 1 }));
        let expected = properties(&json!({ "p": expected, "new": 1 }));
        let [sent, answer] = [sent, answer]
            .map(|properties| properties_from_proto(&properties.encode_to_vec()).expect("values"));
        let written = map_with_outputs_to_proto(&answer.map, &sent.outputs);
        assert_eq!(written, expected.encode_to_vec());
    }
}

#[test]
fn what_is_unknown_depends_on_the_arguments_or_is_left_out() {
    let arguments = properties(&json!({
        "a": output_json(&json!({ "dependencies": ["urn:a", "urn:b"] })),
        "b": [output_json(&json!({ "value": 1, "dependencies": ["urn:b", "urn:c"] }))],
    }));
    let answer = PropertyMap::from([
        ("x".to_owned(), PropertyValue::Unknown),
        ("y".to_owned(), PropertyValue::Unknown.into_secret()),
        ("z".to_owned(), 1.0.into()),
    ]);
    let all = json!(["urn:a", "urn:b", "urn:c"]);
    let expected = properties(&json!({
        "x": output_json(&json!({ "dependencies": all })),
        "y": output_json(&json!({ "secret": true, "dependencies": all })),
        "z": 1,
    }));
    let arguments = properties_from_proto(&arguments.encode_to_vec()).expect("values");
    let outputs = output_values::of_result(&answer, &arguments.outputs);
    let written = map_with_outputs_to_proto(&answer, &outputs);
    assert_eq!(written, expected.encode_to_vec());
    let known = without_unknown(answer);
    let only = PropertyMap::from([("z".to_owned(), 1.0.into())]);
    assert_eq!(known, only);
    let outputs = output_values::of_result(&known, &arguments.outputs);
    let plain = map_with_outputs_to_proto(&known, &outputs);
    assert_eq!(plain, map_to_proto(&only));
}

#[test]
fn of_what_comes_twice_the_last_counts() {
    let member = |json: &Json| Struct::encode_to_vec(&properties(&json!({ "p": json })));
    let dependent = output_json(&json!({ "value": "x", "dependencies": ["urn:a"] }));
    let twice = [member(&dependent), member(&json!("y"))].concat();
    let read = properties_from_proto(&twice).expect("values");
    assert!(read.outputs.is_empty(), "{:?}", read.outputs);
    let twice = [member(&json!("y")), member(&dependent)].concat();
    let read = properties_from_proto(&twice).expect("values");
    assert_eq!(read.outputs.len(), 1);
}
