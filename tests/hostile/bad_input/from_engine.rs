//! Values of requests.

use std::fmt::Write as _;

use prost_types::value::Kind;
use prost_types::{Struct, Value};
use pulumi_wasm_core::value::special_values::{BYTES, KEY, OUTPUT, RESOURCE_REFERENCE, SECRET};
use test_support::protocol::pulumirpc as pb;
use tonic::{Code, Status};

use super::echo;
use super::raw;
use test_support::fake::calls::{
    create_request, object, properties, special, string, structure, urn,
};
use test_support::fake::guest::THING;
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::{assert_says, within};

fn number(value: f64) -> Value {
    Value {
        kind: Some(Kind::NumberValue(value)),
    }
}

async fn create(plugin: &Plugin, inputs: Struct) -> Result<Struct, Status> {
    let request = pb::CreateRequest {
        properties: Some(inputs),
        ..create_request("one")
    };
    let answer = within(plugin.client().create(request)).await?;
    Ok(answer.into_inner().properties.unwrap())
}

/// A create request of raw bytes, whose properties are a `Struct` of raw bytes.
async fn create_raw(plugin: &Plugin, properties: &[u8]) -> Status {
    let request = [
        raw::field(1, urn("one").as_bytes()),
        raw::field(2, properties),
        raw::field(5, b"one"),
        raw::field(6, THING.as_bytes()),
    ];
    let status = raw::call(plugin, "Create", request.concat()).await;
    let status = status.expect_err("a refusal");
    // The process continues.
    plugin.create("one").await.unwrap();
    status
}

#[tokio::test]
async fn values_of_any_form_come_back_as_they_went() {
    let scene = Scene::new().await;
    let plugin = echo(&scene).await;
    let mut many = Struct::default();
    for index in 0..10_000 {
        many.fields.insert(format!("key{index}"), string("x"));
    }
    let deep = (0..95).fold(string("x"), |inner, _| object(&[("k", inner)]));
    let keys = [
        "a.b", "a[0]", "a[\"b\"]", "\"", "\\", "*", "[*]", " ", "ü", "\u{0}", "-",
    ];
    let keys: Vec<(&str, Value)> = keys.iter().map(|key| (*key, string(key))).collect();
    for inputs in [
        many,
        structure(&[("p", deep)]),
        structure(&keys),
        structure(&[("p", object(&[("", string("empty key"))]))]),
        structure(&[
            ("largest", number(f64::MAX)),
            ("smallest", number(5e-324)),
            ("exact", number(9_007_199_254_740_993.0)),
            ("fraction", number(0.1)),
        ]),
        structure(&[(
            "null",
            Value {
                kind: Some(Kind::NullValue(0)),
            },
        )]),
        structure(&[("bytes", special(BYTES, &[("value", string("//79/A=="))]))]),
        structure(&[("text", string(&"x".repeat(10 << 20)))]),
    ] {
        let created = create(&plugin, inputs.clone()).await.unwrap();
        assert!(created == inputs, "{:.1000}", format!("{created:?}"));
    }
}

#[tokio::test]
async fn forms_that_mean_the_same_become_one() {
    let scene = Scene::new().await;
    let plugin = echo(&scene).await;
    let secret = |value: Value| special(SECRET, &[("value", value)]);
    let truth = Value {
        kind: Some(Kind::BoolValue(true)),
    };
    let once = structure(&[("p", secret(string("x")))]);
    for twice in [
        secret(secret(string("x"))),
        secret(secret(secret(string("x")))),
        special(OUTPUT, &[("value", string("x")), ("secret", truth.clone())]),
        special(OUTPUT, &[("value", secret(string("x"))), ("secret", truth)]),
        secret(special(OUTPUT, &[("value", string("x"))])),
    ] {
        let created = create(&plugin, structure(&[("p", twice)])).await.unwrap();
        assert_eq!(created, once);
    }
}

