//! Property values on the wire.

use serde_json::{Value, json};
use tonic::Code;

use super::guests::{echo, thing};
use super::properties::{SIGNATURE, UNKNOWN, json, object, path_of, secret};
use super::world::World;
use test_support::assert_says;
use test_support::fake::steps::{Answer, Step};

const ASSET: &str = "c44067f5952c0a294b673a41bacd8c17";
const ARCHIVE: &str = "0def7320c3a5731c473e5ecbe6d01bc7";
const REFERENCE: &str = "5cf8f73096256a8f31e491e813e4eb8e";
const OUTPUT: &str = "d0e6a833031e9bbcd3f4e8bde6ca49a4";
const BYTES: &str = "803fd3297a5875dc03ca845dda5d2a98";
const HASH: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

/// A property of any type after a check.
async fn checked(world: &World, value: Value) -> Value {
    let inputs = world.checked(json!({ "label": "x", "anything": value }));
    inputs.await["anything"].take()
}

async fn come_back(values: impl IntoIterator<Item = Value>) {
    let world = World::of(&thing()).await;
    for value in values {
        assert_eq!(checked(&world, value.clone()).await, value);
    }
}

#[tokio::test]
async fn plain_values_come_back_as_they_went() {
    come_back([
        json!(true),
        json!(""),
        json!("\u{0}\u{7}\u{1F600}e\u{301}"),
        json!([]),
        json!({}),
        json!([1.0, "a", null, [false], {"a": {"b": []}}]),
        json!({"a.b": 1.0, "[0]": 2.0, "\"": 3.0, "": 4.0, "value": 5.0}),
    ])
    .await;
}

#[tokio::test]
async fn a_number_is_a_double() {
    let numbers = [0.0, -1.5, 0.1, 9_007_199_254_740_991.0, f64::MAX, 5e-324];
    come_back(numbers.map(Value::from)).await;
    // NaN and infinity do not pass as numbers.
    let world = World::of(&thing()).await;
    for number in [f64::NAN, f64::INFINITY] {
        let answer = world.check(|request| {
            let mut news = object(json!({ "label": "x", "ratio": 1 })).unwrap();
            let ratio = news.fields.get_mut("ratio").unwrap();
            ratio.kind = Some(prost_types::value::Kind::NumberValue(number));
            request.news = Some(news);
        });
        let status = answer.await.unwrap_err();
        assert_eq!(status.code(), Code::InvalidArgument);
        assert_says(status.message(), &["`ratio`"]);
    }
}

#[tokio::test]
async fn null_is_the_lack_of_a_value() {
    let world = World::of(&thing()).await;
    let inputs = world.checked(json!({ "label": "x", "zone": null })).await;
    assert!(inputs.get("zone").is_none_or(Value::is_null), "{inputs}");
    let failures = world.failures(json!({ "label": null })).await;
    assert_eq!(path_of(&failures[0]), "label");
}

/// If the schema does not describe the inside, an entry that is null is an entry.
#[tokio::test]
async fn a_null_inside_a_value_of_any_type_is_kept() {
    come_back([json!({ "a": null, "b": [null] })]).await;
}

#[tokio::test]
async fn assets_and_archives_come_back_as_they_went() {
    let asset = |key: &str, value: &str| json!({ SIGNATURE: ASSET, "hash": HASH, key: value });
    let archive = |key: &str, value: Value| json!({ SIGNATURE: ARCHIVE, "hash": HASH, key: value });
    come_back([
        asset("text", "words"),
        asset("path", "./a.txt"),
        asset("uri", "https://example.com/a"),
        json!({ SIGNATURE: ASSET, "hash": HASH }),
        archive("path", json!("./a.zip")),
        archive("uri", json!("file:///a.tar.gz")),
        archive("assets", json!({ "a/b.txt": asset("text", "words") })),
        json!({ SIGNATURE: ARCHIVE, "hash": HASH }),
    ])
    .await;
}

