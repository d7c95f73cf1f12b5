use proptest::prelude::*;
use pulumi_wasm_core::value::special_values;
use pulumi_wasm_core::value::{Asset, AssetContent, PropertyMap, PropertyValue, ResourceReference};

use super::*;
use crate::limits::{Limit, Limits};
use crate::strategies::any_value;

fn to_json(map: &PropertyMap, assets: &mut Assets) -> Result<String, JsonError> {
    write(map, assets, None).map(|written| written.text)
}

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
            special_values::KEY,
            special_values::ASSET
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

#[test]
fn a_handle_stands_for_what_it_was_given_for() {
    let archive = PropertyValue::Archive(Box::default());
    let asset = PropertyValue::Asset(Box::default());
    let map = PropertyMap::from([("a".to_owned(), asset), ("b".to_owned(), archive)]);
    let mut assets = Assets::default();
    to_json(&map, &mut assets).expect("a property map is JSON");
    let read = |kind: &str, handle: u32| {
        let key = special_values::KEY;
        let text = format!("{{\"p\":{{\"{key}\":\"{kind}\",\"handle\":{handle}}}}}");
        from_json(&text, &assets)
    };
    assert!(read(special_values::ASSET, 0).is_ok() && read(special_values::ARCHIVE, 1).is_ok());
    for (kind, handle) in [
        (special_values::ASSET, 1),
        (special_values::ARCHIVE, 0),
        (special_values::SECRET, 0),
    ] {
        assert!(read(kind, handle).is_err(), "{kind} {handle}");
    }
}

#[test]
fn an_asset_is_known_by_its_property_as_far_as_that_is_no_secret() {
    let asset = || PropertyValue::Asset(Box::default());
    let object = |key: &str| PropertyValue::Object([(key.to_owned(), asset())].into());
    let map = PropertyMap::from([
        ("list".to_owned(), PropertyValue::Array(vec![object("a.b")])),
        ("secret".to_owned(), object("hidden").into_secret()),
    ]);
    let mut assets = Assets::default();
    to_json(&map, &mut assets).expect("a property map is JSON");
    let known = |handle: u32| {
        let held = assets.get(handle).expect("an asset");
        (held.property.clone(), held.secret)
    };
    assert_eq!(known(0), ("list[0][\"a.b\"]".to_owned(), false));
    assert_eq!(known(1), ("secret".to_owned(), true));
    assert_eq!(assets.first_free(), 2);
}

#[test]
fn assets_of_text_get_their_hash_here() {
    let key = special_values::KEY;
    let text = |rest: &str| {
        format!(
            "{{\"{key}\":\"{}\",\"text\":\"hello\"{rest}}}",
            special_values::ASSET
        )
    };
    let hash_of = |value: String| {
        let map = from_json(&format!("{{\"p\":{value}}}"), &Assets::default()).expect("a map");
        match &map["p"] {
            PropertyValue::Asset(asset) => asset.hash.clone(),
            PropertyValue::Archive(archive) => archive.hash.clone(),
            other => panic!("{other:?}"),
        }
    };
    let hello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
    assert_eq!(hash_of(text("")), hello);
    // For any answer of the guest.
    assert_eq!(hash_of(text(",\"hash\":\"abc\"")), hello);
    let archive = format!(
        "{{\"{key}\":\"{}\",\"assets\":{{\"a.txt\":{}}}}}",
        special_values::ARCHIVE,
        text("")
    );
    assert!(hash_of(archive).starts_with("abe16084"));
}

#[test]
fn what_json_leaves_open_has_one_answer() {
    let deep = format!("{{\"p\":{}1{}}}", "[".repeat(10_000), "]".repeat(10_000));
    for (text, expected) in [
        ("{\"p\":1,\"p\":2}", "`p`: it is there twice"),
        (
            "{\"p\":{\"q\":1,\"q\":1}}",
            "`p`: it has the member `q` twice",
        ),
        ("{\"p\":\"\\ud800\"}", "hex escape"),
        ("{\"p\":\"\\udc00x\"}", "surrogate"),
        ("{\"p\":1e400}", "out of range"),
        ("{\"p\":Infinity}", "not a JSON object"),
        (deep.as_str(), "`p`: it nests deeper than 100 levels"),
        ("{} x", "trailing"),
    ] {
        let message = from_json(text, &Assets::default()).expect_err("refused");
        assert!(message.to_string().contains(expected), "{message}");
    }
    let nan = PropertyMap::from([("p".to_owned(), PropertyValue::Number(f64::NAN))]);
    assert!(to_json(&nan, &mut Assets::default()).is_err());
}