#[tokio::test]
async fn an_output_without_value_is_unknown() {
    let scene = Scene::new().await;
    let plugin = echo(&scene).await;
    let request = pb::CreateRequest {
        properties: Some(structure(&[("label", special(OUTPUT, &[]))])),
        preview: true,
        ..create_request("one")
    };
    let created = within(plugin.client().create(request)).await.unwrap();
    let properties = created.into_inner().properties.unwrap();
    assert_eq!(
        properties.fields["label"],
        string("04da6b54-80e4-46f7-96ec-b56ff0331ba9")
    );
}

#[tokio::test]
async fn a_malformed_value_is_refused_with_its_property() {
    let scene = Scene::new().await;
    let plugin = echo(&scene).await;
    for (value, expected) in [
        (special("nonsense", &[]), "does not know"),
        (object(&[(KEY, number(1.0))]), "does not know"),
        (special(SECRET, &[]), "no usable `value`"),
        (special(RESOURCE_REFERENCE, &[]), "no usable `urn`"),
        (
            special(BYTES, &[("value", string("?"))]),
            "no usable `value`",
        ),
        (Value { kind: None }, "has no value"),
        (number(f64::NAN), "not finite"),
        (number(f64::INFINITY), "not finite"),
        (number(f64::NEG_INFINITY), "not finite"),
    ] {
        let inputs = structure(&[("p", object(&[("inner", value)]))]);
        let status = create(&plugin, inputs).await.unwrap_err();
        assert_eq!(status.code(), Code::InvalidArgument, "{status}");
        assert_says(status.message(), &["`p`", expected]);
    }
}

#[tokio::test]
async fn values_that_nest_without_end_are_refused() {
    let scene = Scene::new().await;
    let plugin = echo(&scene).await;
    for objects in [false, true] {
        for levels in [250, 10_000, 1_000_000] {
            let value = raw::nested(levels, objects);
            let status = create_raw(&plugin, &raw::structure(b"p", &value)).await;
            assert_eq!(status.code(), Code::InvalidArgument, "{status}");
            assert_says(status.message(), &["nests deeper than 200 levels"]);
        }
    }
}

#[tokio::test]
async fn text_that_is_not_unicode_is_refused() {
    let scene = Scene::new().await;
    let plugin = echo(&scene).await;
    // A lone surrogate, and a byte that begins no character.
    for text in [&b"\xed\xa0\x80"[..], b"\xff"] {
        let status = create_raw(&plugin, &raw::structure(b"p", &raw::string(text))).await;
        assert_says(status.message(), &["UTF-8"]);
        let status = create_raw(&plugin, &raw::structure(text, &raw::string(b"x"))).await;
        assert_says(status.message(), &["UTF-8"]);
    }
}

#[tokio::test]
async fn a_request_that_is_cut_off_is_refused() {
    let scene = Scene::new().await;
    let plugin = echo(&scene).await;
    let whole = raw::structure(b"p", &raw::string(b"x"));
    for length in 1..whole.len() {
        create_raw(&plugin, &whole[..length]).await;
    }
}

#[tokio::test]
async fn a_member_that_comes_twice_counts_as_it_came_last() {
    let scene = Scene::new().await;
    let plugin = echo(&scene).await;
    // That is the rule of protobuf, and all parsers of the message must agree.
    let twice = [
        raw::structure(b"p", &raw::string(b"first")),
        raw::structure(b"p", &raw::string(b"last")),
    ];
    let request = [
        raw::field(1, urn("one").as_bytes()),
        raw::field(2, &twice.concat()),
        raw::field(5, b"one"),
        raw::field(6, THING.as_bytes()),
    ];
    let answer = raw::call(&plugin, "Create", request.concat())
        .await
        .unwrap();
    let created = <pb::CreateResponse as prost::Message>::decode(answer.as_slice()).unwrap();
    assert_eq!(created.properties, Some(properties(&[("p", "last")])));
}

#[tokio::test]
async fn configuration_that_nests_without_end_is_refused() {
    let scene = Scene::new().await;
    let plugin = echo(&scene).await;
    let mut text = "[".repeat(10_000);
    write!(text, "{}", "]".repeat(10_000)).unwrap();
    let answer = plugin.configure(&[("value", &text)]).await;
    // No schema declares that name: the process continues with any answer.
    drop(answer);
    plugin.create("one").await.unwrap();
}
