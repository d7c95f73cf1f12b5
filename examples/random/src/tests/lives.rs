//! Each resource created, checked and imported, with stand-ins for the host.

use pulumi_wasm_provider::prelude::*;
use pulumi_wasm_provider::{Properties, PropertyPath, testing};
use serde_json::{Value as JsonValue, json};

use crate::bytes::RandomBytes;
use crate::generate::encoding::from_base64;
use crate::generate::hash::verify;
use crate::id::RandomId;
use crate::integer::RandomInteger;
use crate::password::RandomPassword;
use crate::pet::RandomPet;
use crate::shuffle::RandomShuffle;
use crate::string::RandomString;
use crate::uuid::{RandomUuid, RandomUuid4, RandomUuid7};

/// The id and the outputs of a new resource.
fn made<R: Lifecycle>(inputs: JsonValue) -> (String, JsonValue) {
    testing::create::<R>(inputs, testing::context("new")).unwrap()
}

/// The id and the outputs of a resource that is imported.
fn imported<R: Lifecycle>(id: &str) -> Result<(String, JsonValue)> {
    let read = R::read(ReadRequest::new(id), &testing::context("found"))?;
    let read = read.ok_or_else(|| Error::not_found(id))?;
    Ok((read.id().unwrap_or(id).to_owned(), outputs(read.state())))
}

fn outputs(state: &impl Properties) -> JsonValue {
    state.to_properties(&PropertyPath::Root).unwrap().into()
}

/// The properties that a check names.
fn wrong<R: Lifecycle>(inputs: JsonValue) -> Vec<String> {
    let draft = testing::properties(inputs).unwrap();
    let (_, failures) = testing::check::<R>(draft).unwrap();
    failures
        .into_iter()
        .map(|failure| failure.property)
        .collect()
}

fn text<'a>(outputs: &'a JsonValue, name: &str) -> &'a str {
    outputs[name].as_str().unwrap()
}

#[test]
fn a_string_is_its_own_id() {
    let (id, outputs) =
        made::<RandomString>(json!({ "length": 9, "special": false, "keepers": { "a": "b" } }));
    assert_eq!(text(&outputs, "result"), id);
    assert_eq!(id.len(), 9);
    assert_eq!(outputs["keepers"], json!({ "a": "b" }));
    assert_eq!(
        (&outputs["number"], &outputs["minLower"]),
        (&json!(true), &json!(0))
    );
    assert_eq!(outputs.get("overrideSpecial"), None);
}

#[test]
fn digits_can_be_left_out_by_either_name() {
    for name in ["number", "numeric"] {
        let (_, outputs) = made::<RandomString>(json!({ "length": 200, name: false }));
        assert!(!text(&outputs, "result").contains(|letter: char| letter.is_ascii_digit()));
    }
}

#[test]
fn both_names_for_digits_agree_after_a_check() {
    let draft = testing::properties(json!({ "length": 5, "number": false })).unwrap();
    let (draft, failures) = testing::check::<RandomString>(draft).unwrap();
    assert_eq!(failures, []);
    let checked = outputs(&draft);
    assert_eq!(
        (&checked["number"], &checked["numeric"]),
        (&json!(false), &json!(false))
    );
}

#[test]
fn a_password_has_its_hash_and_no_telling_id() {
    let (id, outputs) = made::<RandomPassword>(json!({ "length": 20 }));
    assert_eq!(id, "none");
    assert!(verify(
        text(&outputs, "result"),
        text(&outputs, "bcryptHash")
    ));
}

#[test]
fn texts_are_imported_by_themselves() {
    let (id, outputs) = imported::<RandomString>("grüß-dich").unwrap();
    assert_eq!((id.as_str(), &outputs["length"]), ("grüß-dich", &json!(9)));
    let (id, outputs) = imported::<RandomPassword>("my-old-password").unwrap();
    assert_eq!((id.as_str(), &outputs["length"]), ("none", &json!(15)));
    assert_eq!(text(&outputs, "result"), "my-old-password");
    assert!(verify("my-old-password", text(&outputs, "bcryptHash")));
    // The request of a broken refresh or of a lookup.
    assert!(imported::<RandomPassword>("none").is_err());
}

#[test]
fn texts_that_cannot_be_made_are_refused() {
    assert_eq!(
        wrong::<RandomPassword>(json!({ "length": 3, "minLower": 4 })),
        ["length"]
    );
    let nothing =
        json!({ "length": 3, "lower": false, "upper": false, "number": false, "special": false });
    assert_eq!(wrong::<RandomPassword>(nothing), ["numeric"]);
}