#[tokio::test]
async fn an_asset_goes_through_a_component_that_never_sees_where_it_is() {
    let world = World::of(&echo()).await;
    let asset = json!({ SIGNATURE: ASSET, "hash": HASH, "path": "/etc/passwd" });
    let inputs = json!({ "label": "x", "blob": asset, "anything": secret(asset.clone()) });
    let made = world.create(|ask| ask.properties = object(inputs.clone()));
    let made = json(made.await.unwrap().properties.as_ref());
    assert_eq!(made["blob"], asset);
    assert_eq!(made["anything"], secret(asset.clone()));
    let told = world.told().concat();
    assert!(told.contains(HASH) && !told.contains("passwd"), "{told}");
}

#[tokio::test]
async fn references_come_back_as_they_went() {
    let urn = "urn:pulumi:dev::shop::a:b:C::d";
    let mut all = json!({ SIGNATURE: REFERENCE, "urn": urn, "packageVersion": "1.0.0" });
    all["name"] = "d".into();
    all["type"] = "a:b:C".into();
    all["id"] = "i-1".into();
    let component = json!({ SIGNATURE: REFERENCE, "urn": urn });
    come_back([all, component]).await;
}

#[tokio::test]
async fn a_reference_whose_id_is_empty_has_an_unknown_one() {
    let world = World::of(&thing()).await;
    let reference = json!({ SIGNATURE: REFERENCE, "urn": "urn:pulumi:a::b::c:d:E::f", "id": "" });
    assert_eq!(checked(&world, reference).await["id"], UNKNOWN);
}

/// The host does what an engine does for providers that accept no references.
#[tokio::test]
async fn a_reference_where_text_is_asked_for_is_its_id_or_else_its_urn() {
    let world = World::of(&thing()).await;
    let urn = "urn:pulumi:dev::shop::a:b:C::d";
    for (id, expected) in [
        (Some("i-1"), json!("i-1")),
        (Some(""), json!(UNKNOWN)),
        (Some(UNKNOWN), json!(UNKNOWN)),
        (None, json!(urn)),
    ] {
        let mut reference = json!({ SIGNATURE: REFERENCE, "urn": urn });
        if let Some(id) = id {
            reference["id"] = id.into();
        }
        let inputs = json!({
            "label": reference,
            "zone": secret(reference.clone()),
            "tags": { "a": reference },
        });
        let checked = world.checked(inputs).await;
        assert_eq!(checked["label"], expected);
        assert_eq!(checked["zone"], secret(expected.clone()));
        assert_eq!(checked["tags"]["a"], expected);
    }
}

#[tokio::test]
async fn texts_that_are_not_utf_8_come_back_as_they_went() {
    come_back([json!({ SIGNATURE: BYTES, "value": "//79" })]).await;
}

#[tokio::test]
async fn an_output_is_the_value_that_it_has_or_will_have() {
    let world = World::of(&thing()).await;
    let dependencies = json!(["urn:pulumi:a::b::c:d:E::f"]);
    let output = |rest: Value| {
        let mut value = json!({ SIGNATURE: OUTPUT, "dependencies": dependencies });
        for (key, rest) in rest.as_object().unwrap() {
            value[key] = rest.clone();
        }
        value
    };
    for (value, expected) in [
        (output(json!({ "value": "a" })), json!("a")),
        (output(json!({ "value": "a", "secret": false })), json!("a")),
        (output(json!({ "value": "a", "secret": true })), secret("a")),
        (output(json!({})), json!(UNKNOWN)),
        (output(json!({ "secret": true })), secret(UNKNOWN)),
        (
            json!([output(json!({ "value": { "b": output(json!({})) } }))]),
            json!([{ "b": UNKNOWN }]),
        ),
    ] {
        assert_eq!(checked(&world, value).await, expected);
    }
}