#[test]
fn what_becomes_large_in_memory_is_refused_by_the_limit() {
    let mut limits = Limits::default();
    limits.set(Limit::Transfer, 1 << 20);
    let mut assets = Assets::within(&limits);
    let text = Asset {
        hash: String::new(),
        content: AssetContent::Text("x".repeat(1000)),
    };
    let sent = PropertyMap::from([("file".to_owned(), PropertyValue::Asset(Box::new(text)))]);
    to_json(&sent, &mut assets).expect("JSON");
    let asset = format!(
        "{{\"{}\":\"{}\",\"handle\":0}},",
        special_values::KEY,
        special_values::ASSET
    );
    let key = |number: usize| format!("\"{number}\":0,");
    let keys: String = (0..20_000).map(key).collect();
    for (part, times) in [
        ("0,", 50_000),
        ("\"\",", 50_000),
        ("[],", 50_000),
        ("{\"a\":0},", 2000),
        (asset.as_str(), 2000),
        (keys.as_str(), 1),
    ] {
        let (open, close) = if times == 1 {
            ("{", "\"z\":0}")
        } else {
            ("[", "0]")
        };
        let whole = |times| format!("{{\"p\":{open}{}{close}}}", part.repeat(times));
        let error = from_json(&whole(times), &assets).expect_err(part);
        let JsonError::TooLarge(reached) = &error else {
            panic!("{part}: {error}");
        };
        assert!(error.to_string().contains("transfer of 1 MiB"), "{error}");
        assert_eq!(reached.hint, limits.hint(Limit::Transfer));
        if times > 1 {
            from_json(&whole(times / 10), &assets).expect("a map");
        }
    }
    // Maps that are kept together share one limit.
    let room = assets.room();
    let half = format!("{{\"p\":[{}0]}}", "0,".repeat(18_000));
    from_json_in(&room, &half, &assets).expect("a map");
    from_json_in(&room, &half, &assets).expect_err("no room");
}

fn signed(kind: &str, members: &str) -> String {
    format!("{{\"{}\":\"{kind}\"{members}}}", special_values::KEY)
}

/// A map with references to two resources, and the assets and references of a request with this map.
fn with_references() -> Assets {
    let zone = ResourceReference {
        urn: "urn:pulumi:dev::shop::acme:index:Zone::a".to_owned(),
        id: Some(Some("zone-1".to_owned())),
        name: Some("a".to_owned()),
        resource_type: Some("acme:index:Zone".to_owned()),
        package_version: Some("1.0.0".to_owned()),
    };
    let unknown = ResourceReference {
        urn: "urn:pulumi:dev::shop::acme:index:Zone::b".to_owned(),
        id: Some(None),
        ..ResourceReference::default()
    };
    let reference =
        |reference| PropertyValue::ResourceReference(Box::<ResourceReference>::new(reference));
    let map = PropertyMap::from([
        ("zone".to_owned(), reference(zone)),
        (
            "deep".to_owned(),
            PropertyValue::Array(vec![reference(unknown).into_secret()]),
        ),
        (
            "text".to_owned(),
            "urn:pulumi:dev::shop::acme:index:Site::c".into(),
        ),
    ]);
    let mut assets = Assets::default();
    assets.begin("urn:pulumi:dev::shop::acme:index:Thing::one");
    to_json(&map, &mut assets).expect("a property map is JSON");
    assets
}

