//! Values as they are on the wire, as other writers write them.

use proptest::prelude::*;
use prost::Message as _;
use prost_types::value::Kind;
use prost_types::{ListValue, Struct, Value};

use super::*;

fn text(text: &str) -> Value {
    Value {
        kind: Some(Kind::StringValue(text.to_owned())),
    }
}

fn object(members: &[(&str, Value)]) -> Value {
    let fields = members
        .iter()
        .map(|(key, value)| ((*key).to_owned(), value.clone()));
    Value {
        kind: Some(Kind::StructValue(Struct {
            fields: fields.collect(),
        })),
    }
}

fn property(value: Value) -> Vec<u8> {
    let fields = [("p".to_owned(), value)].into();
    Struct { fields }.encode_to_vec()
}

fn read(value: Value) -> Result<PropertyValue, ConvertError> {
    let mut map = map_from_proto(Some(&property(value)))?;
    Ok(map.remove("p").expect("the property"))
}

#[test]
fn every_sentinel_is_unknown_and_output_values_are_their_values() {
    for sentinel in [
        "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
        "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
    ] {
        assert_eq!(
            read(text(sentinel)).expect("a value"),
            PropertyValue::Unknown
        );
    }
    let output = |members: &[(&str, Value)]| {
        let mut all = vec![(special_values::KEY, text(special_values::OUTPUT))];
        all.extend(members.iter().cloned());
        let bytes = property(object(&all));
        let mut properties = properties_from_proto(&bytes).expect("values");
        assert!(!properties.outputs.is_empty());
        properties.map.remove("p").expect("the property")
    };
    let secret = Value {
        kind: Some(Kind::BoolValue(true)),
    };
    assert_eq!(output(&[("value", text("x"))]), PropertyValue::from("x"));
    assert_eq!(output(&[]), PropertyValue::Unknown);
    assert_eq!(
        output(&[("value", text("x")), ("secret", secret)]),
        PropertyValue::from("x").into_secret()
    );
    let plain = properties_from_proto(&property(text(special_values::OUTPUT)));
    assert!(plain.expect("values").outputs.is_empty());
}

#[test]
fn what_is_malformed_names_its_property() {
    let nested = (0..200).fold(text("x"), |inner, _| object(&[("a", inner)]));
    for (value, expected) in [
        (
            object(&[(special_values::KEY, text("nonsense"))]),
            "does not know",
        ),
        (
            object(&[(special_values::KEY, text(special_values::SECRET))]),
            "no usable `value`",
        ),
        (
            object(&[(
                special_values::KEY,
                text(special_values::RESOURCE_REFERENCE),
            )]),
            "no usable `urn`",
        ),
        (
            object(&[(special_values::KEY, object(&[]))]),
            "does not know",
        ),
        (Value { kind: None }, "has no value"),
        (nested, "nests deeper"),
    ] {
        let message = read(value).expect_err("an error").to_string();
        assert!(
            message.contains("`p`") && message.contains(expected),
            "{message}"
        );
    }
}

#[test]
fn a_malformed_message_is_described_by_field_and_reason() {
    // A value of `p` is field 2 of the entry that is field 1 of the properties.
    let value = |bytes: &[u8]| {
        [
            &[
                0x0a,
                5 + bytes.len() as u8,
                0x0a,
                1,
                b'p',
                0x12,
                bytes.len() as u8,
            ],
            bytes,
        ]
        .concat()
    };
    for (bytes, expected) in [
        (vec![0x0a], "in field 1: it ends too early"),
        (vec![0x0a, 9, 0], "in field 1: it ends too early"),
        (vec![0x1e], "in field 3: unknown wire type"),
        (vec![0x1b], "in field 3: groups are not supported"),
        (vec![0x08, 1], "in field 1: unexpected wire type"),
        (vec![0x02, 0], ": field number 0"),
        (
            value(&[0x1a, 1, 0xff]),
            "in field 3: text that is not UTF-8",
        ),
        (value(&[0x22, 0]), "in field 4: unexpected wire type"),
    ] {
        let message = map_from_proto(Some(&bytes))
            .expect_err("an error")
            .to_string();
        let expected = format!(
            "the properties cannot be read: malformed message{}{expected}",
            if expected.starts_with(':') { "" } else { " " }
        );
        assert_eq!(message, expected);
    }
}

#[test]
fn levels_are_counted_in_lists_and_objects_alike() {
    let list = |inner: Value| Value {
        kind: Some(Kind::ListValue(ListValue {
            values: vec![text("beside"), inner],
        })),
    };
    for wrap in [list, |inner| object(&[("k", inner)])] {
        let deepest = (1..MAX_DEPTH_ON_THE_WIRE).fold(text("x"), |inner, _| wrap(inner));
        read(deepest.clone()).expect("a value");
        let message = read(wrap(deepest)).expect_err("an error").to_string();
        assert!(message.contains("`p` nests deeper"), "{message}");
    }
}

#[test]
fn a_member_that_comes_again_counts_as_it_came_last_among_few_and_among_many() {
    for others in [0, 100] {
        let mut bytes = property(text("first"));
        for other in 0..others {
            let fields = [(format!("other-{}", other * 7 % 100), text("x"))].into();
            bytes.extend(Struct { fields }.encode_to_vec());
        }
        bytes.extend(property(text("last")));
        let map = map_from_proto(Some(&bytes)).expect("values");
        assert_eq!(map.len(), others + 1);
        assert_eq!(map.get("p"), Some(&"last".into()));
    }
}

#[test]
fn of_one_property_nothing_else_is_read() {
    let mut bytes = property(text("x"));
    let other = Value { kind: None };
    let fields = [("other".to_owned(), other)].into();
    bytes.extend(Struct { fields }.encode_to_vec());
    let named = |name: &'static str| some_from_proto(Some(&bytes), move |key| key == name);
    let map = named("p").expect("a value");
    assert_eq!(map, PropertyMap::from([("p".to_owned(), "x".into())]));
    named("other").expect_err("it has no value");
    assert!(named("none").expect("none").is_empty());
}

#[test]
fn what_is_not_there_is_empty() {
    assert_eq!(map_from_proto(None).expect("values"), PropertyMap::new());
    assert_eq!(optional_map_from_proto(None).expect("values"), None);
    let empty = optional_map_from_proto(Some(&[]));
    assert_eq!(empty.expect("values"), Some(PropertyMap::new()));
}

#[test]
fn what_is_cut_off_is_refused_wherever_it_ends() {
    let whole = property(object(&[("a", text("x"))]));
    for length in 1..whole.len() {
        let bytes = whole.get(..length).expect("a part");
        map_from_proto(Some(bytes)).expect_err("an error");
    }
}

proptest! {
    /// The reader accepts only bytes that the generated decoder accepts too.
    #[test]
    fn no_bytes_are_read_that_others_refuse(bytes in proptest::collection::vec(0u8..48, 0..60)) {
        if map_from_proto(Some(&bytes)).is_ok() {
            prop_assert!(Struct::decode(&bytes[..]).is_ok());
        }
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..200)) {
        drop(map_from_proto(Some(&bytes)));
    }
}