#[tokio::test]
async fn an_unknown_signature_is_an_error() {
    let world = World::of(&thing()).await;
    let unknown = json!({ SIGNATURE: "00000000000000000000000000000000", "value": "a" });
    for value in [unknown.clone(), json!([{ "deep": unknown }])] {
        let news = json!({ "label": "x", "anything": value });
        let status = world.check(|request| request.news = object(news)).await;
        let status = status.unwrap_err();
        assert_eq!(status.code(), Code::InvalidArgument);
        assert_says(status.message(), &["`anything`", "does not know"]);
    }
}

#[tokio::test]
async fn a_special_value_that_lacks_what_it_needs_is_an_error_with_its_property() {
    let world = World::of(&thing()).await;
    for (signature, rest) in [
        ("1b47061264138c4ac30d75fd1eb44270", json!({})),
        (REFERENCE, json!({ "id": "a" })),
        (BYTES, json!({ "value": "not base64!" })),
    ] {
        let mut value = rest;
        value[SIGNATURE] = signature.into();
        let news = json!({ "label": "x", "anything": value });
        let status = world.check(|request| request.news = object(news)).await;
        let status = status.unwrap_err();
        assert_eq!(status.code(), Code::InvalidArgument, "{signature}");
        assert_says(status.message(), &["`anything`"]);
    }
}

#[tokio::test]
async fn keys_that_begin_with_two_underscores_are_the_engines() {
    let world = World::of(&thing()).await;
    let inputs = json!({ "label": "x", "__defaults": ["zone"], "__internal": {} });
    let checked = world.checked(inputs).await;
    assert_eq!(checked["__defaults"], json!(["zone"]));
    let old = json!({ "label": "x", "__defaults": [] });
    let new = json!({ "label": "x", "__defaults": ["zone"] });
    let answer = world.compared(old, new).await;
    assert!(answer.detailed_diff.is_empty(), "{answer:?}");
}

#[tokio::test]
async fn a_whole_number_that_is_not_exact_is_refused() {
    let world = World::of(&thing()).await;
    let answer = world.check(|request| {
        request.news = object(json!({
            "label": 12_345_678_901_234_567_890_u64,
            "level": 9_007_199_254_740_992_u64,
            "rules": [{ "port": 1e300 }],
            "ratio": 1e300,
            "anything": { "id": [2_961_068_737_224_365_485_u64] },
        }));
    });
    let answer = answer.await.unwrap();
    let mut found = answer.failures;
    found.sort_unstable_by_key(|failure| path_of(failure).to_owned());
    let paths: Vec<&str> = found.iter().map(path_of).collect();
    assert_eq!(paths, ["anything", "label", "level", "rules[0].port"]);
    let said = &["too large to be exact", "quotation marks"];
    assert_says(&found[0].reason, said);
    assert_says(&found[1].reason, &["quotation marks"]);
    let said = &["9007199254740991", "found 9007199254740992"];
    assert_says(&found[2].reason, said);
}

/// The guest's JSON has all digits, which Pulumi's numbers do not.
#[tokio::test]
async fn a_whole_number_of_an_answer_is_exact_or_refused() {
    for (text, number) in [
        (
            r#"{"id":[9007199254740992]}"#,
            Some(9_007_199_254_740_992.0),
        ),
        (
            r#"{"id":[1152921504606846976]}"#,
            Some(1_152_921_504_606_846_976.0),
        ),
        // As JavaScript prints that number.
        (
            r#"{"id":[1152921504606847000]}"#,
            Some(1_152_921_504_606_846_976.0),
        ),
        (r#"{"id":[2961068737224365485]}"#, None),
        (r#"{"id":[340282366920938463463374607431768211455]}"#, None),
    ] {
        let guest = thing().does("invoke", [Step::Answer(Answer::Result(text))]);
        let world = World::of(&guest).await;
        match (world.invoke(|_| ()).await, number) {
            (Ok(answer), Some(number)) => {
                let found = json(answer.r#return.as_ref());
                assert_eq!(found, json!({ "id": [number] }), "{text}");
            }
            (Err(status), None) => {
                assert_says(
                    status.message(),
                    &["`id`", "more digits than a number keeps"],
                );
            }
            (answer, _) => panic!("{text}: {answer:?}"),
        }
    }
}
