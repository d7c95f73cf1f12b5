use proptest::prelude::*;

use super::*;
use crate::provider::value_strategy::any_value;

fn round_trip(map: &PropertyMap) -> PropertyMap {
    let mut assets = Assets::default();
    let text = to_json(map, &mut assets).expect("a property map is JSON");
    from_json(&text, &assets).expect("what was written is read")
}

proptest! {
    #[test]
    fn a_value_comes_back_as_it_went(value in any_value()) {
        let map = PropertyMap::from([("value".to_owned(), value)]);
        prop_assert_eq!(round_trip(&map), map);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in ".*") {
        drop(from_json(&text, &Assets::default()));
    }
}

#[test]
fn a_guest_sees_a_handle_and_never_a_path() {
    let path = AssetContent::Path("/etc/passwd".to_owned());
    let asset = PropertyValue::Asset(Box::new(Asset {
        hash: "abc".to_owned(),
        content: path,
    }));
    let map = PropertyMap::from([("file".to_owned(), asset)]);
    let mut assets = Assets::default();
    let text = to_json(&map, &mut assets).expect("a property map is JSON");
    assert!(!text.contains("passwd"), "{text}");
    assert!(
        text.contains("\"handle\":0") && text.contains("abc"),
        "{text}"
    );
    assert_eq!(from_json(&text, &assets).expect("it is read"), map);
}

#[test]
fn assets_that_a_guest_makes_up_are_refused() {
    let sign = |rest: &str| {
        format!(
            "{{\"p\":{{\"{}\":\"{}\",{rest}}}}}",
            signature::KEY,
            signature::ASSET
        )
    };
    for rest in [
        "\"path\":\"/etc/passwd\"",
        "\"uri\":\"file:///etc/passwd\"",
        "\"handle\":0",
        "\"handle\":-1",
        "\"handle\":0.5",
    ] {
        let message = from_json(&sign(rest), &Assets::default())
            .expect_err("it is refused")
            .to_string();
        assert!(message.starts_with("`p`"), "{message}");
    }
    assert!(from_json(&sign("\"text\":\"hello\""), &Assets::default()).is_ok());
}

#[test]
fn what_is_no_object_is_said() {
    for (text, expected) in [
        ("null", "null"),
        ("[]", "a list"),
        ("3", "a plain value"),
        ("{", "not a JSON object"),
        ("", "not a JSON object"),
    ] {
        let message = from_json(text, &Assets::default())
            .expect_err("it is refused")
            .to_string();
        assert!(message.contains(expected), "{text}: {message}");
    }
}

#[test]
fn whole_numbers_are_written_as_such() {
    let map = PropertyMap::from([
        ("n".to_owned(), PropertyValue::Number(3.0)),
        ("x".to_owned(), PropertyValue::Number(0.5)),
    ]);
    assert_eq!(
        to_json(&map, &mut Assets::default()).expect("JSON"),
        "{\"n\":3,\"x\":0.5}"
    );
}
