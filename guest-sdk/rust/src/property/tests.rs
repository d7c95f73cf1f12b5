use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use serde_json::{Value as JsonValue, json};

use crate::prelude::*;
use crate::tests::{from_json, to_json};
use crate::{Enum, PropertyPath};

const UNKNOWN: &str = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const SIGNATURE: &str = "4dabf18193072939515e22adb298388d";

fn secret(value: impl Into<JsonValue>) -> JsonValue {
    json!({ SIGNATURE: "1b47061264138c4ac30d75fd1eb44270", "value": value.into() })
}

fn output(value: impl Into<JsonValue>) -> JsonValue {
    json!({ SIGNATURE: "d0e6a833031e9bbcd3f4e8bde6ca49a4", "value": value.into(), "secret": false, "dependencies": [] })
}

fn decode<T: Property>(value: impl Into<JsonValue>) -> Result<T, String> {
    from_json(value, &PropertyPath::Root.key("p")).map_err(|failure| failure.to_string())
}

fn encode<T: Property>(value: &T) -> Result<Option<JsonValue>, String> {
    to_json(value, &PropertyPath::Root.key("p")).map_err(|failure| failure.to_string())
}

type Result<T, E> = core::result::Result<T, E>;

/// The JSON decodes to the value, and the value encodes to the JSON.
#[track_caller]
fn round_trip<T: Property + PartialEq + Debug>(json: impl Into<JsonValue>, value: &T) {
    let json = json.into();
    assert_eq!(decode::<T>(json.clone()).as_ref(), Ok(value));
    assert_eq!(encode(value), Ok(Some(json)));
}

#[track_caller]
fn rejects<T: Property + Debug>(json: impl Into<JsonValue>, expected: &str) {
    match decode::<T>(json) {
        Ok(value) => panic!("decoded as {value:?}"),
        Err(message) => assert_eq!(message, expected),
    }
}

#[derive(Object, Clone, Debug, PartialEq)]
struct Rule {
    port: u16,
    #[property(default = "tcp")]
    protocol: String,
    next_rule: Option<Box<Rule>>,
}

#[derive(Enum, Clone, Copy, Debug, PartialEq)]
enum Mode {
    FastLane,
    #[property(name = "SLOW")]
    Slow,
}

#[derive(Enum, Clone, Copy, Debug, PartialEq)]
enum Level {
    Low = -1,
    High = 10,
}

#[test]
fn every_type_goes_there_and_back() {
    round_trip("text", &"text".to_owned());
    round_trip(true, &true);
    round_trip(1.5, &1.5f64);
    round_trip(-7, &-7i64);
    round_trip(7, &7u8);
    round_trip(9_007_199_254_740_992u64, &9_007_199_254_740_992u64);
    round_trip(json!(["a", "b"]), &vec!["a".to_owned(), "b".to_owned()]);
    round_trip(json!({ "a": 1 }), &BTreeMap::from([("a".to_owned(), 1i32)]));
    round_trip(json!({ "a": 1 }), &HashMap::from([("a".to_owned(), 1u32)]));
    round_trip(
        json!({ "any": [null, 1] }),
        &Json(json!({ "any": [null, 1] })),
    );
    round_trip(json!(["a", null]), &vec![Some("a".to_owned()), None]);
    round_trip("fastLane", &Mode::FastLane);
    round_trip("SLOW", &Mode::Slow);
    round_trip(-1, &Level::Low);
    round_trip(10, &Level::High);
    round_trip("text", &Some("text".to_owned()));
    let last = Rule {
        port: 2,
        protocol: "udp".into(),
        next_rule: None,
    };
    round_trip(
        json!({ "port": 1, "protocol": "tcp", "nextRule": { "port": 2, "protocol": "udp" } }),
        &Rule {
            port: 1,
            protocol: "tcp".into(),
            next_rule: Some(Box::new(last)),
        },
    );
}

#[test]
fn other_spellings_are_read_too() {
    assert_eq!(decode::<i64>(3.0), Ok(3));
    assert_eq!(decode::<f64>(3), Ok(3.0));
    assert_eq!(decode::<Level>(10.0), Ok(Level::High));
    assert_eq!(decode::<Option<String>>(JsonValue::Null), Ok(None));
    assert_eq!(decode::<Option<String>>(secret(JsonValue::Null)), Ok(None));
    assert_eq!(
        decode::<Rule>(json!({ "port": 1, "later": "?" })).map(|rule| rule.protocol),
        Ok("tcp".into())
    );
    for nothing in [JsonValue::Null, secret(JsonValue::Null)] {
        let rule = decode::<Rule>(json!({ "port": 1, "protocol": nothing }));
        assert_eq!(rule.map(|rule| rule.protocol), Ok("tcp".into()));
    }
}