#[test]
fn bytes_are_not_in_their_id() {
    let (id, outputs) = made::<RandomBytes>(json!({ "length": 24 }));
    assert_eq!(id, "none");
    assert_eq!(from_base64(text(&outputs, "base64")).unwrap().len(), 24);
    let (id, outputs) = imported::<RandomBytes>("AAECAwQFBgcICQoLDA0ODw==").unwrap();
    assert_eq!(id, "none");
    assert_eq!(text(&outputs, "hex"), "000102030405060708090a0b0c0d0e0f");
    assert_eq!(outputs["length"], 16);
    assert!(imported::<RandomBytes>("none").is_err());
    assert!(imported::<RandomBytes>("?").is_err());
}

#[test]
fn an_id_is_written_in_four_ways_after_its_prefix() {
    let (id, outputs) = made::<RandomId>(json!({ "byteLength": 5, "prefix": "a," }));
    assert_eq!(text(&outputs, "b64Url"), format!("a,{id}"));
    assert_eq!(text(&outputs, "hex").len(), 2 + 10);
    let (again, imported_outputs) = imported::<RandomId>(&format!("a,,{id}")).unwrap();
    assert_eq!((again, imported_outputs), (id, outputs));
    let (id, outputs) = imported::<RandomId>("-_ANfgH_7j8").unwrap();
    assert_eq!((id.as_str(), outputs.get("prefix")), ("-_ANfgH_7j8", None));
    assert!(imported::<RandomId>("not base64!").is_err());
}

#[test]
fn an_integer_follows_from_its_seed() {
    let seeded = || made::<RandomInteger>(json!({ "min": 1, "max": 100, "seed": "pulumi" }));
    assert_eq!(seeded(), seeded());
    assert_eq!(seeded().1["result"], 44);
    let (id, outputs) = made::<RandomInteger>(json!({ "min": -7, "max": -7, "seed": "" }));
    assert_eq!(
        (id.as_str(), &outputs["result"], outputs.get("seed")),
        ("-7", &json!(-7), None)
    );
    let (id, outputs) = imported::<RandomInteger>("15,1,100,web").unwrap();
    assert_eq!(id, "15");
    assert_eq!(
        outputs,
        json!({ "result": 15, "min": 1, "max": 100, "seed": "web" })
    );
    assert_eq!(
        wrong::<RandomInteger>(json!({ "min": 2, "max": 1 })),
        ["min"]
    );
}

#[test]
fn a_pet_is_its_id_and_is_not_imported() {
    let (id, outputs) = made::<RandomPet>(json!({ "prefix": "my", "separator": "." }));
    assert!(id.starts_with("my."), "{id}");
    assert_eq!(id.split('.').count(), 3);
    assert_eq!(
        outputs,
        json!({ "length": 2, "prefix": "my", "separator": "." })
    );
    assert!(matches!(
        imported::<RandomPet>("brave-otter"),
        Err(Error::Unsupported(_))
    ));
}

#[test]
fn a_shuffle_gives_as_many_as_are_asked_for() {
    for (count, expected) in [
        (json!(null), 3),
        (json!(0), 0),
        (json!(2), 2),
        (json!(7), 7),
    ] {
        let (id, outputs) =
            made::<RandomShuffle>(json!({ "inputs": ["a", "b", "c"], "resultCount": count }));
        assert_eq!(
            (id.as_str(), outputs["results"].as_array().unwrap().len()),
            ("-", expected)
        );
    }
    let seeded =
        || made::<RandomShuffle>(json!({ "inputs": ["a", "b", "c", "d", "e"], "seed": "pulumi" }));
    assert_eq!(seeded().1["results"], json!(["b", "c", "a", "e", "d"]));
    assert!(matches!(
        imported::<RandomShuffle>("-"),
        Err(Error::Unsupported(_))
    ));
}

#[test]
fn uuids_are_their_ids() {
    fn uuid<R: Lifecycle>() {
        let (id, outputs) = made::<R>(json!({}));
        assert_eq!(outputs, json!({ "result": id }));
        let usual = "1d7e42c9-80f3-0b56-2a9e-c4417f5be038";
        let (id, outputs) = imported::<R>(&usual.to_uppercase()).unwrap();
        assert_eq!((id.as_str(), outputs), (usual, json!({ "result": usual })));
        assert!(imported::<R>("1d7e").is_err());
    }
    uuid::<RandomUuid>();
    uuid::<RandomUuid4>();
    uuid::<RandomUuid7>();
}
