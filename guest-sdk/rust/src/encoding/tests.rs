//! Texts that are read piece by piece.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value as JsonValue, json};

use super::{Decoder, Encoder, Text, scan};
use crate::PropertyPath;
use crate::error::PropertyFailure;
use crate::host::wire;
use crate::manifest::types::Types;
use crate::prelude::*;
use crate::property::to_text;
use crate::tests::{from_json, secret};

mod random;

/// Whether `serde_json` reads the text, and the end of its first value by a scan.
fn scanned(text: &str) -> Option<(usize, bool)> {
    scan::value(text.as_bytes(), 0).map(|scanned| (scanned.end, scanned.plain))
}

#[test]
fn a_value_ends_where_it_ends() {
    for text in [
        "1",
        "-1.5e+3",
        "true",
        "null",
        r#""""#,
        r#""a\"b\\""#,
        "[]",
        r#"[1, [2], {"a": [" ] } "]}]"#,
        r#"{ "a" : { } , "b" : "}" }"#,
    ] {
        assert_eq!(scanned(text), Some((text.len(), true)), "{text}");
        let followed = format!("{text} , 1");
        assert_eq!(scanned(&followed), Some((text.len(), true)), "{text}");
    }
    for cut in [
        "", ",", "]", "[", "[1", r#"{"a""#, r#""a"#, r#""a\"#, r#""\"#,
    ] {
        assert_eq!(scanned(cut), None, "{cut}");
    }
}

#[test]
fn every_mark_is_seen_however_it_is_written() {
    let unknown = crate::tests::UNKNOWN;
    let written = unknown.replace('4', "\\u0034");
    for text in [
        secret(1).to_string(),
        format!("[\"{unknown}\"]"),
        format!("[\"{written}\"]"),
    ] {
        assert_eq!(scanned(&text), Some((text.len(), false)), "{text}");
    }
    let text = format!("[\"{written}\"]");
    let value = Text::new(text).value().unwrap();
    assert!(value.aspect(&PropertyPath::Root).unwrap().unknown);
    let shorter = format!("\"{}\"", &unknown[1..]);
    assert_eq!(scanned(&shorter).map(|(_, plain)| plain), Some(true));
}