#[test]
fn a_reference_is_one_that_came_in_with_the_request() {
    let assets = with_references();
    let read = |members: &str| {
        let reference = signed(special_values::RESOURCE_REFERENCE, members);
        from_json(&format!("{{\"p\":[{reference}]}}"), &assets).map_err(|error| error.to_string())
    };
    let unknown = format!("\"id\":\"{}\"", special_values::UNKNOWN);
    let whole = ",\"urn\":\"urn:pulumi:dev::shop::acme:index:Zone::a\",\"id\":\"zone-1\",\"name\":\"a\",\
                 \"type\":\"acme:index:Zone\",\"packageVersion\":\"1.0.0\"";
    for members in [
        whole,
        ",\"urn\":\"urn:pulumi:dev::shop::acme:index:Zone::a\"",
        ",\"urn\":\"urn:pulumi:dev::shop::acme:index:Zone::a\",\"id\":\"zone-1\"",
        &format!(",\"urn\":\"urn:pulumi:dev::shop::acme:index:Zone::b\",{unknown}"),
        // The form of engines without references.
        ",\"urn\":\"urn:pulumi:dev::shop::acme:index:Site::c\"",
        // The resource of the call itself.
        ",\"urn\":\"urn:pulumi:dev::shop::acme:index:Thing::one\",\"id\":\"made\"",
    ] {
        read(members).expect(members);
    }
    for members in [
        ",\"urn\":\"urn:pulumi:dev::shop::acme:index:Zone::z\"",
        ",\"urn\":\"urn:pulumi:dev::shop::acme:index:Zone::a\",\"id\":\"zone-2\"",
        &format!(",\"urn\":\"urn:pulumi:dev::shop::acme:index:Zone::a\",{unknown}"),
        ",\"urn\":\"urn:pulumi:dev::shop::acme:index:Zone::a\",\"packageVersion\":\"6.6.6\"",
        ",\"urn\":\"urn:pulumi:dev::shop::acme:index:Zone::a\",\"type\":\"evil:index:Zone\"",
        ",\"urn\":\"urn:pulumi:dev::shop::acme:index:Zone::a\",\"name\":\"z\"",
        ",\"urn\":\"urn:pulumi:dev::shop::acme:index:Zone::b\",\"id\":\"zone-1\"",
        ",\"urn\":\"urn:pulumi:dev::shop::acme:index:Site::c\",\"id\":\"site-1\"",
        ",\"urn\":\"urn:pulumi:dev::shop::acme:index:Site::c\",\"packageVersion\":\"6.6.6\"",
        ",\"urn\":\"urn:pulumi:dev::shop::acme:index:Thing::one\",\"packageVersion\":\"6.6.6\"",
        ",\"urn\":\"\"",
    ] {
        let message = read(members).expect_err(members);
        assert_eq!(
            message, "`p`: it refers to a resource that was not in the request",
            "{members}"
        );
    }
}

#[test]
fn references_are_those_of_one_call_and_of_the_configuration() {
    let mut assets = with_references();
    let reference = |name: &str| {
        let members = format!(",\"urn\":\"urn:pulumi:dev::shop::acme:index:{name}\"");
        let reference = signed(special_values::RESOURCE_REFERENCE, &members);
        format!("{{\"p\":{reference}}}")
    };
    let [zone, own] = ["Zone::a", "Thing::one"].map(reference);
    assets.clear();
    assets.begin("");
    from_json(&zone, &assets).expect_err("another call");
    from_json(&own, &assets).expect_err("another call");
    let mut assets = with_references();
    assets.keep_references();
    assets.clear();
    assets.begin("");
    from_json(&zone, &assets).expect("of the configuration");
    from_json(&own, &assets).expect_err("another call");
}

