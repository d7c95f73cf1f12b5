use serde_json::{Value as JsonValue, json};

use super::Value;
use crate::encoding::Text;
use crate::tests::{from_json, to_json};
use crate::{Property, PropertyPath};

const UNKNOWN: &str = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

fn secret(value: impl Into<JsonValue>) -> JsonValue {
    json!({
        "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
        "value": value.into(),
    })
}

fn decode<T: Property>(value: impl Into<JsonValue>) -> Value<T> {
    from_json(value, &PropertyPath::Root).unwrap()
}

fn encode<T: Property>(value: &Value<T>) -> Option<JsonValue> {
    to_json(value, &PropertyPath::Root).unwrap()
}

#[test]
fn a_value_is_in_one_of_three_states() {
    let known: Value<String> = decode("a");
    assert_eq!(
        (known.get().map(String::as_str), known.is_known()),
        (Some("a"), true)
    );
    let unknown: Value<String> = decode(UNKNOWN);
    assert!(unknown.is_unknown() && unknown.get().is_none());
    let absent = Value::<String>::missing(&PropertyPath::Root).unwrap();
    assert!(absent.is_absent() && absent.get().is_none());
    assert!(decode::<String>(JsonValue::Null).is_absent());
    assert_eq!(Value::<String>::default(), Value::absent());
    assert_eq!(Value::from(5).into_known(), Some(5));
}

#[test]
fn a_list_is_unknown_as_long_as_any_part_of_it_is() {
    let list: Value<Vec<String>> = decode(json!(["a", UNKNOWN]));
    assert!(list.is_unknown());
    assert_eq!(encode(&list), Some(json!(["a", UNKNOWN])));
}

#[test]
fn a_decoded_value_goes_back_as_it_came() {
    for json in [
        json!(["a", secret("b")]),
        secret(json!(["a"])),
        secret(UNKNOWN),
        JsonValue::Null,
    ] {
        assert_eq!(encode(&decode::<Vec<String>>(json.clone())), Some(json));
    }
}

#[test]
fn secrecy_survives_a_change() {
    let mut value: Value<Vec<String>> = decode(json!([secret("a")]));
    assert!(value.is_secret());
    value.set(vec!["b".into()]);
    assert_eq!(encode(&value), Some(secret(json!(["b"]))));
    value.clear();
    assert_eq!((encode(&value), value.is_secret()), (None, false));
}

#[test]
fn states_are_written_in_pulumis_forms() {
    assert_eq!(encode(&Value::known("a".to_owned())), Some(json!("a")));
    assert_eq!(
        encode(&Value::known("a".to_owned()).secret()),
        Some(secret("a"))
    );
    assert_eq!(encode(&Value::<String>::unknown()), Some(json!(UNKNOWN)));
    assert_eq!(
        encode(&Value::<String>::unknown().secret()),
        Some(secret(UNKNOWN))
    );
    assert_eq!(encode(&Value::<String>::absent().secret()), None);
    assert_eq!(encode(&decode::<String>("a").secret()), Some(secret("a")));
    assert_eq!(
        encode(&decode::<String>(secret("a")).secret()),
        Some(secret("a"))
    );
    assert_eq!(
        encode(&decode::<Vec<String>>(json!([secret("a")])).secret()),
        Some(secret(json!([secret("a")])))
    );
}

#[test]
fn a_value_of_another_type_is_refused() {
    let failure = from_json::<Value<String>>(1, &PropertyPath::Root.key("p")).unwrap_err();
    assert_eq!(failure.to_string(), "p: expected a string, found a number");
}

#[test]
fn secrets_are_not_printed() {
    assert_eq!(format!("{:?}", Value::known("a")), "Known(\"a\")");
    assert_eq!(format!("{:?}", Value::known("a").secret()), "[secret]");
    assert_eq!(
        format!("{:?}", Value::<String>::unknown().secret()),
        "Unknown"
    );
}

#[test]
fn a_draft_that_cannot_be_read_is_one_failure_with_its_path() {
    let text = Text::new(r#"[1, "a"]"#);
    let piece = text.value().unwrap();
    let mut from = piece.decoder().later("ports");
    let value = Value::<Vec<u16>>::decode(&mut from, &PropertyPath::Root).unwrap();
    let failure = value.draft().map(|_| ()).unwrap_err().to_string();
    assert_eq!(failure, "ports[1]: expected a whole number, found a string");
    assert_eq!(text.failures(), []);
    assert!(value.is_unknown());
    assert_eq!(text.failures().len(), 1);
}