#[test]
fn plain_types_see_what_is_inside_wrappers() {
    assert_eq!(decode::<String>(secret("s")), Ok("s".into()));
    assert_eq!(decode::<String>(output(secret("s"))), Ok("s".into()));
    assert_eq!(decode::<u8>(output(5)), Ok(5));
    assert_eq!(
        decode::<Vec<String>>(secret(json!([secret("s")]))),
        Ok(vec!["s".into()])
    );
    assert_eq!(
        decode::<Json>(json!({ "a": [secret(1)] })),
        Ok(Json(json!({ "a": [1] })))
    );
    assert_eq!(decode::<Mode>(secret("SLOW")), Ok(Mode::Slow));
    assert_eq!(
        decode::<Rule>(secret(json!({ "port": secret(1) }))).map(|rule| rule.port),
        Ok(1)
    );
}

#[test]
fn wrong_values_are_named_with_their_path() {
    rejects::<String>(1, "p: expected a string, found a number");
    rejects::<String>(JsonValue::Null, "p: expected a string, found null");
    rejects::<bool>("true", "p: expected a boolean, found a string");
    rejects::<f64>("1", "p: expected a number, found a string");
    rejects::<i64>(true, "p: expected a whole number, found a boolean");
    rejects::<i64>(1.5, "p: expected a whole number, found 1.5");
    rejects::<u8>(256, "p: 256 is not in the range 0 to 255");
    rejects::<u32>(-1, "p: -1 is not in the range 0 to 4294967295");
    rejects::<u64>(-1.0, "p: -1 is not in the range 0 to 18446744073709551615");
    rejects::<i32>(1e300, "p: expected a whole number, found 1e+300");
    rejects::<Vec<String>>(json!({}), "p: expected an array, found an object");
    rejects::<BTreeMap<String, bool>>(json!([]), "p: expected an object, found an array");
    rejects::<BTreeMap<String, Vec<String>>>(
        json!({ "a.b": [1] }),
        "p[\"a.b\"][0]: expected a string, found a number",
    );
    rejects::<Rule>(json!([]), "p: expected an object, found an array");
    rejects::<Rule>(json!({}), "p.port: is required");
    rejects::<Rule>(
        json!({ "port": 1, "nextRule": {} }),
        "p.nextRule.port: is required",
    );
    rejects::<Mode>(
        "fast",
        "p: expected one of `fastLane`, `SLOW`, found `fast`",
    );
    rejects::<Mode>(1, "p: expected a string, found a number");
    rejects::<Level>(3, "p: expected one of `-1`, `10`, found `3`");
    rejects::<Level>("10", "p: expected an integer, found a string");
}

#[test]
fn what_is_not_known_yet_is_named_with_its_path() {
    for unknown in [
        UNKNOWN,
        "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
        "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
        "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
        "030794c1-ac77-496b-92df-f27374a8bd58",
        "e48ece36-62e2-4504-bad9-02848725956a",
        "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
    ] {
        rejects::<String>(unknown, "p: is not known yet");
    }
    rejects::<u8>(secret(UNKNOWN), "p: is not known yet");
    rejects::<Option<u8>>(UNKNOWN, "p: is not known yet");
    rejects::<Mode>(UNKNOWN, "p: is not known yet");
    rejects::<Vec<String>>(json!(["a", UNKNOWN]), "p[1]: is not known yet");
    rejects::<Json>(json!({ "a": [UNKNOWN] }), "p.a[0]: is not known yet");
    rejects::<Rule>(json!({ "port": UNKNOWN }), "p.port: is not known yet");
    let output_without_value = json!({ SIGNATURE: "d0e6a833031e9bbcd3f4e8bde6ca49a4" });
    rejects::<String>(output_without_value, "p: is not known yet");
}

#[test]
fn what_pulumi_cannot_hold_is_not_written() {
    let too_large = "p: 9007199254740993 is too large to be an exact number in Pulumi";
    assert_eq!(encode(&9_007_199_254_740_993u64), Err(too_large.to_owned()));
    assert_eq!(
        encode(&i64::MIN),
        Err("p: -9223372036854775808 is too large to be an exact number in Pulumi".to_owned())
    );
    assert_eq!(
        encode(&f64::NAN),
        Err("p: NaN is not a number that Pulumi can hold".to_owned())
    );
    assert_eq!(
        encode(&vec![f64::INFINITY]),
        Err("p[0]: inf is not a number that Pulumi can hold".to_owned())
    );
    assert_eq!(encode(&None::<String>), Ok(None));
}

#[test]
fn enums_have_their_value() {
    assert_eq!(Mode::FastLane.value(), "fastLane");
    assert_eq!(Mode::Slow.value(), "SLOW");
}
