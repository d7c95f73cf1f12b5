use proptest::prelude::*;
use pulumi_wasm_core::value::special_values;
use pulumi_wasm_core::value::{Asset, PropertyValue};

use super::*;
use crate::json::compared::both_ways;
use crate::json::write;
use crate::strategies::any_value;

/// Some properties under few names, so that two maps have some of them in common.
fn any_map() -> impl Strategy<Value = PropertyMap> {
    let name = prop::sample::select(vec!["a", "b", "c d", "\"e\"", "ü"]);
    prop::collection::btree_map(name.prop_map(str::to_owned), any_value(), 0..5)
}

/// The value of an answer in place of a map, without and with regard to the sent one.
fn both(map: &PropertyMap, answer: &str) -> [Result<PropertyMap, String>; 2] {
    both_ways(map, answer).expect("JSON")
}

/// The read part of an answer, if it is read as a delta.
fn read_of(map: &PropertyMap, answer: &str) -> Option<Delta> {
    let mut assets = Assets::default();
    let written = write(map, &mut assets, None).expect("JSON");
    let sent = Sent {
        map,
        text: &written.text,
        places: &written.places,
    };
    differing(&assets.room(), answer, sent, &assets)
}

fn text_of(map: &PropertyMap) -> String {
    let written = write(map, &mut Assets::default(), None).expect("JSON");
    written.text
}

proptest! {
    #[test]
    fn an_answer_is_what_it_is_without_what_was_sent(before in any_map(), after in any_map()) {
        let [whole, revised] = both(&before, &text_of(&after));
        prop_assert_eq!(whole, revised);
    }

    #[test]
    fn whatever_is_wrong_is_wrong_in_both(before in any_map(), at: prop::sample::Index, byte in "[\",:{}\\[\\] \\\\01a]") {
        let mut answer: Vec<char> = text_of(&before).chars().collect();
        let at = at.index(answer.len());
        for change in [Some(byte.as_str()), None] {
            answer.splice(at..=at, change.unwrap_or_default().chars());
            let answer: String = answer.iter().collect();
            let [whole, revised] = both(&before, &answer);
            prop_assert_eq!(whole, revised);
        }
    }
}

#[test]
fn what_came_back_as_it_went_is_not_read() {
    let map = PropertyMap::from([
        ("a".to_owned(), PropertyValue::Number(1.0)),
        ("b".to_owned(), PropertyValue::from("x").into_secret()),
        (
            "c".to_owned(),
            PropertyValue::Asset(Box::<Asset>::default()),
        ),
    ]);
    let mut assets = Assets::default();
    let text = write(&map, &mut assets, None).expect("JSON").text;
    assert_eq!(read_of(&map, &text), Some(Delta::default()));
    let secret = format!("\"{}\":\"{}\"", special_values::KEY, special_values::SECRET);
    let answer = format!("{{\"d\":null,\"b\":{{{secret},\"value\":\"x\"}},\"a\":12}}");
    let expected = Delta {
        changed: [
            ("a".to_owned(), PropertyValue::Number(12.0)),
            ("d".to_owned(), PropertyValue::Null),
        ]
        .into(),
        left_out: vec!["c".to_owned()],
    };
    assert_eq!(read_of(&map, &answer), Some(expected));
}

#[test]
fn what_is_unusual_is_read_as_a_whole() {
    let map = PropertyMap::from([("a".to_owned(), PropertyValue::Number(1.0))]);
    for answer in [
        "{}",
        "{\"\\u0061\":1}",
        "{\"a\":1,\"a\":1}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":2,\"a\":1}",
        "{\"b\":1,\"b\":1}",
        "{\"a\":1,}",
        "{\"a\":1}}",
        "{\"a\":1",
        "{\"a\":",
        "{\"a",
        "",
        "{\"a\":1]",
        "{\"b\":[1}]}",
        "{\"b\":\"\\\"}",
    ] {
        assert_eq!(read_of(&map, answer), None, "{answer}");
        let [whole, revised] = both(&map, answer);
        assert_eq!(whole, revised, "{answer}");
    }
}
