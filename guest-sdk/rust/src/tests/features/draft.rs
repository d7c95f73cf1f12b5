//! Parts of values that are known, while others are not.

use std::collections::BTreeMap;

use serde_json::{Value as JsonValue, json};

use crate::PropertyPath;
use crate::prelude::*;
use crate::testing::{secret, unknown};
use crate::tests::{from_json, to_json};

#[derive(Object, Clone, Debug, PartialEq)]
struct Port {
    number: u16,
    tags: Option<BTreeMap<String, String>>,
}

fn decode<T: Property>(json: JsonValue) -> Value<T> {
    from_json(json, &PropertyPath::Root).unwrap()
}

fn encode<T: Property>(value: &Value<T>) -> JsonValue {
    to_json(value, &PropertyPath::Root)
        .unwrap()
        .unwrap_or_default()
}

#[test]
fn known_parts_can_be_seen() {
    let port: Value<Port> =
        decode(json!({ "number": unknown(), "tags": { "a": "b", "c": unknown() } }));
    assert!(port.is_unknown());
    let draft: PortDraft = port.draft().unwrap().unwrap();
    assert!(draft.number.is_unknown());
    let tags = draft.tags.draft().unwrap().unwrap();
    assert_eq!(tags["a"].get().map(String::as_str), Some("b"));
    assert!(tags["c"].is_unknown());

    let ports: Value<Vec<Port>> = decode(json!([{ "number": 1 }, unknown()]));
    let ports = ports.draft().unwrap().unwrap();
    assert_eq!(ports[0].get().map(|port| port.number), Some(1));
    assert!(ports[1].is_unknown());
}

#[test]
fn nothing_has_no_parts() {
    for nothing in [json!(null), unknown(), secret(unknown())] {
        assert!(decode::<Port>(nothing).draft().unwrap().is_none());
    }
    assert!(Value::<Port>::absent().draft().unwrap().is_none());
    let known = Value::known(Port {
        number: 1,
        tags: None,
    });
    assert_eq!(known.draft().unwrap().unwrap().number.get(), Some(&1));
    let failure = decode::<Vec<Port>>(json!([{ "number": 1 }]))
        .draft()
        .map(|_| ());
    assert_eq!(failure, Ok(()));
    let wrong: Value<Port> = decode(json!({ "number": unknown(), "tags": 1 }));
    assert_eq!(
        wrong.draft().map(|_| ()).unwrap_err().to_string(),
        "tags: expected an object, found a number"
    );
}

#[test]
fn a_changed_part_leaves_the_others_as_they_were() {
    let mut port: Value<Port> =
        decode(json!({ "number": secret(unknown()), "tags": { "a": "b" } }));
    let mut draft = port.draft().unwrap().unwrap();
    draft.tags.set(BTreeMap::from([("a".into(), "c".into())]));
    port.set_draft(&draft).unwrap();
    assert!(port.is_unknown() && port.is_secret());
    assert_eq!(
        encode(&port),
        json!({ "number": secret(unknown()), "tags": { "a": "c" } })
    );

    let mut whole: Value<Port> = decode(secret(json!({ "number": 1 })));
    let draft = whole.draft().unwrap().unwrap();
    whole.set_draft(&draft).unwrap();
    assert_eq!(encode(&whole), secret(json!({ "number": 1 })));
}