#[test]
fn members_are_found_by_name() {
    let text = Text::new(r#" {"a": 1, "b\u0063" :[2 , 3], "a": "last"} "#);
    let members = text.members().unwrap();
    let place = |name| {
        members
            .place(name)
            .map(|(start, end)| &text.as_str()[start..end])
    };
    assert_eq!(place("a"), Some("\"last\""));
    assert_eq!(place("bc"), Some("[2 , 3]"));
    assert_eq!(place("c"), None);
    let empty = Text::new("{}");
    assert_eq!(empty.members().unwrap().iter().count(), 0);
    for none in [
        "",
        "[]",
        "{",
        "{}}",
        "{} 1",
        r#"{"a"}"#,
        r#"{"a":1,}"#,
        r#"{"a":1 "b":2}"#,
        "{1:2}",
    ] {
        assert!(Text::new(none).members().is_none(), "{none}");
    }
}

#[test]
fn what_is_malformed_is_said() {
    let read = |text: &str| {
        let value = Text::new(text).value()?;
        BTreeMap::<String, Vec<f64>>::decode(&mut value.decoder(), &PropertyPath::Root.key("p"))
    };
    assert_eq!(
        read(r#" { "a" : [ 1 , 2e1 ] , "b" : [ ] } "#).unwrap()["a"],
        [1.0, 20.0]
    );
    for text in [
        r#"{"a":[1}]"#,
        r#"{"a":[1 2]}"#,
        r#"{"a":[01]}"#,
        r#"{"a":[1.5.5]}"#,
        r#"{"a":[-]}"#,
        r#"{"a":[1,]}"#,
        r#"{a:[1]}"#,
        r#"{"a" [1]}"#,
        r#"{"\q":[1]}"#,
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn nothing_is_read_deeper_than_json_is() {
    #[derive(Object, Clone, Debug)]
    struct Nested {
        inner: Option<Box<Nested>>,
    }
    let nested = |depth: usize| {
        let text = format!("{}{{}}{}", "{\"inner\":".repeat(depth), "}".repeat(depth));
        let value = Text::new(text).value().unwrap();
        Nested::decode(&mut value.decoder(), &PropertyPath::Root).map(|_| ())
    };
    assert_eq!(nested(100), Ok(()));
    let failure = nested(10_000).unwrap_err();
    assert!(failure.reason.contains("too deep"), "{failure}");
}

#[test]
fn numbers_and_strings_are_written_as_json() {
    let written = |write: &dyn Fn(&mut Encoder)| {
        let mut into = Encoder::default();
        write(&mut into);
        into.finish()
    };
    for whole in [0, 7, -7, 10, 1_000_000, i64::MAX, i64::MIN] {
        assert_eq!(written(&|into| into.integer(whole)), whole.to_string());
    }
    for number in [
        0.0,
        -0.0,
        1.0,
        -3.0,
        0.1,
        1e21,
        1e-7,
        9_007_199_254_740_993.0,
        f64::MAX,
    ] {
        let text = written(&|into| into.number(number));
        assert_eq!(text, json!(number).to_string());
    }
    for text in ["", "a", "ä\u{1f600}", "a\"b\\c\n\u{1}\u{7f}"] {
        assert_eq!(written(&|into| into.string(text)), json!(text).to_string());
    }
}

#[test]
fn numbers_are_read_exactly() {
    for number in [
        "0",
        "-0",
        "-0.0",
        "999999999999999",
        "9007199254740993",
        "18446744073709551615",
        "0.1",
        "1e400",
    ] {
        let wanted = serde_json::from_str::<f64>(number).ok();
        let value = Text::new(number).value().unwrap();
        let read = f64::decode(&mut value.decoder(), &PropertyPath::Root).ok();
        assert_eq!(read.map(f64::to_bits), wanted.map(f64::to_bits), "{number}");
    }
    assert_eq!(
        from_json::<u64>(u64::MAX, &PropertyPath::Root),
        Ok(u64::MAX)
    );
}

#[test]
fn escapes_are_read_as_json_says() {
    for text in [
        r#""\"\\\/\b\f\n\r\t""#,
        r#""a\u00e4\u20AC\ud83d\ude00z""#,
        r#""\ud83d""#,
        r#""\ud83dx""#,
        r#""\ud83d\u0041""#,
        r#""\ude00""#,
        r#""\u12g4""#,
        r#""\u12""#,
        r#""\x""#,
    ] {
        let wanted = serde_json::from_str::<String>(text).ok();
        let value = Text::new(text).value().unwrap();
        let read = String::decode(&mut value.decoder(), &PropertyPath::Root).ok();
        assert_eq!(read, wanted, "{text}");
    }
}

/// A text, or a number in its place; an object may stand for its name.
#[derive(Clone, Debug, PartialEq)]
struct Loose(String);

#[derive(Object, Clone, Debug)]
struct Exact {
    name: String,
    size: u8,
}

#[derive(Object, Clone, Debug)]
struct Named {
    name: String,
}

impl Property for Loose {
    fn schema(_: &mut Types) -> JsonValue {
        json!({ "type": "string" })
    }

    fn decode(
        from: &mut Decoder<'_>,
        path: &PropertyPath<'_>,
    ) -> core::result::Result<Self, PropertyFailure> {
        String::decode(from, path)
            .or_else(|_| u8::decode(from, path).map(|small| small.to_string()))
            .or_else(|_| i64::decode(from, path).map(|whole| whole.to_string()))
            .or_else(|_| Vec::<u8>::decode(from, path).map(|list| format!("{list:?}")))
            .or_else(|_| Exact::decode(from, path).map(|exact| exact.name))
            .or_else(|_| Named::decode(from, path).map(|named| named.name))
            .or_else(|_| Ok("other".to_owned()))
            .map(Self)
    }

    fn encode(
        &self,
        into: &mut Encoder,
        path: &PropertyPath<'_>,
    ) -> core::result::Result<(), PropertyFailure> {
        self.0.encode(into, path)
    }
}

#[test]
fn another_reader_can_be_tried_after_one_that_failed() {
    for (json, meant) in [
        (json!("a"), "a"),
        (json!(7), "7"),
        (json!(-700), "-700"),
        (json!([1, 2]), "[1, 2]"),
        (json!([1, "a"]), "other"),
        (json!({ "name": "a", "size": 1000 }), "a"),
        (json!({ "size": 1 }), "other"),
        (json!(true), "other"),
    ] {
        for json in [json.clone(), secret(json.clone()), secret(secret(json))] {
            let (path, meant) = (PropertyPath::Root, Loose(meant.to_owned()));
            assert_eq!(from_json(json.clone(), &path), Ok(meant.clone()), "{json}");
            let list = from_json(json!([json, json, 1]), &path);
            let one = Loose("1".to_owned());
            let wanted = vec![meant.clone(), meant.clone(), one.clone()];
            assert_eq!(list, Ok(wanted), "{json}");
            let map = from_json(json!({ "a": json, "b": 1 }), &path);
            let wanted = BTreeMap::from([("a".to_owned(), meant), ("b".to_owned(), one)]);
            assert_eq!(map, Ok(wanted), "{json}");
        }
    }
}

#[test]
fn an_object_is_a_wrapper_by_its_signature_alone() {
    let signature = wire::SIGNATURE;
    let form = secret(1)[signature].as_str().unwrap().to_owned();
    let escaped = |text: &str| format!("\\u{:04x}{}", u32::from(text.as_bytes()[0]), &text[1..]);
    let mut deep = json!(form);
    for _ in 0..100 {
        deep = json!({ signature: deep, "value": form });
    }
    for (text, is_wrapper) in [
        (secret(1).to_string(), true),
        (format!(r#"{{"{signature}" : "{form}"}}"#), true),
        (
            format!(r#"{{"{}":"{}"}}"#, escaped(signature), escaped(&form)),
            true,
        ),
        (
            json!({ signature: secret(form.as_str()) }).to_string(),
            false,
        ),
        (json!({ signature: 1 }).to_string(), false),
        (json!({ signature: [form] }).to_string(), false),
        (json!({ signature: "" }).to_string(), false),
        (json!({ "a": form }).to_string(), false),
        (deep.to_string(), false),
    ] {
        let tree: JsonValue = serde_json::from_str(&text).unwrap();
        let wanted = wire::open(tree.clone()).as_ref() != Some(&tree);
        assert_eq!(wanted, is_wrapper, "{text}");
        let text = Text::new(text);
        let members = text.members().unwrap();
        assert_eq!(members.wrapper().is_some(), is_wrapper, "{}", text.as_str());
    }
}

#[test]
fn what_is_too_deep_to_be_read_counts_as_a_secret() {
    let nested = |depth: usize| {
        let text = secret("x").to_string();
        let inside = format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
        Text::new(text.replace("\"x\"", &inside)).value().unwrap()
    };
    for depth in [0, 100, 1000] {
        let value = nested(depth);
        assert!(value.is_secret() && value.has_secret(), "{depth}");
    }
}

#[test]
fn a_value_in_a_value_is_no_way_to_go_deeper() {
    #[derive(Object, Clone, Debug)]
    struct Link {
        next: Option<Box<Value<Link>>>,
    }
    let read = |depth: usize| {
        let text = format!("{}{{}}{}", "{\"next\":".repeat(depth), "}".repeat(depth));
        let value = Text::new(text).value().unwrap();
        Link::decode(&mut value.decoder(), &PropertyPath::Root).map(|_| ())
    };
    assert_eq!(read(100), Ok(()));
    assert!(read(1000).unwrap_err().reason.contains("too deep"));
}

#[test]
fn what_is_written_is_not_shown() {
    let mut into = Encoder::default();
    into.string("hidden");
    assert_eq!(format!("{into:?}"), "Encoder { .. }");
}

#[test]
fn maps_are_written_in_the_order_of_their_names() {
    let names = (0..50u32).map(|index| (format!("{}", index * 7919 % 50), index));
    let sorted: BTreeMap<_, _> = names.clone().collect();
    let hashed: HashMap<_, _> = names.collect();
    let path = PropertyPath::Root;
    assert_eq!(to_text(&hashed, &path), to_text(&sorted, &path));
}