/// Each form that only the host or the engine creates is refused if a guest invents it, at any place.
#[test]
fn forms_that_a_guest_may_not_make_are_refused_wherever_they_stand() {
    let assets = with_references();
    let asset = |members: &str| signed(special_values::ASSET, members);
    let archive = |members: &str| signed(special_values::ARCHIVE, members);
    let output = |members: &str| signed(special_values::OUTPUT, members);
    let key = special_values::KEY;
    let path = asset(",\"path\":\"/etc/passwd\"");
    let forged = [
        path.clone(),
        asset(",\"uri\":\"file:///etc/passwd\""),
        asset(",\"path\":\"/etc/passwd\",\"handle\":\"0\""),
        asset(",\"handle\":0"),
        archive(",\"path\":\"/etc\""),
        archive(",\"uri\":\"file:///etc\""),
        archive(&format!(",\"assets\":{{\"f\":{path}}}")),
        // An engine drops an answer with such an archive, and so loses the created resource.
        archive(",\"assets\":{\"f\":\"text\"}"),
        archive(",\"assets\":{\"f\":null}"),
        archive(&format!(
            ",\"assets\":{{\"f\":\"{}\"}}",
            special_values::UNKNOWN
        )),
        signed(
            special_values::RESOURCE_REFERENCE,
            ",\"urn\":\"urn:pulumi:dev::shop::a:b:C::d\"",
        ),
        signed(special_values::RESOURCE_REFERENCE, ""),
        signed(special_values::RESOURCE_REFERENCE, ",\"urn\":7"),
        output(",\"value\":1,\"dependencies\":[\"urn:pulumi:dev::shop::a:b:C::d\"]"),
        output(",\"value\":1,\"dependencies\":\"urn:pulumi:dev::shop::a:b:C::d\""),
        output(",\"value\":1,\"secret\":\"true\""),
        output(&format!(",\"value\":{path}")),
        signed(special_values::SECRET, ""),
        signed(special_values::SECRET, &format!(",\"value\":{path}")),
        signed(special_values::BYTES, ",\"value\":\"no base64!\""),
        signed(special_values::BYTES, ""),
        signed("nonsense", ""),
        signed("", ",\"value\":1"),
        format!("{{\"{key}\":1}}"),
        format!("{{\"{key}\":null}}"),
        format!("{{\"{key}\":[]}}"),
        format!(
            "{{\"{key}\":{}}}",
            signed(special_values::SECRET, ",\"value\":\"x\"")
        ),
        format!("{{\"\\u0034{}\":\"nonsense\"}}", &key[1..]),
    ];
    let places: [fn(&str) -> String; 5] = [
        |value| format!("{{\"p\":{value}}}"),
        |value| format!("{{\"p\":[1,{value}]}}"),
        |value| format!("{{\"p\":{{\"q\":{value}}}}}"),
        |value| {
            let secret = signed(special_values::SECRET, &format!(",\"value\":{value}"));
            format!("{{\"p\":{secret}}}")
        },
        |value| {
            let output = signed(special_values::OUTPUT, &format!(",\"value\":{value}"));
            format!("{{\"p\":{output}}}")
        },
    ];
    for value in &forged {
        for place in places {
            let text = place(value);
            let message = from_json(&text, &assets).expect_err(&text).to_string();
            assert!(message.starts_with("`p`: "), "{text}: {message}");
        }
    }
}

/// SDKs of some languages mistake properties for a special value if one of their names is its key.
#[test]
fn properties_as_a_whole_are_no_special_value() {
    let key = special_values::KEY;
    for members in [
        format!(
            "\"{key}\":\"{}\",\"path\":\"/etc/passwd\"",
            special_values::ASSET
        ),
        format!("\"a\":1,\"{key}\":\"{}\"", special_values::SECRET),
        format!("\"{key}\":null"),
        format!("\"\\u0034{}\":1", &key[1..]),
    ] {
        let text = format!("{{{members}}}");
        let message = from_json(&text, &Assets::default()).expect_err(&text);
        assert!(message.to_string().contains("special value"), "{message}");
    }
}

#[test]
fn a_whole_number_that_would_lose_digits_is_refused_by_its_property() {
    let text = r#"{"a":1,"b":{"c":[2961068737224365485]}}"#;
    let assets = Assets::default();
    let error = from_json(text, &assets).expect_err("a refusal").to_string();
    assert!(
        error.starts_with("`b`: it has a whole number with more digits"),
        "{error}"
    );
    assert!(!error.contains("2961068737224365485"), "{error}");
    let kept = readable_part(&assets.room(), text, &assets);
    assert_eq!(kept.map.into_keys().collect::<Vec<_>>(), ["a"]);
}
